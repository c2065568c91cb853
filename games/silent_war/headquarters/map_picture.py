"""The map as SVG: the Pacific over the coastline of Natural Earth, and what lies on it."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from navalcore.boards import (
    DrawnBoard as Board,
    Mark,
    Palette,
    Picture,
    Point,
    badge,
    counter,
    disc,
    frame,
    legend,
    load_outlines,
)
from navalcore.components import place_id
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.loading import OWN
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, Area, Base, Zone
from navalcore_games.silent_war.headquarters.fleet import marks
from navalcore_games.silent_war.views import BoatView, SilentWarView

WEST, EAST, SOUTH, NORTH = 79.0, 216.0, -38.0, 60.0
SCALE_X, SCALE_Y = 10.0, 11.0
TOP = 46
WIDTH, HEIGHT = (EAST - WEST) * SCALE_X, TOP + (NORTH - SOUTH) * SCALE_Y
ACTIVITY_COLOURS = (Palette.CARD, "#5f9e6e", "#dd9640", "#4f7fb5", "#b5403a")
BOX = 6
ASIDE = {
    "gulf_of_siam": (-18, -8), "sulu_sea": (10, -2), "pearl_harbor": (0, 12), "subic_bay": (0, -14),
    "trincomalee": (0, 22), "mios_woendi": (-30, 12),
}  # fmt: skip
"""OpAreas and bases that are drawn aside of where they lie, by pixels to the right and down."""
ZONES_ASIDE = {
    "tsushima": (14, -14), "bungo_strait": (28, 22), "tokyo_bay": (40, 30), "truk": (0, 14), "makin": (-34, -14),
    "tawi_tawi": (-45, -4), "palawan": (-62, -22), "leyte": (0, -28), "corregidor": (-28, 4),
    "midway": (0, 16), "mios_woendi": (-46, 12),
}  # fmt: skip
"""The same for Special Mission Zones."""
BASE_ASIDE = -16
"""How far to the right a zone is drawn of the forward base it has the name of."""
WEST_COAST = (EAST - WEST - 16.5) * SCALE_X, 150
"""Where the box of the U.S. West Coast is drawn, which lies beyond the map."""
STORM_COLOURS = {"tropical": Palette.FAINT, "typhoon_1": Palette.INK, "typhoon_2": Palette.INK}
CELL = 8
"""Pixels from one boat to the next."""
CLOSED = "#9aa3a8"
BOAT_COLOURS = {
    "ready": Palette.ALLIES,
    "pier_side": "#7fa6c4",
    "broom": "#7fa6c4",
    **dict.fromkeys(("repair_1", "repair_2", "repair_3", "hold"), Palette.ALERT),
    "west_coast": Palette.NEUTRAL,
}
"""The colour of a boat in port by its box."""


@cache
def coast() -> tuple[tuple[Point, ...], ...]:
    """The outlines of the land, in degrees east (beyond 180 for west longitudes) and north.

    Raises:
        BadData: the data file does not hold outlines.
    """
    return load_outlines(OWN / "coast.json")


def place(lon: float, lat: float) -> Point:
    """Degrees as pixels; west longitudes lie to the right of the date line."""
    east = lon if lon >= WEST else lon + 360
    return (east - WEST) * SCALE_X, TOP + (NORTH - lat) * SCALE_Y


def spot(thing: Area | Base) -> Point:
    """Where an OpArea or a base is drawn: its place, moved aside a little where labels would touch."""
    return _moved(thing, ASIDE.get(thing.id, (0, 0)))


def _moved(thing: Area | Base | Zone, aside: tuple[float, float]) -> Point:
    x, y = place(thing.lon, thing.lat)
    return x + aside[0], y + aside[1]


def map_board(view: SilentWarView) -> Board:
    """The map: what is printed on it for this War Period, and on it boats, open bases, ULTRA and storms."""
    charts = load_charts(view.data_pack)
    at_sea = sum(boat.place in ("operating", "done") for boat in view.boats)
    title = f"{view.month}, week {view.week}, boats at sea: {at_sea}"
    picture = Picture(WIDTH, HEIGHT, f"Silent War, the Pacific in {title}", background=None)
    tracks = f"War Period {view.war_period}, torpedo {view.torpedo:+d}, ships sunk: {view.ships_sunk}"
    losses = f"thousand tons: {view.tonnage}, boats lost: {view.submarines_lost}"
    picture.text(10, 24, f"{title}. {tracks}, {losses}", size=15)
    here: dict[str, list[int]] = defaultdict(list)
    for number, boat in enumerate(view.boats):
        here[boat.where or boat.place].append(number)
    for area in charts.areas:
        _area(picture, view, area, here.get(area.name, []))
    for base in charts.bases:
        if base.name in view.bases and on_map(base):
            _base(picture, view, base, here.get(base.name, []))
    x, y = WEST_COAST
    _boats(picture, view, here["west_coast"], x, y + 8, 16)
    return Board(printed_map(view.data_pack, view.war_period), picture.as_svg())


def on_map(base: Base) -> bool:
    """Whether a base lies on the part of the world that is drawn."""
    return WEST <= base.lon % 360 <= EAST


@cache
def printed_map(data_pack: str, war_period: int) -> str:
    """What stays for a whole War Period: land, routes, OpAreas with their activity, bases, zones, the key."""
    charts = load_charts(data_pack)
    picture = Picture(WIDTH, HEIGHT, "The Pacific", background=Palette.SEA)
    for outline in coast():
        picture.polygon([place(*point) for point in outline], line=0.6)
    _routes(picture, charts)
    for area in charts.areas:
        _plate(picture, area, war_period)
    for zone in charts.zones:
        _zone(picture, zone, of_base=zone.id in charts.base_index)
    for base in filter(on_map, charts.bases):
        x, y = spot(base)
        _base_counter(picture, x, y, f"base {base.name}", place_id("base", base.id), is_open=False)
        _base_name(picture, base, CLOSED)
    x, y = WEST_COAST
    picture.text(x, y, "U.S. West Coast", size=11, bold=True, fill=Palette.FAINT)
    _key(picture)
    picture.rectangle(0, 0, WIDTH, TOP - 8, fill=Palette.PAPER, stroke=Palette.PAPER)
    return picture.as_svg()


def _routes(picture: Picture, charts: Charts) -> None:
    for number, area in enumerate(charts.areas):
        for other in area.neighbours:
            if other > number:
                ends = [spot(area), spot(charts.areas[other])]
                picture.line(ends, stroke=Palette.FAINT, line=0.8, dashed=True)


def _zone(picture: Picture, zone: Zone, of_base: bool) -> None:
    """A Special Mission Zone: a diamond with its name, which it shares with a forward base if it is to become one."""
    x, y = _moved(zone, ZONES_ASIDE.get(zone.id, (BASE_ASIDE if of_base else 0, 0)))
    with picture.place(place_id("zone", zone.id), f"Special Mission Zone {zone.name}"):
        _diamond(picture, x, y)
        if not of_base:
            picture.text(x, y + 15, zone.name, size=8, fill=Palette.ALERT, anchor="middle")


def _diamond(picture: Picture, x: float, y: float) -> None:
    corners = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
    picture.polygon(corners, fill=Palette.PAPER, stroke=Palette.ALERT, line=1)


def _half(area: Area) -> float:
    """Half the width of an OpArea's plate."""
    return max(5 * BOX, 3.2 * len(area.name)) + 5


