"""No sentence that a reader meets ends with two full stops: pages, rules, glossaries, lessons, prompts and the log."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore.study import examples, lessons, puzzles

ROOT = Path(__file__).parents[2]
TWICE = re.compile(r"(?<!\.)[.?!;:,]\)?\.(?![./\w])|\.\s\.(?![./\w])")
CHOICES = 250


def twice(text: str) -> list[str]:
    """What stands around a full stop that is told twice."""
    return [text[max(0, found.end() - 40) : found.end() + 10] for found in TWICE.finditer(text)]


def prose(page: Path) -> str:
    """A page without its code."""
    text = re.sub(r"^( *)(`{3,}|:{3,}).*?^\1\2", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`|\]\([^)]*\)", "x", text)


def told(game: str) -> Iterator[str]:
    """The texts of a game: its rules, its words, its lessons, what it asks and what it tells."""
    loaded = nc.load(game)
    book = loaded.rulebook
    for section in book.sections:
        yield from (section.title, section.summary)
    for ruling in book.rulings:
        yield from (ruling.question, *ruling.readings, ruling.decision, ruling.reason)
    yield from (term.text for term in book.terms)
    for lesson in (*lessons(loaded), *(puzzle.lesson() for puzzle in puzzles(loaded)), *examples(loaded)):
        yield from (lesson.about, lesson.end)
        for step in lesson.step:
            yield from (step.text, step.ask, step.hint, *step.good.values(), *step.wrong.values())
    heard: list[str] = []
    match = loaded.new_match(seed="stops", on_event=lambda event: heard.append(str(event)))
    bots = make_bots(loaded, seed=0)
    while not match.over and match.count < CHOICES:
        for decision in match.decisions.values():
            yield from (decision.prompt, *decision.texts[:20], *map(str, decision.refusals()[:20]))
        play_out(match, bots, limit=1)
    yield from heard


@pytest.mark.parametrize("game", nc.games())
def test_no_text_of_a_game_ends_with_two_full_stops(game: str) -> None:
    assert sorted({fault for text in told(game) for fault in twice(text)}) == []


def test_no_page_has_two_full_stops() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    pages = [page for page in pages if not {"_build", "_generated"} & set(page.parts)]
    assert len(pages) > 50
    assert {page.name: faults for page in pages if (faults := twice(prose(page)))} == {}


@pytest.mark.parametrize("text", ["The deck is empty..", "Who plays?.", "It ends (so it does.).", "So it is. ."])
def test_two_full_stops_are_found(text: str) -> None:
    assert twice(text)


@pytest.mark.parametrize("text", ["So ... it ends.", "See ../docs.", "It ends (so it does).", "1.5."])
def test_what_is_no_double_full_stop_is_left_alone(text: str) -> None:
    assert not twice(text)


def test_every_row_of_a_table_is_one_line() -> None:
    cut = [
        f"{page.relative_to(ROOT)}: {line[:60]}"
        for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
        if not {"_build", "_generated"} & set(page.parts)
        for line in re.sub(r"^( *)(`{3,}|:{3,}).*?^\1\2", "", page.read_text("utf-8"), flags=re.M | re.S).splitlines()
        if line.startswith("| ") and not line.rstrip().endswith("|")
    ]
    assert cut == []
