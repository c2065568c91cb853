"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

from __future__ import annotations

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore.errors import BadData
from navalcore_games.aa50_subwar.convoy import disrupt, zone_limit
from navalcore_games.aa50_subwar.economy import buy, mobilize
from navalcore_games.aa50_subwar.events import Submerged, TurnBegan, UnitBought, UnitMoved
from navalcore_games.aa50_subwar.fleet import submerge
from navalcore_games.aa50_subwar.flying import cannot_fly, land
from navalcore_games.aa50_subwar.movement import leaves, step
from navalcore_games.aa50_subwar.theatre import check_counts
from navalcore_games.aa50_subwar.turns import begin_turn, fights_there, noncombat_move
from navalcore_games.aa50_subwar.words import Kind, Power, Side
from tests.games.aa50_subwar.conftest import sea_zone


def fights(board):
    return {order.target for order in board.sorties() if order.purpose == "fight"}


@pytest.mark.rule("aa50_subwar", "S4")
@pytest.mark.parametrize("first", ["cruiser", "tired destroyer"])
def test_a_ship_that_does_not_roll_keeps_no_destroyer_after_it_from_rolling(table, first):
    board = table("germany", {"stop_roll": "once_per_destroyer"})
    board.put("uk", first.removeprefix("tired "), "sz6", attempted=first.startswith("tired"))
    board.put("uk", "destroyer", "sz6")
    submarine = board.put("germany", "submarine", "sz6")
    assert board.do(lambda play: leaves(play, submarine), (3,)) is False


@pytest.mark.rule("aa50_subwar", "S17")
def test_a_zones_limit_for_the_round_is_used_up_by_what_was_lost_there_and_no_more(table):
    board = table("uk", {"zone_limit_scope": "per_round"})
    board.put("germany", "destroyer", "sz8")
    assert zone_limit(board.state, board.options, sea_zone("sz8")) == 4
    board.do(lambda play: disrupt(play, Power.UK), (3,))
    assert zone_limit(board.state, board.options, sea_zone("sz8")) == 1


@pytest.mark.rule("aa50_subwar", "B5", "B14")
def test_a_carrier_bought_this_turn_makes_a_flight_legal_that_no_other_landing_would(table):
    # England, Sz8, Sz9, Sz11: three points; the last one leads to Sz10 and no land.
    board = table("us")
    board.put("germany", "cruiser", "sz11")
    board.put("us", "fighter", "england")
    assert fights(board) == set()
    board.state.bought = [Kind.BATTLESHIP]
    assert fights(board) == set()
    board.state.bought = [Kind.CARRIER]
    assert fights(board) == {"sz11"}


@pytest.mark.rule("aa50_subwar", "B5")
@pytest.mark.parametrize(("power", "found"), [("uk", {"sz11"}), ("us", set())])
def test_only_a_carrier_of_the_power_whose_turn_it_is_can_come_to_meet_a_fighter(table, power, found):
    board = table("uk")
    board.put("germany", "transport", "sz11")
    board.put("uk", "fighter", "england")
    board.put(power, "carrier", "sz8")
    assert fights(board) == found


@pytest.mark.rule("aa50_subwar", "B5", "S11")
def test_a_flight_too_far_is_refused_by_the_section_that_makes_it_so_long(table):
    board = table("us")
    board.put("us", "fighter", "e_us")
    board.put("germany", "submarine", "sz8")  # 3 spaces and 2 for the search
    board.put("germany", "cruiser", "sz6")  # 5 spaces
    refusals = {refusal.text: refusal.rule for refusal in board.do(lambda play: list(cannot_fly(play)))}
    assert refusals["fighter (4 left) E.US > Sz8 to search"] == "S11"
    assert refusals["fighter (4 left) E.US > Sz6 to fight"] == "B5"


@pytest.mark.rule("aa50_subwar", "B14", "B16")
@pytest.mark.parametrize("other", [kind for kind in Kind if kind is not Kind.CARRIER])
def test_carriers_are_mobilized_before_everything_else(table, other):
    board = table("uk")
    board.state.bought = [other, Kind.CARRIER]
    alone = [Kind.BOMBER]  # has one place, so nothing is asked
    board.do(
        mobilize,
        (),
        (
            "mobilize the carrier in Sz2",
            *(
                []
                if other in alone
                else [f"mobilize the {other} in {'Sz3' if other is not Kind.FIGHTER else 'England'}"]
            ),
        ),
    )
    assert board.asked[0] == "Where is the carrier mobilized?"


