"""Where everything is on the chart: by the outlines of the Atlantic, or by tiles of the whole board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from navalcore.boards import Disc, Point, Polygon, Rect
from navalcore.components import load_models, read_text
from navalcore.errors import BadData
from navalcore_games.aa50_subwar.powers import FileRow
from navalcore_games.aa50_subwar.theatre import DATA, DRAWN, TERRITORIES, ZONES
from navalcore_games.aa50_subwar.words import Space, Territory, Zone

WIDE: Final = 1280
"""How wide a chart is whose tracks have their usual size; those of a wider one are larger."""
TOP: Final = 84
"""Where the map begins there, below the tracks."""
PANAMA: Final = Rect(8, 912, 120, 60)
GIBRALTAR: Final = Disc(984, 866, 11)
"""Spaces that are too small for the scale, or far away."""

NAMES: Final[dict[str, Point]] = {
    "sz1": (402, 452), "sz2": (602, 392), "sz3": (820, 290), "sz4": (922, 106), "sz5": (1062, 330), "sz6": (915, 438),
    "sz7": (902, 676), "sz8": (662, 622), "sz9": (398, 742), "sz10": (118, 800), "sz11": (330, 905), "sz12": (738, 850),
    "sz13": (1104, 762), "greenland": (500, 318), "iceland": (694, 378), "e_canada": (246, 500), "e_us": (50, 632),
    "panama": (68, 929), "eire": (768, 606), "england": (750, 500), "norway": (946, 350), "sweden": (996, 300),
    "finland": (1052, 268), "karelia": (1104, 236), "archangel": (1196, 128), "baltic_states": (1146, 350),
    "poland": (1134, 486), "germany": (1112, 548), "nw_europe": (1046, 608), "france": (1000, 656),
    "spain": (964, 786), "gibraltar": (916, 862), "morocco": (1090, 920),
}  # fmt: skip
"""Where the middle of each name is."""
ROOMS: Final[dict[str, Rect]] = {
    "sz1": Rect(330, 480, 160, 90), "sz2": Rect(524, 425, 150, 88), "sz3": Rect(754, 318, 140, 90),
    "sz4": Rect(952, 90, 124, 42), "sz5": Rect(988, 352, 106, 98), "sz6": Rect(914, 458, 92, 80),
    "sz7": Rect(828, 698, 114, 52), "sz8": Rect(570, 650, 180, 90), "sz9": Rect(290, 770, 210, 80),
    "sz10": Rect(30, 826, 170, 76), "sz11": Rect(250, 915, 250, 58), "sz12": Rect(630, 880, 220, 90),
    "sz13": Rect(1050, 785, 120, 60), "greenland": Rect(430, 220, 150, 70), "iceland": Rect(676, 412, 72, 30),
    "e_canada": Rect(170, 540, 130, 60), "e_us": Rect(92, 612, 88, 42), "panama": Rect(12, 945, 112, 24),
    "england": Rect(818, 474, 90, 126), "norway": Rect(896, 382, 88, 42), "finland": Rect(1022, 286, 80, 30),
    "karelia": Rect(1034, 140, 80, 30), "archangel": Rect(1150, 168, 110, 36),
    "baltic_states": Rect(1098, 370, 92, 40), "poland": Rect(1090, 502, 100, 28), "germany": Rect(1080, 582, 100, 40),
    "nw_europe": Rect(976, 552, 92, 44), "france": Rect(946, 690, 120, 44), "gibraltar": Rect(874, 882, 92, 26),
    "morocco": Rect(1020, 935, 150, 40),
}  # fmt: skip
"""Where units are; a line leads to those that have no room in their space."""


class Outlines(BaseModel):
    """The outlines on the chart, in the units of the scene."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    unit: str
    zones: dict[str, tuple[Point, ...]]
    lands: dict[str, tuple[tuple[Point, ...], ...]]
    """Of each territory the outline of its largest part, then those of islands."""
    beyond: tuple[tuple[Point, ...], ...]
    """Land that is not in play."""


@cache
def outlines(path: Path = DATA / "chart.json") -> Outlines:
    """The outlines of the data file.

    Raises:
        BadData: a zone or a territory has none, or the file does not hold outlines.
    """
    try:
        found = Outlines.model_validate_json(read_text(path))
    except ValidationError as error:
        raise BadData(f"{path}: does not hold outlines: {error.errors()[0]['msg']}") from error
    drawn = {"panama", "gibraltar", *found.zones, *found.lands}
    lacking = {*ZONES, *TERRITORIES} - drawn
    if DRAWN and lacking:
        raise BadData(f"{path}: outlines are missing for {', '.join(sorted(lacking))}")
    return found


