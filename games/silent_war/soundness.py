"""The laws of the counters other than boats and ships: skippers, tenders, ULTRA, missions, bases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from navalcore_games.silent_war.data_pack.charts import Charts
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, State
from navalcore_games.silent_war.strategic.ultra import MOST_AREAS


def counters_sound(state: State, charts: Charts) -> Iterator[str]:
    """Each counter in one place at most, and none where the rules allow none."""
    skippers = Counter([*state.skippers, *(boat.skipper for boat in state.boats if boat.skipper is not None)])
    for skipper, count in skippers.items():
        if count > 1:
            yield f"Super Skipper {charts.skippers[skipper].name} is in {count} places"
    for tender, count in Counter([*state.tender_pile, *state.tenders.values()]).items():
        if count > 1:
            yield f"tender {charts.tenders[tender].name} is in {count} places"
    if len(set(state.ultra)) < len(state.ultra) or len(state.ultra) > MOST_AREAS:
        yield f"there are {len(state.ultra)} ULTRA markers, or two in one OpArea"
    for zone, mission in state.missions.items():
        if mission.entered > mission.boats:
            yield f"{mission.entered} boats went into {charts.zones[zone].name}, which called for {mission.boats}"
    for boat in state.boats:
        name = charts.boats[boat.card].name
        if boat.place in IN_BASE and not state.active[boat.base]:
            yield f"{name} is in {charts.bases[boat.base].name}, which is not active"
        if boat.zone is not None and (boat.place not in AT_SEA or boat.where not in charts.zones[boat.zone].areas):
            yield f"{name} is in a zone that its OpArea does not lead to"
        if boat.pack is not None and charts.boats[boat.card].nation != "us":
            yield f"{name} is in a wolfpack but not of the US Navy"
