"""What the card game's options point at, and its picture in two layers."""

from xml.etree import ElementTree

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.testing import check_game
from navalcore.testing._places import Placed, places_in, places_on
from navalcore.testing._trial import AnyMatch
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY
from navalcore_games.uboat_cards.state import Card

GAME = nc.load("uboat_cards")
FACE = nc.face_of(GAME)
SVG = "{http://www.w3.org/2000/svg}"
ACTS = {"pass": "it is the choice of no card"}


def board(match: AnyMatch, role: str):
    drawn = FACE.board(match.view(role))
    assert drawn is not None
    return drawn


def options_of(match: AnyMatch):
    assert match.decision is not None
    return match.decision.options


def test_all_options_but_passing_name_places_that_are_drawn_for_the_player_who_is_asked():
    names = ["options_name_places_that_are_drawn", "pictures_hide_what_is_hidden", "boards_have_two_layers"]
    report = check_game(GAME, matches=6, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert set(placed.acts) == set(ACTS)
    assert placed.share_without_acts == 1
    assert placed.share > 0.8


@pytest.mark.rule("uboat_cards", "U9", "U15")
def test_a_card_of_the_chain_is_played_from_the_hand_to_its_spot_in_the_row():
    assert PLAY[Card.TORPEDO].places == ("hand:torpedo", "row:uboat:2")
    assert PLAY[Card.U_BOAT].places == ("hand:u-boat", "row:convoy:3")
    assert PLAY[Card.DIVE].places == ("hand:dive",)
    assert DISCARD[Card.WATER].places == ("hand:water", "discards")
    assert PASS.places == ()


def test_a_hand_that_is_hidden_has_no_card_to_point_at():
    match = GAME.new_match(seed=5)
    own = {f"hand:{card.lower().replace(' ', '_')}" for card in match.view("uboat").uboat.hand or ()}
    assert {place for place in places_on(board(match, "uboat")) if place.startswith("hand:")} == own
    assert not [place for place in places_on(board(match, SPECTATOR)) if place.startswith("hand:")]
    assert own < places_on(board(match, UMPIRE))


def test_the_spots_of_both_rows_lie_in_the_still_layer_which_stays_the_same():
    match = GAME.new_match(seed=5)
    first = board(match, "convoy")
    assert places_in(first.still) == {f"row:{side}:{spot}" for side in ("uboat", "convoy") for spot in (1, 2, 3)}
    for _ in range(60):
        match.choose(options_of(match)[-1])
    later = board(match, "convoy")
    assert later.digest == first.digest
    assert later.moving != first.moving


@pytest.mark.rule("uboat_cards", "U2")
@pytest.mark.parametrize("pile", ["open", "closed"])
def test_the_discard_pile_is_listed_as_far_as_it_may_be_looked_at(pile):
    match = GAME.new_match(seed=5, options={"discard_pile": pile})
    for _ in range(30):
        match.choose(options_of(match)[-1])
    lying = match.state.discards.cards
    root = ElementTree.fromstring(board(match, "uboat").moving)
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    told = FACE.info_commands()["discards"](match.view("uboat"), "")
    for card in Card:
        line = f"{lying.count(card)} {card}"
        assert (line in words) is (pile == "open")
    if pile == "open":
        assert f"{len(lying)} cards, {lying[-1]} on top" in told
        assert all(card in told for card in set(lying))
    else:
        assert told == f"The discard pile is closed: {len(lying)} cards."
        assert "The discard pile is closed." in words


def test_an_empty_discard_pile_is_told_to_be_empty():
    match = GAME.new_match(seed=5)
    assert FACE.info_commands()["discards"](match.view("uboat"), "") == "The discard pile is empty."
