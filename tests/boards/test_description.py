"""Boards as data: what a description says on the wire, and what it refuses."""

import json
import pickle
from copy import copy
from dataclasses import replace

import pytest

from navalcore.boards import Badge, Board, Disc, Label, Piece, Polygon, Rect, Region, Scene, Shape, Tint, Trace
from navalcore.components import Bearing
from navalcore.errors import BadData

NORTH = Region("zone/1", "The north", Rect(0, 0, 100, 50), "sea", next=("zone/2",))
SOUTH = Region("zone/2", "The south", Rect(0, 50, 100, 50), "sea", next=("zone/1",))
CHART = Scene(
    "chart", "Two zones", (100, 100), (NORTH, SOUTH), (Label("N", (5, 5)),), (Shape(((0, 0), (9, 0), (0, 9))),)
)
HOOD = Piece("ship/hood", "battleship", "zone/1", "Hood", "Hood", "allies")


def test_a_scene_on_the_wire_leaves_out_what_is_as_usual():
    told = CHART.to_json()
    assert told["regions"][0] == {
        "id": "zone/1", "title": "The north", "shape": {"rect": [0, 0, 100, 50]}, "kind": "sea", "next": ["zone/2"],
    }  # fmt: skip
    assert told["labels"] == [{"text": "N", "at": [5, 5]}]
    assert told["shapes"] == [{"points": [[0, 0], [9, 0], [0, 9]]}]
    assert json.loads(json.dumps(told)) == told


def test_equal_scenes_have_one_digest_and_others_another():
    again = Scene("chart", "Two zones", (100, 100), (NORTH, SOUTH), CHART.labels, CHART.shapes)
    assert again is not CHART
    assert again == CHART
    assert hash(again) == hash(CHART)
    assert replace(CHART, title="Other").digest != CHART.digest


def test_a_board_on_the_wire_names_its_scenes_by_digest():
    board = Board((CHART,), (HOOD,), (Trace(("zone/1", "zone/2")),), (Tint("zone/2", "fog", "Fog"),))
    assert board.to_json() == {
        "scenes": [{"id": "chart", "digest": CHART.digest}],
        "pieces": [
            {"id": "ship/hood", "kind": "battleship", "at": "zone/1", "title": "Hood", "text": "Hood", "side": "allies"}
        ],
        "traces": [{"through": ["zone/1", "zone/2"]}],
        "tints": [{"region": "zone/2", "kind": "fog", "title": "Fog"}],
    }
    assert board.ids == {"zone/1", "zone/2", "ship/hood"}


def test_a_stack_of_equal_pieces_may_lie_in_several_regions_once_in_each():
    water = Piece("card/water", "card", "zone/1", "Water", "Water", count=5)
    board = Board((CHART,), (water, replace(water, at="zone/2", count=2)))
    assert [piece.count for piece in board.pieces] == [5, 2]
    assert [piece.count for piece in board.pieces_at("zone/2")] == [2]
    with pytest.raises(BadData, match="card/water is at zone/1 twice; give a stack of equal pieces its count"):
        Board((CHART,), (water, water))


WRONG = {
    "two regions zone/1; an id means one region": lambda: replace(CHART, regions=(NORTH, NORTH)),
    "next to 'zone/3'; did you mean zone/": lambda: replace(CHART, regions=(replace(NORTH, next=("zone/3",)), SOUTH)),
    "'Zone 1' does not name a place: .*such as zone/6": lambda: replace(NORTH, id="Zone 1"),
    "region zone/1 must have a title": lambda: replace(NORTH, title=" "),
    "cannot be laid as 'pile'; they are laid as stack, row, fan, grid": lambda: replace(NORTH, lie="pile"),  # type: ignore[arg-type]
    "'Deep Sea' is not the kind of a region": lambda: replace(NORTH, kind="Deep Sea"),
    "ship/hood is at 'zone/7', and no scene has that region": lambda: Board((CHART,), (replace(HOOD, at="zone/7"),)),
    "zone/1 is a piece and a region": lambda: Board((CHART,), (replace(HOOD, id="zone/1"),)),
    "at least 1 of the piece ship/hood, not 0": lambda: replace(HOOD, count=0),
    "face of the piece ship/hood must be 'up' or 'down'": lambda: replace(HOOD, face="side"),  # type: ignore[arg-type]
    "Piece: facing should be a number or None, not <Bearing.N": lambda: replace(HOOD, facing=Bearing.N),  # type: ignore[arg-type]
    "facing of the piece ship/hood is a number of degrees, not nan": lambda: replace(HOOD, facing=float("nan")),
    "Piece: text should be text, not 5": lambda: replace(HOOD, text=5),  # type: ignore[arg-type]
    "Piece: badges should be a tuple of Badge": lambda: replace(HOOD, badges=[Badge("1")]),  # type: ignore[arg-type]
    "piece ship/hood must have a kind": lambda: replace(HOOD, kind=""),
    "'Royal Navy' is not the side": lambda: replace(HOOD, side="Royal Navy"),
    "'!' is not the kind of a badge": lambda: Badge("1", kind="!"),
    "a board must have a scene": lambda: Board(()),
    "two scenes have one id: chart, chart": lambda: Board((CHART, replace(CHART, title="Other"))),
    "zone/1 is a region of the scenes chart and inset": lambda: Board((CHART, replace(CHART, id="inset"))),
    "trace must go through two regions or more": lambda: Trace(("zone/1",)),
    "a trace of kind course is at 'zone/9'": lambda: Board((CHART,), traces=(Trace(("zone/1", "zone/9")),)),
    "a tint of kind fog is at 'zone/9'": lambda: Board((CHART,), tints=(Tint("zone/9", "fog"),)),
    "width and a height above 0": lambda: Rect(0, 0, 0, 5),
    "3 corners or more, not 2": lambda: Polygon(((0, 0), (1, 1))),
    "must have an extent": lambda: Polygon(((0, 0), (1, 1), (2, 2))),
    "radius above 0": lambda: Disc(0, 0, 0),
    "finite coordinates": lambda: Rect(0, 0, float("nan"), 5),
    "a shape must have 3 corners": lambda: Shape(((0, 0), (1, 1))),
    "scene chart must have a width": lambda: replace(CHART, size=(0, 5)),
}  # fmt: skip


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_description_is_refused_with_the_reason(message: str):
    with pytest.raises(BadData, match=message):
        WRONG[message]()


def test_the_room_of_a_shape_lies_within_it():
    hook = Polygon(((0, 0), (100, 0), (100, 20), (20, 20), (20, 100), (0, 100)))
    for shape in (hook, Disc(50, 50, 40), Rect(0, 0, 90, 30), Polygon(((50, 0), (100, 50), (50, 100), (0, 50)))):
        room = shape.room
        centre = room.centre
        assert centre in shape
        assert shape.centre in shape
        for x in (room.x, room.x + room.width):
            for y in (room.y, room.y + room.height):
                assert (x + (centre[0] - x) * 1e-6, y + (centre[1] - y) * 1e-6) in shape


def test_equal_pieces_are_one_in_a_set_however_they_were_made():
    told = Piece(HOOD.id, HOOD.kind, HOOD.at, HOOD.title, HOOD.text, HOOD.side)
    assert len({HOOD, told, copy(HOOD), pickle.loads(pickle.dumps(HOOD))}) == 1
    two = replace(HOOD, count=2)
    assert {HOOD, two, replace(two, count=1)} == {HOOD, two}
    assert "hash" not in str(HOOD.to_json())
