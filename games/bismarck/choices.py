"""The options of the game's decisions. Their texts are the letters of charts A, B and C wherever those have them.

Their places are those of the board: ``ship/hood`` is a unit, ``square/1622`` a square of the chart, ``mode/p`` a mode
of charts B and C. Who is asked for an order, and where that unit is, the question says.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache
from typing import Annotated

from navalcore.components import counted
from navalcore.rules import Option, worded
from navalcore_games.bismarck.cards import SHIPS, unit_name
from navalcore_games.bismarck.ids import UNIT_IDS, ShipId, SquareId, UnitId
from navalcore_games.bismarck.words import Mode, Square, UnitNumber


class Done(Option, text="DM"):
    """Done moving (DM)."""


class Unit(Option, text="{number}", places={"subject": "{number:id}", "at": "square/{square:04}"}):
    """A ship or plane unit, by its number (see ``cards.is_plane``), and where it is: there too it can be picked."""

    number: Annotated[UnitId, worded(unit_name, id=UNIT_IDS.__getitem__)]
    square: SquareId = field(compare=False)


class ToOrder(Unit):
    """The unit that is ordered next."""

    kind = "unit"


class Shadower(Unit):
    """The unit that shadows the ship that was spotted."""

    kind = "shadow_with"
    keyed = "unit"


class Attacked(Unit, places={"target": lambda ship: UNIT_IDS[ship.number], "at": "square/{square:04}"}):
    """The ship that is attacked; the question says who attacks."""

    kind = "attack"
    keyed = "unit"


class Nobody(Option, text="none"):
    """No target."""


class NoShadower(Option, text="none"):
    """No unit shadows the ship that was spotted."""

    kind = "shadow_with_none"
    keyed = "nobody"


class SetMode(Option, text="{mode.value}", places={"target": "mode/{mode:id}"}):
    """A mode of chart B or C."""

    mode: Mode


class OrderTo(Option, text="{mode} {square}", places={"to": "square/{square:04}"}):
    """A whole order: a mode, and the shortest way to a square. For a torpedo bomber it is the square of its attack."""

    mode: Mode
    square: SquareId


class Go(Option, text="{way}", places={"to": "square/{square:04}"}):
    """One step in a direction, to a square."""

    way: str
    square: SquareId


class Mark(Option, text="A", places={"target": "square/{square:04}"}):
    """Attack in this square: the "A" of a torpedo bomber's move (8.24.2)."""

    square: SquareId


class Stop(Option, text="stop", places={"at": "square/{square:04}"}):
    """End the unit's move here."""

    square: SquareId = field(compare=False)


class Fight(Option, text="fight"):
    """Stay and fight."""


class Withdraw(Option, text="withdraw"):
    """Withdraw from combat."""


class SurpriseAttack(Option, text="yes"):
    """Try a surprise attack."""


class NoSurpriseAttack(Option, text="no"):
    """Try no surprise attack."""


class Launch(Option, text="{factors} at {target}", places={"target": "{target:id}"}):
    """Launch torpedo factors at a ship."""

    factors: Annotated[int, worded(lambda factors: counted(factors, "torpedo", "torpedoes"))]
    target: Annotated[ShipId, worded(lambda ship: SHIPS[ship].name, id=UNIT_IDS.__getitem__)]


DONE = Done()
NOBODY = Nobody()
NO_SHADOWER = NoShadower()
FIGHT = Fight()
WITHDRAW = Withdraw()
YES = SurpriseAttack()
NO = NoSurpriseAttack()
MODES = {mode: SetMode(mode) for mode in Mode}


@cache
def unit_in(number: UnitNumber, square: Square) -> ToOrder:
    """A unit to be ordered where it is, one object for each."""
    return ToOrder(number, square)


@cache
def shadower_in(number: UnitNumber, square: Square) -> Shadower:
    """A unit that can shadow in a square, one object for each."""
    return Shadower(number, square)


@cache
def attacked_in(number: UnitNumber, square: Square) -> Attacked:
    """A ship that can be attacked in a square, one object for each."""
    return Attacked(number, square)


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
