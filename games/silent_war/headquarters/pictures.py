"""The board as SVG: the Pacific over the coastline of Natural Earth, and the combat display."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache

from games.silent_war.data_pack.charts import Charts, load_charts
from games.silent_war.data_pack.loading import OWN
from games.silent_war.data_pack.printed import ACTIVITY_NAMES, Area, Base
from games.silent_war.views import BoatView, CombatView, FighterView, SilentWarView, UnitView
from navalcore.components.data_files import read_text
from navalcore.errors import BadData
from navalcore.render import Board, Palette, Picture
from navalcore.render.picture import Point

WEST, EAST, SOUTH, NORTH = 79.0, 214.0, -34.5, 60.0
SCALE_X, SCALE_Y = 10.0, 11.0
TOP = 46
ACTIVITY_COLOURS = (Palette.CARD, "#5f9e6e", "#dd9640", "#4f7fb5", "#b5403a")
BOX = 6
ASIDE = {"gulf_of_siam": (-18, -8), "sulu_sea": (10, -2), "pearl_harbor": (0, 12)}
"""Pixels to the right and down."""
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


def spot(thing: Area | Base) -> Point:
    """Where an OpArea or a base is drawn: its place, moved aside a little where labels would touch."""
    x, y = place(thing.lon, thing.lat)
    aside, down = ASIDE.get(thing.id, (0, 0))
    return x + aside, y + down


@cache
def _still(width: float, height: float, title: str) -> str:
    return Picture(width, height, title, background=Palette.SEA).as_svg()


def board(view: SilentWarView) -> Board:
    """The combat display while there is one, else the map."""
    return map_board(view) if view.combat is None else display_board(view, view.combat)


def map_svg(view: SilentWarView) -> str:
    """The map as one picture, whatever the board shows."""
    return map_board(view).svg


def map_board(view: SilentWarView) -> Board:
    """The map: OpAreas with their activity, routes, bases, boats, ULTRA and storms."""
    charts = load_charts(view.data_pack)
    width, height = (EAST - WEST) * SCALE_X, TOP + (NORTH - SOUTH) * SCALE_Y
    title = f"{view.month}, week {view.week}, boats at sea: {len(_at_sea(view))}"
    picture = Picture(width, height, f"Silent War, the Pacific in {title}", background=None)
    for outline in coast():
        picture.polygon([place(*point) for point in outline], line=0.6)
    _routes(picture, charts)
    for area in charts.areas:
        _area(picture, view, area)
    for base in charts.bases:
        if base.name in view.bases and WEST <= base.lon % 360 <= EAST:
            x, y = spot(base)
            here = [boat.name for boat in view.boats if boat.where == base.name]
            tip = f"{base.name}: {', '.join(here) or 'no boats'}"
            picture.rectangle(x - 5, y - 5, 10, 10, fill=Palette.ALLIES, tip=tip)
            label = f"{base.name} ({len(here)})" if here else base.name
            left = x > width - 160
            anchor = "end" if left else "start"
            beside = x - 8 if left else x + 8
            picture.text(beside, y + 4, label, size=11, anchor=anchor, bold=True, fill=Palette.ALLIES)
    _legend(picture, width, height)
    picture.rectangle(0, 0, width, TOP - 8, fill=Palette.PAPER, stroke=Palette.PAPER)
    tracks = f"War Period {view.war_period}, torpedo {view.torpedo:+d}, ships sunk: {view.ships_sunk}"
    losses = f"thousand tons: {view.tonnage}, boats lost: {view.submarines_lost}"
    picture.text(10, 24, f"{title}. {tracks}, {losses}", size=15)
    return Board(_still(width, height, "The Pacific"), picture.as_svg())


def _at_sea(view: SilentWarView) -> list[BoatView]:
    return [boat for boat in view.boats if boat.place in ("operating", "done")]


def _routes(picture: Picture, charts: Charts) -> None:
    for number, area in enumerate(charts.areas):
        for other in area.neighbours:
            if other > number:
                ends = [spot(area), spot(charts.areas[other])]
                picture.line(ends, stroke=Palette.FAINT, line=0.8, dashed=True)


def _area(picture: Picture, view: SilentWarView, area: Area) -> None:
    """The ten boxes of an OpArea in this War Period on a plate of its busiest colour, its name, markers and boats."""
    x, y = spot(area)
    left = x - 5 * BOX
    boxes = area.boxes[view.war_period]
    half = max(5 * BOX, 3.2 * len(area.name)) + 5
    counts = (f"{boxes.count(n)} {name}" for n, name in enumerate(ACTIVITY_NAMES) if n in boxes)
    tip = f"{area.name}: {', '.join(counts)}"
    plate = ACTIVITY_COLOURS[boxes[-1]]
    picture.rectangle(x - half, y - 20, 2 * half, 28, fill=Palette.PAPER, stroke=plate, line=2, round=5, tip=tip)
    picture.rectangle(x - half, y - 20, 2 * half, 28, fill=plate, line=0, round=5, opacity=0.22, tip=tip)
    for number, level in enumerate(boxes):
        cell = f"{area.name}, {number}: {ACTIVITY_NAMES[level]}"
        picture.rectangle(left + number * BOX, y - 5, BOX, 10, fill=ACTIVITY_COLOURS[level], line=0.5, tip=cell)
    picture.text(x, y - 9, area.name, size=10, anchor="middle")
    if area.name in view.ultra:
        picture.rectangle(x - 20, y - 34, 40, 13, fill=Palette.ALERT, line=0, round=3, tip=f"ULTRA: {area.name}")
        picture.text(x, y - 24, "ULTRA", size=9, bold=True, fill=Palette.CARD, anchor="middle")
    if storm := view.storms.get(area.name):
        _storm(picture, x - half - 11, y - 8, storm, area.name)
    _boats(picture, [boat for boat in _at_sea(view) if boat.where == area.name], x, y)


def _storm(picture: Picture, x: float, y: float, storm: str, where: str) -> None:
    """A storm's disc with its letter: S tropical storm, 1 and 2 the typhoons."""
    tip = f"{where}: {storm.replace('_', ' ')}"
    picture.circle(x, y, 9, fill=STORM_COLOURS[storm], stroke=Palette.CARD, line=1.5, tip=tip)
    letter = "S" if storm == "tropical" else storm[-1]
    picture.text(x, y + 4, letter, size=11, bold=True, fill=Palette.CARD, anchor="middle")


