"""The board as SVG, over the coastline of Natural Earth."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from games.bismarck.cards import DATA, PLANES, SHIPS, is_ship, unit_name
from games.bismarck.commands import heading, legend, own_planes, own_ships
from games.bismarck.sea_map import (
    AIRFIELDS,
    COLUMNS,
    FOG_AREA_OF,
    PORTS,
    ROWS,
    SQUARE_TYPES,
    SQUARES,
    on_map,
    square_at,
)
from games.bismarck.search.spotting import totals
from games.bismarck.turns import TURNS, is_night
from games.bismarck.views import BismarckView
from games.bismarck.words import ShipNumber, Side, Square
from navalcore.components.data_files import read_text
from navalcore.engine.decision import UMPIRE
from navalcore.errors import BadData
from navalcore.render import Board, Palette, Picture
from navalcore.rulebook import rule

CELL = 40
IN_A_LINE = 6
"""British units in sight to a line under the German map."""
LEFT, TOP = 34, 62
NIGHT, FOG_COLOUR = "#33475c", "#8f9aa3"
COLOURS = {Side.BRITISH: Palette.ALLIES, Side.GERMAN: Palette.AXIS}


@cache
def coast() -> tuple[tuple[tuple[float, float], ...], ...]:
    """The outlines of the land, in columns and rows of the map.

    Raises:
        BadData: the data file is no JSON of outlines.
    """
    path = DATA / "coast.json"
    try:
        data = json.loads(read_text(path))
        return tuple(tuple((float(x), float(y)) for x, y in outline) for outline in data["outlines"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(f"{path}: it must hold outlines of [column, row] pairs: {error}") from error


def _x(column: float) -> float:
    """The middle of a column in pixels."""
    return LEFT + (column - COLUMNS.start + 0.5) * CELL


def _y(row: float) -> float:
    return TOP + (row - ROWS.start + 0.5) * CELL


@cache
def _still(width: float, height: float) -> str:
    return Picture(width, height, "The North Atlantic").as_svg()


def board(view: BismarckView) -> Board:
    """The sea as a view knows it: own units, spotted enemies, search totals, visibility, fog, night."""
    width, height = LEFT + len(COLUMNS) * CELL + 44, TOP + len(ROWS) * CELL + 78
    told = sum(sighting.spotted for sighting in view.enemies) if view.role == Side.GERMAN else 0
    picture = Picture(width, height + 14 * -(-told // IN_A_LINE), _title(view), background=None)
    _sea(picture)
    _weather(picture, view)
    _grid(picture, view)
    _harbours(picture)
    _search_totals(picture, view)
    _units(picture, view)
    _caption(picture, view, height)
    return Board(_still(width, picture.height), picture.as_svg())


SEEN_BY = {Side.BRITISH.value: "the British see", Side.GERMAN.value: "the Germans see", UMPIRE: "the umpire sees"}


def _title(view: BismarckView) -> str:
    who = SEEN_BY.get(view.role, "an onlooker sees")
    return f"North Atlantic on {TURNS[view.turn]}, as {who} it" if view.turn else f"North Atlantic, as {who} it"


def _sea(picture: Picture) -> None:
    left, top = LEFT, TOP
    picture.rectangle(left, top, len(COLUMNS) * CELL, len(ROWS) * CELL, fill=Palette.SEA, stroke=Palette.SEA, line=0)
    right, bottom = left + len(COLUMNS) * CELL, top + len(ROWS) * CELL
    for outline in coast():
        points = [(min(max(_x(x), left), right), min(max(_y(y), top), bottom)) for x, y in outline]
        picture.polygon(points, fill=Palette.LAND, stroke=Palette.COAST, line=0.8)


def _weather(picture: Picture, view: BismarckView) -> None:
    """Night by rows, fog by squares."""
    for row in ROWS:
        if view.turn and is_night(view.turn, square_at(row, COLUMNS.start)):
            picture.rectangle(
                LEFT, _y(row) - CELL / 2, len(COLUMNS) * CELL, CELL, fill=NIGHT, stroke=NIGHT, line=0, opacity=0.28
            )
    for square, area in FOG_AREA_OF.items():
        if view.fog and view.fog[area]:
            row, column = divmod(square, 100)
            picture.rectangle(
                _x(column) - CELL / 2, _y(row) - CELL / 2, CELL, CELL, fill=FOG_COLOUR, stroke=FOG_COLOUR, line=0,
                opacity=0.65, tip=f"fog in {square}",
            )  # fmt: skip


def _grid(picture: Picture, view: BismarckView) -> None:
    for column in (*COLUMNS, COLUMNS.stop):
        x = LEFT + (column - COLUMNS.start) * CELL
        picture.line([(x, TOP), (x, TOP + len(ROWS) * CELL)], stroke=Palette.FAINT, line=0.35)
    for row in (*ROWS, ROWS.stop):
        y = TOP + (row - ROWS.start) * CELL
        picture.line([(LEFT, y), (LEFT + len(COLUMNS) * CELL, y)], stroke=Palette.FAINT, line=0.35)
    for column in COLUMNS:
        picture.text(_x(column), TOP - 6, str(column), size=11, fill=Palette.FAINT, anchor="middle")
    edge = LEFT + len(COLUMNS) * CELL
    picture.text(edge + 20, TOP - 6, "vis", size=11, fill=Palette.FAINT, anchor="middle")
    for row, level in zip(ROWS, view.visibility, strict=True):
        picture.text(LEFT - 8, _y(row) + 4, str(row), size=11, fill=Palette.FAINT, anchor="end")
        shade = Palette.ALERT if level >= 7 else Palette.INK
        picture.text(edge + 20, _y(row) + 5, str(level), size=14, fill=shade, anchor="middle", bold=True)
    for square in SQUARES:
        if SQUARE_TYPES[square] in "~#":
            row, column = divmod(square, 100)
            x, y = _x(column) - CELL / 2 + 3, _y(row) - CELL / 2 + 9
            picture.text(x, y, SQUARE_TYPES[square], size=8, fill=Palette.COAST)


def _harbours(picture: Picture) -> None:
    places = [(square, name, side) for side in Side for square, name in PORTS[side].items()]
    for square, name, side in places:
        row, column = divmod(square, 100)
        picture.text(_x(column), _y(row) + CELL / 2 - 3, "+", size=13, fill=COLOURS[side], anchor="middle", bold=True)
        picture.text(_x(column), _y(row) - CELL / 2 + 9, name, size=7.5, fill=COLOURS[side], anchor="middle")
    for square, name in AIRFIELDS.items():
        if SQUARE_TYPES[square] == "X":
            row, column = divmod(square, 100)
            picture.text(
                _x(column), _y(row) + CELL / 2 - 3, "X", size=11, fill=Palette.ALLIES, anchor="middle", bold=True
            )
            picture.text(_x(column), _y(row) - CELL / 2 + 9, name, size=7.5, fill=Palette.ALLIES, anchor="middle")


def _search_totals(picture: Picture, view: BismarckView) -> None:
    """The overlay of NS: the own search total in the lower corner of each square."""
    if view.role not in (Side.BRITISH, Side.GERMAN):
        return
    for square, total in totals(view, Side(view.role)).items():
        if total and on_map(square):
            row, column = divmod(square, 100)
            x, y = _x(column) + CELL / 2 - 3, _y(row) + CELL / 2 - 3
            picture.text(x, y, str(min(total, 9)), size=9, fill=Palette.GOOD, anchor="end", bold=True)


Mark = tuple[str, str, str]
"""Letter, colour and description of a unit."""


@rule("9.6")
def _units(picture: Picture, view: BismarckView) -> None:
    """Own units and, for the British only, enemies in sight."""
    squares: dict[Square, list[Mark]] = {}
    for number, ship in own_ships(view):
        card = SHIPS[number]
        squares.setdefault(ship.here, []).append((card.type, COLOURS[card.side], _ship_tip(number, view)))
    for flying, plane in own_planes(view):
        if plane.aloft:
            tip = f"{PLANES[flying].id}, mode {plane.mode}, endurance {plane.endurance}"
            squares.setdefault(plane.here, []).append((PLANES[flying].type, Palette.FAINT, tip))
    for sighting in view.enemies:
        if sighting.spotted and view.role != Side.GERMAN:
            letter = SHIPS[sighting.unit].type if is_ship(sighting.unit) else unit_name(sighting.unit)[0]
            squares.setdefault(sighting.square, []).append((letter, Palette.INK, str(sighting)))
    for square, marks in squares.items():
        if on_map(square):
            _counters(picture, square, marks)


def _ship_tip(number: ShipNumber, view: BismarckView) -> str:
    ship = view.ships[number]
    return (
        f"{SHIPS[number].name}, mode {ship.mode}, MS {ship.midships}, FP {ship.firepower}, {ship.knots} knots, "
        f"fuel {ship.fuel or 0}"
    )


def _counters(picture: Picture, square: Square, marks: Iterable[Mark]) -> None:
    """Up to six counters in a square; the tip of the last tells of the others."""
    shown: list[Any] = list(marks)
    row, column = divmod(square, 100)
    size = 17 if len(shown) <= 2 else 12
    across = 2 if len(shown) <= 4 else 3
    for place, (letter, colour, tip) in enumerate(shown[:6]):
        if place == 5 and len(shown) > 6:
            letter, tip = f"+{len(shown) - 5}", "; ".join(mark[2] for mark in shown[5:])
        x = _x(column) - CELL / 2 + 3 + (place % across) * (size + 1)
        y = _y(row) - CELL / 2 + 11 + (place // across) * (size + 1)
        black = colour == Palette.INK
        picture.rectangle(
            x, y, size, size, fill=colour, stroke=Palette.ALERT if black else Palette.CARD, round=2, tip=tip
        )
        picture.text(
            x + size / 2, y + size * 0.76, letter, size=size * 0.7, fill=Palette.CARD, anchor="middle", bold=True
        )


def _caption(picture: Picture, view: BismarckView, height: float) -> None:
    picture.text(LEFT, 24, _title(view), size=16, bold=True)
    picture.text(LEFT, 42, heading(view), size=12, fill=Palette.FAINT)
    for place, line in enumerate(legend(view).splitlines()):
        picture.text(LEFT, height - 54 + 15 * place, line, size=9.5, fill=Palette.FAINT)
    note = "Coast: Natural Earth. Squares: a reconstruction. Black counters: enemies in sight. Green: own search total."
    picture.text(LEFT, height - 8, note, size=9.5, fill=Palette.FAINT)
    if view.role == Side.GERMAN:
        seen = [f"{unit_name(sighting.unit)} {sighting.square}" for sighting in view.enemies if sighting.spotted]
        for place, start in enumerate(range(0, len(seen), IN_A_LINE)):
            line = ", ".join(seen[start : start + IN_A_LINE])
            picture.text(LEFT, height + 6 + 14 * place, f"In sight: {line}", size=9.5)
