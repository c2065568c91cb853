"""Cheapest ways over anything whose moves cost movement points; ``navalcore.components._paths`` counts steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import TypeVar

from navalcore.errors import BadData

A = TypeVar("A", bound=Hashable)
Moves = Callable[[A], Iterable[tuple[A, int]]]


def affordable(start: A, points: int, moves: Moves[A]) -> dict[A, int]:
    """What can be reached for ``points`` movement points with the points it takes, cheapest first.

    Arguments:
        start: where it begins, reached for 0.
        points: how many points there are.
        moves: what can be moved to next, with the points of that move.

    >>> from navalcore.components import Grid
    >>> sea, shoals = Grid(3, 3), {1, 101}
    >>> affordable(0, 3, lambda here: [(to, 3 if to in shoals else 1) for to in sea.neighbours(here)])
    {0: 0, 100: 1, 201: 2, 200: 2, 1: 3, 101: 3, 102: 3, 202: 3}

    Raises:
        BadData: a move costs less than 0.
    """
    return {place: spent for place, spent, _ in _by_cost(start, points, moves)}


def cheapest_path(start: A, arrived: Callable[[A], bool], moves: Moves[A], points: int | None = None) -> list[A] | None:
    """A cheapest way from ``start`` to the first place that satisfies ``arrived``, both included, or None.

    Arguments:
        start: where it begins.
        arrived: whether a place is where it should end.
        moves: what can be moved to next, with the points of that move.
        points: how many points there are; None for any number, and then the places must come to an end.

    >>> cheapest_path(1, lambda n: n == 10, lambda n: [(n + 1, 1), (n * 2, 3)], points=20)
    [1, 2, 3, 4, 5, 10]

    Raises:
        BadData: a move costs less than 0.
    """
    came_from: dict[A, A | None] = {}
    for place, _, before in _by_cost(start, inf if points is None else points, moves):
        came_from[place] = before
        if arrived(place):
            way = [place]
            while (earlier := came_from[way[-1]]) is not None:
                way.append(earlier)
            return way[::-1]
    return None


def _by_cost(start: A, points: float, moves: Moves[A]) -> Iterator[tuple[A, int, A | None]]:
    """Every place within the points once, cheapest first: the place, its points, and where it is reached from."""
    numbers = count()
    waiting: list[tuple[int, int, A, A | None]] = [(0, next(numbers), start, None)] if points >= 0 else []
    done: set[A] = set()
    while waiting:
        spent, _, place, before = heappop(waiting)
        if place in done:
            continue
        done.add(place)
        yield place, spent, before
        for there, cost in moves(place):
            if cost < 0:
                raise BadData(f"the move from {place} to {there} costs {cost}; a move must cost 0 or more")
            if there not in done and spent + cost <= points:
                heappush(waiting, (spent + cost, next(numbers), there, place))
