"""The events of combat, and who hears them (9.6): damage only its owner, hits the two sides that fight; losses and
points both players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from navalcore.components import counted, listed
from navalcore.rules import Event, Place, places
from navalcore_games.bismarck.cards import SHIPS, is_ship, is_submarine, unit_name
from navalcore_games.bismarck.events import NAMES
from navalcore_games.bismarck.ids import LINE_IDS, UNIT_IDS, ShipId, SquareId, UnitId, square_id
from navalcore_games.bismarck.words import ShipNumber, Side, UnitNumber


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A plane, submarine or destroyer attack was made, or torpedoes were launched in a battle. How many torpedoes hit
    is told the attacker and the target's owner, what bombs did is not told (BIS-R67).
    """

    figures: ClassVar[tuple[str, ...]] = ("hits",)
    attacker: UnitId
    target: ShipId
    hits: int | None

    @property
    def places(self) -> tuple[Place, ...]:
        """Who attacks whom."""
        return places(subject=UNIT_IDS[self.attacker], target=UNIT_IDS[self.target])

    def redacted(self) -> Event:
        """The attack without its hits."""
        return replace(self, hits=None, to=None)

    def __str__(self) -> str:
        told = "" if self.hits is None else f" and scores {counted(self.hits, 'hit')}"
        return f"{unit_name(self.attacker)} attacks {SHIPS[self.target].name}{told}."


@dataclass(frozen=True, slots=True)
class Confused(Event):
    """Pilots mistook a British ship for the enemy."""

    attacker: UnitId
    target: ShipId

    @property
    def places(self) -> tuple[Place, ...]:
        """Who attacks whom."""
        return places(subject=UNIT_IDS[self.attacker], target=UNIT_IDS[self.target])

    def __str__(self) -> str:
        return f"The pilots of {unit_name(self.attacker)} are confused and attack {SHIPS[self.target].name}."


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A ship lost midships, firepower, knots or fuel: its owner's knowledge."""

    figures: ClassVar[tuple[str, ...]] = (
        "midships",
        "firepower",
        "knots",
        "fuel",
    )
    ship: ShipId
    midships: int
    firepower: int
    knots: int
    fuel: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship."""
        return places(target=UNIT_IDS[self.ship])

    def __str__(self) -> str:
        losses = [
            *([counted(self.midships, "midship")] if self.midships else []),
            *([f"{self.firepower} firepower"] if self.firepower else []),
            *([counted(self.knots, "knot")] if self.knots else []),
            *([f"{self.fuel} fuel"] if self.fuel else []),
        ]
        return f"{SHIPS[self.ship].name} loses {listed(losses or ['nothing'])}."


class Cause(StrEnum):
    """The causes by which units are lost, and what victory points are given for."""

    SUNK = "sunk"
    SHIPS_LOST = "ships_lost"
    DISPERSED = "dispersed"
    CRASHED = "crashed"
    ARRIVED = "arrived"
    FAILED = "failed"
    SLOW_AT_SEA = "slow_at_sea"
    MIDSHIPS_LOST = "midships_lost"


def _ships(number: int, unit: UnitNumber) -> str:
    return counted(number, "boat" if is_submarine(unit) else "ship")


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A unit is lost (sunk, crashed, dispersed), or single ships of it."""

    unit: UnitId
    cause: Cause
    ships: int = 1
    """Of a unit of several ships, how many of them."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and its line of the lists, where it is from now on if nothing is left of it."""
        return places(target=UNIT_IDS[self.unit], at=LINE_IDS[self.unit])

    def __str__(self) -> str:
        how = {
            Cause.SHIPS_LOST: f"loses {_ships(self.ships, self.unit)}",
            Cause.DISPERSED: "is dispersed",
            Cause.CRASHED: "crashes",
        }
        return f"{unit_name(self.unit)} {how.get(self.cause, 'is sunk')}."


@dataclass(frozen=True, slots=True)
class BattleJoined(Event):
    """Naval combat is possible in a square; both sides see who takes part."""

    square: SquareId
    ships: tuple[ShipId, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """Who takes part, and where."""
        return places(subject=[UNIT_IDS[ship] for ship in self.ships], at=square_id(self.square))

    def __str__(self) -> str:
        british, germans = ([SHIPS[n].name for n in self.ships if SHIPS[n].side is side] for side in Side)
        return f"{listed(british)} {'meets' if len(british) == 1 else 'meet'} {listed(germans)} in {self.square}."


@dataclass(frozen=True, slots=True)
class Surprised(Event):
    """A ship attacks by surprise: one round from which no ship can withdraw."""

    ship: ShipId
    square: SquareId

    @property
    def places(self) -> tuple[Place, ...]:
        """Who attacks, and where."""
        return places(subject=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{SHIPS[self.ship].name} attacks by surprise."


@dataclass(frozen=True, slots=True)
class BothWithdrew(Event):
    """Both sides withdraw from a naval combat."""

    square: SquareId

    @property
    def places(self) -> tuple[Place, ...]:
        """The square of the combat."""
        return places(at=square_id(self.square))

    def __str__(self) -> str:
        return "Both sides withdraw."


@dataclass(frozen=True, slots=True)
class GotAway(Event):
    """A ship withdraws from a naval combat."""

    ship: ShipId
    square: SquareId

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, and the square of the combat."""
        return places(subject=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{SHIPS[self.ship].name} gets away."


def reason_of(cause: Cause, unit: UnitNumber, number: int) -> str:
    """Why points were given, as a sentence without its end."""
    told = {
        Cause.SUNK: "is sunk",
        Cause.SHIPS_LOST: f"has lost {_ships(number, unit)}",
        Cause.DISPERSED: "is dispersed",
        Cause.CRASHED: "has crashed",
        Cause.ARRIVED: "has reached its destination",
        Cause.FAILED: "has failed in its mission",
        Cause.SLOW_AT_SEA: "is slow and at sea",
        Cause.MIDSHIPS_LOST: f"has lost {counted(number, 'midship')}",
    }
    return f"{unit_name(unit)} {told[cause]}"


@dataclass(frozen=True, slots=True)
class PointsAwarded(Event):
    """Victory points were given."""

    figures: ClassVar[tuple[str, ...]] = ("points",)
    side: Side
    points: int
    cause: Cause
    unit: UnitId
    number: int = 1
    """How many ships or midships are lost, where they are paid one by one."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit they are given for."""
        return places(target=UNIT_IDS[self.unit])

    @property
    def reason(self) -> str:
        """The purpose, in words."""
        return reason_of(self.cause, self.unit, self.number)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} are paid {counted(self.points, 'victory point')}: {self.reason}."


def attacked(
    attacker: UnitNumber, target: ShipNumber, hits: int | None, rule: str = "", to: tuple[str, ...] | None = None
) -> Attacked:
    """The news of an attack, its hits for those who learn them: if ``to`` names nobody, attacker and attacked."""
    sides = {SHIPS[attacker].side if is_ship(attacker) else Side.BRITISH, SHIPS[target].side}
    return Attacked(attacker, target, hits, rule=rule, to=to or tuple(side for side in Side if side in sides))
