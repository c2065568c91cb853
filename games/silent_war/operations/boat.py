"""One boat's Operations Segment, from patrol movement to transit (12 - 15, SW-R05)."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_boat, here, rolled_for
from navalcore_games.silent_war.bases.boxes import ALONGSIDE
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import force_home, unspot
from navalcore_games.silent_war.boats.endurance import endurance_check, no_task_force
from navalcore_games.silent_war.choices import BYPASS, GO_HOME, SEARCH
from navalcore_games.silent_war.combat.rounds import fight
from navalcore_games.silent_war.combat.sub_duel import sub_duel
from navalcore_games.silent_war.cups.war_mix import clean_up
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, HIGH, WHITE
from navalcore_games.silent_war.lookups import boat_name
from navalcore_games.silent_war.movement.homeward import (
    leave_for_overhaul,
    out_of_range,
    return_to_base,
    voluntary_return,
)
from navalcore_games.silent_war.movement.patrol import enter_zone, patrol_movement
from navalcore_games.silent_war.movement.storm_damage import storm_check_here
from navalcore_games.silent_war.movement.transit import deployment
from navalcore_games.silent_war.operations.missions import go_to_zone, must_go
from navalcore_games.silent_war.search.activity import LONER, SUBMARINE, roll_activity, search_drm, tell_search
from navalcore_games.silent_war.search.contact import set_up_contact
from navalcore_games.silent_war.search.loners import set_up_loner
from navalcore_games.silent_war.state import Boat, Mission, Place, Play, Rtb


@rule("15.22", "15.11")
def operate(play: Play, boat: Boat) -> Flow[None]:
    """Everything one boat does this turn."""
    zone = must_go(play.state, boat)
    boat.moved = True
    if boat.place is Place.OPERATING:
        out_of_range(play, boat)
    if boat.ordered_home and boat.place in ALONGSIDE:
        yield from leave_for_overhaul(play, boat)
        return
    if zone is not None and boat.place is Place.OPERATING and boat.rtb is Rtb.NONE:
        yield from go_to_zone(play, boat, zone)
        if boat.place is Place.OPERATING:
            yield from special_mission(play, boat)
        return
    if boat.place is Place.OPERATING and boat.rtb is not Rtb.NONE:
        yield from return_to_base(play, boat)
    elif boat.place is Place.OPERATING and boat.on_patrol:
        yield from patrol(play, boat)
    elif boat.place in (Place.OPERATING, Place.READY):
        yield from deployment(play, boat)


@rule("13.0", "13.1-byp", "15.21", "14.7-b")
def patrol(play: Play, boat: Boat) -> Flow[None]:
    """A patrolling boat: move or stay, an active zone if wanted, then a mission or a search."""
    yield from patrol_movement(play, boat)
    yield from after_movement(play, boat)


@rule("12.1", "24.14")
def patrol_alone(play: Play, boat: Boat) -> Flow[None]:
    """A boat of a wolfpack that broke up as it moved: an active zone if wanted, then a mission or a search."""
    yield from enter_zone(play, boat)
    yield from after_movement(play, boat)


@rule("13.0", "20.4")
def after_movement(play: Play, boat: Boat) -> Flow[None]:
    """A mission in a zone, or else search or bypass, fight, endurance, storm check."""
    if boat.place is Place.OPERATING:
        yield from search_or_bypass(play, boat) if boat.zone is None else special_mission(play, boat)


@rule("13.0", "13.1-byp", "15.21")
def search_or_bypass(play: Play, boat: Boat) -> Flow[None]:
    """Search and fight, bypass, or turn for home; then the storm check. A boat ordered home may do any (SW-R108)."""
    who = here(play.state, boat)
    choice = yield from choose(
        commander(play),
        f"Does {boat_name(play.state, boat)} search for the enemy?",
        [SEARCH.of(*who), BYPASS.of(*who), GO_HOME.of(*who)],
        "13.1",
        kind="search",
        about=about_boat(play.state, boat),
    )
    if choice != SEARCH:
        unspot(play, boat, "13.1")
        if choice == GO_HOME:
            yield from voluntary_return(play, boat)
            return
        end_of_patrol_turn(play, boat, bypassed=True)
    else:
        yield from search_and_fight(play, boat)
    storm_check_here(play, boat)


@rule("20.4", "20.5", "15.21")
def special_mission(play: Play, boat: Boat) -> Flow[None]:
    """In a zone: the mission's search one level up, or its errand; endurance by 13.3 alone; home in this same turn."""
    assert boat.zone is not None
    mission = play.state.missions[boat.zone]
    if mission.kind == "search":
        yield from search_and_fight(play, boat, mission)
    if boat.place is Place.LOST:
        return
    boat.zone = None
    if boat.rtb is Rtb.NONE and boat.place is Place.OPERATING:
        yield from voluntary_return(play, boat, from_zone=True)
    else:
        storm_check_here(play, boat)


@rule("20.4")
def raised(level: int) -> int:
    """Contacts in a zone are one level higher; High stays High, No Contact stays none."""
    return min(level + 1, HIGH) if level != WHITE else WHITE


@rule("13.0", "13.1-A5", "14.7-a", "14.8", "28.14")
def search_and_fight(play: Play, boat: Boat, mission: Mission | None = None) -> Flow[None]:
    """The roll on the chart and what it leads to; ends with the endurance check where one is due."""
    state = play.state
    drm = search_drm(state, boat.area, spotted=boat.spotted, exempt=mission is not None)
    found = roll_activity(play, boat.area, drm, rolled_for(play.state, boat))
    tell_search(play, boat, found)
    no_contact = found in (ACTIVITY_NAMES[WHITE], LONER)
    fought = ships_expected = False
    if found == SUBMARINE:
        no_contact = not sub_duel(play, boat)
    elif found == LONER:
        fought = set_up_loner(play, boat)
    elif found != ACTIVITY_NAMES[WHITE]:
        level = ACTIVITY_NAMES.index(found)
        if mission is None:
            fought = set_up_contact(play, boat, level)
        else:
            fought = set_up_contact(play, boat, raised(level), mission.tf_only)
        no_contact, ships_expected = not fought, True
    aggressive, no_endurance = False, False
    if state.combat is not None:
        combat = state.combat
        if fought:
            yield from fight(play)
            (fighter,) = combat.fighters
            aggressive, no_endurance = fighter.aggressive_used, fighter.no_endurance
        else:
            clean_up(play, combat)
        state.combat = None
    if boat.place is Place.LOST or boat.rtb is not Rtb.NONE:
        return
    if no_endurance and not boat.ordered_home:
        boat.place = Place.DONE
        return
    if mission is not None:
        if mission.tf_only and ships_expected and not fought:
            no_task_force(play, boat)
        return
    end_of_patrol_turn(play, boat, no_contact=no_contact, aggressive=aggressive)


@rule("8.0-3", "14.7-a")
def end_of_patrol_turn(
    play: Play, boat: Boat, *, bypassed: bool = False, no_contact: bool = False, aggressive: bool = False
) -> None:
    """The endurance check; a boat withdrawn for overhaul is marked for home instead (SW-R88)."""
    if boat.ordered_home:
        force_home(play, boat, "8.0")
    else:
        endurance_check(play, boat, bypassed=bypassed, no_contact=no_contact, aggressive=aggressive)
