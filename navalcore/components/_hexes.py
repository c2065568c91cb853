"""Hexes on an endless plane: axial coordinates, distance, rings, lines; twelve bearings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from navalcore._misfits import refuse_misfits
from navalcore.errors import BadData

Side = Literal["left", "right"]


class Bearing(Enum):
    """One of twelve directions, a twelfth of a circle apart, clockwise from north; the value is in degrees.

    A hex has six sides and six corners, so half of the bearings lead through sides and half through corners. Which
    depends on the orientation of the hexes:

    ======================  ===========================  ============================
    hexes                   sides                        corners
    ======================  ===========================  ============================
    flat side to the north  N, ENE, ESE, S, WSW, WNW     NNE, E, SSE, SSW, W, NNW
    corner to the north     NNE, E, SSE, SSW, W, NNW     N, ENE, ESE, S, WSW, WNW
    ======================  ===========================  ============================
    """

    N = 0
    NNE = 30
    ENE = 60
    E = 90
    ESE = 120
    SSE = 150
    S = 180
    SSW = 210
    WSW = 240
    W = 270
    WNW = 300
    NNW = 330

    def __str__(self) -> str:
        return self.name

    def turned(self, twelfths: int) -> Bearing:
        """The bearing after turning clockwise by so many ``twelfths`` of a circle, anticlockwise for a number below 0;
        two lead from side to side.

        >>> Bearing.N.turned(-2)
        <Bearing.WNW: 300>

        Raises:
            BadData: it is more than a whole circle, as degrees are.
        """
        if not -12 <= twelfths <= 12:
            raise BadData(f"a bearing turns by -12 to 12 twelfths of a circle, not {twelfths}: 60 degrees are 2")
        return _CLOCKWISE[(self.value // 30 + twelfths) % 12]


_CLOCKWISE = tuple(Bearing)


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """A hex by its axial coordinates, and also the way from one hex to another.

    ``q`` and ``r`` run along two of the three rows of hexes; along the third, ``s``, the sum of all three stays 0.
    Its :meth:`neighbours` go clockwise. The map decides which way is north. With a flat side to the north ``Hex(0,
    -1)`` is the hex to the north, with a corner there it is the hex to the north-north-west.

    >>> Hex(1, 2) + Hex(2, -1), Hex(0, 0).distance(Hex(2, 1))
    (Hex(q=3, r=1), 3)
    """

    q: int
    r: int

    def __post_init__(self) -> None:
        if type(self.q) is not int or type(self.r) is not int:
            refuse_misfits(self)

    @property
    def s(self) -> int:
        """The third coordinate, ``-q - r``."""
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __mul__(self, times: int) -> Hex:
        return Hex(self.q * times, self.r * times)

    def distance(self, other: Hex) -> int:
        """The fewest steps to the hex ``other``."""
        way = other - self
        return max(abs(way.q), abs(way.r), abs(way.s))

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes around it, clockwise."""
        return tuple(self + step for step in _STEPS)

    def across(self, other: Hex) -> int:
        """Seen from 0, 0, on which side of the way to this hex ``other`` is: above 0 right, below 0 left, 0 on it."""
        return self.q * other.r - self.r * other.q

    def ring(self, distance: int) -> list[Hex]:
        """The hexes exactly ``distance`` away, clockwise from the direction of the first step.

        >>> len(Hex(0, 0).ring(3)), Hex(0, 0).ring(0)
        (18, [Hex(q=0, r=0)])
        """
        if distance <= 0:
            return [self] if distance == 0 else []
        found = []
        here = self + _STEPS[0] * distance
        for side in range(6):
            for _ in range(distance):
                found.append(here)
                here += _STEPS[(side + 2) % 6]
        return found

    def area(self, distance: int) -> list[Hex]:
        """The hexes at most ``distance`` away, itself included, ring by ring."""
        return [found for radius in range(distance + 1) for found in self.ring(radius)]

    def line(self, other: Hex, ties: Side = "left") -> list[Hex]:
        """The hexes of a straight course to ``other``, both included: as many as the distance and one more.

        At each step it is the hex nearest to the straight line between the two centres. Where two are equally near,
        ``ties`` decides: the one to the left or to the right on the way from here to there.

        >>> Hex(0, 0).line(Hex(1, 1)), Hex(0, 0).line(Hex(1, 1), "right")
        ([Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=1, r=1)], [Hex(q=0, r=0), Hex(q=0, r=1), Hex(q=1, r=1)])

        Raises:
            BadData: ``ties`` is neither of the two.
        """
        if ties not in ("left", "right"):
            raise BadData(f"ties is {ties!r}; it must be 'left' or 'right'")
        count, way = self.distance(other), other - self
        return [self + _nearest(way, step, count, ties) for step in range(count + 1)]

    def thread(self, other: Hex) -> list[tuple[Hex, ...]]:
        """The hexes that a thread laid from the centre of this one to that of ``other`` passes, in order, both ends
        included.

        A hex that the thread passes through is listed alone. Where the thread runs along the side that two hexes share
        (a hexspine), the two are listed together, the left one first. A hex touched only at a corner is left out.

        >>> for stage in Hex(0, 0).thread(Hex(1, 1)):
        ...     print(*stage)
        Hex(q=0, r=0)
        Hex(q=1, r=0) Hex(q=0, r=1)
        Hex(q=1, r=1)
        """
        return [tuple(self + passed for passed in stage) for stage in _thread(other - self)]

    def azimuth(self, other: Hex) -> int:
        """The direction of ``other`` in 24ths of a circle, clockwise from the first of its :meth:`neighbours`.

        A number that 4 divides is exactly through a side, another even number exactly through a corner, and an odd
        number is anywhere between two of these.

        >>> Hex(0, 0).azimuth(Hex(1, -1)), Hex(0, 0).azimuth(Hex(1, -2)), Hex(0, 0).azimuth(Hex(1, -3))
        (4, 2, 1)

        Raises:
            BadData: it is the same hex.
        """
        way = other - self
        for number, step in enumerate(_STEPS):
            # way = along * this step + across * the next one
            after = _STEPS[(number + 1) % 6]
            along, across = way.q * after.r - way.r * after.q, way.r * step.q - way.q * step.r
            if along > 0 and across >= 0:
                return 4 * number + (0 if across == 0 else 2 + (across > along) - (across < along))
        raise BadData("a hex is in no direction from itself; ask for the direction of another hex")


