"""The options of the game's decisions: small immutable values with a notation of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from games.silent_war.ids import BaseIndex, BoatIndex, UnitNumber

I = TypeVar("I", bound=int)  # noqa: E741 (an index)


@dataclass(frozen=True, slots=True)
class Word:
    """A choice that a word or two name."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Pick(Generic[I]):
    """A choice of one thing out of several of a kind: an area, a base, a unit, a boat.

    Attributes:
        index: which, by its index (for a unit its number on the display).
        text: its notation.
    """

    index: I
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class IntoBase:
    """A step into a base, beside steps to OpAreas."""

    base: BaseIndex
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class FormPack:
    """Form a wolfpack in a base, beside boats that may operate."""

    base: BaseIndex
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class LeavePack:
    """A boat leaves its wolfpack, beside boats that may operate."""

    boat: BoatIndex
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Decommission:
    """Give up a boat under repair, beside boats that may operate."""

    boat: BoatIndex
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Aim:
    """Attack points on a unit."""

    unit: UnitNumber
    points: int
    text: str

    def __str__(self) -> str:
        return f"{self.points} on {self.text}"


SEARCH = Word("search")
BYPASS = Word("bypass")
GO_HOME = Word("bypass and return to base")
STAY = Word("stay here")
STOP = Word("stop here")
ON_PATROL = Word("patrol side")
IN_TRANSIT = Word("transit side")
REMAIN = Word("remain in base")
DIVE = Word("crash dive")
NO_DIVE = Word("do not dive")
WITHDRAW = Word("withdraw")
FIGHT_ON = Word("fight on")
RE_ATTACK = Word("re-attack")
KEEP = Word("keep it face up")
TURN_BACK = Word("turn it back (radar)")
GUNS = Word("surface gunnery")
TORPEDOES = Word("torpedoes")
NO_ATTACK = Word("make no attack")
USE_BONUS = Word("leave out its ASW")
SAVE_BONUS = Word("keep that for another escort")
END = Word("end the turn")
HOLD = Word("wait in Hold")
GROUP = Word("group")
BARRIER = Word("barrier")
FORMED = Word("the pack is complete")
TAKE_OVER = Word("take her over")
DECLINE = Word("decline")
NO_MORE = Word("demand no more boats")
