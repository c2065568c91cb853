"""The map (2.6, 6.3): squares, who may enter which, and the ways between them. Its drawing is a reconstruction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, WithJsonSchema

from navalcore.components import Direction, Grid, load_toml, reach, rrcc, typed_number
from navalcore.rules import no, offers, rule
from navalcore_games.bismarck.cards import BRITANNIC, DATA, WS8B
from navalcore_games.bismarck.words import ShipNumber, Side, Square

_Written = Annotated[Square, WithJsonSchema({"type": "string", "pattern": r"^\d{4}$"})]
"""A square in the map file: a text, so that the zeros in front stay."""


class _Extra(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _GridTable(_Extra):
    row_min: int
    row_max: int
    col_min: int
    col_max: int


class _Port(_Extra):
    square: _Written
    side: Side


class _Airfield(_Extra):
    square: _Written


class _Patched(_Extra):
    sea: dict[_Written, float] = {}


class _Closed(_Extra):
    english_channel: tuple[_Written, ...]
    irish_sea: tuple[_Written, ...]


class _Fog(_Extra):
    area_1: tuple[_Written, ...]
    area_2: tuple[_Written, ...]


class _Entry(_Extra):
    south_reinforcements: tuple[_Written, ...]


class _Zone(_Extra):
    north_of_row: int
    east_of_col: int
    max_visibility: int


class Projection(_Extra):
    """The reconstruction's projection: Lambert conformal conic, then affine (see the comments in ``map.toml``)."""

    lon0_deg: float
    parallel1_deg: float
    parallel2_deg: float
    col_x: float
    col_y: float
    col_0: float
    row_x: float
    row_y: float
    row_0: float


class MapFile(_Extra):
    """The file of the search map."""

    grid: _GridTable
    rows: dict[int, str]
    ports: dict[str, _Port]
    airfields: dict[str, _Airfield]
    patched: _Patched = _Patched()
    closed_to_german_ships: _Closed
    fog: _Fog
    entry: _Entry
    chance_zone: _Zone
    initial_visibility: dict[int, int]
    projection: Projection


MAP = load_toml(DATA / "map.toml").model(MapFile)
ROWS: Final = range(MAP.grid.row_min, MAP.grid.row_max + 1)
"""The rows of the map, from north to south."""
COLUMNS: Final = range(MAP.grid.col_min, MAP.grid.col_max + 1)


def square_at(row: int, column: int) -> Square:
    """The square of a row and a column, on the map or beyond its edge."""
    return Square(rrcc(row, column))


