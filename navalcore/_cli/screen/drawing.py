"""A board as cells of a screen: what is written in each, on which ground, and what is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from navalcore.boards import Board, Disc, Piece, Polygon, Rect, Region, Scene

Light: TypeAlias = Literal["", "who", "where", "chosen"]
"""How something is highlighted: it may act, something may be done there, or it has been chosen."""
Ids: TypeAlias = frozenset[str]
Form: TypeAlias = Rect | Polygon | Disc
Still: TypeAlias = tuple[str, str, int]
"""A cell before anything is there: a blank, its ground, its shade."""

WORDS: Final = ("heading", "text")
"""Kinds of pieces that are words about the table."""
GROUNDS: Final = {
    "sea": "sea", "zone": "sea", "deep": "deep", "cell": "sea", "beyond": "deep", "area": "sea",
    "land": "land", "neutral": "land", "port": "port", "level": "sea",
    "box": "box", "track": "box", "hand": "box", "pile": "box", "spot": "box", "panel": "box",
    "table": "table", "paper": "table", "surface": "sea",
}  # fmt: skip
"""The ground of a screen for each kind of region, of background and of a whole scene."""
OPEN: Final = "open"
"""The kind of a region of which nothing is drawn."""
MARKS: Final = {
    "submarine": "sub", "destroyer": "des", "cruiser": "cru", "battleship": "bat", "carrier": "car", "merchant": "mer",
    "tanker": "tan", "transport": "tra", "aircraft": "air", "fighter": "fig", "bomber": "bom", "convoy": "con",
    "flying_boat": "fly", "rescue_ship": "res",
}  # fmt: skip
"""The sign for a piece that bears no letters."""
LINE: Final = 5
"""A region more than so many times as wide as high is a line."""
LONGEST_NAME: Final = 20
"""A title that begins with more letters before its first comma is not a name."""
LEAST_NAME: Final = 3
"""No fewer letters of a name are written where the rest of it has no room."""


class Spot(NamedTuple):
    """Something on a board that may be meant: a region, or a piece where it is."""

    id: str
    """Its id."""
    at: str
    """The region where it is; of a region its own id."""


@dataclass(slots=True)
class Cell:
    """One cell of the screen."""

    letter: str = " "
    ground: str = "table"
    """The kind of ground, a word of :data:`GROUNDS`."""
    shade: int = 0
    """One of two shades, so that neighbours can be told apart."""
    side: str = ""
    """Whose what is written here is."""
    faint: bool = False
    """Whether it is only the name of a region, or a piece that has acted."""
    light: Light = ""
    place: Spot | None = None
    """The foremost thing here."""


@dataclass
class Drawing:
    """A scene of a board in so many columns and rows."""

    cells: list[list[Cell]]
    spots: dict[Spot, tuple[int, int]] = field(default_factory=dict)
    """The column and row of each thing that may be meant."""

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.cells[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.cells)

    @property
    def text(self) -> str:
        """The letters, without colours."""
        return "\n".join("".join(cell.letter for cell in row).rstrip() for row in self.cells)

    def at(self, column: int, row: int) -> Spot | None:
        """Everything in a cell."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return self.cells[row][column].place
        return None


class Lights(NamedTuple):
    """Everything highlighted on a board."""

    who: frozenset[tuple[str, str] | str]
    """Pieces, with where they are if that matters, and regions that may act."""
    where: frozenset[tuple[str, str] | str]
    """Pieces and regions that something may be done with."""
    chosen: Ids
    """The places chosen so far."""

    def light(self, place: Spot) -> Light:
        """How a place is highlighted."""
        if place.id in self.chosen:
            return "chosen"
        if place.id in self.where or (place.id, place.at) in self.where:
            return "where"
        return "who" if place.id in self.who or (place.id, place.at) in self.who else ""


UNLIT: Final = Lights(frozenset(), frozenset(), frozenset())


