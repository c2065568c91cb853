"""Boards in text: wrapped tables and frames, and parts of a board."""

from navalcore.boards._text import changed_parts, columns, framed, parts_with, ruled_table, side_by_side, wrapped

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
