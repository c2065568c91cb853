"""Which aircraft may count on a carrier (B5), what transports can take (B9), what is told and kept sound."""

from __future__ import annotations

import pytest

from navalcore_games.aa50_subwar import resolver
from navalcore_games.aa50_subwar.casualties import Hits, most_taken
from navalcore_games.aa50_subwar.economy import buy
from navalcore_games.aa50_subwar.events import CombatBegan
from navalcore_games.aa50_subwar.fleet import fleet_battle
from navalcore_games.aa50_subwar.flying import can_land
from navalcore_games.aa50_subwar.game import scores_of
from navalcore_games.aa50_subwar.losses import destroy
from navalcore_games.aa50_subwar.words import Cause, Kind, Side
from tests.games.aa50_subwar.conftest import sea_zone


@pytest.mark.rule("aa50_subwar", "B5")
def test_a_carrier_is_a_landing_for_fighters_and_not_for_bombers(table):
    board = table("uk")
    board.put("uk", "carrier", "sz8")
    fighter, bomber = board.put("uk", "fighter", "england"), board.put("uk", "bomber", "england")
    assert can_land(board.state, fighter, sea_zone("sz8"), 0)
    assert not can_land(board.state, bomber, sea_zone("sz8"), 0)
    assert can_land(board.state, bomber, sea_zone("sz8"), 1), "England is next to Sz8"


@pytest.mark.rule("aa50_subwar", "B5", "B16")
def test_a_fighter_that_stands_on_a_carrier_takes_its_room_once(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8")
    board.put("uk", "fighter", "sz8", aboard=carrier.id, moves_left=0)
    flying = board.put("uk", "fighter", "england")
    assert can_land(board.state, flying, sea_zone("sz8"), 0), (
        "a carrier holds two, and the one aboard needs no other place"
    )
    board.put("uk", "fighter", "sz8", aboard=carrier.id, moves_left=0)
    assert not can_land(board.state, flying, sea_zone("sz8"), 0)


@pytest.mark.rule("aa50_subwar", "B5")
def test_a_bomber_in_the_air_needs_no_room_on_a_carrier(table):
    board = table("uk")
    board.put("uk", "carrier", "sz8")
    for _ in range(3):
        board.in_flight("uk", "bomber", "sz12", "fought", 0)
    assert can_land(board.state, board.put("uk", "fighter", "england"), sea_zone("sz8"), 0)


@pytest.mark.rule("aa50_subwar", "B8", "B9")
@pytest.mark.parametrize(
    ("kind", "taken"),
    [("submarine", 0), *((kind, 1) for kind in ("destroyer", "cruiser", "carrier", "transport", "fighter", "bomber"))],
)
def test_a_hit_of_aircraft_without_a_destroyer_falls_on_anything_but_submarines(table, kind, taken):
    board = table("uk")
    assert most_taken(Hits(not_on_submarines=1), [board.put("germany", kind, "sz8")]) == taken


@pytest.mark.rule("aa50_subwar", "B8", "B9")
@pytest.mark.parametrize(
    ("kind", "taken"),
    [("fighter", 0), ("bomber", 0), *((kind, 1) for kind in ("submarine", "destroyer", "carrier", "transport"))],
)
def test_a_hit_of_a_submarine_falls_on_sea_units_alone(table, kind, taken):
    board = table("uk")
    assert most_taken(Hits(on_ships=1), [board.put("germany", kind, "sz8")]) == taken


@pytest.mark.rule("aa50_subwar", "B6")
def test_a_fleet_battle_is_announced_with_its_zone(table):
    board = table("uk")
    own = [board.put("uk", "cruiser", "sz8")]
    board.put("germany", "transport", "sz8")
    board.do(lambda play: fleet_battle(play, sea_zone("sz8"), own))
    assert [(event.zone, event.rule) for event in board.told if isinstance(event, CombatBegan)] == [("sz8", "B6")]


@pytest.mark.rule("aa50_subwar", "S14")
@pytest.mark.parametrize("hunter", ["fighter", "bomber"])
def test_when_the_submarine_dives_neither_is_lost(hunter):
    fight = resolver.duel(hunter, dice=[5, 2])
    assert (fight.ending, fight.submarine_sunk, fight.hunter_sunk) == ("dived", False, False)


@pytest.mark.rule("aa50_subwar", "S26", "S25")
def test_a_side_scores_what_it_destroyed_and_disrupted_of_the_other(table):
    """AAS-R24, and the points of a head start (AAS-R43)."""
    state = table("uk").state
    state.head_start = {Side.AXIS: 1, Side.ALLIES: 2}
    state.destroyed = {Side.AXIS: 30, Side.ALLIES: 50}
    state.disrupted = {Side.AXIS: 7, Side.ALLIES: 11}
    told = scores_of(state)
    assert (told["axis"], told["allies"]) == (1 + 50 + 11, 2 + 30 + 7)
    assert (told["axis_units_destroyed"], told["allied_units_destroyed"]) == (30, 50)
    assert (told["axis_convoy_losses"], told["allied_convoy_losses"]) == (7, 11)


@pytest.mark.rule("aa50_subwar", "S26", "B2")
@pytest.mark.parametrize(
    ("power", "kind", "spent"), [("germany", "submarine", 6), ("germany", "cruiser", 0), ("uk", "submarine", 0)]
)
def test_only_what_germany_spends_on_submarines_counts_as_that(table, power, kind, spent):
    board = table(power)
    board.do(lambda play: buy(play, Kind(kind)))
    assert scores_of(board.state)["spent_on_submarines"] == spent


@pytest.mark.rule("aa50_subwar", "S26")
@pytest.mark.parametrize(
    ("power", "kind", "counted"),
    [("germany", "submarine", 6), ("germany", "cruiser", 0), ("uk", "submarine", 0), ("uk", "destroyer", 0)],
)
def test_only_german_submarines_count_as_submarines_destroyed(table, power, kind, counted):
    board = table("uk")
    board.do(lambda play: destroy(play, board.put(power, kind, "sz8"), Cause.HIT, "B6"))
    assert scores_of(board.state)["submarines_destroyed"] == counted


@pytest.mark.rule("aa50_subwar", "B16")
@pytest.mark.parametrize("aboard", [2, 3])
def test_the_invariants_notice_a_third_fighter_on_a_carrier(table, game, aboard):
    board = table("uk")
    carrier = board.put("us", "carrier", "sz8")
    board.put("uk", "fighter", "sz8", aboard, aboard=carrier.id)
    told = "the American carrier holds too many fighters" in game.invariants(board.state, game.terms())
    assert told is (aboard == 3)


def test_the_invariants_notice_a_unit_that_was_neither_set_up_nor_bought(table, game):
    board = table("uk", setup="atlantic_1941")
    assert not list(game.invariants(board.state, game.terms()))
    board.put("germany", "submarine", "sz5")
    assert list(game.invariants(board.state, game.terms())) == ["units were lost or made without being counted"]


@pytest.mark.rule("aa50_subwar", "B5")
def test_the_invariants_notice_aircraft_over_land_that_is_not_their_sides(table, game):
    board = table("uk")
    board.put("uk", "fighter", "germany")
    assert [text for text in game.invariants(board.state, game.terms()) if "over germany" in text]
    board.put("uk", "fighter", "england")
    assert not [text for text in game.invariants(board.state, game.terms()) if "over england" in text]
