"""Arcs around a ship: each other hex lies in exactly one, whoever keeps the border lines."""

from __future__ import annotations

from itertools import permutations
from math import atan2, degrees

import pytest

from navalcore.components import Arcs, Bearing, Hex, HexMap
from navalcore.errors import BadData, UnknownName

BOARDS = [HexMap(9, 9), HexMap(9, 9, top="pointed")]
CENTRE = "0505"
SIXTHS = {name: (2 * number - 1, 2 * number + 1) for number, name in enumerate("ABCDEF")}
DIVISIONS = [
    Arcs.broadsides().arcs,
    Arcs.broadsides(bow=4).arcs,
    Arcs.broadsides(bow=6, stern=4).arcs,
    {"starboard": (0, 6), "port": (6, 12)},
    {"ahead": (-3, 3), "astern": (3, 9)},
    {"bow": (-2, 1), "rest": (1, -2)},
]


@pytest.mark.parametrize("board", BOARDS, ids=["flat", "pointed"])
@pytest.mark.parametrize("arcs", DIVISIONS, ids=str)
def test_each_other_hex_is_in_exactly_one_arc_under_every_precedence(board, arcs):
    for precedence in permutations(arcs):
        division = Arcs(arcs, precedence)
        for facing in Bearing:
            parts = [division.hexes(board, CENTRE, facing, name, 3) for name in arcs]
            assert sorted(found for part in parts for found in part) == sorted(set(board.area(CENTRE, 3)) - {CENTRE})


@pytest.mark.parametrize("board", BOARDS, ids=["flat", "pointed"])
@pytest.mark.parametrize("arcs", [*DIVISIONS, SIXTHS], ids=str)
def test_arcs_are_what_a_protractor_shows_on_the_picture(board, arcs):
    """A hex off the border lines is in the arc whose angle holds it; one on a border line is in both beside it."""
    x, y = board.centre(CENTRE)
    division = Arcs(arcs)
    for facing in Bearing:
        for target in set(board) - {CENTRE}:
            x2, y2 = board.centre(target)
            shown = (degrees(atan2(x2 - x, y - y2)) - facing.value) % 360
            holding = {
                name
                for name, (first, last) in arcs.items()
                if (shown - 30 * first + 1e-6) % 360 <= 30 * ((last - first) % 12) + 2e-6
            }
            assert set(division.touching(board, CENTRE, facing, target)) == holding
            assert len(holding) == 1 or any(abs(shown - 30 * border) < 1e-6 for border in range(13))


def test_the_arc_named_first_keeps_the_border_line():
    board, arcs = BOARDS[0], {"bow": (-1, 1), "starboard": (1, 5), "stern": (5, 7), "port": (7, 11)}
    on_the_line = "0603"  # along the hexspine to the north-north-east of 0505
    assert board.azimuth(CENTRE, on_the_line) == 2
    for precedence in permutations(arcs):
        division = Arcs(arcs, precedence)
        kept = min("bow", "starboard", key=precedence.index)
        assert division.arc(board, CENTRE, Bearing.N, on_the_line) == kept
        assert division.touching(board, CENTRE, Bearing.N, on_the_line)[0] == kept
        assert set(division.touching(board, CENTRE, Bearing.N, on_the_line)) == {"bow", "starboard"}
    assert Arcs(arcs).arc(board, CENTRE, Bearing.N, on_the_line) == "bow", "else in the order of the arcs"
    assert Arcs.broadsides().arc(board, CENTRE, Bearing.N, on_the_line) == "starboard"


def test_a_ship_that_turns_takes_its_arcs_along():
    board, division = BOARDS[0], Arcs.broadsides()
    here = board.coordinates(CENTRE)
    for facing in Bearing:
        for target in set(board.area(CENTRE, 3)) - {CENTRE}:
            way = board.coordinates(target) - here
            turned = board.at(here + Hex(-way.r, way.q + way.r))
            assert turned is not None
            assert division.arc(board, CENTRE, facing.turned(2), turned) == division.arc(board, CENTRE, facing, target)


def test_a_mirror_swaps_port_and_starboard():
    board, division = BOARDS[0], Arcs.broadsides()
    swapped = {"port": "starboard", "starboard": "port", "bow": "bow", "stern": "stern"}
    for target in set(board.area(CENTRE, 3)) - {CENTRE}:
        way = board.coordinates(target) - board.coordinates(CENTRE)
        mirrored = board.at(board.coordinates(CENTRE) + Hex(-way.q, way.q + way.r))
        assert mirrored is not None
        arc = division.arc(board, CENTRE, Bearing.N, target)
        assert division.arc(board, CENTRE, Bearing.N, mirrored) == swapped[arc]


def test_bow_stern_and_broadsides_of_a_readable_example():
    board, division = BOARDS[0], Arcs.broadsides()
    seen = {target: division.arc(board, CENTRE, Bearing.ENE, target) for target in board.neighbours(CENTRE)}
    assert seen == {
        "0504": "port",
        "0604": "bow",
        "0605": "starboard",
        "0506": "starboard",
        "0405": "stern",
        "0404": "port",
    }


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: Arcs({"bow": (-1, 1), "rest": (2, -1)}),
            "the arc bow ends at 1, and rest, which follows it, begins at 2",
        ),
        (
            lambda: Arcs({"bow": (-1, 2), "rest": (1, -1)}),
            "the arc bow ends at 2, and rest, which follows it, begins at 1",
        ),
        (lambda: Arcs({"all": (0, 12)}), "there must be two arcs or more"),
        (lambda: Arcs({"all": (0, 0), "rest": (0, 0)}), "each arc must begin where the one before ends"),
        (lambda: Arcs({"a": (0, 6), "b": (6, 0)}, ["a"]), "the precedence a must name each of the arcs a, b once"),
        (lambda: Arcs({"a": (0, 6), "b": (6, 0)}, ["a", "a", "b"]), "must name each of the arcs a, b once"),
        (lambda: Arcs.broadsides(bow=3), "bow 3, stern 2: the widths must be even"),
        (lambda: Arcs.broadsides(stern=0), "bow 2, stern 0: the widths must be even"),
        (lambda: Arcs.broadsides(bow=6, stern=6), "10 or less together"),
    ],
)
def test_arcs_with_gaps_or_overlaps_are_refused(build, message):
    with pytest.raises(BadData, match=message):
        build()


def test_a_target_in_the_ships_own_hex_and_an_unknown_arc_are_refused():
    with pytest.raises(BadData, match="a hex is in no direction from itself"):
        Arcs.broadsides().arc(BOARDS[0], CENTRE, Bearing.N, CENTRE)
    with pytest.raises(UnknownName, match=r"there is no arc 'sterm'; did you mean stern\?"):
        Arcs.broadsides().hexes(BOARDS[0], CENTRE, Bearing.N, "sterm", 2)
