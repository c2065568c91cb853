"""Positions of Computer Bismarck in words of its own."""

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore_games.bismarck.words import Fate

GAME = nc.load("bismarck")


def test_only_the_units_that_are_named_are_on_the_chart() -> None:
    match = GAME.position(
        {"at": "orders", "deal": False, "set": {"only": ["ship/hood", "air/r_reykjavik"], "turn": 1}}, seed=1
    )
    state = match.state
    assert [place for place, ship in enumerate(state.ships) if ship.fate is Fate.ACTIVE] == [0]
    assert [place for place, plane in enumerate(state.planes) if plane.fate is Fate.ACTIVE] == [0]


def test_a_unit_that_does_not_exist_is_refused_with_what_was_meant() -> None:
    with pytest.raises(BadData, match=r"set\.only: there is no unit called 'ship/hod'; did you mean ship/hood"):
        GAME.position({"set": {"only": ["ship/hod"]}}, seed=1)


@pytest.mark.parametrize("only", ["ship/hood", 5, [5]])
def test_what_is_no_list_of_units_is_refused(only: object) -> None:
    with pytest.raises(BadData, match=r"set\.only"):
        GAME.position({"set": {"only": only}}, seed=1)
