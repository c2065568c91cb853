"""Search: factors, totals, spotting, fog (9)."""

import pytest

from navalcore_games.bismarck.cards import PLANES, SHIPS, ship_number
from navalcore_games.bismarck.search.spotting import (
    enemies_seen,
    plane_factor,
    projected_totals,
    search_phase,
    ship_factor,
    totals,
    visibility_in,
)
from navalcore_games.bismarck.words import Mode, Side, Square


def factor(sea, name, mode, night=False):
    return ship_factor(ship_number(name), sea.ship(name), mode, night)


@pytest.mark.rule("bismarck", "9.23", "2.27", "13.1")
def test_a_row_has_one_visibility_and_row_11_begins_with_3(game) -> None:
    state = game.initial_state(game.terms())
    assert {visibility_in(state, square) for square in (Square(1111), Square(1116), Square(1128))} == {3}
    assert visibility_in(state, Square(1216)) == 4
    assert all(1 <= level <= 8 for level in state.visibility)


@pytest.mark.rule("bismarck", "9.2", "9.23")
def test_a_total_of_three_spots_in_1116_on_turn_one_and_two_does_not(sea) -> None:
    here = sea()
    here.state.turn, here.state.visibility[0] = 1, 3
    for cruisers, seen in ((2, False), (3, True)):
        bismarck = here.put("Bismarck", 1116)
        for name in ("Norfolk", "Suffolk", "Kenya")[:cruisers]:
            here.put(name, 1116, mode=Mode.MOVE)
        search_phase(here.play)
        assert bismarck.seen is seen


@pytest.mark.rule("bismarck", "9.21", "6.21", "6.22")
def test_the_total_is_the_sum_by_mode_and_by_day_or_night_of_the_row(sea) -> None:
    here = sea()
    here.put("Suffolk", 2120, mode=Mode.PATROL)
    here.put("Norfolk", 2120, mode=Mode.MOVE)
    here.fly("R Ulster 1", 2120, Mode.PATROL, endurance=4)
    here.fly("R Ulster 2", 2120, Mode.MOVE, endurance=4)
    assert totals(here.state, Side.BRITISH) == {2120: 4 + 1 + 4 + 2}
    here.state.turn = 3
    assert totals(here.state, Side.BRITISH) == {2120: 3 + 1 + 2 + 1}


@pytest.mark.rule("bismarck", "6.21", "6.22", "6.24", "6.25", "6.26")
def test_a_ship_has_her_patrol_factor_in_patrol_mode_alone(sea) -> None:
    """BIS-R11, BIS-R13: Suffolk's card has 1/1 and 4/3."""
    here = sea()
    for night, patrol in ((False, 4), (True, 3)):
        for mode in (Mode.MOVE, Mode.FAST, Mode.SLOW, Mode.R):
            assert factor(here, "Suffolk", mode, night) == 1
        assert factor(here, "Suffolk", Mode.PATROL, night) == patrol
    here.put("WP1", 1812, mode=Mode.R)  # by its card 3/2 and 4/4
    assert [factor(here, "WP1", Mode.R, night) for night in (False, True)] == [3, 2]


@pytest.mark.rule("bismarck", "8.23", "9.21", "2.25")
def test_planes_search_by_mode_and_not_at_all_on_the_ground(sea) -> None:
    here = sea()
    number = next(card.number for card in PLANES if card.id == "L Ulster")
    plane = here.base("L Ulster")
    assert [plane_factor(number, plane, mode, False) for mode in (Mode.BASE, Mode.ATTACK, Mode.R, Mode.HOME)] == [
        0, 2, 4, 2,
    ]  # fmt: skip
    assert totals(here.state, Side.BRITISH) == {}


@pytest.mark.rule("bismarck", "16.42")
def test_each_submarine_lost_costs_the_unit_one_search_factor(sea) -> None:
    here = sea()
    pack = here.put("WP1", 1812)
    assert factor(here, "WP1", Mode.PATROL) == 4
    pack.midships = 1
    assert (factor(here, "WP1", Mode.PATROL), factor(here, "WP1", Mode.MOVE, True)) == (2, 0)


@pytest.mark.rule("bismarck", "16.52")
def test_destroyers_lost_cost_no_search_factors(sea) -> None:
    here = sea()
    here.put("DF1", 1622, midships=1)
    assert factor(here, "DF1", Mode.MOVE) == 1


