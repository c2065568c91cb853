"""How good the table looks for a side: the estimate that search bots and reports use where they stop looking ahead."""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

from games.tonnage_war.convoys import ROUNDS, TACTICAL_HAND
from games.tonnage_war.state import Side, State
from games.tonnage_war.values import FIGHTING_BOATS

TURNS_AHEAD: Final = 6
"""Turns of both sides to look ahead before asking for the estimate."""
# Fitted (least squares, rounded) to the final difference of points of 1,200 games of sensible bots that took a random
# option one time in twenty, 200 of every scenario; the table at the beginning of random turns, 38,000 in all.
CONTACT: Final = 0.2
"""Points a contact in effect still brings the U-boat side."""
ATTACK: Final = 0.7
"""Points an attack that the escorts have not met yet brings it."""
CONTINUATION: Final = 0.4
"""Points that it costs it if the escorts may continue an attack on a boat."""
BOAT: Final = 0.05
"""Points a boat in hand brings it."""
SPREAD_OF_A_ROUND: Final = 2.5
"""The standard deviation of the points that a round brings; it grows with the root of the rounds to come."""
LEAST_SPREAD: Final = 0.5

TURNS: Final = 2 * TACTICAL_HAND
"""Turns of a full round: each plays or discards a card of a hand (§5)."""
_CURVE: Final = NormalDist()


def look_ahead(state: State) -> int:
    """The turn of the match up to which to look ahead: a few turns on, or when the round under way is over."""
    return state.turns + min(TURNS_AHEAD, TURNS + 1 - state.turn)


def estimate(state: State, player: Side) -> float:
    """The chance that a player wins, from the points so far, the rounds to come, and the boats about to bring more."""
    ahead = _lead_of_boats(state)
    if state.game == 2:
        assert state.first_game is not None
        ahead = state.first_game.uboat_points - state.first_game.escort_points - ahead
    rounds_left = ROUNDS - state.round + (TURNS - min(state.turn, TURNS)) / TURNS
    chance = _CURVE.cdf(ahead / (LEAST_SPREAD + SPREAD_OF_A_ROUND * rounds_left**0.5))
    return chance if player is Side.UBOAT else 1 - chance


def _lead_of_boats(state: State) -> float:
    """By how many points the U-boat side of this game is, or is about to be, ahead."""
    boats = sum(unit in FIGHTING_BOATS for unit in state.seats[Side.UBOAT].units)
    return (
        state.tally.uboat_points
        - state.tally.escort_points
        + CONTACT * len(state.contacts)
        + ATTACK * (state.attack is not None)
        - CONTINUATION * (state.window is not None)
        + BOAT * boats
    )
