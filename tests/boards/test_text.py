"""Boards in text: wrapped tables and frames, and parts of a board."""

import pytest

from navalcore.boards import (
    changed_parts,
    columns,
    framed,
    in_columns,
    parts_with,
    ruled_table,
    side_by_side,
    tiled_text,
    wrapped,
)
from navalcore.components import Grid, HexMap

SEA = "Round 1\nAxis 0\n\nspace  units\n-----  -----\nSz1    1 boat\nSz2    -"


def test_a_table_gives_way_where_it_is_widest_and_stays_a_table() -> None:
    rows = [("Sz1", ", ".join(["England", "Norway"] * 5), "-"), ("Sz2", "Iceland", "2 destroyers")]
    text = ruled_table(["zone", "next to", "units"], rows, 40)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[1].replace(" ", "") == "-" * len(lines[1].replace(" ", ""))
    assert [line.split()[0] for line in lines if not line.startswith((" ", "-"))] == ["zone", "Sz1", "Sz2"]
    assert " ".join(text.split()).count("England") == 5
    assert ruled_table(["zone"], [("Sz1",)]) == ruled_table(["zone"], [("Sz1",)], 80)


def test_a_frame_is_no_wider_than_it_may_be() -> None:
    text = framed("hand  " + ", ".join(["Depth Charges"] * 8), "convoy", 60)
    assert {len(line) for line in text.splitlines()} == {max(map(len, text.splitlines()))}
    assert max(map(len, text.splitlines())) <= 60
    assert text.count("Depth") == text.count("Charges") == 8


def test_long_lines_go_on_further_in_and_empty_ones_stay() -> None:
    assert wrapped("a bb ccc\n\nd", 6) == "a bb\n  ccc\n\nd"
    assert wrapped(" a b  \n   \nc\td", 20) == " a b\n\nc       d", "blanks at the end and tabs go"


def test_blocks_stand_beside_each_other_while_there_is_room() -> None:
    assert side_by_side("aaa\na", "bbb", width=9) == columns("aaa\na", "bbb")
    assert side_by_side("aaa", "bbb", width=8) == "aaa\n\nbbb"


def test_only_new_rows_are_shown_and_a_table_keeps_its_heading() -> None:
    after = SEA.replace("Sz2    -", "Sz2    1 boat").replace("Axis 0", "Axis 3")
    assert changed_parts(SEA, after) == "Axis 3\n\nspace  units\n-----  -----\nSz2    1 boat"
    assert changed_parts(SEA, SEA) == ""


def test_what_is_drawn_is_shown_whole_when_anything_of_it_changes() -> None:
    chart = "    1 2\n11  . ~\n12  C ."
    assert changed_parts(f"Turn 1\n\n{chart}", f"Turn 1\n\n{chart.replace('C', 'B')}") == chart.replace("C", "B")
    frame = "Deck 8\n" + framed("hand  Dive")
    assert changed_parts(frame, frame.replace("8", "7")) == frame.replace("8", "7")


def test_a_wrapped_row_is_one_row() -> None:
    table = ruled_table(["zone", "units"], [("Sz1", "1 boat, 2 destroyers, 3 transports"), ("Sz2", "-")], 26)
    (_, _, first, second, third, _) = table.splitlines()
    assert parts_with(table, "sz1").splitlines()[2:] == [first, second, third]
    assert parts_with(table, "no such") == ""
    assert parts_with(SEA, "boat") == "space  units\n-----  -----\nSz1    1 boat"


def test_as_many_columns_as_there_is_room_for_share_the_width_and_are_read_across() -> None:
    # Columns of 10 or more with 2 between: three in 34 to 45, where each has (34 + 2) / 3 - 2 = 10.
    assert in_columns(["one", "two", "three", "four"], 34, 10, gap=2) == "one         two         three\nfour"
    assert in_columns(["one", "two", "three"], 33, 10, gap=2) == "one              two\nthree"
    assert in_columns(["one", "two"], 4, 10, gap=2) == "one\ntwo", "at least one"


def test_a_block_without_lines_has_no_width() -> None:
    assert side_by_side("", "port", width=7, gap=3) == "   port"
    assert side_by_side("", "port", width=6, gap=3).endswith("\n\nport")


@pytest.mark.parametrize(("text", "title"), [("abc abc abc", ""), ("a", "map"), ("a long line", "map")])
def test_a_frame_is_closed_on_all_sides_and_within_its_width(text: str, title: str) -> None:
    lines = framed(text, title, 10).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 10
    assert title in lines[0]
    assert {line[0] + line[-1] for line in lines[1:-1]} == {"||"}
    assert lines[0].startswith("+-")
    assert lines[-1] == f"+{'-' * (len(lines[0]) - 2)}+"


def test_a_map_in_text_has_every_space_on_a_line_of_its_own_height() -> None:
    assert tiled_text(Grid(2, 3), lambda space: "x" if space == 102 else ".", 2) == ". . .\n. . x"
    text = tiled_text(HexMap(2, 2, top="pointed"), str, 4)
    assert text == "0101    0201\n    0102    0202"
