"""The events of the game besides those of convoys; all of them are public. Every event names the section it follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from navalcore.components import counted, listed
from navalcore.rules import Event, Move, Place, places
from navalcore_games.aa50_subwar.ids import (
    BOUGHT,
    SpaceId,
    ZoneId,
    price_id,
    round_id,
    space_id,
    treasury_id,
    unit_id,
)
from navalcore_games.aa50_subwar.theatre import title_of
from navalcore_games.aa50_subwar.words import (
    AIRCRAFT,
    POWER_NAMES,
    SHORT,
    SIDE_NAMES,
    Cause,
    Kind,
    Named,
    Power,
    Side,
    Unit,
)

ENDINGS = {
    "both lost": "the hunter and the submarine are both lost",
    "broken off": "the hunter breaks off",
    "dived": "the submarine dives",
    "escaped": "the submarine escapes",
    "hunter lost": "the hunter is lost",
    "submarine sunk": "the submarine is sunk",
}
"""How a fight between a hunter and a submarine can end, in words."""
FATES = {
    Cause.SURPRISE_STRIKE: "is sunk by a surprise strike",
    Cause.UNESCORTED: "has no escort left and is lost",
    Cause.CARRIER_SUNK: "goes down with its carrier",
    Cause.NO_CARRIER: "has lost its carrier, finds no place to land and is lost",
    Cause.NO_LANDING: "finds no place to land and is lost",
}
"""How a unit is lost that is not merely hit, in words."""


def kinds_of(units: Iterable[Unit | Named]) -> str:
    """The name of several units together, such as "destroyers and carrier"."""
    return listed(f"{kind}{'s' * (number > 1)}" for kind, number in Counter(unit.kind for unit in units).items())


def firing(units: Iterable[Unit | Named], role: str) -> str:
    """The firing units as people name them: "attacking destroyers and carrier", or in a hunt "British destroyer"."""
    return f"{role} {kinds_of(units)}" if role else " and ".join(unit.name for unit in units)


def stacks(units: Iterable[Named]) -> dict[str, int]:
    """How many of each stack some units are."""
    return Counter(unit.id for unit in units)


def moved(units: Iterable[Named], start: str, end: str, way: tuple[str, ...] = ()) -> tuple[Move, ...]:
    """The moves of units from one place to another."""
    return tuple(Move(stack, start, end, count, way) for stack, count in stacks(units).items())


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A power's turn begins."""

    round: int
    power: Power

    def __str__(self) -> str:
        return f"Round {self.round}: {POWER_NAMES[self.power]} begins its turn."

    @property
    def places(self) -> tuple[Place, ...]:
        """The round, and the power's treasury."""
        return places(at=[round_id(self.round), treasury_id(self.power)])


