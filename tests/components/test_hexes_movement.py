"""Movement over hexes with facing and turning costs, compared with searches by brute force."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any, TypeAlias, cast

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from navalcore.components import Bearing, Grid, HexMap, HexMovement, Position, affordable, cheapest_path
from navalcore.errors import BadData, UnknownName

BOARD = HexMap(5, 5, without=["0302"])
POINTED = HexMap(4, 5, top="pointed")
LARGE = HexMap(30, 30)


Track: TypeAlias = tuple[str, Bearing, str | None]
"""Where an order was carried out, the facing after it, and where it led: None off the map."""


def sail(board: HexMap[str], start: Position[str], orders: str, twelfths: int = 2) -> list[Track] | None:
    """Carry out orders one by one: (a)head, or to the left of a corner, (b) to its right, (l)eft, (r)ight."""
    space, facing = start
    tracks: list[Track] = []
    for order in orders:
        if order in "ab":
            onward = board.ahead(space, facing)
            if len(onward) == 1 and order == "b":
                return None
            there = onward["ab".index(order)]
            tracks.append((space, facing, there))
            if there is None:
                return tracks
            space = there
        else:
            facing = facing.turned(twelfths if order == "r" else -twelfths)
            tracks.append((space, facing, space))
    return tracks


def turns_are_apart(orders: str, straight: int) -> bool:
    """Whether at least so many hexes are sailed between one turn and the next."""
    legs = orders.replace("r", "l").replace("b", "a").split("l")[1:-1]
    return all(len(leg) >= straight for leg in legs)


def by_brute_force(board, start, points, facings=6, straight=0):
    """Every position and exit that some list of orders, each for one point, leads to, with the fewest points."""
    found, left = {start: 0}, dict[Position[str], int]()
    for length in range(1, points + 1):
        for orders in map("".join, product("alr" if facings == 6 else "ablr", repeat=length)):
            tracks = sail(board, start, orders, 12 // facings)
            if tracks is None or len(tracks) < length or not turns_are_apart(orders, straight):
                continue
            before, facing, space = tracks[-1]
            if space is None:
                left.setdefault(Position(before, facing), length)
            else:
                found.setdefault(Position(space, facing), length)
    return found, left


@pytest.mark.parametrize("board", [BOARD, POINTED], ids=["flat", "pointed"])
@pytest.mark.parametrize("straight", [0, 1, 2])
def test_positions_and_exits_are_those_of_every_list_of_orders(board, straight):
    movement = HexMovement(board, straight=straight)
    for space in board.hexes[::3]:
        for facing in board.directions:
            start = Position(space, facing)
            found, left = by_brute_force(board, start, 4, straight=straight)
            assert movement.positions(start, 4) == found
            assert movement.exits(start, 4) == left


@pytest.mark.parametrize("straight", [0, 1])
def test_with_twelve_facings_a_ship_on_a_corner_enters_either_hex(straight):
    movement = HexMovement(BOARD, facings=12, straight=straight)
    for facing in Bearing:
        start = Position("0303", facing)
        found, left = by_brute_force(BOARD, start, 4, 12, straight)
        assert movement.positions(start, 4) == found
        assert movement.exits(start, 4) == left


@settings(max_examples=40)
@given(st.data(), st.integers(0, 3), st.integers(0, 2), st.integers(-1, 9))
def test_positions_with_costs_are_those_of_networkx(data, turn, straight, points):
    """The same movement as a graph of all states, searched with Dijkstra's algorithm by networkx."""
    hexes = st.sampled_from(BOARD.hexes)
    entering = data.draw(st.dictionaries(hexes, st.none() | st.integers(0, 4)))
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for space, facing, sailed in product(BOARD, BOARD.directions, range(straight + 1)):
        there = BOARD.step(space, facing)
        cost = entering.get(there, 1)
        if there is not None and cost is not None:
            graph.add_edge((space, facing, sailed), (there, facing, min(sailed + 1, straight)), weight=cost)
        if sailed >= straight:
            for turned in (2, -2):
                graph.add_edge((space, facing, sailed), (space, facing.turned(turned), 0), weight=turn)
    movement = HexMovement(BOARD, lambda _, there: entering.get(there, 1), turn=turn, straight=straight)
    start = Position(data.draw(hexes), data.draw(st.sampled_from(BOARD.directions)))
    sailed = data.draw(st.none() | st.integers(0, 3))
    source = (*start, straight if sailed is None else min(sailed, straight))
    expected: dict[Position[str], float] = {}
    if points >= 0:
        for (space, facing, _), spent in nx.single_source_dijkstra_path_length(graph, source, points).items():
            expected[Position(space, facing)] = min(spent, expected.get(Position(space, facing), spent))
    found = movement.positions(start, points, sailed)
    assert found == expected
    assert list(found.values()) == sorted(found.values())
    assert movement.spaces(start, points, sailed) == {
        space: min(spent for position, spent in expected.items() if position.space == space) for space, _ in expected
    }