def _plate(picture: Picture, area: Area, war_period: int) -> None:
    """The ten boxes of an OpArea in this War Period on a plate of its busiest colour, its name and its marks."""
    x, y = spot(area)
    left, half = x - 5 * BOX, _half(area)
    boxes = area.boxes[war_period]
    counts = ", ".join(f"{boxes.count(n)} {name}" for n, name in enumerate(ACTIVITY_NAMES) if n in boxes)
    special = [word for word, holds in (("Shallow", area.shallow), ("Narrow", area.narrow)) if holds]
    plate = ACTIVITY_COLOURS[boxes[-1]]
    with picture.place(place_id("area", area.id), ", ".join([f"{area.name}: {counts}", *special])):
        picture.rectangle(x - half, y - 20, 2 * half, 28, fill=Palette.PAPER, stroke=plate, line=2, round=5)
        picture.rectangle(x - half, y - 20, 2 * half, 28, fill=plate, line=0, round=5, opacity=0.22)
        for number, level in enumerate(boxes):
            cell = f"{area.name}, {number}: {ACTIVITY_NAMES[level]}"
            picture.rectangle(left + number * BOX, y - 5, BOX, 10, fill=ACTIVITY_COLOURS[level], line=0.5, tip=cell)
        picture.text(x, y - 9, area.name, size=10, anchor="middle")
        if special:
            _waters(picture, x + half - 2, y - 24, special)


def _waters(picture: Picture, x: float, y: float, special: list[str]) -> None:
    """What is special of the waters, by its first letters; not round, as storms are."""
    letters = "".join(word[0] for word in special)
    mark = Mark(letters, Palette.DEEP, " and ".join(special))
    counter(picture, x, y, 12, mark, width=6 + 7 * len(letters), round=3)


def _base_counter(picture: Picture, x: float, y: float, told: str, place: str, *, is_open: bool) -> None:
    fill, edge = (Palette.ALLIES, Palette.INK) if is_open else (Palette.PAPER, CLOSED)
    mark = Mark("", fill, told, place, edge=edge, line=1 if is_open else 1.5)
    counter(picture, x - 5, y - 5, 10, mark, round=0)


