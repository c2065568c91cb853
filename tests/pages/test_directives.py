"""What the directives of the pages refuse, link and count."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import navalcore as nc
from navalcore._rulebook.loading import glossary_in

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"


@pytest.fixture(autouse=True)
def extensions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The extensions can be imported, and are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(EXTENSIONS))
    yield
    for path in EXTENSIONS.glob("*.py"):
        sys.modules.pop(path.stem, None)


def directive(*lines: str, **options: str) -> Any:
    """As much of a directive as the functions here look at."""
    return SimpleNamespace(name="board", options=options, content=list(lines), error=ValueError)


def test_a_picture_that_does_not_say_whose_view_it_shows_is_refused() -> None:
    with pytest.raises(ValueError, match="':role:' is missing"):
        importlib.import_module("match_pages").seat(directive("The table."))


@pytest.mark.parametrize("text", ["Your hand is on the left.", "The cards lie face down.", "What you see."])
def test_a_text_that_speaks_to_a_player_beside_a_picture_for_the_umpire_is_refused(text: str) -> None:
    seat = importlib.import_module("match_pages").seat
    with pytest.raises(ValueError, match="drawn for the umpire"):
        seat(directive(text, role="umpire"))
    assert seat(directive(text, role="uboat")) == "uboat"
    assert seat(directive("Both hands are open.", role="umpire")) == nc.UMPIRE


def test_the_words_of_a_labelled_board_for_those_who_do_not_see_it_have_no_marks() -> None:
    heard = importlib.import_module("match_pages").heard
    assert heard("The chart", ["*Hood* at sea.", "Row 12 [night]."]) == "The chart. 1: Hood at sea. 2: Row 12 [night]."


def test_a_row_of_odds_with_a_value_that_has_no_label_is_refused() -> None:
    table = importlib.import_module("game_pages").OddsTable
    row = "strength=4; visibility=4"
    wanted = SimpleNamespace(
        game=nc.load("bismarck"), arguments=["bismarck", "shadow"], content=[row], options={}, error=ValueError
    )
    assert [values for values, _ in table._answers(wanted, ["strength", "visibility"])] == [["4", "4"]]
    with pytest.raises(ValueError, match="has 2 parameters, ':label:' 1"):
        list(table._answers(wanted, ["strength"]))


def test_sections_and_rulings_named_in_a_text_are_links_and_other_figures_are_not() -> None:
    linked = importlib.import_module("page_text").linked
    assert linked("tonnage_war", "as in 8.1.3 (TW-R21).") == (
        "as in {rule}`tonnage_war 8.1.3` ({rule}`tonnage_war TW-R21`)."
    )
    assert linked("tonnage_war", "a D20, 8.2 %, 13 cards, 9.45") == "a D20, 8.2 %, 13 cards, 9.45"
    assert linked("silent_war", "14.13-c") == "{rule}`silent_war 14.13-c`"


def test_what_is_folded_away_is_not_counted_as_text_that_a_reader_has_to_read() -> None:
    words, nodes = importlib.import_module("page_counts").words, importlib.import_module("docutils.nodes")
    page = nodes.container("", nodes.paragraph("", "Three words here."))
    page += nodes.container("", nodes.paragraph("", "Five words in a fold."), classes=["folded"])
    assert words(page) == 3
    assert words(page, folded=True) == 8


def book(summary: str = "As in TW-R01.", title: str = "Boats", kind: str = "rule", number: str = "8.1") -> Any:
    """As much of a rule book as the checks look at: one section and one ruling."""
    ruling = SimpleNamespace(
        id="TW-R01", question="Which die?", readings=[], decision="A D10.", reason="It is printed."
    )
    other = SimpleNamespace(number="8.2", title="Escorts", summary="They wait.", kind="rule")
    section = SimpleNamespace(number=number, title=title, summary=summary, kind=kind)
    return SimpleNamespace(sections=[section, other], rulings=[ruling])


def wrong(broken: Any, tables: tuple[Any, ...] = (), pages: str = "", known: str = "") -> list[str]:
    """What the build says of it."""
    found: list[str] = importlib.import_module("rule_checks").faults(broken, tables, pages, known)
    return found


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"title": "x" * 61}, "8.1: 'x"),
        ({"kind": "table"}, "8.1: is a table"),
        ({"kind": "setup"}, "8.1: is a table"),
        ({"kind": "scenario"}, "8.1: is a table"),
        ({"summary": "As in 8.3.1."}, "8.1: cites 8.3.1"),
        ({"summary": "As in TW-R02."}, "8.1: cites TW-R02"),
        ({"summary": "See list 3.6."}, "8.1: cites "),
        ({"summary": "As the sheet 4 has it."}, "8.1: cites sheet 4"),
        ({"summary": "A boat with a WKZ may fire."}, "WKZ: stands in the rules"),
    ],
)
def test_the_build_fails_on_each_fault_of_a_rule_book(broken: dict[str, str], fault: str) -> None:
    assert wrong(book()) == []
    found = wrong(book(**broken))
    assert found
    assert all(each.startswith(fault) for each in found)


def test_a_table_a_glossary_and_a_reconstruction_on_the_page_mend_it() -> None:
    table = SimpleNamespace(name="boats", sections=("8.1",), make=lambda: "")
    assert wrong(book(kind="table"), (table,)) == []
    assert wrong(book(summary="A WKZ may fire."), known="WKZ\n: A thing.") == []
    assert wrong(book(summary="As TW-M01 says."), pages="TW-M01\n: Our counts.") == []
    assert wrong(book(), pages="As TW-M09 says.") == ["the pages: cites TW-M09, which is not there"]


@pytest.mark.parametrize("game", ["aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards"])
def test_the_rule_books_of_the_games_have_none_of_these_faults(game: str) -> None:
    checks, loaded = importlib.import_module("rule_checks"), nc.load(game)
    tables = importlib.import_module(f"navalcore_games.{game}.reference").TABLES
    pages = checks.pages_of(EXTENSIONS.parent / "games" / game, glossary_in(loaded.folder))
    assert checks.faults(loaded.rulebook, tables, *pages) == []


def warned(module: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the module warns of from now on; each warning fails the build."""
    told: list[str] = []
    monkeypatch.setattr(module.log, "warning", lambda text, *values, **_: told.append(text % values))
    return told


