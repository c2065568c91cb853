"""The War Event Phase (5): what the war brings and asks for, bases that open and fall (21.0)."""

from __future__ import annotations

from navalcore.components import place_id
from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_options, rolled_at, rolled_for
from navalcore_games.silent_war.bases.boxes import ALONGSIDE, REPAIR_BOXES, boats_in, enter_repair, takes
from navalcore_games.silent_war.bases.leaving import remove_from_play
from navalcore_games.silent_war.bases.tenders import place_tender, tender_leaves
from navalcore_games.silent_war.boats.commands import reports
from navalcore_games.silent_war.boats.damage import damage, force_home, lose, note
from navalcore_games.silent_war.boats.packs import disband_small_packs
from navalcore_games.silent_war.choices import ToTraining
from navalcore_games.silent_war.data_pack.models_war import Effect, WarEvent
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.events.boats import Evacuated, Relegated
from navalcore_games.silent_war.events.war import BaseFell, BaseOpened, WarEventHappened
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, BoatIndex, TenderIndex, ZoneIndex, boat_id, numbered
from navalcore_games.silent_war.lookups import base_named, boat_name, charts_of
from navalcore_games.silent_war.movement.homeward import out_of_range
from navalcore_games.silent_war.movement.routes import steps_to_base
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Boat, Mission, Place, Play, Role, State
from navalcore_games.silent_war.strategic.ultra import roll_ultra
from navalcore_games.silent_war.words import Cause, Named

REFUGE = {"manila": "surabaya", "surabaya": "fremantle", "dutch_harbor": "pearl_harbor"}
EVERYWHERE = 98


@rule("5.0")
def war_event_phase(play: Play) -> Flow[None]:
    """0-3 brings an event of the period's table; base events overdue happen of themselves (SW-D04)."""
    state = play.state
    charts = charts_of(state)
    if play.options.automatic_events:
        for event in charts.war_events.event:
            due = event.automatic_on
            overdue = due is not None and (state.month, state.week) >= (month_number(due.month), due.week)
            if overdue and possible(state, event):
                yield from carry_out(play, event)
    if play.dice.d10z("war event on 0-3", "5.0", rolled_at()) not in charts.war_events.trigger.occurs_on:
        return
    rows = [p for p in charts.war_events.period if month_number(p.from_) <= state.month <= month_number(p.to)]
    if rows:
        event = charts.events[rows[0].d10[play.dice.d10z("which war event", "5.0", rolled_at())]]
        if possible(state, event):
            yield from carry_out(play, event)


@rule("5.1")
def possible(state: State, event: WarEvent) -> bool:
    """A one-time event that has happened, or one whose conditions fail, is not an event."""
    if event.one_time and event.id in state.events_used:
        return False
    if event.earliest is not None and state.month < month_number(event.earliest):
        return False
    if event.latest is not None and state.month > month_number(event.latest):
        return False
    if any(needed not in state.events_used for needed in event.requires):
        return False
    return not any(other in state.events_used for other in event.not_after)


def carry_out(play: Play, event: WarEvent) -> Flow[None]:
    """The effects of an event, in order."""
    state = play.state
    if event.one_time:
        state.events_used.append(event.id)
    play.tell(WarEventHappened, Named(place_id("war_event", event.id), event.name), rule="5.0")
    for effect in event.effect:
        yield from carry_out_effect(play, event, effect)


@rule("5.2-a", "7.13", "20.1", "21.0", "21.1", "21.11", "21.21")
def carry_out_effect(play: Play, event: WarEvent, effect: Effect) -> Flow[None]:
    """One effect: a base opens or falls, a tender comes or goes, ULTRA rolls, boats called for or taken away."""
    state = play.state
    charts = charts_of(state)
    match effect.type:
        case "base_active":
            open_base(play, charts.base_index[effect.base], event)
        case "base_inactive":
            escape = next((e.lost_on for e in event.effect if e.type == "repair_box_escape"), None)
            yield from base_falls(play, charts.base_index[effect.base], escape)
        case "remove_tender":
            wanted = [n for n, tender in numbered(TenderIndex, charts.tenders) if tender.id == effect.tender]
            state.tender_pile = [tender for tender in state.tender_pile if tender not in wanted]
        case "ultra_rolls":
            state.no_ultra = effect.count == 0
            for _ in range(effect.count):
                roll_ultra(play)
        case "relegation":
            yield from relegation(play, effect.count, effect.classes)
        case "special_mission":
            zone = next(n for n, one in numbered(ZoneIndex, charts.zones) if one.id == effect.smz)
            if not any(b.zone == zone and state.active[n] for n, b in numbered(BaseIndex, charts.bases)):
                state.missions[zone] = Mission(effect.subs, effect.mission, effect.tf_only)


