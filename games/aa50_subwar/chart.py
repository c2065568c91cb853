"""The chart of the North Atlantic as a scene: zones with their convoys, territories, prices, and the tracks."""

from __future__ import annotations

from functools import cache
from typing import Final

from navalcore.boards import Label, Point, Rect, Region, Scene, Shape
from navalcore_games.aa50_subwar.chart_plan import SHIP, WIDE, Plan, across, limit_of, plan
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
from navalcore_games.aa50_subwar.map_rows import TerritoryData
from navalcore_games.aa50_subwar.theatre import (
    COST,
    NEIGHBOURS,
    POWERS,
    TERRITORIES,
    ZONES,
    owners,
    side_of_owner,
    title_of,
)
from navalcore_games.aa50_subwar.words import ATLANTIC, OWNERS, SIDE_NAMES, Kind, Side, Space, Territory, Zone

LEFT_OF_ROUNDS, RIGHT_OF_ROUNDS = 58, 374
PHASES: Final = {
    "purchase": "purchase", "combat_move": "combat move", "combat": "combat", "noncombat_move": "noncombat move",
    "mobilize": "mobilize", "collect_income": "income",
}  # fmt: skip
"""The phases in which a player chooses, and what is written on the track."""
LAND_OF: Final = {"germany": "land-a", "uk": "land-b", "us": "land-c", "ussr": "land-e", "neutral": "neutral"}
"""How the territories of an owner look."""


@cache
def chart(column: str, rounds: int) -> Scene:
    """The chart of a set-up with its owners, for a match of so many rounds."""
    there = plan_of_board()
    unit = there.width / WIDE
    regions = [*map(_zone, ZONES)]
    if there.beyond is not None:
        regions.append(Region("land/beyond", "Not in play", there.beyond, "beyond"))
    regions += [_land(land, column) for land in TERRITORIES]
    regions += [_convoy(space) for space in [*ZONES, *TERRITORIES] if limit_of(space)]
    regions += [*_header(rounds), *_prices()]
    labels = [_value(land, column) for land in TERRITORIES]
    labels += [Label("no convoys", below(zone, 15), 11.5 * unit, "soft") for zone in ZONES if not limit_of(zone)]
    labels.append(Label("Round", (12 * unit, 28 * unit), 13 * unit, "panel", "start"))
    if there.beyond is not None:
        labels.append(Label("Prices in IPC", (14, there.top + 24), 13, "panel", "start"))
    corner = there.width - 12, there.height - 10
    words = "a merchantman: 1 IPC of the convoy limit"
    labels.append(Label(words, corner, 11.5 * unit, LAND_OF["germany"], "end"))
    shapes = [_box(0, there.top, there.width, there.height, "deep"), _box(0, 0, there.width, there.top, "panel")]
    size = there.width, there.height
    return Scene("chart", there.title, size, tuple(regions), tuple(labels), tuple(shapes))


def plan_of_board() -> Plan:
    """Where everything is."""
    found = plan()
    assert found is not None, "a board without a plan is told in letters"
    return found


def below(space: Space, by: float) -> Point:
    """A point below the name of a space."""
    there = plan_of_board()
    x, y = there.names[space]
    return x, y + by + there.lower


def _box(left: float, top: float, right: float, bottom: float, kind: str) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), kind)


def _zone(zone: Zone) -> Region:
    limit, there = ZONES[zone].convoy_limit, plan_of_board()
    return Region(
        space_id(zone), f"{title_of(zone)}, convoy limit {limit}", there.shapes[zone], "zone",
        title_of(zone), tuple(map(space_id, NEIGHBOURS[zone])), "grid", there.rooms[zone], there.names[zone],
        there.sizes[0], title_of(zone),
    )  # fmt: skip


def _land(land: Territory, column: str) -> Region:
    """A territory in its owner's colour."""
    title = f"{title_of(land)}, {_worth(TERRITORIES[land])}, {OWNERS[owners(column)[land]]}"
    there = plan_of_board()
    return Region(
        space_id(land), title, there.shapes[land], _look(owners(column)[land]), title_of(land),
        tuple(map(space_id, NEIGHBOURS[land])), "grid", there.rooms.get(land), there.names[land], there.sizes[1],
        title_of(land),
    )  # fmt: skip


def _look(owner: str) -> str:
    """How the territories of an owner look: those of powers without a colour of their own by their side."""
    if owner in LAND_OF:
        return LAND_OF[owner]
    return "land-a" if side_of_owner(owner) is Side.AXIS else "land-b"


def _worth(land: TerritoryData) -> str:
    return f"{land.ipc} IPC" if land.passable else "neutral"


