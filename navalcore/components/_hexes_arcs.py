"""Arcs around a ship: bow, stern, broadsides, or as a game has them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from navalcore._misfits import told_when_made
from navalcore.components._data_files import closest
from navalcore.components._hexes import Bearing
from navalcore.components._hexes_map import HexMap
from navalcore.errors import BadData, UnknownName

S = TypeVar("S", bound=Hashable)


@told_when_made
class Arcs:
    """Arcs that divide all directions around a ship among them.

    An arc runs clockwise from one border line to another. Borders are counted in twelfths of a circle from the ship's
    bow, clockwise: 0 straight ahead, 3 to starboard, 6 astern, 9 (or -3) to port.

    A target exactly on the border line of two arcs is in the one that comes first in ``precedence``. Where a rule
    leaves the choice to the player who fires, :meth:`touching` names both.

    Arguments:
        arcs: the first and the last border of each arc, by its name.
        precedence: the names of all arcs, those that keep their border lines first; else in the order of ``arcs``.

    Attributes:
        arcs: as given, each border from 0 to 11.
        precedence: as given.

    >>> sea = HexMap(12, 9)
    >>> arcs = Arcs({"bow": (-1, 1), "starboard": (1, 5), "stern": (5, 7), "port": (7, 11)})
    >>> arcs.arc(sea, "0605", Bearing.N, "0602"), arcs.arc(sea, "0605", Bearing.ENE, "0602")
    ('bow', 'port')
    >>> arcs.arc(sea, "0605", Bearing.N, "0704"), arcs.touching(sea, "0605", Bearing.N, "0704")
    ('bow', ('bow', 'starboard'))

    Raises:
        BadData: the arcs leave a gap or overlap, or ``precedence`` is not a list of their names.
    """

    def __init__(self, arcs: Mapping[str, tuple[int, int]], precedence: Sequence[str] = ()) -> None:
        self.arcs: dict[str, tuple[int, int]] = {name: (first % 12, last % 12) for name, (first, last) in arcs.items()}
        self.precedence: tuple[str, ...] = tuple(precedence or arcs)
        if sorted(self.precedence) != sorted(arcs):
            raise BadData(
                f"the precedence {', '.join(self.precedence)} must name each of the arcs {', '.join(arcs)} once"
            )
        self._prove_covered()
        self._touching = tuple(self._touched(direction) for direction in range(24))

    def _prove_covered(self) -> None:
        if len(self.arcs) < 2:
            raise BadData("there must be two arcs or more; a ship that looks all round needs none")
        in_order = sorted(self.arcs, key=lambda name: self.arcs[name])
        for name, after in zip(in_order, [*in_order[1:], in_order[0]], strict=True):
            first, last = self.arcs[name]
            if last != self.arcs[after][0] or first == last:
                raise BadData(
                    f"the arc {name} ends at {last}, and {after}, which follows it, begins at {self.arcs[after][0]}:"
                    " each arc must begin where the one before ends, in twelfths of a circle clockwise from the bow"
                )

    def _touched(self, direction: int) -> tuple[str, ...]:
        """The arcs that a direction, in 24ths from the bow, is in, the one with precedence first."""
        return tuple(
            name
            for name in self.precedence
            if (direction - 2 * self.arcs[name][0]) % 24 <= 2 * ((self.arcs[name][1] - self.arcs[name][0]) % 12)
        )

    @classmethod
    def broadsides(cls, bow: int = 2, stern: int = 2, precedence: Sequence[str] = ()) -> Arcs:
        """The arcs ``starboard``, ``port``, ``bow`` and ``stern``; the broadsides keep their border lines.

        Arguments:
            bow: the width of the bow arc in twelfths of a circle, an even number.
            stern: the width of the stern arc.
            precedence: another order of who keeps the border lines.

        >>> Arcs.broadsides(bow=4).arcs
        {'starboard': (2, 5), 'port': (7, 10), 'bow': (10, 2), 'stern': (5, 7)}

        Raises:
            BadData: a width is odd or below 2, or nothing is left for the broadsides.
        """
        if bow % 2 or stern % 2 or min(bow, stern) < 2 or bow + stern > 10:
            raise BadData(
                f"bow {bow}, stern {stern}: the widths must be even numbers, 2 or more, and 10 or less together"
            )
        ahead, astern = bow // 2, stern // 2
        arcs = {
            "starboard": (ahead, 6 - astern),
            "port": (6 + astern, -ahead),
            "bow": (-ahead, ahead),
            "stern": (6 - astern, 6 + astern),
        }
        return cls(arcs, precedence)

    def touching(self, board: HexMap[S], space: S, facing: Bearing, target: S) -> tuple[str, ...]:
        """The arcs a target is in: two if it is exactly on their border line, the one with precedence first.

        Arguments:
            board: the map.
            space: the hex of the ship.
            facing: where its bow points, to a side or to a corner of its hex.
            target: the hex of the target.

        Raises:
            BadData: the target is in the ship's own hex.
        """
        return self._touching[(board.azimuth(space, target) - facing.value // 15) % 24]

    def arc(self, board: HexMap[S], space: S, facing: Bearing, target: S) -> str:
        """The arc a target is in; arguments and errors as for :meth:`touching`."""
        return self.touching(board, space, facing, target)[0]

    def hexes(self, board: HexMap[S], space: S, facing: Bearing, name: str, distance: int) -> list[S]:
        """The hexes on the map in an arc, at most ``distance`` away, nearest first.

        >>> Arcs.broadsides().hexes(HexMap(12, 9), "0605", Bearing.N, "bow", 2)
        ['0604', '0603']

        Args:
            board: the map.
            space: the hex of the ship.
            facing: the direction of its bow.
            name: the arc.
            distance: how far away at most, in hexes.

        Raises:
            UnknownName: there is no arc of that name.
        """
        if name not in self.arcs:
            raise UnknownName(f"there is no arc {name!r}; {closest(name, self.arcs)}")
        around = board.area(space, distance)
        return [found for found in around if found != space and self.arc(board, space, facing, found) == name]
