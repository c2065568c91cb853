"""Maps of areas: a networkx graph with typed data for each area and each connection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, Self, TypeVar

import networkx as nx

from navalcore._misfits import told_when_made
from navalcore.components._data_files import closest
from navalcore.errors import BadData, UnknownName

N = TypeVar("N")
E = TypeVar("E")


@told_when_made
class MapGraph(Generic[N, E]):
    """Areas and the connections between them, the same in both directions. It does not change once built.

    Ways over it are found by :func:`~navalcore.components.shortest_path` and :func:`~navalcore.components.reach`, which
    take its :meth:`neighbours` or a function that leaves out some of them.

    Arguments:
        areas: the data of each area by its id.
        edges: the two ends and the data of each connection.

    Attributes:
        areas: the data of each area by its id.
        graph: the networkx graph; nodes and edges hold their data as attribute ``data``.

    >>> chart = MapGraph({"coast": "shallow", "bank": "shallow", "deep": "deep"},
    ...                  [("coast", "bank", "route"), ("bank", "deep", "route")])
    >>> chart.neighbours("bank"), chart.distance("coast", "deep")
    (('coast', 'deep'), 2)

    Raises:
        BadData: a connection names an unknown area, joins an area with itself, or is there twice.
    """

    def __init__(self, areas: Mapping[str, N], edges: Iterable[tuple[str, str, E]]) -> None:
        self.areas: dict[str, N] = dict(areas)
        self.graph: nx.Graph[str] = nx.Graph()
        for area, data in self.areas.items():
            self.graph.add_node(area, data=data)
        for one, other, link in edges:
            self._connect(one, other, link)
        self._neighbours = {area: tuple(sorted(self.graph[area])) for area in self.areas}
        self._distances: dict[str, Mapping[str, int]] = {}

    @classmethod
    def from_rows(
        cls,
        areas: Iterable[N],
        edges: Iterable[E],
        area_id: Callable[[N], str],
        ends: Callable[[E], tuple[str, str]],
    ) -> Self:
        """A map whose areas and connections are described by one row each, such as the rows of two CSV files.

        Arguments:
            areas: the rows of the areas; each is the data of its area.
            edges: the rows of the connections; each is the data of its connection.
            area_id: the id of an area's row.
            ends: the two area ids of a connection's row.

        Raises:
            BadData: as for the class, or an area id is there twice.
        """
        by_id: dict[str, N] = {}
        for row in areas:
            if area_id(row) in by_id:
                raise BadData(f"the area {area_id(row)!r} is there twice")
            by_id[area_id(row)] = row
        return cls(by_id, ((*ends(row), row) for row in edges))

    def _connect(self, one: str, other: str, data: E) -> None:
        for area in (one, other):
            if area not in self.areas:
                hint = closest(area, self.areas)
                raise BadData(f"the connection {one} - {other} names the unknown area {area!r}; {hint}")
        if one == other:
            raise BadData(f"the area {one!r} is connected with itself; leave that connection out")
        if self.graph.has_edge(one, other):
            raise BadData(f"the connection {one} - {other} is there twice; name it once, in either direction")
        self.graph.add_edge(one, other, data=data)

    def __contains__(self, area: object) -> bool:
        return area in self.areas

    def __iter__(self) -> Iterator[str]:
        return iter(self.areas)

    def __len__(self) -> int:
        return len(self.areas)

    def __getitem__(self, area: str) -> N:
        self._check(area)
        return self.areas[area]

    def _check(self, *areas: str) -> None:
        for area in areas:
            if area not in self.areas:
                raise UnknownName(f"there is no area {area!r}; {closest(area, self.areas)}")

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The areas connected with ``area``, sorted.

        Raises:
            UnknownName: there is no such area (as in every method that takes one).
        """
        try:
            return self._neighbours[area]
        except KeyError:
            self._check(area)
            raise

    def edges(self) -> Iterator[tuple[str, str, E]]:
        """Every connection once: its two ends and its data."""
        yield from self.graph.edges(data="data")

    def distance(self, area: str, other: str) -> int:
        """The fewest steps from ``area`` to ``other``, worked out once for each first area.

        Raises:
            UnknownName: there is no way between them, or no such area.
        """
        self._check(area, other)
        if area not in self._distances:
            self._distances[area] = nx.single_source_shortest_path_length(self.graph, area)
        if other not in self._distances[area]:
            raise UnknownName(f"there is no way from {area} to {other}")
        return self._distances[area][other]

    def subgraph(self, areas: Iterable[str]) -> MapGraph[N, E]:
        """The map of these ``areas`` and the connections among them.

        Raises:
            UnknownName: there is no such area.
        """
        kept = set(areas)
        self._check(*kept)
        return MapGraph(
            {area: data for area, data in self.areas.items() if area in kept},
            [(one, other, data) for one, other, data in self.edges() if one in kept and other in kept],
        )
