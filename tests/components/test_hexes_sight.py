"""Lines of sight over hexes: symmetric, and strict or lenient along hexspines."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings, strategies as st

from navalcore.components import HexMap, blockers, in_sight
from navalcore.errors import BadData

BOARDS = [HexMap(6, 5), HexMap(5, 6, top="pointed", shoved="odd")]
LARGE = HexMap(40, 40)
boards = st.sampled_from(BOARDS)
spines = st.sampled_from(["both", "either"])


@settings(max_examples=20)
@given(st.data(), boards, spines)
def test_who_sees_is_seen_over_all_hexes_of_a_small_map(data, board, spine):
    land = data.draw(st.sets(st.sampled_from(board.spaces)))
    for one in board:
        for other in board:
            there = blockers(board, one, other, land.__contains__, spine)
            back = blockers(board, other, one, land.__contains__, spine)
            assert set(there) == set(back)
            assert set(there) <= land - {one, other}
            assert in_sight(board, one, other, land.__contains__, spine) == (not there)


@given(st.data(), st.sampled_from(LARGE.spaces), st.sampled_from(LARGE.spaces), spines)
def test_who_sees_is_seen_far_away(data, one, other, spine):
    passed = sorted({near for stage in LARGE.thread(one, other) for near in stage if near is not None})
    land = data.draw(st.sets(st.sampled_from(passed), max_size=3))
    there = in_sight(LARGE, one, other, land.__contains__, spine)
    assert there == in_sight(LARGE, other, one, land.__contains__, spine)


@settings(max_examples=15)
@given(st.data(), boards)
def test_more_land_and_the_stricter_rule_never_show_more(data, board):
    land = data.draw(st.sets(st.sampled_from(board.spaces)))
    less = data.draw(st.sets(st.sampled_from(sorted(land)))) if land else set()
    for one in board:
        for other in board:
            if in_sight(board, one, other, land.__contains__, "either"):
                assert in_sight(board, one, other, land.__contains__, "both")
            for spine in ("both", "either"):
                if in_sight(board, one, other, land.__contains__, spine):
                    assert in_sight(board, one, other, less.__contains__, spine)


@pytest.mark.parametrize("board", BOARDS, ids=["flat", "pointed"])
@pytest.mark.parametrize("spine", ["both", "either"])
def test_neighbours_see_each_other_through_anything_and_all_hexes_over_open_sea(board, spine):
    for one in board:
        assert all(in_sight(board, one, other, lambda _: False, spine) for other in board)
        assert all(in_sight(board, one, other, lambda _: True, spine) for other in (one, *board.neighbours(one)))


@pytest.mark.parametrize("board", BOARDS, ids=["flat", "pointed"])
def test_with_land_everywhere_nothing_beyond_the_neighbours_is_seen_but_past_the_edge_of_the_map(board):
    for one in board:
        for other in board:
            seen = in_sight(board, one, other, lambda _: True)
            past_the_edge = any(None in stage for stage in board.thread(one, other))
            assert seen == (board.distance(one, other) <= 1 or (past_the_edge and board.distance(one, other) == 2))
            assert board.distance(one, other) <= 1 or not in_sight(board, one, other, lambda _: True, "either")


def test_a_hexspine_blocks_if_both_do_or_if_either_does():
    board = HexMap(12, 9)
    assert board.thread("0305", "0505") == [("0305",), ("0404", "0405"), ("0505",)]
    for land, both, either in (
        ({"0404"}, True, False),
        ({"0405"}, True, False),
        ({"0404", "0405"}, False, False),
        ({"0304", "0406"}, True, True),
    ):
        assert in_sight(board, "0305", "0505", land.__contains__) is both
        assert in_sight(board, "0305", "0505", land.__contains__, "either") is either


def test_land_on_opposite_sides_of_two_hexspines_does_not_add_up():
    board, land = HexMap(12, 9), {"0404", "0605"}
    assert board.thread("0305", "0705") == [
        *(("0305",), ("0404", "0405"), ("0505",)),
        *(("0604", "0605"), ("0705",)),
    ]
    assert in_sight(board, "0305", "0705", land.__contains__)
    assert blockers(board, "0705", "0305", land.__contains__, "either") == ("0605", "0404")


def test_blockers_are_named_nearest_first_and_the_ends_never_block():
    board, land = HexMap(12, 9), {"0309", "0307", "0305", "0302", "0301"}
    assert blockers(board, "0309", "0301", land.__contains__) == ("0307", "0305", "0302")
    assert blockers(board, "0301", "0309", land.__contains__) == ("0302", "0305", "0307")


def test_a_hex_that_the_thread_cuts_a_little_blocks():
    """Three columns east: in the middle the thread crosses the side between 0606 and 0706, and cuts both."""
    board = HexMap(12, 9)
    assert board.thread("0505", "0807") == [("0505",), ("0605",), ("0606",), ("0706",), ("0707",), ("0807",)]
    assert not in_sight(board, "0505", "0807", {"0606"}.__contains__)
    assert not in_sight(board, "0505", "0807", {"0706"}.__contains__)


def test_another_rule_for_hexspines_is_refused():
    with pytest.raises(BadData, match="spine is 'left'; it must be 'both' or 'either'"):
        blockers(BOARDS[0], "0101", "0102", lambda _: False, cast(Any, "left"))
