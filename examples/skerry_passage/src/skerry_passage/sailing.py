"""Chapter 4: the courses are sailed, impulse by impulse."""

from __future__ import annotations

from operator import attrgetter

from navalcore.rules import rule

from skerry_passage.choices import Leg, Way
from skerry_passage.courses import turned
from skerry_passage.events import SheeredOff, ShipLeft, ShipSailed, SmokeMade
from skerry_passage.state import BLUE, GREY, Play, Ship, Side

SMOKE_LIES = 2
"""Turns after which smoke is gone."""


@rule("4")
def sail(play: Play) -> None:
    """The first leg of every ship, then the second; who sheers off loses the rest of her course."""
    state = play.state
    hexes: dict[str, list[str]] = {}
    for ship in state.ships:
        ship.sailed, ship.smoking = 0, False
        hexes[ship.id] = [ship.space]
    stopped: set[str] = set()
    for _, leg in state.courses.by_turns(first_to_move(state.turn), unit=attrgetter("ship")):
        if leg.ship in stopped:
            continue
        ship = state.ship(leg.ship)
        if carry_out(play, ship, leg):
            hexes[ship.id] += [ship.space] if ship.space and leg.way is not Way.SMOKE else []
        else:
            stopped.add(ship.id)
    for name, sailed in hexes.items():
        if len(sailed) > 1:
            play.tell(ShipSailed, name, tuple(sailed), rule="4")
    for ship in state.ships:
        if not ship.space and hexes[ship.id][0]:
            play.tell(ShipLeft, ship.id, hexes[ship.id][-1], rule="4")


def first_to_move(turn: int) -> tuple[Side, Side]:
    """The sides in the order in which their ships move."""
    return (GREY, BLUE) if turn % 2 else (BLUE, GREY)


@rule("4")
def carry_out(play: Play, ship: Ship, leg: Leg) -> bool:
    """Sail a leg, or begin to make smoke; False if another ship is in the way."""
    state = play.state
    if leg.way is Way.SMOKE:
        ship.smoking = True
        ship.smoke -= 1
        play.tell(SmokeMade, ship.id, rule="4")
        return True
    for other in state.ships:
        if other.here and leg.to and other.space == leg.to:
            play.tell(SheeredOff, ship.id, other.id, rule="4")
            return False
    if ship.smoking:
        state.markers.place("smoke", ship.space, turns=SMOKE_LIES)
    ship.space, ship.facing, ship.sailed = leg.to, turned(ship.facing, leg.way), ship.sailed + 1
    return True


@rule("4")
def clear_smoke(play: Play) -> None:
    """The turn ends: smoke that has lain for two turns is gone."""
    play.state.markers.age()
