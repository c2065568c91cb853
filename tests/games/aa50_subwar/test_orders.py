"""What is kept from one order of a movement phase to the next is what would be worked out anew."""

from __future__ import annotations

import pytest

from games.aa50_subwar.flying import landings, sorties
from games.aa50_subwar.movement import sailing_orders
from games.aa50_subwar.orders import MovementPhase
from navalcore.components.chance import SeededChance


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
        play, name = match._driver.play, match.state.phase.removesuffix("_move")
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
    kept = match._driver.play.kept
    fork = match.fork()
    assert fork._driver.play.kept is not kept
    assert all(unit in fork.state.units.values() for unit in fork._driver.play.kept.aircraft)
    assert not any(unit is other for unit in fork._driver.play.kept.aircraft for other in kept.aircraft)
    imagined = match.fork(as_seen_by="allies", seed=1)
    assert imagined._driver.play.kept is None, "another state may have been put in its place"
    match.choose(0)
    assert match._driver.play.kept is not kept


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
