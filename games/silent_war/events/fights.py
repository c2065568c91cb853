"""Searches, contacts and fights, as events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from navalcore.components import counted
from navalcore.rules import Event, Move, Place, places
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES
from navalcore_games.silent_war.events.telling import (
    Attacked,
    BoatEvent,
    ContactMade,
    Deed,
    DisplayEvent,
    PartyEvent,
    Sinking,
    UnitEvent,
)
from navalcore_games.silent_war.ids import column_id, station_id
from navalcore_games.silent_war.words import COMBAT_EVENTS, TWISTS, Effect, Force, Found, Named, Target, Twist

# ---- search and contact ----------------------------------------------------------------------------------------------

_FOUND = {
    Found.NOTHING: "makes no contact",
    Found.LONER: "finds a loner",
    Found.SUBMARINE: "finds a submarine",
}


@dataclass(frozen=True, slots=True)
class Searched(PartyEvent):
    """A boat or a wolfpack searched and met no ships but perhaps a loner or a submarine."""

    found: Found

    @property
    def deed(self) -> Deed:
        """Her find."""
        company = "" if self.leader is None else "with her wolfpack "
        return Deed("searches", f"{company}and {_FOUND[self.found]}", hers=self.leader is not None)


@dataclass(frozen=True, slots=True)
class ConvoyMet(ContactMade):
    """A boat or a wolfpack met a convoy or a task force."""

    force: Force
    activity: int
    """The level of activity, 1 (Sparse) to 4 (High)."""
    units: int
    """How many are on the display; none if she gets no TDC solution (SW-R39) or may attack none (13.3)."""
    chits: int = 0
    """How many No TDC Solution chits were drawn besides."""

    @property
    def deed(self) -> Deed:
        """The kind, and the number of units."""
        met = "a task force" if self.force is Force.TASK_FORCE else f"a {self.force} convoy"
        activity = f"({ACTIVITY_NAMES[self.activity]} activity)"
        if not self.units:
            nothing = "gets no TDC solution" if self.chits else "no unit that she may attack"
            return Deed("meets", f"{met} {activity} but {nothing}", hers=True)
        return Deed("meets", f"{met} of {counted(self.units, 'unit')} {activity}")


@dataclass(frozen=True, slots=True)
class LonerMet(ContactMade):
    """A boat met a single ship."""

    close: bool
    """In her own column."""

    @property
    def deed(self) -> Deed:
        """In which column."""
        return Deed("meets", f"a loner in {'her own' if self.close else 'an adjacent'} column", hers=self.close)


@dataclass(frozen=True, slots=True)
class SubmarineMet(ContactMade):
    """A boat met an enemy submarine."""

    enemy: Named

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("meets", f"the enemy submarine {self.enemy}")


# ---- the combat display ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FightBegan(DisplayEvent):
    """Units and boats are on the display."""

    does = Deed("closes", "with the enemy")

    @property
    def moves(self) -> tuple[Move, ...]:
        """That they are there."""
        return tuple(Move(piece, "", at) for piece, at in self.pieces)


@dataclass(frozen=True, slots=True)
class FightEnded(DisplayEvent):
    """The units left on the display leave it."""

    does = Deed("is", "over")

    @property
    def who(self) -> str:
        """The fight of the boat or the wolfpack."""
        return f"the fight of {self.party}"

    @property
    def moves(self) -> tuple[Move, ...]:
        """That they are there no more."""
        return tuple(Move(piece, at, "") for piece, at in self.pieces)


@dataclass(frozen=True, slots=True)
class ColumnTaken(BoatEvent):
    """A boat has taken a column of the display."""

    column: str
    """A to D."""
    start: str
    """The column she had before, or none."""

    @property
    def detail(self) -> bool:
        """The choice says it."""
        return True

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:  # noqa: ARG003
        """Nothing in the news: who chose it knows it, and the display shows it."""
        return ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she was, and her side of the column."""
        return places(subject=self.boat.id, from_=station_id(self.start), to=station_id(self.column))

    @property
    def moves(self) -> tuple[Move, ...]:
        """From column to column."""
        return (Move(self.boat.id, station_id(self.start), station_id(self.column)),)

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("takes", f"column {self.column}")


