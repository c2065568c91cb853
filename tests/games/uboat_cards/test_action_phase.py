"""U7 to U20: playing a card or passing, rows, clearing, harassing, winning."""

from collections import Counter
from fractions import Fraction

import pytest

from navalcore._rules.events import ChoiceMade
from navalcore._rules.running import run
from navalcore.bots import make_bots, play_out
from navalcore.components._events import Event
from navalcore.odds import exact
from navalcore.rules import ScriptedChance
from navalcore_games.uboat_cards.action_phase import action_phase, actions
from navalcore_games.uboat_cards.events import OpponentHarassed, TableCleared, VesselDestroyed
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, OPPONENT, Card, Side


def options(play, side):
    return [str(option) for option in actions(play, side)]


def act(play, side, *texts):
    """Carry out an action phase with these answers."""
    answers = iter(texts)
    run(action_phase(play, side), policy=lambda decision: decision.index(next(answers)))
    assert next(answers, None) is None


def cards_of(side, **places):
    """Arguments for a table on which ``side`` holds or has laid cards."""
    name = side.value
    return {(name if place == "hand" else f"{name}_{place}"): cards for place, cards in places.items()}


@pytest.mark.rule("uboat_cards", "U7", "U13")
@pytest.mark.parametrize("side", Side)
def test_a_player_may_pass_even_when_he_could_play(table, side):
    play = table(**cards_of(side, hand=[CHAIN[side][0]]))
    assert options(play, side) == ["pass", f"play {CHAIN[side][0]}"]
    act(play, side, "pass")
    assert play.state.seats[side].hand.cards == [CHAIN[side][0]]
    assert not play.state.seats[side].row


@pytest.mark.rule("uboat_cards", "U7", "U10")
def test_the_wolf_pack_plays_one_card_a_turn_and_it_stays_face_up(table):
    play = table([Card.PERISCOPE, Card.TORPEDO])
    act(play, Side.UBOAT, "play Periscope")
    seat = play.state.seats[Side.UBOAT]
    assert (seat.row, seat.hand.cards, play.state.discards.cards) == ([Card.PERISCOPE], [Card.TORPEDO], [])


@pytest.mark.rule("uboat_cards", "U13", "U16")
def test_the_convoy_plays_one_card_a_turn_and_it_stays_face_up(table):
    play = table((), [Card.SONAR, Card.DEPTH_CHARGES])
    act(play, Side.CONVOY, "play Sonar")
    seat = play.state.seats[Side.CONVOY]
    assert (seat.row, seat.hand.cards, play.state.discards.cards) == ([Card.SONAR], [Card.DEPTH_CHARGES], [])


@pytest.mark.parametrize(
    ("side", "chain"),
    [
        pytest.param(
            Side.UBOAT,
            (Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT),
            marks=pytest.mark.rule("uboat_cards", "U9"),
        ),
        pytest.param(
            Side.CONVOY,
            (Card.SONAR, Card.DEPTH_CHARGES, Card.U_BOAT),
            marks=pytest.mark.rule("uboat_cards", "U15"),
        ),
    ],
)
@pytest.mark.parametrize("laid", [0, 1, 2])
def test_only_the_next_card_of_the_chain_can_be_laid(table, side, chain, laid):
    play = table(**cards_of(side, hand=list(chain), row=list(chain[:laid])))
    assert options(play, side) == ["pass", f"play {chain[laid]}"]


@pytest.mark.parametrize(
    ("side", "vessel"),
    [
        pytest.param(Side.UBOAT, "Transport", marks=pytest.mark.rule("uboat_cards", "U11")),
        pytest.param(Side.CONVOY, "U-boat", marks=pytest.mark.rule("uboat_cards", "U17")),
    ],
)
def test_the_third_card_destroys_one_vessel_and_the_row_is_discarded(table, side, vessel):
    other = OPPONENT[side]
    laid = {
        **cards_of(side, hand=[CHAIN[side][2]], row=list(CHAIN[side][:2])),
        **cards_of(other, row=[CHAIN[other][0]]),
    }
    play = table(**laid, listening=True)
    act(play, side, f"play {vessel}")
    seat = play.state.seats[side]
    assert (seat.sunk, seat.row, seat.hand.cards) == (1, [], [])
    assert play.state.discards.cards == list(CHAIN[side])
    assert play.state.seats[other].row == [CHAIN[other][0]], "the opponent's row is untouched"
    assert play.state.seats[other].sunk == 0
    assert play.state.winner is None
    assert isinstance(play.told[-1], VesselDestroyed)


@pytest.mark.parametrize(
    ("side", "sunk"),
    [
        pytest.param(Side.UBOAT, (5, 3), marks=pytest.mark.rule("uboat_cards", "U12")),
        pytest.param(Side.CONVOY, (5, 3), marks=pytest.mark.rule("uboat_cards", "U18")),
    ],
)
def test_the_sixth_transport_or_the_fourth_u_boat_wins_at_once(game, table, side, sunk):
    play = table(**cards_of(side, hand=[CHAIN[side][2]], row=list(CHAIN[side][:2])), sunk=sunk)
    assert game.outcome(play.state, game.terms()) is None
    act(play, side, f"play {CHAIN[side][2]}")
    outcome = game.outcome(play.state, game.terms())
    assert outcome is not None
    assert outcome.winner == side
    assert play.state.seats[side].sunk == {Side.UBOAT: 6, Side.CONVOY: 4}[side]


