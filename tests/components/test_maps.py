"""Maps of areas: typed data, neighbours, distances and ways compared with networkx."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, strategies as st

import navalcore
import navalcore.components
from navalcore.components import MapGraph, reach, shortest_path
from navalcore.errors import BadData, UnknownName


@dataclass(frozen=True, slots=True)
class Area:
    id: str
    shallow: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    a: str
    b: str
    kind: str = "sea"


AREAS = [Area("coral_sea", True), Area("solomons"), Area("marshalls"), Area("hawaii"), Area("lake", True)]
ROUTES = [
    Route("coral_sea", "solomons"),
    Route("marshalls", "solomons"),
    Route("marshalls", "hawaii"),
    Route("hawaii", "coral_sea", "air"),
]


def chart() -> MapGraph[Area, Route]:
    return MapGraph.from_rows(AREAS, ROUTES, lambda area: area.id, lambda route: (route.a, route.b))


@st.composite
def random_maps(draw: st.DrawFn) -> MapGraph[int, int]:
    names = draw(st.lists(st.text("abc", min_size=1, max_size=3), unique=True, min_size=1, max_size=9))
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] < pair[1])
    edges = draw(st.lists(pairs, unique=True, max_size=14)) if len(names) > 1 else []
    return MapGraph(
        {name: number for number, name in enumerate(names)},
        [(b, a, number) if number % 2 else (a, b, number) for number, (a, b) in enumerate(edges)],
    )


def test_areas_and_connections_keep_their_typed_data():
    sea = chart()
    assert sea["coral_sea"] == Area("coral_sea", True)
    assert sea.graph.nodes["solomons"]["data"] == Area("solomons")
    assert sea.graph.edges["solomons", "coral_sea"]["data"] == ROUTES[0]
    assert len(sea) == 5
    assert list(sea) == [area.id for area in AREAS]
    assert "lake" in sea
    assert "sea" not in sea


@given(random_maps())
def test_neighbours_are_sorted_symmetric_and_those_of_the_graph(graph):
    for area in graph:
        assert list(graph.neighbours(area)) == sorted(graph.graph[area])
        for neighbour in graph.neighbours(area):
            assert area in graph.neighbours(neighbour)
    assert len(list(graph.edges())) == graph.graph.number_of_edges()


@given(random_maps())
def test_distances_are_those_of_networkx_and_symmetric(graph):
    expected = dict(nx.all_pairs_shortest_path_length(graph.graph))
    for one in graph:
        for other in graph:
            if other in expected[one]:
                assert graph.distance(one, other) == graph.distance(other, one) == expected[one][other]
            else:
                with pytest.raises(UnknownName, match=f"no way from {one} to {other}"):
                    graph.distance(one, other)


@given(st.data(), random_maps())
def test_ways_and_reach_under_conditions_agree_with_networkx(data, graph):
    names = list(graph)
    start, goal = data.draw(st.sampled_from(names)), data.draw(st.sampled_from(names))
    allowed = data.draw(st.sets(st.sampled_from(names)))
    closed = data.draw(st.sets(st.integers(0, 14)))
    steps = data.draw(st.integers(-1, 5))
    open_graph: nx.Graph[Any] = nx.Graph()
    open_graph.add_nodes_from(allowed | {start})
    for a, b, number in graph.edges():
        if number not in closed and {a, b} <= allowed | {start}:
            open_graph.add_edge(a, b)
    distances = nx.single_source_shortest_path_length(open_graph, start)

    routes = {frozenset((a, b)): number for a, b, number in graph.edges()}

    def around(area: str) -> list[str]:
        near = graph.neighbours(area)
        return [each for each in near if each in allowed and routes[frozenset((area, each))] not in closed]

    way = shortest_path(start, goal, around)
    if goal in distances:
        assert way is not None
        assert (way[0], way[-1], len(way)) == (start, goal, distances[goal] + 1)
        assert nx.is_path(open_graph, way)
        assert tuple(way) == min(map(tuple, nx.all_shortest_paths(open_graph, start, goal)))
    else:
        assert way is None
    assert reach(start, steps, around) == {area: distance for area, distance in distances.items() if distance <= steps}


def test_ways_and_reach_of_a_readable_example():
    sea = chart()
    assert shortest_path("hawaii", "solomons", sea.neighbours) == ["hawaii", "coral_sea", "solomons"]
    deep = {area: [near for near in sea.neighbours(area) if not sea[near].shallow] for area in sea}
    assert shortest_path("hawaii", "solomons", deep.__getitem__) == ["hawaii", "marshalls", "solomons"]
    assert shortest_path("hawaii", "lake", sea.neighbours) is None
    assert reach("hawaii", 1, sea.neighbours) == {"hawaii": 0, "coral_sea": 1, "marshalls": 1}


@given(st.data(), random_maps())
def test_a_subgraph_keeps_the_data_and_only_the_connections_inside(data, graph):
    kept = data.draw(st.sets(st.sampled_from(list(graph))))
    part = graph.subgraph(kept)
    assert part.areas == {area: number for area, number in graph.areas.items() if area in kept}
    assert {frozenset((a, b)): number for a, b, number in part.edges()} == {
        frozenset((a, b)): number for a, b, number in graph.edges() if {a, b} <= kept
    }


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([("a", "bb", 0)], "the connection a - bb names the unknown area 'bb'; did you mean b?"),
        ([("a", "a", 0)], "the area 'a' is connected with itself"),
        ([("a", "b", 0), ("b", "a", 1)], "the connection b - a is there twice"),
    ],
)
def test_bad_connections_are_refused(edges, message):
    with pytest.raises(BadData) as error:
        MapGraph({"a": 0, "b": 1}, edges)
    assert str(error.value).startswith(message)


def test_an_area_given_twice_is_refused():
    with pytest.raises(BadData, match="the area 'lake' is there twice"):
        MapGraph.from_rows([*AREAS, Area("lake")], ROUTES, lambda area: area.id, lambda r: (r.a, r.b))


@pytest.mark.parametrize(
    "ask",
    [
        lambda sea: sea["solomon"],
        lambda sea: sea.neighbours("solomon"),
        lambda sea: sea.distance("hawaii", "solomon"),
        lambda sea: sea.subgraph(["hawaii", "solomon"]),
    ],
)
def test_an_unknown_area_is_named_with_close_matches(ask):
    with pytest.raises(UnknownName, match=r"there is no area 'solomon'; did you mean solomons\?"):
        ask(chart())


def test_the_parts_need_no_engine_and_all_but_the_map_neither_networkx_nor_pydantic():
    light = sorted(set(navalcore.components.__all__) - {"MapGraph"})
    script = (
        "import sys, types\n"
        "top = sys.modules['navalcore'] = types.ModuleType('navalcore')\n"
        f"top.__path__ = {list(navalcore.__path__)}\n"
        f"from navalcore.components import {', '.join(light)}\n"
        "print([name for name in ('networkx', 'pydantic', 'navalcore._rules') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout == "[]\n"


def test_every_public_name_exists_and_is_listed():
    for name in navalcore.components.__all__:
        found = getattr(navalcore.components, name)
        assert isinstance(found, str) or found.__name__ in (name, "Annotated")
        assert name in dir(navalcore.components)
    assert len(set(navalcore.components.__all__)) == len(navalcore.components.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Deckk'"):
        getattr(navalcore.components, "Deckk")  # noqa: B009
