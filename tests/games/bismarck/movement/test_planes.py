"""Planes: modes, ranges, endurance, launch and recovery (8)."""

import pytest

from navalcore_games.bismarck.cards import PLANES, SHIPS, ship_number
from navalcore_games.bismarck.combat_events import Lost
from navalcore_games.bismarck.movement.activity import begin_turn, lapse_orders, movement
from navalcore_games.bismarck.movement.orders import british_orders, order_a_plane, order_a_ship, refused_units
from navalcore_games.bismarck.movement.planes import (
    flight_squares,
    flight_turns,
    flyable,
    order_plane,
    plane_modes,
    strayed,
    way_home,
)
from navalcore_games.bismarck.victory import victory_phase
from navalcore_games.bismarck.words import Fate, Mode, Side, Square
from tests.games.bismarck.conftest import texts

NUMBER = {card.id: card.number for card in PLANES}


@pytest.mark.rule("bismarck", "8.21", "8.22", "8.71.1")
def test_reconnaissance_planes_fly_six_squares_in_m_and_two_in_p(sea) -> None:
    here = sea()
    here.base("R Reykjavik")
    number = NUMBER["R Reykjavik"]
    assert list(plane_modes(here.state, number)) == [Mode.BASE, Mode.MOVE, Mode.PATROL]
    assert [flight_squares(here.state, number, mode) for mode in (Mode.MOVE, Mode.PATROL)] == [6, 2]


@pytest.mark.rule("bismarck", "8.23", "8.24", "8.72.1")
def test_level_bombers_fly_six_squares_armed_and_seven_with_extra_tanks(sea) -> None:
    here = sea()
    here.base("L Ulster")
    number = NUMBER["L Ulster"]
    assert list(plane_modes(here.state, number)) == [Mode.BASE, Mode.ATTACK, Mode.R]
    assert [flight_squares(here.state, number, mode) for mode in (Mode.ATTACK, Mode.R)] == [6, 7]


