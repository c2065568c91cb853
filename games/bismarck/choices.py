"""The options of the game's decisions. Their texts are the letters of charts A, B and C wherever those have them.

Their places are those of the board: ``ship/hood`` is a unit, ``square/1622`` a square of the chart, ``mode/p`` a mode
of charts B and C.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from navalcore.components import counted
from navalcore.rules import Option, Place, places
from navalcore_games.bismarck.cards import SHIPS, unit_name
from navalcore_games.bismarck.ids import MODE_IDS, UNIT_IDS, ShipId, UnitId, square_id
from navalcore_games.bismarck.words import Mode, Square, UnitNumber


@dataclass(frozen=True, slots=True)
class Done(Option):
    """Done moving (DM)."""

    def __str__(self) -> str:
        return "DM"


@dataclass(frozen=True, slots=True)
class Unit(Option):
    """A ship or plane unit, by its number (see ``cards.is_plane``), and where it is: there too it can be picked."""

    number: UnitId
    square: Square = field(compare=False)

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and its square."""
        return places(subject=UNIT_IDS[self.number], at=square_id(self.square))

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

    @property
    def places(self) -> tuple[Place, ...]:
        """The mode."""
        return places(subject=MODE_IDS[self.mode])

    def __str__(self) -> str:
        return self.mode.value


@dataclass(frozen=True, slots=True)
class OrderTo(Option):
    """A whole order: a mode, and the shortest way to a square. For a torpedo bomber it is the square of its attack."""

    mode: Mode
    square: Square

    @property
    def places(self) -> tuple[Place, ...]:
        """The square."""
        return places(to=square_id(self.square))

    def __str__(self) -> str:
        return f"{self.mode} {self.square}"


@dataclass(frozen=True, slots=True)
class Go(Option):
    """One step in a direction, to a square."""

    way: str
    square: Square

    @property
    def places(self) -> tuple[Place, ...]:
        """The square it leads to."""
        return places(to=square_id(self.square))

    def __str__(self) -> str:
        return self.way


@dataclass(frozen=True, slots=True)
class Mark(Option):
    """Attack in this square: the "A" of a torpedo bomber's move (8.24.2)."""

    square: Square

    @property
    def places(self) -> tuple[Place, ...]:
        """The square of the attack."""
        return places(target=square_id(self.square))

    def __str__(self) -> str:
        return "A"


@dataclass(frozen=True, slots=True)
class Stop(Option):
    """End the unit's move here."""

    square: Square = field(compare=False)

    @property
    def places(self) -> tuple[Place, ...]:
        """The square in which it ends."""
        return places(at=square_id(self.square))

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
    target: ShipId

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship."""
        return places(target=UNIT_IDS[self.target])

    def __str__(self) -> str:
        return f"{counted(self.factors, 'torpedo', 'torpedoes')} at {SHIPS[self.target].name}"


DONE = Done()
NOBODY = Nobody()
FIGHT = Fight()
WITHDRAW = Withdraw()
YES = SurpriseAttack()
NO = NoSurpriseAttack()
MODES = {mode: SetMode(mode) for mode in Mode}


@cache
def unit_in(number: UnitNumber, square: Square) -> Unit:
    """A unit where it is, one object for each."""
    return Unit(number, square)


@cache
def stop(square: Square) -> Stop:
    """The end of a move in a square, one object for each."""
    return Stop(square)


@cache
def go(way: str, square: Square) -> Go:
    """The step, one object for each."""
    return Go(way, square)


@cache
def order_to(mode: Mode, square: Square) -> OrderTo:
    """The whole order, one object for each."""
    return OrderTo(mode, square)
