"""Congregating Risk (22)."""

from __future__ import annotations

from collections.abc import Iterable

from navalcore.rules import rule
from navalcore_games.silent_war.ids import AreaIndex, PackNumber
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Boat, Place, State


@rule("22.1", "22.2")
def crowd_modifier(boats: int) -> int:
    """1 for each group of four (or part of one) beyond the first four boats."""
    return max(0, (boats + 3) // 4 - 1)


@rule("22.0", "22.1", "22.2", "22.4", "20.2")
def crowding(state: State, area: AreaIndex, more: int = 0) -> int:
    """The modifier of an OpArea at this instant: boats at sea there, none in zones, where the chart has blue or red.

    Args:
        more: boats to count besides those that are there.
    """
    if not charts_of(state).areas[area].crowding[state.war_period]:
        return 0
    at_sea = (Place.OPERATING, Place.DONE)
    there = more
    packs: dict[PackNumber, int] = {}
    for boat in state.boats:
        if boat.where == area and boat.place in at_sea and boat.zone is None:
            if boat.pack is None:
                there += 1
            else:
                packs[boat.pack] = packs.get(boat.pack, 0) + 1
    return crowd_modifier(there + sum((size + 1) // 2 for size in packs.values()))


@rule("22.1")
def worst_crowding(state: State, mover: Boat, areas: Iterable[AreaIndex]) -> int:
    """The largest modifier among OpAreas left, passed or entered; the moving boat or pack counts in each (SW-R18)."""
    if not crowd_modifier(len(state.boats)):
        return 0  # as on a patrol: all boats together would not crowd one OpArea
    at_sea = mover.place in (Place.OPERATING, Place.DONE) and mover.zone is None
    more = 1 if mover.pack is None else (sum(boat.pack == mover.pack for boat in state.boats) + 1) // 2
    return max((crowding(state, a, 0 if at_sea and mover.where == a else more) for a in areas), default=0)
