"""Options, questions and events name what they are about by the ids of the board."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import make_bots
from navalcore.rules import Event, Move, Place, places
from navalcore_games.aa50_subwar.board import describe
from navalcore_games.aa50_subwar.choices import BUY, END_COMBAT_MOVE, Charge, Direct, Mobilize, TakeHit
from navalcore_games.aa50_subwar.convoy import raid_zone
from navalcore_games.aa50_subwar.economy import collect_income
from navalcore_games.aa50_subwar.fleet import battle_round, fleet_battle, withdraw
from navalcore_games.aa50_subwar.flying import displaced, send_out
from navalcore_games.aa50_subwar.hunting import hunt
from navalcore_games.aa50_subwar.losses import destroy
from navalcore_games.aa50_subwar.movement import leaves, step
from navalcore_games.aa50_subwar.state import Battle
from navalcore_games.aa50_subwar.theatre import NEIGHBOURS, flights, way_between
from navalcore_games.aa50_subwar.words import Cause, Kind, Power, Side, Space, Territory
from tests.games.aa50_subwar.conftest import sea_zone

FROM_THE_LIBRARY = {"choice_made", "dice_rolled", "match_ended"}


def walk(game, seed, *, bots, scenario="atlantic_1942"):
    """A match, before every choice of its first rounds, played at random or by the game's bots."""
    match = game.new_match(scenario, seed=seed)
    rng, players = random.Random(seed), make_bots(game, seed=seed)
    while not match.over and match.count < 400:
        yield match
        decision = match.decision
        if bots:
            match.choose(players[decision.role].decide(match.view(decision.role), decision))
        else:
            match.choose(rng.randrange(len(decision.options)))


def stacks(match):
    """How many units of each stack lie where."""
    pieces = describe(match.view(nc.UMPIRE)).pieces
    return Counter({(piece.id, piece.at): piece.count for piece in pieces if piece.id.startswith("unit/")})


def told(table, name):
    """The one event of a kind that was told."""
    (event,) = [event for event in table.told if event.kind == name]
    return event


# ---- whole matches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [False, True])
def test_every_option_question_and_event_names_what_is_on_the_board(game, bots):
    events: list[Event] = []
    ids: frozenset[str] = frozenset()
    for match in walk(game, 11, bots=bots):
        decision = match.decision
        if not ids:
            match.events.subscribe(events.append, Event, role=nc.UMPIRE)
        before, ids = ids, describe(match.view(decision.role)).ids
        for option in decision.options:
            named_here = decision.places_of(option)
            assert named_here, option
            assert {place.id for place in named_here} <= ids, (option, named_here)
        assert decision.places, decision.prompt
        assert decision.fields, decision.prompt
        assert {place.id for place in decision.places} <= ids, decision.prompt
        for event in events:
            if event.kind not in FROM_THE_LIBRARY:
                assert event.places, event
                named = {place.id for place in event.places} | {move.piece for move in event.moves}
                assert named <= before | ids, event
        events.clear()


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("bots", [False, True])
def test_the_moves_of_events_lead_from_one_board_to_the_next(game, bots, seed):
    lying: Counter[tuple[str, str]] = Counter()
    moves: list[Move] = []
    for match in walk(game, seed, bots=bots):
        if not lying:
            match.events.subscribe(lambda event: moves.extend(event.moves), Event, role=nc.UMPIRE)
            lying = stacks(match)
        for move in moves:
            if move.start and not move.start.startswith("buy/"):
                lying[move.piece, move.start] -= move.count
            if move.end:
                lying[move.piece, move.end] += move.count
        moves.clear()
        assert +lying == stacks(match), match.count
        assert all(number >= 0 for number in lying.values())


def test_the_units_of_a_view_have_the_ids_of_the_board(game):
    for match in walk(game, 2, bots=True):
        view = match.view("allies")
        assert Counter((unit.id, unit.at) for unit in view.units) == Counter(
            {key: number for key, number in stacks(match).items() if key[1] != "bought"}
        )
        if match.count > 60:
            break


# ---- options ---------------------------------------------------------------------------------------------------------


def test_a_ship_is_ordered_by_its_stack_and_the_zones_it_leaves_and_enters(game):
    match = game.new_match("atlantic_1941", seed=1)
    match.choose("buy nothing more")
    sail = next(option for option in match.decision.options if str(option) == "submarine Sz7 > Sz8")
    assert sail.places == places(subject="unit/germany/submarine", from_="zone/7", to="zone/8")


