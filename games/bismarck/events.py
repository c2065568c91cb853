"""What the game tells, and whom (9.6): damage only its owner, orders only their giver, spottings only the spotter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final, Self

from navalcore.components import counted, listed, place_id
from navalcore.rules import Event, Move, Place, places
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, is_submarine, plane_number, unit_name
from navalcore_games.bismarck.ids import LINE_IDS, UNIT_IDS, ShipId, UnitId, port_id, row_id, square_id, turn_id
from navalcore_games.bismarck.sea_map import AIRFIELDS, ROWS
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.words import Mode, ShipNumber, Side, Square, UnitNumber

NAMES = {Side.BRITISH: "British", Side.GERMAN: "Germans"}
FEW: Final = 3
"""So many moves are told one by one in news."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins: the moment to save (4.1)."""

    turn: int

    @property
    def places(self) -> tuple[Place, ...]:
        """Its box of the turn track."""
        return places(at=turn_id(self.turn))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The turn marker."""
        return (Move("marker/turn", turn_id(self.turn - 1) if self.turn > 1 else "", turn_id(self.turn)),)

    def __str__(self) -> str:
        return f"{str(TURNS[self.turn]).replace('turn', 'Turn', 1)} begins. The match may be saved now."


@dataclass(frozen=True, slots=True)
class RefuellingArranged(Event):
    """The squares in which German ships of the solitaire game may refuel: told at the start, and to them alone."""

    squares: tuple[Square, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The squares."""
        return places(at=[square_id(square) for square in self.squares])

    def __str__(self) -> str:
        return f"German ships may refuel in {listed(self.squares, 'or')}."


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """A unit was ordered; only its owner knows."""

    unit: UnitId
    mode: Mode
    path: tuple[Square, ...]
    """The squares it is to move through, the last where it is to be."""
    square: Square
    """Where it is."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and whence and where it is to go, or where it stays."""
        unit, here = UNIT_IDS[self.unit], square_id(self.square)
        if not self.path:
            return places(subject=unit, at=here)
        return places(subject=unit, from_=here, to=square_id(self.path[-1]))

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} receives the order {' '.join(map(str, (self.mode, *self.path)))}."


