"""Positions of Computer Bismarck in words of its own."""

import pytest

import navalcore as nc
from navalcore.errors import BadData
from navalcore_games.bismarck.game import POSITION_NUMBERS
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


def test_a_unit_whose_order_is_not_given_keeps_its_mode() -> None:
    only = ["convoy/ws8b", "ship/norfolk", "ship/manchester", "air/r_reykjavik", "ship/wolfpack_1"]
    match = GAME.position(
        {
            "at": "orders",
            "deal": False,
            "set": {
                "turn": 6,
                "only": only,
                "ships": {"ship/norfolk": {"mode": "M"}, "ship/manchester": {"order_mode": "M"}},
                "planes": {"air/r_reykjavik": {"square": "square/1720", "mode": "P", "endurance": 3}},
            },
        },
        seed=1,
    )
    match.choose("DM", role="british")
    match.choose("DM", role="german")
    view = match.view(nc.UMPIRE)
    modes = {name: view.ships[POSITION_NUMBERS[name]].mode for name in only if not name.startswith("air/")}
    assert modes == {"convoy/ws8b": "F", "ship/norfolk": "M", "ship/manchester": "M", "ship/wolfpack_1": "P"}
    plane = match.state.planes[0]
    assert (plane.mode, plane.endurance) == ("P", 2), "it flew on"


@pytest.mark.rule("bismarck", "4.51")
@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (["DM"], "R Reykjavik stays in the air in 1720."),
        (["R Reykjavik", "P 1721", "DM"], "R Reykjavik moves to 1721."),
        (["R Reykjavik", "P", "E", "W", "DM"], "R Reykjavik comes back to 1720."),
    ],
)
def test_the_log_says_whether_a_plane_has_moved(orders: list[str], told: str) -> None:
    planes = {"air/r_reykjavik": {"square": "square/1720", "mode": "P", "endurance": 3}}
    units = {"turn": 6, "only": ["air/r_reykjavik", "ship/wolfpack_1"], "planes": planes}
    match = GAME.position({"at": "orders", "deal": False, "set": units}, seed=1)
    log: list[str] = []
    match.events.subscribe(lambda event: log.append(str(event)), role="british")
    for order in orders:
        match.choose(order, role="british")
    match.choose("DM", role="german")
    assert told in log
