"""The chart of the North Atlantic as a scene: zones with their convoys, territories, prices, and the tracks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from navalcore.boards import Disc, Label, Point, Polygon, Rect, Region, Scene, Shape
from navalcore.components import read_text
from navalcore.errors import BadData
from navalcore_games.aa50_subwar.ids import (
    BOUGHT,
    ORDERS,
    convoy_id,
    phase_id,
    points_id,
    price_id,
    round_id,
    space_id,
    treasury_id,
)
from navalcore_games.aa50_subwar.theatre import (
    COST,
    DATA,
    DRAWN,
    NEIGHBOURS,
    POWERS,
    TERRITORIES,
    ZONES,
    TerritoryData,
    owners,
    title_of,
)
from navalcore_games.aa50_subwar.words import ATLANTIC, OWNERS, SIDE_NAMES, Kind, Side, Space, Territory, Zone

WIDTH, TOP, HEIGHT = 1280, 84, 980
"""The scene's width, where the map begins below the tracks, and the scene's height."""
LEFT_OF_ROUNDS, RIGHT_OF_ROUNDS = 58, 374
PHASES: Final = {
    "purchase": "purchase", "combat_move": "combat move", "combat": "combat", "noncombat_move": "noncombat move",
    "mobilize": "mobilize", "collect_income": "income",
}  # fmt: skip
"""The phases in which somebody chooses, and what is written on the track."""
LAND_OF: Final = {"germany": "land-a", "uk": "land-b", "us": "land-c", "ussr": "land-e", "neutral": "neutral"}
"""How the territories of an owner look."""
SHIP: Final = (31, 13)
"""The room of a merchantman."""
PANAMA: Final = Rect(8, 912, 120, 60)
GIBRALTAR: Final = Disc(984, 866, 11)
"""What is too small for the scale, or far away."""

NAMES: Final[dict[str, Point]] = {
    "sz1": (402, 452), "sz2": (602, 392), "sz3": (820, 290), "sz4": (922, 106), "sz5": (1062, 330), "sz6": (915, 438),
    "sz7": (902, 676), "sz8": (662, 622), "sz9": (398, 742), "sz10": (118, 800), "sz11": (330, 905), "sz12": (738, 850),
    "sz13": (1104, 762), "greenland": (500, 318), "iceland": (694, 378), "e_canada": (246, 500), "e_us": (50, 632),
    "panama": (68, 929), "eire": (768, 606), "england": (750, 500), "norway": (946, 350), "sweden": (996, 300),
    "finland": (1052, 268), "karelia": (1104, 236), "archangel": (1196, 128), "baltic_states": (1146, 350),
    "poland": (1134, 486), "germany": (1112, 548), "nw_europe": (1046, 608), "france": (1000, 656),
    "spain": (964, 786), "gibraltar": (916, 862), "morocco": (1090, 920),
}  # fmt: skip
"""Where the middle of each name stands."""
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
"""Where units lie; a line leads to those that have no room in their space."""


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
        raise BadData(f"{path}: there is no outline of {', '.join(sorted(lacking))}")
    return found


@cache
def chart(column: str, rounds: int) -> Scene:
    """The chart of a set-up with its owners, for a match of so many rounds."""
    regions = [*map(_zone, ZONES), _beyond(), *(_land(land, column) for land in TERRITORIES)]
    regions += [_convoy(space) for space in [*ZONES, *TERRITORIES] if limit_of(space)]
    regions += [*_header(rounds), *_prices()]
    labels = [_value(land, column) for land in TERRITORIES]
    labels += [Label("no convoys", below(zone, 15), 11.5, "soft") for zone in ZONES if not limit_of(zone)]
    labels += [
        Label("Round", (12, 28), 13, "panel", "start"), Label("Prices in IPC", (14, TOP + 24), 13, "panel", "start"),
    ]  # fmt: skip
    labels.append(
        Label("a merchantman: 1 IPC of the convoy limit", (WIDTH - 12, HEIGHT - 10), 11.5, LAND_OF["germany"], "end")
    )
    shapes = [_box(0, TOP, WIDTH, HEIGHT, "deep"), _box(0, 0, WIDTH, TOP, "panel")]
    return Scene("chart", "The North Atlantic", (WIDTH, HEIGHT), tuple(regions), tuple(labels), tuple(shapes))


def limit_of(space: Space) -> int:
    """The most IPC that a space can lose in one convoy phase."""
    if space in TERRITORIES:
        return TERRITORIES[Territory(space)].convoy_limit
    return ZONES[Zone(space)].convoy_limit


def below(space: Space, by: float) -> Point:
    """A point below the name of a space."""
    x, y = NAMES[space]
    return x, y + by


def _box(left: float, top: float, right: float, bottom: float, kind: str) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), kind)


def _zone(zone: Zone) -> Region:
    limit = ZONES[zone].convoy_limit
    return Region(
        space_id(zone), f"{title_of(zone)}, convoy limit {limit}", Polygon(outlines().zones[zone]), "zone",
        title_of(zone), tuple(map(space_id, NEIGHBOURS[zone])), "grid", ROOMS[zone], NAMES[zone], 15,
    )  # fmt: skip


def _beyond() -> Region:
    first, *others = outlines().beyond
    return Region("land/beyond", "Not in play", Polygon(first, tuple(others)), "beyond")


def _land(land: Territory, column: str) -> Region:
    """A territory in its owner's colour."""
    title = f"{title_of(land)}, {_worth(TERRITORIES[land])}, {OWNERS[owners(column)[land]]}"
    return Region(
        space_id(land), title, _outline(land), LAND_OF[owners(column)[land]], title_of(land),
        tuple(map(space_id, NEIGHBOURS[land])), "grid", ROOMS.get(land), NAMES[land], 13,
    )  # fmt: skip


