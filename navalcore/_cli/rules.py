"""``navalcore rules``: the rule book, its code and its tests; and what is looked up in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from navalcore._cli.common import AsJson, GameName, Settings, argument, option, settings_of
from navalcore._cli.output import Output
from navalcore.errors import BadData, NotOffered
from navalcore.rules import (
    Citation,
    CoverageReport,
    Rulebook,
    Ruling,
    Section,
    SectionCoverage,
    coverage,
    discover,
    load_rulebook,
)

if TYPE_CHECKING:
    from navalcore import AnyGame, Decision

NUMBER: Final = 8
"""How wide the numbers of sections are set."""


@dataclass(frozen=True)
class _RuleSource:
    """A rule book, and where the code that cites it is."""

    game: str
    """The game's id."""
    book: Rulebook
    packages: Sequence[str]
    """The packages that cite it."""
    root: Path
    """The folder they are imported from."""

    def coverage(self, only: str = "") -> CoverageReport:
        """The register of code and tests, of one section if one is named."""
        return coverage(self.book, self.packages, self._tests(), only)

    def _tests(self) -> Path | None:
        """The tests of the checkout a game's code is in, or of the one worked in; of a single file, next to it."""
        if any((self.root / f"test_{package}.py").is_file() for package in self.packages):
            return self.root
        for root in (self.root, self.root.parent, Path.cwd()):
            if (root / "pyproject.toml").is_file() and (root / "tests").is_dir():
                return root / "tests"
        return None


def _source(settings: Settings, game: str) -> _RuleSource:
    """The rule book of a game, without importing its rules where it is next to them; a variant has its own."""
    manifest = discover(settings.plugins).games.get(game)
    loaded = settings.game(game) if manifest is None else None
    module = manifest.game.partition(":")[0] if manifest is not None else type(loaded).__module__
    spec = find_spec(module)
    file = Path(spec.origin or "" if spec is not None else "").resolve()
    if loaded is None and (beside := file.with_name("rulebook.toml")).is_file():
        package = module.rpartition(".")[0] or module
        return _RuleSource(game, load_rulebook(beside), [package], file.parents[module.count(".")])
    loaded = loaded or settings.game(game)
    return _RuleSource(loaded.id, loaded.rulebook, loaded.rule_packages, file.parents[module.count(".")])


