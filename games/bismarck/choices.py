"""The options of the game's decisions. Their texts are the letters of charts A, B and C wherever those have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from games.bismarck.cards import SHIPS, UNIT_COUNT, unit_name
from games.bismarck.words import Mode, ShipNumber, Square, UnitNumber
from navalcore.engine.option import Option


@dataclass(frozen=True, slots=True)
class Done(Option):
    """Done moving (DM)."""

    def __str__(self) -> str:
        return "DM"


@dataclass(frozen=True, slots=True)
class Unit(Option):
    """A ship or plane unit, by its number (see ``cards.is_plane``)."""

    number: UnitNumber

    def __str__(self) -> str:
        return unit_name(self.number)


@dataclass(frozen=True, slots=True)
class Nobody(Option):
    """No unit, no target."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class SetMode(Option):
    """A mode of chart B or C."""

    mode: Mode

    def __str__(self) -> str:
        return self.mode.value


@dataclass(frozen=True, slots=True)
class Go(Option):
    """One step in a direction, to a square."""

    way: str
    square: Square

    def __str__(self) -> str:
        return self.way


@dataclass(frozen=True, slots=True)
class Mark(Option):
    """Attack in this square: the "A" of a torpedo bomber's move (8.24.2)."""

    square: Square

    def __str__(self) -> str:
        return "A"


@dataclass(frozen=True, slots=True)
class Stop(Option):
    """End the unit's move here."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class _Answer(Option):
    """A plain answer."""

    words: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.words


class Fight(_Answer):
    """Stay and fight."""

    __slots__ = ()
    words = "fight"


class Withdraw(_Answer):
    """Withdraw from combat."""

    __slots__ = ()
    words = "withdraw"


class SurpriseAttack(_Answer):
    """Try a surprise attack."""

    __slots__ = ()
    words = "yes"


class NoSurpriseAttack(_Answer):
    """Try no surprise attack."""

    __slots__ = ()
    words = "no"


@dataclass(frozen=True, slots=True)
class Launch(Option):
    """Launch torpedo factors at a ship."""

    factors: int
    target: ShipNumber

    def __str__(self) -> str:
        return f"{self.factors} at {SHIPS[self.target].name}"


DONE = Done()
NOBODY = Nobody()
STOP = Stop()
FIGHT = Fight()
WITHDRAW = Withdraw()
YES = SurpriseAttack()
NO = NoSurpriseAttack()
UNITS = tuple(Unit(UnitNumber(number)) for number in range(UNIT_COUNT))
MODES = {mode: SetMode(mode) for mode in Mode}


@cache
def go(way: str, square: Square) -> Go:
    """The step, one object for each."""
    return Go(way, square)
