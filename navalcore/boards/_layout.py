"""Where pieces are in their regions: how large, side by side or one on the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, log
from typing import Final, NamedTuple

from navalcore.boards._description import Piece, Region, Scene
from navalcore.boards._helpers import CARD
from navalcore.boards._letters import width_of
from navalcore.boards._shapes import Point, Rect
from navalcore.components import counted

_WARSHIPS: Final = ("submarine", "destroyer", "cruiser", "carrier", "battleship")
_OTHERS: Final = ("merchant", "tanker", "transport", "convoy", "rescue_ship")
SHIPS: Final = frozenset([*_WARSHIPS, *_OTHERS, "aircraft", "fighter", "bomber", "flying_boat"])
"""The kinds that are drawn as silhouettes."""
LETTERS: Final = 11.5
"""The size of the letters on a piece, and of the least that is written, where a scene is 1280 wide."""
HEADING: Final = 17
"""The size of a heading's letters, where a scene is 1280 wide."""
STRIP: Final = 20.0
"""The height of a strip of words, where a scene is 1280 wide."""
SIDE_BY_SIDE: Final = 4
"""The most pieces of a stack that are side by side; more are one on the other."""
MOST_CUT: Final = 12
"""Of more ships of one kind in a grid no name is cut: they are one on the other, with their number."""
MOST_COPIES: Final = 12
"""The most equal pieces that are all shown; of more, one is shown with their number."""
HEAD: Final = 1.25
"""The height of a line above pieces, as a part of its letters'."""
GAP: Final = 5
PAD: Final = 4
"""The room around the letters of a chip."""
LINE: Final = 1.15
"""A chip of so many times the height of its letters bears them."""
LOW: Final = 24
"""A chip that is lower has its name, and the number of equal ones, next to its silhouette."""
NARROWEST: Final = 0.36
"""Cards that lack room become narrower until they have so much of their width; then they close up."""
PILL: Final = 14
"""So much room the figures and numbers at the right corners of counters need between these."""
LEAST: Final = 11
"""The size of the least letters, where a scene is 1280 wide."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece, and where it is."""

    piece: Piece
    boxes: tuple[Rect, ...]
    """Where each of the equal ones is, the uppermost last."""
    number: int = 0
    """The number to be written on it: of equal pieces, or on top of a pile, of all. 0: none."""
    tucked: bool = False
    """Whether the next piece covers its right side."""


def form_of(piece: Piece) -> str:
    """The shape of a piece: card, hull, bare, chip, marker, words, heading or counter."""
    if piece.kind == "card":
        return "card"
    if piece.facing is not None:
        return "hull"
    if piece.kind in SHIPS:
        return "chip" if piece.text or piece.face == "down" else "bare"
    return {"marker": "marker", "text": "words", "heading": "heading"}.get(piece.kind, "counter")


def room_of(region: Region) -> Rect:
    """Where pieces of a region are: its room, or what its label leaves of its shape."""
    if region.room is not None:
        return region.room
    room = region.shape.room
    head = HEAD * region.label_size
    if region.label and region.label_at is None and room.height > 2.2 * head:
        return Rect(room.x, room.y + head, room.width, room.height - head)
    return room


@lru_cache(maxsize=4096)
def is_apart(region: Region) -> bool:
    """Whether the pieces of a region are wholly outside it."""
    if region.room is None:
        return False
    room = region.room
    (x, y), right, down = room.centre, room.width / 4, room.height / 4
    near = ((x, y), *((x + across, y + along) for across in (-right, right) for along in (-down, down)))
    return not any(point in region.shape for point in near) and region.shape.centre not in room


def title_of(region: Region) -> str:
    """The words above pieces outside of their region: its name, unless it has a label or their room is one row."""
    low = room_of(region).height <= 2.2 * HEAD * region.label_size
    return "" if region.label or low else region.name or region.title


