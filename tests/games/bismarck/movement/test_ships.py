"""Ships: modes, allowances, fuel, squares (6, 7)."""

import pytest

from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.movement.activity import begin_turn, lapse_orders, movement
from navalcore_games.bismarck.movement.orders import british_orders, german_orders, order_a_ship
from navalcore_games.bismarck.movement.ships import allowance, fuel_cost, modes_for, steps_from
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Square
from tests.games.bismarck.conftest import texts


def may_move(sea, name, mode=Mode.MOVE):
    return allowance(sea.state, ship_number(name), mode)


def cost(sea, name, squares):
    return fuel_cost(ship_number(name), sea.ship(name), squares)


@pytest.mark.rule("bismarck", "6.51.1")
def test_a_fast_battleship_moves_two_squares_only_after_a_turn_of_one_or_none(sea) -> None:
    here = sea()
    here.put("Hood", 1622, moved=1)
    assert may_move(here, "Hood") == 2
    here.put("Hood", 1622, moved=2)
    assert may_move(here, "Hood") == 1


@pytest.mark.rule("bismarck", "6.51.1")
@pytest.mark.parametrize(("reading", "odd", "even"), [("odd_turns", 2, 1), ("even_turns", 1, 2)])
def test_alternate_turns_may_be_read_as_odd_or_even_ones(sea, reading, odd, even) -> None:
    here = sea(two_squares=reading)
    here.put("Hood", 1622, moved=2)
    found = []
    for turn in (3, 4):
        here.state.turn = turn
        found.append(may_move(here, "Hood"))
    assert found == [odd, even]


@pytest.mark.rule("bismarck", "6.51.1")
def test_a_battleship_of_21_knots_moves_one_square(sea) -> None:
    here = sea()
    here.put("Rodney", 2022)
    assert may_move(here, "Rodney") == 1
    here.put("Hood", 1622, knots=22)
    assert may_move(here, "Hood") == 2


@pytest.mark.rule("bismarck", "6.51.1", "6.53.1")
def test_both_raiders_may_dash_four_squares_on_turn_one_only(sea) -> None:
    here = sea()
    here.put("Bismarck", 1528)
    here.put("Prinz Eugen", 1528)
    here.state.turn = 1
    assert [may_move(here, name) for name in ("Bismarck", "Prinz Eugen")] == [4, 4]
    here.state.turn = 2
    assert [may_move(here, name) for name in ("Bismarck", "Prinz Eugen")] == [2, 2]


@pytest.mark.rule("bismarck", "6.51.2")
def test_a_fast_battleship_pays_one_fuel_for_more_than_one_square(sea) -> None:
    here = sea()
    here.put("Bismarck", 1528)
    assert [cost(here, "Bismarck", squares) for squares in (0, 1, 2, 4)] == [0, 0, 1, 1]


@pytest.mark.rule("bismarck", "6.51.2")
def test_a_slow_battleship_pays_one_fuel_for_a_square_if_it_moved_the_turn_before(sea) -> None:
    here = sea()
    here.put("Rodney", 2022, slow="N")
    assert cost(here, "Rodney", 1) == 0
    here.put("Rodney", 2022, slow="Y")
    assert cost(here, "Rodney", 1) == 1


@pytest.mark.rule("bismarck", "6.51.2", "4.51")
def test_the_slow_indicator_follows_the_moves(sea) -> None:
    here = sea()
    rodney = here.put("Rodney", 2022, mode=Mode.MOVE, slow="N", path=(2021,))
    movement(here.play)
    assert (rodney.slow, rodney.fuel, rodney.square) == ("Y", 6, 2021)
    rodney.path = (2020,)
    movement(here.play)
    assert (rodney.slow, rodney.fuel) == ("Y", 5)
    movement(here.play)
    assert (rodney.slow, rodney.fuel) == ("N", 5)


@pytest.mark.rule("bismarck", "6.51.2", "16.76")
def test_a_battleship_of_more_than_21_knots_has_no_slow_indicator(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1622, path=(1621,))
    movement(here.play)
    assert (hood.square, hood.slow) == (1621, "")


@pytest.mark.rule("bismarck", "6.52.1", "6.23")
def test_a_carrier_moves_like_a_battleship_but_one_square_in_launch_mode(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024)
    assert may_move(here, "Ark Royal") == 2
    assert may_move(here, "Ark Royal", Mode.LAUNCH) == 1
    here.put("Ark Royal", 3024, moved=2)
    assert may_move(here, "Ark Royal") == 1


