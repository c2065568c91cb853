"""The chart of the Pacific as a scene: land, OpAreas with their traffic in a War Period, bases, zones, routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from navalcore.boards import Disc, Label, Point, Rect, Region, Scene, Shape, load_outlines
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.loading import OWN
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, WEST_COAST, Area, Base, Zone
from navalcore_games.silent_war.ids import TRACK, area_id, base_id, marks_id, zone_id

WIDTH: Final = 1280
TOP: Final = 44
LON: Final = ((79, 0), (98, 150), (151, 880), (216, 1272))
"""Degrees east, and how far to the right they are: the crowded seas around the Philippines have more room."""
LAT: Final = ((60, TOP), (47, 138), (-11, 964), (-38, 1120))
"""Degrees north, and how far down they are."""
HEIGHT: Final = 1136
CELL: Final = (128, 98)
"""Width and height of an OpArea: its name, its traffic, and room for boats."""
TEXT: Final = 11
BAR: Final = (6.4, 2.8)
"""Width of the bar of a face of the search die, and its height for each level of traffic."""
ASIDE: Final = {
    "s_china_sea_1": (-46, -34), "s_china_sea_2": (-44, 12), "gulf_of_siam": (-14, -30), "sulu_sea": (-34, -12),
    "celebes_sea": (8, 40), "yellow_sea": (-28, -14), "sea_of_japan": (18, -18), "east_china_sea": (-16, 12),
    "bay_of_bengal": (0, 66), "strait_of_malacca": (38, 24), "indian_ocean": (-58, 24), "se_indian_ocean": (0, -16),
    "java_sea": (-20, -20), "banda_sea": (10, 4), "carolines": (34, -10), "marshalls": (0, -36), "gilberts": (24, 34),
    "bismarck_sea": (0, -22), "solomons": (20, 14), "coral_sea": (-44, 24), "south_pacific": (44, -6),
    "hawaiian_islands": (6, -6), "kuriles": (-20, 0), "aleutians": (10, 6), "bonins": (14, 0),
    "empire_pacific": (44, 0), "s_philippine_sea": (62, 8), "n_philippine_sea": (8, 0), "central_pacific": (-10, 0),
}  # fmt: skip
"""OpAreas that are drawn away from where the map has them, in units to the right and down."""
ZONES_ASIDE: Final = {
    "palawan": (-52, 84), "tawi_tawi": (-8, 0), "truk": (-24, 36), "attu_kiska": (-52, 30), "guadalcanal": (96, -8),
    "bungo_strait": (14, 4), "corregidor": (-14, 22), "tsushima": (-30, 0),
    "mindanao": (4, 4), "leyte": (-2, -22), "kwajalein": (-20, 4),
}  # fmt: skip
"""The same for Special Mission Zones."""
BASES_ASIDE: Final = {"subic_bay": (-14, -14), "guam": (0, 8)}
"""The same for bases."""
MARKS_ASIDE: Final = {
    "north_pacific": 51, "east_china_sea": -56, "gilberts": 19, "bismarck_sea": -37, "n_philippine_sea": 7,
    "celebes_sea": 26, "bay_of_bengal": 63,
}  # fmt: skip
"""How far to the right of the middle of their area marks are, where the name of another place is above it."""
BEFORE: Final = frozenset({"subic_bay", "pearl_harbor", "brisbane", WEST_COAST})
"""Bases whose names are written before them."""
BESIDE: Final = frozenset({"bungo_strait", "corregidor", "mindanao", "leyte"})
"""Special Mission Zones whose names are written beside them."""
ROOMS: Final = {
    "manila": Rect(10, 150, 340, 240), "subic_bay": Rect(10, 410, 170, 120), "pearl_harbor": Rect(1048, 518, 224, 196),
    "fremantle": Rect(6, 940, 236, 192), "brisbane": Rect(924, 1030, 350, 102),
    "dutch_harbor": Rect(1130, 116, 142, 90),
    "trincomalee": Rect(4, 592, 120, 78), "surabaya": Rect(480, 943, 302, 190), "midway": Rect(1060, 334, 190, 58),
    "majuro": Rect(1046, 716, 190, 60), "mios_woendi": Rect(690, 842, 100, 60), "saipan": Rect(884, 572, 110, 26),
    "guam": Rect(884, 602, 110, 26), WEST_COAST: Rect(1096, 240, 176, 86),
}  # fmt: skip
"""Where the boats of a base are laid out."""
WEST_COAST_AT: Final = (1266, 226)


@cache
def coast() -> tuple[tuple[Point, ...], ...]:
    """The outlines of the land, in degrees east (beyond 180 for west longitudes) and north.

    Raises:
        BadData: the data file does not hold outlines.
    """
    return load_outlines(OWN / "coast.json")


def spot(lon: float, lat: float) -> Point:
    """Degrees as a point of the chart; west longitudes are to the right of the date line."""
    return _along(LON, lon % 360 if lon % 360 >= LON[0][0] else lon), _along(LAT, lat)


def _along(marks: Sequence[tuple[float, float]], value: float) -> float:
    """A value between marks, in proportion; beyond them the scale of the last two continues."""
    rising = marks[0][0] < marks[1][0]
    pairs = list(pairwise(marks))
    low, high = next((pair for pair in pairs if (value <= pair[1][0] if rising else value >= pair[1][0])), pairs[-1])
    return round(low[1] + (value - low[0]) / (high[0] - low[0]) * (high[1] - low[1]), 1)


@cache
def chart(data_pack: str, war_period: int) -> Scene:
    """The chart in a War Period."""
    charts = load_charts(data_pack)
    shapes = [Shape(tuple(spot(*point) for point in outline)) for outline in coast()]
    shapes += [Shape(ends, "way", closed=False) for ends in _routes(charts)]
    shapes += [shape for area in charts.areas for shape in _traffic(area, war_period)]
    regions = [_area(charts, area, war_period) for area in charts.areas]
    regions += [_marks(area) for area in charts.areas]
    regions += [_zone(zone) for zone in charts.zones]
    regions += [_base(charts, base) for base in charts.bases]
    regions += [Region(TRACK, "The war so far", Rect(4, 4, WIDTH - 8, TOP - 8), "box", lie="row")]
    labels = [Label(_waters(area), _beside(area), TEXT, "soft", "start") for area in charts.areas if _waters(area)]
    labels += [_zone_name(zone) for zone in charts.zones if zone.id not in charts.base_index]
    labels += [_base_name(base) for base in charts.bases]
    labels += [Label("bars: traffic by the search die, 0 to 9; sparse, low, moderate, high", (300, 90), TEXT)]
    return Scene("chart", "The Pacific", (WIDTH, HEIGHT), tuple(regions), tuple(labels), tuple(shapes))


def _moved(place: Area | Zone | Base, aside: Mapping[str, Point]) -> Point:
    x, y = spot(place.lon, place.lat)
    right, down = aside.get(place.id, (0, 0))
    return x + right, y + down


def _middle(area: Area) -> Point:
    return _moved(area, ASIDE)


def _routes(charts: Charts) -> list[tuple[Point, Point]]:
    return [
        (_middle(area), _middle(charts.areas[other]))
        for number, area in enumerate(charts.areas)
        for other in area.neighbours
        if other > number
    ]


def _area(charts: Charts, area: Area, war_period: int) -> Region:
    """An OpArea: its name, below it its traffic, below that the boats."""
    x, y = _middle(area)
    width = max(CELL[0], 7.3 * len(area.name) + 8)
    shape = Rect(x - width / 2, y - CELL[1] / 2, width, CELL[1])
    boxes = area.boxes[war_period]
    counts = ", ".join(f"{boxes.count(n)} {name}" for n, name in enumerate(ACTIVITY_NAMES) if n in boxes)
    special = [word for word, holds in (("Shallow", area.shallow), ("Narrow", area.narrow)) if holds]
    return Region(
        area_id(area.id),
        ", ".join([f"{area.name}: {counts}", *special]),
        shape,
        "cell",
        area.name,
        tuple(area_id(charts.areas[other].id) for other in area.neighbours),
        "grid",
        Rect(shape.x + 2, shape.y + 30, width - 4, CELL[1] - 32),
        (x, shape.y + 12),
        12,
        area.name,
    )


def _marks(area: Area) -> Region:
    """Where ULTRA and storms are marked, above the name of an OpArea, which a small picture writes larger."""
    x, y = _middle(area)
    x += MARKS_ASIDE.get(area.id, 0)
    shape = Rect(x - CELL[0] / 2, y - CELL[1] / 2 - 20, CELL[0], 18)
    return Region(marks_id(area.id), f"What is special in {area.name}", shape, "open", lie="row")


def _traffic(area: Area, war_period: int) -> list[Shape]:
    """The possible finds of a search by its die: for each face a bar, the higher the more traffic."""
    (x, y), (wide, high) = _bars(area), BAR
    bottom, levels = y + 4 * high, enumerate(area.boxes[war_period])
    frame = Shape(_corners(x, y, x + 10 * wide, bottom), "panel")
    return [frame] + [
        Shape(_corners(x + face * wide + 0.7, bottom - level * high, x + (face + 1) * wide - 0.7, bottom), "level")
        for face, level in levels
        if level
    ]


def _corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return tuple((round(x, 1), round(y, 1)) for x, y in corners)


def _bars(area: Area) -> Point:
    """The upper left corner of the bars: below the name."""
    x, y = _middle(area)
    return x - 5 * BAR[0], y - CELL[1] / 2 + 16


def _waters(area: Area) -> str:
    return " ".join(word for word, holds in (("shallow", area.shallow), ("narrow", area.narrow)) if holds)


def _beside(area: Area) -> Point:
    x, y = _bars(area)
    return x + 10 * BAR[0] + 4, y + 10


def _zone_at(zone: Zone) -> Point:
    return _moved(zone, ZONES_ASIDE)


def _zone(zone: Zone) -> Region:
    return Region(zone_id(zone.id), f"Special Mission Zone {zone.name}", Disc(*_zone_at(zone), 6), "spot")


def _zone_name(zone: Zone) -> Label:
    x, y = _zone_at(zone)
    if zone.id in BESIDE:
        return Label(zone.name, (x + 9, y + 4), TEXT, "soft", "start")
    return Label(zone.name, (x, y + 18), TEXT, "soft")


def _at(base: Base) -> Point:
    if base.id == WEST_COAST:
        return WEST_COAST_AT
    x, y = _moved(base, BASES_ASIDE)
    return x + (14 if base.zone is not None else 0), y


def _base(charts: Charts, base: Base) -> Region:
    x, y = _at(base)
    return Region(
        base_id(base.id), base.name, Rect(x - 7, y - 7, 14, 14), "port", room=ROOMS.get(base.id), lie="grid",
        next=tuple(area_id(charts.areas[area].id) for area in base.areas),
    )  # fmt: skip


def _base_name(base: Base) -> Label:
    x, y = _at(base)
    if base.id in BEFORE:
        return Label(base.name, (x - 11, y + 4), 12, "title", "end")
    return Label(base.name, (x + 11, y + 4), 12, "title", "start")
