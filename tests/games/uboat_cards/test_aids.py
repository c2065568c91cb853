"""What a player is told that a card will do."""

import pytest

from navalcore import Decision, face_of
from navalcore_games.uboat_cards.choices import PASS, PLAY
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, Card, Side
from navalcore_games.uboat_cards.views import see


def facts_of(game, play, side, *cards, kind="action"):
    decision = Decision(side, "?", [PASS[side], *(PLAY[side][card] for card in cards)], "U7", kind=kind)
    return face_of(game).facts(see(play.state, side), decision, game.terms("standard", play.options))


def facts(game, play, *cards):
    return [{fact.name: fact.value for fact in each} for each in facts_of(game, play, Side.UBOAT, *cards)]


@pytest.mark.rule("uboat_cards", "U8", "U10", "U11", "U14", "U16", "U17")
@pytest.mark.parametrize(
    ("side", "sections"), [(Side.UBOAT, ["U8", "U10", "U11"]), (Side.CONVOY, ["U14", "U16", "U17"])]
)
def test_each_side_is_referred_to_its_own_sections(table, game, side, sections):
    for laid, card, section in zip((0, 1, 2), (CLEARING[side], CHAIN[side][1], CHAIN[side][2]), sections, strict=True):
        play = table(**{side.value: [card], f"{side.value}_row": CHAIN[side][:laid]})
        assert {fact.rule for fact in facts_of(game, play, side, card)[1]} == {section}
        assert facts_of(game, play, side, card, kind="discard") == ()


@pytest.mark.rule("uboat_cards", "U10", "U11")
def test_the_third_card_of_the_chain_destroys_a_vessel(table, game):
    play = table([Card.TRANSPORT], uboat_row=[Card.PERISCOPE, Card.TORPEDO], sunk=(2, 0))
    assert facts(game, play, Card.TRANSPORT) == [{}, {"destroyed": 1, "to_win": 3}]


@pytest.mark.rule("uboat_cards", "U10")
def test_an_earlier_card_of_the_chain_lengthens_the_row(table, game):
    play = table([Card.TORPEDO], uboat_row=[Card.PERISCOPE])
    assert facts(game, play, Card.TORPEDO) == [{}, {"row": 2}]


@pytest.mark.rule("uboat_cards", "U8")
@pytest.mark.parametrize(("scope", "told"), [("all", {"clears": 2, "clears_own": 1}), ("opponent", {"clears": 2})])
def test_a_clearing_card_counts_the_cards_it_takes(table, game, scope, told):
    play = table(
        [Card.DIVE], uboat_row=[Card.PERISCOPE], convoy_row=[Card.SONAR, Card.DEPTH_CHARGES], clear_scope=scope
    )
    assert facts(game, play, Card.DIVE) == [{}, told]


@pytest.mark.rule("uboat_cards", "U20")
def test_a_harassing_card_leaves_the_enemy_a_card_less(table, game):
    play = table([Card.NEAR_MISS], [Card.WATER, Card.SONAR])
    assert facts(game, play, Card.NEAR_MISS) == [{}, {"cards_left": 1}]
