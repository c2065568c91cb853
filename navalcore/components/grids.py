"""Square grids with eight directions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from enum import Enum
from typing import Generic, TypeVar, overload

from navalcore.components.data_files import closest
from navalcore.components.paths import reach, shortest_path
from navalcore.errors import BadData, UnknownName

S = TypeVar("S", bound=Hashable)


class Direction(Enum):
    """A direction on a square grid, clockwise from north; rows grow to the south, columns to the east."""

    N = (-1, 0)
    NE = (-1, 1)
    E = (0, 1)
    SE = (1, 1)
    S = (1, 0)
    SW = (1, -1)
    W = (0, -1)
    NW = (-1, -1)

    @property
    def row_step(self) -> int:
        """How the row changes with one step."""
        return self.value[0]

    @property
    def column_step(self) -> int:
        """How the column changes with one step."""
        return self.value[1]

    @property
    def diagonal(self) -> bool:
        """Whether it changes both row and column."""
        return 0 not in self.value

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return self.turned(4)

    def turned(self, eighths: int) -> Direction:
        """The direction after turning clockwise by so many eighths of a circle.

        >>> Direction.N.turned(-1)
        <Direction.NW: (-1, -1)>
        """
        return _CLOCKWISE[(_CLOCKWISE.index(self) + eighths) % 8]


_CLOCKWISE = tuple(Direction)


def rrcc(row: int, column: int) -> int:
    """The number of a square written as row and two-digit column.

    >>> rrcc(16, 22)
    1622
    """
    return row * 100 + column


class Grid(Generic[S]):
    """A rectangle of squares; each is known by its label, by default the number :func:`rrcc`.

    Arguments:
        rows: the rows, from north to south; a number means that many, from 0.
        columns: the columns, from west to east; a number means that many, from 0.
        label: the label of the square at a row and column.

    Attributes:
        rows: the range of its rows.
        columns: the range of its columns.
        squares: every square, row by row.

    >>> grid = Grid(range(11, 31), range(11, 29))
    >>> grid.step(1622, Direction.NE), grid.distance(1622, 2024)
    (1523, 4)

    Raises:
        BadData: two squares get the same label, or there are none.
    """

    @overload
    def __init__(self: Grid[int], rows: range | int, columns: range | int) -> None: ...

    @overload
    def __init__(self, rows: range | int, columns: range | int, label: Callable[[int, int], S]) -> None: ...

    def __init__(
        self,
        rows: range | int,
        columns: range | int,
        label: Callable[[int, int], S] = rrcc,  # type: ignore[assignment]
    ) -> None:
        self.rows = range(rows) if isinstance(rows, int) else rows
        self.columns = range(columns) if isinstance(columns, int) else columns
        self._places: dict[S, tuple[int, int]] = {}
        for row in self.rows:
            for column in self.columns:
                square = label(row, column)
                if square in self._places:
                    raise BadData(f"squares {self._places[square]} and {(row, column)} are both labelled {square}")
                self._places[square] = (row, column)
        if not self._places:
            raise BadData("a grid needs at least one row and one column")
        self.squares = tuple(self._places)
        self._squares = {place: square for square, place in self._places.items()}
        self._steps = {square: self._steps_from(*place) for square, place in self._places.items()}
        self._neighbours = {square: tuple(steps.values()) for square, steps in self._steps.items()}

    def _steps_from(self, row: int, column: int) -> dict[Direction, S]:
        places = {way: (row + way.row_step, column + way.column_step) for way in Direction}
        return {way: self._squares[place] for way, place in places.items() if place in self._squares}

    def __contains__(self, square: object) -> bool:
        return square in self._places

    def __iter__(self) -> Iterator[S]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.squares)

    def square(self, row: int, column: int) -> S | None:
        """The square at a row and column, or None outside the grid."""
        return self._squares.get((row, column))

    def place(self, square: S) -> tuple[int, int]:
        """The row and column of a square.

        Raises:
            UnknownName: there is no such square (as in every method that takes one).
        """
        try:
            return self._places[square]
        except KeyError:
            raise self._unknown(square) from None

    def neighbours(self, square: S) -> tuple[S, ...]:
        """The up to eight squares around ``square``, clockwise from north."""
        try:
            return self._neighbours[square]
        except KeyError:
            raise self._unknown(square) from None

    def step(self, square: S, direction: Direction) -> S | None:
        """The next square in a direction, or None at the edge."""
        self.place(square)
        return self._steps[square].get(direction)

    def direction(self, square: S, neighbour: S) -> Direction | None:
        """The direction of one step from ``square`` to ``neighbour``, or None if they are not adjacent."""
        self.place(neighbour)
        ways = (way for way in Direction if self.step(square, way) == neighbour)
        return next(ways, None)

    def distance(self, square: S, other: S) -> int:
        """The fewest steps, straight or diagonal, between two squares (Chebyshev distance)."""
        (row, column), (other_row, other_column) = self.place(square), self.place(other)
        return max(abs(row - other_row), abs(column - other_column))

    def line(self, square: S, direction: Direction, where: Callable[[S], bool] | None = None) -> list[S]:
        """The squares met going straight on from ``square`` (not included).

        Ends at the edge, or before the first square that does not satisfy ``where``.
        """
        found: list[S] = []
        after = self.step(square, direction)
        while after is not None and (where is None or where(after)):
            found.append(after)
            after = self.step(after, direction)
        return found

    def path(
        self,
        square: S,
        other: S,
        where: Callable[[S], bool] | None = None,
        along: Callable[[S, S], bool] | None = None,
    ) -> list[S] | None:
        """A shortest way between two squares, both included, or None if there is none.

        Arguments:
            square: where it begins.
            other: where it ends.
            where: what every square entered must satisfy.
            along: what every step, from one square to the next, must satisfy.
        """
        self.place(other)
        self.place(square)
        return shortest_path(square, other, self._open_neighbours(where, along))

    def within(
        self,
        square: S,
        steps: int,
        where: Callable[[S], bool] | None = None,
        along: Callable[[S, S], bool] | None = None,
    ) -> dict[S, int]:
        """The squares at most ``steps`` from ``square`` (itself included), with distances, nearest first.

        ``where`` and ``along`` limit the squares entered and the steps taken, as for :meth:`path`.
        """
        self.place(square)
        return reach(square, steps, self._open_neighbours(where, along))

    def _open_neighbours(
        self, where: Callable[[S], bool] | None, along: Callable[[S, S], bool] | None
    ) -> Callable[[S], tuple[S, ...]]:
        around = self._neighbours
        if where is None and along is None:
            return around.__getitem__
        return lambda square: tuple(
            neighbour
            for neighbour in around[square]
            if (where is None or where(neighbour)) and (along is None or along(square, neighbour))
        )

    def _unknown(self, square: S) -> UnknownName:
        return UnknownName(f"there is no square {square!r}; {closest(str(square), map(str, self.squares))}")