def _value(land: Territory, column: str) -> Label:
    """The worth of a territory, below its name."""
    return Label(
        _worth(TERRITORIES[land]), below(land, 13), 11.5 * plan_of_board().width / WIDE, _look(owners(column)[land])
    )


def _convoy(space: Space) -> Region:
    """Where the merchantmen of a space are, below its name."""
    x, y = below(space, 5 if space in ZONES else 17)
    abreast = across(space, plan_of_board().abreast)
    width, height = SHIP[0] * abreast, SHIP[1] * -(-limit_of(space) // abreast)
    shape = Rect(x - width / 2, y, width, height)
    return Region(convoy_id(space), f"The convoys of {title_of(space)}", shape, "open", lie="grid", room=shape)


def _header(rounds: int) -> list[Region]:
    """The tracks of rounds and phases, the treasuries, the points, and the box for orders, in one row or two."""
    there = plan_of_board()
    unit = there.width / WIDE
    boxes = _rounds(rounds, unit)
    wide = 146
    boxes += [
        Region(
            phase_id(phase), f"The phase: {name}", _scaled(384 + (wide + 3) * number, 8, wide, unit), "track", name,
            label_at=((384 + (wide + 3) * number + wide / 2) * unit, 28 * unit), label_size=13 * unit,
        )
        for number, (phase, name) in enumerate(PHASES.items())
    ]  # fmt: skip
    powers = [(treasury_id(power), f"The treasury of {POWERS[power].title}", 190) for power in ATLANTIC]
    sides = [(points_id(side), f"{SIDE_NAMES[side]} points", 130) for side in Side]
    x, y = 10.0, 46.0
    for name, title, width in [*powers, *sides, (ORDERS, "The orders of the moment", 400)]:
        if x + width > WIDE:
            x, y = 10.0, y + 38
        shape = _scaled(x, y, width, unit)
        boxes.append(Region(name, title, shape, "box", lie="row", room=shape.inset(2)))
        x += width + 6
    return boxes


def _scaled(x: float, y: float, width: float, unit: float) -> Rect:
    """A box of a track, on a chart of this size."""
    return Rect(x * unit, y * unit, width * unit, 30 * unit)


def _rounds(rounds: int, unit: float) -> list[Region]:
    """The track of rounds; of many only some are numbered."""
    gap, every = (3, 1) if rounds <= 12 else (0, 5) if rounds <= 40 else (0, 10)
    step = (RIGHT_OF_ROUNDS - LEFT_OF_ROUNDS) / rounds
    return [
        Region(
            round_id(number), f"Round {number}", _scaled(x, 8, step - gap, unit), "track",
            str(number) if number % every == 0 else "", label_at=((x + (step - gap) / 2) * unit, 28 * unit),
            label_size=13 * unit,
        )
        for number in range(1, rounds + 1)
        for x in [LEFT_OF_ROUNDS + step * (number - 1)]
    ]  # fmt: skip


def _prices() -> list[Region]:
    """The price list, and where bought units wait: at the left of the map, or above tiles."""
    there = plan_of_board()
    unit = there.width / WIDE
    if there.beyond is None:
        places = [Rect((10 + 157 * n) * unit, 124 * unit, 152 * unit, 25 * unit) for n in range(len(COST))]
        waiting = Rect(10 * unit, 156 * unit, 1240 * unit, 74 * unit)
    else:
        places = [Rect(10, there.top + 32 + 27 * n, 172, 25) for n in range(len(COST))]
        waiting = Rect(10, there.top + 32 + 27 * len(Kind), 172, 74)
    regions = []
    for (kind, cost), shape in zip(COST.items(), places, strict=True):
        room = Rect(shape.x + shape.width - 54 * unit, shape.y + 4 * unit, 50 * unit, 17 * unit)
        at = shape.x + (shape.width - 56 * unit) / 2, shape.y + 17 * unit
        title, words = f"{kind}: {cost} IPC", f"{kind} {cost}"
        regions.append(
            Region(
                price_id(kind),
                title,
                shape,
                "box",
                words,
                lie="row",
                room=room,
                label_at=at,
                label_size=13 * unit,
                name="The price list",
            )
        )
    room = Rect(waiting.x + 4, waiting.y + 20 * unit, waiting.width - 8, waiting.height - 24 * unit)
    at = waiting.x + waiting.width / 2, waiting.y + 15 * unit
    title = "Bought, not yet mobilized"
    regions.append(Region(BOUGHT, title, waiting, "box", "bought", (), "grid", room, at, 13 * unit))
    return regions
