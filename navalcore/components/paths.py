"""Shortest ways over anything that has neighbours, counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

A = TypeVar("A", bound=Hashable)


def shortest_path(start: A, goal: A, neighbours: Callable[[A], Iterable[A]]) -> list[A] | None:
    """A shortest way from ``start`` to ``goal``, both included, or None if there is none.

    Of several shortest ways it is the one whose first different place is the earlier neighbour.

    >>> shortest_path(1, 10, lambda n: (n + 1, n * 2))
    [1, 2, 4, 5, 10]
    """
    came_from: dict[A, A | None] = {start: None}
    queue = [start]
    for place in queue:
        if place == goal:
            break
        for neighbour in neighbours(place):
            if neighbour not in came_from:
                came_from[neighbour] = place
                queue.append(neighbour)
    else:
        return None
    way = [goal]
    while (before := came_from[way[-1]]) is not None:
        way.append(before)
    return way[::-1]


def reach(start: A, steps: int, neighbours: Callable[[A], Iterable[A]]) -> dict[A, int]:
    """The places at most ``steps`` away from ``start`` with their distances, nearest first.

    >>> reach(5, 1, lambda n: (n - 1, n + 1))
    {5: 0, 4: 1, 6: 1}
    """
    distances = {start: 0} if steps >= 0 else {}
    queue = list(distances)
    for place in queue:
        distance = distances[place]
        if distance == steps:
            break
        for neighbour in neighbours(place):
            if neighbour not in distances:
                distances[neighbour] = distance + 1
                queue.append(neighbour)
    return distances
