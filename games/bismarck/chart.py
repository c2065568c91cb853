"""The chart as a scene: sea, land, squares, ports, weather, turn track, modes; and the lists, a line for every unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from navalcore.boards import Disc, Label, Point, Rect, Region, Scene, Shape, load_outlines, squares, track
from navalcore.components import counted
from navalcore_games.bismarck.cards import (
    BRITANNIC,
    DATA,
    PLANE_NUMBERS,
    PLANES,
    SHIP_NUMBERS,
    SHIPS,
    WS8B,
    PlaneCard,
    ShipCard,
    is_ship,
    plane_number,
    plane_unit,
    unit_name,
)
from navalcore_games.bismarck.ids import LINE_IDS, MODE_IDS, port_id, row_id, square_id
from navalcore_games.bismarck.sea_map import AIRFIELDS, COLUMNS, EXITS, GRID, MAP, PORTS, ROWS, SQUARE_TYPES
from navalcore_games.bismarck.turns import LAST_TURN, TURNS, Turn
from navalcore_games.bismarck.victory import MISSIONS
from navalcore_games.bismarck.words import MODE_NAMES, PlaneType, ShipType, Side, Square, UnitNumber

CELL: Final = 55
LEFT, TOP = 36, 98
RIGHT, BOTTOM = LEFT + len(COLUMNS) * CELL, TOP + len(ROWS) * CELL
EDGE: Final = 14
"""Width of the strips outside the map that the fast convoys leave by."""
WEATHER: Final = Rect(RIGHT + 2, TOP, 26, BOTTOM - TOP)
"""To the right of the map: what each row's weather asks of a search."""
WIDTH, HEIGHT = RIGHT + WEATHER.width + 8, BOTTOM + 82
LIST: Final = Rect(16, 12, 318, 26)
"""The first line of the lists; so wide is a column of them, and so far it is from line to line."""
NAME: Final = 134
"""The width of a name in the lists; its figures follow it."""
SMALL: Final = 11.5
COLOURS: Final = {Side.BRITISH: "allies", Side.GERMAN: "axis"}

TYPES = {
    ShipType.BATTLESHIP: "battleship",
    ShipType.CRUISER: "cruiser",
    ShipType.CARRIER: "aircraft carrier",
    ShipType.DESTROYERS: "destroyer flotilla",
    ShipType.SUBMARINES: "submarines",
    ShipType.OILER: "oiler",
    ShipType.CONVOY: "convoy",
    PlaneType.RECONNAISSANCE: "reconnaissance planes",
    PlaneType.LEVEL_BOMBER: "level bombers",
    PlaneType.TORPEDO_BOMBER: "torpedo bombers",
}
KINDS: Final = {
    ShipType.BATTLESHIP: "battleship", ShipType.CRUISER: "cruiser", ShipType.CARRIER: "carrier",
    ShipType.DESTROYERS: "destroyer", ShipType.SUBMARINES: "submarine", ShipType.OILER: "tanker",
    ShipType.CONVOY: "convoy", PlaneType.RECONNAISSANCE: "flying_boat", PlaneType.LEVEL_BOMBER: "bomber",
    PlaneType.TORPEDO_BOMBER: "aircraft",
}  # fmt: skip
"""The drawing of a unit, by its type."""
PORT_NAMES: Final[Mapping[str, tuple[float, float]]] = {
    "Reykjavik": (1.7, 0.6),
    "Scapa Flow": (0.3, 1.2),
    "Clyde": (1.1, 0.5),
    "Plymouth": (0.6, -0.15),
    "Ulster": (0.5, 1.2),
    "Trondheim": (0.4, 1.25),
    "Bergen": (0.5, -0.12),
    "Brest": (1.4, 0.6),
    "St Nazaire": (0.5, 1.25),
}
"""The middles of the names of ports and airfields, from the corners of their squares, in squares."""
GROUND: Final[Mapping[str, tuple[float, float]]] = {
    "Reykjavik": (1.1, 0.9),
    "Scapa Flow": (-1.15, 0.05),
    "Plymouth": (0.1, -1.35),
    "Ulster": (-0.1, 1.3),
}
"""Where planes on the ground are shown, likewise."""
GROUND_SIZE: Final = (1.2, 0.9)


