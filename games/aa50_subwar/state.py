"""The state of a match: units, treasuries, and what the turn under way has brought so far."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from navalcore import rules
from navalcore.rules import harmless, none_as
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import MOVE, ROOM, AtlanticScenario, setup_rows
from navalcore_games.aa50_subwar.words import (
    AIRCRAFT,
    FIRST_UNIT,
    OPPONENT,
    SIDE_OF,
    SURFACE_WARSHIPS,
    Kind,
    Power,
    Side,
    Space,
    Territory,
    Unit,
    UnitNumber,
    Zone,
)

PLAYED_OPENLY = harmless("nothing on this table is hidden: everybody saw what it is worked out from")


@dataclass(slots=True)
class Battle:
    """A combat under way."""

    zone: Zone
    """Where."""
    mode: str
    """"fleet" or "hunt"."""
    attackers: list[UnitNumber]
    """Numbers of the attacking units still in it."""
    defenders: list[UnitNumber]
    """Numbers of the defending units still in it."""
    round: int = 0
    """Rounds begun."""
    unused: list[UnitNumber] = field(default_factory=list)
    """In a hunt, numbers of the units whose attack is unused."""
    hunter: Annotated[UnitNumber | None, none_as(0)] = None
    """In a hunt, the number of the unit attacking now, if any."""


@dataclass(slots=True)
class State:
    """The whole table; nothing of it is hidden."""

    phase: str
    """The step of the sequence of play."""
    owners: str
    """The column of territory owners of the set-up."""
    rounds: int
    """The length of the match."""
    treasury: dict[Power, int]
    """IPC in hand."""
    commitment: dict[Power, int]
    """IPC of income each power spends outside the theatre a turn."""
    round: int = 1
    """The round under way, from 1."""
    power: Power = Power.GERMANY
    """Whose turn it is."""
    units: dict[UnitNumber, Unit] = field(default_factory=dict)
    """Every unit on the map by its number."""
    next_id: Annotated[UnitNumber, PLAYED_OPENLY] = FIRST_UNIT
    """The number of the next unit."""
    bought: list[Kind] = field(default_factory=list)
    """Units bought this turn and not yet mobilized."""
    hostile_at_start: Annotated[list[Zone], PLAYED_OPENLY] = field(default_factory=list)
    """Zones hostile to the phasing side when its turn began (B10)."""
    fought: Annotated[list[Zone], PLAYED_OPENLY] = field(default_factory=list)
    """Zones in which combat took place this turn."""
    battle: Battle | None = None
    """The combat under way."""
    marks: dict[Zone, int] = field(default_factory=dict)
    """The dice on the map: loss of each zone in the last convoy phase (S19)."""
    charges: dict[Territory, int] = field(default_factory=dict)
    """The charge on each territory in the last convoy phase (S20)."""
    zone_used: Annotated[dict[Zone, int], PLAYED_OPENLY] = field(default_factory=dict)
    """Loss of each zone so far this round (AAS-R17 ``per_round``)."""
    head_start: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    """Points that each side began with."""
    destroyed: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    """IPC value of each side's units destroyed."""
    destroyed_submarines: Annotated[int, PLAYED_OPENLY] = 0
    """IPC value of German submarines destroyed."""
    disrupted: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    """IPC each side lost to convoy disruption, Archangel's included."""
    spent: Annotated[dict[Side, int], PLAYED_OPENLY] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    """IPC each side has spent on units."""
    spent_on_submarines: Annotated[int, PLAYED_OPENLY] = 0
    """IPC Germany has spent on submarines."""
    starved: bool = False
    """The United Kingdom has sued for peace."""

    @property
    def side(self) -> Side:
        """The player whose turn it is."""
        return SIDE_OF[self.power]

    def add(self, power: Power, kind: Kind, space: Space) -> Unit:
        """Put a new unit on the map."""
        unit = Unit(self.next_id, power, kind, space, MOVE[kind])
        self.units[unit.id] = unit
        self.next_id = UnitNumber(self.next_id + 1)
        return unit

    def own(self) -> list[Unit]:
        """The phasing power's units."""
        power = self.power
        return [unit for unit in self.units.values() if unit.power is power]

    def by_space(self, side: Side, spaces: Container[Space]) -> dict[Space, list[Unit]]:
        """A side's units in some spaces, by the spaces they are in."""
        found: dict[Space, list[Unit]] = {}
        for unit in self.units.values():
            if unit.space in spaces and SIDE_OF[unit.power] is side:
                found.setdefault(unit.space, []).append(unit)
        return found

    def of_side(self, side: Side, space: Space) -> list[Unit]:
        """A side's units in a space."""
        return [unit for unit in self.units.values() if unit.space == space and SIDE_OF[unit.power] is side]

    def enemies(self, zone: Space, side: Side) -> list[Unit]:
        """The units in a zone that a side may have to fight: ships, and fighters aboard carriers there."""
        return self.of_side(OPPONENT[side], zone)

    def hostile(self, zone: Space, side: Side) -> bool:
        """Whether enemy surface warships make the zone hostile to a side (B3)."""
        return makes_hostile(self.enemies(zone, side))

    def hostile_spaces(self, side: Side) -> set[Space]:
        """Every zone that is hostile to a side."""
        enemy = OPPONENT[side]
        return {
            unit.space for unit in self.units.values() if SIDE_OF[unit.power] is enemy and unit.kind in SURFACE_WARSHIPS
        }

    def guests(self, carrier: int) -> list[Unit]:
        """The fighters standing on a carrier."""
        return [unit for unit in self.units.values() if unit.aboard == carrier]

    def room(self, carrier: Unit) -> int:
        """How many more fighters a carrier can take (B16)."""
        return ROOM[carrier.kind] - len(self.guests(carrier.id))


