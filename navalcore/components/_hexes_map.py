"""Maps of hexes with printed numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import product
from math import sqrt
from typing import Any, Literal

from typing_extensions import TypeVar

from navalcore._misfits import checked_when_made
from navalcore.components._data_files import closest
from navalcore.components._hexes import Bearing, Hex
from navalcore.components._tiled_maps import TiledMap
from navalcore.errors import BadData, UnknownName

S = TypeVar("S", bound=Hashable, default=str)
Top = Literal["flat", "pointed"]
Parity = Literal["even", "odd"]

_HALF_WIDTH = sqrt(3) / 2
_CORNER = 1 / sqrt(3)


def ccrr(column: int, row: int) -> str:
    """The usual number of a hex: two digits each for ``column`` and ``row``.

    >>> ccrr(3, 7)
    '0307'
    """
    return f"{column:02}{row:02}"


@checked_when_made
class HexMap(TiledMap[S, Bearing]):
    """A map of hexes in columns and rows; each is known by its label, by default its printed number :func:`ccrr`.

    With a flat side to the north (``top="flat"``) the hexes of a column touch, and every other column is shoved south
    by half a hex. With a corner to the north (``top="pointed"``) those of a row touch, and every other row is shoved
    east. ``shoved`` says whether those are the columns (rows) with even or with odd printed numbers. Numbers that run
    from east to west, or from the south up, are ranges that run down: ``HexMap(10, range(8, 0, -1))``.

    Arguments:
        columns: the printed numbers of the columns from west to east; a number means 1 to that.
        rows: the printed numbers of the rows from north to south; a number means 1 to that.
        top: what of a hex is at the north, a flat side or a corner.
        shoved: which columns are half a hex further south (or rows further east).
        label: the label of the hex at a column and row, such as one that puts the row first.
        without: the labels of places within the rectangle that are not part of the map.

    Attributes:
        columns: the range of its columns.
        rows: the range of its rows.
        top: as given.
        spaces: every hex, column by column.
        directions: the bearings of the six sides, clockwise from north.
        corners: the bearings of the six corners, clockwise from north.

    >>> sea = HexMap(columns=12, rows=9)
    >>> sea.neighbours("0305")
    ('0304', '0404', '0405', '0306', '0205', '0204')
    >>> sea.step("0305", Bearing.ENE), sea.distance("0305", "0907"), sea.step("0101", Bearing.N)
    ('0404', 6, None)

    Raises:
        BadData: two hexes get the same label, there are none or more than a million, a range skips numbers, or
            ``without`` names no hex.
    """

    noun = "hex"
    plural = "hexes"

    def __init__(
        self,
        columns: range | int,
        rows: range | int,
        *,
        top: Top = "flat",
        shoved: Parity = "even",
        label: Callable[[int, int], S] = ccrr,  # type: ignore[assignment]
        without: Iterable[Any] = (),
    ) -> None:
        self.columns: range = _numbers("columns", columns)
        self.rows: range = _numbers("rows", rows)
        self._check_size(self.columns, self.rows)
        self.top = top
        bearings = tuple(Bearing)
        sides = 1 if top == "pointed" else 0
        self.directions: tuple[Bearing, ...] = bearings[sides::2]
        self.corners: tuple[Bearing, ...] = bearings[1 - sides :: 2]
        places = self._labelled(product(self.columns, self.rows), label)
        left_out = set(without)
        for space in left_out:
            if space not in places:
                hint = closest(str(space), map(str, places))
                raise BadData(f"without names {space!r}, but there is no such hex in the columns and rows; {hint}")
        places = {space: place for space, place in places.items() if space not in left_out}
        if not places:
            raise BadData("a map needs at least one hex")
        self._coordinates = {space: self._axial(*place, shoved) for space, place in places.items()}
        self._at = {found: space for space, found in self._coordinates.items()}
        steps = {
            space: {
                bearing: self._at[there]
                for bearing in self.directions
                if (there := found + self._way(bearing)) in self._at
            }
            for space, found in self._coordinates.items()
        }
        super().__init__(places, steps)

    def _axial(self, column: int, row: int, shoved: Parity) -> Hex:
        """The coordinates of the hex at a place; the first column's (row's) first hex is at 0, 0."""
        east, south = self.columns.index(column), self.rows.index(row)
        parity = 0 if shoved == "even" else 1
        if self.top == "flat":
            halves = (column % 2 == parity) - east - (self.columns[0] % 2 == parity)
            return Hex(east, south + halves // 2)
        halves = (row % 2 == parity) - south - (self.rows[0] % 2 == parity)
        return Hex(east + halves // 2, south)

    def _way(self, bearing: Bearing) -> Hex:
        """The step through a side. On pointed hexes the first of the six is the one to the north-north-west."""
        turned = bearing if self.top == "flat" else bearing.turned(1)
        return Hex(0, 0).neighbours()[turned.value // 60]

    def coordinates(self, space: S) -> Hex:
        """The axial coordinates of the hex ``space``.

        Raises:
            UnknownName: there is no such hex (as in every method that takes one).
        """
        try:
            return self._coordinates[space]
        except KeyError:
            raise self._unknown(space) from None

    def at(self, coordinates: Hex) -> S | None:
        """The hex at the axial ``coordinates``, or None outside the map."""
        return self._at.get(coordinates)

    def step(self, space: S, direction: Bearing) -> S | None:
        """The next hex through a side, or None if that leaves the map.

        Raises:
            UnknownName: the bearing leads through a corner.
        """
        if direction not in self.directions:
            sides = ", ".join(side.name for side in self.directions)
            raise UnknownName(f"{direction.name} leads through a corner of these hexes; their sides are {sides}")
        return super().step(space, direction)

    def distance(self, space: S, other: S) -> int:
        """The fewest steps from the hex ``space`` to ``other``, over hexes on and off the map."""
        return self.coordinates(space).distance(self.coordinates(other))

    def area(self, space: S, distance: int) -> list[S]:
        """The hexes on the map at most ``distance`` away, ``space`` itself included, nearest first."""
        return [self._at[found] for found in self.coordinates(space).area(distance) if found in self._at]

    def thread(self, space: S, other: S) -> list[tuple[S | None, ...]]:
        """The hexes that a thread laid from the centre of ``space`` to that of ``other`` passes, both ends included.

        A hex that the thread passes through is listed alone; the two hexes along whose common side it runs are listed
        together, the left one first. None represents a hex off the map.

        >>> HexMap(12, 9).thread("0305", "0505")
        [('0305',), ('0404', '0405'), ('0505',)]
        """
        return [tuple(map(self.at, stage)) for stage in self.coordinates(space).thread(self.coordinates(other))]

    def azimuth(self, space: S, other: S) -> int:
        """The direction from the hex ``space`` to ``other`` in 24ths of a circle, clockwise from north.

        Even numbers are exactly on one of the twelve bearings, odd ones anywhere between two.

        >>> HexMap(12, 9).azimuth("0305", "0505"), HexMap(12, 9).azimuth("0305", "0604")
        (6, 5)

        Raises:
            BadData: it is the same hex.
        """
        found = self.coordinates(space).azimuth(self.coordinates(other))
        return found if self.top == "flat" else (found - 2) % 24

    def centre(self, space: S) -> tuple[float, float]:
        """The position of its centre, east and south of the north-west hex's; neighbours are 1 apart."""
        found = self.coordinates(space)
        if self.top == "flat":
            return found.q * _HALF_WIDTH, found.r + found.q / 2
        return found.q + found.r / 2, found.r * _HALF_WIDTH

    def outline(self, space: S) -> tuple[tuple[float, float], ...]:
        """Its six corners clockwise in the order of ``corners``, measured as :meth:`centre`."""
        x, y = self.centre(space)
        ways = (_ACROSS[corner] for corner in self.corners)
        return tuple((x + _CORNER * east, y + _CORNER * south) for east, south in ways)


_ACROSS = dict(
    zip(
        Bearing,
        [
            *((0, -1), (0.5, -_HALF_WIDTH), (_HALF_WIDTH, -0.5), (1, 0), (_HALF_WIDTH, 0.5), (0.5, _HALF_WIDTH)),
            *((0, 1), (-0.5, _HALF_WIDTH), (-_HALF_WIDTH, 0.5), (-1, 0), (-_HALF_WIDTH, -0.5), (-0.5, -_HALF_WIDTH)),
        ],
        strict=True,
    )
)


def _numbers(what: str, given: range | int) -> range:
    """The printed numbers, which run up or down by one: every other one is shoved."""
    numbers = range(1, given + 1) if isinstance(given, int) else given
    if abs(numbers.step) != 1 and numbers[1:]:
        raise BadData(f"{what} {list(numbers[:3])}... skip numbers; they must follow each other, up or down")
    return numbers