_STEPS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def _nearest(way: Hex, step: int, count: int, ties: Side) -> Hex:
    """The hex nearest to the point ``step / count`` of the way along ``way``."""
    if step == 0:
        return Hex(0, 0)
    # One of the three coordinates of the point is whole, so at most two hexes are equally near.
    q, r = way.q * step, way.r * step
    found: dict[int, list[Hex]] = {}
    for near in (Hex(q // count + east, r // count + south) for east in (0, 1) for south in (0, 1)):
        off_q, off_r = near.q * count - q, near.r * count - r
        found.setdefault(off_q**2 + off_r**2 + off_q * off_r, []).append(near)
    nearest = found[min(found)]
    nearest.sort(key=way.across)
    return nearest[0 if ties == "left" else -1]


@lru_cache(maxsize=4096)
def _thread(way: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes passed from the hex at 0, 0 to ``way``; symmetric, because ways back are those ways reversed."""
    stages: dict[Fraction, list[Hex]] = {}
    for near in sorted({near for step in Hex(0, 0).line(way) for near in step.area(1)}):
        start, end = _stretch(way, near)
        if start < end:
            stages.setdefault(start, []).append(near)
    return tuple(tuple(sorted(stages[start], key=way.across)) for start in sorted(stages)) or ((way,),)


def _stretch(way: Hex, passed: Hex) -> tuple[Fraction, Fraction]:
    """From where to where, 0 to 1, the way is in a hex or along its sides; nowhere if start is not below end."""
    start, end = Fraction(0), Fraction(1)
    for change, place in zip(_widths(way), _widths(passed), strict=True):
        if change == 0:
            if abs(place) > 1:
                return Fraction(1), Fraction(0)
            continue
        entered, left = sorted((Fraction(place - 1, change), Fraction(place + 1, change)))
        start, end = max(start, entered), min(end, left)
    return start, end


def _widths(place: Hex) -> tuple[int, int, int]:
    """Measured across the three pairs of sides, half a hex being 1: a hex is where all three are from -1 to 1."""
    return place.q - place.r, place.r - place.s, place.s - place.q