def lie_in(unit: float, region: Region, pieces: Sequence[Piece]) -> list[Lying]:
    """Where the pieces of a region are, the lowest first, in a scene with a unit."""
    if not pieces:
        return []
    room = room_of(region)
    if region.lie == "stack":
        return _stack(room, unit, pieces)
    measures = tuple([_measure(piece, unit) for piece in pieces])
    spread = [measure.copies for measure in measures]
    if region.lie == "grid":
        boxes: Sequence[Rect] = _grid(room, unit, pieces, sum(spread))
        if len(pieces) > MOST_CUT and _are_alike_and_cut(pieces, boxes[0], unit):
            *others, top = pieces
            return _pile(room, unit, [*others, replace(top, text=_counted(pieces))])
    else:
        boxes = _row(room, unit, measures, tucked=region.lie == "fan")
    return _dealt(pieces, spread, boxes)


class _Measure(NamedTuple):
    """The fields of a piece that decide where it and others are."""

    form: str
    size: tuple[float, float]
    down: bool
    copies: int


@lru_cache(maxsize=8192)
def _measure(piece: Piece, unit: float) -> _Measure:
    return _Measure(form_of(piece), natural(piece, unit), piece.face == "down", _copies(piece))


def _copies(piece: Piece) -> int:
    """How many of equal pieces are shown each: of those without letters, all; of others one, with the number."""
    plain = form_of(piece) == "bare" or piece.face == "down"
    return piece.count if plain and piece.count <= MOST_COPIES else 1


def _dealt(pieces: Sequence[Piece], spread: Sequence[int], boxes: Sequence[Rect]) -> list[Lying]:
    lying, used = [], 0
    for piece, copies in zip(pieces, spread, strict=True):
        number = piece.count if copies < piece.count else 0
        here, top, end = boxes[used : used + copies], boxes[used + copies - 1], used + copies
        after = boxes[end] if end < len(boxes) else top
        tucked = after.y == top.y and top.x < after.x < top.x + top.width
        lying.append(Lying(piece, tuple(here), number, tucked))
        used += copies
    return lying


def natural(piece: Piece, unit: float) -> tuple[float, float]:
    """A piece's width and height where there is room enough."""
    form = form_of(piece)
    if form == "card":
        return CARD
    letters = width_of(piece.text, LETTERS, bold=True)
    if form == "chip":
        size = min(112, max(62, letters + (number_width(piece.count, 1) + 12 if piece.count > 1 else 12))), 40.0
    elif form == "words":
        size = letters + 12, STRIP
    elif form == "heading":
        size = width_of(piece.text, HEADING, bold=True), 24.0
    else:
        size = {"hull": (44.0, 44.0), "bare": (92.0, 32.0), "marker": (28.0, 28.0)}.get(
            form, (min(90, max(36, letters + 10)), 36.0)
        )
    return size[0] * unit, size[1] * unit


def _cell(pieces: Sequence[Piece], unit: float) -> tuple[float, float]:
    """The natural size of the largest."""
    sizes = [natural(piece, unit) for piece in pieces]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _limit(form: str) -> float:
    """How much larger than natural a piece may be drawn: a card, so that it is read; not a giant among others."""
    return 1.8 if form == "card" else 1


@lru_cache(maxsize=4096)
def _row(room: Rect, unit: float, measures: tuple[_Measure, ...], *, tucked: bool) -> tuple[Rect, ...]:
    """Side by side about the middle of the room, closing up where it lacks; equal backs in a fan are tucked."""
    width, height = (max(sizes) for sizes in zip(*(measure.size for measure in measures), strict=True))
    cards = measures[0].form == "card"
    scale = min(_limit(measures[0].form), room.height / height, room.width / width)
    width, height = width * scale, height * scale
    apart = width + GAP * unit * (2 if cards else 1)
    close = 0.36 * width if tucked else apart
    steps = [close if measure.down and number else apart for measure in measures for number in range(measure.copies)][
        1:
    ]
    if cards and steps and not any(measure.down for measure in measures):
        narrow = min(width, (room.width - (apart - width) / 2 * len(steps)) / len(measures))
        if narrow >= NARROWEST * width:
            steps = [narrow + (apart - width) / 2 if narrow < width else apart] * len(steps)
            width = narrow
    wanted, space = sum(steps), room.width - width
    shrink = min(1.0, space / wanted) if wanted else 1.0
    x = room.centre[0] - (width + wanted * shrink) / 2
    boxes = [Rect(x, room.centre[1] - height / 2, width, height)]
    for step in steps:
        x += step * shrink
        boxes.append(Rect(x, room.centre[1] - height / 2, width, height))
    return tuple(boxes)