def test_a_picture_without_a_text_for_those_who_cannot_see_it_fails_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    checks, nodes = importlib.import_module("page_checks"), importlib.import_module("docutils.nodes")
    told = warned(checks, monkeypatch)
    page = nodes.container("", nodes.image(uri="map.svg", alt="The map"), nodes.image(uri="table.svg", alt=" "))
    checks.check_pictures(SimpleNamespace(), page, "games/x")
    assert told == ["picture table.svg has no text for those who cannot see it"]


@pytest.mark.parametrize(("words", "fits"), [(999, False), (1_000, True), (2_000, True), (2_001, False)])
def test_a_page_to_learn_by_that_is_too_short_or_too_long_fails_the_build(
    words: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts, nodes = importlib.import_module("page_counts"), importlib.import_module("docutils.nodes")
    told = warned(counts, monkeypatch)
    page = nodes.container("", nodes.paragraph("", " ".join(["word"] * words)))
    app = SimpleNamespace(env=SimpleNamespace(get_doctree=lambda _: page))
    counts.fill_in(app, page, "games/x/learn")
    assert told == ([] if fits else [f"a page to learn by has 1000 to 2000 words, not {words}"])
    counts.fill_in(app, page, "games/x/rules")
    assert len(told) == (not fits), "the other pages may have any length"


def test_a_match_that_does_not_tell_what_the_text_says_fails_the_build() -> None:
    opening = importlib.import_module("match_pages").Opening
    told = SimpleNamespace(lately=[r"SR finds the boat \[8.5\]."], error=ValueError)
    assert opening._line(told, "SR finds the boat [8.5]") == r"SR finds the boat \[8.5\]."
    with pytest.raises(ValueError, match="'SR finds the boat' was not told"):
        opening._line(told, "SR finds the boat")
