"""The parts of the forms for a real board of the Anniversary game, and the marks kept of that board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from navalcore.components import listed
from navalcore.odds import Choice
from navalcore.rules import Desk, Misfit
from navalcore_games.aa50_subwar.powers import WORLD
from navalcore_games.aa50_subwar.state import State
from navalcore_games.aa50_subwar.theatre import shores_of, title_of, waters, world_titles
from navalcore_games.aa50_subwar.words import SHORT, SIDE_OF, Kind, Power, Space, Territory, Unit, Zone

BOARDS = {f"board_{year}": setup for year, setup in WORLD.setup.items()}
BOARD = "world_1941"
"""Whose zones and territories a form offers: they are the same in every year."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Units of a set-up of the group's own."""

    space: Space
    power: Power
    unit: Kind
    quantity: int


@dataclass(slots=True)
class BesideState(State):
    """Everything on the real board."""

    desk: Desk = field(default_factory=Desk)
    dived: dict[Zone, int] = field(default_factory=dict)
    """Submarines that dived or escaped, by zone."""
    raided: dict[Zone, Power] = field(default_factory=dict)
    """Whose convoys were lost in a zone with dice on it."""
    limits: dict[Space, int] = field(default_factory=dict)
    """Convoy limits of the group's own, by zone and territory."""
    incomes: dict[str, dict[Power, int]] = field(default_factory=dict)
    """The worth of the territories of each power by the group's own figures, by the year of the set-up."""
    setups: dict[str, list[Laid]] = field(default_factory=dict)
    """Set-ups of the group's own, by their year."""


BesidePlay: TypeAlias = Any
"""A play of a :class:`BesideState`."""


def _zones() -> Mapping[str, str]:
    return {zone: title_of(zone) for zone in waters(BOARD).zones}


def _spaces() -> Mapping[str, str]:
    return {str(space): title for space, title in world_titles().items()}


def _powers() -> Mapping[str, str]:
    return {power: SHORT[power] for power in Power}


@cache
def _lanes() -> Mapping[str, str]:
    board = waters(BOARD)
    return {zone: title_of(zone) for zone in board.zones if board.shores[zone]}


AnyZone: TypeAlias = Annotated[str, Choice("sea zone", _zones, "there are sz1 to sz65")]
Lane: TypeAlias = Annotated[str, Choice("sea zone with a shore", _lanes, "such zones are among sz1 to sz65")]
AnySpace: TypeAlias = Annotated[
    str, Choice("sea zone or territory", _spaces, "navalcore charts aa50_subwar lists them")
]
AnyPower: TypeAlias = Annotated[str, Choice("power", _powers)]
UpTo9: TypeAlias = Annotated[int, Field(ge=0, le=9)]
From1To9: TypeAlias = Annotated[int, Field(ge=1, le=9)]


def same_side(field: str, one: str, other_field: str, other: str) -> Misfit | None:
    """Why two powers cannot fight each other."""
    side = SIDE_OF[Power(one)]
    if side is not SIDE_OF[Power(other)]:
        return None
    names = SHORT[Power(one)] if one == other else f"{SHORT[Power(one)]} and {SHORT[Power(other)]}"
    enemies = listed([SHORT[power] for power in Power if SIDE_OF[power] is not side], "or")
    return Misfit(other_field, f"{names} units are on the same side, as {field} and {other_field}; give {enemies}")


def cleared(play: BesidePlay, power: str) -> BesideState:
    """The board without units, in a power's turn."""
    state: BesideState = play.state
    state.units.clear()
    state.battle = None
    state.power = Power(power)
    return state


def placed(state: BesideState, power: Power, fleet: Mapping[Kind, int], zone: Zone) -> list[Unit]:
    """Put a power's units on the board."""
    return [state.add(power, kind, zone) for kind, number in fleet.items() for _ in range(number)]


def limit_of(state: BesideState, space: Space) -> int:
    """The limit of a zone or territory: the group's own, or the board's; of a territory never more than its value."""
    board = waters(state.owners)
    if (zone := board.zones.get(Zone(space))) is not None:
        return state.limits.get(space, zone.convoy_limit)
    land = board.territories[Territory(space)]
    return min(state.limits.get(space, land.convoy_limit), land.ipc)


def left_of(state: BesideState, zone: Zone) -> int:
    """The losses still possible in a zone: all raiders of a phase have one limit (S17)."""
    return max(0, limit_of(state, zone) - state.marks.get(zone, 0))


def losses_of(state: BesideState, power: Power) -> dict[Zone, int]:
    """The losses of a power that are not charged yet, by zone."""
    return {zone: loss for zone, loss in state.marks.items() if state.raided.get(zone, power) is power}


def lands_of(state: BesideState, zone: Zone, power: Power) -> tuple[Territory, ...]:
    """The territories on a zone's shores that a power can be charged for."""
    return tuple(land for land in shores_of(state.owners, zone, power) if limit_of(state, land))
