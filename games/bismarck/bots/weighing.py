"""The gain and the cost of an attack to the British, by the exact odds."""

from __future__ import annotations

from functools import cache
from typing import Final

from navalcore_games.bismarck.cards import SHIPS
from navalcore_games.bismarck.combat.damage import SLOW_MODE, torpedo_damage
from navalcore_games.bismarck.odds import UNHURT, blows, destroyer_run, hit_odds
from navalcore_games.bismarck.words import ShipNumber

SLOWED: Final = 1 / 3
"""The share of a ship's points that slowing her down is worth: the fleet catches who is slow."""


@cache
def worth_of_a_hit(target: ShipNumber) -> float:
    """Victory points to be expected of one torpedo hit: for the midships lost, and for a ship that becomes slow."""
    card = SHIPS[target]
    worth = 0.0
    for (midships, knots, _, sunk), chance in blows(target, torpedo_damage).after(UNHURT, 1).items():
        share = 1.0 if sunk else midships / card.midships
        if not sunk and card.knots >= SLOW_MODE > card.knots - knots:
            share += SLOWED
        worth += float(chance) * share * card.vp
    return worth


@cache
def run_promises(flotilla: ShipNumber, target: ShipNumber, firing: int, night: bool) -> float:
    """Victory points that a torpedo run promises for each destroyer, less those that it costs (16.51.2).

    Args:
        flotilla: the flotilla that attacks.
        target: the ship attacked.
        firing: how many of Bismarck and Prinz Eugen are there to fire.
        night: whether it is night.
    """
    survives = float(destroyer_run(1, firing, night).expected["survivors"])
    hits = float(hit_odds(target, 1, SHIPS[target].knots).get(1, 0))
    return survives * hits * worth_of_a_hit(target) - (1 - survives) * SHIPS[flotilla].loss_points
