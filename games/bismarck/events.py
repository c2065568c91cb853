"""What the game tells, and whom (9.6): damage only its owner, orders only their giver, spottings only the spotter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from navalcore.components import counted, listed
from navalcore.rules import Event
from navalcore_games.bismarck.cards import SHIPS, is_ship, is_submarine, unit_name
from navalcore_games.bismarck.words import Mode, ShipNumber, Side, Square, UnitNumber

NAMES = {Side.BRITISH: "British", Side.GERMAN: "Germans"}
FEW: Final = 3
"""So many moves are told one by one in news."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins: the moment to save (4.1)."""

    text: str

    def __str__(self) -> str:
        return f"{self.text[0].upper()}{self.text[1:]} begins. The match may be saved now."


@dataclass(frozen=True, slots=True)
class RefuellingArranged(Event):
    """The squares in which German ships of the solitaire game may refuel: told at the start, and to them alone."""

    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return f"German ships may refuel in {listed(self.squares, 'or')}."


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """A unit was ordered; only its owner knows."""

    unit: UnitNumber
    mode: Mode
    path: tuple[Square, ...]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} receives the order {' '.join(map(str, (self.mode, *self.path)))}."


@dataclass(frozen=True, slots=True)
class ShadowReported(Event):
    """A shadow succeeded or failed; the units and the result are reported to both sides."""

    hunter: UnitNumber
    """The unit whose shadow strength counted."""
    ship: ShipNumber
    """The ship shadowed."""
    square: Square
    """Where she was seen."""
    fast: bool
    """Whether it was a fast shadow."""
    succeeded: bool
    """Whether it succeeded."""
    others: tuple[UnitNumber, ...] = ()
    """The other units involved: those that helped, and those that a fast shadow took along."""

    def redacted(self) -> Event:
        """What the enemy is told: all but the submarines that helped (9.5)."""
        return replace(self, others=tuple(unit for unit in self.others if not is_submarine(unit)), to=None)

    def __str__(self) -> str:
        tries = "tries a fast shadow of" if self.fast else "tries to shadow"
        result = "succeeds" if self.succeeded else "fails"
        others = f", with {listed(map(unit_name, self.others))}," if self.others else ""
        return f"{unit_name(self.hunter)}{others} {tries} {SHIPS[self.ship].name} in {self.square} and {result}."


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
        return [f"{len(events)} units move; the map shows where they are."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} moves to {self.square}."


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """A plane unit is back at its base."""

    unit: UnitNumber

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """All in one sentence."""
        names = listed(unit_name(event.unit) for event in events)
        return [f"{names} {'lands' if len(events) == 1 else 'land'}."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} lands."


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
        told = "" if self.hits is None else f" and scores {counted(self.hits, 'hit')}"
        return f"{unit_name(self.attacker)} attacks {SHIPS[self.target].name}{told}."


@dataclass(frozen=True, slots=True)
class Confused(Event):
    """Pilots mistook a British ship for the enemy."""

    attacker: UnitNumber
    target: ShipNumber

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
    ship: ShipNumber
    midships: int
    firepower: int
    knots: int
    fuel: int

    def __str__(self) -> str:
        losses = [
            *([counted(self.midships, "midship")] if self.midships else []),
            *([f"{self.firepower} firepower"] if self.firepower else []),
            *([counted(self.knots, "knot")] if self.knots else []),
            *([f"{self.fuel} fuel"] if self.fuel else []),
        ]
        return f"{SHIPS[self.ship].name} loses {listed(losses or ['nothing'])}."


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
        british, germans = ([SHIPS[n].name for n in self.ships if SHIPS[n].side is side] for side in Side)
        return f"{listed(british)} {'meets' if len(british) == 1 else 'meet'} {listed(germans)} in {self.square}."


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
        return f"The {NAMES[self.side]} are paid {counted(self.points, 'victory point')}: {self.reason}."


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
        return f"The general air search finds {name}{where}." if self.exact else f"{name} breaks radio silence{where}."


@dataclass(frozen=True, slots=True)
class Reinforced(Event):
    """British units come into play."""

    units: tuple[UnitNumber, ...]
    square: Square

    def __str__(self) -> str:
        come = "comes" if len(self.units) == 1 else "come"
        return f"{listed(map(unit_name, self.units))} {come} into play in {self.square}."


@dataclass(frozen=True, slots=True)
class WeatherChanged(Event):
    """The new visibility levels, from row 11 on."""

    levels: tuple[int, ...]

    @property
    def headline(self) -> str:
        """Without the levels."""
        return "The weather changes."

    def __str__(self) -> str:
        return f"The weather changes. From row 11 on, the visibility is {' '.join(map(str, self.levels))}."


def attacked(
    attacker: UnitNumber, target: ShipNumber, hits: int | None, rule: str = "", to: tuple[str, ...] | None = None
) -> Attacked:
    """The news of an attack, its hits for those who learn them: if ``to`` names nobody, whoever attacks and whoever is
    attacked.
    """
    sides = {SHIPS[attacker].side if is_ship(attacker) else Side.BRITISH, SHIPS[target].side}
    return Attacked(attacker, target, hits, rule=rule, to=to or tuple(side for side in Side if side in sides))
