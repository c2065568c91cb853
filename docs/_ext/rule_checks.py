"""What a game's rule book must not do on its page: the build fails on each of these faults, and so do the tests."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from navalcore._rulebook.loading import Term
from navalcore._rulebook.model import Rulebook, SectionKind
from navalcore._rulebook.tables import DataTable

LONGEST_TITLE = 60
NEED_A_TABLE = (SectionKind.TABLE, SectionKind.SETUP, SectionKind.SCENARIO)
NUMBER = re.compile(r"(?<![\w.,+-])(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?!\w|[.,]\d|\s?(?:%|IPC|knots|ships|KB|thousand))")
"""A section in running text, and not some other figure with a point in it."""
RULING = re.compile(r"\b[A-Z]{2,3}-[RMD]\d+[a-z]?\b")
NOWHERE = re.compile(
    r"\b(?:list|sheet|chapter|section) \d[\d.]*(?! of)|\b(?:see|in) (?:chapter|list|sheet)\b|_as_printed|game page"
)
"""A list, sheet or chapter that no reader of the page has."""
CAPITALS = re.compile(r"(?<![\w`-])[A-Z][A-Z/]*[A-Z](?![\w-])")
EVERYBODY_KNOWS = frozenset(
    ["OK", "US", "USA", "USSR", "UK", "II", "III", "IV", "FEN", "MS-DOS", "WS", "NW", "SW", "NE", "SE", "NOT"]
)
"""Capitals that need no glossary."""


def faults(book: Rulebook, tables: Sequence[DataTable], pages: str, known_words: str) -> list[str]:
    """Whatever is wrong with what the pages tell of a rule book.

    Args:
        book: the rule book.
        tables: the game's tables, each with the sections that need it.
        pages: the text of the game's pages, in which reconstructions (``TW-M01``) are defined.
        known_words: glossary and page to learn by: what explains abbreviations.
    """
    return [
        *(f"{s.number}: '{s.title}' has more than {LONGEST_TITLE} characters" for s in long_titles(book)),
        *(f"{number}: is a table, set-up or scenario, and no table names it" for number in bare_sections(book, tables)),
        *(f"{place}: cites {cited}, which is not there" for place, cited in dangling(book, pages)),
        *(f"{word}: stands in the rules and in no glossary" for word in unexplained(book, tables, known_words)),
    ]


def long_titles(book: Rulebook) -> Iterator[object]:
    """Sections whose title is too long for a heading."""
    return (section for section in book.sections if len(section.title) > LONGEST_TITLE)


def bare_sections(book: Rulebook, tables: Sequence[DataTable]) -> list[str]:
    """Numbers of sections that promise a table, and have none; a section above or beneath that has it will do."""
    served = {number for table in tables for number in table.sections}

    def near(number: str) -> bool:
        return any(other == number or other.startswith(number) or number.startswith(other) for other in served)

    return [s.number for s in book.sections if s.kind in NEED_A_TABLE and not near(s.number)]


def dangling(book: Rulebook, pages: str) -> Iterator[tuple[str, str]]:
    """What is cited and is nowhere: sections, rulings, reconstructions, lists and sheets, each with its place."""
    sections = {section.number for section in book.sections}
    sections |= {number[:length] for number in sections for length in range(1, len(number))}
    rulings = {ruling.id for ruling in book.rulings} | set(re.findall(r"^([A-Z]+-M\d+)$", pages, re.MULTILINE))
    numbered = sum("." in section.number for section in book.sections) > len(book.sections) / 4
    for place, text in texts(book).items():
        if numbered:
            yield from ((place, number) for number in NUMBER.findall(text) if number not in sections)
        yield from ((place, number) for number in RULING.findall(text) if number not in rulings)
        yield from ((place, found[0]) for found in NOWHERE.finditer(text))
    yield from (("the pages", number) for number in sorted(set(RULING.findall(pages)) - rulings))


def unexplained(book: Rulebook, tables: Sequence[DataTable], known_words: str) -> list[str]:
    """Abbreviations that the rules use and nothing explains."""
    told = " ".join(f"{section.title}. {section.summary}" for section in book.sections)
    told += " ".join(ruling.decision for ruling in book.rulings)
    numbers = {part for section in book.sections for part in re.split(r"[.-]", section.number)}
    keys = {"letters", "units", "commands", "ship types"}
    known = known_words + " ".join(table.make() for table in tables if table.name in keys)
    used = set(CAPITALS.findall(re.sub(r"[\"`].*?[\"`]", "", told))) - EVERYBODY_KNOWS - numbers
    return sorted(w for w in used if not all(re.search(rf"\b{part}\b", known) for part in w.split("/")))


def texts(book: Rulebook) -> dict[str, str]:
    """All that the page says of each section and ruling."""
    found = {section.number: section.summary for section in book.sections}
    for ruling in book.rulings:
        found[ruling.id] = " ".join([ruling.question, *ruling.readings, ruling.decision, ruling.reason])
    return found


def pages_of(folder: Path, terms: Iterable[Term]) -> tuple[str, str]:
    """The text of a game's pages, and of what explains its words: the glossary and the page to learn by."""
    pages = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
    glossary = "\n".join(f"{term.term}: {term.text}" for term in terms)
    return "".join([*pages.values(), glossary]), glossary + pages.get("learn", "")