def _base_name(picture: Picture, base: Base, colour: str, boats: int = 0) -> None:
    x, y = spot(base)
    left = x > WIDTH - 160
    label = base.name
    if boats:
        label = f"({boats}) {label}" if left else f"{label} ({boats})"
    beside = x - 8 if left else x + 8
    picture.text(beside, y + 4, label, size=11, anchor="end" if left else "start", bold=True, fill=colour)


def _base(picture: Picture, view: SilentWarView, base: Base, boats: list[int]) -> None:
    """An open base and its boats, box by box."""
    x, y = spot(base)
    told = f"{base.name}, open: {len(boats) or 'no'} boats"
    _base_counter(picture, x, y, told, place_id("base", base.id), is_open=True)
    _base_name(picture, base, Palette.ALLIES, len(boats))
    _boats(picture, view, boats, x - 5, y + 9, 14)


def _area(picture: Picture, view: SilentWarView, area: Area, boats: list[int]) -> None:
    """What has come to an OpArea: ULTRA, a storm, boats."""
    x, y = spot(area)
    if area.name in view.ultra:
        badge(picture, x, y - 28, Mark("ULTRA", Palette.ALERT, f"ULTRA: {area.name}"))
    if storm := view.storms.get(area.name):
        _storm(picture, x - _half(area) - 11, y - 8, storm, area.name)
    if boats:
        across = max(6, int(2 * _half(area) // CELL))
        _boats(picture, view, boats, x - _half(area), y + 11, across)
        if len(boats) == 1:
            name = view.boats[boats[0]].name
            picture.text(x - _half(area) + CELL + 2, y + 19, name, size=10, fill=Palette.ALLIES, bold=True)


def _storm(picture: Picture, x: float, y: float, storm: str, where: str) -> None:
    """A storm's disc with its letter: S tropical storm, 1 and 2 the typhoons."""
    letter = "S" if storm == "tropical" else storm[-1]
    disc(picture, x, y, 9, Mark(letter, STORM_COLOURS[storm], f"{where}: {storm.replace('_', ' ')}", line=1.5))


def _boats(picture: Picture, view: SilentWarView, boats: list[int], x: float, y: float, across: int) -> None:
    """Boats as small squares in rows, each with its place; the one that acts is framed."""
    cards = load_charts(view.data_pack).boats
    for count, number in enumerate(boats):
        boat = view.boats[number]
        left, top = x + count % across * CELL, y + count // across * CELL
        colour = Palette.AXIS if boat.damage else BOAT_COLOURS.get(boat.place, Palette.ALLIES)
        counter(
            picture, left, top, CELL - 1, _boat(colour, _told(boat), place_id("boat", cards[boat.card].id)), round=0
        )
        if number == view.acting:
            frame(picture, left - 1.5, top - 1.5, CELL + 2, CELL + 2, line=2, title="acting")


def _boat(colour: str, told: str, place: str = "") -> Mark:
    """A boat as a small counter without letters."""
    return Mark("", colour, told, place, edge="none")


def _told(boat: BoatView) -> str:
    words = marks(boat, moved=False)
    return f"{boat.name}, {boat.place.replace('_', ' ')}{f' ({words})' if words else ''}"


def _key(picture: Picture) -> None:
    """What colours and marks mean."""
    left, top = WIDTH - 246, HEIGHT - 206
    picture.rectangle(left, top, 236, 198, fill=Palette.PAPER, stroke=Palette.FAINT, round=4)
    traffic = [f"{name} traffic" if number else "no contact" for number, name in enumerate(ACTIVITY_NAMES)]
    legend(picture, left + 10, top + 10, list(zip(ACTIVITY_COLOURS, traffic, strict=True)))
    y = top + 98
    _base_counter(picture, left + 15, y - 1, "an open base", "", is_open=True)
    picture.text(left + 30, y + 3, "open base", size=10)
    _base_counter(picture, left + 130, y - 1, "a closed base", "", is_open=False)
    picture.text(left + 141, y + 3, "closed base", size=10)
    shown = (
        ("at sea, ready", Palette.ALLIES), ("not ready", BOAT_COLOURS["broom"]), ("under repair", Palette.ALERT),
        ("damaged", Palette.AXIS),
    )  # fmt: skip
    for number, (words, colour) in enumerate(shown):
        x, down = left + 11 + number % 2 * 115, y + 14 + number // 2 * 14
        counter(picture, x, down, CELL - 1, _boat(colour, f"boat {words}"), round=0)
        picture.text(x + 15, down + 8, f"boat {words}", size=10)
    _storm(picture, left + 16, y + 54, "tropical", "key")
    picture.text(left + 30, y + 58, "storm; 1, 2: typhoons", size=10)
    _diamond(picture, left + 16, y + 73)
    picture.text(left + 30, y + 77, "Special Mission Zone", size=10)
    _waters(picture, left + 8, y + 84, ["Shallow", "Narrow"])
    picture.text(left + 30, y + 94, "Shallow, Narrow", size=10)
