"""Hexes: coordinates, bearings, printed numbers, lines, threads, the edge of the map."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, isclose, sqrt

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from navalcore.components import Bearing, Hex, HexMap, ccrr, shortest_path
from navalcore.errors import BadData, UnknownName

HERE = Hex(0, 0)
NEAR = HERE.area(4)
far = st.integers(-10_000, 10_000)
hexes = st.builds(Hex, far, far)
near_hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))


def test_there_are_six_neighbours_and_rings_of_six_more_each_time():
    assert len(set(HERE.neighbours())) == 6
    assert [len(set(HERE.ring(distance))) for distance in range(5)] == [1, 6, 12, 18, 24]
    assert HERE.ring(-1) == []
    assert len(set(HERE.area(4))) == 61
    assert all(HERE.distance(found) == 3 for found in HERE.ring(3))
    for distance in (1, 2, 5):
        ring = HERE.ring(distance)
        assert all(one.distance(other) == 1 for one, other in pairwise([*ring, ring[0]]))


def test_distance_equals_breadth_first_steps_on_the_plane():
    graph: nx.Graph[Hex] = nx.Graph()
    graph.add_edges_from((one, other) for one in HERE.area(8) for other in one.neighbours())
    steps = nx.single_source_shortest_path_length(graph, HERE)
    assert {found: HERE.distance(found) for found in NEAR} == {found: steps[found] for found in NEAR}


@given(hexes, hexes, hexes)
def test_distance_is_a_metric_on_the_whole_plane(one, other, third):
    assert one.distance(other) == other.distance(one)
    assert (one.distance(other) == 0) == (one == other)
    assert one.distance(third) <= one.distance(other) + other.distance(third)


@given(hexes, hexes, st.integers(-5, 5))
def test_hexes_are_added_like_ways(one, other, times):
    assert one + other - other == one
    assert one.q + one.r + one.s == 0
    assert one * times == (sum([one] * times, HERE) if times >= 0 else HERE - one * -times)


def _assert_a_course(line, one, other):
    assert len(line) == one.distance(other) + 1
    assert (line[0], line[-1]) == (one, other)
    assert all(before.distance(after) == 1 for before, after in pairwise(line))


def test_lines_have_one_hex_more_than_the_distance_and_adjacent_steps():
    for other in HERE.area(7):
        left, right = HERE.line(other), HERE.line(other, "right")
        _assert_a_course(left, HERE, other)
        _assert_a_course(right, HERE, other)
        assert other.line(HERE, "right") == left[::-1], "left and right change places on the way back"
        for one, another in zip(left, right, strict=True):
            assert one == another or (one.distance(another) == 1 and other.across(one) < 0 < other.across(another))


@given(near_hexes, near_hexes, st.sampled_from(["left", "right"]))
def test_long_lines_are_courses_too(one, other, ties):
    _assert_a_course(one.line(other, ties), one, other)


@given(near_hexes, near_hexes, st.integers(0, 5))
def test_lines_turn_with_the_plane_and_a_mirror_swaps_left_and_right(one, other, sixths):
    line = one.line(other)
    assert _turned(one, sixths).line(_turned(other, sixths)) == [_turned(passed, sixths) for passed in line]
    assert _mirrored(one).line(_mirrored(other), "right") == [_mirrored(passed) for passed in line]


def _turned(hex_: Hex, sixths: int) -> Hex:
    for _ in range(sixths):
        hex_ = Hex(-hex_.r, hex_.q + hex_.r)
    return hex_


def _mirrored(hex_: Hex) -> Hex:
    return Hex(-hex_.q, hex_.q + hex_.r)


def test_every_hex_of_a_line_is_as_near_to_it_as_any():
    """Held against the plane: the squared distance from the point of each step to every hex around."""
    for other in HERE.area(5):
        count = HERE.distance(other)
        for step, (left, right) in enumerate(zip(HERE.line(other), HERE.line(other, "right"), strict=True)):
            apart = {near: _apart(near, other, step, count or 1) for near in HERE.area(6)}
            assert {near for near in apart if apart[near] == min(apart.values())} == {left, right}


def _apart(near: Hex, way: Hex, step: int, count: int) -> int:
    """The squared distance, in a suitable unit, of a hex from the point ``step / count`` on the way."""
    q, r = near.q * count - way.q * step, near.r * count - way.r * step
    return q * q + q * r + r * r


def test_a_thread_passes_what_lies_nearest_along_it():
    """Held against the plane: many points along the way, none of them at a border that the way crosses."""
    points = 659
    for other in NEAR[1:]:
        stages: list[set[Hex]] = []
        for step in range(1, points, 5):
            apart = {near: _apart(near, other, step, points) for near in HERE.area(5)}
            least = min(apart.values())
            nearest = {near for near in apart if apart[near] == least}
            if not stages or stages[-1] != nearest:
                stages.append(nearest)
        assert [set(stage) for stage in HERE.thread(other)] == stages


def test_a_thread_along_a_hexspine_names_the_left_hex_first():
    assert HERE.thread(Hex(1, 1)) == [(HERE,), (Hex(1, 0), Hex(0, 1)), (Hex(1, 1),)]
    assert HERE.thread(Hex(2, 2))[3] == (Hex(2, 1), Hex(1, 2))
    assert HERE.thread(HERE) == [(HERE,)]


def test_a_thread_may_pass_more_hexes_than_a_line():
    """Three and one across: it enters the middle side between two hexes and cuts both."""
    assert HERE.thread(Hex(3, 1)) == [
        *((HERE,), (Hex(1, 0),)),
        *((Hex(1, 1),), (Hex(2, 0),)),
        *((Hex(2, 1),), (Hex(3, 1),)),
    ]
    assert len(HERE.line(Hex(3, 1))) == 5


@given(near_hexes, near_hexes)
def test_a_thread_is_the_same_from_both_ends(one, other):
    there, back = one.thread(other), other.thread(one)
    assert there == [stage[::-1] for stage in back[::-1]]
    assert {near for stage in there for near in stage} >= set(one.line(other)) | set(one.line(other, "right"))


def test_the_twelve_bearings_are_a_circle():
    assert [bearing.value for bearing in Bearing] == list(range(0, 360, 30))
    for bearing in Bearing:
        assert bearing.turned(12) is bearing
        assert (bearing.turned(1).value - bearing.value) % 360 == 30


def test_a_turn_given_in_degrees_is_refused_and_not_taken_for_whole_circles():
    with pytest.raises(BadData, match="-12 to 12 twelfths of a circle, not 60: 60 degrees are 2"):
        Bearing.N.turned(60)


@pytest.mark.parametrize(
    ("options", "centre", "around"),
    [
        ({}, "0305", ["0304", "0404", "0405", "0306", "0205", "0204"]),
        ({}, "0405", ["0404", "0505", "0506", "0406", "0306", "0305"]),
        ({"shoved": "odd"}, "0305", ["0304", "0405", "0406", "0306", "0206", "0205"]),
        ({"shoved": "odd"}, "0405", ["0404", "0504", "0505", "0406", "0305", "0304"]),
        ({"top": "pointed"}, "0305", ["0304", "0405", "0306", "0206", "0205", "0204"]),
        ({"top": "pointed"}, "0304", ["0403", "0404", "0405", "0305", "0204", "0303"]),
        ({"top": "pointed", "shoved": "odd"}, "0305", ["0404", "0405", "0406", "0306", "0205", "0304"]),
        ({"label": lambda column, row: ccrr(row, column)}, "0503", ["0403", "0404", "0504", "0603", "0502", "0402"]),
    ],
)
def test_neighbours_by_their_printed_numbers_clockwise_from_north(options, centre, around):
    assert list(HexMap(9, 9, **options).neighbours(centre)) == around


def test_numbers_that_run_from_the_south_up_or_from_the_east():
    up = HexMap(9, range(9, 0, -1))
    assert up.step("0305", Bearing.N) == "0306"
    assert up.step("0305", Bearing.ENE) == "0406", "column 4 is shoved south, so its hex 0406 lies beside 0305 and 0306"
    west = HexMap(range(9, 0, -1), 9)
    assert west.step("0305", Bearing.WSW) == "0405"
    assert west.step("0305", Bearing.WNW) == "0404"


@given(
    st.sampled_from(["flat", "pointed"]),
    st.sampled_from(["even", "odd"]),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(1, 25),
    st.integers(1, 25),
    st.booleans(),
    st.booleans(),
)
def test_every_hex_lies_where_its_printed_number_says(top, shoved, column, row, width, height, down, left):
    """The centres are worked out once more from the printed numbers alone."""
    columns, rows = range(column, column + width), range(row, row + height)
    board = HexMap(columns[::-1] if left else columns, rows[::-1] if down else rows, top=top, shoved=shoved)

    def centre(place: tuple[int, int]) -> tuple[float, float]:
        column, row = place
        east, south = board.columns.index(column), board.rows.index(row)
        number = column if top == "flat" else row
        half = 0.5 if (number % 2 == 0) == (shoved == "even") else 0
        return (east * sqrt(3) / 2, south + half) if top == "flat" else (east + half, south * sqrt(3) / 2)

    first_x, first_y = centre((board.columns[0], board.rows[0]))
    assert len(board) == width * height
    for space in board:
        x, y = centre(board.place(space))
        found_x, found_y = board.centre(space)
        assert isclose(found_x, x - first_x, abs_tol=1e-9)
        assert isclose(found_y, y - first_y, abs_tol=1e-9)
        assert board.at(board.coordinates(space)) == space


def _degrees(board: HexMap[str], one: str, other: str) -> float:
    (x, y), (x2, y2) = board.centre(one), board.centre(other)
    return degrees(atan2(x2 - x, y - y2)) % 360


@pytest.mark.parametrize("top", ["flat", "pointed"])
def test_bearings_are_what_a_compass_shows_on_the_picture(top):
    board = HexMap(7, 7, top=top)
    for one in board:
        x, y = board.centre(one)
        for corner, (x2, y2) in zip(board.corners, board.outline(one), strict=True):
            assert isclose(degrees(atan2(x2 - x, y - y2)) % 360, corner.value, abs_tol=1e-6)
        for side in board.directions:
            if (there := board.step(one, side)) is not None:
                assert isclose((_degrees(board, one, there) - side.value + 180) % 360, 180, abs_tol=1e-6)
        for other in set(board) - {one}:
            shown = _degrees(board, one, other)
            twelfth = round(shown / 30)
            exact = isclose(shown, twelfth * 30, abs_tol=1e-6)
            assert board.azimuth(one, other) == (twelfth * 2 % 24 if exact else int(shown // 30) * 2 + 1)


def test_no_hex_lies_in_a_direction_from_itself():
    with pytest.raises(BadData, match="a hex is in no direction from itself"):
        HexMap(3, 3).azimuth("0202", "0202")


def test_a_step_leads_through_a_side_and_not_through_a_corner():
    assert HexMap(9, 9).step("0305", Bearing.N) == "0304"
    with pytest.raises(UnknownName, match="W leads through a corner of these hexes; their sides are N, ENE, ESE, S"):
        HexMap(9, 9).step("0305", Bearing.W)
    assert HexMap(9, 9, top="pointed").step("0305", Bearing.W) == "0205"


def test_a_ship_leaves_the_map_over_the_sides_without_a_neighbour():
    board = HexMap(3, 3)
    assert board.step("0201", Bearing.N) is None
    assert board.at(Hex(9, 9)) is None


def test_threads_name_hexes_off_the_map_none():
    board = HexMap(3, 3)
    assert board.thread("0101", "0301") == [("0101",), (None, "0201"), ("0301",)]


def test_a_map_can_leave_out_hexes_of_its_rectangle():
    board = HexMap(3, 3, without=["0203", "0202"])
    assert "0202" not in board
    assert len(board) == 7
    assert board.neighbours("0201") == ("0301", "0302", "0102", "0101")
    assert shortest_path("0102", "0302", board.neighbours) == ["0102", "0201", "0302"]
    assert shortest_path("0103", "0303", board.neighbours) == ["0103", "0102", "0201", "0302", "0303"]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: HexMap(10**6, 10**6), "a map has at most 1,000,000 hexes, not 1,000,000 times 1,000,000"),
        (lambda: HexMap(0, 3), "a map needs at least one hex"),
        (lambda: HexMap(1, 1, without=["0101"]), "a map needs at least one hex"),
        (lambda: HexMap(range(0, 9, 2), 3), r"columns \[0, 2, 4\]... skip numbers"),
        (lambda: HexMap(3, range(9, 0, -3)), r"rows \[9, 6, 3\]... skip numbers"),
        (lambda: HexMap(3, 3, without=["0304"]), "without names '0304', but there is no such hex"),
        (lambda: HexMap(2, 2, label=lambda column, row: column), r"hexes \(1, 1\) and \(1, 2\) are both labelled 1"),
    ],
)
def test_a_map_that_cannot_be_is_refused(build, message):
    with pytest.raises(BadData, match=message):
        build()


def test_printed_numbers_have_two_digits_for_column_and_row():
    assert ccrr(3, 12) == "0312"


def test_a_bearing_reads_in_texts_as_it_is_printed_on_a_compass() -> None:
    assert f"turn to the {Bearing.ESE}" == "turn to the ESE"
