"""Movement of ships and submarines (S3, S4, B3, B4, B13)."""

from __future__ import annotations

import pytest

from navalcore_games.aa50_subwar.choices import FightIn
from navalcore_games.aa50_subwar.movement import cannot_sail, leaves, move_ship, new_attempts
from navalcore_games.aa50_subwar.orders import MovementPhase
from navalcore_games.aa50_subwar.turns import combat, combats
from tests.games.aa50_subwar.conftest import sea_zone


def move(board, unit, *way, dice=(), phase="combat", answers=None):
    onward = answers if answers is not None else tuple(f"go on to Sz{zone[2:]}" for zone in way[1:])
    board.do(lambda play: move_ship(play, unit, way[0], MovementPhase(play.state, phase)), dice, onward)
    return unit.space


@pytest.mark.rule("aa50_subwar", "S3")
def test_submarines_pass_through_a_hostile_zone_and_surface_ships_stop_there(table):
    board = table("germany")
    board.put("uk", "battleship", "sz6")
    submarine, cruiser = board.put("germany", "submarine", "sz5"), board.put("germany", "cruiser", "sz5")
    assert move(board, submarine, "sz6", "sz7") == "sz7"
    assert move(board, cruiser, "sz6", answers=()) == "sz6"


@pytest.mark.rule("aa50_subwar", "S3")
def test_a_submarine_beside_enemy_ships_need_not_fight(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    board.put("germany", "submarine", "sz6")
    assert board.do(combats) == {FightIn(sea_zone("sz6"), "fleet"): False}
    board.do(combat, (), ("end the combat phase",))
    assert board.names("sz6") == ["British destroyer", "German submarine"]


@pytest.mark.rule("aa50_subwar", "S4")
@pytest.mark.parametrize(("face", "where"), [(3, "sz6"), (4, "sz7")])
def test_a_destroyer_stops_a_leaving_submarine_on_3_and_not_on_4(table, face, where):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    submarine = board.put("germany", "submarine", "sz5")
    assert move(board, submarine, "sz6", "sz7", dice=(("stop the submarine", face),)) == where
    assert submarine.stopped == (face == 3)
    assert board.count("germany", "submarine") == 1, "the destroyer has no combat out of it"


@pytest.mark.rule("aa50_subwar", "S4")
def test_the_zone_it_starts_in_counts_and_a_stopped_submarine_moves_no_more_this_turn(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    submarine = board.put("germany", "submarine", "sz6")
    assert move(board, submarine, "sz7", dice=(2,), answers=()) == "sz6"
    assert not board.sails("combat")
    assert not board.sails("noncombat")
    refusals = board.do(lambda play: list(cannot_sail(play, "combat")))
    assert {refusal.rule for refusal in refusals} == {"S4"}


@pytest.mark.rule("aa50_subwar", "S4")
def test_every_destroyer_of_both_allies_rolls_and_one_success_is_enough(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    board.put("us", "destroyer", "sz6", 2)
    submarine = board.put("germany", "submarine", "sz6")
    assert not board.do(lambda play: leaves(play, submarine), (4, 5, 3))


@pytest.mark.rule("aa50_subwar", "S4")
def test_friendly_surface_ships_do_not_shield_a_submarine_from_being_stopped(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    board.put("germany", "battleship", "sz6")
    submarine = board.put("germany", "submarine", "sz6")
    assert not board.do(lambda play: leaves(play, submarine), (1,))


@pytest.mark.rule("aa50_subwar", "S4")
def test_only_destroyers_stop_and_only_submarines_are_stopped(table):
    board = table("germany")
    board.put("uk", "cruiser", "sz6")
    submarine = board.put("germany", "submarine", "sz6")
    assert board.do(lambda play: leaves(play, submarine))
    board.put("uk", "destroyer", "sz6")
    cruiser = board.put("germany", "cruiser", "sz6")
    assert board.do(lambda play: leaves(play, cruiser))


@pytest.mark.rule("aa50_subwar", "S4")
def test_a_success_does_not_use_the_destroyer_up_unless_the_option_says_so(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    first, second = (board.put("germany", "submarine", "sz6") for _ in range(2))
    board.do(lambda play: leaves(play, first), (4,))
    assert not board.do(lambda play: leaves(play, second), (3,))
    board = table("germany", {"stop_roll": "once_per_destroyer"})
    board.put("uk", "destroyer", "sz6")
    first, second = (board.put("germany", "submarine", "sz6") for _ in range(2))
    board.do(lambda play: leaves(play, first), (4,))
    assert board.do(lambda play: leaves(play, second))
    new_attempts(board.state)
    assert not board.do(lambda play: leaves(play, second), (3,))


@pytest.mark.rule("aa50_subwar", "B3")
def test_surface_warships_make_a_zone_hostile_and_submarines_and_transports_do_not(table):
    board = table("germany")
    board.put("uk", "submarine", "sz6")
    board.put("uk", "transport", "sz6")
    assert board.state.hostile_at_start == []
    board.put("us", "carrier", "sz6")
    assert board.state.hostile_at_start == ["sz6"]


@pytest.mark.rule("aa50_subwar", "B3")
def test_surface_ships_in_a_hostile_zone_must_fight_and_others_need_not(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    board.put("uk", "transport", "sz7")
    board.put("germany", "cruiser", "sz6")
    board.put("germany", "cruiser", "sz7")
    assert board.do(combats) == {FightIn(sea_zone("sz6"), "fleet"): True, FightIn(sea_zone("sz7"), "fleet"): False}


@pytest.mark.rule("aa50_subwar", "B3", "B4")
def test_a_surface_ship_may_leave_the_hostile_zone_it_starts_in_and_go_two_zones(table):
    board = table("germany")
    board.put("uk", "battleship", "sz7")
    cruiser = board.put("germany", "cruiser", "sz7")
    assert move(board, cruiser, "sz6", "sz5") == "sz5"
    assert cruiser.moves_left == 0
    assert cruiser.came_from == "sz6"


@pytest.mark.rule("aa50_subwar", "B4", "B13")
def test_a_ship_that_moved_or_fought_does_not_move_again(table):
    board = table("uk")
    cruiser = board.put("uk", "cruiser", "sz8")
    fought = board.put("uk", "destroyer", "sz2", mission="fought", acted=True)
    assert move(board, cruiser, "sz7", answers=("stay",)) == "sz7"
    assert not board.sails("noncombat")
    sections = {refusal.rule for refusal in board.do(lambda play: list(cannot_sail(play, "noncombat")))}
    assert sections == {"B4"}
    assert fought.space == "sz2"


@pytest.mark.rule("aa50_subwar", "B13", "S3")
def test_in_the_noncombat_move_only_submarines_enter_a_hostile_zone(table):
    board = table("germany")
    board.put("uk", "destroyer", "sz6")
    board.put("germany", "cruiser", "sz5")
    assert [str(order) for order in board.sails("noncombat")] == []
    board.put("germany", "submarine", "sz5")
    assert [str(order) for order in board.sails("noncombat")] == ["submarine Sz5 > Sz6"]
    assert [str(order) for order in board.sails("combat")] == [
        "cruiser Sz5 > Sz6",
        "submarine Sz5 > Sz6",
    ]
    refused = board.do(lambda play: list(cannot_sail(play, "noncombat")))
    assert [(str(refusal.text), refusal.rule) for refusal in refused] == [("cruiser Sz5 > Sz6", "B13")]


@pytest.mark.rule("aa50_subwar", "B13", "B4", "S3")
@pytest.mark.parametrize(
    ("kind", "phase", "entered"),
    [("cruiser", "noncombat", False), ("cruiser", "combat", True), ("submarine", "noncombat", True)],
)
def test_in_the_noncombat_move_a_surface_ship_enters_no_hostile_zone_with_its_second_step_either(
    table, kind, phase, entered
):
    board = table("germany")
    board.put("uk", "battleship", "sz6")
    move(board, board.put("germany", kind, "sz8"), "sz7", phase=phase, answers=("stay",))
    (ways,) = board.offered
    assert {"go on to Sz8", "go on to Sz12"} < set(ways)
    assert ("go on to Sz6" in ways) is entered


@pytest.mark.rule("aa50_subwar", "B4")
def test_ships_move_over_open_connections_only(table):
    board = table("us")
    board.put("us", "destroyer", "sz13")
    assert [str(order) for order in board.sails("combat")] == ["destroyer Sz13 > Sz12"]


@pytest.mark.rule("aa50_subwar", "B16", "B4")
def test_a_carrier_takes_the_partners_fighters_along(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8")
    guest = board.put("us", "fighter", "sz8", aboard=carrier.id)
    orders = map(str, board.sails("combat"))
    assert "carrier with 1 fighter Sz8 > Sz1" in orders
    assert move(board, carrier, "sz7", answers=("stay",)) == guest.space == "sz7"
    refused = [refusal.text for refusal in board.do(lambda play: list(cannot_sail(play, "noncombat")))]
    assert "carrier with 1 fighter Sz7 > Sz8" in refused, "a refusal is worded like the order it refuses"
