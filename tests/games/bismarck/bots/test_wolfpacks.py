"""The hard German bot's chart of the convoys, its wolfpacks and its oilers (15.1)."""

from typing import Any

import pytest

from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots.convoy_chart import ConvoyChart
from navalcore_games.bismarck.bots.hard_otto import HardOtto
from navalcore_games.bismarck.bots.staff import Order, timetable
from navalcore_games.bismarck.bots.wolfpacks import worth_of_an_attack
from navalcore_games.bismarck.cards import CONVOYS, SHIPS, SL2, SL5, WS8B, ship_number
from navalcore_games.bismarck.choices import NOBODY, attacked_in
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.sea_map import distance
from navalcore_games.bismarck.views import BismarckView, see
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Side, Square
from tests.games.bismarck.conftest import GAME, Sea

WP1, WP2, WP3, WP4, HAMBURG = map(ship_number, ("WP1", "WP2", "WP3", "WP4", "Hamburg"))


def otto() -> HardOtto:
    return HardOtto(Side.GERMAN, SeededChance.from_seed(1))


def german(here: Sea, turn: int) -> BismarckView:
    here.state.phase, here.state.turn = "orders", turn
    return see(here.state, Side.GERMAN)


@pytest.mark.rule("bismarck", "16.41.2", "16.84.1", "16.85")
@pytest.mark.parametrize(
    ("convoy", "night", "points"),
    [
        # By night strength 3: three torpedoes on average and 12 % for a boat of 4 points; by day 11: one and 25 %.
        (WS8B, True, 3 * 0.3 * (16 + 4) - 0.12 * 4),
        (WS8B, False, 1 * 0.3 * (16 + 4) - 0.25 * 4),
        (SL2, True, 3 * 0.6 * 2 - 0.12 * 4),
        (SL2, False, 1 * 0.6 * 2 - 0.25 * 4),
    ],
)
def test_a_wolfpacks_attack_is_worth_its_hits_and_the_missing_arrivals_less_the_boats_it_risks(convoy, night, points):
    assert worth_of_an_attack(convoy, night) == pytest.approx(points)


@pytest.mark.rule("bismarck", "15.1", "17.5")
def test_the_southern_wolfpacks_lie_in_wait_where_ws8b_must_come_by() -> None:
    match = GAME.new_match("two_player", seed=1)
    view = match.view(Side.GERMAN)
    passed = {square for squares in timetable(WS8B, SHIPS[WS8B].square, 0) for square in squares}
    bot = otto()
    for number in (WP3, WP4):
        order = bot.wolfpack_order(view, number)
        assert order.goal in passed or view.ships[number].here in passed


# ---- the chart of the convoys -----------------------------------------------------------------------------------


def charted(here: Sea, visibility: int) -> tuple[float, float]:
    """How likely SL2 is in WP1's square before and after WP1 has searched it on turn 4 in that visibility."""
    here.put("SL2", 2113)
    square = max(timetable(SL2, SHIPS[SL2].square, 0)[4].items(), key=lambda item: item[1])[0]
    here.put("WP1", square)
    here.state.visibility[:] = [visibility] * 20
    chart = ConvoyChart()
    chart.update(german(here, 4))
    before = chart.ways[SL2][4][square]
    chart.update(german(here, 5))
    return before, chart.ways[SL2][4].get(square, 0.0)


@pytest.mark.rule("bismarck", "9.2")
def test_a_convoy_that_a_pack_has_not_seen_in_clear_weather_is_thought_to_be_elsewhere(sea) -> None:
    before, after = charted(sea(), visibility=1)
    assert before > 0.2
    assert after < 0.1 * before


@pytest.mark.rule("bismarck", "9.2")
def test_a_search_that_thick_weather_defeats_says_nothing_about_a_convoy(sea) -> None:
    before, after = charted(sea(), visibility=8)
    assert before == after > 0.2


@pytest.mark.rule("bismarck", "10.9")
def test_a_convoy_that_a_pack_follows_is_where_it_ends_the_turn_and_not_a_square_farther(sea) -> None:
    here = sea()
    here.put("SL2", 2114, seen=True, seen_square=2115, seen_turn=6, path=(2115,))
    here.put("WP1", 2114, hunt=Hunt.FOLLOWING, path=(2115,))
    chart = ConvoyChart()
    chart.update(german(here, 7))
    assert chart.ways[SL2][7] == {2115: 1.0}