@pytest.mark.rule("uboat_cards", "U12")
def test_after_the_sixth_transport_the_convoy_gets_no_last_action(game):
    for seed in range(20):
        told: list[Event] = []
        match = game.new_match(seed=seed, on_event=told.append)
        play_out(match, make_bots(game, seed=0))
        if match.outcome.winner == "uboat":
            break
    last = [event for event in told if isinstance(event, ChoiceMade)][-1]
    assert (last.role, last.text) == ("uboat", "play Transport")
    assert match.decision is None
    assert match.state.phase == "convoy_action", "the next step is named, but it was not begun"


@pytest.mark.parametrize(
    "side",
    [
        pytest.param(Side.UBOAT, marks=pytest.mark.rule("uboat_cards", "U8")),
        pytest.param(Side.CONVOY, marks=pytest.mark.rule("uboat_cards", "U14")),
    ],
)
def test_a_clearing_card_discards_every_card_in_play_and_then_itself(table, side):
    card = CLEARING[side]
    play = table(
        **cards_of(side, hand=[card]) | {"uboat_row": CHAIN[Side.UBOAT][:2], "convoy_row": CHAIN[Side.CONVOY][:1]},
        listening=True,
    )
    act(play, side, f"play {card}")
    assert [seat.row for seat in play.state.seats.values()] == [[], []]
    assert Counter(play.state.discards.cards) == Counter([Card.PERISCOPE, Card.TORPEDO, Card.SONAR, card])
    assert play.state.discards.cards[-1] is card
    assert [seat.sunk for seat in play.state.seats.values()] == [0, 0]
    told = play.told[-1]
    assert isinstance(told, TableCleared)
    assert Counter(told.cleared) == Counter([Card.PERISCOPE, Card.TORPEDO, Card.SONAR])


@pytest.mark.rule("uboat_cards", "U8", "U14")
@pytest.mark.parametrize("side", Side)
def test_a_clearing_card_may_be_played_on_an_empty_table_but_only_by_its_side(table, side):
    play = table(**cards_of(side, hand=[Card.DIVE, Card.DESTROYER_SWEEP]))
    assert options(play, side) == ["pass", f"play {CLEARING[side]}"]
    act(play, side, f"play {CLEARING[side]}")
    assert play.state.discards.cards == [CLEARING[side]]


@pytest.mark.rule("uboat_cards", "U19")
@pytest.mark.parametrize("side", Side)
def test_water_can_never_be_played(table, side):
    play = table([Card.WATER] * 5, [Card.WATER] * 5)
    assert options(play, side) == ["pass"]
    (refusal,) = [r for r in next(action_phase(play, side)).refusals() if r.text == "play Water"]
    assert refusal.rule == "U19"


@pytest.mark.rule("uboat_cards", "U20")
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("card", [Card.CAT_AND_MOUSE, Card.NEAR_MISS])
def test_a_harassing_card_of_either_side_costs_the_opponent_a_random_card(table, side, card):
    other = OPPONENT[side]
    with ScriptedChance(("loses a card at random", "Torpedo")) as chance:
        hands = cards_of(side, hand=[card, Card.WATER]) | cards_of(other, hand=[Card.SONAR, Card.TORPEDO, Card.WATER])
        play = table(**hands, chance=chance, listening=True)
        act(play, side, f"play {card}")
    assert play.state.seats[other].hand.cards == [Card.SONAR, Card.WATER]
    assert play.state.seats[side].hand.cards == [Card.WATER]
    assert play.state.discards.cards == [card, Card.TORPEDO]
    assert isinstance(play.told[-1], OpponentHarassed)


@pytest.mark.rule("uboat_cards", "U20")
def test_each_card_of_the_opponents_hand_is_equally_likely_to_be_lost(table):
    def lost(chance):
        play = table([Card.NEAR_MISS], [Card.SONAR, Card.WATER, Card.WATER, Card.DIVE], chance=chance)
        act(play, Side.UBOAT, "play Near Miss")
        return play.state.discards.cards[-1]

    assert exact(lost) == {Card.SONAR: Fraction(1, 4), Card.WATER: Fraction(1, 2), Card.DIVE: Fraction(1, 4)}


@pytest.mark.rule("uboat_cards", "U20")
def test_an_opponent_without_cards_cannot_be_harassed(table):
    play = table([Card.NEAR_MISS], [])
    assert options(play, Side.UBOAT) == ["pass"]
    (refusal,) = [r for r in next(action_phase(play, Side.UBOAT)).refusals() if r.text == "play Near Miss"]
    assert (refusal.rule, refusal.reason) == ("U20", "the convoy has no card to lose (UBC-R11)")


@pytest.mark.rule("uboat_cards", "U20")
def test_harassing_is_the_card_of_the_turn(table):
    play = table([Card.NEAR_MISS, Card.PERISCOPE], [Card.WATER, Card.WATER])
    act(play, Side.UBOAT, "play Near Miss")
    assert play.state.seats[Side.UBOAT].hand.cards == [Card.PERISCOPE]


@pytest.mark.rule("uboat_cards", "U7", "U13")
@pytest.mark.parametrize("side", Side)
def test_why_not_gives_a_reason_for_every_card_that_is_not_offered(table, side):
    play = table([Card.TORPEDO, Card.WATER], [Card.TORPEDO, Card.WATER])
    decision = next(action_phase(play, side))
    refused = {refusal.text for refusal in decision.refusals()}
    assert refused | set(decision.texts) == {"pass", *(f"play {card}" for card in Card)}
    assert not refused & set(decision.texts)
    reasons = {refusal.text: refusal for refusal in decision.refusals()}
    if side is Side.UBOAT:
        assert "the row continues with Periscope" in reasons["play Torpedo"].reason
        assert reasons["play Dive"].reason == "the wolf pack holds no Dive"
    else:
        assert reasons["play Torpedo"].reason == "only the wolf pack plays Torpedo"
