"""Regions by the dozen: the hexes or squares of a map, the boxes of a track, a hand, a row of spots."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, TypeVar

from navalcore.boards._description import Region
from navalcore.boards._shapes import Point, Polygon, Rect, plain
from navalcore.components._places import place_id
from navalcore.components._tiled_maps import TiledMap

S = TypeVar("S", bound=Hashable)

CARD: Final = (92, 132)
"""A card's width and height, where it is not scaled."""


def hexes(
    board: TiledMap[S, Any],
    size: float = 48,
    *,
    left: float = 0,
    top: float = 0,
    kind: Callable[[S], str] | str = "sea",
    label: Callable[[S], str] | None = None,
) -> tuple[Region, ...]:
    """The hexes of a map as regions with their neighbours.

    >>> from navalcore.components import HexMap
    >>> sea = hexes(HexMap(3, 2), kind=lambda space: "land" if space == "0302" else "sea")
    >>> sea[0].id, sea[0].next, sea[-1].kind
    ('hex/0101', ('hex/0201', 'hex/0102'), 'land')

    Args:
        board: a :class:`~navalcore.components.HexMap`.
        size: from the centre of a hex to that of the next.
        left: to the left of all.
        top: above all.
        kind: of all, or what makes it of each.
        label: the text in each; else its name.
    """
    return _tiles(board, size, left, top, "hex", kind, None, label or board.name)


def squares(
    board: TiledMap[S, Any],
    size: float = 48,
    *,
    left: float = 0,
    top: float = 0,
    kind: Callable[[S], str] | str = "sea",
    title: Callable[[S], str] | None = None,
) -> tuple[Region, ...]:
    """The squares of a :class:`~navalcore.components.Grid` as regions with their neighbours; arguments as for
    :func:`hexes`, but nothing is written in a square, and ``title`` may make the title of each.

    >>> from navalcore.components import Grid
    >>> squares(Grid(2, 2), 40, left=10)[3]
    Region(id='square/101', title='Square 101', shape=Rect(x=50, y=40, width=40, height=40), kind='sea', label='', \
next=('square/1', 'square/100', 'square/0'), lie='stack', room=None, label_at=None, label_size=11, name='')
    """
    return _tiles(board, size, left, top, "square", kind, title, lambda _: "")


def _tiles(
    board: TiledMap[S, Any], size: float, left: float, top: float, word: str, kind: Callable[[S], str] | str,
    title: Callable[[S], str] | None, label: Callable[[S], str],
) -> tuple[Region, ...]:  # fmt: skip
    outlines = {space: board.outline(space) for space in board.spaces}
    west = min(x for corners in outlines.values() for x, _ in corners)
    north = min(y for corners in outlines.values() for _, y in corners)
    name = {space: board.name(space) for space in board.spaces}
    ids = {space: place_id(word, name[space]) for space in board.spaces}

    def corner(point: Point) -> Point:
        return plain(left + size * (point[0] - west)), plain(top + size * (point[1] - north))

    made = []
    for space, corners in outlines.items():
        named = f"{word.capitalize()} {name[space]}"
        written, outline = label(space), _outline([corner(point) for point in corners])
        room, at = _below(outline, size) if written else (None, None)
        made.append(
            Region(
                ids[space],
                title(space) if title else named,
                outline,
                kind if isinstance(kind, str) else kind(space),
                written,
                tuple(ids[there] for there in board.neighbours(space)),
                room=room,
                label_at=at,
                label_size=max(11, round(0.15 * size, 1)),
                name=named if title else "",
            )
        )
    return tuple(made)


def _below(outline: Rect | Polygon, size: float) -> tuple[Rect, Point]:
    """The room for pieces in a hex in which something is written, and the room for the words above it."""
    x, y = outline.box.centre
    room = Rect(plain(x - 0.36 * size), plain(y - 0.24 * size), plain(0.72 * size), plain(0.62 * size))
    return room, (x, plain(y - 0.3 * size))


def _outline(corners: Sequence[Point]) -> Rect | Polygon:
    """The outline of a tile: a rectangle for four corners, so that a square is told in four numbers."""
    outline = Polygon(tuple(corners))
    return outline.box if len(corners) == 4 else outline


def track(
    word: str,
    title: str,
    labels: Iterable[object],
    at: Point,
    *,
    box: tuple[float, float] = (36, 30),
    gap: float = 4,
    label_size: float = 13,
) -> tuple[Region, ...]:
    """The boxes of a track, each next to its neighbours on the track. A marker in a box is a piece.

    >>> [box.id for box in track("turn", "Turn", range(1, 4), (10, 10))]
    ['turn/1', 'turn/2', 'turn/3']

    Args:
        word: the beginning of the ids: ``turn``, or ``hits/hood``.
        title: what the track shows; a box is called this and its label.
        labels: the texts in the boxes, and the end of their ids.
        at: the upper left corner.
        box: width and height of a box.
        gap: between boxes.
        label_size: of the letters.
    """
    written = [str(label) for label in labels]
    first, *more = word.split("/")
    ids = [place_id(first, *more, label) for label in written]
    boxes = []
    for number, label in enumerate(written):
        x, y = at[0] + number * (box[0] + gap), at[1]
        boxes.append(
            Region(
                ids[number], f"{title} {label}", Rect(x, y, *box), "track", label, _beside(ids, number),
                label_at=(x + box[0] / 2, y + box[1] / 2 + 0.35 * label_size), label_size=label_size,
            )
        )  # fmt: skip
    return tuple(boxes)


def _beside(ids: Sequence[str], number: int) -> tuple[str, ...]:
    return tuple(ids[near] for near in (number - 1, number + 1) if 0 <= near < len(ids))


def hand(of: str, title: str, shape: Rect) -> Region:
    """The hand of a role, where cards are spread like a fan.

    >>> hand("convoy", "The convoy's hand", Rect(0, 0, 600, 132)).id
    'hand/convoy'

    Args:
        of: the role, the end of the region's id.
        title: the region's name.
        shape: its rectangle, over which the cards are spread.
    """
    return Region(place_id("hand", of), title, shape, "hand", lie="fan", room=shape)


def row(word: str, title: str, spots: Sequence[str], at: Point, *, gap: float = 14) -> tuple[Region, ...]:
    """A row of spots for one card each, numbered from 1, each next to its neighbours.

    >>> spots = row("row/convoy", "The convoy's row", ["Sonar", "Depth Charges", "U-boat"], (20, 20))
    >>> spots[1].id, spots[1].title, spots[1].next
    ('row/convoy/2', "The convoy's row: Depth Charges", ('row/convoy/1', 'row/convoy/3'))

    Args:
        word: the beginning of the ids.
        title: the owner of the row; a spot's name is this and the text in it.
        spots: what is written in the spots: the cards that go there.
        at: the upper left corner.
        gap: between spots.
    """
    first, *more = word.split("/")
    ids = [place_id(first, *more, number) for number in range(1, len(spots) + 1)]
    made = []
    for number, spot in enumerate(spots):
        shape = Rect(at[0] + number * (CARD[0] + gap), at[1], *CARD)
        name = f"{title}: {spot}" if spot else f"{title}, spot {number + 1}"
        x, y = shape.centre
        made.append(
            Region(ids[number], name, shape, "spot", spot, _beside(ids, number), room=shape, label_at=(x, y + 4))
        )
    return tuple(made)
