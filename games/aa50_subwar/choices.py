"""The options of the game's decisions: small values whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.aa50_subwar.theatre import title_of
from games.aa50_subwar.words import Kind, UnitNumber


@dataclass(frozen=True, slots=True)
class Word:
    """A choice that is one word or a few: "end combat move", "escape", "dive"."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a unit."""

    kind: Kind

    def __str__(self) -> str:
        return f"buy {self.kind}"


@dataclass(frozen=True, slots=True)
class Sail:
    """Order a ship to a neighbouring zone; ``guests`` allied fighters ride on it."""

    kind: Kind
    source: str
    target: str
    guests: int = 0

    def __str__(self) -> str:
        load = f" carrying {self.guests}" if self.guests else ""
        return f"{self.kind}{load} {title_of(self.source)} > {title_of(self.target)}"


@dataclass(frozen=True, slots=True)
class GoOn:
    """Move the ship that is under way one zone further."""

    target: str

    def __str__(self) -> str:
        return f"on to {title_of(self.target)}"


@dataclass(frozen=True, slots=True)
class Fly:
    """Send an aircraft out: ``purpose`` is "fight", "search" or "land"."""

    kind: Kind
    source: str
    target: str
    purpose: str
    moves_left: int

    def __str__(self) -> str:
        return f"{self.kind} ({self.moves_left}) {title_of(self.source)} > {title_of(self.target)} to {self.purpose}"


@dataclass(frozen=True, slots=True)
class FightIn:
    """Begin the combat in a zone: a fleet battle or a hunt."""

    zone: str
    mode: str

    def __str__(self) -> str:
        return f"{'hunt submarines' if self.mode == 'hunt' else 'fight'} in {title_of(self.zone)}"


@dataclass(frozen=True, slots=True)
class Count:
    """A number of submarines that do something: "join with 2", "submerge 1"."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.what} {self.number}"


@dataclass(frozen=True, slots=True)
class Pick:
    """One unit, by its name; ``unit`` is its number and no part of the notation."""

    name: str
    unit: UnitNumber

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat all ships to a zone."""

    zone: str

    def __str__(self) -> str:
        return f"retreat to {title_of(self.zone)}"


@dataclass(frozen=True, slots=True)
class Place:
    """Mobilize a unit, or land a fighter, in a space."""

    kind: Kind
    space: str

    def __str__(self) -> str:
        return f"{self.kind} in {title_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Charge:
    """Charge 1 IPC of a zone's loss to a territory."""

    zone: str
    territory: str

    def __str__(self) -> str:
        return f"{title_of(self.zone)}: 1 IPC to {title_of(self.territory)}"


END_PURCHASE = Word("end purchase")
END_COMBAT_MOVE = Word("end combat move")
END_COMBAT = Word("end combat")
END_NONCOMBAT = Word("end noncombat move")
STAY = Word("stay")
BREAK_OFF = Word("break off")
GO_ON = Word("go on")
ESCAPE = Word("escape")
FIGHT_ON = Word("fight on")
DIVE = Word("dive")
ATTACK = Word("attack")
ROLL = Word("roll")
WAIVE = Word("waive")

BUY = {kind: Buy(kind) for kind in Kind}


@cache
def sail(kind: Kind, source: str, target: str, guests: int = 0) -> Sail:
    """The one :class:`Sail` of these values."""
    return Sail(kind, source, target, guests)


@cache
def fly(kind: Kind, source: str, target: str, purpose: str, moves_left: int) -> Fly:
    """The one :class:`Fly` of these values."""
    return Fly(kind, source, target, purpose, moves_left)
