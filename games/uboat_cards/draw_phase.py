"""Draw phases: U3, U4 and U6."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence

from navalcore.rules import Decision, Flow, Refusal, rule
from navalcore_games.uboat_cards.choices import ABOUT, DISCARD, DiscardCard
from navalcore_games.uboat_cards.decks import Limits
from navalcore_games.uboat_cards.events import NAMES, CardDiscarded, DeckRenewed, drawn
from navalcore_games.uboat_cards.harassing import harass
from navalcore_games.uboat_cards.state import HARASSING, Card, Play, Side

_PROMPT = "Which card do you discard to come down to the hand limit?"
_WHY = {side: f"The {name} draws a card" for side, name in NAMES.items()}


@rule("U3")
def deal(play: Play) -> None:
    """Each player draws the opening hand, the wolf pack first (UBC-R18)."""
    for side in Side:
        draw_cards(play, side, play.scenario.limits.opening_hand, "U3")


@rule("U4")
def draw_cards(play: Play, side: Side, count: int, section: str = "U6") -> None:
    """Draw cards one by one; if the deck is empty the shuffled discard pile is the deck, at that moment (UBC-R15)."""
    state, why = play.state, _WHY[side]
    left = len(state.deck.cards)
    if left < count:
        draw_cards(play, side, left, section)
        count -= left
        play.tell(DeckRenewed, len(state.discards), rule="U4")
        state.deck.add_all(state.discards.take_all())
    hand = state.seats[side].hand.cards
    cards = play.chance.draw(state.deck.cards, count, why, section)
    for card in cards:
        insort(hand, card)
    play.tell_all(drawn, side, cards, section)


@rule("U6")
def draw_phase(play: Play, side: Side) -> Flow[None]:
    """Draw two cards, then discard by choice, face up, until the hand is down to its limit; a harassing card works even
    so under UBC-R09 ``any_discard``.
    """
    limits: Limits = play.scenario.limits
    draw_cards(play, side, limits.draw_per_phase)
    pile = play.state.discards.cards
    hand = play.state.seats[side].hand.cards
    options = discards(side, hand)
    limit = limits.hand_limit
    harassing = play.options.harass_timing == "any_discard"
    reasons, about = (cannot_discard, play, side), ABOUT[side]
    while len(hand) > limit:
        index = yield Decision(side, _PROMPT, options, "U6", reasons, "discard", False, about)
        card = options[index].card
        hand.remove(card)
        pile.append(card)
        play.tell(CardDiscarded, side, card, rule="U6")
        if harassing and card in HARASSING:
            harass(play, side, card, discarded=True)
        if len(hand) > limit and card not in hand:
            options = options.copy()
            del options[index]


def discards(side: Side, hand: Sequence[Card]) -> list[DiscardCard]:
    """The cards to choose from: two copies of one card, which are side by side in the hand, are one option."""
    options = []
    before = None
    discarding = DISCARD[side]
    for card in hand:
        if card is not before:
            options.append(discarding[card])
            before = card
    return options


def cannot_discard(play: Play, side: Side) -> Iterator[Refusal]:
    """Why the other cards cannot be discarded now, nor the phase be ended."""
    hand = play.state.seats[side].hand
    limit = play.scenario.limits.hand_limit
    yield Refusal("pass", "U6", f"the hand holds {len(hand)} cards and must come down to {limit}")
    for card in Card:
        if card not in hand.cards:
            yield Refusal(str(DISCARD[side][card]), "U6", f"the {NAMES[side]} holds no {card}")
        yield Refusal(f"play {card}", "U7" if side is Side.UBOAT else "U13", "cards are played in the action phase")
