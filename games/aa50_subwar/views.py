"""What each player may see: everything, for nothing on this table is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.aa50_subwar.state import Battle, State
from games.aa50_subwar.words import SIDE_OF, Kind, Power, Side
from navalcore.engine.terms import View


class Counter(NamedTuple):
    """A unit as seen; the fields are those of the unit."""

    id: int
    power: Power
    kind: Kind
    space: str
    moves_left: int
    acted: bool
    airborne: bool
    mission: str
    stopped: bool
    aboard: int
    damaged: bool

    @property
    def side(self) -> Side:
        """The player who runs it."""
        return SIDE_OF[self.power]


class BattleView(NamedTuple):
    """A combat under way: numbers of the units in it, rounds begun, and in a hunt the units that may
    still attack and the one attacking now."""

    zone: str
    mode: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    round: int
    unused: tuple[int, ...]
    hunter: int


class AtlanticView(View):
    """The table.

    Attributes:
        role: who looks; None is the umpire.
        phase: the step of the sequence of play.
        owners: the column of territory owners of the set-up.
        round: the round under way.
        rounds: the length of the match.
        power: whose turn it is.
        units: every unit.
        treasury: IPC in hand by power.
        bought: units bought this turn and not yet mobilized.
        battle: the combat under way.
        marks: loss of each zone in the last convoy phase.
        charges: what each territory was charged in the last convoy phase.
        destroyed: IPC value of each side's units destroyed.
        disrupted: IPC each side lost to convoy disruption.
        starved: the United Kingdom has sued for peace.
    """

    role: str | None
    phase: str
    owners: str
    round: int
    rounds: int
    power: Power
    units: tuple[Counter, ...]
    treasury: Mapping[Power, int]
    bought: tuple[Kind, ...]
    battle: BattleView | None
    marks: Mapping[str, int]
    charges: Mapping[str, int]
    destroyed: Mapping[Side, int]
    disrupted: Mapping[Side, int]
    starved: bool

    def points(self, side: str) -> int:
        """The points of a side so far: what the other side has lost (AAS-R24)."""
        other = Side.ALLIES if side == Side.AXIS else Side.AXIS
        return self.destroyed[other] + self.disrupted[other]


def see(state: State, role: str | None) -> AtlanticView:
    """The table as any role sees it."""
    battle = state.battle
    return AtlanticView.model_construct(
        role=role,
        phase=state.phase,
        owners=state.owners,
        round=state.round,
        rounds=state.rounds,
        power=state.power,
        units=tuple(
            [
                Counter(
                    unit.id, unit.power, unit.kind, unit.space, unit.moves_left, unit.acted, unit.airborne,
                    unit.mission, unit.stopped, unit.aboard, unit.damaged,
                )
                for unit in state.units.values()
            ]
        ),
        treasury=state.treasury.copy(),
        bought=tuple(state.bought),
        battle=None if battle is None else seen_battle(battle),
        marks=state.marks.copy(),
        charges=state.charges.copy(),
        destroyed=state.destroyed.copy(),
        disrupted=state.disrupted.copy(),
        starved=state.starved,
    )  # fmt: skip


def seen_battle(battle: Battle) -> BattleView:
    """A combat under way as seen."""
    return BattleView(
        battle.zone,
        battle.mode,
        tuple(battle.attackers),
        tuple(battle.defenders),
        battle.round,
        tuple(battle.unused),
        battle.hunter,
    )
