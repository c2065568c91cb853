"""A wolfpack's Operations Segment: forming, moving, searching and fighting as one (24)."""

from __future__ import annotations

from games.silent_war.charts import ACTIVITY_NAMES, WHITE
from games.silent_war.choices import BARRIER, BYPASS, FORMED, GO_HOME, GROUP, SEARCH, STAY, Pick, Word
from games.silent_war.combat import fight
from games.silent_war.lookups import card_of, charts_of, in_typhoon
from games.silent_war.movement import deployment, in_range, return_to_base
from games.silent_war.operations import end_of_patrol_turn
from games.silent_war.options import Table
from games.silent_war.packs import SMALLEST, disband_if_small, limits, may_join, members
from games.silent_war.search import LONER, SUBMARINE, look, search_drm, set_up_contact, set_up_loner
from games.silent_war.state import Boat, Combat, Fighter, Place, Role, Rtb, State
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
        choice = yield from choose(Role.COMSUBPAC, "Which boat joins the wolfpack?", options, "24.1")
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
    choice = yield from choose(Role.COMSUBPAC, "Patrol Movement of the wolfpack?", options, "12.0")
    if not isinstance(choice, Pick):
        return
    for boat in pack:
        boat.where = choice.index
    for boat in pack:
        yield from transit_event_check(play, boat, Journey(here, (choice.index,), in_transit=False))
    if in_typhoon(state, choice.index):
        for boat in pack:
            boat.pack = -1


@rule("24.3", "24.31", "24.32", "13.1-byp")
def patrol_pack(play: Table, pack: list[Boat]) -> Flow[None]:
    """Move or stay, then bypass, go home, or search as a Group or a Barrier; every boat ends in Done."""
    start = pack[0].where
    yield from pack_step(play, pack)
    together = [boat for boat in pack if boat.place is Place.OPERATING]
    if not together:
        return
    number = together[0].pack
    if number < 0:
        yield from on_their_own(play, together)
        return
    choice = yield from choose(Role.COMSUBPAC, "Search for the enemy?", [SEARCH, BYPASS, GO_HOME], "13.1")
    if choice is SEARCH:
        kind = yield from choose(Role.COMSUBPAC, "Group or Barrier?", [GROUP, BARRIER], "24.3")
        yield from search_pack(play, together, kind is BARRIER)
    else:
        for boat in together:
            boat.spotted = False
        if choice is GO_HOME:
            for boat in together:
                boat.on_patrol, boat.rtb = False, Rtb.VOLUNTARY
            yield from return_to_base(play, together[0], followers=together[1:])
            return
        for boat in together:
            end_of_patrol_turn(play, boat, bypassed=True)
    for boat in together:
        if boat.place is Place.OPERATING:
            boat.place = Place.DONE
        storm_check(play, boat, (start, boat.where) if boat.where >= 0 else ())
    disband_if_small(play.state, number)


def on_their_own(play: Table, boats: list[Boat]) -> Flow[None]:
    """The boats of a pack that broke up before searching search singly in this same turn."""
    from games.silent_war.operations import search_or_bypass

    for boat in boats:
        yield from search_or_bypass(play, boat, boat.where)


@rule("24.31", "24.32", "14.6-A", "28.13", "24.7")
def search_pack(play: Table, pack: list[Boat], barrier: bool) -> Flow[None]:
    """One roll on the chart for all; a loner or submarine meets one random boat, a convoy those that intercept it.

    Boats that took no part make no endurance check.
    """
    state = play.state
    area = pack[0].where
    found = look(play, area, search_drm(state, area, spotted=pack[0].spotted, barrier=barrier))
    if found == ACTIVITY_NAMES[WHITE]:
        for boat in pack:
            end_of_patrol_turn(play, boat, no_contact=True)
        return
    finder = (
        pack[play.chance.below(len(pack), "which boat meets the enemy", "24.32")]
        if barrier
        or found
        in (
            LONER,
            SUBMARINE,
        )
        else pack[0]
    )
    if found == SUBMARINE:
        sub_duel(play, finder)
        if finder.place is Place.OPERATING:
            end_of_patrol_turn(play, finder)
        return
    if found == LONER:
        met, fought = [finder], set_up_loner(play, finder)
    else:
        met = interceptors(play, pack, finder) if barrier else pack
        fought = set_up_contact(play, finder, ACTIVITY_NAMES.index(found))
    combat = state.combat
    assert combat is not None
    if found != LONER:
        combat.fighters[:] = [Fighter(state.boats.index(boat)) for boat in met]
    if fought:
        yield from fight(play)
        gain_experience(state, combat, pack[0].pack if pack[0].pack >= 0 else finder.pack)
    else:
        clean_up(play, combat)
    state.combat = None
    for fighter in combat.fighters:
        boat = state.boats[fighter.boat]
        if boat.place is Place.OPERATING and not fighter.no_endurance:
            quiet = found == LONER or not fought
            end_of_patrol_turn(play, boat, no_contact=quiet, aggressive=fighter.aggressive_used)


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


def pack_of(state: State, number: int) -> list[Boat]:
    """The members that can operate now."""
    return [b for b in members(state, number) if not b.moved and b.place in (Place.OPERATING, Place.READY)]
