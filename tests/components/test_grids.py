"""Square grids: directions, symmetry, distances, lines and ways under a condition."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from navalcore.components import Direction, Grid, reach, rrcc, shortest_path
from navalcore.errors import BadData, UnknownName

GRID = Grid(range(11, 31), range(11, 29))
squares = st.sampled_from(GRID.spaces)
directions = st.sampled_from(list(Direction))


@st.composite
def small_grids(draw: st.DrawFn) -> Grid[int]:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    first = draw(st.integers(0, 20))
    return Grid(range(first, first + rows), columns)


def queen_graph(grid: Grid[int], allowed: set[int]) -> nx.Graph[int]:
    """The squares as a graph, built from coordinates alone."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(allowed)
    for one in allowed:
        for other in allowed:
            (r, c), (r2, c2) = divmod(one, 100), divmod(other, 100)
            if one != other and abs(r - r2) <= 1 and abs(c - c2) <= 1:
                graph.add_edge(one, other)
    return graph


def test_the_compass_goes_clockwise_and_north_is_up():
    assert [way.name for way in Direction] == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    assert GRID.step(1622, Direction.N) == 1522
    assert GRID.step(1622, Direction.SW) == 1721
    assert [GRID.step(1622, way) for way in Direction] == [1522, 1523, 1623, 1723, 1722, 1721, 1621, 1521]


@given(directions, st.integers(-20, 20))
def test_turning_is_a_circle_of_eight(way, eighths):
    assert way.turned(eighths).turned(-eighths) is way
    assert way.turned(8) is way
    south, east = way.value
    assert way.turned(4).value == (-south, -east)


@given(squares, directions)
def test_a_step_and_the_step_back_cancel(square, way):
    after = GRID.step(square, way)
    if after is None:
        row, column = GRID.place(square)
        assert rrcc(row + way.value[0], column + way.value[1]) not in GRID
    else:
        assert GRID.step(after, way.turned(4)) == square


@given(small_grids())
def test_neighbours_are_symmetric_and_as_many_as_the_edge_allows(grid):
    graph = queen_graph(grid, set(grid.spaces))
    for square in grid:
        assert set(grid.neighbours(square)) == set(graph[square])
        assert len(set(grid.neighbours(square))) == len(grid.neighbours(square))
        assert all(square in grid.neighbours(other) for other in grid.neighbours(square))
    assert len(grid) == len(grid.rows) * len(grid.columns)


def test_inner_squares_have_eight_neighbours_edges_five_corners_three():
    counts = sorted(len(GRID.neighbours(square)) for square in GRID)
    assert counts == [3] * 4 + [5] * (2 * 18 + 2 * 16) + [8] * (18 * 16)


@given(squares, squares, squares)
def test_distance_is_a_metric_and_equals_the_shortest_way(one, other, third):
    assert GRID.distance(one, other) == GRID.distance(other, one)
    assert (GRID.distance(one, other) == 0) == (one == other)
    assert GRID.distance(one, third) <= GRID.distance(one, other) + GRID.distance(other, third)
    way = shortest_path(one, other, GRID.neighbours)
    assert way is not None
    assert len(way) == GRID.distance(one, other) + 1
    assert all(b in GRID.neighbours(a) for a, b in pairwise(way))


@given(st.data(), small_grids())
def test_ways_and_reach_under_a_condition_agree_with_networkx(data, grid):
    sea = data.draw(st.sets(st.sampled_from(grid.spaces)))
    start, goal = data.draw(st.sampled_from(grid.spaces)), data.draw(st.sampled_from(grid.spaces))
    steps = data.draw(st.integers(-1, 6))
    graph = queen_graph(grid, sea | {start})
    distances = nx.single_source_shortest_path_length(graph, start)

    def around(square: int) -> list[int]:
        return [near for near in grid.neighbours(square) if near in sea]

    way = shortest_path(start, goal, around)
    if goal in distances:
        assert way is not None
        assert (way[0], way[-1], len(way)) == (start, goal, distances[goal] + 1)
        assert set(way[1:]) <= sea
        assert all(b in grid.neighbours(a) for a, b in pairwise(way))
    else:
        assert way is None
    assert reach(start, steps, around) == {
        square: distance for square, distance in distances.items() if distance <= steps
    }


@given(squares, st.integers(0, 4))
def test_without_conditions_the_reach_is_a_box(square, steps):
    row, column = divmod(square, 100)
    box = {rrcc(row + down, column + right) for down in range(-steps, steps + 1) for right in range(-steps, steps + 1)}
    near = reach(square, steps, GRID.neighbours)
    assert set(near) == box & set(GRID)
    assert list(near.values()) == sorted(near.values())


def test_labels_can_be_anything_and_must_differ():
    chess = Grid(8, 8, lambda row, column: f"{'abcdefgh'[column]}{8 - row}")
    assert chess.spaces[0] == "a8"
    assert chess.step("e2", Direction.N) == "e3"
    assert chess.place("h1") == (7, 7)
    with pytest.raises(BadData, match=r"squares \(0, 0\) and \(0, 1\) are both labelled same"):
        Grid(2, 2, lambda row, column: "same")
    with pytest.raises(BadData, match="at least one row"):
        Grid(0, 5)
    with pytest.raises(BadData, match="are both labelled 100"):
        Grid(2, 101, rrcc)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: GRID.place(1631),
        lambda: GRID.neighbours(1631),
        lambda: GRID.step(1631, Direction.N),
        lambda: GRID.distance(1628, 1631),
    ],
)
def test_an_unknown_square_is_named_with_close_matches(ask):
    with pytest.raises(UnknownName, match="there is no square 1631; did you mean"):
        ask()


def test_squares_outside_are_known_to_be_outside():
    assert 1631 not in GRID
    assert 1628 in GRID
