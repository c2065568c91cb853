"""How good the table looks for a side: the estimate that search bots and reports use where they stop looking ahead."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from games.uboat_cards.state import CHAIN, CLEARING, OPPONENT, Side, State

TURNS_AHEAD: Final = 3
"""Turns to look ahead before asking for the estimate."""

# Fitted (logistic regression, rounded) to who won 1,500 matches of sensible bots that took a random option one time in
# twenty, on the standard, mirror and short decks; the table at random moments, 80,000 in all.
PER_SINKING: Final = {Side.UBOAT: 1.8, Side.CONVOY: 2.25}
"""A vessel still to be destroyed; the convoy's four are harder to come by than the wolf pack's six."""
TWO_LAID: Final = 0.4
"""Two cards lie in the row."""
NEXT_HELD: Final = 0.6
"""The next card of the row is in hand."""
LAST_HELD: Final = 1.25
"""The last card of the chain, the rarest, is in hand."""
CLEARING_HELD: Final = 0.2
"""A card that clears the table, up to two of them."""
DENIED: Final = 0.25
"""A last card of the opponent's chain is kept from him."""
WOLF_PACK_AHEAD: Final = -0.45
"""The wolf pack's advantage at equal standing."""


def estimate(state: State, side: Side) -> float:
    """The chance that ``side`` wins, from both hands, rows and scores, if both sides play sensibly."""
    left = sum(seat.needed - seat.sunk for seat in state.seats.values())
    lead = _standing(state, Side.UBOAT) - _standing(state, Side.CONVOY) + WOLF_PACK_AHEAD
    # The more sinkings are still to come, the more can happen to a lead.
    chance = 1 / (1 + exp(-lead / sqrt(left)))
    return chance if side is Side.UBOAT else 1 - chance


def _standing(state: State, side: Side) -> float:
    seat = state.seats[side]
    chain, held = CHAIN[side], seat.hand.cards
    return (
        -PER_SINKING[side] * (seat.needed - seat.sunk)
        + TWO_LAID * (len(seat.row) == 2)
        + NEXT_HELD * (chain[len(seat.row)] in held)
        + LAST_HELD * (chain[-1] in held)
        + CLEARING_HELD * min(held.count(CLEARING[side]), 2)
        + DENIED * held.count(CHAIN[OPPONENT[side]][-1])
    )
