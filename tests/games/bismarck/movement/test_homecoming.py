"""Which planes could not get home any more: distances counted by hand on the grid of squares."""

import pytest

from navalcore_games.bismarck.cards import PLANES
from navalcore_games.bismarck.movement.activity import begin_turn, movement
from navalcore_games.bismarck.movement.homecoming import out_of_reach
from navalcore_games.bismarck.movement.planes import order_plane
from navalcore_games.bismarck.words import Fate, Mode, Square

NUMBER = {card.id: card.number for card in PLANES}


@pytest.mark.rule("bismarck", "8.3", "8.8", "8.71.1")
@pytest.mark.parametrize(
    ("square", "endurance", "lost"),
    [
        (1323, 2, False), (1324, 2, True), (1324, 3, False), (2028, 2, True), (1317, 1, False), (1318, 1, True),
    ],
)  # fmt: skip
def test_a_plane_gets_six_squares_nearer_to_its_airfield_in_each_turn_after_this_one(
    sea, square: int, endurance: int, lost: bool
) -> None:
    here = sea()
    here.fly("R Reykjavik", square, Mode.MOVE, endurance=endurance)
    assert out_of_reach(here.state) == ([NUMBER["R Reykjavik"]] if lost else [])


@pytest.mark.rule("bismarck", "8.22", "8.25")
def test_a_plane_on_patrol_flies_home_as_fast_as_any_and_a_bomber_that_searches_by_its_own_figure(sea) -> None:
    here = sea()
    here.fly("R Reykjavik", 1323, Mode.PATROL, endurance=2)
    here.fly("L Ulster", 2116, Mode.R, endurance=2)
    here.fly("L Plymouth", 2418, Mode.ATTACK, endurance=2)
    assert out_of_reach(here.state) == [NUMBER["L Plymouth"]], "7 squares: as an armed bomber it flies 6"


@pytest.mark.rule("bismarck", "8.8")
def test_a_plane_that_takes_off_has_the_turns_of_its_mode_and_not_those_shown_at_its_base(sea) -> None:
    here = sea()
    here.put("Victorious", 1720, mode=Mode.LAUNCH)
    plane = here.base("T Victorious")
    plane.endurance = 9
    order_plane(here.state, NUMBER["T Victorious"], Mode.R, (Square(1719), Square(1718)))
    assert out_of_reach(here.state) == []
    order_plane(here.state, NUMBER["T Victorious"], Mode.ATTACK, (Square(1719), Square(1718)))
    assert out_of_reach(here.state) == [NUMBER["T Victorious"]], "an attack lasts the turn, and has to end on deck"


@pytest.mark.rule("bismarck", "6.23", "8.4", "8.73.1")
@pytest.mark.parametrize(
    ("square", "knots", "lost"), [(1715, 31, False), (1714, 31, False), (1713, 31, True), (1714, 0, True)]
)
def test_a_carrier_meets_its_planes_by_the_one_square_of_launch_mode(sea, square: int, knots: int, lost: bool) -> None:
    here = sea()
    here.put("Victorious", 1720, knots=knots, fuel=5)
    here.fly("T Victorious", square, Mode.R, endurance=2)
    assert out_of_reach(here.state) == ([NUMBER["T Victorious"]] if lost else [])


@pytest.mark.rule("bismarck", "8.4", "8.6")
def test_a_plane_over_its_carrier_is_lost_if_that_cannot_take_it_and_no_turn_is_left(sea) -> None:
    here = sea()
    carrier = here.put("Victorious", 1720)
    plane = here.fly("T Victorious", 1720, Mode.R, endurance=1)
    assert out_of_reach(here.state) == [NUMBER["T Victorious"]]
    carrier.order_mode = Mode.LAUNCH
    assert out_of_reach(here.state) == []
    carrier.order_mode = Mode.MOVE
    movement(here.play)
    assert plane.fate is Fate.CRASHED


@pytest.mark.rule("bismarck", "8.25")
def test_what_is_not_named_does_get_home(sea) -> None:
    here = sea()
    plane = here.fly("R Reykjavik", 1328, Mode.HOME, endurance=3)
    assert out_of_reach(here.state) == [], "11 squares in two turns"
    movement(here.play)
    begin_turn(here.play)
    movement(here.play)
    begin_turn(here.play)
    movement(here.play)
    assert (plane.fate, plane.square, plane.mode) == (Fate.ACTIVE, 1317, Mode.BASE)


@pytest.mark.rule("bismarck", "8.6")
def test_a_plane_that_outlasts_the_match_is_not_named(sea) -> None:
    here = sea()
    here.fly("R Reykjavik", 2028, Mode.MOVE, endurance=2)
    here.state.turn = 29
    assert out_of_reach(here.state) == [NUMBER["R Reykjavik"]]
    here.state.turn = 30
    assert out_of_reach(here.state) == []
