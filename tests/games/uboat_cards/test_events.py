"""What the log says of draws and cleared tables, and what it keeps from the other player."""

import pytest

from navalcore_games.uboat_cards.events import CardDrawn, DeckRenewed, TableCleared
from navalcore_games.uboat_cards.state import Card, Side

WATER, SONAR = Card.WATER, Card.SONAR


def draw(side, card):
    return CardDrawn(side, card, rule="U6", to=(side,))


@pytest.mark.rule("uboat_cards", "U6")
def test_the_draws_of_each_side_are_a_sentence_and_unseen_cards_are_only_counted():
    own = [draw(Side.UBOAT, card) for card in (WATER, SONAR, WATER)]
    unseen = [draw(Side.CONVOY, None)] * 2
    told = ["The wolf pack draws 2 Water, Sonar.", "The convoy draws 2 cards."]
    assert CardDrawn.in_brief([*own, *unseen]) == told
    assert CardDrawn.in_brief([*unseen[:1], *own[:2]]) == [
        "The convoy draws a card.",
        "The wolf pack draws Water, Sonar.",
    ]


@pytest.mark.rule("uboat_cards", "U6")
def test_the_other_player_is_told_that_a_card_was_drawn_and_sees_its_back():
    event = draw(Side.UBOAT, SONAR)
    redacted = event.redacted()
    assert (redacted.card, redacted.to) == (None, None)
    assert str(redacted) == "The wolf pack draws a card."
    assert (event.moves[0].piece, redacted.moves[0].piece) == ("card/sonar", "back/uboat")


@pytest.mark.rule("uboat_cards", "U8", "U14")
@pytest.mark.parametrize(
    ("cleared", "told"),
    [
        ((), "nothing leaves the table."),
        ((SONAR,), "Sonar leaves the table."),
        ((Card.PERISCOPE, SONAR), "Periscope and Sonar leave the table."),
    ],
)
def test_a_clearing_card_is_told_with_the_cards_that_it_takes(cleared, told):
    assert str(TableCleared(Side.UBOAT, Card.DIVE, cleared, rule="U8")) == f"The wolf pack plays Dive: {told}"


@pytest.mark.rule("uboat_cards", "U4")
def test_a_deck_of_one_discard_and_of_several_is_told_in_the_right_number():
    assert str(DeckRenewed(1, rule="U4")) == "The deck is empty: the 1 discard is shuffled and becomes the deck."
    assert str(DeckRenewed(9, rule="U4")) == "The deck is empty: the 9 discards are shuffled and become the deck."