@pytest.mark.rule("bismarck", "10.8")
def test_contact_gives_a_search_factor_of_eight(sea) -> None:
    here = sea()
    here.put("Norfolk", 1117, contact=True)
    assert factor(here, "Norfolk", Mode.MOVE, True) == 8


@pytest.mark.rule("bismarck", "9.5", "9.1", "4.52")
def test_spotting_is_mutual(sea) -> None:
    here = sea()
    here.state.visibility[5] = 4
    norfolk = here.put("Norfolk", 1620, mode=Mode.PATROL)
    bismarck = here.put("Bismarck", 1620)
    search_phase(here.play)
    assert norfolk.seen
    assert bismarck.seen
    assert (bismarck.seen_square, bismarck.seen_turn) == (1620, 2)


@pytest.mark.rule("bismarck", "9.5")
@pytest.mark.parametrize(("plane", "seen"), [(False, False), (True, True)])
def test_a_submarine_is_only_seen_with_an_enemy_plane_above(sea, plane, seen) -> None:
    here = sea()
    pack = here.put("WP1", 1812)
    convoy = here.put("SL2", 1812)
    here.put("Norfolk", 1812, mode=Mode.PATROL)
    if plane:
        here.fly("R Reykjavik", 1812, Mode.MOVE, endurance=3)
    search_phase(here.play)
    assert (pack.seen, convoy.seen) == (seen, True)


@pytest.mark.rule("bismarck", "9.5")
def test_the_seer_of_a_submarine_needs_a_total_of_its_own(sea) -> None:
    here = sea()
    here.state.visibility[7] = 3
    pack = here.put("WP1", 1812)
    here.fly("R Reykjavik", 1812, Mode.MOVE, endurance=3)
    search_phase(here.play)
    assert not pack.seen
    assert here.plane("R Reykjavik").seen, "the wolfpack's total of 4 suffices for the Germans"


@pytest.mark.rule("bismarck", "9.5")
def test_british_submarines_are_never_seen(sea) -> None:
    here = sea()
    group = here.put("SG1", 1627)
    here.put("Bismarck", 1627, mode=Mode.PATROL)
    search_phase(here.play)
    assert not group.seen
    assert here.ship("Bismarck").seen


@pytest.mark.rule("bismarck", "9.4")
def test_nobody_spots_anybody_in_fog(sea) -> None:
    here = sea()
    bismarck = here.put("Bismarck", 1527)
    norfolk = here.put("Norfolk", 1527, mode=Mode.PATROL)
    here.state.fog[1] = True
    search_phase(here.play)
    assert not bismarck.seen
    assert not norfolk.seen
    here.state.fog[1] = False
    search_phase(here.play)
    assert bismarck.seen


@pytest.mark.rule("bismarck", "9.4", "9.6")
def test_a_ship_out_of_sight_is_lost_again_but_where_it_was_is_remembered(sea) -> None:
    here = sea()
    bismarck = here.put("Bismarck", 1620)
    norfolk = here.put("Norfolk", 1620, mode=Mode.PATROL)
    search_phase(here.play)
    norfolk.square = 1621
    search_phase(here.play)
    assert (bismarck.seen, bismarck.seen_square) == (False, 1620)


@pytest.mark.rule("bismarck", "9.2")
def test_enemies_seen_are_those_in_the_square_and_surface_ships_unless_asked(sea) -> None:
    here = sea()
    here.put("Bismarck", 1620, seen=True)
    here.put("WP1", 1620, seen=True)
    here.put("Prinz Eugen", 1621, seen=True)
    names = [SHIPS[n].name for n in enemies_seen(here.state, Side.BRITISH, Square(1620))]
    assert names == ["Bismarck"]
    assert len(enemies_seen(here.state, Side.BRITISH, Square(1620), submarines=True)) == 2


@pytest.mark.rule("bismarck", "9.21")
def test_projected_totals_follow_the_orders(sea) -> None:
    here = sea()
    here.put("Norfolk", 1117, mode=Mode.MOVE, order_mode=Mode.PATROL)
    here.put("Suffolk", 1117, mode=Mode.PATROL, order_mode=Mode.MOVE, path=(1118,))
    here.base("R Reykjavik").order_mode = Mode.PATROL
    here.plane("R Reykjavik").path = (1217,)
    assert projected_totals(here.state, Side.BRITISH) == {1117: 4, 1118: 1, 1217: 4}
    assert totals(here.state, Side.BRITISH) == {1117: 5}