def test_what_is_bought_lies_on_the_price_list_and_waits_to_be_mobilized():
    assert BUY[Kind.SUBMARINE].places == places(subject="price/submarine", from_="buy/submarine", to="bought")
    put = Mobilize(Kind.FIGHTER, sea_zone("sz2"))
    assert put.places == places(subject="unit/uk/fighter", from_="bought", to="zone/2")


def test_the_end_of_a_phase_lies_on_the_track_of_phases():
    assert END_COMBAT_MOVE.places == (Place("phase/combat_move", "at"),)


def test_a_loss_is_charged_to_a_territory():
    charge = Charge(sea_zone("sz8"), Territory(Space("england")))
    assert charge.places == places(target="land/england", at="zone/8")


@pytest.mark.parametrize("of", [TakeHit, Direct])
def test_one_of_a_stack_is_picked_whatever_its_state(table, of):
    board = table("uk")
    sound = board.put("uk", "battleship", "sz8")
    damaged = board.put("uk", "battleship", "sz8", damaged=True)
    assert of.of(sound).places == of.of(damaged).places == places(target="unit/uk/battleship", at="zone/8")
    assert of.of(sound).key != of.of(damaged).key


# ---- questions -------------------------------------------------------------------------------------------------------


def test_questions_say_in_fields_what_their_prompts_say(game):
    asked: dict[str, Any] = {}
    for seed in range(6):
        for match in walk(game, seed, bots=bool(seed % 2)):
            asked.setdefault(match.decision.kind, match.decision)
    purchase = asked["purchase"]
    assert purchase.fields == {"power": "germany", "ipc": 13}
    assert purchase.prompt == "What does Germany buy with its 13 IPC?"
    assert purchase.places == places(at=["phase/purchase", "ipc/germany"])
    going_on = asked["go_on"]
    zone = going_on.fields["space"]
    assert zone == going_on.places[-1].id
    assert going_on.prompt.startswith(f"The {going_on.fields['unit']} is in {zone.replace('zone/', 'Sz')}.")
    assert [place.part for place in going_on.places] == ["subject", "at"]
    assert [place.part for place in asked["mobilize"].places] == ["subject", "from"]
    assert [place.part for place in asked["dive"].places] == ["subject", "target", "at"]
    assert set(asked["casualty"].fields) == {"space", "side"}


# ---- events ----------------------------------------------------------------------------------------------------------


def test_a_carrier_sails_with_the_fighters_that_ride_on_it(table):
    board = table("us")
    carrier = board.put("us", "carrier", "sz10")
    for power in ("uk", "uk"):
        board.put(power, "fighter", "sz10", aboard=carrier.id)
    board.do(lambda play: step(play, carrier, sea_zone("sz9")))
    event = told(board, "unit_moved")
    assert event.places == places(subject="unit/us/carrier", from_="zone/10", to="zone/9")
    assert event.moves == (
        Move("unit/us/carrier", "zone/10", "zone/9"),
        Move("unit/uk/fighter", "zone/10", "zone/9", 2),
    )


def test_an_aircraft_flies_a_way_through_spaces_next_to_each_other(table):
    board = table("us")
    bomber = board.put("us", "bomber", "e_us")
    board.put("germany", "submarine", "sz2")
    order = next(order for order in board.sorties() if order.target == "sz2")
    board.do(lambda play: send_out(play, bomber, order))
    (move,) = told(board, "unit_moved").moves
    assert (move.piece, move.start, move.end) == ("unit/us/bomber", "land/e_us", "zone/2")
    assert move.way == ("land/e_canada", "zone/1")


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("column", ["owner_1941", "owner_1942"])
def test_every_way_is_as_long_as_the_flight_costs(column, side):
    for start, near in flights(column, side).items():
        for end, steps in near.items():
            way = way_between(column, side, start, end)
            assert len(way) == max(0, steps - 1)
            for here, there in zip((start, *way), (*way, end), strict=True):
                assert there in NEIGHBOURS[here] or not steps


def test_what_tries_to_stop_a_submarine_is_told_with_it(table):
    board = table("germany")
    submarine = board.put("germany", "submarine", "sz8")
    board.put("uk", "destroyer", "sz8")
    board.do(lambda play: leaves(play, submarine), dice=(5,))
    event = told(board, "submarine_stopped")
    assert event.places == places(subject="unit/uk/destroyer", target="unit/germany/submarine", at="zone/8")
    assert event.moves == ()


