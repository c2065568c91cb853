"""Boards of hexes and squares: everything lies where the map says, within the picture, and bears its place."""

from collections.abc import Iterator
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from navalcore.boards import Palette, Picture, TiledBoard, tiled_text
from navalcore.boards._parts import Mark
from navalcore.components import Bearing, Grid, HexMap, TiledMap
from navalcore.components._places import place_id

SVG = "{http://www.w3.org/2000/svg}"
MAPS: list[TiledMap[Any, Any]] = [HexMap(7, 5), HexMap(5, 6, top="pointed", shoved="odd"), Grid(4, 6)]


def picture_of(board: TiledBoard[Any]) -> Picture:
    return Picture(board.width, board.height, "A board", background=None)


def root_of(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.as_svg())


def points(element: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in element.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def placed(picture: Picture) -> Iterator[tuple[str, ElementTree.Element]]:
    for group in root_of(picture).iter(f"{SVG}g"):
        if "data-place" in group.attrib:
            yield group.attrib["data-place"], group


@pytest.mark.parametrize("board", MAPS, ids=["flat hexes", "pointed hexes", "squares"])
def test_every_space_is_a_place_within_the_picture_around_its_centre(board: TiledMap[Any, Any]) -> None:
    table = TiledBoard(board, 40, left=20, top=30)
    picture = picture_of(table)
    table.spots(picture, lambda space: place_id("space", space))
    found = dict(placed(picture))
    assert found.keys() == {place_id("space", space) for space in board.spaces}
    for space in board.spaces:
        polygon = found[place_id("space", space)].find(f"{SVG}polygon")
        assert polygon is not None
        corners = points(polygon)
        assert all(20 <= x <= table.width and 30 <= y <= table.height for x, y in corners)
        assert {round(dist(corner, table.centre(space))) for corner in corners} <= {23, 28}, "corners round a centre"


@pytest.mark.parametrize("board", MAPS, ids=["flat hexes", "pointed hexes", "squares"])
def test_neighbours_are_drawn_at_equal_distances_and_touch(board: TiledMap[Any, Any]) -> None:
    table = TiledBoard(board, 50)
    sides = 2
    for space in board.spaces:
        for other in board.neighbours(space):
            shared = {
                (round(x), round(y)) for x, y in table.corners(space) for a, b in table.corners(other)
                if abs(x - a) < 1 and abs(y - b) < 1
            }  # fmt: skip
            if dist(table.centre(space), table.centre(other)) < 51:
                assert len(shared) == sides


def test_the_bow_of_a_counter_looks_to_the_hex_ahead() -> None:
    sea = HexMap(7, 7)
    table = TiledBoard(sea, 60)
    for bearing in sea.directions:
        picture = picture_of(table)
        table.counter(picture, "0404", Mark("H", Palette.ALLIES, "Hood", "ship/hood"), facing=bearing)
        ((place, group),) = placed(picture)
        bow = group.find(f"{SVG}polygon")
        assert bow is not None
        tip = points(bow)[0]
        nearest = min(sea.neighbours("0404"), key=lambda space: dist(tip, table.centre(space)))
        assert (place, nearest) == ("ship/hood", sea.step("0404", bearing))


def test_the_grid_names_every_space_once_or_as_the_game_wants() -> None:
    sea = HexMap(3, 3)
    table = TiledBoard(sea)
    for number, expected in ((None, set(sea.spaces)), (lambda space: "x" if space == "0202" else "", {"x"})):
        picture = picture_of(table)
        table.grid(picture, number=number)
        assert [text.text for text in root_of(picture).iter(f"{SVG}text")] == sorted(expected)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 12])
def test_a_stack_keeps_the_place_of_every_counter_and_stays_in_its_hex(count: int) -> None:
    table = TiledBoard(HexMap(5, 5), 60)
    picture = picture_of(table)
    marks = [Mark(str(number), Palette.AXIS, f"ship {number}", f"ship/{number}") for number in range(count)]
    table.stack(picture, "0303", marks, facings={"ship/0": Bearing.SSE})
    assert {place for place, _ in placed(picture)} == {f"ship/{number}" for number in range(count)}
    x, y = table.centre("0303")
    for rectangle in root_of(picture).iter(f"{SVG}rect"):
        left, top = float(rectangle.attrib["x"]), float(rectangle.attrib["y"])
        assert x - 30 <= left <= left + float(rectangle.attrib["width"]) <= x + 30
        assert y - 30 <= top <= top + float(rectangle.attrib["height"]) <= y + 30


def test_a_course_goes_through_the_centres_and_one_of_a_single_hex_is_nothing() -> None:
    table = TiledBoard(HexMap(5, 5))
    picture, empty = picture_of(table), picture_of(table)
    table.arrow(picture, ["0101", "0201", "0302"])
    table.arrow(empty, ["0101"])
    line = root_of(picture).find(f"{SVG}polyline")
    assert line is not None
    assert points(line) == [table.centre(space) for space in ("0101", "0201", "0302")]
    assert root_of(empty).find(f"{SVG}polyline") is None


def test_a_map_in_text_has_every_space_on_a_line_of_its_own_height() -> None:
    assert tiled_text(Grid(2, 3), lambda space: "x" if space == 102 else ".", 2) == ". . .\n. . x"
    text = tiled_text(HexMap(2, 2, top="pointed"), str, 4)
    assert text == "0101    0201\n    0102    0202"
