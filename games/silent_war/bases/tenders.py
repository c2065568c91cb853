"""Tenders of forward bases (21.2)."""

from __future__ import annotations

from collections.abc import Collection

from navalcore.rules import rule
from navalcore_games.silent_war.data_pack.charts import Charts
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.ids import BaseIndex, TenderIndex, numbered
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


@rule("5.0", "21.21")
def tenders_out_of_play(charts: Charts, events_used: Collection[str]) -> set[TenderIndex]:
    """The tenders that war events have taken out of the game: no base receives them any more."""
    effects = [effect for used in events_used if used in charts.events for effect in charts.events[used].effect]
    gone = {effect.tender for effect in effects if effect.type == "remove_tender"}
    return {number for number, tender in numbered(TenderIndex, charts.tenders) if tender.id in gone}


@rule("21.21")
def pile_before(
    charts: Charts, month: int, events_used: Collection[str], at_bases: Collection[TenderIndex]
) -> list[TenderIndex]:
    """The pile as a month begins: the tenders whose date is past, without those at bases and those out of play."""
    not_there = {*at_bases, *tenders_out_of_play(charts, events_used)}
    return [
        number
        for number, tender in numbered(TenderIndex, charts.tenders)
        if month_number(tender.entry) < month and number not in not_there
    ]
