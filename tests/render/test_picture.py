"""Pictures: well-formed whatever they are given, places, and boards in two layers."""

from xml.etree import ElementTree

import pytest

from navalcore.boards import DrawnBoard as Board, Palette, Picture
from navalcore.errors import BadData

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b> & \"both\" 'quotes' ]]> \x00\x08\x1b\x7f\ufffe\ud800 end"
MENDED = "<b> & \"both\" 'quotes' ]]> \ufffd\ufffd\ufffd\ufffd\ufffd\ufffd end"


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.as_svg().encode())


def test_names_from_outside_never_become_markup() -> None:
    picture = Picture(10, 10, NASTY)
    with picture.place("card/1", NASTY):
        picture.rectangle(0, 0, 5, 5, fill=NASTY, tip=NASTY)
        picture.text(1, 1, NASTY)
    root = drawn(picture)
    assert root.findtext(f"{SVG}title") == MENDED
    place = root.find(f"{SVG}g")
    assert place is not None
    assert place.findtext(f"{SVG}title") == MENDED
    card = place.find(f"{SVG}rect")
    assert card is not None
    assert card.get("fill") == card.findtext(f"{SVG}title") == MENDED
    assert place.findtext(f"{SVG}text") == MENDED


def test_tabs_and_line_ends_survive_between_quotes() -> None:
    picture = Picture(10, 10, "x")
    with picture.place("deck", "a deck"):
        picture.circle(5, 5, 2, fill="one\ttwo\r\nthree")
    place = drawn(picture).find(f"{SVG}g")
    assert place is not None
    card = place.find(f"{SVG}circle")
    assert card is not None
    assert card.get("fill") == "one\ttwo\r\nthree"


def test_a_picture_may_stand_in_a_page_as_it_is_and_scales() -> None:
    svg = Picture(120, 40.5, "sea").as_svg()
    assert svg.startswith("<svg ")
    root = ElementTree.fromstring(svg)
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 120 40.5", "120", "40.5")


def test_a_picture_with_places_does_not_hide_them_from_screen_readers() -> None:
    picture = Picture(10, 10, "sea")
    assert drawn(picture).get("role") == "img"
    with picture.place("zone/6", "Zone 6: two boats"):
        picture.circle(5, 5, 2)
    root = drawn(picture)
    assert root.get("role") == "group"
    place = root.find(f"{SVG}g")
    assert place is not None
    assert (place.get("data-place"), place.get("role")) == ("zone/6", "img")
    assert place.find(f"{SVG}circle") is not None


def test_an_arrow_points_on_from_the_end_of_its_line() -> None:
    picture = Picture(10, 10, "x", background=None)
    picture.line([(0, 5), (4, 5)], line=1, arrow=True)
    head = drawn(picture).find(f"{SVG}polygon")
    assert head is not None
    points = [tuple(map(float, pair.split(","))) for pair in head.get("points", "").split()]
    assert max(x for x, _ in points) > 4
    assert sorted(y for _, y in points) == [3, 5, 7], "its base lies across the line, its tip on it"


def test_blanks_side_by_side_are_kept() -> None:
    picture = Picture(10, 10, "x")
    picture.text(0, 0, "a  b")
    text = drawn(picture).find(f"{SVG}text")
    assert text is not None
    assert text.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def layers() -> tuple[str, str]:
    still, moving = Picture(20, 10, "The sea"), Picture(20, 10, "Two boats", background=None)
    moving.circle(5, 5, 2)
    return still.as_svg(), moving.as_svg()


def test_the_whole_board_is_the_still_layer_beneath_the_moving_one_with_its_title() -> None:
    board = Board(*layers())
    root = ElementTree.fromstring(board.svg)
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}svg", f"{SVG}circle"]
    assert root.findtext(f"{SVG}title") == "Two boats"
    assert root.findtext(f"{SVG}svg/{SVG}title") == "The sea"


def test_the_digest_names_the_still_layer_alone() -> None:
    still, moving = layers()
    other = Picture(20, 10, "Three boats", background=None).as_svg()
    assert Board(still, moving).digest == Board(still, other).digest
    assert Board(still, moving).digest != Board(moving, moving).digest


@pytest.mark.parametrize("layer", ["", "<?xml version='1.0'?><svg></svg>", "<svg></svg>\n", "<svg", "<g></g>"])
def test_a_layer_that_is_no_svg_element_alone_is_refused(layer: str) -> None:
    good = layers()[0]
    with pytest.raises(BadData, match="the still layer"):
        Board(layer, good)
    with pytest.raises(BadData, match="the moving layer"):
        Board(good, layer)


def test_what_is_drawn_in_bulk_is_one_element_that_takes_no_click() -> None:
    picture = Picture(100, 100, "Many things", background=None)
    picture.letters([(10, 20), (30, 40), (50, 60)], "B<2", size=10, bold=True)
    picture.tiles([(1, 2), (11.5, 2)], 8, 9, fill=Palette.AXIS, stroke=Palette.CARD)
    picture.ways([[(0, 0), (5, 5), (10, 0)], [(20, 20), (30, 30)]], dashed=True)
    picture.lines([(4, 12, "a  b"), (4, 24, "c & d")], size=13, mono=True)
    elements = list(ElementTree.fromstring(picture.as_svg()))[1:]
    assert [element.tag.partition("}")[2] for element in elements] == ["text", "path", "path", "g"]
    assert {element.get("pointer-events") for element in elements} == {"none"}
    letters, tiles, ways, lines = elements
    assert (letters.get("x"), letters.get("y"), letters.text) == ("6 26 46", "20 40 60", "B<2")
    assert tiles.get("d") == "M1 2h8v9h-8zM11.5 2h8v9h-8z"
    assert ways.get("d") == "M0 0L5 5L10 0M20 20L30 30"
    assert [(line.get("y"), line.text) for line in lines] == [("12", "a  b"), ("24", "c & d")]


def test_nothing_in_bulk_is_no_element() -> None:
    picture = Picture(100, 100, "Nothing", background=None)
    picture.letters([], "")
    picture.tiles([], 8, 9)
    picture.ways([])
    picture.lines([])
    assert len(list(ElementTree.fromstring(picture.as_svg()))) == 1