@given(st.data(), st.integers(0, 3), st.integers(1, 2), st.sampled_from([6, 12]), st.integers(0, 9))
def test_a_path_keeps_to_the_rules_and_is_as_cheap_as_any(data, turn, straight, facings, points):
    shoal = data.draw(st.sets(st.sampled_from(BOARD.hexes)))

    def cost(_: str, there: str) -> int:
        return 3 if there in shoal else 1

    movement = HexMovement(BOARD, cost, turn=turn, facings=facings, straight=straight)
    start = Position(data.draw(st.sampled_from(BOARD.hexes)), data.draw(st.sampled_from(BOARD.directions)))
    goal = data.draw(st.sampled_from(BOARD.hexes))
    reached = movement.spaces(start, points)
    way = movement.path(start, goal, points)
    assert (way is None) == (goal not in reached)
    if way is None:
        return
    assert (way[0], way[-1].space) == (start, goal)
    spent = 0
    for before, after in pairwise(way):
        if before.space == after.space:
            assert abs(before.facing.turns_to(after.facing)) == 12 // facings
            spent += turn
        else:
            assert after.facing is before.facing
            assert after.space in BOARD.ahead(*before)
            spent += cost(before.space, after.space)
    assert spent == reached[goal]
    kinds = "".join("l" if before.space == after.space else "a" for before, after in pairwise(way))
    assert turns_are_apart(kinds, straight)
    assert movement.positions(start, points)[way[-1]] == spent
    exact = movement.path(start, way[-1], points)
    assert exact is not None
    assert exact[-1] == way[-1]


@given(st.sampled_from(LARGE.hexes), st.sampled_from(LARGE.hexes), st.sampled_from(LARGE.directions))
def test_without_a_price_on_turns_the_points_are_the_distance(one, other, facing):
    way = HexMovement(LARGE, turn=0).path(Position(one, facing), other)
    assert way is not None
    assert sum(before.space != after.space for before, after in pairwise(way)) == LARGE.distance(one, other)


def test_a_ship_that_must_sail_straight_on_first_remembers_what_it_sailed():
    movement = HexMovement(HexMap(9, 9), straight=2)
    start = Position("0505", Bearing.N)
    assert Position("0505", Bearing.ENE) in movement.positions(start, 1)
    assert Position("0504", Bearing.ENE) not in movement.positions(start, 3, sailed=0)
    assert Position("0503", Bearing.ENE) in movement.positions(start, 3, sailed=0)
    assert Position("0504", Bearing.ENE) in movement.positions(start, 3, sailed=1)


def test_the_points_of_turns_and_of_leaving_count():
    movement = HexMovement(HexMap(3, 3), turn=2, leave=3)
    start = Position("0201", Bearing.ENE)
    assert movement.exits(start, 3) == {}
    assert movement.exits(start, 4) == {Position("0301", Bearing.ENE): 4}
    assert movement.exits(start, 5) == {Position("0301", Bearing.ENE): 4, Position("0201", Bearing.N): 5}
    assert movement.exits(Position("0201", Bearing.N), 3) == {Position("0201", Bearing.N): 3}


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: HexMovement(BOARD, facings=cast(Any, 8)), BadData, "there are 8 facings; there must be 6"),
        (lambda: HexMovement(BOARD, turn=-1), BadData, "turn is -1; it must be 0 or more"),
        (lambda: HexMovement(BOARD, straight=-1), BadData, "straight is -1"),
        (lambda: HexMovement(BOARD, leave=-2), BadData, "leave is -2"),
        (
            lambda: HexMovement(BOARD).positions(Position("0303", Bearing.E), 3),
            BadData,
            "a ship in 0303 faces E; with 6 facings it faces one of N, ENE, ESE, S, WSW, WNW",
        ),
        (lambda: HexMovement(BOARD).positions(Position("0302", Bearing.N), 3), UnknownName, "there is no hex '0302'"),
        (lambda: HexMovement(BOARD).path(Position("0303", Bearing.N), "0302"), UnknownName, "there is no hex '0302'"),
        (
            lambda: HexMovement(BOARD, lambda *_: -1).positions(Position("0303", Bearing.S), 3),
            BadData,
            "costs -1; a move must cost 0 or more",
        ),
    ],
)
def test_movement_that_cannot_be_is_refused(ask, error, message):
    with pytest.raises(error, match=message):
        ask()


@settings(max_examples=40)
@given(st.data(), st.integers(-1, 8))
def test_points_serve_any_map_and_agree_with_networkx(data, points):
    board = Grid(4, 4)
    squares = st.sampled_from(board.squares)
    weights = data.draw(st.dictionaries(st.tuples(squares, squares), st.integers(0, 5)))
    graph: nx.DiGraph[int] = nx.DiGraph()
    for one in board:
        for other in board.neighbours(one):
            graph.add_edge(one, other, weight=weights.get((one, other), 1))

    def moves(here):
        return [(there, weights.get((here, there), 1)) for there in board.neighbours(here)]

    start, goal = data.draw(squares), data.draw(squares)
    lengths = nx.single_source_dijkstra_path_length(graph, start)
    expected = {place: spent for place, spent in lengths.items() if spent <= points}
    assert affordable(start, points, moves) == expected
    way = cheapest_path(start, lambda place: place == goal, moves, points)
    assert (way is None) == (goal not in expected)
    if way is not None:
        assert (way[0], way[-1]) == (start, goal)
        assert nx.path_weight(graph, way, "weight") == lengths[goal]
