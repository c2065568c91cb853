"""The views of the players: all see everything, for nothing on this table is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from navalcore.rules import Categorical, Part, Slots, View, cached_views, harmless, numbered
from navalcore_games.aa50_subwar.ids import SpaceId, TerritoryId, ZoneId, space_id, stack_of
from navalcore_games.aa50_subwar.state import Battle, State
from navalcore_games.aa50_subwar.theatre import MAP, TERRITORIES, ZONES, load_scenarios
from navalcore_games.aa50_subwar.words import (
    ATLANTIC,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Unit,
    UnitNumber,
    Zone,
    name_of,
)


@dataclass(frozen=True, slots=True)
class UnitView(Part, of=Unit):
    """One unit as seen; in JSON all that differ in their number alone."""

    id: Annotated[str, harmless("follows from power and kind")]
    """The id of the stack that it belongs to on the board, such as ``unit/uk/destroyer``."""
    number: UnitNumber
    """Its number, which a combat and the fighters aboard name."""
    at: Annotated[str, harmless("follows from the space")]
    """The id of the space it is in on the board, such as ``zone/6``."""
    power: Annotated[Power, Categorical(ATLANTIC)]
    kind: Kind
    space: Annotated[SpaceId, Categorical(tuple(MAP))]
    moves_left: int
    acted: bool
    airborne: bool
    mission: Annotated[str, Categorical(("fight", "search", "land", "waiting", "fought"))]
    came_from: Annotated[SpaceId | None, Categorical(tuple(MAP))]
    stopped: bool
    attempted: bool
    aboard: UnitNumber | None
    damaged: bool

    @property
    def zone(self) -> Zone:
        """The sea zone it is in, of a unit at sea."""
        return Zone(self.space)

    @property
    def side(self) -> Side:
        """The player who runs it."""
        return SIDE_OF[self.power]

    @property
    def name(self) -> str:
        """How it is called, such as "British destroyer"."""
        return name_of(self.power, self.kind, damaged=self.damaged)


AnyUnit: TypeAlias = Unit | UnitView
"""A unit of the state or of a view."""


@dataclass(frozen=True, slots=True)
class BattleView(Part, of=Battle):
    """A combat under way as seen."""

    zone: Annotated[ZoneId, Categorical(tuple(ZONES))]
    mode: Annotated[str, Categorical(("fleet", "hunt"))]
    attackers: tuple[UnitNumber, ...]
    defenders: tuple[UnitNumber, ...]
    round: int
    unused: tuple[UnitNumber, ...]
    hunter: UnitNumber | None


class AtlanticView(View, of=State):
    """The table."""

    role: str
    """Who looks."""
    phase: str
    owners: Annotated[str, Categorical(lambda: sorted({each.owners for each in load_scenarios().values()}))]
    round: int
    rounds: int
    power: Annotated[Power, Categorical(ATLANTIC)]
    units: Annotated[tuple[UnitView, ...], Slots(tuple(MAP), by="space"), numbered()]
    treasury: Annotated[Mapping[Power, int], Slots(ATLANTIC)]
    bought: tuple[Kind, ...]
    battle: BattleView | None
    marks: Annotated[Mapping[ZoneId, int], Slots(tuple(ZONES))]
    charges: Annotated[Mapping[TerritoryId, int], Slots(tuple(TERRITORIES))]
    head_start: Mapping[Side, int]
    destroyed: Mapping[Side, int]
    disrupted: Mapping[Side, int]
    starved: bool

    def points(self, side: str) -> int:
        """The points of a side so far: what the other side has lost, and its head start (AAS-R24, AAS-R43)."""
        other = Side.ALLIES if side == Side.AXIS else Side.AXIS
        return self.head_start[Side(side)] + self.destroyed[other] + self.disrupted[other]


def see(state: State, role: str) -> AtlanticView:
    """The table as any role sees it."""
    return AtlanticView.of(state, role=role, units=tuple(cached_views(state.units.values(), _unit)))


def _unit(unit: Unit) -> UnitView:
    return UnitView.of(unit, id=stack_of(unit), number=unit.id, at=space_id(unit.space))
