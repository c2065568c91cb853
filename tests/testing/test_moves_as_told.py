"""What the check of moves takes for an explanation of a piece that lies elsewhere, and what not."""

from __future__ import annotations

from dataclasses import replace

from navalcore.boards import Board, Piece, Rect, Region, Scene
from navalcore.rules import Event
from navalcore.testing import check_game
from navalcore.testing._checks_boards import not_told
from tests.kit.saboteurs.broken_boards import PlaceInName

HERE, THERE = "hex/1", "hex/2"
SCENE = Scene("sea", "The sea", (200, 100), tuple(
    Region(each, each, Rect(100 * number, 0, 100, 100)) for number, each in enumerate((HERE, THERE))
))  # fmt: skip
BEFORE = Board((SCENE,), (Piece("ship/hood", "cruiser", HERE, "Hood"),))
AFTER = replace(BEFORE, pieces=(replace(BEFORE.pieces[0], at=THERE),))


class Chosen(Event, text="Hood is sent.", places={"subject": "ship/hood", "to": THERE}): ...


class Sailed(Event, text="Hood sails.", move=("ship/hood", "{here}", "{there}")):
    here: str
    there: str


def test_a_piece_that_an_event_moves_the_other_way_is_found_though_the_choice_names_where_it_lies_now() -> None:
    left = not_told(BEFORE, AFTER, [Chosen(), Sailed(THERE, HERE)])
    # One too few where it was and one too many where it is, and the same again for the move the wrong way.
    assert left == {(HERE, "ship/hood"): -2, (THERE, "ship/hood"): 2}


def test_a_piece_is_explained_by_its_move_or_by_being_named_with_the_region_where_it_lies_now() -> None:
    assert not_told(BEFORE, AFTER, [Chosen(), Sailed(HERE, THERE)]) == {}
    assert not_told(BEFORE, AFTER, [Chosen()]) == {}
    assert not_told(BEFORE, AFTER, []) == {(HERE, "ship/hood"): -1, (THERE, "ship/hood"): 1}


def test_a_piece_that_is_named_where_it_lies_after_a_move_elsewhere_is_explained_and_not_if_before() -> None:
    assert not_told(BEFORE, AFTER, [Sailed(HERE, "hex/3"), Chosen()]) == {}
    assert not_told(BEFORE, AFTER, [Chosen(), Sailed(HERE, "hex/3")]) == {(THERE, "ship/hood"): 1}


def test_a_piece_that_is_gone_is_explained_by_a_move_off_the_board_from_where_it_was_seen_last() -> None:
    gone = replace(BEFORE, pieces=())
    assert not_told(BEFORE, gone, [Sailed(THERE, "")]) == {}
    assert not_told(BEFORE, gone, []) == {(HERE, "ship/hood"): -1}


def test_a_piece_whose_title_says_where_it_is_is_refused_with_what_would_give_it_one_name() -> None:
    report = check_game(PlaceInName(), matches=1, only=["a_piece_has_one_name"], shrinking=False)
    assert [each.expected for each in report.failures]
    assert all(each.expected.endswith(", or a `name` besides the title") for each in report.failures)