@rule("21.0", "21.1", "21.21")
def open_base(play: Play, base: BaseIndex, event: WarEvent) -> None:
    """A permanent base opens at once; a forward base in the War Progress Phase, unless its tender comes at once."""
    state = play.state
    charts = charts_of(state)
    at_once = next((e for e in event.effect if e.type == "place_tender" and e.when == "at once"), None)
    if at_once is not None:
        tender = next(n for n, one in numbered(TenderIndex, charts.tenders) if one.id == at_once.tender)
        if tender in state.tender_pile:
            state.tender_pile.remove(tender)
        state.tenders[base] = tender
        state.active[base] = True
    elif charts.bases[base].forward:
        state.bases_to_open.append(base)
    else:
        state.active[base] = True


@rule("21.21")
def open_forward_bases(play: Play) -> None:
    """War Progress Phase: forward bases become active as their tender is placed; without a tender they wait."""
    state = play.state
    for base in list(state.bases_to_open):
        if place_tender(play, base):
            state.bases_to_open.remove(base)
            state.active[base] = True
            play.tell(BaseOpened, base_named(state.data_pack, base), rule="21.21")


@rule("10.1", "10.2", "10.3", "21.0", "21.22", "21.24")
def base_falls(play: Play, base: BaseIndex, lost_on: tuple[int, ...] | None) -> Flow[None]:
    """A base closes: each of its boats goes to its refuge or the nearest active base that takes it (SW-R107). Those
    under repair may be lost (SW-D10), or keep their box there if there is room.
    """
    state = play.state
    state.active[base] = False
    play.tell(BaseFell, base_named(state.data_pack, base), rule="21.0")
    tender_leaves(state, base)
    for boat in boats_in(state, base, *REPAIR_BOXES, Place.HOLD):
        if lost_on is None:
            box = boat.place
            fall_back(play, boat, refuge_of(state, base), Place.HOLD)
            if box is not Place.HOLD:
                yield from enter_repair(play, boat, box)
            continue
        why = f"{boat_name(state, boat)} under repair, lost on {lost_on[0]}-{lost_on[-1]}"
        roll = play.dice.d10z(why, "10.3", rolled_for(state, boat))
        if lost_on[0] <= roll <= lost_on[-1]:
            lose(play, boat, Cause.BASE_FALLS, "10.3")
            continue
        fall_back(play, boat, charts_of(state).bases[base].areas[0], Place.OPERATING)
        damage(play, boat, "10.3")
        force_home(play, boat, "10.3")
    for boat in boats_in(state, base, *ALONGSIDE):
        fall_back(play, boat, refuge_of(state, base), Place.BROOM)
    for boat in state.boats:
        if boat.place in AT_SEA:
            out_of_range(play, boat)
    disband_small_packs(play)


def fall_back(play: Play, boat: Boat, where: AreaIndex | BaseIndex, place: Place) -> None:
    """A boat leaves a base that falls, for another or for sea."""
    state = play.state
    start = base_named(state.data_pack, boat.base)
    boat.where, boat.place = where, place
    if place in IN_BASE:
        reports(state, boat)
    note(play, Evacuated, boat, "21.0", start)


def refuge_of(state: State, base: BaseIndex) -> BaseIndex:
    """The base its next boat falls back on: the one its event names if active, else the nearest active one; none whose
    tender has no room.
    """
    charts = charts_of(state)
    named = charts.base_index.get(REFUGE.get(charts.bases[base].id, ""))
    if named is not None and state.active[named] and takes(state, named):
        return named
    active = tuple(state.active)
    start = charts.bases[base].areas[0]
    usable = [n for n, one in numbered(BaseIndex, charts.bases) if state.active[n] and one.areas and not one.allied]
    usable = [n for n in usable if takes(state, n)]
    return min(usable, key=lambda n: steps_to_base(state.data_pack, active, n, EVERYWHERE)[start])


@rule("5.0", "25.3")
def relegation(play: Play, count: int, classes: tuple[str, ...]) -> Flow[None]:
    """Boats of old classes go to training duty, the player's choice (SW-R109); those in overhaul are immune (8.0)."""
    state = play.state
    charts = charts_of(state)
    for _ in range(count):
        there = [
            n
            for n, boat in numbered(BoatIndex, state.boats)
            if charts.boats[boat.card].boat_class in classes and (boat.place in IN_BASE or boat.place in AT_SEA)
        ]
        if not there:
            return
        picks = [
            ToTraining(boat_id(card.id), n, card.name) for n in there for card in [charts.boats[state.boats[n].card]]
        ]
        prompt, about = "Which boat goes to training duty?", about_options(state, picks)
        picked = yield from choose(Role.COMSUBPAC, prompt, picks, "5.0", kind="training", about=about)
        boat = state.boats[picked.index]
        note(play, Relegated, boat, "5.0")
        yield from remove_from_play(play, boat)
        disband_small_packs(play)
