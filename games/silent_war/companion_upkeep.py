"""The end of a week and the beginning of the next beside a real map: what a campaign's turn does around the boats.

The date, the tracks, the bases and the boats of a campaign are kept from one week to the next. The upkeep runs the
phases of the matches in their order: 16.2, 17.0, 16.3, and for the new week 5.0 to 10.0. People sort the real cups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.errors import OverBudget
from navalcore.odds import Choice, Odds, exact
from navalcore.rules import Chance, Flow, Mark, Misfit, Play, resolves, rule
from navalcore_games.silent_war.bases.boxes import UNFIT
from navalcore_games.silent_war.bases.tenders import pile_before
from navalcore_games.silent_war.bases.upkeep import ready_boats, repair_boats
from navalcore_games.silent_war.companion_state import COPIES, BesideState
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.models_war import ScenarioRow, WarEvent
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.events.war import WarEventHappened, WeekBegan
from navalcore_games.silent_war.game import (
    COPIES as STARTS,
    SilentWarScenario,
    campaign_outcome,
    campaign_over,
    scenario_row,
    starting_state,
)
from navalcore_games.silent_war.lookups import boat_name, charts_of
from navalcore_games.silent_war.odds import FIRST_MONTH, LAST_MONTH, AreaId, WarPeriod
from navalcore_games.silent_war.sampled_odds import BoatId
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Boat, Place
from navalcore_games.silent_war.strategic.reinforcements import reinforcements
from navalcore_games.silent_war.strategic.storms import form_storm
from navalcore_games.silent_war.strategic.torpedo import improve_torpedo
from navalcore_games.silent_war.strategic.war_events import open_forward_bases, war_event_phase
from navalcore_games.silent_war.turn import intelligence, next_week, period_advances, remove_markers, weather_phase

MONTHS = tuple(month_text(number) for number in range(month_number(FIRST_MONTH), month_number(LAST_MONTH) + 1))
Month: TypeAlias = Annotated[str, Choice("month", lambda: MONTHS, f"there are {FIRST_MONTH} to {LAST_MONTH}")]
Torpedo: TypeAlias = Annotated[int, Field(ge=-2, le=2)]
Rest: TypeAlias = Annotated[int, Field(ge=0, le=99)]


def _campaigns() -> Mapping[str, str]:
    return {row.id: row.title for row in load_charts().scenarios if row.kind == "campaign"}


CampaignId: TypeAlias = Annotated[str, Choice("campaign", _campaigns)]
BaseId: TypeAlias = Annotated[str, Choice("base", lambda: {base.id: base.name for base in load_charts().bases})]
Whereabouts: TypeAlias = Literal[
    "at_sea", "ready", "pier_side", "broom", "repair_1", "repair_2", "repair_3", "hold", "west_coast", "not_in_play"
]
WORDS: Mapping[Place, str] = {
    Place.READY: "Ready for Sea", Place.PIER_SIDE: "Pier Side", Place.BROOM: "Broom Box",
    Place.REPAIR_1: "Repair Box 1", Place.REPAIR_2: "Repair Box 2", Place.REPAIR_3: "Repair Box 3", Place.HOLD: "Hold",
}  # fmt: skip
BASES_BY_EVENT = {"base_active": True, "base_inactive": False}
"""The effects of war events by which bases open and fall."""
PATHS = 2000
"""Courses up to which the chances of a phase are worked out."""


def date_known(state: BesideState) -> dict[str, object]:
    """The answers of other forms that the campaign knows."""
    if not state.noted:
        return {}
    return {"month": month_text(state.month), "war_period": state.war_period, "torpedo": state.torpedo}


def tracks_known(state: BesideState) -> dict[str, object]:
    """The figures of the tracks."""
    if not state.noted:
        return {}
    return {
        **date_known(state), "campaign": state.scenario, "week": state.week,
        "ship_hundreds": state.ships_sunk // 100, "ships": state.ships_sunk % 100,
        "ton_hundreds": state.tonnage // 100, "tons": state.tonnage % 100, "lost": state.submarines_lost,
    }  # fmt: skip


def tracks_misfit(state: BesideState, *, campaign: str, month: str, week: int, **_: object) -> Misfit | None:
    """A date before the campaign begins, or after its end."""
    row = charts_of(state).scenario_named[campaign]
    first, last = (row.start.month, row.start.week), None if row.end is None else (row.end.month, row.end.week)
    if first <= (month, week) and (last is None or (month, week) <= last):
        return None
    months = (first[0], month if last is None else last[0])
    ends = f", to {last[0]}, week {last[1]}" if last else " on"
    words = f"the campaign is played from {first[0]}, week {first[1]}{ends}; give a date of it"
    return Misfit("week" if months[0] <= month <= months[1] else "month", words)


@resolves("tracks", "2.3", misfit=tracks_misfit, known=tracks_known, sure=True)
@rule("2.3")
def set_tracks(
    play: Any, campaign: CampaignId = "campaign_full", month: Month = "1941-12",
    week: Annotated[int, Field(ge=1, le=4)] = 1, war_period: WarPeriod = 1, torpedo: Torpedo = -2,
    ship_hundreds: Annotated[int, Field(ge=0, le=19)] = 0, ships: Rest = 0,
    ton_hundreds: Rest = 0, tons: Rest = 0, lost: Rest = 0,
) -> Flow[str | None]:  # fmt: skip
    """Set the date and the tracks.

    Args:
        campaign: The campaign that is played.
        month: The month.
        week: The week.
        war_period: The War Period.
        torpedo: The torpedo value.
        ship_hundreds: Ships sunk so far, hundreds.
        ships: Ships sunk so far, the rest.
        ton_hundreds: Thousands of tons sunk so far, hundreds.
        tons: Thousands of tons sunk so far, the rest.
        lost: Boats lost so far.
    """
    yield from ()
    state: BesideState = play.state
    row = charts_of(state).scenario_named[campaign]
    if not state.noted or state.scenario != campaign:
        begins = (month, week) == (row.start.month, row.start.week)
        _take_over(state, row, boats=begins)
        state.torpedo_line = ship_hundreds * 100 + ships
        if not begins:
            _bases_so_far(state, month_number(month), week)
    state.month, state.week, state.war_period, state.torpedo = month_number(month), week, war_period, torpedo
    state.ships_sunk, state.tonnage = ship_hundreds * 100 + ships, ton_hundreds * 100 + tons
    state.submarines_lost = lost
    state.torpedo_line = min(state.torpedo_line, state.ships_sunk)
    return _date_in_words(state)


def _take_over(state: BesideState, row: ScenarioRow, *, boats: bool) -> None:
    """The bases, tenders, events and boats that a campaign begins with; these only if it begins now."""
    fresh = STARTS.copy(starting_state(row, state.data_pack, row.uses_allied_boats, bool(state.ijn)))
    state.noted, state.scenario = True, row.id
    state.active, state.tenders, state.tender_pile = fresh.active, fresh.tenders, fresh.tender_pile
    state.events_used, state.outside, state.gone = fresh.events_used, fresh.outside, fresh.gone
    state.bases_to_open, state.storms, state.ultra, state.missions = [], {}, [], {}
    state.boats = fresh.boats if boats else [Boat(boat.card) for boat in fresh.boats]


def _bases_so_far(state: BesideState, month: int, week: int) -> None:
    """Open and close the bases that have opened and fallen by a date at the latest, and bring the tenders. The upkeep
    of a campaign that is taken over in its middle is not to do so once more.
    """
    charts = charts_of(state)
    for event in charts.war_events.event:
        due = event.automatic_on
        if due is not None and (month_number(due.month), due.week) <= (month, week):
            _has_happened(state, event)
    state.tender_pile = pile_before(charts, month, state.events_used, state.tenders.values())


def _has_happened(state: BesideState, event: WarEvent) -> None:
    """Note a war event of a base as one that is over, with the base as it leaves it."""
    if event.one_time and event.id not in state.events_used:
        state.events_used.append(event.id)
    for effect in event.effect:
        if effect.type in BASES_BY_EVENT:
            state.active[charts_of(state).base_index[effect.base]] = BASES_BY_EVENT[effect.type]


def _needs_tracks(state: BesideState, **_: object) -> Misfit | None:
    """No campaign is noted."""
    return None if state.noted else Misfit("", "no campaign is noted; set the date and the tracks first")


@resolves("boat", "10.0", misfit=_needs_tracks, sure=True)
@rule("10.0", "15.0")
def note_boat(
    play: Any, boat: BoatId = "wahoo", whereabouts: Whereabouts = "at_sea", base: BaseId = "pearl_harbor",
    area: AreaId = "east_china_sea", spotted: bool = False, damage: Annotated[int, Field(ge=0, le=2)] = 0,
) -> Flow[str | None]:  # fmt: skip
    """Note where a boat is.

    Args:
        boat: The boat.
        whereabouts: At sea, or her box in a base.
        base: The base, if she is in one.
        area: The OpArea, if she is at sea.
        spotted: Whether she is Spotted.
        damage: Her Damage markers.
    """
    yield from ()
    state: BesideState = play.state
    charts = charts_of(state)
    one = next((each for each in state.boats if charts.boats[each.card].id == boat), None)
    if one is None:
        one = Boat(charts.boat_index[boat])
        state.boats.append(one)
    one.place = Place.DONE if whereabouts == "at_sea" else Place[whereabouts.upper()]
    one.on_patrol = one.place in AT_SEA
    one.where = charts.area_index[area] if one.on_patrol else charts.base_index[base] if one.place in IN_BASE else None
    one.spotted, one.damage = spotted and one.on_patrol, damage
    return _whereabouts(state, one)


@resolves("base", "21.0", misfit=_needs_tracks, sure=True)
@rule("21.0")
def note_base(play: Any, base: BaseId = "midway", active: bool = True) -> Flow[str | None]:
    """Note whether a base is active.

    Args:
        base: The base.
        active: Whether it is active.
    """
    yield from ()
    state: BesideState = play.state
    number = charts_of(state).base_index[base]
    for event in charts_of(state).war_events.event:
        kinds = {effect.type for effect in event.effect if effect.base == base}
        if any(BASES_BY_EVENT.get(kind) is active for kind in kinds):
            _has_happened(state, event)
    state.active[number] = active
    return f"{charts_of(state).bases[number].name} is {'active' if active else 'not active'}"


def upkeep_misfit(state: BesideState, **_: object) -> Misfit | None:
    """No campaign is noted, or it is over."""
    if state.noted and campaign_over(state, scenario_row(state)):
        return Misfit("", "the campaign is over; set the date and the tracks of another")
    return _needs_tracks(state)


def upkeep_odds(play: Any, *, ships: int, tons: int) -> Odds:
    """The chance of each thing that the upkeep may bring: each comes about by itself."""
    state: BesideState = play.state
    state.ships_sunk += ships
    state.tonnage += tons
    found = {"the War Period advances": _chance_of(play, period_advances)}
    next_week(state)
    if campaign_over(state, scenario_row(state)):
        return Odds("exact", {name: chance for name, chance in found.items() if chance is not None})
    before = set(state.storms)
    found["a war event"] = _chance_of(play, _has_war_event)
    found["the torpedoes improve"] = _chance_of(play, lambda one: _improves(one, state.torpedo))
    found["a storm forms"] = _chance_of(play, lambda one: _storm_forms(one, before))
    return Odds("exact", {name: chance for name, chance in found.items() if chance is not None})


def _chance_of(play: Any, happens: Callable[[Any], Any]) -> Fraction | None:
    """How likely a phase brings something; None if it has too many courses."""

    def once(chance: Chance) -> Any:
        state = COPIES.copy(play.state)
        return happens(Play(state, play.options, chance, scenario=_scenario(state), listening=True))

    try:
        return exact(once, budget=PATHS).get(True, Fraction(0))
    except OverBudget:
        return None


def _has_war_event(play: Any) -> Flow[bool]:
    yield from war_event_phase(play)
    return any(isinstance(event, WarEventHappened) for event in play.told)


def _improves(play: Any, before: int) -> bool:
    improve_torpedo(play)
    return bool(play.state.torpedo > before)


def _storm_forms(play: Any, before: set[Any]) -> bool:
    form_storm(play)
    return bool(set(play.state.storms) - before)


@resolves("upkeep", "16.0", odds=upkeep_odds, misfit=upkeep_misfit)
@rule("5.0", "6.0", "7.1", "7.2", "8.0", "9.0", "10.0", "16.0", "16.1", "16.3", "17.0")
def upkeep(
    play: Any, ships: Annotated[int, Field(ge=0, le=40)] = 0, tons: Annotated[int, Field(ge=0, le=250)] = 0
) -> Flow[str | None]:  # fmt: skip
    """Upkeep from one week to the next.

    Args:
        ships: Ships sunk this week, besides those that were resolved here.
        tons: Their thousands of tons.
    """
    state: BesideState = play.state
    state.ships_sunk += ships
    state.tonnage += tons
    with _by_the_campaign(play):
        remove_markers(play)
        open_forward_bases(play)
        sort = period_advances(play)
        begins = next_week(state)
        if campaign_over(state, scenario_row(state)):
            return f"the campaign is over: {campaign_outcome(state, scenario_row(state)).reason.removesuffix('.')}"
        play.tell(WeekBegan, month_text(state.month), state.week, rule="16.3")
        yield from war_event_phase(play)
        improve_torpedo(play)
        intelligence(play)
        yield from weather_phase(play)
        ordered = [boat for boat in state.boats if boat.ordered_home]
        reinforcements(play)
        ready_boats(play)
        yield from repair_boats(play)
    state.cups = [[], [], [], []]
    told = [_date_in_words(state)]
    if sort or (begins and state.month % charts_of(state).sort_every_months == 0):
        told.append("sort the cups again (3.15)")
    home = [boat_name(state, boat) for boat in state.boats if boat.ordered_home and boat not in ordered]
    if away := _ordered_unseen(state):
        home += [f"{name} if she is in play" for name in away]
    if home:
        told.append(f"ordered to overhaul: {listed(home)} (8.0)")
    return "; ".join(told)


def _ordered_unseen(state: BesideState) -> list[str]:
    """Boats on the month's list of withdrawals whose places the players have not noted."""
    charts = charts_of(state)
    row = charts.months.get(state.month)
    if state.week != 1 or row is None:
        return []
    unseen = {charts.boats[boat.card].id: boat for boat in state.boats if boat.place is Place.NOT_IN_PLAY}
    return [boat_name(state, unseen[name]) for name in row.withdraw if name in unseen]


