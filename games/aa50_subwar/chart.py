"""The chart of the North Atlantic as a scene: zones with their convoys, territories, prices, and the tracks."""

from __future__ import annotations

from functools import cache
from typing import Final

from navalcore.boards import Label, Point, Rect, Region, Scene, Shape
from navalcore_games.aa50_subwar.chart_plan import TOP, Plan, plan
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
    NEIGHBOURS,
    POWERS,
    TERRITORIES,
    ZONES,
    TerritoryData,
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
"""The phases in which somebody chooses, and what is written on the track."""
LAND_OF: Final = {"germany": "land-a", "uk": "land-b", "us": "land-c", "ussr": "land-e", "neutral": "neutral"}
"""How the territories of an owner look."""
SHIP: Final = (31, 13)
"""The room of a merchantman."""


@cache
def chart(column: str, rounds: int) -> Scene:
    """The chart of a set-up with its owners, for a match of so many rounds."""
    there = plan_of_board()
    regions = [*map(_zone, ZONES)]
    if there.beyond is not None:
        regions.append(Region("land/beyond", "Not in play", there.beyond, "beyond"))
    regions += [_land(land, column) for land in TERRITORIES]
    regions += [_convoy(space) for space in [*ZONES, *TERRITORIES] if limit_of(space)]
    regions += [*_header(rounds), *_prices()]
    labels = [_value(land, column) for land in TERRITORIES]
    labels += [Label("no convoys", below(zone, 15), 11.5, "soft") for zone in ZONES if not limit_of(zone)]
    labels += [
        Label("Round", (12, 28), 13, "panel", "start"), Label("Prices in IPC", (14, TOP + 24), 13, "panel", "start"),
    ]  # fmt: skip
    labels.append(
        Label(
            "a merchantman: 1 IPC of the convoy limit",
            (there.width - 12, there.height - 8),
            11.5,
            LAND_OF["germany"],
            "end",
        )
    )
    shapes = [_box(0, TOP, there.width, there.height, "deep"), _box(0, 0, there.width, TOP, "panel")]
    size = there.width, there.height
    return Scene("chart", there.title, size, tuple(regions), tuple(labels), tuple(shapes))


def plan_of_board() -> Plan:
    """Where everything stands."""
    found = plan()
    assert found is not None, "a board without a plan is told in letters"
    return found


def limit_of(space: Space) -> int:
    """The most IPC that a space can lose in one convoy phase."""
    if space in TERRITORIES:
        return TERRITORIES[Territory(space)].convoy_limit
    return ZONES[Zone(space)].convoy_limit


def below(space: Space, by: float) -> Point:
    """A point below the name of a space."""
    x, y = plan_of_board().names[space]
    return x, y + by


def _box(left: float, top: float, right: float, bottom: float, kind: str) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), kind)


def _zone(zone: Zone) -> Region:
    limit, there = ZONES[zone].convoy_limit, plan_of_board()
    return Region(
        space_id(zone), f"{title_of(zone)}, convoy limit {limit}", there.shapes[zone], "zone",
        title_of(zone), tuple(map(space_id, NEIGHBOURS[zone])), "grid", there.rooms[zone], there.names[zone],
        there.sizes[0],
    )  # fmt: skip


def _land(land: Territory, column: str) -> Region:
    """A territory in its owner's colour."""
    title = f"{title_of(land)}, {_worth(TERRITORIES[land])}, {OWNERS[owners(column)[land]]}"
    there = plan_of_board()
    return Region(
        space_id(land), title, there.shapes[land], _look(owners(column)[land]), title_of(land),
        tuple(map(space_id, NEIGHBOURS[land])), "grid", there.rooms.get(land), there.names[land], there.sizes[1],
    )  # fmt: skip


def _look(owner: str) -> str:
    """How the territories of an owner look: those of powers without a colour of their own by their side."""
    if owner in LAND_OF:
        return LAND_OF[owner]
    return "land-a" if side_of_owner(owner) is Side.AXIS else "land-b"


def _worth(land: TerritoryData) -> str:
    return f"{land.ipc} IPC" if land.passable else "neutral"


def _value(land: Territory, column: str) -> Label:
    """What a territory is worth, below its name."""
    return Label(_worth(TERRITORIES[land]), below(land, 13), 11.5, _look(owners(column)[land]))


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
