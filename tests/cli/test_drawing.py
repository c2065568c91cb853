"""Boards as cells of a screen: which cells a shape has, and what is written in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from navalcore._cli.screen.drawing import UNLIT, Drawing, Form, Lights, Spot, draw, rows_needed
from navalcore.boards import Board, Disc, Label, Piece, Polygon, Rect, Region, Scene

NOBODY: frozenset[tuple[str, str] | str] = frozenset()


def scene_of(*regions: Region) -> Scene:
    return Scene("sea", "The sea", (100, 100), regions)


def drawn(
    *regions: Region, pieces: tuple[str, ...] = (), width: int = 10, height: int = 10, lit: Lights = UNLIT
) -> Drawing:
    """A scene of 100 by 100 with ships of these names in its first region."""
    lying = tuple(Piece(f"ship/{name.casefold()}", "ship", regions[0].id, name, name) for name in pieces)
    scene = scene_of(*regions)
    return draw(Board((scene,), lying), scene, width, height, lit)


@pytest.mark.parametrize(
    ("shape", "inside"),
    [
        (Rect(20, 0, 30, 100), lambda x, y: 20 <= x < 50),
        (Polygon(((0, 0), (100, 0), (0, 100))), lambda x, y: x + y < 100),
        (Disc(50, 50, 50), lambda x, y: (x - 50) ** 2 + (y - 50) ** 2 < 2500),
    ],
    ids=["a rectangle", "a triangle", "a disc"],
)
def test_a_shape_has_the_cells_whose_middles_lie_in_it(shape: Form, inside) -> None:
    cells = drawn(Region("area/land", "Land", shape, kind="land")).cells
    land = {
        (column, row) for row, line in enumerate(cells) for column, cell in enumerate(line) if cell.ground == "land"
    }
    middles = ((column, row) for column in range(10) for row in range(10))
    assert land == {(column, row) for column, row in middles if inside(10 * column + 5, 10 * row + 5)}


def test_a_region_smaller_than_a_cell_has_one_and_shows_as_much_as_goes_into_it() -> None:
    made = drawn(Region("area/rock", "Rock", Rect(52, 52, 1, 1)), pieces=("Hood",))
    assert made.text.split() == ["H"]
    assert made.spots[Spot("ship/hood", "area/rock")] == (5, 5)
    assert made.at(5, 5) == Spot("ship/hood", "area/rock")


def test_what_lies_beyond_the_last_line_can_still_be_pointed_at() -> None:
    made = drawn(Region("area/edge", "Edge", Rect(0, 96, 100, 4)), pieces=("Hood",))  # it begins at 9.6 lines of 10
    assert made.spots[Spot("ship/hood", "area/edge")] == (0, 9)


def test_pieces_stand_beside_each_other_and_go_on_in_the_next_line() -> None:
    sea = Region("zone/1", "Zone 1", Rect(0, 0, 100, 100))
    assert drawn(sea, pieces=("AB", "CD", "EF"), height=2).text == "AB CD EF\n"
    assert drawn(sea, pieces=("AB", "CD", "EF", "GH"), height=2).text == "AB CD EF\nGH"


def test_words_are_whole_as_long_as_there_is_room_for_all_of_them() -> None:
    sea = Region("zone/1", "Zone 1", Rect(0, 0, 100, 100))
    assert drawn(sea, pieces=("ABCDE", "FG"), width=8, height=1).text == "ABCDE FG"
    assert drawn(sea, pieces=("ABCDE", "FG"), width=7, height=1).text == "ABCD FG"


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("AB", "CD", "EF"), "AB +2"),  # the figure covers CD, so there are two that are not shown
        (("ABC", "DE"), "ABC+1"),
        (("129", "DE"), "   +2"),  # 129+1 would be one figure
        (("AB", *(f"S{number}" for number in range(12))), "AB+12"),
    ],
)
def test_where_there_is_no_room_the_rest_is_a_figure_that_counts_all_who_are_not_shown(
    pieces: tuple[str, ...], text: str
) -> None:
    assert drawn(Region("zone/1", "Zone 1", Rect(0, 0, 100, 100)), pieces=pieces, width=5, height=1).text == text


def test_pieces_stand_beneath_the_name_of_a_region_unless_that_stands_elsewhere() -> None:
    named = Region("zone/1", "Zone 1", Rect(0, 0, 100, 100), label="Z1")
    assert drawn(named, pieces=("Hood",), height=2).text == "Z1\nHood"
    elsewhere = Region("zone/1", "Zone 1", Rect(0, 0, 100, 100), label="Z1", label_at=(90, 90))
    assert drawn(elsewhere, pieces=("Hood",), height=2).text == "Hood\n        Z1"


def test_the_name_of_a_region_is_not_written_over_that_of_another() -> None:
    both = (Region(f"zone/{name.casefold()}", name, Rect(0, 0, 100, 100), label=name) for name in ("AB", "CD"))
    assert drawn(*both, height=1).text == "AB"


def test_a_name_ends_before_a_piece_that_is_in_its_way() -> None:
    sea = Region("zone/1", "Zone 1", Rect(50, 0, 50, 100))
    port = Region("port/1", "Port", Rect(0, 0, 1, 1), kind="port", label="Trondheim")
    assert drawn(sea, port, pieces=("Hood",), height=1).text == "Tron Hood"
    assert drawn(sea, replace(port, shape=Rect(20, 0, 1, 1)), pieces=("Hood",), height=1).text.split() == ["Hood"]


def test_a_name_begins_after_a_blank_where_a_piece_ends_just_before_it() -> None:
    pile = Region("discards", "The discard pile", Rect(0, 0, 50, 10), room=Rect(0, 0, 50, 10))
    deck = Region("deck", "The deck", Rect(50, 0, 50, 10), label="deck")
    scene = Scene("table", "The table", (100, 10), (pile, deck))
    board = Board((scene,), (Piece("card/1", "card", "discards", "Depth", "Depth"),))
    assert draw(board, scene, 10, 1).text == "Depth deck"


def test_words_about_the_table_stay_whole_where_counters_lie_in_the_same_row() -> None:
    regions = (Region("told", "Told", Rect(0, 0, 100, 5)), Region("pile", "Pile", Rect(0, 5, 100, 5)))
    pieces = (Piece("told/sunk", "text", "told", "3 of 4 sunk"), Piece("ship/hood", "ship", "pile", "Hood", "Hood"))
    scene = scene_of(*regions)
    for order in (pieces, pieces[::-1]):
        assert draw(Board((scene,), order), scene, 20, 4).text.split("\n")[0] == "3 of 4 sunk"


@pytest.mark.parametrize("height", range(20, 61))
def test_words_next_to_a_line_are_in_the_row_of_what_lies_in_it_however_high_the_drawing_is(height: int) -> None:
    lines = [Region(f"line/{number}", f"Line {number}", Rect(20, 5 * number, 80, 5)) for number in range(20)]
    labels = tuple(Label(f"n{number}", (0, 5 * number + 3.5), anchor="start") for number in range(20))
    scene = Scene("lists", "Lists", (100, 100), tuple(lines), labels)
    pieces = tuple(Piece(f"told/{number}", "text", f"line/{number}", f"of {number}") for number in range(20))
    told = [line.split() for line in draw(Board((scene,), pieces), scene, 20, height).text.splitlines() if line]
    assert told == [[f"n{number}", "of", str(number)] for number in range(20)]


def test_a_scene_needs_a_row_for_each_line_of_most_of_it() -> None:
    lines = [Region(f"line/{number}", f"Line {number}", Rect(0, 5 * number, 100, 5)) for number in range(10)]
    assert rows_needed(scene_of(*lines, Region("port", "Port", Rect(0, 60, 1, 1)))) == 20
    assert rows_needed(scene_of(*lines[:2], Region("sea", "Sea", Rect(0, 10, 100, 90)))) == 2
    assert rows_needed(scene_of()) == 1


def test_a_piece_is_lit_though_its_region_is_not_and_a_region_lights_what_lies_in_it() -> None:
    sea = Region("zone/1", "Zone 1", Rect(0, 0, 100, 100))
    may_act = Lights(frozenset({"ship/hood"}), NOBODY, frozenset())
    lights = [cell.light for cell in drawn(sea, pieces=("Hood",), height=1, lit=may_act).cells[0]]
    assert lights == ["who"] * 4 + [""] * 6
    reached = Lights(NOBODY, frozenset({"zone/1"}), frozenset())
    assert {cell.light for cell in drawn(sea, pieces=("Hood",), height=1, lit=reached).cells[0]} == {"where"}