@cache
def coast() -> tuple[tuple[Point, ...], ...]:
    """The outlines of the land, in columns and rows of the map.

    Raises:
        BadData: the data file does not hold outlines.
    """
    return load_outlines(DATA / "coast.json")


def corner(square: Square) -> tuple[int, int]:
    """The upper left corner of a square in the picture."""
    row, column = divmod(square, 100)
    return LEFT + (column - COLUMNS.start) * CELL, TOP + (row - ROWS.start) * CELL


@cache
def chart() -> Scene:
    """The chart, one for all views."""
    return Scene(
        "chart",
        "The North Atlantic",
        (WIDTH, HEIGHT),
        (*_rows(), *_squares(), *_exits(), *_ports(), *_turns(), *_modes(), *_strips()),
        tuple(_margins()),
        tuple(_land()),
        "paper",
    )


@cache
def lists() -> Scene:
    """Every unit of the game in columns, one for all views."""
    placed = list(entries())
    size = max(at[0] for at, _ in placed) + LIST.width + LIST.x, max(at[1] for at, _ in placed) + LIST.height + LIST.y
    return Scene("lists", "Units", size, tuple(_lines()), tuple(_headings()), (), "paper")


# ---- sea and land ----------------------------------------------------------------------------------------------------


def _rows() -> Iterator[Region]:
    """Each row as a whole, beneath its squares: weather and night are drawn on it."""
    for row in ROWS:
        y = TOP + (row - ROWS.start) * CELL
        beside = tuple(row_id(near) for near in (row - 1, row + 1) if near in ROWS)
        shape = Rect(LEFT, y, WEATHER.x + WEATHER.width - LEFT, CELL)
        room = Rect(WEATHER.x, y, WEATHER.width, CELL)
        yield Region(row_id(row), f"Row {row}", shape, "open", next=beside, lie="row", room=room)


def _squares() -> tuple[Region, ...]:
    """Every square, named by its number; those that ships may not enter look so."""
    made = squares(
        GRID,
        CELL,
        left=LEFT,
        top=TOP,
        kind=lambda square: "neutral" if SQUARE_TYPES[square] in "~X" else "sea",
        title=lambda square: f"{square}: {_told(square)}",
    )
    return tuple(replace(each, room=_room(each.shape.box)) for each in made)


def _room(square: Rect) -> Rect:
    """Where units are in a square: names need all its width."""
    return Rect(square.x, square.y + 3, CELL, CELL - 4)


def _told(square: Square) -> str:
    """The kind of a square."""
    named = next((ports[square] for ports in PORTS.values() if square in ports), "") or AIRFIELDS.get(square)
    return named or {".": "sea", "~": "closed to ships", "#": "land"}[SQUARE_TYPES[square]]


def _exits() -> Iterator[Region]:
    """The squares beyond the edges, by which the fast convoys leave."""
    for number, name in ((WS8B, "WS8B"), (BRITANNIC, "Britannic")):
        for square in sorted({there for ways in EXITS[number].values() for _, there in ways}):
            x, y = corner(square)
            shape = Rect(x, BOTTOM, CELL, EDGE) if number == WS8B else Rect(LEFT - EDGE, y, EDGE, CELL)
            yield Region(
                square_id(square), f"{square}: {name} leaves the map here", shape, "sea", name=f"Square {square}"
            )