def rules(
    context: typer.Context,
    game: GameName,
    words: Annotated[
        list[str] | None,
        argument("[SECTION]", "A section's number, a ruling's id, or words; the whole book if left out."),
    ] = None,
    show_coverage: Annotated[
        bool, option("--coverage", "List what has no code or no test; the last line sums up.")
    ] = False,
    modifiers: Annotated[bool, option("--modifiers", "List the sections that take modifiers from a variant.")] = False,
    show_rulings: Annotated[
        bool, option("--rulings", "List what was decided where the rules are silent or unclear, and why.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rule book, everything about one section, or the sections that have some words.

    A section comes with its rulings, its code and the tests that protect it.

    Examples::

        navalcore rules uboat_cards
        navalcore rules uboat_cards U4
        navalcore rules tonnage_war TW-R14
        navalcore rules tonnage_war evade card
        navalcore rules uboat_cards --rulings
        navalcore rules uboat_cards --coverage
        navalcore rules tonnage_war --modifiers
    """
    settings, section = settings_of(context), " ".join(words) if words else None
    if sum((show_coverage, modifiers, show_rulings, section is not None)) > 1:
        raise BadData("--coverage, --modifiers, --rulings and a section each ask for something else; give one of them")
    if modifiers:
        _list_modifiers(settings.out, settings.game(game), as_json)
        return
    out, source = settings.out, _source(settings, game)
    book = source.book
    if show_rulings:
        _list_rulings(out, source, as_json)
    elif show_coverage:
        report = source.coverage()
        out.document(report.to_json()) if as_json else _print_coverage(out, report)
    elif section is not None and section not in book:
        entries = book.find(section) or (book.section(section),)  # which is not there, and names the nearest
        out.document({"game": source.game, "found": _dumped(entries)}) if as_json else print_found(out, book, entries)
    elif section is not None:
        report = source.coverage(section)
        entry = next(each for each in report.sections if each.section.number == section)
        out.document(_section_document(source, entry)) if as_json else _print_register(out, book, entry, report)
    elif as_json:
        document = {"game": source.game, "title": book.title, "source": book.source.model_dump()}
        out.document({**document, "sections": _dumped(book.sections)})
    else:
        with out.paged():
            for each in book.sections:
                out.line((each.number, "number"), "  ", (each.title, "title"), (f"  ({each.kind})", "faint"))
                out.line(f"    {each.summary}")


def _list_rulings(out: Output, source: _RuleSource, as_json: bool) -> None:
    listed = source.book.rulings
    if as_json:
        out.document({"game": source.game, "rulings": _dumped(listed)})
        return
    if not listed:
        out.line(f"{source.game} has no rulings.")
    with out.paged():
        for each in listed:
            print_ruling(out, each)
            out.line()


def _dumped(entries: Iterable[Section | Ruling]) -> list[dict[str, Any]]:
    return [each.model_dump(mode="json") for each in entries]


def _list_modifiers(out: Output, game: AnyGame, as_json: bool) -> None:
    taking = game.modifier_sections
    sections = [(section, taking[section.number]) for section in game.rulebook.sections if section.number in taking]
    if as_json:
        entries = [
            {"number": section.number, "title": section.title, "code": [place._asdict() for place in places]}
            for section, places in sections
        ]
        out.document({"game": game.id, "modifiers": entries})
        return
    if not sections:
        out.line(f"No section of {game.id} takes modifiers from a variant.")
    for section, places in sections:
        out.line((section.number, "number"), "  ", (section.title, "title"))
        _print_cited(out, places, "    ")


def named(entry: Section | Ruling) -> tuple[str, str]:
    """The number and title of a section, or the id and question of a ruling."""
    return (entry.id, entry.question) if isinstance(entry, Ruling) else (entry.number, entry.title)


def print_found(out: Output, book: Rulebook, entries: Sequence[Section | Ruling], most: int | None = None) -> None:
    """A section or ruling whole, or, where they are several, their numbers and titles."""
    if len(entries) == 1:
        only = entries[0]
        print_ruling(out, only) if isinstance(only, Ruling) else print_section(out, book, only)
        return
    for entry in entries[:most]:
        number, title = named(entry)
        out.line((number.ljust(NUMBER), "number"), "  ", title, hang=NUMBER + 2)
    if most is not None and len(entries) > most:
        out.line((f"{len(entries) - most} more; add a word to narrow the search", "faint"))


def print_section(out: Output, book: Rulebook, section: Section) -> None:
    """A section in words, with its rulings."""
    out.line((section.number, "number"), "  ", (section.title, "title"), (f"  ({section.kind})", "faint"))
    out.line(section.summary)
    for ruling in book.rulings_on(section.number):
        print_ruling(out, ruling)


def print_ruling(out: Output, ruling: Ruling) -> None:
    """A ruling with its reason."""
    out.line((ruling.id, "number"), (f"  on {', '.join(ruling.sections)}", "faint"))
    out.fields(
        ("  Question", ruling.question),
        *(("  Reading", reading) for reading in ruling.readings),
        ("  Decision", ruling.decision),
        ("  Reason", ruling.reason),
        ("  Option", ruling.option),
    )


def _section_document(source: _RuleSource, entry: SectionCoverage) -> dict[str, Any]:
    return {
        "game": source.game,
        **entry.section.model_dump(mode="json"),
        "rulings": _dumped(source.book.rulings_on(entry.section.number)),
        "code": [place._asdict() for place in entry.code],
        "tests": [place._asdict() for place in entry.tests],
    }


def _print_register(out: Output, book: Rulebook, entry: SectionCoverage, report: CoverageReport) -> None:
    print_section(out, book, entry.section)
    untested = "no test cites this section" if report.tests_seen else "there is no folder of tests here to look in"
    for title, places, none in (("Code", entry.code, "no code cites this section"), ("Tests", entry.tests, untested)):
        out.line((f"{title}:", "faint"), "" if places else f" {none}")
        _print_cited(out, places, "  ")


def _print_cited(out: Output, places: Iterable[Citation], indent: str) -> None:
    for place in places:
        out.line(f"{indent}{place.file}:{place.line}", (f"  {place.qualname}", "faint"))


def _print_coverage(out: Output, report: CoverageReport) -> None:
    for section in report.without_code:
        out.line(f"no code: {section.number} {section.title}")
    for section in report.without_tests:
        out.line(f"no test: {section.number} {section.title}")
    for place in report.unknown:
        out.line(f"unknown section {place.number} cited in {place.file}:{place.line}")
    if not report.tests_seen:
        out.line("there is no folder of tests here to look in; run this in a checkout of the game")
    out.line(report.summary_line())


MOST: Final = 12
"""The most sections and rulings listed that have the words looked for."""


def print_reasons(out: Output, decision: Decision, numbers: Sequence[int], words: str) -> None:
    """Why something is left out that has these words, or (without words) everything that is left out."""
    if not words:
        refusals = decision.refusals()
        for each in refusals:
            out.line(f"  {each}")
        if not refusals:
            out.line("Nothing is ruled out here.")
        return
    try:
        out.line(f"{decision.texts[decision.read(words, numbers)]}: it can be chosen now.")
        found = decision.refusals(words, strictly=True)
    except NotOffered:
        found = decision.refusals(words)
        if not found:
            out.line(str(decision.why_not(words)))
    for each in found:
        out.line(str(each))


def find_rule(out: Output, game: AnyGame, words: str, said: Mapping[str, str] | None = None, asked: str = "") -> None:
    """A section by its number, a ruling by its id, or what has these words; without words, the list of sections.

    ``said`` holds the last line or question by each section, and ``asked`` is the section of the question now: a
    section comes with the sentence that its line is about.
    """
    book = game.rulebook
    if not words:
        print_found(out, book, book.sections)
        out.line((f"rule {book.sections[0].number} shows that section, and rule WORDS finds one.", "faint"))
        _print_sentence(out, book, asked, said or {})
        return
    found = book.find(words)
    if not found and any(letter.isdigit() for letter in words) and " " not in words:
        book.section(words)  # which names the nearest
    if not found:
        raise BadData(f"no rule or ruling of {game.id} has the words '{words}'; rule alone lists the sections")
    print_found(out, book, found, MOST)
    if len(found) == 1:
        _print_sentence(out, book, getattr(found[0], "number", ""), said or {})


def _print_sentence(out: Output, book: Rulebook, number: str, said: Mapping[str, str]) -> None:
    """Which sentence of a section a line or question of the match is about."""
    if number in book and number in said:
        out.line((f"{said[number]}  ", "faint"), (f"[{number}]  ", "rule"), book.sentence(number, said[number]), hang=2)


def print_terms(out: Output, glossary: Mapping[str, str]) -> None:
    """The words of a game, without their meanings."""
    if glossary:
        out.line(("Words, cards and counters:", "title"), f" {'; '.join(glossary)}.", hang=2)
        out.line("help WORDS explains some of them, glossary explains all of them.")


def print_glossary(out: Output, glossary: Mapping[str, str], words: str = "") -> None:
    """The words of a game with their meanings: all, or those that have all these words."""
    wanted = words.casefold().split()
    found = {
        term: text for term, text in glossary.items() if all(word in f"{term} {text}".casefold() for word in wanted)
    }
    exact = {term: text for term, text in found.items() if term.casefold() == words.casefold()}
    if words and not found:
        raise BadData(f"no term of the game has '{words}'; help says what there is, rule {words} searches the rules")
    out.entries((exact or found).items())
