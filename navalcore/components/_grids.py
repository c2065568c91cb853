"""Square grids with eight directions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from itertools import product

from typing_extensions import TypeVar

from navalcore._misfits import checked_when_made
from navalcore.components._tiled_maps import TiledMap
from navalcore.errors import BadData

S = TypeVar("S", bound=Hashable, default=int)


class Direction(Enum):
    """A direction on a square grid, clockwise from north; the value is the change of row (south) and column (east)."""

    N = (-1, 0)
    NE = (-1, 1)
    E = (0, 1)
    SE = (1, 1)
    S = (1, 0)
    SW = (1, -1)
    W = (0, -1)
    NW = (-1, -1)

    def turned(self, eighths: int) -> Direction:
        """The direction after turning clockwise by so many ``eighths`` of a circle, anticlockwise for a number below 0.

        >>> Direction.N.turned(-1)
        <Direction.NW: (-1, -1)>
        """
        return _CLOCKWISE[(_CLOCKWISE.index(self) + eighths) % 8]


_CLOCKWISE = tuple(Direction)


def rrcc(row: int, column: int) -> int:
    """The number of a square, ``row`` followed by the two digits of ``column``.

    >>> rrcc(16, 22)
    1622
    """
    return row * 100 + column


@checked_when_made
class Grid(TiledMap[S, Direction]):
    """A rectangle of squares; each is known by its label, by default the number :func:`rrcc`.

    Arguments:
        rows: the rows, from north to south; a number means that many, from 0.
        columns: the columns, from west to east; a number means that many, from 0.
        label: the label of the square at a row and column.

    Attributes:
        rows: the range of its rows.
        columns: the range of its columns.
        spaces: every square, row by row.

    >>> grid = Grid(range(11, 31), range(11, 29))
    >>> grid.step(1622, Direction.NE), grid.distance(1622, 2024)
    (1523, 4)

    Raises:
        BadData: two squares get the same label, or there are none or more than a million.
    """

    noun = "square"
    plural = "squares"
    directions = tuple(Direction)

    def __init__(
        self,
        rows: range | int,
        columns: range | int,
        label: Callable[[int, int], S] = rrcc,  # type: ignore[assignment]
    ) -> None:
        self.rows: range = range(rows) if isinstance(rows, int) else rows
        self.columns: range = range(columns) if isinstance(columns, int) else columns
        self._check_size(self.columns, self.rows)
        places = self._labelled(product(self.rows, self.columns), label)
        if not places:
            raise BadData("a grid needs at least one row and one column")
        squares = {place: square for square, place in places.items()}
        steps: dict[S, dict[Direction, S]] = {square: {} for square in places}
        for square, (row, column) in places.items():
            for way in Direction:
                south, east = way.value
                there = squares.get((row + south, column + east))
                if there is not None:
                    steps[square][way] = there
        super().__init__(places, steps)

    def distance(self, space: S, other: S) -> int:
        """The fewest steps, straight or diagonal, from the square ``space`` to ``other`` (Chebyshev distance)."""
        (row, column), (other_row, other_column) = self.place(space), self.place(other)
        return max(abs(row - other_row), abs(column - other_column))

    def centre(self, space: S) -> tuple[float, float]:
        """The position of its centre: columns east and rows south of the north-west square's.

        >>> Grid(range(11, 31), range(11, 29)).centre(1213)
        (2.0, 1.0)
        """
        row, column = self.place(space)
        return float(self.columns.index(column)), float(self.rows.index(row))

    def outline(self, space: S) -> tuple[tuple[float, float], ...]:
        """Its four corners clockwise from the north-east, measured as :meth:`centre`."""
        x, y = self.centre(space)
        return ((x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5), (x - 0.5, y - 0.5))
