"""The board as SVG: the Pacific over the coastline of Natural Earth, and the combat display."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache

from games.silent_war.charts import ACTIVITY_NAMES, Area, Charts, charts
from games.silent_war.pack import OWN
from games.silent_war.views import BoatView, CombatView, FighterView, SilentWarView, UnitView
from navalcore.components.data_files import read_text
from navalcore.errors import BadData
from navalcore.render import Palette, Picture
from navalcore.render.picture import Point

WEST, EAST, SOUTH, NORTH = 79.0, 214.0, -34.5, 60.0
SCALE_X, SCALE_Y = 8.0, 9.0
TOP = 46
ACTIVITY_COLOURS = (Palette.CARD, "#5f9e6e", "#dd9640", "#4f7fb5", "#b5403a")
BOX = 6
STORM_COLOURS = {"tropical": Palette.FAINT, "typhoon_1": Palette.INK, "typhoon_2": Palette.INK}


@cache
def coast() -> tuple[tuple[Point, ...], ...]:
    """The outlines of the land, in degrees east (beyond 180 for west longitudes) and north.

    Raises:
        BadData: the data file is no JSON of outlines.
    """
    path = OWN / "coast.json"
    try:
        data = json.loads(read_text(path))
        return tuple(tuple((float(x), float(y)) for x, y in outline) for outline in data["outlines"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(f"{path}: it must hold outlines of [longitude, latitude] pairs: {error}") from error


def place(lon: float, lat: float) -> Point:
    """Degrees as pixels; west longitudes lie to the right of the date line."""
    east = lon if lon >= WEST else lon + 360
    return (east - WEST) * SCALE_X, TOP + (NORTH - lat) * SCALE_Y


def board_svg(view: SilentWarView) -> str:
    """The combat display while there is one, else the map."""
    return map_svg(view) if view.combat is None else display_svg(view, view.combat)


def map_svg(view: SilentWarView) -> str:
    """The map: OpAreas with their activity, routes, bases, boats, ULTRA and storms."""
    table = charts(view.data_pack)
    width, height = (EAST - WEST) * SCALE_X, TOP + (NORTH - SOUTH) * SCALE_Y
    title = f"{view.month}, week {view.week}, boats at sea: {len(_at_sea(view))}"
    picture = Picture(width, height, f"Silent War, the Pacific in {title}", background=Palette.SEA)
    for outline in coast():
        picture.polygon([place(*point) for point in outline], line=0.6)
    _routes(picture, table)
    for area in table.areas:
        _area(picture, view, area)
    for base in table.bases:
        if base.name in view.bases and WEST <= base.lon % 360 <= EAST:
            x, y = place(base.lon, base.lat)
            here = [boat.name for boat in view.boats if boat.where == base.name]
            tip = f"{base.name}: {', '.join(here) or 'no boats'}"
            picture.rectangle(x - 5, y - 5, 10, 10, fill=Palette.ALLIES, tip=tip)
            label = f"{base.name} ({len(here)})" if here else base.name
            left = x > width - 120
            anchor = "end" if left else "start"
            beside = x - 8 if left else x + 8
            picture.text(beside, y + 4, label, size=11, anchor=anchor, bold=True, fill=Palette.ALLIES)
    picture.rectangle(0, 0, width, TOP - 8, fill=Palette.PAPER, stroke=Palette.PAPER)
    tracks = f"War Period {view.war_period}, torpedo {view.torpedo:+d}, ships sunk: {view.ships_sunk}"
    losses = f"thousand tons: {view.tonnage}, boats lost: {view.submarines_lost}"
    picture.text(10, 24, f"{title}. {tracks}, {losses}", size=15)
    return picture.as_svg()


def _at_sea(view: SilentWarView) -> list[BoatView]:
    return [boat for boat in view.boats if boat.place in ("operating", "done")]


def _routes(picture: Picture, table: Charts) -> None:
    for number, area in enumerate(table.areas):
        for other in area.neighbours:
            if other > number:
                ends = [place(area.lon, area.lat), place(table.areas[other].lon, table.areas[other].lat)]
                picture.line(ends, stroke=Palette.FAINT, line=0.8, dashed=True)


def _area(picture: Picture, view: SilentWarView, area: Area) -> None:
    """The ten boxes of an OpArea in this War Period, its name, markers and boats."""
    x, y = place(area.lon, area.lat)
    left = x - 5 * BOX
    for number, level in enumerate(area.boxes[view.war_period]):
        tip = f"{area.name}, {number}: {ACTIVITY_NAMES[level]}"
        picture.rectangle(left + number * BOX, y - 5, BOX, 10, fill=ACTIVITY_COLOURS[level], line=0.5, tip=tip)
    picture.text(x, y - 9, area.name, size=10, anchor="middle")
    if area.name in view.ultra:
        picture.text(x + 5 * BOX + 4, y + 4, "ULTRA", size=9, bold=True, fill=Palette.ALERT)
    if storm := view.storms.get(area.name):
        picture.circle(left - 9, y, 6, fill=STORM_COLOURS[storm], tip=f"{area.name}: {storm.replace('_', ' ')}")
    here = [boat for boat in _at_sea(view) if boat.where == area.name]
    names = ", ".join(boat.name for boat in here)
    if here:
        picture.rectangle(x - 14, y + 7, 28, 13, fill=Palette.ALLIES, round=6, tip=names)
        picture.text(x, y + 17, str(len(here)), size=10, fill=Palette.CARD, anchor="middle", bold=True)
        if len(here) == 1:
            picture.text(x + 18, y + 17, names, size=10, fill=Palette.ALLIES, bold=True)


COLUMN, ROW, MARGIN = 170, 58, 12


def display_svg(view: SilentWarView, combat: CombatView) -> str:
    """The combat display: four columns of units, the boats below them."""
    units: dict[str, list[UnitView]] = defaultdict(list)
    boats: dict[str, list[FighterView]] = defaultdict(list)
    for unit in combat.units:
        units[unit.column].append(unit)
    for fighter in combat.fighters:
        if not fighter.out:
            boats[fighter.column].append(fighter)
    deepest = max([3, *map(len, units.values())])
    fewest = max([1, *map(len, boats.values())])
    top = 62
    floor = top + deepest * ROW
    height = floor + fewest * 40 + 24
    number = ("first attack", "first re-attack", "second re-attack")[combat.round_number]
    title = f"Combat in {combat.area}, {'a loner, ' if combat.loner else ''}{number}"
    picture = Picture(2 * MARGIN + 4 * COLUMN, height, title, background=Palette.SEA)
    picture.text(MARGIN, 24, title, size=15, bold=True)
    for n, column in enumerate("ABCD"):
        x = MARGIN + n * COLUMN
        picture.rectangle(x + 3, 34, COLUMN - 6, height - 42, fill=Palette.PAPER, stroke=Palette.FAINT, opacity=0.6)
        picture.text(x + COLUMN / 2, 52, column, size=14, anchor="middle", bold=True)
        for row, unit in enumerate(units[column]):
            _unit(picture, view, combat, unit, x + 10, top + row * ROW)
        picture.line([(x + 8, floor), (x + COLUMN - 8, floor)], stroke=Palette.FAINT, dashed=True)
        for row, fighter in enumerate(boats[column]):
            y = floor + 8 + row * 40
            picture.rectangle(x + 10, y, COLUMN - 20, 34, fill=Palette.ALLIES, round=15)
            picture.text(x + COLUMN / 2, y + 15, fighter.name, fill=Palette.CARD, anchor="middle", bold=True)
            said = f"{fighter.posture}, {fighter.ships} sunk"
            picture.text(x + COLUMN / 2, y + 28, said, size=10, fill=Palette.CARD, anchor="middle")
    for row, fighter in enumerate(boats[""]):
        picture.text(MARGIN + 4, floor + 20 + row * 40, f"{fighter.name}, not placed yet", size=12, fill=Palette.ALLIES)
    return picture.as_svg()


def _unit(picture: Picture, view: SilentWarView, combat: CombatView, unit: UnitView, x: float, y: float) -> None:
    """A unit: its back while unknown, its figures once seen; its marker and the points on it."""
    width, height = COLUMN - 20, ROW - 8
    sun = Palette.AXIS if unit.back == "red_ball" else Palette.ALERT
    face = Palette.CARD if unit.face_up else Palette.NEUTRAL
    picture.rectangle(x, y, width, height, fill=face, stroke=Palette.AXIS, round=4)
    picture.circle(x + 14, y + 14, 7, fill=sun, stroke=sun, tip=unit.back.replace("_", " "))
    ink = Palette.INK if unit.face_up else Palette.CARD
    picture.text(x + 28, y + 19, f"#{unit.number} {unit.name or unit.back.replace('_', ' ')}", fill=ink, bold=True)
    if unit.ship is not None:
        ship = charts(view.data_pack).ships[unit.ship]
        figures = f"ASW {ship.asw}" if ship.aircraft else f"defense {ship.defense}, ASW {ship.asw}"
        picture.text(x + 8, y + 36, figures + (", damaged" if unit.damaged else ""), size=10, fill=ink)
    marks = [] if unit.tdc is None else [f"TDC {unit.tdc:+d}"]
    if unit.number in combat.aims:
        marks.append(f"{combat.aims[unit.number]} points")
    picture.text(x + width - 6, y + 47, ", ".join(marks), size=10, fill=ink, anchor="end", bold=True)