def test_the_invariants_notice_a_territory_charged_with_more_than_its_limit(table, game):
    board = table("uk")
    for charge, noticed in ((8, False), (9, True)):
        board.state.charges = {"england": charge}
        told = [text for text in game.invariants(board.state, game.terms()) if "england is charged" in text]
        assert bool(told) is noticed


@pytest.mark.parametrize("number", ["2", 1.5, True, None, -1])
def test_numbers_of_units_are_whole_numbers_from_0_up(number):
    with pytest.raises(BadData, match="a whole number from 0 up is wanted"):
        check_counts({"destroyer": number}, "fleet")
    assert check_counts({"destroyer": 0}, "fleet") == {Kind.DESTROYER: 0}


@pytest.mark.rule("aa50_subwar", "B6", "B16")
@pytest.mark.parametrize(("mission", "fighting"), [("fight", True), ("", False), ("search", False), ("fought", False)])
def test_an_aircraft_over_a_zone_is_in_its_battle_only_if_it_was_sent_to_fight(table, mission, fighting):
    board = table("uk")
    assert fights_there(board.in_flight("uk", "fighter", "sz8", mission)) is fighting
    assert fights_there(board.put("uk", "cruiser", "sz8"))
    assert not fights_there(board.put("uk", "submarine", "sz8"))


@pytest.mark.rule("aa50_subwar", "B5", "B16")
def test_a_fighter_that_lands_on_a_carrier_is_out_of_the_air(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz11")
    fighter = board.in_flight("uk", "fighter", "sz12", "fought", 1)
    board.do(lambda play: land(play, fighter, sea_zone("sz11")))
    assert (fighter.aboard, fighter.airborne, fighter.mission) == (carrier.id, False, "")


@pytest.mark.rule("aa50_subwar", "B1")
@pytest.mark.parametrize("listening", [True, False])
def test_the_beginning_of_a_turn_is_told_to_those_who_listen(table, listening):
    board = table("us")
    play = Play(board.state, board.options, ScriptedChance(), listening=listening)
    begin_turn(play)
    told = [(event.power, event.rule) for event in play.told if isinstance(event, TurnBegan)]
    assert told == ([(Power.US, "B1")] if listening else [])


@pytest.mark.rule("aa50_subwar", "B7")
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("listening", [True, False])
def test_submarines_that_submerge_are_told_of_if_there_are_any(table, number, listening):
    board = table("germany")
    submarines = [board.put("germany", "submarine", "sz8").id for _ in range(2)]
    play = Play(board.state, board.options, ScriptedChance(), listening=listening)
    run(submerge(play, submarines, Side.AXIS), lambda decision: decision.read(f"submerge {number}"))
    told = [(len(event.units), event.side) for event in play.told if isinstance(event, Submerged)]
    assert told == ([(number, Side.AXIS)] if number and listening else [])
    assert len(submarines) == 2 - number


@pytest.mark.rule("aa50_subwar", "B2", "B4")
@pytest.mark.parametrize("listening", [True, False])
def test_purchases_and_moves_are_told_to_those_who_listen(table, listening):
    board = table("germany")
    board.state.treasury[Power.GERMANY] = 20
    ship = board.put("germany", "cruiser", "sz5")
    play = Play(board.state, board.options, ScriptedChance(), listening=listening)
    buy(play, Kind.SUBMARINE)
    step(play, ship, sea_zone("sz6"))
    told = [(event.power, event.left) for event in play.told if isinstance(event, UnitBought)]
    assert told == ([(Power.GERMANY, 14)] if listening else [])
    moved = [(event.source, event.target) for event in play.told if isinstance(event, UnitMoved)]
    assert moved == ([("sz5", "sz6")] if listening else [])


@pytest.mark.rule("aa50_subwar", "B5", "B14")
def test_a_fighter_that_waits_for_a_new_carrier_outlasts_the_noncombat_move(table):
    board = table("uk")
    board.in_flight("uk", "fighter", "sz8", "waiting", 0)
    board.in_flight("uk", "fighter", "sz11", "fought", 0)
    board.state.bought = [Kind.CARRIER]
    board.do(noncombat_move)
    assert board.names("sz8") == ["British fighter"]
    assert board.names("sz11") == []