def draw(board: Board, scene: Scene, width: int, height: int, lit: Lights = UNLIT) -> Drawing:
    """A scene with everything on it, in so many columns and rows.

    >>> from navalcore.boards import Board, Piece, Rect, Region, Scene
    >>> sea = Scene("sea", "The sea", (200, 100), (Region("zone/1", "Zone 1", Rect(0, 0, 100, 100), label="Z1"),
    ...     Region("zone/2", "Zone 2", Rect(100, 0, 100, 100), label="Z2")))
    >>> board = Board((sea,), (Piece("ship/hood", "battleship", "zone/1", "Hood", "Hood"),))
    >>> print(draw(board, sea, 20, 4).text)
    Z1        Z2
    Hood
    <BLANKLINE>
    <BLANKLINE>
    """
    made = Drawing([[Cell(*still) for still in row] for row in _grounds(scene, width, height)])
    scale = _Scale(width / scene.size[0], height / scene.size[1])
    for region, cells in _cells_of(scene, width, height):
        _region(made, region, cells, lit)
    pieces: dict[str, list[Piece]] = {}
    for piece in board.pieces:
        pieces.setdefault(piece.at, []).append(piece)
    for name, lying in sorted(pieces.items(), key=lambda each: each[1][0].kind in WORDS):  # words are over counters
        if name in scene.by_id:
            _pieces(made, scene.by_id[name], lying, scale, lit)
    for region in _small_last(scene):
        _name(made, region, scale, lit)
    for label in scene.labels:
        across = {"start": 0, "middle": len(label.text) // 2, "end": len(label.text)}[label.anchor]
        if not label.turn:
            column = max(0, int(label.at[0] * scale.across) - across)
            row = _line(scene, label.at[1], scale)
            _write(made, column, row, label.text, Cell(side=label.side, faint=True), over=False)
    return made


class _Scale(NamedTuple):
    """From the units of a scene to cells."""

    across: float
    down: float

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of a point."""
        return int(x * self.across), int(y * self.down)

    def box(self, rect: Rect) -> tuple[int, int, int, int]:
        """The cells of a rectangle: first column and row, and how many of both; at least one."""
        left, top = round(rect.x * self.across), round(rect.y * self.down)
        right, bottom = round((rect.x + rect.width) * self.across), round((rect.y + rect.height) * self.down)
        return left, top, max(1, right - left), max(1, bottom - top)


@lru_cache(maxsize=16)
def rows_needed(scene: Scene) -> int:
    """The rows with which at least half of a scene, by area, is in regions of a row or more."""
    regions = sorted(scene.regions, key=lambda region: region.shape.box.height)
    areas = list(accumulate(map(_area, regions)))
    heights = (region.shape.box.height for region, area in zip(regions, areas, strict=True) if 2 * area >= areas[-1])
    return ceil(scene.size[1] / next(heights, scene.size[1]))


def _line(scene: Scene, y: float, scale: _Scale) -> int:
    """The row of words at a height: the first of the widest region there that has the shape of a line."""
    boxes = [region.shape.box for region in scene.regions]
    lines = [box for box in boxes if box.width > LINE * box.height and box.y <= y < box.y + box.height]
    widest = max(lines, key=lambda box: box.width, default=None)
    return int(y * scale.down) if widest is None else scale.box(widest)[1]


def _area(region: Region) -> float:
    return region.shape.box.width * region.shape.box.height


@lru_cache(maxsize=16)
def _small_last(scene: Scene) -> Sequence[Region]:
    """The regions, small ones last: they are on the others."""
    return sorted(scene.regions, key=_area, reverse=True)


@lru_cache(maxsize=16)
def _grounds(scene: Scene, width: int, height: int) -> Sequence[Sequence[Still]]:
    """Everything beneath all, for each cell."""
    ground = GROUNDS.get(scene.ground, "table")
    found: list[list[Still]] = [[(" ", ground, 0) for _ in range(width)] for _ in range(height)]
    below = [(shape, shape.kind) for shape in scene.shapes if shape.closed and not shape.above]
    above = [(shape, shape.kind) for shape in scene.shapes if shape.closed and shape.above]
    shades = _shades(scene)
    for shape, kind in below:
        _fill(found, scene, Polygon(shape.points), (" ", _ground(kind), 0))
    for region in _small_last(scene):
        if region.kind != OPEN:
            _fill(found, scene, region.shape, (" ", _ground(region.kind), shades[region.id]))
    for shape, kind in above:
        _fill(found, scene, Polygon(shape.points), (" ", _ground(kind), 0))
    return found


def _ground(kind: str) -> str:
    return GROUNDS.get(kind) or GROUNDS.get(kind.partition("-")[0], "box")


def _shades(scene: Scene) -> Mapping[str, int]:
    """A shade for each region, such that neighbours differ where two shades are enough."""
    found: dict[str, int] = {}
    for region in scene.regions:
        near = [found[name] for name in region.next if name in found]
        if near or region.next:
            found[region.id] = 0 if near.count(0) <= near.count(1) else 1
        else:
            column, row = _Scale(1 / region.shape.box.width, 1 / region.shape.box.height).cell(*region.shape.box.centre)
            found[region.id] = (column + row) % 2
    return found


def _fill(cells: list[list[Still]], scene: Scene, shape: Form, value: Still) -> None:
    """Colour the cells whose middles are in a shape."""
    scale = _Scale(len(cells[0]) / scene.size[0], len(cells) / scene.size[1])
    for column, row in _within(shape, scale, len(cells[0]), len(cells)):
        cells[row][column] = value


def _within(shape: Form, scale: _Scale, width: int, height: int) -> Iterator[tuple[int, int]]:
    """The cells, by column and row, whose middles are in a shape."""
    _, top, _, high = scale.box(shape.box)
    for row in range(max(0, top), min(height, top + high + 1)):
        for start, end in _spans(shape, (row + 0.5) / scale.down):
            first, last = ceil(start * scale.across - 0.5), ceil(end * scale.across - 0.5)
            for column in range(max(0, first), min(width, last)):
                yield column, row


def _spans(shape: Form, y: float) -> Iterator[tuple[float, float]]:
    """Where a level line is in a shape."""
    box = shape.box
    if isinstance(shape, Polygon):
        for outline in (shape.points, *shape.islands):
            closed = pairwise([*outline, outline[0]])
            crossed = sorted(
                left + (y - above) * (right - left) / (below - above)
                for (left, above), (right, below) in closed
                if (above > y) is not (below > y)
            )
            yield from zip(crossed[::2], crossed[1::2], strict=True)
    elif box.y <= y < box.y + box.height:
        half = box.width / 2
        if isinstance(shape, Disc):
            half = sqrt(shape.radius**2 - (y - shape.y) ** 2)
        yield box.centre[0] - half, box.centre[0] + half


@lru_cache(maxsize=16)
def _cells_of(scene: Scene, width: int, height: int) -> Sequence[tuple[Region, Sequence[tuple[int, int]]]]:
    """The cells of each region, by column and row; small regions last, each with at least one."""
    scale, found = _Scale(width / scene.size[0], height / scene.size[1]), []
    for region in _small_last(scene):
        cells = list(_within(region.shape, scale, width, height))
        column, row = scale.cell(*region.shape.box.centre)
        found.append((region, cells or [(min(column, width - 1), min(row, height - 1))]))
    return found


def _region(made: Drawing, region: Region, cells: Sequence[tuple[int, int]], lit: Lights) -> None:
    """Where a region is, and its light."""
    here = Spot(region.id, region.id)
    light = lit.light(here)
    for column, row in cells:
        cell = made.cells[row][column]
        cell.place, cell.light = here, light or cell.light
    made.spots[here] = cells[len(cells) // 2]


def _name(made: Drawing, region: Region, scale: _Scale, lit: Lights) -> None:
    """The name of a region, as far as no piece is in its way."""
    here = Spot(region.id, region.id)
    left, top, width, _ = scale.box(region.shape.box)
    column, row = left, top
    if region.label_at is not None:
        column, row = scale.cell(*region.label_at)
        column = max(left, column - len(region.label) // 2)
    most = len(region.label) if region.kind == "port" else max(width, 3)
    _write(made, column, row, region.label[:most], Cell(faint=True, place=here, light=lit.light(here)), over=False)


def _pieces(made: Drawing, region: Region, lying: Sequence[Piece], scale: _Scale, lit: Lights) -> None:
    """Everything in a region, in as many lines as it has, the rest as a number."""
    left, top, width, height = scale.box(region.room or region.shape.box)
    if region.room is None and region.label and region.label_at is None and height > 1:
        top, height = top + 1, height - 1
    if all(piece.kind in WORDS for piece in lying):
        width = max(width, 1)
    row, used = top, 0
    named = list(_letters(lying, width * height))
    for number, (piece, letters) in enumerate(named):
        if used and used + len(letters) > width:
            row, used = row + 1, 0
        if row >= top + height:
            _write_rest(made, left, top + height - 1, width, named, number)
            break
        place = Spot(piece.id, piece.at)
        light = lit.light(place) or lit.light(Spot(region.id, region.id))
        faint = piece.state in ("done", "sunk") or piece.face == "down"
        made.spots[place] = min(left + used, made.width - 1), min(max(row, 0), made.height - 1)
        _write(made, left + used, row, letters[:width], Cell(side=piece.side, faint=faint, light=light, place=place))
        used += len(letters) + 1


def _write_rest(
    made: Drawing, left: int, row: int, width: int, named: Sequence[tuple[Piece, str]], number: int
) -> None:
    """At the end of the last line, how many are not shown: those from ``number`` on, and whom these figures cover."""
    while True:
        rest = f"+{sum(piece.count for piece, _ in named[number:])}"
        column = left + max(0, width - len(rest))
        if number == 0:
            break
        before, letters = named[number - 1]
        begun, at = made.spots[Spot(before.id, before.at)]
        room = column - begun
        figure = room <= len(letters) and letters[: max(0, room)][-1:].isdigit()  # "29+1" would be one figure
        if at != row or (not figure and (number == 1 or len(letters) <= room)):
            break
        number -= 1
        _write(made, begun, row, " " * len(letters), Cell())
    _write(made, column, row, rest, Cell(faint=True))


def _letters(pieces: Iterable[Piece], room: int) -> Iterator[tuple[Piece, str]]:
    """The letters of each piece: whole words if there is room for all, else their beginnings."""
    pieces = list(pieces)
    long = [(piece, _words(piece)) for piece in pieces]
    if sum(len(words) + 1 for _, words in long) <= room + 1:
        yield from long
        return
    for piece, words in long:
        count = f"x{piece.count}" if piece.count > 1 else ""
        beginning = MARKS.get(words.partition("x")[0], words[:4].strip()) if piece.face == "up" else "#"
        yield piece, words if piece.kind in WORDS else beginning + count


def _words(piece: Piece) -> str:
    """A piece in words: its letters, or its kind; of backs how many there are."""
    if piece.face == "down":
        return f"#x{piece.count}"
    if piece.kind in WORDS:
        return piece.text or piece.title
    named, _, more = piece.title.partition(",")
    name = piece.text or (named if more and len(named) <= LONGEST_NAME else piece.kind.replace("_", " "))
    badges = "".join(f"({badge.text})" for badge in piece.badges if badge.kind not in ("band", "figure", "foot"))
    return f"{name}{f'x{piece.count}' if piece.count > 1 else ''}{badges}"


def _write(made: Drawing, column: int, row: int, text: str, like: Cell, *, over: bool = True) -> None:
    """Letters from a cell on, as far as there are cells, and unless over what is there, up to a blank before it."""
    if not 0 <= row < made.height:
        return
    line = made.cells[row]
    beside = line[column - 1] if not over and 0 < column < made.width else Cell()
    if beside.letter != " " and beside.place is not None and beside.place.id != beside.place.at:  # a piece
        column += 1
    taken = (at for at in range(column, column + len(text)) if 0 <= at < made.width and line[at].letter != " ")
    if not over and (first := next(taken, None)) is not None:
        text = text[: max(0, first - column - 1)]
        text = text if len(text) >= LEAST_NAME else ""
    for at, letter in enumerate(text, column):
        if 0 <= at < made.width:
            cell = line[at]
            cell.letter, cell.side, cell.faint = letter, like.side, like.faint
            cell.light = like.light or cell.light
            cell.place = like.place or cell.place