def _grid(room: Rect, unit: float, pieces: Sequence[Piece], number: int) -> list[Rect]:
    """In rows and columns, as large as they fit. Chips need not keep their shape: their letters come first."""
    size = _cell(pieces, unit)
    chips = all(form_of(piece) == "chip" for piece in pieces)
    sizes = [size, (size[0] + 34 * unit, 22 * unit)] if chips else [size]
    tight = 0.1 / number if chips else 0.25 / ceil(number**0.5)  # the words of chips need what room there is
    gap = min(GAP * 0.8 * unit, tight * min(room.width, room.height))
    limit = 1 if chips else _limit(form_of(pieces[0]))
    figured = any(form_of(piece) == "counter" and (piece.count > 1 or piece.badges) for piece in pieces)
    pill = PILL * unit if figured else 0
    both = any(piece.count > 1 for piece in pieces) and any(piece.badges for piece in pieces)
    below = gap + (1 if both else 0.6) * pill  # a number below a counter, a figure above the next one
    aside = gap + (0.75 * PILL * unit if chips and both else pill)
    low = max(aside, gap + max(_beside(piece, unit) for piece in pieces) if chips else 0)
    found = [
        _cut_to(room, sized, (across, ceil(number / across)), (beside, below), limit, chips)
        for sized in sizes
        for beside in {aside, low}
        for across in range(1, number + 1)
        if beside * (across - 1) < room.width and below * (ceil(number / across) - 1) < room.height
    ]
    fits = [each for each in found if each[4] == (low if each[2][1] < LOW * unit else aside)]
    named = pieces if chips else []
    _, _, (width, height), across, beside = max(fits, key=lambda each: (_named(named, each[2], unit), *each[:2]))
    down = ceil(number / across)
    top = room.centre[1] - (down * height + (down - 1) * below) / 2
    boxes = []
    for place in range(number):
        line = place // across
        here = min(across, number - line * across)
        left = room.centre[0] - (here * width + (here - 1) * beside) / 2
        boxes.append(Rect(left + place % across * (width + beside), top + line * (height + below), width, height))
    return boxes


def badge_width(text: str, unit: float) -> float:
    """How wide a badge is."""
    return max(1.5 * LEAST * unit, width_of(text, LEAST * unit, bold=True) + 0.7 * LEAST * unit)


def _beside(piece: Piece, unit: float) -> float:
    """How far the badges of a low chip are beyond its right end."""
    return sum(badge_width(badge.text, unit) + unit for badge in piece.badges) - PAD * unit


def number_width(number: int, unit: float) -> float:
    """How wide the number of equal pieces is."""
    return width_of(f"×{number}", LEAST * unit, bold=True) + 0.9 * LEAST * unit


def name_room(piece: Piece, box: Rect, unit: float) -> Rect:
    """The part of a chip for its silhouette and its name: of a low one what number and badges leave."""
    if box.height >= LOW * unit:
        return box
    number = min(number_width(piece.count, unit), 0.7 * box.width) if piece.count > 1 else 0
    width = box.width - number
    return Rect(box.x + number, box.y, max(0.5 * width, width - PAD * unit) if piece.badges else width, box.height)


def _named(pieces: Sequence[Piece], size: tuple[float, float], unit: float) -> int:
    """How many chips of a size bear their whole names."""
    if size[1] < LINE * LETTERS * unit:
        return 0
    rooms = [name_room(piece, Rect(0, 0, *size), unit).width + 1e-6 - PAD * unit for piece in pieces]
    return sum(
        width_of(piece.text, LETTERS * unit, bold=True) <= room for piece, room in zip(pieces, rooms, strict=True)
    )


