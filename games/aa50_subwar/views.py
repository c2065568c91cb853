"""What each player may see: everything, for nothing on this table is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from navalcore.rules import Categorical, Part, Slots, View, cached_views, redacted_copy
from navalcore_games.aa50_subwar.state import Battle, State
from navalcore_games.aa50_subwar.theatre import MAP, TERRITORIES, ZONES
from navalcore_games.aa50_subwar.words import Kind, Power, Side, Unit, UnitNumber, Zone


@dataclass(frozen=True, slots=True)
class BattleView(Part, of=Battle):
    """A combat under way as seen."""

    zone: Annotated[Zone, Categorical(tuple(ZONES))]
    mode: str
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
    owners: str
    round: int
    rounds: int
    power: Power
    units: Annotated[tuple[Unit, ...], Slots(tuple(MAP), by="space")]
    treasury: Mapping[Power, int]
    bought: tuple[Kind, ...]
    battle: BattleView | None
    marks: Annotated[Mapping[str, int], Slots(tuple(ZONES))]
    charges: Annotated[Mapping[str, int], Slots(tuple(TERRITORIES))]
    destroyed: Mapping[Side, int]
    disrupted: Mapping[Side, int]
    starved: bool

    def points(self, side: str) -> int:
        """The points of a side so far: what the other side has lost (AAS-R24)."""
        other = Side.ALLIES if side == Side.AXIS else Side.AXIS
        return self.destroyed[other] + self.disrupted[other]


def see(state: State, role: str) -> AtlanticView:
    """The table as any role sees it."""
    return AtlanticView.of(
        state, role=role, units=tuple(cached_views(state.units.values(), lambda unit: redacted_copy(unit, role)))
    )
