"""Options and the places of the picture: whatever can be pointed at can be chosen there."""

import pytest

import navalcore as nc
from navalcore._rules.option import places_of
from navalcore.bots import make_bots
from navalcore.rules import places
from navalcore.testing import check_game
from navalcore.testing._places import Placed, places_on
from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.choices import Launch, Mark, Unit, go, stop, unit_in
from navalcore_games.bismarck.words import Square

GAME = nc.load("bismarck")

WITHOUT = {
    "done": "ends the movement phase",
    "nobody": "leaves a shadow, an attack or torpedoes be",
    "fight": "an answer for all ships of a combat",
    "withdraw": "an answer for all ships of a combat",
    "surprise_attack": "yes",
    "no_surprise_attack": "no",
}
"""The kinds of options that have no place, and what they are."""


def test_in_random_play_nine_of_ten_options_name_places_that_are_drawn_for_the_role_that_is_asked() -> None:
    names = ["options_name_places_that_are_drawn"]
    report = check_game(GAME, matches=2, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert set(placed.acts) <= set(WITHOUT)
    assert placed.share_without_acts == 1
    assert placed.share >= 0.9


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_in_the_play_of_the_bots_nine_of_ten_options_name_places_that_are_drawn(scenario: str) -> None:
    match = GAME.new_match(scenario, seed=1)
    bots, placed = make_bots(GAME, seed=1), Placed()
    while (decision := match.decision) is not None:
        view = match.view(decision.role)
        placed.note(decision.options)
        if match.count % 31 == 0 or not decision.kind.startswith(("order", "ship", "plane")):
            board = nc.face_of(GAME).board(view)
            assert board is not None
            assert places_on(board).issuperset(place.id for option in decision.options for place in places_of(option))
        match.choose(bots[decision.role].decide(view, decision))
    assert {"nobody", "fight", "withdraw"} <= set(placed.acts) <= set(WITHOUT)
    assert placed.share_without_acts == 1
    assert placed.share >= 0.9


def test_a_unit_is_picked_in_its_line_or_in_its_square_and_is_the_same_option_wherever_she_is() -> None:
    hood = ship_number("Hood")
    assert unit_in(hood, Square(1622)).places == places(subject="unit/hood", at="square/1622")
    assert unit_in(hood, Square(1622)) == unit_in(hood, Square(1724)) == Unit(hood, Square(1724))
    assert unit_in(hood, Square(1622)).key == unit_in(hood, Square(1724)).key == "unit/0"


def test_the_steps_of_an_order_light_up_one_after_the_other() -> None:
    match = GAME.new_match("two_player", seed=1)

    def offered(role="british"):
        decision = match.decisions[role]
        return {str(option): places_of(option) for option in decision.options}

    assert offered()["Hood"] == places(subject="unit/hood", at="square/1622")
    match.choose("Hood", role="british")
    assert offered()["M"] == places(subject="mode/m")
    match.choose("M", role="british")
    assert (offered()["E"], offered()["stop"]) == (places(to="square/1623"), places(at="square/1622"))
    match.choose("E", role="british")
    assert (offered()["SE"], offered()["stop"]) == (places(to="square/1724"), places(at="square/1623"))


def test_the_ways_off_the_map_the_marks_and_the_targets_have_places_too() -> None:
    assert go("S", Square(3120)).places == places(to="square/3120")
    assert Mark(Square(2724)).places == places(target="square/2724")
    assert stop(Square(2924)).places == places(at="square/2924")
    assert Launch(2, ship_number("Bismarck")).places == places(target="unit/bismarck")
    board = nc.face_of(GAME).board(GAME.new_match(seed=1).view("british"))
    assert board is not None
    assert {"square/3120", "square/2010", "mode/z", "unit/r_scapa_flow_1"} <= places_on(board)