@dataclass(frozen=True, slots=True)
class LeftFight(BoatEvent):
    """A boat is no longer on the display."""

    column: str
    """The column she had, or none."""
    does = Deed("leaves", "the fight")

    @property
    def detail(self) -> bool:
        """It is told why."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """That she is not there."""
        return (Move(self.boat.id, station_id(self.column), ""),)


@dataclass(frozen=True, slots=True)
class UnitLeft(Event):
    """A unit goes back to its cup during a fight."""

    target: Target

    @property
    def detail(self) -> bool:
        """Its cup is out of play."""
        return True

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit."""
        return places(subject=self.target.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """That it is not there."""
        return (Move(self.target.id, column_id(self.target.column), ""),)

    def __str__(self) -> str:
        return f"{self.target} leaves the display."


# ---- a fight ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revealed(UnitEvent):
    """A boat made out a unit."""

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("reveals", str(self.target))


@dataclass(frozen=True, slots=True)
class TdcPlaced(UnitEvent):
    """A boat has a TDC marker on a unit."""

    value: int
    """The marker's, -3 to +3."""

    @property
    def deed(self) -> Deed:
        """On which, and how good it is."""
        return Deed("has", f"TDC {self.value:+d} on {self.target}")


@dataclass(frozen=True, slots=True)
class Hit(UnitEvent):
    """A boat's attack hit."""

    difference: int
    """By how much her total was above the target's: the roll had to be no more."""

    @property
    def deed(self) -> Deed:
        """The act, as a verb and its object."""
        return Deed("hits", str(self.target))


@dataclass(frozen=True, slots=True)
class Missed(UnitEvent):
    """A boat's attack missed."""

    difference: int
    """By how much her total was above the target's: the roll had to be no more."""

    @property
    def deed(self) -> Deed:
        """The act, as a verb and its object."""
        return Deed("misses", str(self.target))


@dataclass(frozen=True, slots=True)
class Shelled(UnitEvent):
    """A boat shelled a ship."""

    effect: Effect

    @property
    def deed(self) -> Deed:
        """Which, and what came of it."""
        return Deed("shells", f"{self.target}{', without effect' if self.effect is Effect.NOTHING else ''}")


@dataclass(frozen=True, slots=True)
class ShipDamaged(UnitEvent):
    """A boat damaged a ship."""

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("damages", str(self.target))


@dataclass(frozen=True, slots=True)
class Sunk(Sinking):
    """A boat sank a ship of the display."""

    target: Target

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat and the unit."""
        return places(subject=self.boat.id, target=self.target.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """That the unit is there no more."""
        return (Move(self.target.id, column_id(self.target.column), ""),)

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("sinks", str(self.target))


@dataclass(frozen=True, slots=True)
class SubmarineSunk(Sinking):
    """A boat sank an enemy submarine."""

    enemy: Named

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("sinks", str(self.enemy))


@dataclass(frozen=True, slots=True)
class SubmarinesFought(BoatEvent):
    """A boat and an enemy submarine found each other, and the first to find the other attacked."""

    enemy: Named
    enemy_first: bool
    """The enemy found the boat first, and attacked."""
    effect: Effect | None
    """The effect of a hit, or None of a miss."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The attacker and its target."""
        attacker, target = (self.enemy, self.boat) if self.enemy_first else (self.boat, self.enemy)
        return places(subject=attacker.id, target=target.id)

    @property
    def deed(self) -> Deed:
        """Who attacked, and whether it was a hit. Other events have the result; damage to an enemy is nothing."""
        came = "misses her" if self.effect is None else "hits her"
        if self.effect is Effect.NOTHING or (self.effect is Effect.DAMAGED and not self.enemy_first):
            came += ", without effect"
        if self.enemy_first:
            return Deed("is", f"found first by {self.enemy}, which {came}", hers=True)
        return Deed("finds", f"{self.enemy} first and {came}", hers=True)


@dataclass(frozen=True, slots=True)
class Counterattacked(Attacked):
    """The escorts counterattacked a boat."""

    attack = Deed("is", "counterattacked")
    difference: int
    """By how much their total was above hers."""


@dataclass(frozen=True, slots=True)
class DiligentEscortAttacked(Attacked):
    """A Diligent Escort attacked a boat."""

    attack = Deed("is", "attacked by a Diligent Escort")


@dataclass(frozen=True, slots=True)
class CombatEventMet(BoatEvent):
    """A boat met with a Combat Event."""

    number: int
    """Its number, 0 to 9."""

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("has", f"Combat Event {self.number}: {COMBAT_EVENTS[self.number]}")


@dataclass(frozen=True, slots=True)
class CombatEventDecided(BoatEvent):
    """The outcome of a Combat Event, where a second die or the circumstances decide it."""

    number: int
    """The number of the event, 0 to 9."""
    twist: Twist

    @property
    def deed(self) -> Deed:
        """The act, as a verb and its object."""
        return Deed("has", TWISTS[self.twist], hers=True)
