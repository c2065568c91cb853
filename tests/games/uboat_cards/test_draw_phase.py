"""U2, U3, U4, U6: dealing, drawing, renewing the deck, discarding."""

from collections import Counter

import pytest

from navalcore._rules.running import run
from navalcore.rules import ScriptedChance
from navalcore_games.uboat_cards.choices import DISCARD
from navalcore_games.uboat_cards.draw_phase import deal, draw_cards, draw_phase
from navalcore_games.uboat_cards.events import CardDrawn, DeckRenewed
from navalcore_games.uboat_cards.state import Card, Side

FIVE = [Card.WATER, Card.WATER, Card.SONAR, Card.TORPEDO, Card.DIVE]


@pytest.mark.rule("uboat_cards", "U2")
def test_both_players_use_one_deck_and_one_discard_pile(game):
    match = game.new_match(seed=1)
    before = len(match.state.deck)
    assert before == 90 - 5 - 5 - 2, "both opening hands and the wolf pack's two cards came from the same deck"
    while match.state.phase != "convoy_action":
        match.choose(0)
    discarded = 90 - len(match.state.deck) - sum(len(s.hand) + len(s.row) for s in match.state.seats.values())
    assert len(match.state.discards) == discarded > 2, "both players' discards lie on the one pile"


@pytest.mark.rule("uboat_cards", "U3")
def test_each_player_begins_with_five_cards_the_wolf_pack_dealt_first(table):
    with ScriptedChance(*["Sonar"] * 5, *["Water"] * 5) as chance:
        play = table(deck=[Card.SONAR] * 5 + [Card.WATER] * 5, chance=chance)
        deal(play)
    assert play.state.seats[Side.UBOAT].hand.cards == [Card.SONAR] * 5
    assert play.state.seats[Side.CONVOY].hand.cards == [Card.WATER] * 5


@pytest.mark.rule("uboat_cards", "U6")
@pytest.mark.parametrize("side", Side)
def test_a_hand_of_five_is_seven_after_drawing_and_five_after_two_discards(table, side):
    play = table(FIVE, FIVE, deck=[Card.PERISCOPE, Card.NEAR_MISS])
    flow = draw_phase(play, side)
    first = next(flow)
    hand = play.state.seats[side].hand
    assert (first.role, len(hand)) == (side, 7)
    assert Counter(hand.cards) == Counter([*FIVE, Card.PERISCOPE, Card.NEAR_MISS])
    second = flow.send(first.index("discard Dive"))
    assert len(hand) == 6
    with pytest.raises(StopIteration):
        flow.send(second.index("discard Sonar"))
    assert Counter(hand.cards) == Counter([Card.WATER] * 2 + [Card.TORPEDO, Card.PERISCOPE, Card.NEAR_MISS])
    assert play.state.discards.cards == [Card.DIVE, Card.SONAR]


@pytest.mark.rule("uboat_cards", "U6")
def test_two_copies_of_a_card_are_one_option_and_any_card_may_be_discarded(table):
    play = table(FIVE, deck=[Card.WATER, Card.SONAR])
    decision = next(draw_phase(play, Side.UBOAT))
    assert set(decision.options) == {DISCARD[Side.UBOAT][card] for card in FIVE}
    assert len(decision.options) == 4


@pytest.mark.rule("uboat_cards", "U6")
@pytest.mark.parametrize("held", [2, 3])
def test_with_five_cards_or_fewer_after_drawing_nothing_is_discarded(table, held):
    play = table(FIVE[:held], deck=[Card.WATER] * 4)
    run(draw_phase(play, Side.UBOAT), policy=lambda decision: pytest.fail("nothing is to be discarded"))
    assert len(play.state.seats[Side.UBOAT].hand) == held + 2


@pytest.mark.rule("uboat_cards", "U4")
def test_the_deck_is_renewed_from_the_discards_between_the_first_and_the_second_card(table):
    play = table(FIVE[:3], deck=[Card.TRANSPORT], discards=[Card.WATER] * 3, listening=True)
    play.state.seats[Side.CONVOY].row = [Card.SONAR]
    run(draw_phase(play, Side.UBOAT))
    assert sorted(play.state.seats[Side.UBOAT].hand.cards) == sorted([*FIVE[:3], Card.TRANSPORT, Card.WATER])
    assert (play.state.deck.cards, play.state.discards.cards) == ([Card.WATER] * 2, [])
    assert play.state.seats[Side.CONVOY].row == [Card.SONAR], "cards on the table stay there"
    kinds = [type(event) for event in play.told]
    assert kinds == [CardDrawn, DeckRenewed, CardDrawn]


@pytest.mark.rule("uboat_cards", "U4")
def test_an_empty_deck_is_not_renewed_before_a_card_must_be_drawn(table):
    play = table(deck=[Card.WATER], discards=[Card.SONAR])
    draw_cards(play, Side.UBOAT, 1)
    assert (len(play.state.deck), play.state.discards.cards) == (0, [Card.SONAR]), "UBC-R15"


@pytest.mark.rule("uboat_cards", "U6")
def test_why_not_names_the_reason_for_every_card_that_cannot_be_discarded(table):
    play = table(FIVE, deck=[Card.WATER] * 2)
    reasons = {refusal.text: refusal for refusal in next(draw_phase(play, Side.UBOAT)).refusals()}
    assert reasons["discard Near Miss"].reason == "the wolf pack holds no Near Miss"
    assert reasons["pass"].reason == "the hand holds 7 cards and must come down to 5"
    assert reasons["play Dive"].rule == "U7"
    assert "discard Water" not in reasons


@pytest.mark.rule("uboat_cards", "U6")
def test_the_opponent_learns_of_a_drawn_card_only_that_it_was_drawn(table):
    play = table(deck=[Card.TRANSPORT], listening=True)
    draw_cards(play, Side.UBOAT, 1)
    (event,) = play.told
    assert str(event.seen_by("uboat")) == "The wolf pack draws Transport."
    for other in ("convoy", "spectator"):
        assert str(event.seen_by(other)) == "The wolf pack draws a card."
        assert "Transport" not in repr(event.seen_by(other))