@pytest.mark.rule("bismarck", "6.25", "9.2")
def test_a_convoy_seen_at_the_end_of_the_turn_before_sails_on_if_this_is_its_turn(sea) -> None:
    here = sea()
    here.put("SL2", 2114, seen=True, seen_square=2114, seen_turn=6)
    chart = ConvoyChart()
    chart.update(german(here, 7))
    assert chart.ways[SL2][6] == {2114: 1.0}
    assert {square % 100 for square in chart.ways[SL2][7]} == {15}


# ---- torpedoes --------------------------------------------------------------------------------------------------


def attacks(here: Sea, square: Square, turn: int, torpedoes: int) -> bool:
    here.put("WS8B", square, seen=True, seen_square=square, seen_turn=turn)
    here.put("WP3", square, torpedoes=torpedoes)
    view = german(here, turn)
    options: list[Any] = [NOBODY, attacked_in(WS8B, square)]
    return otto().choose_victim(view, options) != NOBODY


@pytest.mark.rule("bismarck", "16.41.3", "16.84.1")
def test_a_pack_keeps_its_last_torpedoes_for_the_nights_with_the_convoy_and_spends_others_by_day(sea) -> None:
    # Turn 8 is day; in row 25 the nights until WS8B leaves are turns 9, 10, 15 and 16.
    assert not attacks(sea(), Square(2524), turn=8, torpedoes=2)
    assert attacks(sea(), Square(2524), turn=8, torpedoes=4)
    assert attacks(sea(), Square(2524), turn=9, torpedoes=1)
    # From row 30 it leaves on turn 19, before the next night.
    assert attacks(sea(), Square(3024), turn=18, torpedoes=1)


@pytest.mark.rule("bismarck", "6.26", "16.41.3")
def test_a_pack_without_torpedoes_goes_to_the_oiler_which_waits_for_it_and_there_takes_new_ones(sea) -> None:
    here = sea()
    here.put("WP3", 2818, torpedoes=0)
    here.put("Hamburg", 2817)
    plan = otto().make_plan(german(here, 12))
    assert plan[WP3] == Order(Mode.MOVE, Square(2817), 1)
    assert plan[HAMBURG].goal is None
    here.put("WP3", 2817, torpedoes=0)
    plan = otto().make_plan(german(here, 13))
    assert plan[WP3].mode is Mode.R
    assert plan[HAMBURG].goal is None


@pytest.mark.rule("bismarck", "16.61")
def test_an_oiler_sails_out_of_the_way_of_the_convoy_with_a_battleship_that_comes_by(sea) -> None:
    here = sea()
    here.put("SL5", 2913, seen=True, seen_square=2913, seen_turn=6)
    here.put("Ramilles", 2913, seen=True, seen_square=2913, seen_turn=6)
    here.put("Hamburg", 2914)
    here.put("WP4", 2915, torpedoes=4)
    view = german(here, 7)
    order = otto().make_plan(view)[HAMBURG]
    assert order.goal is not None
    assert allowance(view, HAMBURG, order.mode) == 1
    coming = timetable(SL5, 2913, 6)[7]
    assert order.goal not in coming
    assert distance(order.goal, Square(2913)) > 1


# ---- two packs --------------------------------------------------------------------------------------------------


@pytest.mark.rule("bismarck", "9.21")
@pytest.mark.parametrize(("visibility", "together"), [(8, True), (1, False)])
def test_packs_search_together_where_one_would_see_nothing_and_apart_where_one_sees_enough(
    sea, visibility, together
) -> None:
    here = sea()
    for other in CONVOYS:
        here.state.ships[other].fate = Fate.SUNK
    here.put("SL2", 2112)
    here.put("WP1", 2213)
    here.put("WP2", 2213)
    here.state.visibility[:] = [visibility] * 20
    bot = otto()
    view = german(here, 2)
    goals = {bot.wolfpack_order(view, number).goal or 2213 for number in (WP1, WP2)}
    assert (len(goals) == 1) is together
