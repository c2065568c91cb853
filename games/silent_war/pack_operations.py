"""A wolfpack's Operations Segment: forming, moving, searching and fighting as one (24)."""

from __future__ import annotations

from collections.abc import Callable

from games.silent_war.charts import ACTIVITY_NAMES, WHITE
from games.silent_war.choices import BARRIER, BYPASS, FORMED, GO_HOME, GROUP, SEARCH, STAY, Pick, Word
from games.silent_war.combat import fight
from games.silent_war.commands import commander
from games.silent_war.damage import force_home
from games.silent_war.display import the_combat
from games.silent_war.lookups import card_of, charts_of, in_typhoon
from games.silent_war.movement import deployment, in_range, lacks, return_to_base
from games.silent_war.operations import end_of_patrol_turn, raised, search_or_bypass, special_mission
from games.silent_war.options import Table
from games.silent_war.packs import SMALLEST, disband_if_small, leave_pack, limits, may_join, members
from games.silent_war.search import LONER, SUBMARINE, look, search_drm, set_up_contact, set_up_loner
from games.silent_war.state import Boat, Combat, Fighter, Mission, Place, Rtb, State
from games.silent_war.sub_duel import sub_duel
from games.silent_war.transit_events import Journey, transit_event_check
from games.silent_war.war_mix import clean_up
from games.silent_war.weather import storm_check
from navalcore.engine.decision import Flow, choose
from navalcore.rulebook import rule

INTERCEPT = 5


@rule("24.0", "24.1", "24.11", "24.12", "24.13")
def form_pack(play: Table, base: int) -> Flow[None]:
    """Three boats or more, as many as the experience allows, leave a base together."""
    state = play.state
    ready = may_join(state, base)
    most = limits(state.experience_before)[1]
    chosen: list[Boat] = []
    while len(chosen) < most:
        left = [boat for boat in ready if boat not in chosen]
        options: list[Word | Pick] = [Pick(state.boats.index(b), card_of(state, b).name) for b in left]
        if len(chosen) >= SMALLEST:
            options.insert(0, FORMED)
        if not options:
            break
        choice = yield from choose(commander(play), "Which boat joins the wolfpack?", options, "24.1")
        if not isinstance(choice, Pick):
            break
        chosen.append(state.boats[choice.index])
    for boat in chosen:
        boat.pack = state.next_pack
    state.next_pack += 1
    state.acting = state.boats.index(chosen[0])
    yield from operate_pack(play, chosen)
    state.acting = -1
    if chosen[0].place is Place.READY:
        for boat in chosen:
            boat.pack = -1


@rule("24.2")
def operate_pack(play: Table, pack: list[Boat]) -> Flow[None]:
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
def pack_step(play: Table, pack: list[Boat]) -> Flow[None]:
    """Patrol Movement of all members together, each with its own Transit Event check."""
    state = play.state
    table = charts_of(state)
    here = pack[0].where
    near = [a for a in table.areas[here].neighbours if all(in_range(state, boat, a) for boat in pack)]
    options: list[Word | Pick] = [STAY, *(Pick(a, f"to {table.areas[a].name}") for a in near)]
    choice = yield from choose(commander(play), "Patrol Movement of the wolfpack?", options, "12.0")
    if not isinstance(choice, Pick):
        return
    for boat in pack:
        boat.left, boat.where = here, choice.index
    for boat in pack:
        yield from transit_event_check(play, boat, Journey(here, (choice.index,), in_transit=False))
    if in_typhoon(state, choice.index):
        for boat in pack:
            boat.pack = -1


@rule("24.3", "24.31", "24.32", "13.1-byp")
def patrol_pack(play: Table, pack: list[Boat]) -> Flow[None]:
    """Move or stay, then a mission, a bypass, the way home, or a search as a Group or a Barrier; all end in Done."""
    number = pack[0].pack
    yield from pack_step(play, pack)
    together = at_sea(pack)
    if not together:
        return
    if not members(play.state, number):
        yield from on_their_own(play, together, search_or_bypass)
        return
    yield from pack_enters_zone(play, together)
    if any(boat.zone >= 0 for boat in pack):
        yield from pack_mission(play, at_sea(pack), number)
        return
    choice = yield from choose(commander(play), "Search for the enemy?", [SEARCH, BYPASS, GO_HOME], "13.1")
    if choice is SEARCH:
        kind = yield from choose(commander(play), "Group or Barrier?", [GROUP, BARRIER], "24.3")
        yield from search_pack(play, together, kind is BARRIER)
    else:
        for boat in together:
            boat.spotted = False
        if choice is GO_HOME:
            yield from pack_goes_home(play, together)
            return
        for boat in together:
            end_of_patrol_turn(play, boat, bypassed=True)
    for boat in together:
        if boat.place is Place.OPERATING:
            stays_on_patrol_or_goes_to_overhaul(play, boat)
        storm_check(play, boat, (boat.where,))
    disband_if_small(play.state, number)


def at_sea(boats: list[Boat]) -> list[Boat]:
    """Those that can still do something this turn."""
    return [boat for boat in boats if boat.place is Place.OPERATING]


@rule("24.32", "8.0-3")
def stays_on_patrol_or_goes_to_overhaul(play: Table, boat: Boat) -> None:
    """A member that took no part goes to Done without an endurance check, or is marked if it is withdrawn."""
    if boat.ordered_home:
        force_home(play, boat, "8.0")
    boat.place = Place.DONE


def on_their_own(play: Table, boats: list[Boat], go_on: Callable[[Table, Boat], Flow[None]]) -> Flow[None]:
    """The boats of a pack that broke up go on singly in this same turn."""
    for boat in boats:
        play.state.acting = play.state.boats.index(boat)
        yield from go_on(play, boat)


