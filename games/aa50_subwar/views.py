"""What each player may see: everything, for nothing on this table is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated

from navalcore.rules import Among, Each, Part, View, attributes_of_each, shown_again
from navalcore_games.aa50_subwar.state import Battle, State
from navalcore_games.aa50_subwar.theatre import MAP, TERRITORIES, ZONES
from navalcore_games.aa50_subwar.words import Kind, Power, Side, Unit, UnitNumber, Zone

_looks_of = attributes_of_each(*[each.name for each in fields(Unit)])


@dataclass(frozen=True, slots=True)
class BattleView(Part, of=Battle):
    """A combat under way as seen."""

    zone: Annotated[Zone, Among(tuple(ZONES))]
    mode: str
    attackers: tuple[UnitNumber, ...]
    defenders: tuple[UnitNumber, ...]
    round: int
    unused: tuple[UnitNumber, ...]
    hunter: UnitNumber | None


class AtlanticView(View, of=State):
    """The table.

    Attributes:
        role: who looks.
    """

    role: str
    phase: str
    owners: str
    round: int
    rounds: int
    power: Power
    units: Annotated[tuple[Unit, ...], Each(tuple(MAP), by="space")]
    treasury: Mapping[Power, int]
    bought: tuple[Kind, ...]
    battle: BattleView | None
    marks: Annotated[Mapping[str, int], Each(tuple(ZONES))]
    charges: Annotated[Mapping[str, int], Each(tuple(TERRITORIES))]
    destroyed: Mapping[Side, int]
    disrupted: Mapping[Side, int]
    starved: bool

    def points(self, side: str) -> int:
        """The points of a side so far: what the other side has lost (AAS-R24)."""
        other = Side.ALLIES if side == Side.AXIS else Side.AXIS
        return self.destroyed[other] + self.disrupted[other]


def see(state: State, role: str) -> AtlanticView:
    """The table as any role sees it."""
    return AtlanticView.of(state, role=role, units=shown_again(state, state.units.values(), _looks_of, Unit))
