"""The ship and plane data cards (2.21-2.26, data cards A and B)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeGuard

from pydantic import BaseModel, ConfigDict

from navalcore.components import closest, load_models, load_toml
from navalcore.errors import UnknownName
from navalcore.rules import rule
from navalcore_games.bismarck.words import Mode, PlaneNumber, PlaneType, ShipNumber, ShipType, Side, Square, UnitNumber

DATA = Path(__file__).parent / "data"

SINGLE_SHIPS = (ShipType.DESTROYERS, ShipType.CONVOY, ShipType.SUBMARINES)
"""Units whose midships are single ships (16.72)."""

DayNight = tuple[int, int]
"""A figure by day and by night."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _ShipRow(_Row):
    side: Side
    id: str
    display: str
    status_key: str
    type: ShipType
    search_move_day: int
    search_move_night: int
    search_patrol_day: int
    search_patrol_night: int
    shadow_day: int | None = None
    shadow_night: int | None = None
    max_squares: int
    max_squares_turn1: int
    fuel_cap: int | None = None
    fuel_start_reconstructed: int | None = None
    ms: int
    fp: int | None = None
    knots: int
    torp: int | None = None
    vp: int
    start_square: Square | None = None
    start_mode: str
    slow_indicator_start: Literal["N"] | None = None
    reinforcement_group: Literal["scapa", "clyde", "south", "dorsetshire"] | None = None


class _PlaneRow(_Row):
    side: Side
    id: str
    type: PlaneType
    name: str
    base: str
    search_move_attack_day: int
    search_move_attack_night: int
    search_patrol_recon_day: int
    search_patrol_recon_night: int
    shadow_day: int | None = None
    shadow_night: int | None = None
    squares_move_attack: int
    squares_patrol_recon: int
    endurance_move_attack: int
    endurance_patrol_recon: int


@dataclass(frozen=True, slots=True)
class ShipCard:
    """One line of the ship data cards."""

    number: ShipNumber
    """The place among all ships, British first, in the order of the cards."""
    side: Side
    """The owner."""
    id: str
    """The name as the card spells it."""
    key: str
    """The three characters of the status command (5.27)."""
    name: str
    """The name in its right spelling (BIS-R54)."""
    type: ShipType
    """The type of unit."""
    move_search: DayNight
    """Search factor in move mode, by day and night (2.25)."""
    patrol_search: DayNight
    """Search factor in patrol mode."""
    shadow: DayNight | None
    """Shadow strength, or None (2.26)."""
    speed: int
    """Squares a turn, as printed."""
    first_speed: int
    """Squares on turn 1, printed in brackets where they differ."""
    fuel: int | None
    """Capacity, or None for units that need none (2.23)."""
    first_fuel: int | None
    """The fuel with which it enters (6.8, BIS-R10)."""
    midships: int
    """Hits it takes, or single ships in the unit (2.24, 16.72)."""
    firepower: int | None
    """Salvos a round, or None (2.22)."""
    knots: int
    """Speed."""
    torpedoes: int | None
    """Torpedo factors, or None."""
    vp: int
    """Its victory points."""
    square: Square | None
    """Where it starts; None off the map."""
    mode: Mode | None
    """Mode at the start; None for units that are not yet active (BIS-R61)."""
    slow: str
    """The slow mode indicator at the start: ``N`` or nothing."""
    group: str | None
    """The reinforcement group, or None."""

    def __str__(self) -> str:
        return self.name

    @property
    @rule("17.4", "17.5")
    def loss_points(self) -> int:
        """What the enemy gets for the unit sunk, or for each ship of a unit of several (16.72)."""
        return self.vp // self.midships if self.type in SINGLE_SHIPS else self.vp


@dataclass(frozen=True, slots=True)
class PlaneCard:
    """One line of the plane data card."""

    number: PlaneNumber
    """The place among the planes."""
    type: PlaneType
    """R, L or T."""
    name: str
    """The name of the unit's base, numbered where a base has several."""
    id: str
    """Type and name."""
    base: Square | None
    """The square of the airfield, or None for carrier planes."""
    carrier: ShipNumber | None
    """The number of the carrier, or None."""
    move_search: DayNight
    """Search factor in M and A (by day and night)."""
    patrol_search: DayNight
    """Search factor in P and R."""
    shadow: DayNight | None
    """Shadow strength, or None."""
    move_squares: int
    """Squares a turn in M, A (and Z)."""
    patrol_squares: int
    """Squares a turn in P and R."""
    move_endurance: int
    """Turns in the air after taking off in M or A (2.21)."""
    patrol_endurance: int
    """Turns in the air after taking off in P or R."""

    def __str__(self) -> str:
        return self.id

    @property
    def airfield(self) -> Square:
        """The base of a plane that flies from land."""
        assert self.base is not None, "planes of carriers have no airfield"
        return self.base


def _shadow(day: int | None, night: int | None) -> DayNight | None:
    return None if day is None or night is None else (day, night)


def _off_the_map(square: int) -> str:
    """The fault in the number of a square, if there is one."""
    grid = load_toml(DATA / "map.toml").data["grid"]
    if grid["row_min"] <= square // 100 <= grid["row_max"] and grid["col_min"] <= square % 100 <= grid["col_max"]:
        return ""
    return (
        f"{square:04d} is not on the map, which has rows {grid['row_min']} to {grid['row_max']} "
        f"and columns {grid['col_min']} to {grid['col_max']}"
    )