@dataclass(frozen=True, slots=True)
class UnitBought(Event):
    """A unit was bought."""

    power: Power
    unit: Kind
    left: int

    def __str__(self) -> str:
        name = POWER_NAMES[self.power].replace("the", "The")
        return f"{name} buys a {self.unit} and has {self.left} IPC left."

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, its line of the price list, and where it waits."""
        return places(subject=unit_id(self.power, self.unit), from_=price_id(self.unit), to=BOUGHT)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The unit waits for its mobilization."""
        return (Move(unit_id(self.power, self.unit), price_id(self.unit), BOUGHT),)


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit moved."""

    unit: Named
    source: SpaceId
    target: SpaceId
    purpose: str = ""
    """The purpose of a flight: "fight", "search" or "land"; empty of a ship."""
    way: tuple[SpaceId, ...] = ()
    """The spaces that it passes in between."""
    guests: tuple[Named, ...] = ()
    """The fighters that ride on a carrier."""

    def __str__(self) -> str:
        purpose = f" to {self.purpose}" if self.purpose else ""
        if self.source == self.target:
            goes = "lands" if self.purpose == "land" else f"flies{purpose}"
            return f"The {self.unit} {goes} in {title_of(self.target)}."
        goes = "flies" if self.purpose else "sails"
        return f"The {self.unit} {goes} from {title_of(self.source)} to {title_of(self.target)}{purpose}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and the spaces it leaves and reaches."""
        return places(subject=self.unit.id, from_=space_id(self.source), to=space_id(self.target))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The unit and what rides on it."""
        return moved(
            (self.unit, *self.guests), space_id(self.source), space_id(self.target), tuple(map(space_id, self.way))
        )


@dataclass(frozen=True, slots=True)
class SubmarineStopped(Event):
    """A destroyer rolled to stop a submarine that was leaving."""

    destroyer: Named
    submarine: Named
    zone: ZoneId
    face: int
    needed: int
    stopped: bool

    @property
    def headline(self) -> str:
        """Without the roll."""
        does = "stops" if self.stopped else "does not spot"
        return f"A destroyer {does} a submarine leaving {title_of(self.zone)}."

    def __str__(self) -> str:
        result = "the submarine's movement ends here" if self.stopped else "the submarine is not spotted"
        roll = f"rolls {self.face} (it needs {self.needed} or less) against a submarine leaving {title_of(self.zone)}"
        return f"A destroyer {roll}: {result}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The destroyer, the submarine, and the zone."""
        return places(subject=self.destroyer.id, target=self.submarine.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """A hunter rolled to spot."""

    hunter: Named
    zone: ZoneId
    face: int
    needed: int

    @property
    def spotted(self) -> bool:
        """Whether it found a submarine."""
        return self.face <= self.needed

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"The {self.hunter} searches and {'spots a submarine' if self.spotted else 'finds nothing'}."

    def __str__(self) -> str:
        result = "spots a submarine" if self.spotted else "finds nothing"
        return f"The {self.hunter} searches, rolls {self.face} (it needs {self.needed} or less), and {result}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The hunter and the zone."""
        return places(subject=self.hunter.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Directed(Event):
    """An aircraft directed a destroyer instead of attacking."""

    aircraft: Named
    destroyer: Named
    zone: ZoneId

    def __str__(self) -> str:
        return f"The {self.aircraft} directs the {self.destroyer} to the submarine."

    @property
    def places(self) -> tuple[Place, ...]:
        """The aircraft, the destroyer, and the zone."""
        return places(subject=self.aircraft.id, target=self.destroyer.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """Dice of one value were fired."""

    figures: ClassVar[tuple[str, ...]] = ("hits",)
    units: tuple[Named, ...]
    zone: ZoneId
    role: str
    """"attacking" or "defending" in a fleet battle, empty in a hunt."""
    faces: tuple[int, ...]
    value: int
    hits: int

    @property
    def who(self) -> str:
        """The units that fired, as people name them."""
        return firing(self.units, self.role)

    @property
    def headline(self) -> str:
        """Without the rolls."""
        return f"The {self.who} {'score' if self._several else 'scores'} {counted(self.hits, 'hit')}."

    @property
    def _several(self) -> bool:
        return len(self.faces) > 1

    def __str__(self) -> str:
        rolled = f"{'roll' if self._several else 'rolls'} {listed(self.faces)}"
        each = f"each {self.value} or less hits" if self._several else f"a {self.value} or less hits"
        return f"The {self.who} {rolled} ({each}): {counted(self.hits, 'hit')}."

    @property
    def places(self) -> tuple[Place, ...]:
        """Those that fired, and the zone."""
        return places(subject=tuple(stacks(self.units)), at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class DuelEnded(Event):
    """A fight between a hunter and a submarine is over."""

    ending: str
    hunter: Named
    submarine: Named
    zone: ZoneId

    def __str__(self) -> str:
        return f"The fight is over: {ENDINGS[self.ending]}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The hunter, the submarine, and the zone."""
        return places(subject=self.hunter.id, target=self.submarine.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class CombatBegan(Event):
    """Combat begins in a zone."""

    zone: ZoneId
    mode: str

    def __str__(self) -> str:
        return f"A {'submarine hunt' if self.mode == 'hunt' else 'fleet battle'} begins in {title_of(self.zone)}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The zone."""
        return places(at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class UnitDamaged(Event):
    """A battleship took its first hit."""

    unit: Named
    zone: ZoneId

    def __str__(self) -> str:
        return f"The {self.unit} is damaged."

    @property
    def places(self) -> tuple[Place, ...]:
        """The battleship and the zone."""
        return places(target=self.unit.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class UnitRepaired(Event):
    """A damaged battleship takes two hits again."""

    unit: Named
    zone: ZoneId

    def __str__(self) -> str:
        return f"The {self.unit} in {title_of(self.zone)} is repaired."

    @property
    def places(self) -> tuple[Place, ...]:
        """The battleship and the zone."""
        return places(subject=self.unit.id, at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class UnitLost(Event):
    """A unit was destroyed."""

    unit: Named
    space: SpaceId
    cause: Cause
    by: Named | None = None
    """In a hunt, what hit it."""

    def __str__(self) -> str:
        return f"The {self.unit} {self._fate} in {title_of(self.space)}."

    @property
    def _fate(self) -> str:
        if self.cause is not Cause.HIT:
            return FATES[self.cause]
        return f"is {'shot down' if self.unit.kind in AIRCRAFT else 'sunk'}{f' by the {self.by}' if self.by else ''}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit that hit it, the loss, and the space."""
        return places(subject=self.by.id if self.by else "", target=self.unit.id, at=space_id(self.space))

    @property
    def moves(self) -> tuple[Move, ...]:
        """It leaves the map."""
        return (Move(self.unit.id, space_id(self.space), ""),)


@dataclass(frozen=True, slots=True)
class Submerged(Event):
    """Submarines submerged and left the battle."""

    units: tuple[Named, ...]
    side: Side
    zone: ZoneId

    def __str__(self) -> str:
        what = counted(len(self.units), f"{SIDE_NAMES[self.side]} submarine")
        return f"{what} {'submerges' if len(self.units) == 1 else 'submerge'}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The submarines and the zone."""
        return places(subject=tuple(stacks(self.units)), at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """The attacker left a battle."""

    zone: ZoneId
    target: ZoneId | None
    units: tuple[Named, ...]
    """The ships that leave, and the fighters that ride on them."""

    def __str__(self) -> str:
        if self.target is None:
            return f"The attacker breaks off the battle in {title_of(self.zone)}."
        return f"The attacker retreats from {title_of(self.zone)} to {title_of(self.target)}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The units that leave, from where to where; none leaves that breaks off."""
        if self.target is None:
            return places(at=space_id(self.zone))
        return places(subject=tuple(stacks(self.units)), from_=space_id(self.zone), to=space_id(self.target))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Ships leave the zone, aircraft stay in the air."""
        return moved(self.units, space_id(self.zone), space_id(self.target)) if self.target else ()


@dataclass(frozen=True, slots=True)
class UnitMobilized(Event):
    """A bought unit came onto the map."""

    unit: Named
    space: SpaceId

    def __str__(self) -> str:
        return f"The {self.unit} is mobilized in {title_of(self.space)}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit and the space."""
        return places(subject=self.unit.id, to=space_id(self.space))

    @property
    def moves(self) -> tuple[Move, ...]:
        """It comes onto the map."""
        return (Move(self.unit.id, BOUGHT, space_id(self.space)),)


@dataclass(frozen=True, slots=True)
class IncomeCollected(Event):
    """A power collected its income."""

    power: Power
    value: int
    charges: int
    commitment: int
    income: int

    def __str__(self) -> str:
        less = [f"{self.charges} lost to convoy disruption"] if self.charges else []
        less += [f"{self.commitment} spent outside the theatre"] if self.commitment else []
        sum_of_it = f", which is {self.value} less {' and '.join(less)}" if less else ""
        if self.value < self.charges + self.commitment:
            sum_of_it += ", but never below 0"
        return f"The {SHORT[self.power]} income is {self.income} IPC{sum_of_it}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The treasury."""
        return places(target=treasury_id(self.power))
