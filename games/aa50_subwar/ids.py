"""The ids of zones, territories, units and boxes: one id for a thing in views, options, events, decisions and
on the board.

The units of a kind that a power has in a space are one stack: ``unit/uk/destroyer`` at ``zone/6``.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, TypeAlias

from navalcore.components import place_id
from navalcore.rules import written_as
from navalcore_games.aa50_subwar.theatre import MAP, load_map
from navalcore_games.aa50_subwar.words import Kind, Named, Power, Side, Space, Territory, Unit, Zone

BOUGHT: Final = "bought"
"""Where units wait that are bought and not yet mobilized."""
ORDERS: Final = "orders"
"""The box for orders in the combat under way, and for the convoy dice."""


@cache
def space_id(space: Space) -> str:
    """A space of the map: ``zone/6``, ``land/england``."""
    number = space.removeprefix("sz")
    return place_id("zone", number) if number.isdecimal() else place_id("land", space)


SPACE: Final = {space: space_id(space) for space in (*MAP, *load_map(prefix="world_"))}
"""The ids of all spaces: those of the Atlantic, and those of the whole board, which a companion asks about."""
WRITTEN: Final = written_as(SPACE, "SpaceId")
"""Marks a field that holds a space, or None: on the wire it is the space's id."""
_ZONES: Final = {space: name for space, name in SPACE.items() if name.startswith("zone/")}
_TERRITORIES: Final = {space: name for space, name in SPACE.items() if name.startswith("land/")}
SpaceId: TypeAlias = Annotated[Space, WRITTEN]
"""A space, by its id on the wire."""
ZoneId: TypeAlias = Annotated[Zone, written_as(_ZONES, "ZoneId")]
"""A sea zone, by its id on the wire."""
TerritoryId: TypeAlias = Annotated[Territory, written_as(_TERRITORIES, "TerritoryId")]
"""A territory, by its id on the wire."""


@cache
def unit_id(power: Power, kind: Kind) -> str:
    """The units of a kind that a power has, in each space one stack: ``unit/uk/destroyer``."""
    return place_id("unit", power, kind)


def stack_of(unit: Unit) -> str:
    """The stack to which a unit belongs."""
    return unit_id(unit.power, unit.kind)


def named(unit: Unit) -> Named:
    """A unit as events name it."""
    return _named(unit.power, unit.kind, unit.damaged)


@cache
def _named(power: Power, kind: Kind, damaged: bool) -> Named:
    return Named(unit_id(power, kind), power, kind, damaged)


@cache
def price_id(kind: Kind) -> str:
    """The line of a kind on the price list: ``buy/submarine``."""
    return place_id("buy", kind)


@cache
def ships_id(space: Space) -> str:
    """The merchantmen of a space, one for each IPC that it can lose in a convoy phase: ``convoy/6``."""
    return place_id("convoy", space_id(space).partition("/")[2])


@cache
def convoy_id(space: Space) -> str:
    """Where the merchantmen of a space are, those afloat and those that the last convoy phase sank: ``convoys/6``."""
    return place_id("convoys", space_id(space).partition("/")[2])


@cache
def phase_id(phase: str) -> str:
    """A phase of a turn on the track: ``phase/combat_move``."""
    return place_id("phase", phase)


@cache
def round_id(number: int) -> str:
    """A round on the track: ``round/3``."""
    return place_id("round", number)


@cache
def treasury_id(power: Power) -> str:
    """The treasury of a power: ``ipc/germany``."""
    return place_id("ipc", power)


@cache
def points_id(side: Side) -> str:
    """The points of a side: ``points/axis``."""
    return place_id("points", side)
