"""What the card game's options point at, and its board."""

from collections import Counter

import pytest

import navalcore as nc
from navalcore._match.match import AnyMatch
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import Board
from navalcore.bots import make_bots, play_out
from navalcore.components import place_id
from navalcore.rules import places
from navalcore.testing import check_game
from navalcore.testing._trial import Placed
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY
from navalcore_games.uboat_cards.state import Card, Side

GAME = nc.load("uboat_cards")
FACE = nc.face_of(GAME)


def board(match: AnyMatch, role: str) -> Board:
    described = FACE.board(match.view(role))
    assert isinstance(described, Board)
    return described


def options_of(match: AnyMatch):
    assert match.decision is not None
    return match.decision.options


def test_all_options_name_places_that_are_drawn_for_the_player_who_is_asked():
    names = ["options_name_places_that_are_drawn", "pictures_hide_what_is_hidden", "scenes_stay_and_can_be_read"]
    report = check_game(GAME, matches=6, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert placed.share == 1


@pytest.mark.rule("uboat_cards", "U9", "U15")
def test_a_card_of_the_chain_is_played_from_the_hand_to_its_spot_in_the_row():
    def played(side: Side, card: Card, to: str):
        assert PLAY[side][card].places == places(subject=f"card/{card.lower()}", from_=f"hand/{side}", to=to)

    played(Side.UBOAT, Card.TORPEDO, "row/uboat/2")
    played(Side.CONVOY, Card.U_BOAT, "row/convoy/3")
    played(Side.UBOAT, Card.DIVE, "discards")
    assert DISCARD[Side.CONVOY][Card.WATER].places == places(subject="card/water", from_="hand/convoy", to="discards")
    assert PASS[Side.CONVOY].places == places(at="hand/convoy")


def test_whose_a_card_is_does_not_tell_options_apart():
    one, other = PLAY[Side.UBOAT][Card.NEAR_MISS], PLAY[Side.CONVOY][Card.NEAR_MISS]
    assert one == other
    assert one.key == other.key == "play_card/Near Miss"


def lying(described: Board, at: str) -> dict[str, int]:
    return {piece.id: piece.count for piece in described.pieces_at(at)}


def test_like_cards_in_a_hand_are_one_stack_with_their_number():
    match = GAME.new_match(seed=5)
    held = Counter(match.view("uboat").uboat.hand or ())
    assert lying(board(match, "uboat"), "hand/uboat") == {place_id("card", card): held[card] for card in held}


def test_a_hand_that_is_hidden_is_a_stack_of_backs_whose_id_tells_nothing():
    match = GAME.new_match(seed=5)
    assert lying(board(match, "uboat"), "hand/convoy") == {"back/convoy": 5}
    for hand in ("hand/uboat", "hand/convoy"):
        assert list(lying(board(match, SPECTATOR), hand)) == [f"back/{hand.removeprefix('hand/')}"]
        assert not [piece for piece in lying(board(match, UMPIRE), hand) if piece.startswith("back/")]


def test_the_table_stays_the_same_and_what_lies_on_it_changes():
    match = GAME.new_match(seed=5)
    first = board(match, "convoy")
    spots = {region for region in first.scenes[0].by_id if region.startswith("row/")}
    assert spots == {f"row/{side}/{spot}" for side in ("uboat", "convoy") for spot in (1, 2, 3)}
    for _ in range(60):
        match.choose(options_of(match)[-1])
    later = board(match, "convoy")
    assert later.scenes == first.scenes
    assert later.pieces != first.pieces


def test_every_vessel_is_afloat_or_sunk_and_its_number_is_told():
    match = GAME.new_match(seed=11)
    play_out(match, make_bots(GAME, seed=0))
    view, last = match.view("uboat"), board(match, "uboat")
    for side, seat in (("uboat", view.uboat), ("convoy", view.convoy)):
        vessels = [*lying(last, f"afloat/{side}").values(), *lying(last, f"sunk/{side}").values()]
        assert sum(vessels) == seat.needed
        assert sum(lying(last, f"sunk/{side}").values()) == seat.sunk
        told = [piece.text for piece in last.pieces_at(f"score/{side}")]
        assert told == [f"{seat.sunk} of {seat.needed} {'Transport' if side == 'uboat' else 'U-boat'}s sunk"]
    assert any("has won" in piece.text for piece in last.pieces_at("turn"))


@pytest.mark.parametrize("pile", ["open", "closed"])
def test_what_is_told_is_on_the_board_even_where_a_laid_card_goes_at_once_into_a_closed_pile(pile):
    only = ["what_is_told_is_on_the_board"]
    options = {"discard_pile": pile, "consecutive_turns": True}
    report = check_game(GAME, matches=1, seed="rows", scenarios=["storm"], options=options, only=only, shrinking=False)
    assert report.ok, report.text()


@pytest.mark.rule("uboat_cards", "U2")
@pytest.mark.parametrize("pile", ["open", "closed"])
def test_the_discard_pile_lies_open_as_far_as_it_may_be_looked_at(pile):
    match = GAME.new_match(seed=5, options={"discard_pile": pile})
    for _ in range(30):
        match.choose(options_of(match)[-1])
    discarded = match.state.discards.cards
    shown = lying(board(match, "uboat"), "discards")
    told = FACE.info_commands()["discards"](match.view("uboat"), "")
    if pile == "open":
        assert shown == {place_id("card", card): discarded.count(card) for card in set(discarded)}
        assert list(shown)[-1] == place_id("card", discarded[-1]), "the newest on top"
        assert f"{len(discarded)} cards, {discarded[-1]} on top" in told
        assert all(card in told for card in set(discarded))
    else:
        assert told == f"The discard pile is closed: {len(discarded)} cards."
        assert shown == {"back/discards": len(discarded)}


def test_an_empty_discard_pile_is_told_to_be_empty():
    match = GAME.new_match(seed=5)
    assert FACE.info_commands()["discards"](match.view("uboat"), "") == "The discard pile is empty."