@rule("15.21", "24.2")
def pack_goes_home(play: Table, boats: list[Boat]) -> Flow[None]:
    """Voluntary RTB as one; a member withdrawn for overhaul leaves and makes for Pearl Harbor."""
    for boat in boats:
        boat.on_patrol, boat.rtb = False, Rtb.VOLUNTARY
        if boat.ordered_home:
            leave_pack(play.state, boat)
    together = [boat for boat in boats if boat.pack >= 0]
    if together:
        yield from return_to_base(play, together[0], followers=together[1:])
    for boat in boats:
        if boat not in together:
            play.state.acting = play.state.boats.index(boat)
            yield from return_to_base(play, boat)


@rule("12.1", "20.1", "20.3", "24.3")
def pack_enters_zone(play: Table, pack: list[Boat]) -> Flow[None]:
    """An active zone that still wants as many boats takes a whole pack, each with its own check."""
    state = play.state
    table = charts_of(state)
    zones = [z for z in table.areas[pack[0].where].zones if z in state.missions and lacks(state, z) >= len(pack)]
    if not zones:
        return
    options: list[Word | Pick] = [STAY, *(Pick(z, f"into the {table.zones[z].name} zone") for z in zones)]
    choice = yield from choose(commander(play), "Enter a Special Mission Zone?", options, "12.1")
    if not isinstance(choice, Pick):
        return
    state.missions[choice.index].entered += len(pack)
    for boat in pack:
        boat.zone = choice.index
    for boat in pack:
        yield from transit_event_check(play, boat, Journey(-1, (boat.where,), in_transit=False, zone="mission"))


@rule("20.4", "20.5", "24.3")
def pack_mission(play: Table, pack: list[Boat], number: int) -> Flow[None]:
    """A pack in a zone carries out the mission as one, then returns in this same turn without endurance checks."""
    state = play.state
    if not members(state, number):
        yield from on_their_own(play, pack, special_mission)
        return
    mission = state.missions[pack[0].zone]
    if mission.kind == "search":
        kind = yield from choose(commander(play), "Group or Barrier?", [GROUP, BARRIER], "24.3")
        yield from search_pack(play, pack, kind is BARRIER, mission)
    for boat in pack:
        boat.zone = -1
        if boat.place is Place.DONE:
            storm_check(play, boat, (boat.where,))
    disband_if_small(state, number)
    yield from pack_goes_home(play, at_sea(pack))


@rule("24.31", "24.32", "14.6-A", "28.13", "24.7")
def search_pack(play: Table, pack: list[Boat], barrier: bool, mission: Mission | None = None) -> Flow[None]:
    """One roll on the chart for all; a loner or submarine meets one random boat, a convoy those that intercept it.

    Boats that took no part make no endurance check, nor does anybody on a mission (20.5).
    """
    state = play.state
    area = pack[0].where
    drm = search_drm(state, area, spotted=pack[0].spotted, barrier=barrier, exempt=mission is not None)
    found = look(play, area, drm)
    alone = found in (LONER, SUBMARINE)
    finder = pack[0]
    if found != ACTIVITY_NAMES[WHITE] and (barrier or alone):
        finder = pack[play.chance.below(len(pack), "which boat meets the enemy", "24.32")]
    if found == SUBMARINE and sub_duel(play, finder):
        took_part, quiet = [Fighter(state.boats.index(finder))], False
    elif found in (ACTIVITY_NAMES[WHITE], SUBMARINE):
        took_part, quiet = [Fighter(state.boats.index(boat)) for boat in pack], True
    else:
        took_part, quiet = yield from pack_meets(play, pack, finder, found, barrier, mission)
    if mission is not None:
        return
    for fighter in took_part:
        boat = state.boats[fighter.boat]
        if boat.place is Place.OPERATING and not fighter.no_endurance:
            end_of_patrol_turn(play, boat, no_contact=quiet, aggressive=fighter.aggressive_used)


def pack_meets(
    play: Table, pack: list[Boat], finder: Boat, found: str, barrier: bool, mission: Mission | None
) -> Flow[tuple[list[Fighter], bool]]:
    """Ships are met: the boats that took part, and whether it counts as no contact or a loner (14.7)."""
    state = play.state
    number = pack[0].pack
    if found == LONER:
        met, fought = [finder], set_up_loner(play, finder)
    else:
        met = interceptors(play, pack, finder) if barrier else pack
        level = ACTIVITY_NAMES.index(found)
        level, tf_only = (level, False) if mission is None else (raised(level), mission.tf_only)
        fought = set_up_contact(play, finder, level, tf_only)
    combat = the_combat(state)
    if found != LONER:
        combat.fighters[:] = [Fighter(state.boats.index(boat)) for boat in met]
    if fought:
        yield from fight(play)
        gain_experience(state, combat, number)
    else:
        clean_up(play, combat)
    state.combat = None
    return combat.fighters, found == LONER or not fought


@rule("24.32")
def interceptors(play: Table, pack: list[Boat], finder: Boat) -> list[Boat]:
    """The finder, and every other boat that rolls 0-5."""
    return [boat for boat in pack if boat is finder or intercepts(play)]


@rule("24.32")
def intercepts(play: Table) -> bool:
    """One boat's roll to join the finder of a Barrier."""
    return play.dice.d10z("joins the attack on 0-5", "24.32") <= INTERCEPT


@rule("24.7")
def gain_experience(state: State, combat: Combat, pack: int) -> None:
    """Two members or more that sank a ship in the Combat Phase: one point, once a patrol."""
    successful = sum(fighter.ships > 0 for fighter in combat.fighters)
    if pack >= 0 and successful >= 2 and pack not in state.packs_scored:
        state.experience += 1
        state.packs_scored.append(pack)