def _outline(land: Territory) -> Polygon | Rect | Disc:
    if land == "panama":
        return PANAMA
    if land == "gibraltar":
        return GIBRALTAR
    first, *islands = outlines().lands[land]
    return Polygon(first, tuple(islands))


def _worth(land: TerritoryData) -> str:
    return f"{land.ipc} IPC" if land.passable else "neutral"


def _value(land: Territory, column: str) -> Label:
    """What a territory is worth, below its name."""
    return Label(_worth(TERRITORIES[land]), below(land, 13), 11.5, LAND_OF[owners(column)[land]])


def _convoy(space: Space) -> Region:
    """Where the merchantmen of a space lie, below its name."""
    limit = limit_of(space)
    x, y = below(space, 5 if space in ZONES else 17)
    across = min(limit, 4 if space in ZONES or limit > 4 else 2)
    width, height = SHIP[0] * across, SHIP[1] * -(-limit // across)
    shape = Rect(x - width / 2, y, width, height)
    return Region(convoy_id(space), f"The convoys of {title_of(space)}", shape, "open", lie="grid", room=shape)


def _header(rounds: int) -> list[Region]:
    """The tracks of rounds and phases, the treasuries, the points, and the box for orders."""
    boxes = _rounds(rounds)
    wide = 146
    boxes += [
        Region(
            phase_id(phase), f"The phase: {name}", Rect(384 + (wide + 3) * number, 8, wide, 30), "track", name,
            label_at=(384 + (wide + 3) * number + wide / 2, 28),
        )
        for number, (phase, name) in enumerate(PHASES.items())
    ]  # fmt: skip
    powers = [(treasury_id(power), f"The treasury of {POWERS[power].title}", 190) for power in ATLANTIC]
    sides = [(points_id(side), f"{SIDE_NAMES[side]} points", 130) for side in Side]
    x = 10.0
    for name, title, width in [*powers, *sides, (ORDERS, "The orders of the moment", 400)]:
        shape = Rect(x, 46, width, 30)
        boxes.append(Region(name, title, shape, "box", lie="row", room=shape.inset(2)))
        x += width + 6
    return boxes


def _rounds(rounds: int) -> list[Region]:
    """The track of rounds; of many only some are numbered."""
    gap, every = (3, 1) if rounds <= 12 else (0, 5) if rounds <= 40 else (0, 10)
    step = (RIGHT_OF_ROUNDS - LEFT_OF_ROUNDS) / rounds
    return [
        Region(
            round_id(number), f"Round {number}", Rect(x, 8, step - gap, 30), "track",
            str(number) if number % every == 0 else "", label_at=(x + (step - gap) / 2, 28),
        )
        for number in range(1, rounds + 1)
        for x in [LEFT_OF_ROUNDS + step * (number - 1)]
    ]  # fmt: skip


def _prices() -> list[Region]:
    """The price list, and where bought units wait."""
    regions = []
    for number, (kind, cost) in enumerate(COST.items()):
        shape = Rect(10, TOP + 32 + 27 * number, 172, 25)
        room = Rect(shape.x + 118, shape.y + 4, 50, 17)
        at = shape.x + 52, shape.y + 17
        title = f"{kind}: {cost} IPC"
        regions.append(Region(price_id(kind), title, shape, "box", f"{kind} {cost}", lie="row", room=room, label_at=at))
    waiting = Rect(10, TOP + 32 + 27 * len(Kind), 172, 74)
    room = Rect(waiting.x + 4, waiting.y + 20, waiting.width - 8, waiting.height - 24)
    at = waiting.x + 86, waiting.y + 15
    regions.append(Region(BOUGHT, "Bought, not yet mobilized", waiting, "box", "bought", (), "grid", room, at))
    return regions
