"""Shortest ways over anything that has neighbours, counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import networkx as nx

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


def graph_of(neighbours: Mapping[A, Iterable[A]]) -> nx.DiGraph[A]:
    """The networkx graph of places and the places one step leads to from each."""
    import networkx as nx

    graph: nx.DiGraph[A] = nx.DiGraph()
    graph.add_nodes_from(neighbours)
    graph.add_edges_from((place, other) for place, near in neighbours.items() for other in near)
    return graph


def steps_from(graph: nx.DiGraph[A], starts: Mapping[A, int]) -> dict[A, int]:
    """The fewest steps to every place that can be reached from any of several starts.

    Args:
        graph: the places and steps, as :func:`graph_of` makes it.
        starts: the places to begin in, each with the steps it has cost already to be there.

    >>> steps_from(graph_of({1: [2], 2: [1, 3], 3: [2, 4], 4: [3]}), {1: 0, 4: 3})
    {1: 0, 2: 1, 3: 2, 4: 3}
    """
    import networkx as nx

    best: dict[A, int] = {}
    for cost in sorted(set(starts.values())):
        begin = [place for place, paid in starts.items() if paid == cost]
        for steps, layer in enumerate(nx.bfs_layers(graph, begin), cost):
            for place in layer:
                best[place] = min(steps, best.get(place, steps))
    return best
