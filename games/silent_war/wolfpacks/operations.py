"""A wolfpack's turn: it moves, enters a zone or goes home as one (24.2 - 24.4)."""

from __future__ import annotations

from collections.abc import Callable

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_pack, here
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import force_home, note, note_party, unspot
from navalcore_games.silent_war.boats.packs import disband_if_small, disband_on_entering, leave_pack, members
from navalcore_games.silent_war.choices import BARRIER, BYPASS, GO_HOME, GROUP, SEARCH, STAY, EnterZone, StepTo
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.events.boats import HeadedHome, ZoneEntered
from navalcore_games.silent_war.ids import PackNumber, zone_id
from navalcore_games.silent_war.lookups import called, charts_of, index_of, zone_named
from navalcore_games.silent_war.movement.homeward import return_to_base
from navalcore_games.silent_war.movement.patrol import lacks
from navalcore_games.silent_war.movement.routes import reached, to_area
from navalcore_games.silent_war.movement.storm_damage import storm_check_here
from navalcore_games.silent_war.movement.transit import deployment, tell_move
from navalcore_games.silent_war.movement.transit_events import Journey, transit_event_check
from navalcore_games.silent_war.operations.boat import end_of_patrol_turn, patrol_alone, special_mission
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb
from navalcore_games.silent_war.wolfpacks.searching import search_pack


@rule("24.2")
def operate_pack(play: Play, pack: list[Boat]) -> Flow[None]:
    """One unit: it deploys, patrols, or goes home together."""
    for boat in pack:
        boat.moved = True
    lead = pack[0]
    if lead.place is Place.OPERATING and lead.rtb is not Rtb.NONE:
        yield from return_to_base(play, lead, followers=pack[1:])
    elif lead.place is Place.OPERATING and lead.on_patrol:
        yield from patrol_pack(play, pack)
    else:
        yield from deployment(play, lead, pack[1:])


@rule("24.2", "24.14", "24.4")
def pack_step(play: Play, pack: list[Boat]) -> Flow[None]:
    """Patrol Movement of all members together, each with its own Transit Event check."""
    state = play.state
    charts = charts_of(state)
    start = pack[0].area
    near = reached(state, pack, charts.areas[start].neighbours)
    who = here(state, pack[0])
    options: list[Word | StepTo] = [STAY.of(*who), *(to_area(state.data_pack, a, *who) for a in near)]
    prompt = f"Patrol Movement: where does {called(state, pack[0])} go?"
    choice = yield from choose(
        commander(play), prompt, options, "12.0", kind="patrol.pack", about=about_pack(state, pack)
    )
    if not isinstance(choice, StepTo):
        return
    for boat in pack:
        boat.left, boat.where = start, choice.index
    step = Journey(start, (choice.index,), in_transit=False)
    tell_move(play, pack, step, "12.0")
    for boat in pack:
        yield from transit_event_check(play, boat, step)
    disband_on_entering(play, pack, (choice.index,))


@rule("24.3", "24.31", "24.32", "13.1-byp")
def patrol_pack(play: Play, pack: list[Boat]) -> Flow[None]:
    """Move or stay, then a mission, a bypass, the way home, or a search as a Group or a Barrier; all end in Done."""
    number = number_of(pack)
    yield from pack_step(play, pack)
    together = at_sea(pack)
    if not together:
        return
    if not members(play.state, number):
        yield from on_their_own(play, together, patrol_alone)
        return
    if (yield from pack_enters_zone(play, together)):
        yield from pack_mission(play, at_sea(pack), number)
        return
    who = here(play.state, together[0])
    choice = yield from choose(
        commander(play),
        "Does the wolfpack search for the enemy?",
        [SEARCH.of(*who), BYPASS.of(*who), GO_HOME.of(*who)],
        "13.1",
        kind="search.pack",
        about=about_pack(play.state, together),
    )
    if choice == SEARCH:
        yield from search_pack(play, together, (yield from in_a_barrier(play, together)))
    else:
        for boat in together:
            unspot(play, boat, "13.1")
        if choice == GO_HOME:
            yield from pack_goes_home(play, together)
            return
        for boat in together:
            end_of_patrol_turn(play, boat, bypassed=True)
    for boat in together:
        if boat.place is Place.OPERATING:
            stays_on_patrol_or_goes_to_overhaul(play, boat)
        storm_check_here(play, boat)
    disband_if_small(play, number)