@pytest.mark.rule("bismarck", "8.73.1")
def test_torpedo_bombers_fly_five_squares(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1")
    assert [flight_squares(here.state, NUMBER["T Ark Royal 1"], mode) for mode in (Mode.ATTACK, Mode.R)] == [5, 5]


@pytest.mark.rule("bismarck", "8.23", "8.24")
@pytest.mark.parametrize("mode", [Mode.ATTACK, Mode.R])
def test_a_load_cannot_be_changed_in_the_air(sea, mode) -> None:
    here = sea()
    here.fly("L Plymouth", 2422, mode, endurance=1)
    assert list(plane_modes(here.state, NUMBER["L Plymouth"])) == [mode, Mode.HOME]


@pytest.mark.rule("bismarck", "8.21", "8.22")
def test_reconnaissance_planes_may_switch_between_m_and_p_in_the_air(sea) -> None:
    here = sea()
    here.fly("R Plymouth 1", 2422, Mode.MOVE, endurance=3)
    assert list(plane_modes(here.state, NUMBER["R Plymouth 1"])) == [Mode.MOVE, Mode.PATROL, Mode.HOME]


@pytest.mark.rule("bismarck", "2.21", "8.71.2", "8.72.2", "8.73.2")
def test_endurance_is_five_two_and_for_torpedo_bombers_one_or_two_turns() -> None:
    turns = {
        name: [flight_turns(NUMBER[name], mode) for mode in modes]
        for name, modes in (
            ("R Ulster 1", (Mode.MOVE, Mode.PATROL)),
            ("L Ulster", (Mode.ATTACK, Mode.R)),
            ("T Victorious", (Mode.ATTACK, Mode.R)),
        )
    }
    assert turns == {"R Ulster 1": [5, 5], "L Ulster": [2, 2], "T Victorious": [1, 2]}


@pytest.mark.rule("bismarck", "8.8", "8.6")
def test_a_level_bomber_that_takes_off_on_turn_one_must_be_home_on_turn_two(sea) -> None:
    here = sea()
    here.state.turn = 0
    bomber = here.base("L Scapa Flow")
    begin_turn(here.play)
    order_plane(here.state, NUMBER["L Scapa Flow"], Mode.R, (Square(1725), Square(1625)))
    movement(here.play)
    assert (bomber.square, bomber.endurance, bomber.aloft) == (1625, 1, True)
    begin_turn(here.play)
    movement(here.play)
    assert bomber.fate is Fate.CRASHED
    assert here.state.crashed == [NUMBER["L Scapa Flow"]]


@pytest.mark.rule("bismarck", "8.6")
def test_a_crash_is_told_when_the_board_shows_it_and_not_only_when_it_is_paid_for(sea) -> None:
    here = sea()
    here.fly("L Scapa Flow", 1725, Mode.R, endurance=1, path=(1626,))
    here.play.listen(True)
    movement(here.play)
    (crash,) = [event for event in here.play.told if isinstance(event, Lost)]
    assert str(crash) == "L Scapa Flow crashes."
    victory_phase(here.play)
    assert [event for event in here.play.told if isinstance(event, Lost)] == [crash]
    assert here.state.points[Side.GERMAN] == 4


@pytest.mark.rule("bismarck", "8.6", "8.8")
def test_a_plane_back_in_time_lands_and_refuels_for_one_turn(sea) -> None:
    here = sea()
    here.state.turn = 3
    bomber = here.fly("L Scapa Flow", 1725, Mode.R, endurance=1, path=(1825,))
    movement(here.play)
    number = NUMBER["L Scapa Flow"]
    assert (bomber.mode, bomber.fate, bomber.endurance) == (Mode.BASE, Fate.ACTIVE, 2)
    ready = {}
    for turn in (4, 5):
        here.state.turn = turn
        ready[turn] = flyable(here.state, number)
    assert ready == {4: False, 5: True}


@pytest.mark.rule("bismarck", "8.25")
def test_z_flies_straight_home_at_full_speed_and_lands_if_in_range(sea) -> None:
    here = sea()
    plane = here.fly("R Reykjavik", 1321, Mode.PATROL, endurance=3)
    here.answer(order_a_plane(here.play, NUMBER["R Reykjavik"]), "Z")
    assert plane.path == (1320, 1319, 1318, 1317)
    movement(here.play)
    assert plane.mode is Mode.BASE


@pytest.mark.rule("bismarck", "8.25")
def test_z_out_of_range_comes_as_near_as_it_can_and_flies_on(sea) -> None:
    here = sea()
    plane = here.fly("R Reykjavik", 1326, Mode.HOME, endurance=3)
    assert way_home(here.state, NUMBER["R Reykjavik"])[-1] == 1320
    lapse_orders(here.state)
    movement(here.play)
    assert (plane.square, plane.aloft) == (1320, True)
    lapse_orders(here.state)
    movement(here.play)
    assert (plane.square, plane.aloft) == (1317, False)


@pytest.mark.rule("bismarck", "8.26")
def test_b_undoes_a_take_off_without_a_refuelling_turn(sea) -> None:
    here = sea()
    plane = here.base("R Reykjavik")
    number = NUMBER["R Reykjavik"]
    here.answer(order_a_plane(here.play, number), "M", "N", "stop")
    assert plane.path == (1217,)
    here.answer(order_a_plane(here.play, number), "B")
    movement(here.play)
    assert (plane.mode, plane.square, plane.ready, plane.endurance) == (Mode.BASE, 1317, 0, 5)


@pytest.mark.rule("bismarck", "8.26")
def test_a_plane_that_took_off_earlier_has_no_b(sea) -> None:
    here = sea()
    here.fly("R Reykjavik", 1217, Mode.MOVE, endurance=4)
    here.answer(order_a_plane(here.play, NUMBER["R Reykjavik"]), "P", "stop")
    reasons = {refusal.text: refusal.rule for refusal in here.asked[0].refusals() if len(refusal.text) == 1}
    assert reasons == {"B": "8.26", "R": "8.23", "A": "8.24"}


@pytest.mark.rule("bismarck", "8.3")
def test_planes_fly_over_land_but_land_only_at_home(sea) -> None:
    here = sea()
    plane = here.base("R Plymouth 1")
    here.answer(order_a_plane(here.play, NUMBER["R Plymouth 1"]), "M", "N", "N", "N", "W", "NW", "NE")
    assert plane.path[:3] == (2325, 2225, 2125)
    movement(here.play)
    assert plane.aloft
    other = here.fly("R Plymouth 2", 2124, Mode.MOVE, endurance=4, path=(2123,))
    movement(here.play)
    assert other.aloft, "Ulster is not its base"


@pytest.mark.rule("bismarck", "8.24.2", "8.4")
def test_the_ark_royals_bomber_strikes_2724_and_lands_where_she_will_be(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, mode=Mode.LAUNCH)
    bomber = here.base("T Ark Royal 1")
    here.answer(order_a_ship(here.play, ship_number("Ark Royal")), "L", "N")
    here.answer(order_a_plane(here.play, NUMBER["T Ark Royal 1"]), "A", "N", "N", "N", "A", "S", "S")
    assert (bomber.path, bomber.mark) == ((2924, 2824, 2724, 2824, 2924), 2724)
    movement(here.play)
    assert (bomber.square, bomber.mode, bomber.mark) == (2924, Mode.BASE, 2724)
    assert not flyable(here.state, NUMBER["T Ark Royal 1"])


@pytest.mark.rule("bismarck", "8.24.2")
def test_a_strike_never_goes_where_it_cannot_come_back_from(sea) -> None:
    here = sea()
    here.put("Ark Royal", 2920, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1")
    here.answer(order_a_plane(here.play, NUMBER["T Ark Royal 1"]), "A", "N", "N", "A", "S", "S")
    by_step = [texts(decision) for decision in here.asked[1:]]
    assert by_step[2] == ["A", "E", "SE", "S", "SW", "W"], "in 2720 with three squares left: not farther north"
    assert by_step[4] == ["E", "SE", "S", "SW", "W"], "in 2820 with two squares left: one away from 2920 at most"
    assert all("stop" not in step for step in by_step)


@pytest.mark.rule("bismarck", "8.24.2", "5.28")
def test_the_phase_cannot_end_while_a_strike_and_its_carrier_do_not_meet(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, mode=Mode.LAUNCH)
    here.base("T Ark Royal 1")
    here.answer(order_a_plane(here.play, NUMBER["T Ark Royal 1"]), "A", "A", "stop")
    assert strayed(here.state) == []
    here.answer(order_a_ship(here.play, ship_number("Ark Royal")), "L", "N")
    assert strayed(here.state) == [NUMBER["T Ark Royal 1"]]
    assert [refusal.rule for refusal in refused_units(here.state, Side.BRITISH) if refusal.text == "DM"] == ["8.24.2"]
    here.answer(british_orders(here.play), "T Ark Royal 1", "B", "DM")
    assert ["DM" in texts(decision) for decision in here.asked] == [False, False, True]


@pytest.mark.rule("bismarck", "6.23", "8.4")
def test_a_carrier_out_of_launch_mode_neither_launches_nor_recovers(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, mode=Mode.MOVE)
    here.base("T Ark Royal 1")
    assert not flyable(here.state, NUMBER["T Ark Royal 1"])
    late = here.fly("T Ark Royal 2", 3023, Mode.R, endurance=1, path=(3024,))
    movement(here.play)
    assert late.fate is Fate.CRASHED


@pytest.mark.rule("bismarck", "8.4")
def test_planes_on_deck_go_with_their_carrier(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, path=(2924,))
    bomber = here.base("T Ark Royal 3")
    movement(here.play)
    assert bomber.square == 2924


@pytest.mark.rule("bismarck", "8.73.2", "8.4")
def test_a_reconnaissance_swordfish_may_stay_out_for_a_second_turn(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024, mode=Mode.LAUNCH)
    scout = here.base("T Ark Royal 1")
    order_plane(here.state, NUMBER["T Ark Royal 1"], Mode.R, (Square(2924), Square(2824)))
    movement(here.play)
    assert (scout.endurance, scout.aloft) == (1, True)
    order_plane(here.state, NUMBER["T Ark Royal 1"], Mode.R, (Square(2924), Square(3024)))
    movement(here.play)
    assert not scout.aloft
    assert scout.fate is Fate.ACTIVE


@pytest.mark.rule("bismarck", "8.0", "8.9")
def test_any_number_of_planes_may_be_ordered_one_at_a_time(sea) -> None:
    here = sea()
    for name in ("R Ulster 1", "R Ulster 2"):
        here.base(name)
    answers = ("R Ulster 1", "P", "W", "stop", "R Ulster 2", "M", "W", "W", "stop", "DM")
    here.answer(british_orders(here.play), *answers)
    assert (here.plane("R Ulster 1").path, here.plane("R Ulster 2").path) == ((2122,), (2122, 2121))


@pytest.mark.rule("bismarck", "16.71", "8.6")
def test_planes_on_deck_are_lost_with_their_carrier_those_in_the_air_crash_later(sea) -> None:
    from navalcore_games.bismarck.combat.damage import lose

    here = sea()
    here.put("Ark Royal", 3024)
    deck = here.base("T Ark Royal 1")
    aloft = here.fly("T Ark Royal 2", 3023, Mode.R, endurance=1)
    here.put("Victorious", 3024)
    elsewhere = [here.base("T Victorious"), here.base("L Ulster")]
    lose(here.play, ship_number("Ark Royal"), 3)
    assert (deck.fate, aloft.fate) == (Fate.SUNK, Fate.ACTIVE)
    assert [plane.fate for plane in elsewhere] == [Fate.ACTIVE, Fate.ACTIVE]
    movement(here.play)
    assert aloft.fate is Fate.CRASHED
    assert SHIPS[ship_number("Ark Royal")].vp == 48 == here.state.points["german"]