def _are_alike_and_cut(pieces: Sequence[Piece], box: Rect, unit: float) -> bool:
    """Whether they are chips of one kind, of which some do not bear their whole names in a box."""
    if form_of(pieces[0]) != "chip" or any(piece.kind != pieces[0].kind for piece in pieces):
        return False
    return _named(pieces, (box.width, box.height), unit) < len(pieces)


def _counted(pieces: Sequence[Piece]) -> str:
    """The number and kind of ships that are alike."""
    number, kind = sum(piece.count for piece in pieces), pieces[0].kind.replace("_", " ")
    return counted(number, kind, "aircraft" if kind == "aircraft" else "")


def _cut_to(
    room: Rect, size: tuple[float, float], cells: tuple[int, int], gaps: tuple[float, float], limit: float, chips: bool
) -> tuple[float, float, tuple[float, float], int, float]:
    """How good a grid is (size left, likeness to its room), the size of a piece, the pieces in a row, and their gap."""
    wide = (room.width - gaps[0] * (cells[0] - 1)) / cells[0] / size[0]
    high = (room.height - gaps[1] * (cells[1] - 1)) / cells[1] / size[1]
    unlike = abs(log(wide / high))
    if not chips:
        wide = high = min(wide, high)
    wide, high = min(wide, limit), min(high, limit)
    return round(wide * high, 6), -unlike, (size[0] * wide, size[1] * high), cells[0], gaps[0]


def _stack(room: Rect, unit: float, pieces: Sequence[Piece]) -> list[Lying]:
    """A few side by side; cards, and more than a few, one on the other with their number on top."""
    once = [piece.count if piece.count > 1 else 0 for piece in pieces]
    if len(pieces) <= SIDE_BY_SIDE and form_of(pieces[0]) != "card":
        boxes = _grid(room, unit, pieces, len(pieces))
        return [Lying(piece, (box,), number) for piece, box, number in zip(pieces, boxes, once, strict=True)]
    return _pile(room, unit, pieces, sum(piece.count for piece in pieces))


def _pile(room: Rect, unit: float, pieces: Sequence[Piece], total: int = 0) -> list[Lying]:
    """One on the other, the last on top with the number of all."""
    width, height = _cell(pieces, unit)
    behind = len(pieces) - 1
    scale = min(_limit(form_of(pieces[0])), room.width / width, room.height / height)
    step = min(3 * unit, 0.3 * height * scale / max(1, behind))
    scale = min(scale, (room.width - step * behind) / width, (room.height - step * behind) / height)
    width, height = width * scale, height * scale
    x = room.centre[0] - (width + step * behind) / 2
    y = room.centre[1] - (height + step * behind) / 2
    # The lowest lies furthest to the right and down, so that a strip of each is seen below the one on it.
    return [
        Lying(
            piece,
            (Rect(x + step * (behind - number), y + step * (behind - number), width, height),),
            total if number == behind and total > 1 else 0,
        )
        for number, piece in enumerate(pieces)
    ]


def middle_of(scene: Scene, name: str) -> Point:
    """Where a trace passes through a region: the middle of its shape."""
    return scene.by_id[name].shape.centre


def paired(scene: Scene, pieces: Sequence[Piece]) -> list[tuple[Region, list[Piece]]]:
    """The regions of a scene where something is, each with its pieces, in the order of the scene."""
    lying: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.at in scene.by_id:
            lying.setdefault(piece.at, []).append(piece)
    return [(region, lying[region.id]) for region in _regions_of(scene) if region.id in lying]


@lru_cache(maxsize=64)
def _regions_of(scene: Scene) -> tuple[Region, ...]:
    return tuple(map(_first_like, scene.regions))


@lru_cache(maxsize=4096)
def _first_like(region: Region) -> Region:
    """The first of equal regions, as what is drawn is found sooner by one object than by equal ones."""
    return region