@pytest.mark.rule("bismarck", "6.52.2")
def test_a_carrier_pays_fuel_like_a_battleship(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024)
    assert [cost(here, "Ark Royal", squares) for squares in (1, 2)] == [0, 1]
    here.put("Ark Royal", 3024, knots=20, slow="Y")
    assert cost(here, "Ark Royal", 1) == 1


@pytest.mark.rule("bismarck", "6.53.1")
def test_a_cruiser_moves_two_squares_every_turn_or_one_in_slow_mode(sea) -> None:
    here = sea()
    here.put("Norfolk", 1117, moved=2)
    assert may_move(here, "Norfolk") == 2
    here.put("Norfolk", 1117, moved=2, knots=21)
    assert may_move(here, "Norfolk") == 1


@pytest.mark.rule("bismarck", "6.53.2")
def test_a_cruiser_pays_one_fuel_for_more_than_one_square(sea) -> None:
    here = sea()
    here.put("Norfolk", 1117, slow="Y", knots=20)
    assert [cost(here, "Norfolk", squares) for squares in (1, 2)] == [0, 1]


@pytest.mark.rule("bismarck", "6.54.1", "6.54.2")
def test_destroyers_move_like_cruisers_and_pay_one_or_three_fuel(sea) -> None:
    here = sea()
    here.put("DF1", 1622, moved=2)
    assert may_move(here, "DF1") == 2
    assert [cost(here, "DF1", squares) for squares in (1, 2)] == [1, 3]


@pytest.mark.rule("bismarck", "6.54.2")
def test_a_move_that_cannot_be_paid_is_not_offered(sea) -> None:
    here = sea()
    here.put("DF1", 1622, fuel=2)
    assert may_move(here, "DF1") == 1


@pytest.mark.rule("bismarck", "6.51.2", "6.53.2", "6.54.2")
@pytest.mark.parametrize(("name", "fuel"), [("Hood", 1), ("Norfolk", 1), ("DF1", 3)])
def test_a_ship_may_spend_its_last_fuel_on_two_squares(sea, name, fuel) -> None:
    here = sea()
    here.put(name, 1622, fuel=fuel)
    assert may_move(here, name) == 2


@pytest.mark.rule("bismarck", "6.55.1", "6.55.2")
def test_submarines_move_one_square_without_fuel(sea) -> None:
    here = sea()
    here.put("WP1", 1812, moved=1)
    assert may_move(here, "WP1") == 1
    assert cost(here, "WP1", 1) == 0


@pytest.mark.rule("bismarck", "6.57.1", "6.57.2")
def test_oilers_move_one_square_without_fuel(sea) -> None:
    here = sea()
    here.put("Belchen", 1511, moved=1)
    assert may_move(here, "Belchen") == 1
    assert cost(here, "Belchen", 1) == 0


@pytest.mark.rule("bismarck", "6.56.11", "6.56.12", "6.56.2", "6.24", "6.25")
def test_convoys_move_one_square_on_their_turns(sea) -> None:
    here = sea()
    here.put("WS8B", 2024)
    here.put("SL1", 2016)
    found = {}
    for turn in (1, 2, 3, 4, 5, 7):
        here.state.turn = turn
        found[turn] = (may_move(here, "WS8B", Mode.FAST), may_move(here, "SL1", Mode.SLOW))
    assert found == {1: (1, 1), 2: (0, 0), 3: (1, 0), 4: (0, 1), 5: (1, 0), 7: (1, 1)}
    assert cost(here, "WS8B", 1) == 0


@pytest.mark.rule("bismarck", "6.6")
def test_a_ship_without_knots_does_not_move(sea) -> None:
    here = sea()
    here.put("Bismarck", 1528, knots=0)
    assert may_move(here, "Bismarck") == 0


@pytest.mark.rule("bismarck", "6.7")
def test_without_fuel_a_ship_moves_one_square_every_other_turn(sea) -> None:
    here = sea()
    here.put("Bismarck", 1828, fuel=0, moved=0)
    here.put("DF1", 1622, fuel=0, moved=0)
    assert [may_move(here, name) for name in ("Bismarck", "DF1")] == [1, 1]
    here.put("Bismarck", 1828, fuel=0, moved=1)
    assert may_move(here, "Bismarck") == 0


@pytest.mark.rule("bismarck", "6.7", "4.51")
def test_a_move_without_fuel_costs_none(sea) -> None:
    here = sea()
    flotilla = here.put("DF1", 1622, fuel=0, path=(1621,))
    movement(here.play)
    assert (flotilla.fuel, flotilla.square, flotilla.moved) == (0, 1621, 1)