GRID = Grid(ROWS, COLUMNS, square_at)
SQUARES = GRID.spaces
SQUARE_TYPES = {square: MAP.rows[square // 100][square % 100 - COLUMNS.start] for square in SQUARES}
"""``.`` sea, ``~`` coastal, ``#`` land, ``P`` port with airfield, ``X`` airfield only."""

PORTS = {side: {port.square: name for name, port in MAP.ports.items() if port.side is side} for side in Side}
"""Each side's ports by square (6.31, 6.32)."""
REYKJAVIK, SCAPA, CLYDE, PLYMOUTH = PORTS[Side.BRITISH]
TRONDHEIM, BERGEN, BREST, ST_NAZAIRE = PORTS[Side.GERMAN]
AIRFIELDS = {field.square: name for name, field in MAP.airfields.items()}
CHANNEL = MAP.closed_to_german_ships.english_channel
IRISH_SEA = MAP.closed_to_german_ships.irish_sea
FOG_AREAS = (MAP.fog.area_1, MAP.fog.area_2)
FOG_AREA_OF = {square: area for area, squares in enumerate(FOG_AREAS) for square in squares}
ENTRY_SQUARES = MAP.entry.south_reinforcements
BERGEN_APPROACH: Final = square_at(15, 27)
"""The square that 14.22 prints for Bergen (BIS-R31)."""

SOUTH_EXIT_ROW: Final = ROWS.stop
WEST_EXIT_COLUMN: Final = COLUMNS.start - 1

Ways = tuple[tuple[str, Square], ...]
"""Directions and the squares they lead to."""


@rule("6.31", "6.32", "6.32.1", "6.32.2", "6.33")
@cache
def closed_to_ships(side: Side, square: Square) -> tuple[str, str] | None:
    """Why the side's ships may not enter a square, with the section, or None if they may. All-sea squares and own
    ports are open. To the Germans neither the English Channel nor the Irish Sea is.
    """
    kind = SQUARE_TYPES.get(square)
    if kind is None:
        return "6.34", "only WS8B (south) and Britannic (west) may leave the map"
    if side is Side.GERMAN and square in CHANNEL:
        return "6.32.1", f"{square} is in the English Channel, which is closed to German ships"
    if side is Side.GERMAN and square in IRISH_SEA:
        return "6.32.2", f"{square} is in the Irish Sea, which is closed to German ships"
    if kind != "." and square not in PORTS[side]:
        return "6.33", f"{square} is neither an all-sea square nor a friendly port"
    return None


def open_to_ships(side: Side, square: Square) -> bool:
    """Whether the side's ships may enter a square."""
    return closed_to_ships(side, square) is None


@rule("7.0")
def _around(square: Square) -> Ways:
    steps = ((way.name, GRID.step(square, way)) for way in Direction)
    return tuple((name, there) for name, there in steps if there is not None)


AROUND = {square: _around(square) for square in SQUARES}
"""The squares next to each square, with their directions: planes may fly to all of them (8.3)."""


@offers
@rule("6.31", "6.32", "6.33", "6.34", "7.0")
def sea_ways(side: Side, square: Square, exits: Ways = ()) -> Iterator[tuple[str, Square]]:
    """The steps that a ship of the side may take from a square, exits from the map included; none beyond its edge."""
    if square not in SQUARE_TYPES:
        return
    row, column = divmod(square, 100)
    leaving = dict(exits)
    for way in Direction:
        south, east = way.value
        there = square_at(row + south, column + east)
        closed = closed_to_ships(side, there)
        if closed is None:
            yield way.name, there
        elif way.name not in leaving:
            yield no(way.name, *closed)
    yield from exits


SEA_WAYS: dict[Side, dict[Square, Ways]] = {
    side: {square: sea_ways(side, square) for square in SQUARES} for side in Side
}
"""Where each side's ships may step from each square."""


@rule("6.31.1", "6.31.2", "6.34")
def _exits() -> dict[ShipNumber, dict[Square, Ways]]:
    """WS8B may leave over the south edge, Britannic over the west edge; no other unit leaves the map."""
    south: dict[Square, Ways] = {}
    west: dict[Square, Ways] = {}
    for square in SQUARES:
        row, column = divmod(square, 100)
        if row == ROWS[-1]:
            to = (("S", column), ("SE", column + 1), ("SW", column - 1))
            south[square] = tuple((name, square_at(SOUTH_EXIT_ROW, there)) for name, there in to if there in COLUMNS)
        if column == COLUMNS[0]:
            ways = (("W", row), ("NW", row - 1), ("SW", row + 1))
            west[square] = tuple((name, square_at(there, WEST_EXIT_COLUMN)) for name, there in ways if there in ROWS)
    return {WS8B: south, BRITANNIC: west}


EXITS = _exits()


@rule("2.6")
def parse_square(text: str) -> Square | None:
    """The square written as row and column, such as ``1825``, or None if there is none of that name."""
    number = typed_number(text)
    return square if number is not None and (square := Square(number)) in SQUARE_TYPES else None


def squares(*numbers: int) -> tuple[Square, ...]:
    """Squares by their numbers, row and column of two digits each."""
    return tuple(map(Square, numbers))


def on_map(square: Square) -> bool:
    """Whether a square is on the map (not an exit)."""
    return square in SQUARE_TYPES


@cache
def sea_distances(side: Side, square: Square) -> dict[Square, int]:
    """How many moves a ship of the side needs from a square to every square it can reach."""
    return reach(square, len(SQUARES), lambda here: (there for _, there in SEA_WAYS[side][here]))


def distance(square: Square, other: Square) -> int:
    """Moves between two squares as the plane flies."""
    return max(abs(square // 100 - other // 100), abs(square % 100 - other % 100))
