"""How good the table looks for a side: the estimate that search bots and reports use where they stop looking ahead."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Side, State

TURNS_AHEAD: Final = 3
"""Turns to look ahead before asking for the estimate."""

# Fitted (least squares, rounded) to the sinkings of the next sixteen turns in 1,500 matches of sensible bots that took
# a random option three times in twenty, on the standard, mirror and short decks; both chains gave much the same.
LAID: Final = (0.0, 0.07, 0.2)
"""Sinkings to be expected beyond the usual with so many cards in the row."""
NEXT_HELD: Final = (0.1, 0.18, 0.7)
"""... for the next card of a row of this length in hand."""
LAST_HELD: Final = (0.0, 0.39, 0.65)
"""... for so many last cards of the chain, the rarest, held for later."""
LAST_IN_DECK: Final = 0.23
"""... for each last card of the chain that will be drawn soon, by either side."""
LAST_DISCARDED: Final = 0.125
"""... for each that will soon be shuffled back into the deck."""
MIDDLE_HELD: Final = 0.07
"""... for the second card of the chain held for later."""
SOON: Final = 40
"""Draws of both sides that are soon: those of ten turns."""
CLEARING_HELD: Final = 0.08
"""Sinkings that the opponent is kept from by a card that clears the table, less what its place in the hand costs."""
HARASSING_HELD: Final = 0.02
"""... by a harassing card, up to two of them."""
DENIED: Final = 0.03
"""... by a last card of its chain in this hand, instead of on the discard pile."""
# Fitted (logistic regression, rounded) to who won such matches with the standard deck, by the score alone.
WEIGHT: Final = 14.5
"""How much the share of the sinkings still needed weighs."""
WOLF_PACK_AHEAD: Final = -0.8
"""The wolf pack's advantage when both need the same share."""


def estimate(state: State, side: Side) -> float:
    """The chance that ``side`` wins, from hands, rows, piles and scores, if both sides play sensibly."""
    shares = {each: to_go(state, each) / seat.needed for each, seat in state.seats.items()}
    lead = WEIGHT * (shares[Side.CONVOY] - shares[Side.UBOAT]) + WOLF_PACK_AHEAD
    # The more sinkings are still to come, the more can happen to a lead.
    chance = 1 / (1 + exp(-lead / sqrt(sum(seat.needed - seat.sunk for seat in state.seats.values()))))
    return chance if side is Side.UBOAT else 1 - chance


def to_go(state: State, side: Side) -> float:
    """The sinkings a side needs, less the part that its row, its hand and the piles promise, and more for the cards
    that the opponent holds against it.
    """
    seat = state.seats[side]
    return seat.needed - seat.sunk - _promised(state, side) + _hindered(state, side)


def _promised(state: State, side: Side) -> float:
    seat, chain = state.seats[side], CHAIN[side]
    held, laid, last = seat.hand.cards, len(seat.row), CHAIN[side][-1]
    ready = chain[laid] in held
    spare = held.count(last) - (ready and laid == 2)
    promised = LAID[laid] + NEXT_HELD[laid] * ready + LAST_HELD[min(spare, 2)]
    promised += MIDDLE_HELD * (held.count(chain[1]) > (ready and laid == 1))
    deck = state.deck.cards
    if len(deck) >= SOON:
        return promised + LAST_IN_DECK * deck.count(last) * SOON / len(deck)
    shuffled = (SOON - len(deck)) / SOON
    return promised + LAST_IN_DECK * deck.count(last) + LAST_DISCARDED * state.discards.cards.count(last) * shuffled


def _hindered(state: State, side: Side) -> float:
    against, other = state.seats[OPPONENT[side]].hand.cards, OPPONENT[side]
    return (
        CLEARING_HELD * min(against.count(CLEARING[other]), 2)
        + HARASSING_HELD * min(sum(map(against.count, HARASSING)), 2)
        + DENIED * against.count(CHAIN[side][-1])
    )
