"""Shortest ways over anything that has neighbours, counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

A = TypeVar("A", bound=Hashable)


def shortest_path(start: A, goal: A, neighbours: Callable[[A], Iterable[A]]) -> list[A] | None:
    """A shortest way from ``start`` to ``goal``, both included, or None if there is none.

    Of several shortest ways it is the one whose first different place is the earlier neighbour.

    >>> shortest_path(1, 10, lambda n: (n + 1, n * 2))
    [1, 2, 4, 5, 10]

    Args:
        neighbours: gives the places one step from a place.
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

    Args:
        neighbours: gives the places one step from a place.
    """
    distances = {start: 0} if steps >= 0 else {}
    queue = list(distances)
    for place in queue:
        distance = distances[place]
        if distance + 1 > steps:
            break
        for neighbour in neighbours(place):
            if neighbour not in distances:
                distances[neighbour] = distance + 1
                queue.append(neighbour)
    return distances


def steps_from(neighbours: Mapping[A, Iterable[A]], starts: Mapping[A, int]) -> dict[A, int]:
    """The fewest steps to every place that can be reached from any of several starts.

    Args:
        neighbours: the places that one step leads to from each place; from a place that is not there none does.
        starts: the places to begin in, each with the steps it has cost already to be there.

    >>> steps_from({1: [2], 2: [1, 3], 3: [2, 4], 4: [3]}, {1: 0, 4: 3})
    {1: 0, 2: 1, 3: 2, 4: 3}
    """
    best: dict[A, int] = {}
    waiting: dict[int, list[A]] = {}
    for place, cost in starts.items():
        waiting.setdefault(cost, []).append(place)
    while waiting:
        cost = min(waiting)
        for place in waiting.pop(cost):
            if place not in best:
                best[place] = cost
                waiting.setdefault(cost + 1, []).extend(near for near in neighbours.get(place, ()) if near not in best)
    return best
