"""The sensible bot, the odds questions, and whole matches."""

from fractions import Fraction
from math import comb

import pytest

import navalcore as nc
from navalcore._rules.decision import Decision
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData
from navalcore.study._plan import Plan
from navalcore.study._simulate import simulate
from navalcore.study._summary import summary
from navalcore_games.uboat_cards.bots import SensibleBot
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY
from navalcore_games.uboat_cards.state import CHAIN, Card, Side
from navalcore_games.uboat_cards.views import CardTableView, ConvoyView, WolfPackView

PLAYS, DISCARDS, PASSED = PLAY[Side.UBOAT], DISCARD[Side.UBOAT], PASS[Side.UBOAT]
"""As good as the other side's: whose a card is does not tell options apart."""


def seen(side, hand, own_row=(), other_row=()):
    """A view for the bot's eyes."""
    rows = {side: own_row, ("convoy" if side == "uboat" else "uboat"): other_row}
    seats = {
        name: view(hand=tuple(hand) if name == side else None, hand_size=5, row=tuple(rows[name]), sunk=0, needed=6)
        for name, view in (("uboat", WolfPackView), ("convoy", ConvoyView))
    }
    return CardTableView(role=side, phase="x", turn=1, deck_size=50, discard_size=0, discards=(), winner=None, **seats)


def decide(side, options, hand, **rows):
    bot = SensibleBot(side, SeededChance.from_seed(0))
    return bot.decide(seen(side, hand, **rows), Decision(side, "?", options))


def test_the_bot_lays_the_next_card_of_its_row():
    options = [PASSED, PLAYS[Card.PERISCOPE], PLAYS[Card.NEAR_MISS]]
    assert decide("uboat", options, [Card.PERISCOPE, Card.NEAR_MISS]) == PLAYS[Card.PERISCOPE]


def test_the_bot_clears_a_row_of_two_unless_it_can_sink_now():
    threat = CHAIN[Side.UBOAT][:2]
    options = [PASSED, PLAYS[Card.SONAR], PLAYS[Card.DESTROYER_SWEEP]]
    assert decide("convoy", options, [Card.SONAR], other_row=threat) == PLAYS[Card.DESTROYER_SWEEP]
    sink = [PASSED, PLAYS[Card.U_BOAT], PLAYS[Card.DESTROYER_SWEEP]]
    assert decide("convoy", sink, [Card.U_BOAT], own_row=CHAIN[Side.CONVOY][:2], other_row=threat) == PLAYS[Card.U_BOAT]


def test_the_bot_harasses_when_it_has_nothing_better_and_otherwise_passes():
    assert decide("uboat", [PASSED, PLAYS[Card.DIVE], PLAYS[Card.NEAR_MISS]], [Card.NEAR_MISS]) == PLAYS[Card.NEAR_MISS]
    assert decide("uboat", [PASSED, PLAYS[Card.DIVE]], [Card.DIVE]) == PASSED


def test_the_bot_discards_water_before_anything_its_row_needs():
    hand = [Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT, Card.WATER, Card.DIVE, Card.NEAR_MISS]
    options = [DISCARDS[card] for card in hand]
    assert decide("uboat", options, hand) == DISCARDS[Card.WATER]


@pytest.mark.parametrize(("side", "other"), [("uboat", "convoy"), ("convoy", "uboat")])
def test_the_sensible_bot_beats_random_play_nine_times_out_of_ten(side, other):
    records = simulate(Plan("uboat_cards", bots={other: "random"}, seed="strength"), 60)
    assert sum(record.winner == side for record in records) >= 54


def test_two_sensible_bots_play_about_even_matches_of_some_fifty_turns():
    figures = summary(Plan("uboat_cards"), simulate(Plan("uboat_cards", seed="7"), 300), tuple(Side))
    # Within the band (43 to 54 %, median 45 to 60 turns) widened by about three standard errors of 300 matches.
    assert 0.35 < figures["wins"]["uboat"]["share"] < 0.62
    assert 40 < figures["length"]["median"] < 66


@pytest.mark.parametrize("card", [Card.PERISCOPE, Card.TRANSPORT, Card.WATER])
def test_opening_hand_odds_are_the_hypergeometric_ones(game, card):
    question = next(q for q in nc.face_of(game).questions() if q.name == "opening-hand")
    _, odds = question.ask({"card": card.value})
    copies = {Card.PERISCOPE: 12, Card.TRANSPORT: 6, Card.WATER: 20}[card]
    for held in range(6):
        ways = Fraction(comb(copies, held) * comb(90 - copies, 5 - held), comb(90, 5))
        assert odds.outcomes[str(held)] == ways
    assert odds.expected["copies"] == Fraction(5 * copies, 90)


def test_win_rate_is_sampled_reproducible_and_gives_its_standard_error(game):
    question = next(q for q in nc.face_of(game).questions() if q.name == "win-rate")
    parameters, odds = question.ask({"matches": "40", "seed": 3, "convoy": "random"})
    assert odds == question.ask({"matches": 40, "seed": "3", "convoy": "random"})[1]
    answer = odds.to_json("uboat_cards", "win-rate", parameters.model_dump())
    assert answer["method"] == "sampled"
    assert set(answer["outcomes"]["uboat"]) == {"probability"}
    share = answer["outcomes"]["uboat"]["probability"]
    assert answer["standard_error"]["uboat"] == pytest.approx((share * (1 - share) / 40) ** 0.5)


@pytest.mark.parametrize(
    ("question", "parameters", "message"),
    [
        ("opening-hand", {"card": "Kraken"}, "there is no card 'Kraken'"),
        ("opening-hand", {"deck": "huge"}, "there is no deck 'huge'; there are standard"),
        ("opening-hand", {"colour": "red"}, "has no parameter 'colour'; it has card, deck"),
        ("win-rate", {"matches": 1}, "should be 2 to 100000, not 1"),
    ],
)
def test_bad_parameters_are_refused_by_name(game, question, parameters, message):
    asked = next(q for q in nc.face_of(game).questions() if q.name == question)
    with pytest.raises(BadData, match=message.replace("(", r"\(")):
        asked.ask(parameters)
