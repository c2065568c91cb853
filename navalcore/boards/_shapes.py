"""Shapes of regions: rectangles, polygons, discs, and the room within them for pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from typing import Any, Final, TypeAlias

from navalcore._misfits import told_when_made
from navalcore.errors import BadData

Point: TypeAlias = tuple[float, float]
"""A point of a scene: to the right and down from its upper left corner."""

_WIDER: Final = 1.5
"""The room within a polygon is so much wider than high: pieces are, too."""


def plain(number: float) -> float:
    """A coordinate as it is sent: two places behind the point, and none that say nothing."""
    _finite("what is drawn", number)
    short = round(number, 2)
    return int(short) if short == int(short) else short


def _finite(what: str, *numbers: float) -> None:
    if not all(map(isfinite, numbers)):
        raise BadData(f"{what} must have finite coordinates, not {numbers}")


@told_when_made
@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: its upper left corner, its width and height.

    >>> Rect(10, 20, 100, 40).centre
    (60.0, 40.0)

    Raises:
        BadData: it has no width or no height.
    """

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        _finite("a rectangle", self.x, self.y, self.width, self.height)
        if self.width <= 0 or self.height <= 0:
            raise BadData(f"a rectangle must have a width and a height above 0, not {self.width} and {self.height}")

    @property
    def box(self) -> Rect:
        """The smallest rectangle around it: itself."""
        return self

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def room(self) -> Rect:
        """The room for pieces: a little within its edges."""
        return self.inset(min(self.width, self.height) * 0.04)

    def inset(self, by: float) -> Rect:
        """The rectangle within it, ``by`` from each edge."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def __contains__(self, point: Point) -> bool:
        return self.x <= point[0] <= self.x + self.width and self.y <= point[1] <= self.y + self.height

    def to_json(self) -> dict[str, list[float]]:
        """``{"rect": [x, y, width, height]}``."""
        return {"rect": [*map(plain, (self.x, self.y, self.width, self.height))]}


@told_when_made
@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon: its corners in order, the last joined to the first; a country has islands besides.

    >>> Polygon(((0, 0), (30, 0), (30, 20), (0, 20))).box
    Rect(x=0, y=0, width=30, height=20)

    Attributes:
        points: its corners.
        islands: further outlines that belong to it. Pieces are put in the polygon, not on its islands.

    Raises:
        BadData: it or an island has fewer than three corners, or no extent.
    """

    points: tuple[Point, ...]
    islands: tuple[tuple[Point, ...], ...] = ()

    def __post_init__(self) -> None:
        for outline in (self.points, *self.islands):
            _finite("a polygon", *(number for point in outline for number in point))
            if len(outline) < 3:
                raise BadData(f"a polygon must have 3 corners or more, not {len(outline)}")
            if abs(_area(outline)) < 1e-9:
                raise BadData(f"a polygon must have an extent; the corners {outline[:4]} ... are on one line")

    @property
    def box(self) -> Rect:
        """The smallest rectangle around it and its islands."""
        corners = [*self.points, *(point for island in self.islands for point in island)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return Rect(min(across), min(down), max(across) - min(across), max(down) - min(down))

    @property
    def centre(self) -> Point:
        """The middle of the room within it, so it is always inside."""
        return self.room.centre

    @property
    def room(self) -> Rect:
        """The room for pieces: a large rectangle within it, about its middle where that is inside."""
        return _room_within(self.points)

    def __contains__(self, point: Point) -> bool:
        return any(_inside(outline, point) for outline in (self.points, *self.islands))

    def to_json(self) -> dict[str, Any]:
        """``{"polygon": [[x, y], ...]}``, with ``"islands"`` if it has any."""
        islands = [_corners(island) for island in self.islands]
        return {"polygon": _corners(self.points)} | ({"islands": islands} if islands else {})


@told_when_made
@dataclass(frozen=True, slots=True)
class Disc:
    """A disc around its centre.

    >>> Disc(50, 50, 10).box
    Rect(x=40, y=40, width=20, height=20)

    Raises:
        BadData: its radius is not above 0.
    """

    x: float
    y: float
    radius: float

    def __post_init__(self) -> None:
        _finite("a disc", self.x, self.y, self.radius)
        if self.radius <= 0:
            raise BadData(f"a disc must have a radius above 0, not {self.radius}")

    @property
    def box(self) -> Rect:
        """The smallest rectangle around it."""
        return Rect(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x, self.y

    @property
    def room(self) -> Rect:
        """The room for pieces: a rectangle within it."""
        width, height = 1.6 * self.radius, 1.15 * self.radius
        return Rect(self.x - width / 2, self.y - height / 2, width, height)

    def __contains__(self, point: Point) -> bool:
        return (point[0] - self.x) ** 2 + (point[1] - self.y) ** 2 <= self.radius**2

    def to_json(self) -> dict[str, list[float]]:
        """``{"disc": [x, y, radius]}``."""
        return {"disc": [*map(plain, (self.x, self.y, self.radius))]}


Outline: TypeAlias = Rect | Polygon | Disc
"""The look of a region."""


def _corners(points: Sequence[Point]) -> list[list[float]]:
    return [[plain(x), plain(y)] for x, y in points]


def _area(points: Sequence[Point]) -> float:
    """Twice the area, positive for corners that run clockwise on a screen."""
    return sum(x * down - across * y for (x, y), (across, down) in pairwise([*points, points[0]]))


def _convex(points: Sequence[Point]) -> bool:
    """Whether all corners turn the same way."""
    around = [*points, *points[:2]]
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(around, around[1:], around[2:], strict=False)
    ]
    return min(turns) >= 0 or max(turns) <= 0


def _middle(points: Sequence[Point]) -> Point:
    """The centre of gravity."""
    area = _area(points)
    x = y = 0.0
    for (left, top), (right, bottom) in pairwise([*points, points[0]]):
        cross = left * bottom - right * top
        x += (left + right) * cross
        y += (top + bottom) * cross
    return x / (3 * area), y / (3 * area)


def _inside(points: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    for (left, top), (right, bottom) in pairwise([*points, points[0]]):
        if (top > y) is not (bottom > y) and x < (right - left) * (y - top) / (bottom - top) + left:
            inside = not inside
    return inside


@lru_cache(maxsize=4096)
def _room_within(points: tuple[Point, ...]) -> Rect:
    """The largest rectangle found within a polygon; its middle is preferred unless another spot has much more room."""
    box = Polygon(points).box
    steps = 0 if _convex(points) else 12
    centres = [_middle(points)]
    centres += [
        (box.x + box.width * across / (steps + 1), box.y + box.height * down / (steps + 1))
        for across in range(1, steps + 1)
        for down in range(1, steps + 1)
    ]
    found = [(_half_height(points, centre), centre) for centre in centres]
    half, (x, y) = max(found, key=lambda each: each[0])
    if found[0][0] >= 0.75 * half:
        half, (x, y) = found[0]
    if half <= 0:
        return box
    return Rect(x - _WIDER * half, y - half, 2 * _WIDER * half, 2 * half)


def _half_height(points: Sequence[Point], centre: Point) -> float:
    """How high the half of a rectangle around a point can be before an edge of the polygon cuts it; 0 outside."""
    if not _inside(points, centre):
        return 0.0
    # With x shrunk, the rectangle is a square, and its half the least distance to an edge by the larger coordinate.
    moved = [((x - centre[0]) / _WIDER, y - centre[1]) for x, y in points]
    return min(_square_distance(start, end) for start, end in pairwise([*moved, moved[0]]))


def _square_distance(start: Point, end: Point) -> float:
    """The least of max(|x|, |y|) on a line: at an end, or where the two are equal or x or y is 0."""
    (x, y), across, down = start, end[0] - start[0], end[1] - start[1]
    shares = [0.0, 1.0]
    for number, slope in ((x, across), (y, down), (x - y, across - down), (x + y, across + down)):
        if slope and 0 < -number / slope < 1:
            shares.append(-number / slope)
    return min(max(abs(x + share * across), abs(y + share * down)) for share in shares)