def test_a_hunt_tells_who_searched_who_fired_and_what_was_sunk(table):
    board = table("uk")
    board.put("uk", "destroyer", "sz8")
    board.put("germany", "submarine", "sz8")
    board.do(lambda play: hunt(play, sea_zone("sz8")), dice=(2, 1, 5), answers=("British destroyer",))
    duel = places(subject="unit/uk/destroyer", target="unit/germany/submarine", at="zone/8")
    assert told(board, "combat_began").places == places(at="zone/8")
    assert told(board, "searched").places == places(subject="unit/uk/destroyer", at="zone/8")
    assert [event.places[0].id for event in board.told if event.kind == "fired"] == [
        "unit/uk/destroyer", "unit/germany/submarine",
    ]  # fmt: skip
    lost = told(board, "unit_lost")
    assert (lost.cause, lost.by.kind, lost.places) == (Cause.HIT, Kind.DESTROYER, duel)
    assert lost.moves == (Move("unit/germany/submarine", "zone/8", ""),)
    assert str(lost) == "The German submarine is sunk by the British destroyer in Sz8."
    assert told(board, "duel_ended").places == duel


def test_a_salvo_is_told_by_the_stacks_that_fire(table):
    board = table("uk")
    ships = [board.put("uk", "cruiser", "sz8"), board.put("uk", "cruiser", "sz8")]
    board.put("germany", "battleship", "sz8")
    battle = Battle(sea_zone("sz8"), "fleet", [ship.id for ship in ships], [ships[-1].id + 1])
    board.do(lambda play: battle_round(play, battle), dice=(1, 6, 6))
    attack, defence = (event for event in board.told if event.kind == "fired")
    assert attack.places == places(subject="unit/uk/cruiser", at="zone/8")
    assert (attack.who, attack.role, len(attack.units)) == ("attacking cruisers", "attacking", 2)
    assert defence.who == "defending battleship"
    damaged = told(board, "unit_damaged")
    assert damaged.places == places(target="unit/germany/battleship", at="zone/8")


def test_submarines_that_submerge_and_ships_that_retreat_are_told_by_their_stacks(table):
    board = table("uk")
    ships = [board.put("uk", "cruiser", "sz8") for _ in range(2)]
    ships.append(board.in_flight("uk", "bomber", "sz8", "fight"))
    battle = Battle(sea_zone("sz8"), "fleet", [unit.id for unit in ships], [])
    board.do(lambda play: withdraw(play, battle, sea_zone("sz2")))
    event = told(board, "retreated")
    assert event.moves == (Move("unit/uk/cruiser", "zone/8", "zone/2", 2),)
    assert event.places == places(subject="unit/uk/cruiser", from_="zone/8", to="zone/2")
    board = table("uk")
    cruiser = board.put("uk", "cruiser", "sz8")
    board.put("germany", "submarine", "sz8", 2)
    board.put("germany", "transport", "sz8")
    board.do(lambda play: fleet_battle(play, sea_zone("sz8"), [cruiser]), answers=("submerge 2",))
    event = told(board, "submerged")
    assert event.places == places(subject="unit/germany/submarine", at="zone/8")
    assert [unit.kind for unit in event.units] == [Kind.SUBMARINE] * 2


def test_a_fighter_whose_carrier_is_sunk_is_told_where_it_lands(table):
    board = table("germany")
    board.put("uk", "fighter", "sz8", airborne=True)
    board.do(displaced)
    (move,) = told(board, "unit_moved").moves
    assert move == Move("unit/uk/fighter", "zone/8", "land/england")


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (Cause.HIT, "is shot down"),
        (Cause.CARRIER_SUNK, "goes down with its carrier"),
        (Cause.NO_CARRIER, "has lost its carrier, finds no place to land and is lost"),
        (Cause.NO_LANDING, "finds no place to land and is lost"),
    ],
)
def test_every_loss_has_its_cause(table, cause, words):
    board = table("uk")
    fighter = board.put("uk", "fighter", "sz8", airborne=True)
    board.do(lambda play: destroy(play, fighter, cause, "B5"))
    event = told(board, "unit_lost")
    assert event.cause is cause
    assert str(event) == f"The British fighter {words} in Sz8."


def test_a_raid_is_told_with_its_raiders_its_convoys_and_who_pays(table):
    board = table("uk")
    submarine = board.put("germany", "submarine", "sz8")
    board.put("germany", "transport", "sz8")
    board.do(lambda play: raid_zone(play, sea_zone("sz8"), Side.AXIS, [submarine]), dice=(3, 1))
    raid = told(board, "zone_raided")
    assert raid.places == places(subject="unit/germany/submarine", target="convoys/8", at="zone/8")
    board.do(collect_income, dice=(3, 1))
    charges = [event for event in board.told if event.kind == "loss_charged"]
    assert {event.places for event in charges} == {places(target=("land/england", "convoys/england"), at="zone/8")}
    income = told(board, "income_collected")
    assert (income.power, income.places) == (Power.UK, places(target="ipc/uk"))
    assert str(income).startswith("The British income is")
