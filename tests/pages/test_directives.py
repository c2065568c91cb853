"""What the directives of the pages refuse, link and count."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import navalcore as nc

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
