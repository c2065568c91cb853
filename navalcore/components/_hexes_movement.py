"""Movement of ships over hexes: where they can get to when turning costs movement points."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from navalcore.components._hexes import Bearing
from navalcore.components._hexes_map import HexMap
from navalcore.components._movement_points import affordable, cheapest_path
from navalcore.errors import BadData

S = TypeVar("S", bound=Hashable)


class Position(NamedTuple, Generic[S]):
    """Where a ship is and where its bow points."""

    space: S
    facing: Bearing


class _Leg(NamedTuple, Generic[S]):
    """A position, and how many hexes the ship has sailed straight on, as far as that matters for turning."""

    space: S
    facing: Bearing
    sailed: int

    @property
    def position(self) -> Position[S]:
        return Position(self.space, self.facing)


def _one(_here: object, _there: object) -> int:
    return 1


@dataclass(frozen=True)
class HexMovement(Generic[S]):
    """The rules by which ships move over a map of hexes: ahead, and turning from facing to facing.

    A ship moves only ahead, into the hex its bow points to; one that faces a corner of its hex may enter either of
    the two hexes beside that corner. It keeps its facing when it moves and turns within a hex.

    >>> sea = HexMap(12, 9)
    >>> ships = HexMovement(sea, lambda here, there: None if there == "0304" else 1)
    >>> bow_north = Position("0305", Bearing.N)
    >>> for space, points in ships.spaces(bow_north, 2).items():
    ...     print(space, points)
    0305 0
    0404 2
    0204 2
    >>> [f"{space} {facing.name}" for space, facing in ships.path(bow_north, "0303")]
    ['0305 N', '0305 ENE', '0404 ENE', '0404 N', '0403 N', '0403 WNW', '0303 WNW']

    Raises:
        BadData: there are not 6 or 12 facings, or ``turn``, ``straight`` or ``leave`` is below 0.
    """

    board: HexMap[S]
    """The map."""
    cost: Callable[[S, S], int | None] = _one
    """The movement points of moving from one hex to the next, or None if that is forbidden."""
    turn: int = 1
    """The movement points of turning by one facing."""
    facings: Literal[6, 12] = 6
    """How many facings there are: 6 for the sides of a hex, 12 for its corners too."""
    straight: int = 0
    """How many hexes a ship sails straight on before each turn by one facing; 0 for turning at will."""
    leave: int = 1
    """The movement points of leaving the map."""

    def __post_init__(self) -> None:
        if self.facings not in (6, 12):
            raise BadData(
                f"there are {self.facings} facings; there must be 6, the sides of a hex, or 12, its corners too"
            )
        for name in ("turn", "straight", "leave"):
            if getattr(self, name) < 0:
                raise BadData(f"{name} is {getattr(self, name)}; it must be 0 or more")

    def positions(self, start: Position[S], points: int, sailed: int | None = None) -> dict[Position[S], int]:
        """Every position that can be reached, with its movement points, cheapest first.

        Arguments:
            start: the position at the beginning.
            points: the movement points there are.
            sailed: how many hexes the ship has sailed straight on before, where ``straight`` asks for some; if it is
                not given, enough to turn at once.

        Raises:
            UnknownName: the ship is not on the map.
            BadData: with 6 facings the ship faces a corner, or a move costs less than 0.
        """
        found: dict[Position[S], int] = {}
        for leg, spent in affordable(self._start(start, sailed), points, self._moves).items():
            found.setdefault(leg.position, spent)
        return found

    def spaces(self, start: Position[S], points: int, sailed: int | None = None) -> dict[S, int]:
        """Every hex that can be reached with any facing, with its movement points; else as :meth:`positions`."""
        found: dict[S, int] = {}
        for position, spent in self.positions(start, points, sailed).items():
            found.setdefault(position.space, spent)
        return found

    def exits(self, start: Position[S], points: int, sailed: int | None = None) -> dict[Position[S], int]:
        """The positions from which the ship can leave the map, with the movement points once it has left.

        >>> for (space, facing), spent in HexMovement(HexMap(3, 3)).exits(Position("0202", Bearing.N), 3).items():
        ...     print(space, facing.name, spent)
        0201 N 2
        0302 ENE 3
        0102 WNW 3
        """
        return {
            position: spent + self.leave
            for position, spent in self.positions(start, points - self.leave, sailed).items()
            if None in self.board.ahead(*position)
        }

    def path(
        self, start: Position[S], goal: Position[S] | S, points: int | None = None, sailed: int | None = None
    ) -> list[Position[S]] | None:
        """A cheapest way to a position, or to a hex with any facing: every position on it, start and goal included.

        Each position differs from the one before by one hex or by one turn. None if there is no way for the points.
        ``sailed`` and the errors are as for :meth:`positions`.
        """
        end = goal if isinstance(goal, Position) else None
        self.board.place(end.space if end is not None else goal)  # type: ignore[arg-type]

        def arrived(leg: _Leg[S]) -> bool:
            return leg.space == goal if end is None else leg.position == end

        way = cheapest_path(self._start(start, sailed), arrived, self._moves, points)
        return None if way is None else [leg.position for leg in way]

    def _start(self, start: Position[S], sailed: int | None) -> _Leg[S]:
        self.board.place(start.space)
        if self.facings == 6 and start.facing not in self.board.directions:
            sides = ", ".join(side.name for side in self.board.directions)
            raise BadData(f"a ship in {start.space} faces {start.facing.name}; with 6 facings it faces one of {sides}")
        return _Leg(start.space, start.facing, self.straight if sailed is None else min(sailed, self.straight))

    def _moves(self, leg: _Leg[S]) -> Iterator[tuple[_Leg[S], int]]:
        for there in self.board.ahead(leg.space, leg.facing):
            cost = None if there is None else self.cost(leg.space, there)
            if there is not None and cost is not None:
                yield _Leg(there, leg.facing, min(leg.sailed + 1, self.straight)), cost
        if leg.sailed == self.straight:
            twelfths = 12 // self.facings
            for turned in (twelfths, -twelfths):
                yield _Leg(leg.space, leg.facing.turned(turned), 0), self.turn
