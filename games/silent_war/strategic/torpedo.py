"""The Torpedo Improvement Phase (6.0)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.asking import rolled_at
from navalcore_games.silent_war.events.war import TorpedoesImproved
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Play


@rule("6.0-a", "6.0-b", "6.0-T")
def improve_torpedo(play: Play) -> None:
    """Roll once when a new line of the current column has been reached, on the highest line reached (SW-R28).

    A scenario may give Allied boats a torpedo value of their own (14.6-E), which stays as it is.
    """
    state = play.state
    if play.scenario is not None and play.scenario.row.allied_torpedo_value_fixed is not None:
        return
    lines = charts_of(state).improvement.get(state.torpedo, ())
    reached = [line for line in lines if line[0] <= state.ships_sunk]
    if not reached or reached[-1][0] <= state.torpedo_line:
        return
    state.torpedo_line, needed = reached[-1]
    if play.dice.d10z(f"torpedo improvement, {needed} or more", "6.0", rolled_at()) >= needed:
        state.torpedo += 1
        play.tell(TorpedoesImproved, state.torpedo, rule="6.0")
