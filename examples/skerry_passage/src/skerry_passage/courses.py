"""Chapter 3: both sides write their courses at the same time, unseen by each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from navalcore.components import Bearing
from navalcore.rules import Flow, Refusal, choose, plot, rule

from skerry_passage.choices import Leg, Way
from skerry_passage.passage import cards, chart, sea
from skerry_passage.state import GREY, SIDES, Play, Ship, Side

TURNS = {Way.AHEAD: 0, Way.PORT: -2, Way.STARBOARD: 2}
"""How far a leg turns the ship first, in twelfths of a circle."""


@rule("3")
def write_courses(play: Play) -> Flow[None]:
    """A turn begins: every ship's course, in legs. The sheets are shown when both are written."""
    play.state.turn += 1
    yield from plot(play, play.state.courses, SIDES, partial(write_side, play))


def write_side(play: Play, side: str, sheet: list[Leg]) -> Flow[None]:
    """The courses of one side, ship by ship."""
    for ship in play.state.squadron(side):
        yield from write_course(play, ship, sheet)


@rule("3")
def write_course(play: Play, ship: Ship, sheet: list[Leg]) -> Flow[None]:
    """Legs up to her speed; one at least, if there is one that she can sail."""
    space, facing, sailed, smoking = ship.space, ship.facing, 0, False
    while space and sailed < ship.speed and (options := legs(ship, space, facing)):
        if sailed:
            options.append(Leg(ship.id, Way.STOP, space, space))
        elif ship.smoke and not smoking and play.options.smoke:
            options.append(Leg(ship.id, Way.SMOKE, space, space))
        prompt = f"Leg {sailed + 1} of {ship.speed} for {ship.card.name}, who heads {facing.name} in {space}?"
        leg = yield from choose(ship.side, prompt, options, "3", (cannot_sail, ship, space, facing), "leg")
        if leg.way is Way.STOP:
            return
        sheet.append(leg)
        if leg.way is Way.SMOKE:
            smoking = True
        else:
            space, facing, sailed = leg.to, turned(facing, leg.way), sailed + 1


def turned(facing: Bearing, way: Way) -> Bearing:
    """Where the bow points when a leg has been sailed."""
    return facing.turned(TURNS[way])


def legs(ship: Ship, space: str, facing: Bearing) -> list[Leg]:
    """The legs that a ship may sail from a hex."""
    found = []
    for way in TURNS:
        to = sea().step(space, turned(facing, way))
        if to not in chart().islands and (to is not None or at_far_edge(ship.side, space)):
            found.append(Leg(ship.id, way, to or "", space))
    return found


def at_far_edge(side: Side, space: str) -> bool:
    """Whether a hex is in the column over whose edge a side may leave the map."""
    return sea().place(space)[0] == far_column(side)


def far_column(side: str) -> int:
    """The column at the far edge."""
    return sea().columns[-1] if side == GREY else sea().columns[0]


def cannot_sail(ship: Ship, space: str, facing: Bearing) -> Iterator[Refusal]:
    """Why a ship cannot sail a leg."""
    name = cards()[ship.id].name
    for way in TURNS:
        to = sea().step(space, turned(facing, way))
        if to in chart().islands:
            yield Refusal(f"{name} {way}: {to}", "3", "an island is there")
        elif to is None and not at_far_edge(ship.side, space):
            yield Refusal(f"{name} {way}: out of the passage", "3", "she may leave over the far edge only")
