"""The events of the game, and who hears them (9.6): damage only its owner, orders only their giver, spottings only the
spotter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from navalcore.components import counted, listed, place_id
from navalcore.rules import Event, Move, Place, places
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, is_submarine, plane_number, unit_name
from navalcore_games.bismarck.ids import (
    LINE_IDS,
    UNIT_IDS,
    ShipId,
    SquareId,
    UnitId,
    port_id,
    row_id,
    square_id,
    turn_id,
)
from navalcore_games.bismarck.sea_map import AIRFIELDS, ROWS
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.words import MODE_NAMES, Mode, Side

NAMES = {Side.BRITISH: "British", Side.GERMAN: "Germans"}
FEW: Final = 3
"""The most moves that news reports one by one."""


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

    squares: tuple[SquareId, ...]

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
    path: tuple[SquareId, ...]
    """The squares it is to move through, the last where it is to be."""
    square: SquareId
    """Where it is."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The unit, and whence and where it is to go, or where it stays."""
        unit, here = UNIT_IDS[self.unit], square_id(self.square)
        if not self.path:
            return places(subject=unit, at=here)
        return places(subject=unit, from_=here, to=square_id(self.path[-1]))

    def __str__(self) -> str:
        told = MODE_NAMES[self.mode]
        if self.mode is Mode.R:
            told = "refuel" if is_ship(self.unit) else "reconnaissance"
        return f"{unit_name(self.unit)} receives the order {' '.join(map(str, (self.mode, *self.path)))} ({told})."


@dataclass(frozen=True, slots=True)
class ShadowBegun(Event):
    """A ship is shadowed: her owner is told by whom before her only move of the turn."""

    hunter: UnitId
    """The unit that shadows her."""
    ship: ShipId
    """The ship shadowed."""
    square: SquareId
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
    square: SquareId
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
        """The news that the enemy is told: all but the submarines that helped (9.5)."""
        return replace(self, others=tuple(unit for unit in self.others if not is_submarine(unit)), to=None)

    def __str__(self) -> str:
        tries, result = "a fast shadow of" if self.fast else "to shadow", "succeeds" if self.succeeded else "fails"
        others = f", with {listed(map(unit_name, self.others))}," if self.others else ""
        return f"{unit_name(self.hunter)}{others} tries {tries} {SHIPS[self.ship].name} in {self.square} and {result}."


@dataclass(frozen=True, slots=True)
class Followed(Event):
    """A ship that was shadowed is displayed where she is going."""

    ship: ShipId
    square: SquareId

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
    square: SquareId
    """Where it is now."""
    start: SquareId
    """Where it was."""
    way: tuple[SquareId, ...] = ()
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
        if self.start != self.square:
            told = "moves to"
        else:
            told = "comes back to" if self.way else "stays in the air in"
        return f"{unit_name(self.unit)} {told} {self.square}."


def _ground(unit: UnitId) -> str:
    """Where a plane unit is that is not in the air: at its base, or in its line of the lists if that is a carrier."""
    card = PLANES[plane_number(unit)]
    return port_id(AIRFIELDS[card.airfield]) if card.carrier is None else LINE_IDS[unit]


@dataclass(frozen=True, slots=True)
class TookOff(Event):
    """A plane unit is in the air; only its owner sees it."""

    unit: UnitId
    square: SquareId
    """Where its base is."""

    @property
    def detail(self) -> bool:
        """The event reports that it moves."""
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
    square: SquareId
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
class Refuelled(Event):
    """A ship has taken on fuel, torpedoes or both; only its owner sees it."""

    ship: ShipId
    square: SquareId
    """Where it is."""
    fuel: int
    """The fuel it has taken on."""
    torpedoes: int
    """The torpedo factors it has taken on."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, and where it is."""
        return places(subject=UNIT_IDS[self.ship], at=square_id(self.square))

    def __str__(self) -> str:
        taken = [f"{self.fuel} fuel"] * bool(self.fuel)
        if self.torpedoes:
            taken.append(counted(self.torpedoes, "torpedo", "torpedoes"))
        return f"{SHIPS[self.ship].name} takes on {listed(taken)} in {self.square}."


@dataclass(frozen=True, slots=True)
class Spotted(Event):
    """A unit was spotted by the enemy."""

    unit: UnitId
    square: SquareId

    @property
    def places(self) -> tuple[Place, ...]:
        """Who was spotted, and where."""
        return places(target=UNIT_IDS[self.unit], at=square_id(self.square))

    def __str__(self) -> str:
        return f"{unit_name(self.unit)} is spotted in {self.square}."


@dataclass(frozen=True, slots=True)
class ChanceSpotting(Event):
    """The general air search found a ship, or she broke radio silence; only the British learn the square."""

    ship: ShipId
    exact: bool
    square: SquareId | None

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
    square: SquareId

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
