"""Steps along the routes: distance from the nearest active base, the way to a base, range (12.0, 15.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from navalcore.components import steps_from
from navalcore.rules import no, offers, rule
from navalcore_games.silent_war.choices import STAY, StepTo
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, area_id, numbered
from navalcore_games.silent_war.lookups import card_of
from navalcore_games.silent_war.state import Boat, State

FAR = 99


@rule("15.11", "12.0")
@lru_cache(maxsize=256)
def distances(data_pack: str, active: tuple[bool, ...]) -> tuple[int, ...]:
    """For each OpArea the movement steps from the nearest active base: a permanent base's own area is 1, a forward
    base's 0 (SW-R08).
    """
    charts = load_charts(data_pack)
    starts: dict[AreaIndex, int] = {}
    for number, base in enumerate(charts.bases):
        if active[number]:
            for area in base.areas:
                starts[area] = min(starts.get(area, FAR), 0 if base.forward else 1)
    steps = steps_from({area: row.neighbours for area, row in numbered(AreaIndex, charts.areas)}, starts)
    return tuple(steps.get(area, FAR) for area, _ in numbered(AreaIndex, charts.areas))


@lru_cache(maxsize=256)
def routes_within(data_pack: str, active: tuple[bool, ...], limit: int) -> dict[AreaIndex, list[AreaIndex]]:
    """The steps that lead to OpAreas no farther than ``limit`` from an active base."""
    near = distances(data_pack, active)
    areas = numbered(AreaIndex, load_charts(data_pack).areas)
    return {area: [other for other in row.neighbours if near[other] <= limit] for area, row in areas}


@lru_cache(maxsize=8192)
def steps_to(data_pack: str, active: tuple[bool, ...], goals: tuple[AreaIndex, ...], limit: int) -> tuple[int, ...]:
    """For each OpArea the steps to the nearest goal, by OpAreas no farther than ``limit`` from an active base."""
    steps = steps_from(routes_within(data_pack, active, limit), dict.fromkeys(goals, 0))
    return tuple(steps.get(area, FAR) for area, _ in numbered(AreaIndex, load_charts(data_pack).areas))


def steps_to_base(data_pack: str, active: tuple[bool, ...], base: BaseIndex, limit: int) -> tuple[int, ...]:
    """For each OpArea the steps to one next to a base, by OpAreas no farther than ``limit`` from an active base."""
    return steps_to(data_pack, active, load_charts(data_pack).bases[base].areas, limit)


def in_range(state: State, boat: Boat, area: AreaIndex) -> bool:
    """Whether an OpArea is within the boat's Range of an active base."""
    return distances(state.data_pack, tuple(state.active))[area] <= card_of(state, boat).range


def reached(state: State, boats: Sequence[Boat], areas: Sequence[AreaIndex]) -> list[AreaIndex]:
    """Of those OpAreas the ones within the Range of every boat."""
    near = distances(state.data_pack, tuple(state.active))
    limit = min([card_of(state, boat).range for boat in boats])
    return [area for area in areas if near[area] <= limit]


@lru_cache(maxsize=4096)
def to_area(data_pack: str, area: AreaIndex, boat: str, start: str) -> StepTo:
    """A step of a boat to an OpArea, as an option; boat and place by their ids."""
    place = load_charts(data_pack).areas[area]
    return StepTo(area_id(place.id), area, f"to {place.name}", boat, start)


@offers
def patrol_steps(
    data_pack: str, start: AreaIndex, near: tuple[AreaIndex, ...], boat: str, place: str
) -> Iterator[Word | StepTo]:
    """To stay, or the step to each OpArea next to a boat's own that is within its Range (``near``)."""
    charts = load_charts(data_pack)
    yield STAY.of(boat, place)
    for area in charts.areas[start].neighbours:
        step = to_area(data_pack, area, boat, place)
        yield step if area in near else no(step, "12.0", "beyond the boat's Range from every active base")
    for base in charts.areas[start].bases:
        yield no(f"into {charts.bases[base].name}", "12.2", "Patrol Movement never enters or leaves a base")


@rule("21.0")
def bases_from(state: State, area: AreaIndex, allied: bool) -> list[BaseIndex]:
    """Active bases that can be entered from an OpArea: those next to it and forward bases in its zones.

    Trincomalee takes British and Dutch boats only.
    """
    active = state.active
    return [n for n, allies_only in beside(state.data_pack, area) if active[n] and (allied or not allies_only)]


@lru_cache(maxsize=256)
def beside(data_pack: str, area: AreaIndex) -> tuple[tuple[BaseIndex, bool], ...]:
    """The bases an OpArea leads to, each with whether it takes British and Dutch boats only."""
    bases = numbered(BaseIndex, load_charts(data_pack).bases)
    return tuple((number, base.allied) for number, base in bases if area in base.areas)