@pytest.mark.rule("bismarck", "6.8")
def test_seven_ships_enter_with_less_fuel(game) -> None:
    state = game.initial_state(game.terms(None, {"fuel_bismarck": 8}))
    fuel = {SHIPS[n].id: ship.fuel for n, ship in enumerate(state.ships) if ship.fuel not in (-1, SHIPS[n].fuel)}
    assert fuel == {
        "Bismarck": 8, "Renown": 5, "Ark Royal": 7, "Dorsetshire": 6, "Sheffield": 5, "DF1": 15, "DF3": 15,
    }  # fmt: skip


@pytest.mark.rule("bismarck", "6.21", "6.22", "6.24", "6.25")
def test_warships_choose_among_move_patrol_and_the_convoy_modes(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    assert list(modes_for(here.state, ship_number("Hood"))) == [Mode.MOVE, Mode.PATROL, Mode.FAST, Mode.SLOW]
    assert [may_move(here, "Hood", mode) for mode in (Mode.PATROL, Mode.FAST, Mode.SLOW)] == [0, 0, 0]
    here.state.turn = 4
    assert [may_move(here, "Hood", mode) for mode in (Mode.FAST, Mode.SLOW)] == [0, 1]


@pytest.mark.rule("bismarck", "6.24", "6.25", "6.21")
def test_convoys_keep_the_mode_they_start_in(sea) -> None:
    here = sea()
    here.put("WS8B", 2024)
    here.put("SL5", 2911)
    assert list(modes_for(here.state, ship_number("WS8B"))) == [Mode.FAST]
    assert list(modes_for(here.state, ship_number("SL5"))) == [Mode.SLOW]


@pytest.mark.rule("bismarck", "6.21", "6.22", "6.23", "6.24", "6.25", "6.26")
@pytest.mark.parametrize(
    ("name", "sections"),
    [("Hood", {"L": "6.23", "R": "6.26"}), ("WS8B", {"M": "6.21", "P": "6.22", "L": "6.23", "C": "6.25", "R": "6.26"})],
)
def test_each_mode_that_a_ship_cannot_receive_is_refused_by_its_section(sea, name, sections) -> None:
    here = sea()
    here.put(name, 2024)
    assert {refusal.text: refusal.rule for refusal in modes_for(here.state, ship_number(name)).refusals} == sections


@pytest.mark.rule("bismarck", "6.23")
def test_only_carriers_have_launch_mode(sea) -> None:
    here = sea()
    here.put("Ark Royal", 3024)
    here.put("Renown", 3024)
    assert Mode.LAUNCH in modes_for(here.state, ship_number("Ark Royal"))
    assert Mode.LAUNCH not in modes_for(here.state, ship_number("Renown"))


@pytest.mark.rule("bismarck", "6.26")
def test_the_british_refuel_in_their_ports_and_nowhere_else(sea) -> None:
    here = sea()
    suffolk = here.put("Suffolk", 1317, fuel=2, torpedoes=0, mode=Mode.R)
    assert Mode.R in modes_for(here.state, ship_number("Suffolk"))
    movement(here.play)
    assert (suffolk.fuel, suffolk.torpedoes) == (8, 1)
    suffolk.square = 1316
    assert Mode.R not in modes_for(here.state, ship_number("Suffolk"))
    lapse_orders(here.state)
    assert suffolk.order_mode is Mode.MOVE


@pytest.mark.rule("bismarck", "6.26")
def test_germans_refuel_in_port_or_beside_an_oiler_that_stays(sea) -> None:
    here = sea()
    bismarck = here.put("Bismarck", 1511, fuel=1)
    assert Mode.R not in modes_for(here.state, ship_number("Bismarck"))
    oiler = here.put("Belchen", 1511)
    assert Mode.R in modes_for(here.state, ship_number("Bismarck"))
    bismarck.order_mode = Mode.R
    oiler.path = (1512,)
    movement(here.play)
    assert bismarck.fuel == 1
    bismarck.order_mode, oiler.square = Mode.R, 1511
    movement(here.play)
    assert bismarck.fuel == 9


@pytest.mark.rule("bismarck", "6.26", "10.8")
def test_a_wolfpack_that_follows_a_convoy_leaves_its_refuelling(sea) -> None:
    here = sea()
    here.put("Belchen", 1511)
    here.put("SL1", 1511, path=(1512,), hunt=Hunt.FOLLOWED)
    pack = here.put("WP1", 1511, mode=Mode.R, torpedoes=1, path=(1512,), hunt=Hunt.FOLLOWING)
    movement(here.play)
    assert (pack.square, pack.torpedoes) == (1512, 1)


@pytest.mark.rule("bismarck", "6.26", "16.7")
def test_refuelling_repairs_nothing(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1825, mode=Mode.R, midships=2, firepower=10, knots=15, fuel=0)
    movement(here.play)
    assert (hood.midships, hood.firepower, hood.knots, hood.fuel) == (2, 10, 15, 7)


@pytest.mark.rule("bismarck", "6.31.1")
def test_ws8b_leaves_over_the_south_edge(sea) -> None:
    here = sea()
    here.state.turn = 21
    convoy = here.put("WS8B", 3022)
    assert ("S", Square(3122)) in steps_from(ship_number("WS8B"), Square(3022))
    assert ("S", Square(3122)) not in steps_from(ship_number("SL5"), Square(3022))
    convoy.path = (3122,)
    movement(here.play)
    assert convoy.fate is Fate.ARRIVED


@pytest.mark.rule("bismarck", "6.31.2")
def test_britannic_leaves_over_the_west_edge(sea) -> None:
    here = sea()
    here.state.turn = 25
    here.put("Britannic", 1711, path=(1710,))
    assert ("W", Square(1710)) in steps_from(ship_number("Britannic"), Square(1711))
    movement(here.play)
    assert here.ship("Britannic").fate is Fate.ARRIVED


@pytest.mark.rule("bismarck", "7.0", "6.1")
def test_the_hood_goes_from_1622_by_east_and_south_east_to_1724(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1622)
    here.answer(order_a_ship(here.play, ship_number("Hood")), "M", "E", "SE")
    assert (hood.path, hood.projected, hood.square) == ((1623, 1724), 1724, 1622)
    movement(here.play)
    assert (hood.square, hood.fuel, hood.moved) == (1724, 6, 2)


@pytest.mark.rule("bismarck", "7.0")
def test_fewer_squares_than_allowed_will_do(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.answer(order_a_ship(here.play, ship_number("Hood")), "M", "E", "stop")
    assert here.ship("Hood").path == (1623,)


@pytest.mark.rule("bismarck", "5.28", "7.0")
def test_orders_may_be_changed_until_dm(sea) -> None:
    here = sea()
    hood = here.put("Hood", 1622)
    here.answer(british_orders(here.play), "Hood", "M", "N", "stop", "Hood", "P", "DM")
    assert (hood.order_mode, hood.path) == (Mode.PATROL, ())


@pytest.mark.rule("bismarck", "6.5")
def test_units_that_cannot_act_are_not_offered(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("SL1", 2016)
    here.answer(british_orders(here.play), "DM")
    assert texts(here.asked[0]) == ["DM", "Hood"]
    reasons = {refusal.text: refusal.rule for refusal in here.asked[0].refusals()}
    assert (reasons["Convoy SL1"], reasons["Repulse"]) == ("6.25", "14.1")


@pytest.mark.rule("bismarck", "6.1", "4.32")
def test_a_side_may_move_none_of_its_ships(sea) -> None:
    here = sea()
    bismarck = here.put("Bismarck", 1528)
    here.answer(german_orders(here.play), "DM")
    movement(here.play)
    assert bismarck.square == 1528


@pytest.mark.rule("bismarck", "6.33")
def test_why_not_names_the_rule_that_closes_a_square(sea) -> None:
    here = sea()
    here.put("Bismarck", 1928)
    here.answer(order_a_ship(here.play, ship_number("Bismarck")), "M", "stop")
    reasons = {refusal.text: refusal.rule for refusal in here.asked[1].refusals()}
    assert reasons == {"S": "6.32.1", "SW": "6.32.1", "E": "6.34", "NE": "6.34", "SE": "6.34"} | {
        way: "6.33" for way in reasons if way not in ("S", "SW", "E", "NE", "SE")
    }


@pytest.mark.rule("bismarck", "2.23", "4.51")
def test_orders_lapse_when_a_turn_begins_and_modes_stay(sea) -> None:
    here = sea()
    norfolk = here.put("Norfolk", 1117, mode=Mode.PATROL, path=(1118,))
    here.state.located_turn = None
    begin_turn(here.play)
    assert (norfolk.path, norfolk.order_mode) == ((), Mode.PATROL)
