"""The chart the board is drawn on: sea, land, squares, ports, and the lines of every unit beneath. It never changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from navalcore.boards import Palette, Picture, Point, load_outlines
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
from navalcore_games.bismarck.choices import UNIT_PLACES, mode_place, square_place
from navalcore_games.bismarck.sea_map import AIRFIELDS, COLUMNS, EXITS, MAP, PORTS, ROWS, SQUARE_TYPES, SQUARES
from navalcore_games.bismarck.victory import MISSIONS
from navalcore_games.bismarck.words import Mode, PlaneType, ShipType, Side, Square, UnitNumber

WIDTH, HEIGHT = 800, 1606
CELL = 40
LEFT, TOP = 44, 84
RIGHT, BOTTOM = LEFT + len(COLUMNS) * CELL, TOP + len(ROWS) * CELL
EDGE = 14
"""Width of the strips outside the map that the fast convoys leave by."""
NOTICES = BOTTOM + EDGE + 22
"""Baseline of the first line of news under the map."""
LISTS = NOTICES + 66
"""Baseline of the first line of the lists of units."""
LINE = 17
"""From one line of the lists to the next."""
LETTER, NAME, FIGURES = 4, 20, 162
"""Where the parts of a unit's line begin, from the left of its list."""
LISTS_LEFT = (8, 408)
LIST_WIDTH = 384
COLOURS = {Side.BRITISH: Palette.ALLIES, Side.GERMAN: Palette.AXIS}

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
MODES = {
    Mode.MOVE: "move",
    Mode.PATROL: "patrol",
    Mode.LAUNCH: "launch",
    Mode.FAST: "fast convoy",
    Mode.SLOW: "slow convoy",
    Mode.R: "refuel / recon",
    Mode.ATTACK: "attack",
    Mode.HOME: "fly home",
    Mode.BASE: "at base",
}
NAMES_AT: dict[str, tuple[float, float, str]] = {
    "Reykjavik": (42, 27, "start"),
    "Scapa Flow": (38, 53, "end"),
    "Clyde": (42, 27, "start"),
    "Plymouth": (20, -4, "middle"),
    "Ulster": (20, 53, "middle"),
    "Trondheim": (38, 53, "end"),
    "Bergen": (38, -4, "end"),
    "Brest": (42, 27, "start"),
    "St Nazaire": (38, 53, "end"),
}
"""Where the names of ports stand: on land, from the corner of their square."""


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


def middle(square: Square) -> tuple[int, int]:
    """The middle of a square; on the way out, that of the strip beside the map."""
    x, y = corner(square)
    across = LEFT - EDGE // 2 if x < LEFT else x + CELL // 2
    return across, BOTTOM + EDGE // 2 if y >= BOTTOM else y + CELL // 2


@cache
def still() -> str:
    """The chart, one for all views."""
    picture = Picture(WIDTH, HEIGHT, "Chart of the North Atlantic, and the lists of units")
    _sea_and_land(picture)
    _squares(picture)
    _margins(picture)
    _names(picture)
    _lists(picture)
    _modes(picture)
    _legend(picture)
    return picture.as_svg()


def _sea_and_land(picture: Picture) -> None:
    """The coast as it is; squares that a rule wants as sea are sea, and those that ships may not enter look so."""
    picture.rectangle(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, fill=Palette.SEA, stroke="none")
    left, top = LEFT - (COLUMNS.start - 0.5) * CELL, TOP - (ROWS.start - 0.5) * CELL
    for outline in coast():
        shown = [(round(x), round(y)) for x, y in _clipped([(left + x * CELL, top + y * CELL) for x, y in outline])]
        if shown:
            picture.polygon(shown, fill=Palette.LAND, stroke=Palette.COAST, line=0.8)
    picture.tiles([corner(square) for square in MAP.patched.sea], CELL, CELL, fill=Palette.SEA)
    closed = [corner(square) for square in SQUARES if SQUARE_TYPES[square] in "~X"]
    picture.tiles(closed, CELL, CELL, fill=Palette.LAND, opacity=0.55)


def _clipped(outline: list[Point]) -> list[Point]:
    """The part of an outline that lies on the map, cut at one edge after the other."""
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


def _squares(picture: Picture) -> None:
    """Every square as a place, named by its number."""
    harbours = {square: name for side in Side for square, name in PORTS[side].items()}
    kinds = {".": "sea", "~": "closed", "#": "land"}
    for square in SQUARES:
        told = harbours.get(square) or AIRFIELDS.get(square) or kinds[SQUARE_TYPES[square]]
        x, y = corner(square)
        with picture.place(square_place(square), f"{square}: {told}"):
            picture.rectangle(x, y, CELL, CELL, opacity=0, stroke=Palette.FAINT, line=0.35)
    _exits(picture)


def _exits(picture: Picture) -> None:
    """The squares beyond the edges, by which the fast convoys leave."""
    for number, told in ((WS8B, "WS8B leaves here"), (BRITANNIC, "Britannic leaves here")):
        for square in sorted({there for ways in EXITS[number].values() for _, there in ways}):
            x, y = corner(square)
            left, top = max(x, LEFT - EDGE), min(y, BOTTOM)
            width, height = (CELL, EDGE) if number == WS8B else (EDGE, CELL)
            with picture.place(square_place(square), f"{square}: {told}"):
                picture.rectangle(left, top, width, height, fill=Palette.SEA, stroke=Palette.FAINT, line=0.35)
    picture.text((LEFT + RIGHT) / 2, BOTTOM + EDGE - 3, "WS8B leaves by this edge", size=12, anchor="middle")


