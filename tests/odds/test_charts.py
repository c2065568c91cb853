"""Charts of chances: bars as long as the chances are, named and shaded so that they can be told apart."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from navalcore.odds._charts import bars, stacked

ROWS = {"early": {"red": 0.75, "draw": 0.05, "blue": 0.2}, "late": {"blue": 1.0}}
OUTCOMES = ["red", "draw", "blue"]


def drawn(svg: str) -> tuple[list[dict[str, str]], list[tuple[str, dict[str, str]]]]:
    """The rectangles of a chart but for its ground, each with its tip, and its texts."""
    root = ElementTree.fromstring(svg)
    space = {"s": "http://www.w3.org/2000/svg"}
    found = [dict(each.attrib, tip=each.findtext("s:title", "", space)) for each in root.findall("s:rect", space)[1:]]
    return found, [(each.text or "", dict(each.attrib)) for each in root.findall("s:text", space)]


def test_the_parts_of_a_row_lie_side_by_side_as_wide_as_their_chances_and_what_is_impossible_is_left_out() -> None:
    rectangles, _ = drawn(stacked("Who wins", ROWS, OUTCOMES))
    early = [each for each in rectangles if each["tip"].startswith("early")]
    assert [each["tip"] for each in early] == ["early, red: 75.0%", "early, draw: 5.0%", "early, blue: 20.0%"]
    whole = sum(float(each["width"]) for each in early)
    assert [float(each["width"]) / whole for each in early] == pytest.approx([0.75, 0.05, 0.2])
    for one, next_one in pairwise(early):
        assert float(one["x"]) + float(one["width"]) == pytest.approx(float(next_one["x"]))
    (late,) = (each for each in rectangles if each["tip"].startswith("late"))
    assert late["tip"] == "late, blue: 100.0%"
    assert (float(late["x"]), float(late["width"])) == (float(early[0]["x"]), whole)


def test_outcomes_get_darker_from_first_to_last_and_the_key_has_the_same_shades() -> None:
    rectangles, texts = drawn(stacked("Who wins", ROWS, OUTCOMES))
    shades = {each["tip"]: float(each.get("fill-opacity", "1")) for each in rectangles if each["tip"]}
    keys = [float(each.get("fill-opacity", "1")) for each in rectangles if not each["tip"]]
    assert keys == [0.08, 0.54, 1.0]
    assert list(shades.values()) == [*keys, 1.0]
    named = {text: float(where["x"]) for text, where in texts if text in OUTCOMES}
    boxes = [float(each["x"]) for each in rectangles if not each["tip"]]
    assert list(named) == OUTCOMES
    assert all(box + 16 < name for box, name in zip(boxes, named.values(), strict=True)), "a name stands beside its box"
    assert all(float(each["y"]) >= 0 for each in rectangles), "nothing lies outside the picture"
    two, _ = drawn(stacked("Who wins", {"now": {"red": 0.5, "blue": 0.5}}, ["red", "blue"]))
    assert [float(each.get("fill-opacity", "1")) for each in two] == [0.08, 1, 0.08, 1]


def test_a_part_says_its_share_where_there_is_room_in_an_ink_that_can_be_read_on_it() -> None:
    _, texts = drawn(stacked("Who wins", ROWS, OUTCOMES))
    assert {text: where["fill"] for text, where in texts if text.endswith("%")} == {
        "75%": "#1c2730",
        "20%": "#ffffff",
        "100%": "#ffffff",
    }


def test_a_bar_is_as_long_as_its_chance_and_the_longest_as_wide_as_the_picture_allows() -> None:
    rectangles, _ = drawn(bars("Hits", {"a": 0.5, "b": 0.25}))
    assert [float(each["width"]) for each in rectangles] == [420, 210]
    with_interval, _ = drawn(bars("Hits", {"a": 0.5, "b": 0.25}, {"a": (0.4, 0.6)}))
    assert [float(each["width"]) for each in with_interval] == [350, 175], "room for the whole interval"
    nothing, _ = drawn(bars("Hits", {"a": 0.0, "b": 0.0}))
    assert [float(each["width"]) for each in nothing] == [0, 0]
