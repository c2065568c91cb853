"""What maps of squares and of hexes share: the same laws hold for both."""

from __future__ import annotations

from itertools import pairwise
from math import dist, isclose
from typing import Any

import networkx as nx
import pytest

from navalcore.components import Direction, Grid, HexMap, TiledMap, ccrr, reach, shortest_path
from navalcore.errors import UnknownName

MAPS: dict[str, TiledMap[Any, Any]] = {
    "squares": Grid(range(11, 15), range(21, 26)),
    "flat hexes": HexMap(5, 4),
    "flat hexes, odd shoved": HexMap(5, 4, shoved="odd"),
    "pointed hexes": HexMap(4, 5, top="pointed"),
    "pointed hexes, odd shoved": HexMap(4, 5, top="pointed", shoved="odd"),
    "row first, from the south up": HexMap(5, range(4, 0, -1), label=lambda column, row: ccrr(row, column)),
    "from the east": HexMap(range(12, 7, -1), range(3, 7)),
    "one hex": HexMap(1, 1),
}


@pytest.fixture(params=MAPS)
def board(request: pytest.FixtureRequest) -> TiledMap[Any, Any]:
    return MAPS[request.param]


def test_distance_is_a_metric(board):
    for one in board:
        for other in board:
            assert board.distance(one, other) == board.distance(other, one)
            assert (board.distance(one, other) == 0) == (one == other)
            for third in board:
                assert board.distance(one, third) <= board.distance(one, other) + board.distance(other, third)


def test_distance_equals_the_steps_of_a_breadth_first_search(board):
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(board)
    graph.add_edges_from((one, other) for one in board for other in board.neighbours(one))
    for one, distances in nx.all_pairs_shortest_path_length(graph):
        assert {other: board.distance(one, other) for other in board} == distances
        assert reach(one, 20, board.neighbours) == distances
        for other in board:
            way = shortest_path(one, other, board.neighbours)
            assert way is not None
            assert len(way) == distances[other] + 1
            assert all(after in board.neighbours(before) for before, after in pairwise(way))


def test_areas_are_the_spaces_within_that_distance(board):
    for space in board:
        for distance in range(-1, 7):
            area = board.area(space, distance)
            assert sorted(area) == sorted(other for other in board if board.distance(space, other) <= distance)


def test_a_step_leads_to_a_neighbour_or_off_the_map(board):
    for space in board:
        onward = {direction: board.step(space, direction) for direction in board.directions}
        assert board.neighbours(space) == tuple(there for there in onward.values() if there is not None)
        for direction, there in onward.items():
            if there is not None:
                assert board.step(there, direction.turned(4 if direction in Direction else 6)) == space


def test_printed_names_are_read_as_they_are_written(board):
    assert len(set(map(board.name, board))) == len(board)
    for space in board:
        assert board.parse(board.name(space)) == space
        assert board.parse(f"  {board.name(space)} ") == space
        assert board.parse(board.name(space).lstrip("0")) == space
        assert board.place(space) in {(low, high) for low in range(1, 27) for high in range(1, 27)}


def test_a_name_that_fits_two_spaces_loosely_must_be_written_exactly():
    board = Grid(1, 3, lambda row, column: ("a1", "A1", "b1")[column])
    assert (board.parse("a1"), board.parse("A1"), board.parse("B1")) == ("a1", "A1", "b1")
    board = Grid(1, 2, lambda row, column: ("x1", "0X1")[column])
    with pytest.raises(UnknownName, match="there is no square '00x1'; did you mean"):
        board.parse("00x1")


def test_the_square_0_is_written_with_a_0_and_not_with_nothing():
    board = Grid(3, 3)
    assert (board.parse("0"), board.parse("000"), board.parse("002")) == (0, 0, 2)
    with pytest.raises(UnknownName, match="there is no square ''"):
        board.parse(" ")


def test_an_unknown_name_is_refused_with_close_ones():
    with pytest.raises(UnknownName, match=r"there is no hex '0506'; did you mean .*0505"):
        HexMap(5, 5).parse("0506")


def test_spaces_that_share_a_side_are_one_apart_in_a_picture(board):
    for space in board:
        for other in board:
            sides = set(_rounded(board.outline(space))) & set(_rounded(board.outline(other)))
            apart = dist(board.centre(space), board.centre(other))
            assert (len(sides) == 2) == isclose(apart, 1)
            assert space == other or apart > 0.99


def test_outlines_go_clockwise_round_the_centre(board):
    for space in board:
        x, y = board.centre(space)
        corners = board.outline(space)
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            # South is down, so clockwise turns are above 0.
            assert (x1 - x) * (y2 - y) - (y1 - y) * (x2 - x) > 0


def _rounded(corners):
    return [(round(x, 6), round(y, 6)) for x, y in corners]


@pytest.mark.parametrize(
    "ask",
    [
        lambda board: board.place("0909"),
        lambda board: board.name("0909"),
        lambda board: board.coordinates("0909"),
        lambda board: board.neighbours("0909"),
        lambda board: board.step("0909", board.directions[0]),
        lambda board: board.distance("0101", "0909"),
        lambda board: board.area("0909", 1),
        lambda board: board.thread("0909", "0101"),
        lambda board: board.azimuth("0101", "0909"),
        lambda board: board.centre("0909"),
        lambda board: board.outline("0909"),
    ],
)
def test_an_unknown_hex_is_named_with_what_is_known(ask):
    with pytest.raises(UnknownName, match=r"there is no hex '0909'; (did you mean|known are)"):
        ask(HexMap(5, 4, label=ccrr))