@dataclass(frozen=True, slots=True)
class ShadowBegun(Event):
    """A ship is shadowed: her owner is told by whom before her only move of the turn."""

    hunter: UnitId
    """The unit that shadows her."""
    ship: ShipId
    """The ship shadowed."""
    square: Square
    """Where she was seen."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Who shadows whom, and where."""
        return places(subject=UNIT_IDS[self.hunter], target=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{unit_name(self.hunter)} shadows {SHIPS[self.ship].name}, spotted in {self.square}."


@dataclass(frozen=True, slots=True)
class ShadowReported(Event):
    """A shadow succeeded or failed; the units and the result are reported to both sides."""

    hunter: UnitId
    """The unit whose shadow strength counted."""
    ship: ShipId
    """The ship shadowed."""
    square: Square
    """Where she was seen."""
    fast: bool
    """Whether it was a fast shadow."""
    succeeded: bool
    """Whether it succeeded."""
    others: tuple[UnitId, ...] = ()
    """The other units involved: those that helped, and those that a fast shadow took along."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Who shadows whom, and where."""
        hunters = [UNIT_IDS[unit] for unit in (self.hunter, *self.others)]
        return places(subject=hunters, target=UNIT_IDS[self.ship], at=square_id(self.square))

    def redacted(self) -> Event:
        """What the enemy is told: all but the submarines that helped (9.5)."""
        return replace(self, others=tuple(unit for unit in self.others if not is_submarine(unit)), to=None)

    def __str__(self) -> str:
        tries, result = "a fast shadow of" if self.fast else "to shadow", "succeeds" if self.succeeded else "fails"
        others = f", with {listed(map(unit_name, self.others))}," if self.others else ""
        return f"{unit_name(self.hunter)}{others} tries {tries} {SHIPS[self.ship].name} in {self.square} and {result}."


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """A ship that was shadowed is displayed where she is going."""

    ship: ShipId
    square: Square

    @property
    def detail(self) -> bool:
        """That she is shadowed is told."""
        return True

    @property
    def places(self) -> tuple[Place, ...]:
        """Who, and where to."""
        return places(target=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{SHIPS[self.ship].name} is followed to {self.square}."


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit has moved; only its owner sees it."""

    unit: UnitId
    square: Square
    """Where it is now."""
    start: Square
    """Where it was."""
    way: tuple[Square, ...] = ()
    """The squares in between."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and where it is, if it has only gone round."""
        return () if self.moves else places(subject=UNIT_IDS[self.unit], at=square_id(self.square))

    @property
    def moves(self) -> tuple[Move, ...]:
        """From square to square."""
        if self.start == self.square and not self.way:
            return ()
        start, *way, end = map(square_id, (self.start, *self.way, self.square))
        return (Move(UNIT_IDS[self.unit], start, end, way=tuple(way)),)

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """A few by name; of many only their number, as the map shows them where they were ordered to go."""
        if len(events) <= FEW:
            return [str(event) for event in events]
        return [f"{len(events)} units move; the map shows where they are."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} moves to {self.square}."


def _ground(unit: UnitId) -> str:
    """Where a plane unit lies that is not in the air: at its base, or in its line of the lists if that is a carrier."""
    card = PLANES[plane_number(unit)]
    return port_id(AIRFIELDS[card.airfield]) if card.carrier is None else LINE_IDS[unit]


@dataclass(frozen=True, slots=True)
class TookOff(Event):
    """A plane unit is in the air; only its owner sees it."""

    unit: UnitId
    square: Square
    """Where its base is."""

    @property
    def detail(self) -> bool:
        """That it moves is told."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the ground into the air."""
        return (Move(UNIT_IDS[self.unit], _ground(self.unit), square_id(self.square)),)

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} takes off."


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """A plane unit is back at its base."""

    unit: UnitId
    square: Square
    """Where that is."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and its base's square."""
        return places(subject=UNIT_IDS[self.unit], at=square_id(self.square))

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the air to the ground."""
        return (Move(UNIT_IDS[self.unit], square_id(self.square), _ground(self.unit)),)

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """All in one sentence."""
        return [f"{listed(unit_name(each.unit) for each in events)} {'lands' if len(events) == 1 else 'land'}."]

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} lands."


@dataclass(frozen=True, slots=True)
class Spotted(Event):
    """A unit was spotted by the enemy."""

    unit: UnitId
    square: Square

    @property
    def places(self) -> tuple[Place, ...]:
        """Who was spotted, and where."""
        return places(target=UNIT_IDS[self.unit], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} is spotted in {self.square}."


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
    """What units are lost by, and what victory points are given for."""

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

    square: Square
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
    """A ship attacks by surprise: one round from which nobody can withdraw."""

    ship: ShipId
    square: Square

    @property
    def places(self) -> tuple[Place, ...]:
        """Who attacks, and where."""
        return places(subject=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{SHIPS[self.ship].name} attacks by surprise."


@dataclass(frozen=True, slots=True)
class BothWithdrew(Event):
    """Both sides withdraw from a naval combat."""

    square: Square

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
    square: Square

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
        """What for, in words."""
        return reason_of(self.cause, self.unit, self.number)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} are paid {counted(self.points, 'victory point')}: {self.reason}."


@dataclass(frozen=True, slots=True)
class ChanceSpotting(Event):
    """The general air search found a ship, or she broke radio silence; only the British learn the square."""

    ship: ShipId
    exact: bool
    square: Square | None

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, and where she was found for those who know it."""
        return places(target=UNIT_IDS[self.ship], at=() if self.square is None else square_id(self.square))

    @property
    def moves(self) -> tuple[Move, ...]:
        """A marker is laid in the square, for those who know it."""
        return () if self.square is None else (Move(place_id("report", self.square), "", square_id(self.square)),)

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

    units: tuple[UnitId, ...]
    square: Square

    @property
    def moves(self) -> tuple[Move, ...]:
        """From their lines in the list to the square."""
        return tuple(Move(UNIT_IDS[unit], LINE_IDS[unit], square_id(self.square)) for unit in self.units)

    def __str__(self) -> str:
        return f"{listed(map(unit_name, self.units))} come{'s' * (len(self.units) == 1)} into play in {self.square}."


@dataclass(frozen=True, slots=True)
class WeatherChanged(Event):
    """The new visibility levels, from row 11 on."""

    levels: tuple[int, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The rows of the map."""
        return places(at=[row_id(row) for row in ROWS])

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
