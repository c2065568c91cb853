"""ULTRA (7.1)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.asking import rolled_at
from navalcore_games.silent_war.events.war import UltraReported
from navalcore_games.silent_war.lookups import area_named, charts_of
from navalcore_games.silent_war.state import Play

MOST_AREAS = 3


@rule("7.1-a", "7.1-T", "7.13")
def roll_ultra(play: Play) -> None:
    """One roll on the ULTRA Table: mark its areas in order, never more than three in a turn; none left, no roll.

    An area marked already takes no second marker and uses up no place (SW-R27).
    """
    state = play.state
    if len(state.ultra) >= MOST_AREAS:
        return
    for area in charts_of(state).ultra[state.war_period][play.dice.d10z("ULTRA", "7.1", rolled_at())]:
        if area not in state.ultra and len(state.ultra) < MOST_AREAS:
            state.ultra.append(area)
            play.tell(UltraReported, area_named(state.data_pack, area), rule="7.1")