def _land() -> Iterator[Shape]:
    """The coast as it is, over the squares; squares that a rule wants as sea are sea."""
    left, top = LEFT - (COLUMNS.start - 0.5) * CELL, TOP - (ROWS.start - 0.5) * CELL
    for outline in coast():
        shown = _clipped([(left + x * CELL, top + y * CELL) for x, y in outline])
        if len(shown) > 2:
            yield Shape(tuple((round(x), round(y)) for x, y in shown), "land", above=True)
    for square in MAP.patched.sea:
        x, y = corner(square)
        yield Shape(((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)), "sea", above=True)


def _clipped(outline: list[Point]) -> list[Point]:
    """The part of an outline that is on the map, cut at one edge after the other."""
    for axis, edge, sign in ((0, LEFT, 1), (0, RIGHT, -1), (1, TOP, 1), (1, BOTTOM, -1)):
        cut: list[Point] = []
        for here, there in zip(outline, [*outline[1:], *outline[:1]], strict=True):
            inside, outside = (sign * (point[axis] - edge) >= 0 for point in (here, there))
            if inside:
                cut.append(here)
            if inside != outside:
                part = (edge - here[axis]) / (there[axis] - here[axis])
                cut.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
        outline = cut
    return outline


# ---- ports, weather, track, modes ------------------------------------------------------------------------------------


def _ports() -> Iterator[Region]:
    """Ports and airfields, each at the edge of its square, with room on land for planes on the ground."""
    named = [(square, name) for side in Side for square, name in PORTS[side].items()]
    named += [(square, name) for square, name in AIRFIELDS.items() if SQUARE_TYPES[square] == "X"]
    for square, name in named:
        (x, y), (right, down) = corner(square), PORT_NAMES[name]
        field = "airfield" if SQUARE_TYPES[square] == "X" else "port"
        room = None
        if name in GROUND:
            across, below = GROUND[name]
            room = Rect(x + across * CELL, y + below * CELL, GROUND_SIZE[0] * CELL, GROUND_SIZE[1] * CELL)
        at = (x + right * CELL, y + down * CELL)
        yield Region(
            port_id(name), f"{name}: {field}", Disc(x + 8, y + 8, 6), "port", name, room=room, label_at=at,
            label_size=SMALL, name=name,
        )  # fmt: skip


def _turns() -> tuple[Region, ...]:
    """The turn track above the map."""
    gap = 2
    wide = (RIGHT - LEFT + gap) / LAST_TURN - gap
    boxes = track("turn", "Turn", range(1, LAST_TURN + 1), (LEFT, 38), box=(wide, 34), gap=gap, label_size=12)
    return tuple(
        replace(box, title=_dated(turn), name=box.title, kind="deep" if turn.night_from in ROWS else "track")
        for box, turn in zip(boxes, TURNS[1:], strict=True)
    )


def _dated(turn: Turn) -> str:
    """A turn, its night and the convoys that may move on it."""
    told = [f"T{str(turn)[1:]}"]
    if turn.night_from in ROWS:
        told.append("night" if turn.night_from == ROWS.start else f"night from row {turn.night_from} on")
    told += [f"{kind} convoys move" for kind, moves in (("fast", turn.fast), ("slow", turn.slow)) if moves]
    return ", ".join(told)


def _modes() -> Iterator[Region]:
    """The modes of charts B and C, beneath the map."""
    wide = (RIGHT - LEFT + 4) / len(MODE_NAMES)
    for place, (mode, told) in enumerate(MODE_NAMES.items()):
        shape = Rect(LEFT + place * wide, BOTTOM + EDGE + 6, wide - 4, 24)
        at = (shape.centre[0], shape.y + 16)
        yield Region(
            MODE_IDS[mode], f"Mode {mode}: {told}", shape, "box", f"{mode} {told}", label_at=at, label_size=SMALL
        )


def _strips() -> Iterator[Region]:
    """Room for the turn and the score above, and for news beneath."""
    news = Rect(LEFT, BOTTOM + EDGE + 36, RIGHT - LEFT, 26)
    for name, title, shape in (
        ("time", "The turn", Rect(LEFT, 8, 560, 26)),
        ("score", "Victory points", Rect(LEFT + 564, 8, WIDTH - LEFT - 568, 26)),
        ("news", "What happens, and what was heard", news),
    ):
        yield Region(name, title, shape, "open", lie="row", room=shape)