@contextmanager
def _by_the_campaign(play: Any) -> Iterator[None]:
    """Let the phases go by the campaign that is noted: its own War Period rules and torpedoes."""
    before, play.scenario = play.scenario, _scenario(play.state)
    try:
        yield
    finally:
        play.scenario = before


def _scenario(state: BesideState) -> SilentWarScenario:
    """The campaign that is noted."""
    row = charts_of(state).scenario_named[state.scenario]
    return SilentWarScenario(id=row.id, title=row.title, note=row.history.note, row=row)


# ---- in words --------------------------------------------------------------------------------------------------------


def _date_in_words(state: BesideState) -> str:
    sunk = f"{counted(state.ships_sunk, 'ship')} and {state.tonnage:,} thousand tons sunk"
    lost = f", {counted(state.submarines_lost, 'boat')} lost" if state.submarines_lost else ""
    tracks = f"War Period {state.war_period}, torpedo value {state.torpedo:+d}, {sunk}{lost}"
    return f"{month_text(state.month)}, week {state.week}: {tracks}"


def _whereabouts(state: BesideState, boat: Boat) -> str:
    """Where a boat is, in words."""
    charts, name = charts_of(state), boat_name(state, boat)
    marks = f"{', Spotted' * boat.spotted}{f', {boat.damage} Damage' * bool(boat.damage)}"
    if boat.place in IN_BASE:
        return f"{name}: {WORDS[boat.place]}, {charts.bases[boat.base].name}{marks}"
    if boat.place in AT_SEA and boat.where is not None:
        return f"{name}: at sea, {charts.areas[boat.area].name}{marks}"
    elsewhere = {Place.WEST_COAST: "US West Coast", Place.LOST: "lost", Place.REMOVED: "out of play"}
    return f"{name}: {elsewhere.get(boat.place, 'not in play')}"


def campaign_marks(state: BesideState) -> Iterator[Mark]:
    """The date and the tracks, bases, ULTRA, and the boats that an upkeep looks at."""
    if not state.noted:
        return
    charts = charts_of(state)
    if campaign_over(state, scenario_row(state)):
        yield Mark(f"The campaign is over: {campaign_outcome(state, scenario_row(state)).reason}", key="noted")
        return
    yield Mark(_date_in_words(state), key="noted")
    active = [base.name for base, is_active in zip(charts.bases, state.active, strict=True) if is_active]
    yield Mark(f"Active bases: {listed(active)}")
    for place, area in enumerate(state.ultra):
        yield Mark(f"ULTRA: {charts.areas[area].name}", key=f"ultra/{place}")
    for number, boat in enumerate(state.boats):
        if boat.place in UNFIT or boat.spotted or boat.damage or boat.place in (Place.BROOM, Place.PIER_SIDE):
            yield Mark(_whereabouts(state, boat), key=f"boats/{number}")
    ready = sum(boat.place is Place.READY for boat in state.boats)
    if ready:
        yield Mark(f"{counted(ready, 'boat')} Ready for Sea", ready)
