"""What the game tells, and whom (9.6): damage only its owner, orders only their giver, spottings only the spotter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from games.bismarck.cards import SHIPS, is_ship, is_submarine, unit_name
from games.bismarck.words import Mode, ShipNumber, Side, Square, UnitNumber
from navalcore.components.events import Event

NAMES = {Side.BRITISH: "British", Side.GERMAN: "Germans"}
FEW: Final = 3
"""So many moves are told one by one in news."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins: the moment to save (4.1)."""

    text: str

    def __str__(self) -> str:
        return f"Here begins {self.text}; it may be saved now."


@dataclass(frozen=True, slots=True)
class RefuellingArranged(Event):
    """The squares in which German ships of the solitaire game may refuel: told at the start, and to them alone."""

    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return f"German ships may refuel in {', '.join(map(str, self.squares))}."


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """A unit was ordered; only its owner knows."""

    unit: UnitNumber
    mode: Mode
    path: tuple[Square, ...]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} is given the order {' '.join(map(str, (self.mode, *self.path)))}."


@dataclass(frozen=True, slots=True)
class ShadowReported(Event):
    """A shadow succeeded or failed; the units and the result are reported to both sides.

    Attributes:
        hunter: the unit whose shadow strength counted.
        ship: the ship shadowed.
        square: where she was seen.
        fast: whether it was a fast shadow.
        succeeded: whether it succeeded.
        others: the other units involved: those that helped, and those that a fast shadow took along.
    """

    hunter: UnitNumber
    ship: ShipNumber
    square: Square
    fast: bool
    succeeded: bool
    others: tuple[UnitNumber, ...] = ()

    def redacted(self) -> Event:
        """What the enemy is told: all but the submarines that helped (9.5)."""
        return replace(self, others=tuple(unit for unit in self.others if not is_submarine(unit)), to=None)

    def __str__(self) -> str:
        kind = "fast shadow" if self.fast else "shadow"
        result = "succeeds" if self.succeeded else "fails"
        others = f" with {', '.join(map(unit_name, self.others))}" if self.others else ""
        by = f"by {unit_name(self.hunter)}{others}"
        return f"The {kind} of {SHIPS[self.ship].name} in {self.square} {by} {result}."


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit has moved; only its owner sees it."""

    unit: UnitNumber
    square: Square

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """A few by name; of many only their number, as the map shows them where they were ordered to go."""
        if len(events) <= FEW:
            return [str(event) for event in events]
        return [f"{len(events)} units have moved; the map shows where they are."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} is in {self.square}."


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """A plane unit is back at its base."""

    unit: UnitNumber

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """All in one sentence."""
        names = ", ".join(unit_name(event.unit) for event in events)
        return [f"{names} {'has' if len(events) == 1 else 'have'} landed."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} has landed."


@dataclass(frozen=True, slots=True)
class Spotted(Event):
    """A unit was spotted by the enemy."""

    unit: UnitNumber
    square: Square

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} is spotted in {self.square}."


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A plane, submarine or destroyer attack was made, or torpedoes were launched in a battle. How many torpedoes hit
    is told the attacker and the target's owner, what bombs did is not told (BIS-R67).
    """

    figures: ClassVar[tuple[str, ...]] = ("hits",)
    attacker: UnitNumber
    target: ShipNumber
    hits: int | None

    def redacted(self) -> Event:
        """The attack without its hits."""
        return replace(self, hits=None, to=None)

    def __str__(self) -> str:
        told = "" if self.hits is None else f": {self.hits} hit{'' if self.hits == 1 else 's'}"
        return f"{unit_name(self.attacker)} attacks {SHIPS[self.target].name}{told}."


@dataclass(frozen=True, slots=True)
class Confused(Event):
    """Pilots mistook a British ship for the enemy."""

    attacker: UnitNumber
    target: ShipNumber

    def __str__(self) -> str:
        return f"The pilots of {unit_name(self.attacker)} are confused and attack {SHIPS[self.target].name}!"


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A ship lost midships, firepower, knots or fuel: its owner's knowledge."""

    figures: ClassVar[tuple[str, ...]] = (
        "midships",
        "firepower",
        "knots",
        "fuel",
    )
    ship: ShipNumber
    midships: int
    firepower: int
    knots: int
    fuel: int

    def __str__(self) -> str:
        losses = {"midship": self.midships, "firepower": self.firepower, "knot": self.knots, "fuel": self.fuel}
        many = {"midship": "s", "knot": "s"}
        lost = [f"{n} {what}{many.get(what, '') if n > 1 else ''}" for what, n in losses.items() if n]
        return f"{SHIPS[self.ship].name} loses {', '.join(lost) or 'nothing'}."


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A unit is lost (sunk, crashed, dispersed), or a single ship of it; ``how`` says so after its name."""

    unit: UnitNumber
    how: str

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} {self.how}."


@dataclass(frozen=True, slots=True)
class BattleJoined(Event):
    """Naval combat is possible in a square; both sides see who takes part."""

    square: Square
    ships: tuple[ShipNumber, ...]

    def __str__(self) -> str:
        return f"Ships meet in {self.square}: {', '.join(SHIPS[ship].name for ship in self.ships)}."


@dataclass(frozen=True, slots=True)
class BattleNews(Event):
    """Something both sides learn of a naval combat."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class PointsAwarded(Event):
    """Victory points were given."""

    figures: ClassVar[tuple[str, ...]] = ("points",)
    side: Side
    points: int
    reason: str

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} are paid {self.points} victory points: {self.reason}."


@dataclass(frozen=True, slots=True)
class ChanceSpotting(Event):
    """The general air search found a ship, or she broke radio silence; only the British learn the square."""

    ship: ShipNumber
    exact: bool
    square: Square | None

    def redacted(self) -> Event:
        """The spotting without its square."""
        return replace(self, square=None, to=None)

    def __str__(self) -> str:
        name = SHIPS[self.ship].name
        where = "" if self.square is None else f" {'in' if self.exact else 'in or near'} {self.square}"
        return f"The air search has found {name}{where}." if self.exact else f"{name} breaks radio silence{where}."


@dataclass(frozen=True, slots=True)
class Reinforced(Event):
    """British units come into play."""

    units: tuple[UnitNumber, ...]
    square: Square

    def __str__(self) -> str:
        return f"{', '.join(map(unit_name, self.units))} may move from {self.square}."


@dataclass(frozen=True, slots=True)
class WeatherChanged(Event):
    """The new visibility levels, from row 11 on."""

    levels: tuple[int, ...]

    @property
    def headline(self) -> str:
        """Without the levels."""
        return "The weather changes."

    def __str__(self) -> str:
        return f"Visibility from row 11 on: {' '.join(map(str, self.levels))}."


def attacked(attacker: UnitNumber, target: ShipNumber, hits: int | None, section: str) -> Attacked:
    """The news of an attack, its hits for those who learn them: whoever attacks, and whoever is attacked."""
    sides = {SHIPS[attacker].side if is_ship(attacker) else Side.BRITISH, SHIPS[target].side}
    return Attacked(attacker, target, hits, rule=section, to=tuple(side for side in Side if side in sides))