# ---- lists -----------------------------------------------------------------------------------------------------------


def entries() -> Iterator[tuple[Point, UnitNumber | str]]:
    """The lines of the lists: where each begins, and the unit or the heading there."""
    british = SHIP_NUMBERS[Side.BRITISH]
    listed: list[UnitNumber | str] = []
    for heading, types in GROUPS.items():
        listed += [heading, *(number for number in british if SHIPS[number].type in types)]
    listed += ["British planes", *map(plane_unit, PLANE_NUMBERS), "German ships", *SHIP_NUMBERS[Side.GERMAN]]
    for place, entry in enumerate(listed):
        column, line = divmod(place, -(-len(listed) // COLUMNS_OF_LISTS))
        yield (LIST.x + column * (LIST.width + LIST.x), LIST.y + line * LIST.height), entry


COLUMNS_OF_LISTS: Final = 3


GROUPS: Final[Mapping[str, Sequence[ShipType]]] = {
    "Battleships, carriers": (ShipType.BATTLESHIP, ShipType.CARRIER),
    "Cruisers": (ShipType.CRUISER,),
    "Destroyers, submarines": (ShipType.DESTROYERS, ShipType.SUBMARINES),
    "Convoys": (ShipType.CONVOY,),
}
"""The lists of British ships."""


def side_of(unit: UnitNumber) -> Side:
    """Whose a unit is."""
    return SHIPS[unit].side if is_ship(unit) else Side.BRITISH


def _lines() -> Iterator[Region]:
    """A line for each unit of the game: what is known of it, or the unit itself while it is not on the map."""
    for (x, y), entry in entries():
        if not isinstance(entry, str):
            shape = Rect(x, y, LIST.width, LIST.height)
            room = Rect(x + NAME, y, LIST.width - NAME, LIST.height)
            title = f"{unit_name(entry)}: {described(entry)}"
            name = f"{unit_name(entry)} in the lists"
            yield Region(LINE_IDS[entry], title, shape, "open", lie="grid", room=room, name=name)


def described(unit: UnitNumber) -> str:
    """A unit as its card has it; the lists show what is left of it."""
    card: ShipCard | PlaneCard = SHIPS[unit] if is_ship(unit) else PLANES[plane_number(unit)]
    told = TYPES[card.type]
    if isinstance(card, PlaneCard):
        return told
    told += f", {counted(card.midships, 'hit')}, {counted(card.firepower or 0, 'salvo')}"
    told += f", {card.knots} knots, {card.vp} VP"
    goals = [f", to {mission.goal}" for mission in MISSIONS if mission.convoy == card.number]
    return "".join([told, *goals])


def _headings() -> Iterator[Label]:
    """The names in the lists: they reveal nothing, as the cards are open."""
    for (x, y), entry in entries():
        at = (x, y + 18)
        if isinstance(entry, str):
            yield Label(entry, at, 12, "title", "start")
        else:
            name = unit_name(entry).replace("Destroyer Flotilla", "Destroyers").removeprefix("Convoy ")
            yield Label(name, at, SMALL, "paper", "start", side=COLOURS[side_of(entry)])


def _margins() -> Iterator[Label]:
    for column in COLUMNS:
        yield Label(str(column), (corner(Square(1100 + column))[0] + CELL / 2, TOP - 8), 12, "column")
    for row in ROWS:
        yield Label(str(row), (LEFT - EDGE - 4, corner(Square(100 * row + 11))[1] + CELL / 2 + 4), 12, "row", "end")
    yield Label("vis", (WEATHER.x + WEATHER.width / 2, TOP - 8), SMALL, "paper")
    yield Label("WS8B leaves by this edge", ((LEFT + RIGHT) / 2, BOTTOM + EDGE - 3), SMALL, "sea")