def _boats(picture: Picture, here: list[BoatView], x: float, y: float) -> None:
    """How many boats are in an OpArea; the name of one alone; a dot where one is damaged."""
    if not here:
        return
    names = ", ".join(boat.name for boat in here)
    picture.rectangle(x - 14, y + 10, 28, 13, fill=Palette.ALLIES, round=6, tip=names)
    picture.text(x, y + 20, str(len(here)), size=10, fill=Palette.CARD, anchor="middle", bold=True)
    if len(here) == 1:
        picture.text(x + 19, y + 20, names, size=10, fill=Palette.ALLIES, bold=True)
    if damaged := [boat.name for boat in here if boat.damage]:
        picture.circle(x - 16, y + 12, 4, fill=Palette.AXIS, stroke=Palette.CARD, tip=f"damaged: {', '.join(damaged)}")


def _legend(picture: Picture, right: float, bottom: float) -> None:
    """What colours and marks mean."""
    left, top = right - 196, bottom - 150
    picture.rectangle(left, top, 186, 142, fill=Palette.PAPER, stroke=Palette.FAINT, round=4)
    for number, (name, colour) in enumerate(zip(ACTIVITY_NAMES, ACTIVITY_COLOURS, strict=True)):
        picture.rectangle(left + 10, top + 10 + number * 15, 12, 10, fill=colour, line=0.5)
        picture.text(left + 30, top + 19 + number * 15, f"{name} traffic" if number else "no contact", size=10)
    y = top + 96
    picture.rectangle(left + 10, y - 6, 10, 10, fill=Palette.ALLIES)
    picture.text(left + 30, y + 3, "base (boats there)", size=10)
    picture.rectangle(left + 6, y + 9, 20, 11, fill=Palette.ALLIES, round=6)
    picture.text(left + 30, y + 18, "boats at sea", size=10)
    picture.circle(left + 122, y + 14, 4, fill=Palette.AXIS, stroke=Palette.CARD)
    picture.text(left + 130, y + 18, "damaged", size=10)
    _storm(picture, left + 16, y + 33, "tropical", "legend")
    picture.text(left + 30, y + 37, "storm; 1, 2: typhoons", size=10)


COLUMN, ROW, MARGIN = 170, 58, 12


def display_board(view: SilentWarView, combat: CombatView) -> Board:
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
    picture = Picture(2 * MARGIN + 4 * COLUMN, height, title, background=None)
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
    return Board(_still(picture.width, height, "Combat display"), picture.as_svg())


def _unit(picture: Picture, view: SilentWarView, combat: CombatView, unit: UnitView, x: float, y: float) -> None:
    """A unit: its back while unknown, its figures once seen; its marker and the points on it."""
    width, height = COLUMN - 20, ROW - 8
    sun = Palette.AXIS if unit.back == "red_ball" else Palette.ALERT
    face = Palette.CARD if unit.face_up else Palette.NEUTRAL
    picture.rectangle(x, y, width, height, fill=face, stroke=Palette.AXIS, round=4)
    picture.circle(x + 14, y + 14, 7, fill=sun, stroke=sun, tip=unit.back.replace("_", " "))
    ink = Palette.INK if unit.face_up else Palette.CARD
    ship = None if unit.ship is None else load_charts(view.data_pack).ships[unit.ship]
    name = "aircraft" if ship is not None and ship.aircraft else unit.name or unit.back.replace("_", " ")
    picture.text(x + 28, y + 19, f"#{unit.number} {name}", fill=ink, bold=True)
    if ship is not None:
        figures = f"ASW {ship.asw}" if ship.aircraft else f"defense {ship.defense}, ASW {ship.asw}"
        picture.text(x + 8, y + 36, figures + (", damaged" if unit.damaged else ""), size=10, fill=ink)
    marks = [] if unit.tdc is None else [f"TDC {unit.tdc:+d}"]
    if unit.number in combat.aims:
        points = combat.aims[unit.number]
        marks.append(f"{points} point{'s'[: points != 1]}")
    picture.text(x + width - 6, y + 47, ", ".join(marks), size=10, fill=ink, anchor="end", bold=True)
