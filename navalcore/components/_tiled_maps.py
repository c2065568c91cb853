"""The common part of maps of squares and maps of hexes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

from navalcore._misfits import told_when_made
from navalcore.components._data_files import closest
from navalcore.errors import BadData, UnknownName

S = TypeVar("S", bound=Hashable)
D = TypeVar("D")
MOST_SPACES: Final = 1_000_000


@told_when_made
class TiledMap(ABC, Generic[S, D]):
    """A map cut into equal spaces, each known by its label: :class:`~navalcore.components.Grid` and
    :class:`~navalcore.components.HexMap`. Ways over it are found by :func:`~navalcore.components.shortest_path` and
    :func:`~navalcore.components.reach`, which take its :meth:`neighbours` or a function that leaves out some of them.

    A game, a bot or a picture that takes a ``TiledMap`` can be given squares as well as hexes.

    Args:
        places: the spaces, each with the two numbers of its label.
        steps: the neighbours of each space, by direction.

    Attributes:
        spaces: every space, in the order of the map.

    >>> from navalcore.components import Grid, HexMap
    >>> def encircled(board: TiledMap, space, pieces):
    ...     return all(neighbour in pieces for neighbour in board.neighbours(space))
    >>> encircled(Grid(3, 3), 0, {1, 100, 101}), encircled(HexMap(3, 3), "0101", {"0201"})
    (True, False)
    """

    noun: ClassVar[str]
    plural: ClassVar[str]
    directions: tuple[D, ...]
    """The directions of one step, clockwise from north."""

    def __init__(self, places: Mapping[S, tuple[int, int]], steps: Mapping[S, Mapping[D, S]]) -> None:
        self._places = dict(places)
        self._steps = steps
        self.spaces: tuple[S, ...] = tuple(self._places)
        self._neighbours = {space: tuple(around.values()) for space, around in steps.items()}

    @classmethod
    def _check_size(cls, columns: range, rows: range) -> None:
        """Refuse a map of so many spaces that it would never be made."""
        across, down = (max(0, -((each.start - each.stop) // each.step)) for each in (columns, rows))
        if across * down > MOST_SPACES:
            raise BadData(f"a map has at most {MOST_SPACES:,} {cls.plural}, not {across:,} times {down:,}")

    @classmethod
    def _labelled(cls, places: Iterable[tuple[int, int]], label: Callable[[int, int], S]) -> dict[S, tuple[int, int]]:
        """The place of every label, refusing a label that two places share."""
        found: dict[S, tuple[int, int]] = {}
        for place in places:
            space = label(*place)
            if space in found:
                raise BadData(f"{cls.plural} {found[space]} and {place} are both labelled {space}")
            found[space] = place
        return found

    def __contains__(self, space: object) -> bool:
        return space in self._places

    def __iter__(self) -> Iterator[S]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def _unknown(self, space: object) -> UnknownName:
        return UnknownName(f"there is no {self.noun} {space!r}; {closest(str(space), map(str, self.spaces))}")

    def place(self, space: S) -> tuple[int, int]:
        """The two numbers that the label of ``space`` was made of: row and column of a square, column and row of a hex.

        Raises:
            UnknownName: there is no such space (as in every method that takes one).
        """
        try:
            return self._places[space]
        except KeyError:
            raise self._unknown(space) from None

    def name(self, space: S) -> str:
        """The label of ``space`` as people write it; :meth:`parse` reads it."""
        self.place(space)
        return str(space)

    def parse(self, text: str) -> S:
        """The space that people mean by ``text``: case, spaces around and zeros in front do not matter.

        >>> from navalcore.components import HexMap
        >>> HexMap(12, 9).parse(" 305")
        '0305'

        Raises:
            UnknownName: no space is called that, or more than one; the message names close ones.
        """
        exact, loose = self._names
        if text.strip() in exact:
            return exact[text.strip()]
        if len(fitting := loose.get(_loose(text), [])) == 1:
            return fitting[0]
        raise UnknownName(f"there is no {self.noun} {text.strip()!r}; {closest(text, map(str, self.spaces))}")

    @cached_property
    def _names(self) -> tuple[dict[str, S], dict[str, list[S]]]:
        """Every space by its name, and the spaces by their loosely written names."""
        loose: dict[str, list[S]] = {}
        for space in self.spaces:
            loose.setdefault(_loose(str(space)), []).append(space)
        return {str(space): space for space in self.spaces}, loose

    def neighbours(self, space: S) -> tuple[S, ...]:
        """The spaces around ``space``, clockwise from north; fewer at the edge of the map."""
        try:
            return self._neighbours[space]
        except KeyError:
            raise self._unknown(space) from None

    def step(self, space: S, direction: D) -> S | None:
        """The space next to ``space`` in ``direction``, or None if that leaves the map."""
        self.place(space)
        return self._steps[space].get(direction)

    @abstractmethod
    def distance(self, space: S, other: S) -> int:
        """The fewest steps from ``space`` to ``other`` on an endless map of this kind."""

    @abstractmethod
    def centre(self, space: S) -> tuple[float, float]:
        """The position of the centre of ``space``: east and south of the centre of the north-west space.

        The unit is the distance between the centres of two spaces that share a side.
        """

    @abstractmethod
    def outline(self, space: S) -> tuple[tuple[float, float], ...]:
        """The corners of ``space`` clockwise, measured as :meth:`centre`."""

    def area(self, space: S, distance: int) -> list[S]:
        """The spaces on the map at most ``distance`` away, ``space`` itself included."""
        return [other for other in self.spaces if self.distance(space, other) <= distance]


def _loose(text: str) -> str:
    written = text.strip().casefold()
    return written.lstrip("0") or written[:1]