def _margins(picture: Picture) -> None:
    columns = [(corner(Square(1100 + column))[0] + CELL / 2, str(column)) for column in COLUMNS]
    for x, told in columns:
        picture.text(x, TOP - 6, told, size=14, fill=Palette.FAINT, anchor="middle")
    for row in ROWS:
        picture.text(LEFT - EDGE - 4, corner(Square(100 * row + 11))[1] + 25, str(row), size=14, anchor="end")
    picture.text(RIGHT + 18, TOP - 6, "vis", size=14, fill=Palette.FAINT, anchor="middle")


def _names(picture: Picture) -> None:
    places = [(square, name, side) for side in Side for square, name in PORTS[side].items()]
    places += [(square, name, Side.BRITISH) for square, name in AIRFIELDS.items() if SQUARE_TYPES[square] == "X"]
    for square, name, side in places:
        (x, y), (right, down, anchor) = corner(square), NAMES_AT[name]
        sign = "X" if SQUARE_TYPES[square] == "X" else "+"
        picture.text(x + CELL / 2, y + 28, sign, size=22, fill=COLOURS[side], anchor="middle", bold=True)
        picture.text(x + right, y + down, name, size=13, fill=COLOURS[side], anchor=anchor)


def entries() -> Iterator[tuple[int, int, UnitNumber | str]]:
    """The lines of the two lists: which list, which line, and the unit or the heading there."""
    british = [number for number in SHIP_NUMBERS[Side.BRITISH] if SHIPS[number].type is not ShipType.CONVOY]
    convoys = [number for number in SHIP_NUMBERS[Side.BRITISH] if SHIPS[number].type is ShipType.CONVOY]
    left: Sequence[UnitNumber | str] = ["British ships", *british]
    right: Sequence[UnitNumber | str] = [
        "Convoys", *convoys,
        "British planes", *map(plane_unit, PLANE_NUMBERS),
        "German ships", *SHIP_NUMBERS[Side.GERMAN],
    ]  # fmt: skip
    for which, listed in enumerate((left, right)):
        for line, entry in enumerate(listed):
            yield which, line, entry


@cache
def unit_lines() -> dict[UnitNumber, tuple[int, int]]:
    """Where the figures of each unit are written in the lists."""
    return {
        entry: (LISTS_LEFT[which] + FIGURES, LISTS + LINE * line)
        for which, line, entry in entries()
        if not isinstance(entry, str)
    }


SHIP_FIGURES = "square    mode MS FP kn fu t"
PLANE_FIGURES = "square    mode endurance"


def _lists(picture: Picture) -> None:
    """A line for each unit of the game, without figures; names tell nothing, as the data cards are open."""
    for which, line, entry in entries():
        x, y = LISTS_LEFT[which], LISTS + LINE * line
        if isinstance(entry, str):
            picture.text(x + LETTER, y, entry, size=13, fill=Palette.FAINT, bold=True)
            told = PLANE_FIGURES if entry == "British planes" else SHIP_FIGURES
            picture.lines([(x + FIGURES, y, told)], size=13, fill=Palette.FAINT, mono=True)
            continue
        card: ShipCard | PlaneCard = SHIPS[entry] if is_ship(entry) else PLANES[plane_number(entry)]
        side = SHIPS[entry].side if is_ship(entry) else Side.BRITISH
        with picture.place(UNIT_PLACES[entry], f"{unit_name(entry)}: {_described(card)}"):
            fill = Palette.SEA if line % 2 else Palette.PAPER
            picture.rectangle(x, y - LINE + 4, LIST_WIDTH, LINE, fill=fill, stroke="none")
            picture.text(x + LETTER, y, card.type.value, size=13, fill=COLOURS[side], bold=True)
            picture.text(x + NAME, y, card.name, size=13)


def _described(card: ShipCard | PlaneCard) -> str:
    """A unit as its card has it; the lists show what is left of it."""
    told = TYPES[card.type]
    if isinstance(card, PlaneCard):
        return told
    told += f", MS {card.midships}, FP {card.firepower or 0}, {card.knots} knots, {card.vp} VP"
    goals = [f", to {mission.goal}" for mission in MISSIONS if mission.convoy == card.number]
    return "".join([told, *goals])


def _modes(picture: Picture) -> None:
    """The modes of charts B and C."""
    top = LISTS + LINE * 28 + 4
    picture.text(LISTS_LEFT[0] + LETTER, top + 8, "Modes", size=13, fill=Palette.FAINT, bold=True)
    for place, (mode, told) in enumerate(MODES.items()):
        x, y = LISTS_LEFT[0] + 66 + place % 3 * 106, top - 4 + place // 3 * 18
        with picture.place(mode_place(mode), f"Mode {mode}: {told}"):
            picture.rectangle(x, y, 104, 16, fill=Palette.CARD, stroke=Palette.FAINT, line=0.5)
            picture.text(x + 4, y + 12.5, mode.value, size=13, bold=True)
            picture.text(x + 18, y + 12.5, told, size=12)


def _legend(picture: Picture) -> None:
    lines = (
        "B battleship  C cruiser  A carrier  D destroyers  S submarines",
        "O oiler  M convoy  R L T planes  + port  X airfield  F fog",
        "Blue, red: ships; a figure counts those of a square. Pale: planes",
        "in the air. White: spotted German ships. Green: own search",
        "total. vis: visibility. R in red: refuelling square. Dashes: orders.",
    )
    for place, told in enumerate(lines):
        y = LISTS + LINE * 32 + 4 + 15 * place
        picture.text(LISTS_LEFT[0] + LETTER, y, told, size=12, fill=Palette.FAINT)
