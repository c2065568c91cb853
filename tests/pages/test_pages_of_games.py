"""The pages of the games hold what their readers need: answers, terms, and nothing that leads nowhere."""

import re
from itertools import chain
from pathlib import Path

import pytest

import navalcore as nc
from tests.pages.questions import LEARN, QUESTIONS

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"
EVERYBODY_KNOWS = {
    "OK",
    "US",
    "USA",
    "USSR",
    "UK",
    "II",
    "III",
    "IV",
    "FEN",
    "MS-DOS",
    "WS",
    "NW",
    "SW",
    "NE",
    "SE",
    "NOT",
}
"""Capitals that need no glossary."""
NUMBER = re.compile(r"(?<![\w.,+-])(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?![\w.,]|\s?(?:%|IPC|knots|ships|KB|thousand))")


def flat(text: str) -> str:
    """Text in one line, without links to rules."""
    return re.sub(r"\s+", " ", re.sub(r"\{rule\}`\w+ ([^`]+)`", r"\1", text))


def learn(game: str) -> str:
    """The page to learn the game by."""
    return flat((DOCS / game / "learn.md").read_text(encoding="utf-8"))


def rules(game: str) -> str:
    """What the page of rules tells, without what is folded away: titles, summaries and decisions."""
    book = nc.load(game).rulebook
    told = [f"{section.title}. {section.summary}" for section in book.sections]
    return flat(" ".join([*told, *(ruling.decision for ruling in book.rulings)]))


def glossary(game: str) -> str:
    """The glossary and the page to learn by, which has a key to letters and counters."""
    terms = [f"{term.term}: {term.text}" for term in nc.face_of(nc.load(game)).terms()]
    assert f"```{{terms}} {game}\n" in (DOCS / game / "rules.md").read_text(encoding="utf-8")
    return "\n".join(terms) + (DOCS / game / "learn.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_four_pages_and_an_old_address_that_leads_to_them(game: str) -> None:
    assert {path.stem for path in (DOCS / game).glob("*.md")} == {"learn", "rules", "tables", "odds"}
    assert f"```{{doors}} {game}\n" in (DOCS / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_answer_what_their_readers_ask(game: str) -> None:
    pages = {LEARN: learn(game), "rules": rules(game)}
    asked = QUESTIONS[game]
    assert len(asked) == 16
    assert [question for question, page, answer in asked if answer not in pages[page]] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_abbreviation_of_the_rules_is_in_the_glossary_or_the_key(game: str) -> None:
    book = nc.load(game).rulebook
    numbers = {part for entry in chain(book.sections) for part in re.split(r"[.-]", entry.number)}
    used = set(re.findall(r"(?<![\w`-])[A-Z][A-Z/]*[A-Z](?![\w-])", re.sub(r"[\"`].*?[\"`]", "", rules(game))))
    known = glossary(game) + " ".join(table_words(game))
    told = {word for word in used if all(re.search(rf"\b{part}\b", known) for part in word.split("/"))}
    missing = used - told - EVERYBODY_KNOWS - numbers
    assert missing == set()


def table_words(game: str) -> list[str]:
    """What the tables of letters tell, such as that of the map codes."""
    module = __import__(f"games.{game}.reference", fromlist=["TABLES"])
    return [table.make() for table in module.TABLES if table.name in {"letters", "units", "commands", "ship types"}]


TERMS = {
    "silent_war": (
        "drm",
        "AAC",
        "War Period",
        "ASW",
        "CTL",
        "zed",
        "Done",
        "Range",
        "Speed",
        "Readiness",
        "RTB",
        "Spotted",
    ),
    "bismarck": ("MS", "FP", "KN", "Strength", "Midships", "Shadow", "Mode"),
    "tonnage_war": ("Contact", "Blank", "Attempt", "Engagement"),
    "aa50_subwar": ("IPC", "Hunt", "Starvation"),
    "uboat_cards": ("Row", "Water"),
}
"""Terms that readers missed once."""


@pytest.mark.parametrize("game", GAMES)
def test_the_terms_that_readers_missed_have_an_entry_in_the_glossary(game: str) -> None:
    entries = [term.term for term in nc.face_of(nc.load(game)).terms()]
    assert [term for term in TERMS[game] if not any(term.lower() in entry.lower() for entry in entries)] == []


@pytest.mark.parametrize("game", [game for game in GAMES if game != "uboat_cards"])
def test_no_section_is_cited_that_there_is_not(game: str) -> None:
    book = nc.load(game).rulebook
    chapters = {section.number for section in book.sections}
    known = chapters | {number[:length] for number in chapters for length in range(1, len(number))}
    texts = {entry.number: entry.summary for entry in book.sections}
    for ruling in book.rulings:
        texts[ruling.id] = " ".join([ruling.question, *ruling.readings, ruling.decision, ruling.reason])
    cited = {place: set(NUMBER.findall(text)) - known for place, text in texts.items()}
    assert {place: numbers for place, numbers in cited.items() if numbers} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_ruling_or_reconstruction_is_cited_that_there_is_not(game: str) -> None:
    book = nc.load(game).rulebook
    pages = "".join(path.read_text(encoding="utf-8") for path in (DOCS / game).glob("*.md"))
    known = {ruling.id for ruling in book.rulings} | set(re.findall(r"^([A-Z]+-M\d+)$", pages, re.MULTILINE))
    told = pages + " ".join([section.summary for section in book.sections])
    told += " ".join(f"{r.question} {' '.join(r.readings)} {r.decision} {r.reason}" for r in book.rulings)
    cited = set(re.findall(r"\b[A-Z]{2,3}-[RMD]\d+[a-z]?\b", told))
    assert cited - known == set()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cited_that_the_reader_does_not_have(game: str) -> None:
    nowhere = re.compile(
        r"\b(?:list|sheet|chapter|section) \d[\d.]*(?! of)|\b(?:see|in) (?:chapter|list|sheet)\b|_as_printed|game page"
    )
    texts = {section.number: section.summary for section in nc.load(game).rulebook.sections}
    for ruling in nc.load(game).rulebook.rulings:
        texts[ruling.id] = " ".join([ruling.question, *ruling.readings, ruling.decision, ruling.reason])
    assert {place: found[0] for place, text in texts.items() if (found := nowhere.search(text))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_ruling_is_a_sentence_that_can_stand_among_the_rules(game: str) -> None:
    weak = re.compile(
        r"^(Yes|No|It|Late|Hand|Both|Only|Off|From the|To the|The same|Not|As)\b(?! \w+ \w+ \w+ \w+)|^(Yes|No)[.,;:]"
    )
    decisions = {ruling.id: ruling.decision for ruling in nc.load(game).rulebook.rulings}
    assert {each: text for each, text in decisions.items() if weak.search(text) or text[-1] not in ".)"} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_term_of_the_glossary_has_a_whole_sentence_and_cites_sections_that_are_there(game: str) -> None:
    book = nc.load(game).rulebook
    terms = nc.face_of(nc.load(game)).terms()
    assert terms
    assert [term.term for term in terms if not term.text.endswith((".", ")"))] == []
    assert [(term.term, number) for term in terms for number in term.rules if number not in book] == []
