"""Pictures: well-formed whatever they are given, and everything as large and where it says."""

from xml.etree import ElementTree

from navalcore._picture import text_picture
from navalcore.boards import Picture

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b> & \"both\" 'quotes' ]]> \x00\x08\x1b\x7f\ufffe\ud800 end"
MENDED = "<b> & \"both\" 'quotes' ]]> \ufffd\ufffd\ufffd\ufffd\ufffd\ufffd end"


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.as_svg().encode())


def sheet() -> Picture:
    return Picture(400, 300, "A sheet")


def elements(picture: Picture, tag: str) -> list[ElementTree.Element]:
    found = list(drawn(picture).iter(f"{SVG}{tag}"))
    return found[1:] if tag == "rect" else found  # the first is the ground


def numbers(element: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(element.get(name, "nan")) for name in names)


def points(element: ElementTree.Element) -> list[tuple[float, ...]]:
    return [tuple(map(float, point.split(","))) for point in element.attrib["points"].split()]


def test_names_from_outside_never_become_markup() -> None:
    picture = Picture(10, 10, NASTY)
    picture.rectangle(0, 0, 5, 5, fill=NASTY, tip=NASTY)
    picture.text(1, 1, NASTY)
    assert drawn(picture).findtext(f"{SVG}title") == MENDED
    (card,), (text,) = elements(picture, "rect"), elements(picture, "text")
    assert card.get("fill") == card.findtext(f"{SVG}title") == text.text == MENDED


def test_tabs_and_line_ends_survive_between_quotes() -> None:
    picture = Picture(10, 10, "x")
    picture.circle(5, 5, 2, fill="one\ttwo\r\nthree")
    (card,) = elements(picture, "circle")
    assert card.get("fill") == "one\ttwo\r\nthree"


def test_a_picture_may_stand_in_a_page_as_it_is_and_scales() -> None:
    svg = Picture(120, 40.5, "sea").as_svg()
    assert svg.startswith("<svg ")
    root = ElementTree.fromstring(svg)
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 120 40.5", "120", "40.5")


def test_a_picture_is_one_image_to_screen_readers_and_has_its_own_ground() -> None:
    root = drawn(Picture(10, 20, "sea"))
    assert root.get("role") == "img"
    (ground,) = root.iter(f"{SVG}rect")
    assert numbers(ground, "x", "y", "width", "height") == (0, 0, 10, 20)


def test_an_arrow_points_on_from_the_end_of_its_line() -> None:
    picture = Picture(10, 10, "x")
    picture.line([(0, 5), (4, 5)], line=1, arrow=True)
    head = drawn(picture).find(f"{SVG}polygon")
    assert head is not None
    corners = points(head)
    assert max(x for x, _ in corners) > 4
    assert sorted(y for _, y in corners) == [3, 5, 7], "its base lies across the line, its tip on it"


def test_blanks_side_by_side_are_kept() -> None:
    picture = Picture(10, 10, "x")
    picture.text(0, 0, "a  b")
    text = drawn(picture).find(f"{SVG}text")
    assert text is not None
    assert text.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def test_an_arrow_s_head_is_as_wide_as_four_lines_and_reaches_almost_as_far_ahead() -> None:
    picture = sheet()
    picture.line([(0, 0), (6, 8)], line=5, arrow=True)
    # A line of 10 in the direction (0.6, 0.8): two lines' widths along it are (6, 8), and across it (-8, 6).
    assert points(elements(picture, "polygon")[0]) == [(-2, 14), (14, 2), (16.8, 22.4)]


def test_a_line_that_begins_with_one_blank_keeps_it() -> None:
    picture = sheet()
    picture.text(0, 10, " Sz5")
    picture.text(0, 20, "Sz5 of")
    kept = "{http://www.w3.org/XML/1998/namespace}space"
    assert [each.get(kept) for each in elements(picture, "text")] == ["preserve", None]


def test_an_outline_is_drawn_unless_it_is_none_or_has_no_width() -> None:
    picture = sheet()
    for stroke, line in (("#123456", 1), ("#123456", 3), ("none", 3), ("#123456", 0)):
        picture.rectangle(0, 0, 9, 9, stroke=stroke, line=line)
    assert [(each.get("stroke"), each.get("stroke-width")) for each in elements(picture, "rect")] == [
        ("#123456", None),
        ("#123456", "3"),
        (None, None),
        (None, None),
    ]


def test_a_board_of_text_is_as_large_as_its_lines_with_a_margin_of_eight() -> None:
    picture = text_picture("sea sea\nport", "A board")
    assert (picture.width, picture.height) == (8 + 7 * 8 + 8, 8 + 2 * 16 + 8)
    assert [numbers(each, "x", "y") for each in elements(picture, "text")] == [(8, 22), (8, 38)]
