"""Parts of boards: what is on them fits, and nothing that an option may name gets lost."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from navalcore.boards import Palette, Picture
from navalcore.boards._parts import (
    Mark,
    badge,
    broken,
    card,
    card_back,
    chip,
    counter,
    damage_track,
    disc,
    fitted,
    flat_stacks,
    frame,
    legend,
    pips,
    silhouette,
    spot,
    stack,
    text_width,
    track_box,
)
from navalcore.boards._silhouettes import AIRCRAFT, CARRIER, MERCHANTMAN, SUBMARINE, WARSHIP
from navalcore.components import DamageTrack

SVG = "{http://www.w3.org/2000/svg}"


def sheet() -> Picture:
    return Picture(400, 300, "A sheet", background=None)


def places(picture: Picture) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(picture.as_svg())
    return {place: group for group in root.iter(f"{SVG}g") if (place := group.get("data-place"))}


@pytest.mark.parametrize("text", ["8", "+11", "U-552", "Prinz Eugen"])
@pytest.mark.parametrize("size", [10, 17, 30])
def test_the_letters_of_a_counter_fit_on_it(text: str, size: float) -> None:
    picture = sheet()
    counter(picture, 5, 5, size, Mark(text, Palette.AXIS, "a counter", "unit/1"))
    written = places(picture)["unit/1"].find(f"{SVG}text")
    assert written is not None
    letters = float(written.attrib["font-size"])
    assert text_width(text, letters, bold=True) <= size
    assert letters <= size * 0.7 + 0.01


def test_every_part_bears_its_place_and_says_in_words_what_it_is() -> None:
    picture = sheet()
    card(picture, 0, 0, 60, 80, "Sonar", place="hand/sonar", title="Sonar, in your hand")
    card_back(picture, 0, 0, 60, 80, place="deck")
    counter(picture, 0, 0, 20, Mark("B", Palette.AXIS, "Bismarck", "unit/bismarck"))
    chip(picture, 0, 0, Mark("2 S", Palette.AXIS, "two submarines", "fleet/axis"))
    badge(picture, 0, 0, Mark("!", Palette.ALERT, "ULTRA", "area/1"))
    track_box(picture, 0, 0, 30, 20, "3", marked=True, place="box/duty/3", title="Duty, box 3")
    spot(picture, 0, 0, 10, 10, place="square/2314", title="Square 2314")
    disc(picture, 9, 9, 9, Mark("S", Palette.FAINT, "a storm", "storm/1"))
    pips(picture, 9, 9, 1, 4, place="score/1", title="1 of 4 sunk")
    silhouette(picture, 40, 20, WARSHIP, Palette.ALLIES, place="ship/hood", title="Hood")
    assert {place: group.findtext(f"{SVG}title") for place, group in places(picture).items()} == {
        "hand/sonar": "Sonar, in your hand",
        "deck": "a card, face down",
        "unit/bismarck": "Bismarck",
        "fleet/axis": "two submarines",
        "area/1": "ULTRA",
        "box/duty/3": "Duty, box 3",
        "square/2314": "Square 2314",
        "storm/1": "a storm",
        "score/1": "1 of 4 sunk",
        "ship/hood": "Hood",
    }


def test_a_part_without_a_place_tells_what_it_is_under_the_pointer() -> None:
    picture = sheet()
    card(picture, 0, 0, 60, 80, "Sonar")
    counter(picture, 0, 0, 20, Mark("B", Palette.AXIS, "Bismarck"))
    assert not places(picture)
    root = ElementTree.fromstring(picture.as_svg())
    assert [rect.findtext(f"{SVG}title") for rect in root.iter(f"{SVG}rect")] == ["Sonar", None, "Bismarck"]


def test_counters_that_find_no_room_are_counted_and_keep_their_places() -> None:
    picture = sheet()
    marks = [Mark(str(n), Palette.ALLIES, f"ship {n}", f"unit/{n}") for n in range(9)]
    stack(picture, 0, 0, marks, size=16, across=3, rows=2)
    assert set(places(picture)) == {mark.place for mark in marks}
    root = ElementTree.fromstring(picture.as_svg())
    assert [text.text for text in root.iter(f"{SVG}text")] == ["0", "1", "2", "3", "4", "+4"]
    assert "ship 5; ship 6; ship 7; ship 8" in [title.text for title in root.iter(f"{SVG}title")]


def test_as_many_counters_as_there_is_room_for_are_all_shown() -> None:
    picture = sheet()
    stack(picture, 0, 0, [Mark(str(n), Palette.ALLIES, f"ship {n}") for n in range(6)], across=3, rows=2)
    texts = [text.text for text in ElementTree.fromstring(picture.as_svg()).iter(f"{SVG}text")]
    assert texts == ["0", "1", "2", "3", "4", "5"]


def test_a_chip_is_as_wide_as_it_says() -> None:
    picture = sheet()
    width = chip(picture, 10, 10, Mark("3 destroyers", Palette.ALLIES, "three"))
    rectangle = ElementTree.fromstring(picture.as_svg()).find(f"{SVG}rect")
    assert rectangle is not None
    assert float(rectangle.attrib["width"]) == pytest.approx(width, abs=0.01)
    assert width > text_width("3 destroyers", 11, bold=True)


def test_texts_are_cut_or_broken_to_fit() -> None:
    long = "the convoy's own rescue ship is still afloat"
    assert text_width(fitted(long, 100, 10), 10) <= 100
    assert fitted(long, 100, 10).endswith("…")
    assert all(text_width(line, 10) <= 100 for line in broken(long, 100, 10))
    assert " ".join(broken(long, 100, 10)) == long
    assert broken("unbreakable", 5, 10) == ["unbreakable"]


def test_a_legend_has_a_swatch_and_words_for_each_colour() -> None:
    picture = sheet()
    legend(picture, 0, 0, [("#111111", "one"), ("#222222", "two"), ("#333333", "three")], columns=2, width=100)
    root = ElementTree.fromstring(picture.as_svg())
    assert [rect.get("fill") for rect in root.iter(f"{SVG}rect")] == ["#111111", "#222222", "#333333"]
    assert [(text.text, text.get("x")) for text in root.iter(f"{SVG}text")] == [
        ("one", "18"),
        ("two", "18"),
        ("three", "118"),
    ]


def test_a_damage_track_marks_what_is_filled_and_says_what_each_box_does() -> None:
    picture = sheet()
    track = DamageTrack(4, {2: "slowed", 4: "sunk"}, filled=3)
    damage_track(picture, 10, 10, track, name="Exeter", colour=Palette.AXIS, place="ship/exeter")
    group = places(picture)["ship/exeter"]
    boxes = group.findall(f".//{SVG}rect")
    assert [box.attrib["fill"] == Palette.AXIS for box in boxes] == [True, True, True, False]
    told = [title.text for title in group.iter(f"{SVG}title")]
    assert told == [
        "Exeter: 3 of 4 boxes filled",
        "Exeter, box 1",
        "Exeter, box 2: slowed",
        "Exeter, box 3",
        "Exeter, box 4: sunk",
    ]
    assert [text.text for text in group.iter(f"{SVG}text")] == ["1", "2", "slowed", "3", "4", "sunk"]


def texts(picture: Picture) -> list[tuple[str | None, float]]:
    """What is written on a picture, each with its size."""
    root = ElementTree.fromstring(picture.as_svg())
    return [(text.text, float(text.attrib["font-size"])) for text in root.iter(f"{SVG}text")]


def test_a_counter_has_a_note_in_smaller_letters_and_one_of_a_colour_alone_has_no_letters() -> None:
    picture = sheet()
    counter(picture, 0, 0, 34, Mark("Guardfish", Palette.ALLIES, "Guardfish", note="standard, 0 sunk"), width=150)
    counter(picture, 0, 0, 7, Mark("", Palette.ALLIES, "a boat"))
    (name, large), (note, small) = texts(picture)
    assert (name, note) == ("Guardfish", "standard, 0 sunk")
    assert small < large
    assert text_width("standard, 0 sunk", small) <= 150


def test_the_letters_of_a_disc_fit_into_it() -> None:
    picture = sheet()
    disc(picture, 20, 20, 9, Mark("+11", Palette.FAINT, "a storm"))
    ((letters, size),) = texts(picture)
    assert letters == "+11"
    assert text_width("+11", size, bold=True) <= 18


def test_pips_are_as_many_as_there_are_boxes_and_the_filled_ones_come_first() -> None:
    picture = sheet()
    pips(picture, 20, 20, 2, 5, colour=Palette.AXIS)
    circles = list(ElementTree.fromstring(picture.as_svg()).iter(f"{SVG}circle"))
    assert [circle.attrib["fill"] == Palette.AXIS for circle in circles] == [True, True, False, False, False]
    across = [float(circle.attrib["cx"]) for circle in circles]
    assert min(right - left for left, right in pairwise(across)) > 16, "they do not overlap"


def test_a_flat_stack_is_a_letter_with_a_number_and_lets_clicks_through() -> None:
    picture = sheet()
    flat_stacks(picture, {(0, 0): ["B"], (40, 0): ["C", "D"], (80, 0): ["M"] * 12}, fill=Palette.ALLIES)
    assert [letters for letters, _ in texts(picture)] == ["BC2M9"]
    elements = [*ElementTree.fromstring(picture.as_svg())][1:]
    assert {element.get("pointer-events") for element in elements} == {"none"}
    behind, front = (element.attrib["d"] for element in elements[:2])
    assert (behind.count("M"), front.count("M")) == (2, 3)


def test_a_frame_leaves_open_what_it_stands_around() -> None:
    picture = sheet()
    frame(picture, 10, 10, 40, 40, title="acting")
    rectangle = ElementTree.fromstring(picture.as_svg()).find(f"{SVG}rect")
    assert rectangle is not None
    assert rectangle.attrib["fill"] == "none"
    assert rectangle.findtext(f"{SVG}title") == "acting"


def test_a_blank_card_has_neither_stripe_nor_name() -> None:
    picture = sheet()
    card(picture, 0, 0, 80, 90, stripe="", title="a boat")
    root = ElementTree.fromstring(picture.as_svg())
    assert (len(list(root.iter(f"{SVG}rect"))), texts(picture)) == (1, [])


@pytest.mark.parametrize("outline", [AIRCRAFT, CARRIER, MERCHANTMAN, SUBMARINE, WARSHIP])
def test_silhouettes_lie_around_their_middle(outline) -> None:
    assert min(x for x, _ in outline) < 0 < max(x for x, _ in outline)
    assert min(y for _, y in outline) < 0 < max(y for _, y in outline)
