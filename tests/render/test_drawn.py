"""What is drawn lies where its part says, and is as large as it says: worked out from the measures by hand."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from navalcore._picture import text_picture
from navalcore.boards import Palette, Picture
from navalcore.boards._parts import (
    Mark,
    badge,
    card,
    card_back,
    counter,
    damage_track,
    fitted,
    flat_stacks,
    legend,
    text_width,
)
from navalcore.boards._text import framed, in_columns, side_by_side
from navalcore.boards._tiled import TiledBoard
from navalcore.components import DamageTrack, HexMap
from navalcore.components._hexes import Bearing
from navalcore.errors import UnknownName

SVG = "{http://www.w3.org/2000/svg}"
Numbers = tuple[float, ...]


def sheet() -> Picture:
    return Picture(400, 300, "A sheet", background=None)


def drawn(picture: Picture, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture.as_svg()).iter(f"{SVG}{tag}"))


def numbers(element: ElementTree.Element, *names: str) -> Numbers:
    return tuple(float(element.get(name, "nan")) for name in names)


def boxes(picture: Picture) -> list[Numbers]:
    return [numbers(each, "x", "y", "width", "height") for each in drawn(picture, "rect")]


def points(element: ElementTree.Element) -> list[Numbers]:
    return [tuple(map(float, point.split(","))) for point in element.attrib["points"].split()]


# ---- parts ----------------------------------------------------------------------------------------------------------


def test_the_boxes_of_a_damage_track_stand_side_by_side_each_over_the_word_of_what_it_does() -> None:
    picture = sheet()
    damage_track(picture, 10, 20, DamageTrack(3, {2: "slowed"}, filled=1), width=30, height=16)
    assert boxes(picture) == [(10, 20, 30, 16), (43, 20, 30, 16), (76, 20, 30, 16)]
    (word,) = [each for each in drawn(picture, "text") if each.text == "slowed"]
    across, down, size = numbers(word, "x", "y", "font-size")
    assert (across, size) == pytest.approx((58, 0.31 * 30)), "in the middle of the second box"
    assert down == pytest.approx(20 + 16 + 1.2 * size, abs=0.01)


def test_a_card_has_its_stripe_within_its_edge_and_its_name_in_the_middle_of_the_rest() -> None:
    picture = sheet()
    card(picture, 100, 50, 61, 81, "Depth charge", size=11, stripe_height=10)
    assert boxes(picture) == [(100, 50, 61, 81), (106, 56, 49, 10)]
    assert [numbers(each, "rx")[0] for each in drawn(picture, "rect")] == [6, 3]
    first, second = (numbers(each, "x", "y") for each in drawn(picture, "text"))
    assert first[0] == second[0] == 130.5
    assert second[1] - first[1] == pytest.approx(1.2 * 11, abs=0.01)
    # Two lines of 13.2 between the stripe's lower edge (66) and the card's (131) leave 38.6: half of it is above.
    assert first[1] == pytest.approx(66 + 19.3 + 11, abs=0.01)


def test_a_badge_is_a_pill_around_its_point() -> None:
    picture = sheet()
    badge(picture, 100, 80, Mark("ULTRA", Palette.ALERT, "ULTRA"), size=10)
    ((left, top, width, height),) = boxes(picture)
    assert (left + width / 2, top + height / 2) == pytest.approx((100, 80))
    assert (width, height) == pytest.approx((text_width("ULTRA", 10, bold=True) + 8, 15), abs=0.01)
    assert numbers(drawn(picture, "rect")[0], "rx") == (7.5,)


def test_letters_stand_a_little_beneath_the_middle_of_their_counter_as_their_foot_does() -> None:
    picture = sheet()
    counter(picture, 10, 20, 30, Mark("B", Palette.AXIS, "Bismarck"))
    across, down, size = numbers(drawn(picture, "text")[0], "x", "y", "font-size")
    assert (across, size) == (25, 21)
    assert down == pytest.approx(35 + 0.36 * 21, abs=0.01)


def test_of_several_counters_in_a_flat_stack_one_shows_behind_to_the_lower_right() -> None:
    picture = sheet()
    flat_stacks(picture, {(10, 20): ["B"], (40, 60): ["C", "D"]}, fill=Palette.ALLIES, width=19, height=18)
    behind, front = (each.attrib["d"] for each in drawn(picture, "path"))
    assert behind == "M42 62h19v18h-19z"
    assert front == "M10 20h19v18h-19zM40 60h19v18h-19z"


def test_a_card_face_down_has_its_trim_five_within_its_edge() -> None:
    picture = sheet()
    card_back(picture, 100, 51, 60, 80)
    assert boxes(picture) == [(100, 51, 60, 80), (105, 56, 50, 70)]
    assert [numbers(each, "rx")[0] for each in drawn(picture, "rect")] == [6, 4]


def test_the_note_of_a_wide_counter_is_as_large_as_its_height_allows() -> None:
    picture = sheet()
    counter(picture, 0, 0, 30, Mark("Wahoo", Palette.ALLIES, "Wahoo", note="ready"), width=150)
    assert numbers(drawn(picture, "text")[1], "x", "font-size") == (75, 9), "three tenths of 30"


def test_a_single_letter_of_a_flat_stack_stands_in_the_middle_of_its_counter() -> None:
    picture = sheet()
    flat_stacks(picture, {(10, 20): ["B"]}, fill=Palette.ALLIES, width=19, height=18)
    # The letter is 0.72 of 18 high, 13, and 0.36 of that is half its width; its foot is 0.78 of 18 down.
    assert numbers(drawn(picture, "text")[0], "x", "y", "font-size") == (round(19.5 - 0.36 * 13), 34, 13)


def test_of_a_text_that_hardly_fits_one_letter_is_left() -> None:
    assert fitted("Convoy", 1, 10) == "C…"


def test_a_stack_of_many_is_three_counters_across_and_two_down() -> None:
    table = TiledBoard(HexMap(3, 3), 50)
    picture = sheet()
    table.stack(picture, "0202", [Mark(str(number), Palette.AXIS, f"ship {number}") for number in range(6)])
    assert len({left for left, *_ in boxes(picture)}) == 3
    assert len({top for _, top, *_ in boxes(picture)}) == 2


def test_the_words_of_a_legend_end_before_its_next_column() -> None:
    picture = sheet()
    legend(picture, 0, 0, [("#111111", "a convoy with neither escort nor air cover")], size=10, width=120)
    (words,) = drawn(picture, "text")
    assert words.text is not None
    assert words.text.endswith("…")
    assert numbers(drawn(picture, "rect")[0], "width", "height", "stroke-width") == (12, 10, 0.5)
    assert numbers(words, "x")[0] + text_width(words.text, 10) <= 120


def test_bold_letters_are_taken_to_be_a_sixth_wider() -> None:
    assert text_width("Hood", 12, bold=True) == pytest.approx(text_width("Hood", 12) * 7 / 6)


# ---- pictures -------------------------------------------------------------------------------------------------------


def test_an_arrow_s_head_is_as_wide_as_four_lines_and_reaches_almost_as_far_ahead() -> None:
    picture = sheet()
    picture.line([(0, 0), (6, 8)], line=5, arrow=True)
    # A line of 10 in the direction (0.6, 0.8): two lines' widths along it are (6, 8), and across it (-8, 6).
    assert points(drawn(picture, "polygon")[0]) == [(-2, 14), (14, 2), (16.8, 22.4)]


def test_a_line_that_begins_with_one_blank_keeps_it() -> None:
    picture = sheet()
    picture.text(0, 10, " Sz5")
    picture.text(0, 20, "Sz5 of")
    kept = "{http://www.w3.org/XML/1998/namespace}space"
    assert [each.get(kept) for each in drawn(picture, "text")] == ["preserve", None]


def test_an_outline_is_drawn_unless_it_is_none_or_has_no_width() -> None:
    picture = sheet()
    for stroke, line in (("#123456", 1), ("#123456", 3), ("none", 3), ("#123456", 0)):
        picture.rectangle(0, 0, 9, 9, stroke=stroke, line=line)
    assert [(each.get("stroke"), each.get("stroke-width")) for each in drawn(picture, "rect")] == [
        ("#123456", None),
        ("#123456", "3"),
        (None, None),
        (None, None),
    ]


def test_a_board_of_text_is_as_large_as_its_lines_with_a_margin_of_eight() -> None:
    picture = text_picture("sea sea\nport", "A board")
    assert (picture.width, picture.height) == (8 + 7 * 8 + 8, 8 + 2 * 16 + 8)
    assert [numbers(each, "x", "y") for each in drawn(picture, "text")] == [(8, 22), (8, 38)]


# ---- boards of hexes ------------------------------------------------------------------------------------------------


def test_a_counter_lies_in_the_middle_of_its_hex_and_one_with_a_bow_is_the_same_on_both_sides() -> None:
    table = TiledBoard(HexMap(3, 3), 50)
    x, y = table.centre("0202")
    picture = sheet()
    table.counter(picture, "0202", Mark("H", Palette.ALLIES, "Hood"), share=0.4)
    ((left, top, width, height),) = boxes(picture)
    assert (width, height) == (20, 20)
    assert (left, top) == pytest.approx((x - 10, y - 10), abs=0.06)
    ship = sheet()
    table.counter(ship, "0202", Mark("H", Palette.ALLIES, "Hood"), share=0.4, facing=Bearing.N)
    bow, *sides = points(drawn(ship, "polygon")[0])
    assert bow == pytest.approx((x, y - 0.95 * 20), abs=0.06), "north is up"
    starboard, port = sides[:2], sides[:1:-1]
    for (east, one), (west, other) in zip(starboard, port, strict=True):
        assert east - x == pytest.approx(x - west, abs=0.11)
        assert one == other
    across, down, size = numbers(drawn(ship, "text")[0], "x", "y", "font-size")
    assert (across, size) == pytest.approx((x, 12), abs=0.06), "three fifths of its side"
    assert down == pytest.approx(y + 0.36 * 12, abs=0.06)


def test_everything_on_a_board_of_hexes_is_placed_to_a_tenth_and_written_in_a_size_to_a_tenth() -> None:
    table = TiledBoard(HexMap(3, 3), 47)
    table_of_hexes = {space: table.corners(space) for space in table.board.spaces}
    for corners in table_of_hexes.values():
        assert {(round(x, 1), round(y, 1)) for x, y in corners} == set(corners)
    assert any(x != int(x) for corners in table_of_hexes.values() for x, _ in corners)
    assert any(y != int(y) for corners in table_of_hexes.values() for _, y in corners)
    picture = sheet()
    table.grid(picture)
    assert [each.get("font-size") for each in drawn(picture, "g")] == ["8"], "0.17 of 47 is 7.99"


def test_a_hex_that_is_not_there_has_no_corners() -> None:
    with pytest.raises(UnknownName):
        TiledBoard(HexMap(3, 3)).corners("0909")


# ---- text -----------------------------------------------------------------------------------------------------------


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
