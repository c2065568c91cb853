"""The options of the game's decisions. Their texts are the letters of charts A, B and C wherever those have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.bismarck.cards import SHIPS, UNIT_COUNT, unit_name
from games.bismarck.words import Mode, ShipNumber, Square, UnitNumber


@dataclass(frozen=True, slots=True)
class Done:
    """Done moving (DM)."""

    def __str__(self) -> str:
        return "DM"


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship or plane unit, by its number (see ``cards.is_plane``)."""

    number: UnitNumber

    def __str__(self) -> str:
        return unit_name(self.number)


@dataclass(frozen=True, slots=True)
class Nobody:
    """No unit, no target."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class SetMode:
    """A mode of chart B or C."""

    mode: Mode

    def __str__(self) -> str:
        return self.mode.value


@dataclass(frozen=True, slots=True)
class Go:
    """One step in a direction, to a square."""

    way: str
    square: Square

    def __str__(self) -> str:
        return self.way


@dataclass(frozen=True, slots=True)
class Mark:
    """Attack in this square: the "A" of a torpedo bomber's move (8.24.2)."""

    square: Square

    def __str__(self) -> str:
        return "A"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the unit's move here."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Answer:
    """A plain answer, such as fight or withdraw."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Launch:
    """Launch torpedo factors at a ship."""

    factors: int
    target: ShipNumber

    def __str__(self) -> str:
        return f"{self.factors} at {SHIPS[self.target].name}"


DONE = Done()
NOBODY = Nobody()
STOP = Stop()
FIGHT = Answer("fight")
WITHDRAW = Answer("withdraw")
YES = Answer("yes")
NO = Answer("no")
UNITS = tuple(Unit(UnitNumber(number)) for number in range(UNIT_COUNT))
MODES = {mode: SetMode(mode) for mode in Mode}


@cache
def go(way: str, square: Square) -> Go:
    """The step, one object for each."""
    return Go(way, square)
