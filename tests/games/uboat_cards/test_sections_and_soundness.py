"""Which section a refused card is refused by, what is told of a discard, and what the invariants notice."""

from collections.abc import Iterator

import pytest

from navalcore._rules.decision import Decision
from navalcore._rules.running import run
from navalcore_games.uboat_cards.action_phase import action_phase
from navalcore_games.uboat_cards.decks import own_decks
from navalcore_games.uboat_cards.draw_phase import draw_phase
from navalcore_games.uboat_cards.events import CardDiscarded
from navalcore_games.uboat_cards.state import Card, Side

# The card, whose it is not, and the section that gives it to the other side.
OTHERS = [
    *((card, Side.CONVOY, "U9") for card in (Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT)),
    *((card, Side.UBOAT, "U15") for card in (Card.SONAR, Card.DEPTH_CHARGES, Card.U_BOAT)),
    (Card.DIVE, Side.CONVOY, "U8"),
    (Card.DESTROYER_SWEEP, Side.UBOAT, "U14"),
]


@pytest.mark.rule("uboat_cards", "U8", "U9", "U14", "U15")
@pytest.mark.parametrize(("card", "side", "section"), OTHERS)
def test_a_card_of_the_other_side_is_refused_by_the_section_that_gives_it_its_use(table, card, side, section):
    play = table([card], [card])
    refusals = {refusal.text: refusal.rule for refusal in next(action_phase(play, side)).refusals()}
    assert refusals[f"play {card}"] == section


@pytest.mark.rule("uboat_cards", "U6")
def test_every_discarded_card_is_told_of_with_its_owner_and_only_to_those_who_listen(table):
    for listening in (True, False):
        play = table([Card.WATER] * 5, deck=[Card.SONAR] * 2, listening=listening)
        answers = iter(["discard Water", "discard Sonar"])

        def answer(decision: Decision, answers: Iterator[str] = answers) -> int:
            return decision.index(next(answers))

        run(draw_phase(play, Side.UBOAT), policy=answer)
        told = [(event.side, event.card) for event in play.told if isinstance(event, CardDiscarded)]
        assert told == ([(Side.UBOAT, Card.WATER), (Side.UBOAT, Card.SONAR)] if listening else [])


@pytest.mark.parametrize("row", [[Card.TORPEDO], [Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT]])
def test_the_invariants_notice_a_row_in_the_wrong_order_and_a_whole_chain_left_on_the_table(game, row):
    state = game.new_match(seed=1).state
    state.seats[Side.UBOAT].row = row
    assert [text for text in game.invariants(state, game.terms()) if "not the beginning of its chain" in text]


@pytest.mark.parametrize("sunk", [-1, 7])
def test_the_invariants_notice_fewer_vessels_destroyed_than_none_and_more_than_are_needed(game, sunk):
    state = game.new_match(seed=1).state
    state.seats[Side.UBOAT].sunk = sunk
    assert [text for text in game.invariants(state, game.terms()) if "has destroyed" in text]


def test_the_standard_deck_comes_first_and_the_others_by_name() -> None:
    first, *others = own_decks()
    assert first == "standard"
    assert others == sorted(others)
    assert len(others) > 1