@rule("24.3")
def in_a_barrier(play: Play, pack: list[Boat]) -> Flow[bool]:
    """Whether the wolfpack searches as a Barrier, or as a Group."""
    who = here(play.state, pack[0])
    formation = yield from choose(
        commander(play),
        "How does the wolfpack search?",
        [GROUP.of(*who), BARRIER.of(*who)],
        "24.3",
        kind="formation",
        about=about_pack(play.state, pack),
    )
    return formation == BARRIER


def number_of(pack: list[Boat]) -> PackNumber:
    """The number of a wolfpack."""
    assert pack[0].pack is not None
    return pack[0].pack


def at_sea(boats: list[Boat]) -> list[Boat]:
    """Those that can still do something this turn."""
    return [boat for boat in boats if boat.place is Place.OPERATING]


@rule("24.32", "8.0-3")
def stays_on_patrol_or_goes_to_overhaul(play: Play, boat: Boat) -> None:
    """A member that took no part goes to Done without an endurance check, or is marked if it is withdrawn."""
    if boat.ordered_home:
        force_home(play, boat, "8.0")
    boat.place = Place.DONE


def on_their_own(play: Play, boats: list[Boat], go_on: Callable[[Play, Boat], Flow[None]]) -> Flow[None]:
    """The boats of a pack that broke up continue singly in this same turn."""
    for boat in boats:
        play.state.acting = index_of(play.state, boat)
        yield from go_on(play, boat)


@rule("15.21", "24.2")
def pack_goes_home(play: Play, boats: list[Boat], *, from_zone: bool = False) -> Flow[None]:
    """Voluntary RTB as one; a member withdrawn for overhaul leaves and makes for Pearl Harbor."""
    for boat in boats:
        boat.on_patrol, boat.rtb = False, Rtb.VOLUNTARY
        if boat.ordered_home:
            leave_pack(play, boat)
    for boat in boats:
        note_party(play, HeadedHome, boat, "15.21")
    together = [boat for boat in boats if boat.pack is not None]
    if together:
        yield from return_to_base(play, together[0], followers=together[1:], from_zone=from_zone)
    for boat in boats:
        if boat not in together:
            play.state.acting = index_of(play.state, boat)
            yield from return_to_base(play, boat, from_zone=from_zone)


@rule("12.1", "20.1", "20.3", "24.3")
def pack_enters_zone(play: Play, pack: list[Boat]) -> Flow[bool]:
    """An active zone that still wants as many boats takes a whole pack, each with its own check. Whether it entered."""
    state = play.state
    charts = charts_of(state)
    zones = [z for z in charts.areas[pack[0].area].zones if z in state.missions and lacks(state, z) >= len(pack)]
    if not zones:
        return False
    who = here(state, pack[0])
    options: list[Word | EnterZone] = [
        STAY.of(*who),
        *(EnterZone(zone_id(charts.zones[z].id), z, f"into the {charts.zones[z].name} zone", *who) for z in zones),
    ]
    choice = yield from choose(
        commander(play),
        "Does the wolfpack enter a Special Mission Zone?",
        options,
        "12.1",
        kind="zone.pack",
        about=about_pack(state, pack),
    )
    if not isinstance(choice, EnterZone):
        return False
    state.missions[choice.index].entered += len(pack)
    for boat in pack:
        boat.zone = choice.index
        note(play, ZoneEntered, boat, "12.1", zone_named(state.data_pack, choice.index))
    for boat in pack:
        yield from transit_event_check(play, boat, Journey(None, (boat.area,), in_transit=False, zone="mission"))
    return True


@rule("20.4", "20.5", "24.3")
def pack_mission(play: Play, pack: list[Boat], number: PackNumber) -> Flow[None]:
    """A pack in a zone carries out the mission as one, then returns in this same turn without endurance checks."""
    state = play.state
    if not members(state, number):
        yield from on_their_own(play, pack, special_mission)
        return
    zone = pack[0].zone
    assert zone is not None
    mission = state.missions[zone]
    if mission.kind == "search":
        yield from search_pack(play, pack, (yield from in_a_barrier(play, pack)), mission)
    for boat in pack:
        boat.zone = None
        if boat.place is Place.DONE:
            storm_check_here(play, boat)
    disband_if_small(play, number)
    yield from pack_goes_home(play, at_sea(pack), from_zone=True)
