"""What is kept from one order of a movement phase to the next is what would be worked out anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from navalcore._match.match import driver_of
from navalcore._match.varying import vary
from navalcore._rules.play import Play
from navalcore._rules.terms import Step
from navalcore._rules.variants import Variant, before
from navalcore.components._chance import SeededChance
from navalcore_games.aa50_subwar import turns
from navalcore_games.aa50_subwar.flying import landings, sorties
from navalcore_games.aa50_subwar.losses import destroy
from navalcore_games.aa50_subwar.movement import sailing_orders
from navalcore_games.aa50_subwar.orders import MovementPhase
from navalcore_games.aa50_subwar.theatre import MOVE
from navalcore_games.aa50_subwar.words import Cause, Kind


def worked_out(play, name):
    """A movement phase as it is now, with all its orders."""
    phase = MovementPhase(play.state, name)
    sailing_orders(play.state, phase)
    if name == "combat":
        sorties(play, phase)
    else:
        landings(play.state, phase)
    return phase


@pytest.mark.parametrize("number", range(6))
def test_orders_that_are_kept_are_those_that_would_be_worked_out_anew(game, number):
    options = {"transports_are_surface_ships": number % 3 != 0, "air_search_cost": number % 2 * 2}
    match = game.new_match(list(game.scenarios)[number % 2], seed=number, options=options)
    luck, compared = SeededChance.from_seed(f"orders {number}"), set()
    while not match.over:
        play, name = driver_of(match).play, match.state.phase.removesuffix("_move")
        if match.decision.kind in ("combat_move", "noncombat_move"):
            kept, anew = play.kept, worked_out(play, name)
            assert kept.name == name
            assert (kept.sails, kept.flights) == (anew.sails, anew.flights)
            assert [ship for ship in kept.ships if not ship.acted] == anew.ships
            assert (kept.aircraft, kept.enemies, kept.hostile) == (anew.aircraft, anew.enemies, anew.hostile)
            if name == "noncombat":
                assert kept.in_the_air == anew.in_the_air
            compared |= {(name, type(order).__name__) for order in match.decision.options}
        elif match.state.phase not in ("combat_move", "noncombat_move"):
            assert play.kept is None, "the phase is over"
        match.choose(luck.below(len(match.decision.options)))
    assert {("combat", "Sail"), ("combat", "Fly"), ("noncombat", "Sail"), ("noncombat", "Fly")} <= compared


def test_what_is_kept_is_no_part_of_a_copy_nor_of_another_phase(game):
    match = game.new_match(seed=3)
    while match.decision.kind != "combat_move":
        match.choose(len(match.decision.options) - 1)
    match.choose(next(option for option in match.decision.options if option.kind == "fly"))
    kept = driver_of(match).play.kept
    fork = match.fork()
    assert driver_of(fork).play.kept is not kept
    assert all(unit in fork.state.units.values() for unit in driver_of(fork).play.kept.aircraft)
    assert not any(unit is other for unit in driver_of(fork).play.kept.aircraft for other in kept.aircraft)
    imagined = match.fork(as_seen_by="allies", seed=1)
    assert driver_of(imagined).play.kept is None, "another state may have been put in its place"
    match.choose(0)
    assert driver_of(match).play.kept is not kept


def test_a_carrier_that_sails_or_takes_a_fighter_has_both_kinds_of_orders_worked_out_anew(table):
    board = table("uk")
    carrier, cruiser = board.put("uk", "carrier", "sz8"), board.put("uk", "cruiser", "sz8")
    fighter = board.put("uk", "fighter", "sz8", moves_left=2, airborne=True, acted=True)
    phase = MovementPhase(board.state, "noncombat")
    sailing_orders(board.state, phase)
    landings(board.state, phase)
    phase.sailed(cruiser)
    assert (phase.sails, phase.flights is None) == (None, False)
    phase.sailed(carrier)
    assert phase.flights is None
    sailing_orders(board.state, phase)
    landings(board.state, phase)
    phase.flew(fighter)
    assert (phase.sails is None, phase.flights) == (False, None)
    fighter.aboard = carrier.id
    phase.flew(fighter)
    assert phase.sails is None


def mines(play):
    """Somebody may be lost, come or move again after any order of a movement phase."""
    state = play.state
    face = play.dice.d6("mines", "B4")
    if face <= 2:
        units = state.own() if face == 1 else [unit for unit in state.units.values() if unit.side is not state.side]
        if units:
            destroy(play, units[-1], Cause.HIT, "B4")
    elif face == 3:
        state.add(state.power, Kind.DESTROYER, "sz8")
        for unit in state.own():
            unit.acted, unit.moves_left = False, MOVE[unit.kind]


def orders_in_mined_waters(play):
    phase = play.state.phase
    following = yield from getattr(turns, phase)(play)
    mines(play)
    return following


class Mined(Variant):
    """The game's procedures inside procedures of the variant."""

    game, id, title = "aa50_subwar", "mined", "Mined waters"

    def sequence_of_play(self, steps, terms):
        moves = ("combat_move", "noncombat_move")
        return [replace(step, procedure=orders_in_mined_waters) if step.name in moves else step for step in steps]


def orders_and_a_sweep(play):
    following = yield from turns.combat_move(play)
    return "combat" if following is None else "sweep"


def sweep(play):
    mines(play)
    return "combat_move"


class Swept(Variant):
    """A step of the variant between two orders."""

    game, id, title = "aa50_subwar", "swept", "Mines go off between two orders"

    def sequence_of_play(self, steps, terms):
        steps = before(steps, "combat", Step("sweep", sweep))
        return [replace(step, procedure=orders_and_a_sweep) if step.name == "combat_move" else step for step in steps]


@pytest.mark.parametrize("variant", [Mined(), Swept()])
def test_a_variant_that_changes_units_between_two_orders_finds_all_orders_worked_out_anew(game, variant):
    varied, asked = vary(game, [variant]), 0
    for seed in range(4):
        match = varied.new_match(list(varied.scenarios)[seed % 2], seed=seed)
        luck = SeededChance.from_seed(f"mines {seed}")
        for _ in range(150):
            decision = match.decision
            if decision is None:
                break
            if decision.kind in ("combat_move", "noncombat_move"):
                anew = worked_out(Play(match.state, driver_of(match).play.options, luck), match.state.phase[:-5])
                orders = [order for order in decision.options if not str(order).startswith("end the")]
                assert orders == [*anew.sails.options, *anew.flights.options]
                asked += 1
            match.choose(luck.below(len(decision.options)))
    assert asked > 100


def test_a_procedure_called_outside_a_match_keeps_nothing(table):
    board = table("uk")
    board.put("uk", "cruiser", "sz8")
    play = Play(board.state, board.options, SeededChance.from_seed("outside"))
    first = next(turns.combat_move(play))
    board.put("germany", "submarine", "sz9")
    board.put("uk", "cruiser", "sz12")
    second = next(turns.combat_move(play))
    assert play.kept is None
    assert len(second.options) > len(first.options)
