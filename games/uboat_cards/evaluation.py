"""How good the table looks for a side: the estimate that search bots and reports use where they stop looking ahead."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Side, State

TURNS_AHEAD: Final = 2
"""Turns to look ahead before asking for the estimate."""

# Fitted (least squares, rounded) to the sinkings of the next sixteen turns in 1,200 matches of sensible bots that took a
# random option three times in twenty, on the standard, mirror and short decks; both chains gave much the same figures.
LAID: Final = (0.0, 0.08, 0.23)
"""Sinkings to be expected beyond the usual with so many cards in the row."""
NEXT_HELD: Final = (0.1, 0.17, 0.57)
"""... for the next card of a row of this length in hand."""
LAST_HELD: Final = (0.0, 0.26, 0.36)
"""... for so many last cards of the chain, the rarest, held for later."""
MIDDLE_HELD: Final = 0.07
"""... for the second card of the chain held for later."""
CLEARING_HELD: Final = 0.06
"""Sinkings that the opponent is kept from by a card that clears the table, less what its place in the hand costs."""
HARASSING_HELD: Final = 0.01
"""... by a harassing card, up to two of them."""
DENIED: Final = (0.0, 0.14, 0.33)
"""... by so many last cards of his chain in this hand."""
# Fitted (logistic regression, rounded) to who won such matches, by the score alone.
PER_SINKING: Final = {Side.UBOAT: 1.8, Side.CONVOY: 2.25}
"""What a vessel still to be destroyed weighs; the convoy's are harder to come by."""
WOLF_PACK_AHEAD: Final = -0.45
"""The wolf pack's advantage at equal standing."""


def estimate(state: State, side: Side) -> float:
    """The chance that ``side`` wins, from both hands, rows and scores, if both sides play sensibly."""
    left = {each: to_go(state, each) for each in Side}
    lead = PER_SINKING[Side.CONVOY] * left[Side.CONVOY] - PER_SINKING[Side.UBOAT] * left[Side.UBOAT] + WOLF_PACK_AHEAD
    # The more sinkings are still to come, the more can happen to a lead.
    chance = 1 / (1 + exp(-lead / sqrt(sum(seat.needed - seat.sunk for seat in state.seats.values()))))
    return chance if side is Side.UBOAT else 1 - chance


def to_go(state: State, side: Side) -> float:
    """The sinkings a side needs, less the part that its row and hand promise, and more for what hinders it."""
    other_side = OPPONENT[side]
    seat, other = state.seats[side], state.seats[other_side]
    chain, held, against = CHAIN[side], seat.hand.cards, other.hand.cards
    laid = len(seat.row)
    ready = chain[laid] in held
    promised = LAID[laid] + NEXT_HELD[laid] * ready
    promised += LAST_HELD[min(held.count(chain[2]) - (ready and laid == 2), 2)]
    promised += MIDDLE_HELD * (held.count(chain[1]) > (ready and laid == 1))
    hindered = DENIED[min(against.count(chain[2]), 2)] + CLEARING_HELD * min(against.count(CLEARING[other_side]), 2)
    hindered += HARASSING_HELD * min(sum(map(against.count, HARASSING)), 2)
    return seat.needed - seat.sunk - promised + hindered
