"""Boards of hexes and squares as pictures: grid, numbers, ground, counters with facing, stacks, arcs, courses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final, Generic, TypeVar

from navalcore._picture import Palette, Picture, Point
from navalcore.boards._parts import Mark, counter, placed, stack, text_width
from navalcore.components._hexes import Bearing
from navalcore.components._tiled_maps import TiledMap

S = TypeVar("S", bound=Hashable)

COUNTER: Final = 0.44
"""The side of a counter as a share of the distance between two neighbours."""


class TiledBoard(Generic[S]):
    """Draws a :class:`~navalcore.components.HexMap` or a :class:`~navalcore.components.Grid`, and what
    lies on it, on a picture. It keeps no picture: each method is given the one to draw on, so the grid can go into the
    still layer of a board and counters into the moving one.

    >>> from navalcore.components import Arcs, Bearing, HexMap
    >>> sea = TiledBoard(HexMap(4, 3), size=50)
    >>> picture = Picture(sea.width, sea.height, "An empty sea", background=Palette.SEA)
    >>> sea.grid(picture)
    >>> sea.tint(picture, Arcs.broadsides().hexes(sea.board, "0202", Bearing.ENE, "bow", 2), Palette.ALERT, opacity=0.2)
    >>> sea.arrow(picture, ["0202", "0301", "0401"])
    >>> sea.counter(picture, "0202", Mark("H", Palette.ALLIES, "Hood", "ship/hood"), facing=Bearing.ENE)
    >>> 'data-place="ship/hood"' in picture.as_svg()
    True

    Args:
        board: the map.
        size: pixels between the centres of two neighbours.
        left: pixels to the left of the board.
        top: pixels above it.
        margin: pixels around it, between the outermost corners and the edge.
    """

    def __init__(
        self, board: TiledMap[S, Any], size: float = 48, *, left: float = 0, top: float = 0, margin: float = 8
    ) -> None:
        self.board = board
        self.size = size
        outlines = {space: board.outline(space) for space in board.spaces}
        corners = [corner for outline in outlines.values() for corner in outline]
        self._west, self._north = min(x for x, _ in corners), min(y for _, y in corners)
        self._left, self._top = left + margin, top + margin
        self.width: float = self._left + margin + size * (max(x for x, _ in corners) - self._west)
        self.height: float = self._top + margin + size * (max(y for _, y in corners) - self._north)
        self._corners = {space: [self._pixels(corner) for corner in outline] for space, outline in outlines.items()}

    def _pixels(self, point: Point) -> Point:
        x, y = self._left + self.size * (point[0] - self._west), self._top + self.size * (point[1] - self._north)
        return round(x, 1), round(y, 1)

    def centre(self, space: S) -> Point:
        """Where the centre of a space is drawn.

        Raises:
            UnknownName: there is no such space (as in every method that takes one).
        """
        return self._pixels(self.board.centre(space))

    def corners(self, space: S) -> list[Point]:
        """Where its corners are drawn, clockwise."""
        found = self._corners.get(space)
        return [self._pixels(corner) for corner in self.board.outline(space)] if found is None else [*found]

    def grid(
        self, picture: Picture, *, stroke: str = Palette.FAINT, line: float = 0.6,
        number: Callable[[S], str] | None = None,
    ) -> None:  # fmt: skip
        """The outlines of all spaces, each with its name or what ``number`` makes of it (nothing, if that is empty)."""
        picture.ways(
            [[*corners, corners[0]] for corners in map(self.corners, self.board.spaces)], stroke=stroke, line=line
        )
        size = round(0.17 * self.size, 1)
        written = []
        for space in self.board.spaces:
            if text := self.board.name(space) if number is None else number(space):
                x, y = self.centre(space)
                written.append((x - 0.31 * size * len(text), y - 0.33 * self.size, text))
        picture.lines(written, size=size, fill=stroke)

    def tint(
        self,
        picture: Picture,
        spaces: Iterable[S],
        fill: str,
        *,
        opacity: float = 1,
        stroke: str = "none",
        tip: str = "",
    ) -> None:
        """Spaces in one colour: land, smoke, an arc of fire, where a ship can get to."""
        for space in spaces:
            picture.polygon(self.corners(space), fill=fill, stroke=stroke, opacity=opacity, tip=tip or None)

    def spots(
        self, picture: Picture, place: Callable[[S], str], *, title: Callable[[S], str] | None = None,
        spaces: Iterable[S] | None = None,
    ) -> None:  # fmt: skip
        """Spaces as places with nothing to see: they can be clicked and lit up.

        Args:
            picture: where.
            place: the place of a space, as :func:`~navalcore.components.place_id` makes it.
            title: what it is called; else its name.
            spaces: which; else all.
        """
        for space in self.board.spaces if spaces is None else spaces:
            with picture.place(place(space), (title or self.board.name)(space)):
                picture.polygon(self.corners(space), stroke="none", opacity=0)

    def counter(
        self, picture: Picture, space: S, mark: Mark, *, facing: Bearing | None = None, beside: Point = (0, 0),
        share: float = COUNTER,
    ) -> None:  # fmt: skip
        """A counter in a space: a square, or in the shape of a hull where the unit has a bow.

        Args:
            picture: where.
            space: the space.
            mark: what is on it; it may bear its place.
            facing: where its bow points.
            beside: how far off the centre it lies, in shares of ``size``.
            share: its side as a share of ``size``.
        """
        x, y = self.centre(space)
        x, y, side = x + beside[0] * self.size, y + beside[1] * self.size, share * self.size
        if facing is None:
            left, top = round(x - side / 2, 1), round(y - side / 2, 1)
            counter(picture, left, top, round(side, 1), mark, round=round(0.12 * side, 1))
            return
        letters = min(side * 0.6, 0.8 * side / max(1.0, text_width(mark.text, 1, bold=True)))
        with placed(picture, mark.place, mark.title):
            tip = None if mark.place else mark.title
            picture.polygon(_hull(x, y, side, facing), fill=mark.fill, stroke=mark.edge, tip=tip)
            picture.text(
                x, round(y + letters * 0.36, 1), mark.text, size=round(letters, 1), fill=mark.ink, anchor="middle",
                bold=True,
            )  # fmt: skip

    def stack(
        self, picture: Picture, space: S, marks: Sequence[Mark], *,
        facings: Mapping[str, Bearing] | None = None,
    ) -> None:  # fmt: skip
        """Everything in a space: one counter in its middle, two to four each a little off it, more as small counters in
        rows, the last with the number of those that are not shown.

        Args:
            picture: where.
            space: the space.
            marks: what lies there.
            facings: where bows point, by the places of the marks.
        """
        bows = facings or {}
        if len(marks) <= len(_BESIDE):
            share = COUNTER if len(marks) == 1 else 0.3
            for mark, beside in zip(marks, _BESIDE[len(marks) - 1] if marks else (), strict=True):
                self.counter(picture, space, mark, facing=bows.get(mark.place), beside=beside, share=share)
            return
        x, y = self.centre(space)
        side = 0.2 * self.size
        stack(picture, round(x - 1.6 * side, 1), round(y - side, 1), marks, size=side, across=3, rows=2)

    def arrow(
        self, picture: Picture, spaces: Sequence[S], *, stroke: str = Palette.INK, line: float = 2, dashed: bool = True
    ) -> None:
        """A course through spaces, with an arrow head at its end; nothing for a course of one space."""
        points = [self.centre(space) for space in spaces]
        if len(points) > 1:
            picture.line(points, stroke=stroke, line=line, dashed=dashed, arrow=True)

    def text(
        self, picture: Picture, space: S, text: str, *, fill: str = Palette.INK, down: float = 0.42, bold: bool = False
    ) -> None:
        """A word in a space, ``down`` below its centre in shares of ``size``."""
        x, y = self.centre(space)
        size = round(0.17 * self.size, 1)
        picture.text(x, round(y + down * self.size, 1), text, size=size, fill=fill, anchor="middle", bold=bold)


_BESIDE: Final[tuple[tuple[Point, ...], ...]] = (
    ((0, 0),),
    ((-0.2, 0), (0.2, 0)),
    ((-0.2, -0.17), (0.2, -0.17), (0, 0.19)),
    ((-0.2, -0.17), (0.2, -0.17), (-0.2, 0.19), (0.2, 0.19)),
)
"""Where the counters of a small stack lie, by how many there are."""


def _hull(x: float, y: float, side: float, facing: Bearing) -> list[Point]:
    """A counter in the shape of a hull: its bow first, then clockwise."""
    way = facing.value / 180 * pi
    ahead, down = sin(way), -cos(way)
    shape = ((0.95, 0), (0.3, 0.48), (-0.48, 0.48), (-0.48, -0.48), (0.3, -0.48))
    return [
        (round(x + side * (far * ahead - off * down), 1), round(y + side * (far * down + off * ahead), 1))
        for far, off in shape
    ]


def tiled_text(board: TiledMap[S, Any], cell: Callable[[S], str], width: int = 4) -> str:
    """A map of hexes or squares as text: what ``cell`` says of each space, at most ``width`` letters, where it lies.
    Shoved columns of hexes stand half a hex lower.

    >>> from navalcore.components import HexMap
    >>> print(tiled_text(HexMap(3, 2), lambda space: "CA" if space == "0202" else "."))
    .       .
        .
    .       .
        CA
    """
    centres = {space: board.centre(space) for space in board.spaces}
    across = sorted({round(x, 3) for x, _ in centres.values()})
    down = sorted({round(y, 3) for _, y in centres.values()})
    lines = [[" " * width] * len(across) for _ in down]
    for space, (x, y) in centres.items():
        lines[down.index(round(y, 3))][across.index(round(x, 3))] = cell(space)[:width].ljust(width)
    return "\n".join("".join(line).rstrip() for line in lines)