def _wrong_starts(rows: Sequence[_ShipRow]) -> Iterator[tuple[int, str, str]]:
    for number, row in enumerate(rows):
        if row.start_square is not None and (wrong := _off_the_map(row.start_square)):
            yield number, "start_square", wrong


def _wrong_bases(rows: Sequence[_PlaneRow]) -> Iterator[tuple[int, str, str]]:
    carriers = {name for card in SHIPS for name in (card.id, card.name)}
    for number, row in enumerate(rows):
        if row.base.isdigit():
            if wrong := _off_the_map(int(row.base)):
                yield number, "base", wrong
        elif (carrier := row.base.removeprefix("carrier:")) not in carriers:
            yield number, "base", f"there is no ship '{carrier}'; {closest(carrier, carriers)}"


@rule("2.22", "2.23", "2.24", "2.25", "2.26", "2.3", "Data-A", "Data-B")
def _ships() -> tuple[ShipCard, ...]:
    cards: list[ShipCard] = []
    for row in load_models(DATA / "ships.csv", _ShipRow, check=_wrong_starts):
        cards.append(
            ShipCard(
                ShipNumber(UnitNumber(len(cards))), row.side, row.id, row.status_key.ljust(3), row.display, row.type,
                (row.search_move_day, row.search_move_night), (row.search_patrol_day, row.search_patrol_night),
                _shadow(row.shadow_day, row.shadow_night), row.max_squares, row.max_squares_turn1, row.fuel_cap,
                row.fuel_start_reconstructed, row.ms, row.fp, row.knots, row.torp, row.vp, row.start_square,
                None if row.start_mode in "XYU" else Mode(row.start_mode),
                row.slow_indicator_start or "", row.reinforcement_group,
            )
        )  # fmt: skip
    return tuple(cards)


@rule("2.21", "2.3", "Data-B")
def _planes() -> tuple[PlaneCard, ...]:
    cards: list[PlaneCard] = []
    for row in load_models(DATA / "planes.csv", _PlaneRow, check=_wrong_bases):
        land = row.base.isdigit()
        cards.append(
            PlaneCard(
                PlaneNumber(len(cards)), row.type, row.name, row.id, Square(int(row.base)) if land else None,
                None if land else ship_number(row.base.removeprefix("carrier:")),
                (row.search_move_attack_day, row.search_move_attack_night),
                (row.search_patrol_recon_day, row.search_patrol_recon_night),
                _shadow(row.shadow_day, row.shadow_night), row.squares_move_attack, row.squares_patrol_recon,
                row.endurance_move_attack, row.endurance_patrol_recon,
            )
        )  # fmt: skip
    return tuple(cards)


SHIPS = _ships()
"""All 43 ship units, British first."""

_BY_NAME = {name.casefold(): card.number for card in SHIPS for name in (card.id, card.name)}


def ship_number(name: str) -> ShipNumber:
    """The number of the ship of that name, in the card's or the right spelling.

    Raises:
        UnknownName: there is none.
    """
    try:
        return _BY_NAME[name.strip().casefold()]
    except KeyError:
        raise UnknownName(f"there is no ship '{name}'; there are {', '.join(card.name for card in SHIPS)}") from None


PLANES = _planes()
"""All 14 plane units, all British."""

PLANE_NUMBERS = tuple(card.number for card in PLANES)
"""The numbers of the planes."""

SHIP_NUMBERS = {side: tuple(card.number for card in SHIPS if card.side is side) for side in Side}
"""The numbers of each side's ships, in the order of the cards."""

UNIT_COUNT = len(SHIPS) + len(PLANES)
"""Ships and planes together. A ship's number is its unit number; the planes' unit numbers follow the ships'."""

BISMARCK = ship_number("Bismarck")
PRINZ_EUGEN = ship_number("Prinz Eugen")
RAIDERS = (BISMARCK, PRINZ_EUGEN)
"""The two ships that break out."""

GUNS = (ShipType.BATTLESHIP, ShipType.CRUISER)
"""The types that fight naval combat (16.61)."""

WS8B, BRITANNIC, SL1, SL2, SL3, SL4, SL5 = CONVOYS = tuple(
    card.number for card in SHIPS if card.type is ShipType.CONVOY
)


def plane_unit(number: PlaneNumber) -> UnitNumber:
    """The unit number of a plane."""
    return UnitNumber(len(SHIPS) + number)


def is_ship(unit: UnitNumber) -> TypeGuard[ShipNumber]:
    """Whether a unit number is a ship's; otherwise it is a plane's."""
    return unit < len(SHIPS)


def is_plane(unit: UnitNumber) -> bool:
    """Whether a unit number is a plane's."""
    return unit >= len(SHIPS)


def is_submarine(unit: UnitNumber) -> bool:
    """Whether a unit number is that of a sub group or wolfpack."""
    return is_ship(unit) and SHIPS[unit].type is ShipType.SUBMARINES


def plane_number(unit: UnitNumber) -> PlaneNumber:
    """The number of the plane that has a unit number."""
    return PlaneNumber(unit - len(SHIPS))


def pronoun(number: ShipNumber) -> str:
    """The pronoun of a ship unit: a warship and an oiler *she*, a unit of several ships *it*."""
    return "it" if SHIPS[number].type in (ShipType.DESTROYERS, ShipType.SUBMARINES, ShipType.CONVOY) else "she"


def unit_name(unit: UnitNumber) -> str:
    """The name of a unit by its number."""
    return SHIPS[unit].name if is_ship(unit) else PLANES[plane_number(unit)].id
