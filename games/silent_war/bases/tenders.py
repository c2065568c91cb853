"""Tenders of forward bases (21.2)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.ids import BaseIndex
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Play, State


@rule("21.21")
def place_tender(play: Play, base: BaseIndex) -> bool:
    """A random tender of the pile goes to a forward base; False if there is none."""
    state = play.state
    if not state.tender_pile:
        return False
    charts = charts_of(state)
    names = [charts.tenders[t].name for t in state.tender_pile]
    state.tenders[base] = state.tender_pile.pop(play.chance.pick(names, "which tender", "21.21"))
    return True


@rule("21.24")
def tender_leaves(state: State, base: BaseIndex) -> None:
    """The tender of a base that falls may be drawn again."""
    if base in state.tenders:
        state.tender_pile.append(state.tenders.pop(base))