Play: TypeAlias = rules.Play[State, SubwarOptions]
"""The first argument of every procedure of the game: the state, the options, the dice."""


def initial_state(scenario: AtlanticScenario, options: SubwarOptions) -> State:
    """The set-up: the active powers' units in place, treasuries filled, no unit moved."""
    from navalcore_games.aa50_subwar.theatre import POWERS, turn_order

    given = {
        Power.GERMANY: options.commitment_germany,
        Power.UK: options.commitment_uk,
        Power.US: options.commitment_us,
    }
    state = State(
        phase="purchase",
        owners=scenario.owners,
        rounds=options.rounds or scenario.rounds,
        head_start={side: scenario.head_start.get(side, 0) for side in Side},
        treasury=dict(scenario.treasury),
        commitment={
            power: scenario.commitment.get(power, data.commitment)
            if given.get(power) is None
            else int(given[power] or 0)
            for power, data in POWERS.items()
        },
        power=turn_order(scenario.owners)[0],
    )
    for row in setup_rows(scenario.setup) if scenario.setup else ():
        if row.use == "play":
            for _ in range(row.quantity):
                state.add(Power(row.power), row.unit, row.space)
    stand_on_decks(state)
    return state


def stand_on_decks(state: State) -> None:
    """The fighters of a set-up that are at sea are on the carriers there, of their power before a partner's (B16)."""
    carriers = [unit for unit in state.units.values() if unit.kind is Kind.CARRIER]
    for unit in state.units.values():
        if unit.kind is not Kind.FIGHTER:
            continue
        for carrier in sorted(carriers, key=lambda carrier: carrier.power is not unit.power):
            if carrier.space == unit.space and carrier.side is unit.side and state.room(carrier):
                unit.aboard = carrier.id
                break


def makes_hostile(enemies: Iterable[Unit]) -> bool:
    """Whether there are surface warships among the enemies in a zone."""
    return any(unit.kind in SURFACE_WARSHIPS for unit in enemies)


def is_aircraft(unit: Unit) -> bool:
    """Whether it flies."""
    return unit.kind in AIRCRAFT