class Tile(FileRow):
    """Where a space is among the tiles."""

    space: str
    column: int = Field(ge=0, le=40)
    row: int = Field(ge=0, le=40)


TILE: Final = (104, 156)
"""How large a tile is."""
ABREAST: Final = 3
"""How many merchantmen have room in a row there."""
SHIP: Final = (31, 13)
"""The room of a merchantman."""
HEADER: Final = 246
"""How much room the tracks and the prices have above the tiles, on a chart of the usual size."""


class Plan(NamedTuple):
    """Where things are."""

    title: str
    width: float
    height: float
    top: float
    """Where the map begins, below the tracks."""
    lower: float
    """How much lower than on the Atlantic everything is that comes below a name."""
    abreast: int
    """How many merchantmen have room in a row."""
    shapes: Mapping[Space, Polygon | Rect | Disc]
    """The outline of each space."""
    names: Mapping[Space, Point]
    """Where the middle of each name is."""
    rooms: Mapping[Space, Rect]
    """Where units are."""
    sizes: tuple[float, float]
    """How large the names of zones and of territories are."""
    beyond: Polygon | None
    """Land that is not in play."""


@cache
def plan() -> Plan | None:
    """That of the board which is played; None if some of it is in no file."""
    if not DRAWN:
        return tiles()
    found = outlines()
    shapes: dict[str, Polygon | Rect | Disc] = {zone: Polygon(outline) for zone, outline in found.zones.items()}
    for land, (first, *islands) in found.lands.items():
        shapes[land] = Polygon(first, tuple(islands))
    shapes |= {"panama": PANAMA, "gibraltar": GIBRALTAR}
    first, *others = found.beyond
    return Plan(
        "The North Atlantic", WIDE, 980, TOP, 0, 4, {Space(name): shape for name, shape in shapes.items()},
        {Space(name): point for name, point in NAMES.items()}, {Space(name): room for name, room in ROOMS.items()},
        (15, 13), Polygon(first, tuple(others)),
    )  # fmt: skip


def limit_of(space: Space) -> int:
    """The most IPC that a space can lose in one convoy phase."""
    if space in TERRITORIES:
        return TERRITORIES[Territory(space)].convoy_limit
    return ZONES[Zone(space)].convoy_limit


def across(space: Space, abreast: int) -> int:
    """How many merchantmen of a space are in a row."""
    limit = limit_of(space)
    return min(limit, abreast if space in ZONES or limit > 4 else 2)


def _room(space: Space, x: float, y: float) -> Rect:
    """Where the units of a tile are: below its name, its worth and its merchantmen."""
    limit = limit_of(space)
    top = 48 if space in ZONES and limit else 64
    top += SHIP[1] * -(-limit // across(space, ABREAST)) if limit else 0
    return Rect(x + 4, y + top, TILE[0] - 12, TILE[1] - top - 8)


def tiles(path: Path = DATA / "world_chart.csv") -> Plan | None:
    """A plan of tiles, each space as near as may be to its neighbours; None if a space has no tile.

    Raises:
        BadData: the file is wrong, or two spaces have one tile.
    """
    found = {Space(tile.space): (tile.column, tile.row) for tile in load_models(path, Tile)}
    if len(set(found.values())) < len(found):
        raise BadData(f"{path}: two spaces have the same tile; give each space a column and row of its own")
    wanted: set[Space] = {*ZONES, *TERRITORIES}
    if not wanted <= found.keys():
        return None
    wide, high = TILE
    columns, rows = (max(place[way] for place in found.values()) + 1 for way in (0, 1))
    width = wide * columns + 16
    top = HEADER * width / WIDE
    at = {space: (8 + wide * column, top + 8 + high * row) for space, (column, row) in found.items()}
    return Plan(
        "The whole board, in tiles", width, top + high * rows + 32, top, 17, ABREAST,
        {space: Rect(x, y, wide - 4, high - 4) for space, (x, y) in at.items()},
        {space: (x + (wide - 4) / 2, y + 24) for space, (x, y) in at.items()},
        {space: _room(space, x, y) for space, (x, y) in at.items() if space in wanted},
        (14, 13), None,
    )  # fmt: skip
