"""One boat's Operations Segment, from patrol movement to transit (12 - 15, SW-R05)."""

from __future__ import annotations

from games.silent_war.charts import ACTIVITY_NAMES, WHITE
from games.silent_war.choices import BYPASS, GO_HOME, SEARCH
from games.silent_war.combat import fight
from games.silent_war.endurance import endurance_check
from games.silent_war.movement import deployment, patrol_movement, return_to_base, voluntary_return
from games.silent_war.options import Table
from games.silent_war.search import LONER, SUBMARINE, look, search_drm, set_up_contact, set_up_loner
from games.silent_war.state import Boat, Place, Role, Rtb
from games.silent_war.sub_duel import sub_duel
from games.silent_war.war_mix import clean_up
from games.silent_war.weather import storm_check
from navalcore.engine.decision import Flow, choose
from navalcore.rulebook import rule


@rule("15.22", "15.11")
def operate(play: Table, boat: Boat) -> Flow[None]:
    """Everything one boat does this turn."""
    boat.moved = True
    if boat.place is Place.OPERATING and boat.rtb is not Rtb.NONE:
        yield from return_to_base(play, boat)
    elif boat.place is Place.OPERATING and boat.on_patrol:
        yield from patrol(play, boat)
    elif boat.place in (Place.OPERATING, Place.READY):
        yield from deployment(play, boat)


@rule("13.0", "13.1-byp", "15.21", "14.7-b")
def patrol(play: Table, boat: Boat) -> Flow[None]:
    """A patrolling boat: move or stay, search or bypass, fight, endurance, storm check."""
    start = boat.where
    yield from patrol_movement(play, boat)
    if boat.place is not Place.OPERATING:
        return
    choice = yield from choose(Role.COMSUBPAC, "Search for the enemy?", [SEARCH, BYPASS, GO_HOME], "13.1")
    if choice is not SEARCH:
        boat.spotted = False
        if choice is GO_HOME:
            yield from voluntary_return(play, boat)
            return
        endurance_check(play, boat, bypassed=True)
    else:
        yield from search_and_fight(play, boat)
    storm_check(play, boat, (start, boat.where) if boat.where >= 0 else ())


@rule("13.0", "13.1-A5", "14.7-a", "14.8", "28.14")
def search_and_fight(play: Table, boat: Boat) -> Flow[None]:
    """The roll on the chart and what it leads to; ends with the endurance check where one is due."""
    state = play.state
    found = look(play, boat.where, search_drm(state, boat.where, spotted=boat.spotted))
    no_contact = found in (ACTIVITY_NAMES[WHITE], LONER)
    fought = False
    if found == SUBMARINE:
        sub_duel(play, boat)
    elif found == LONER:
        fought = set_up_loner(play, boat)
    elif found != ACTIVITY_NAMES[WHITE]:
        fought = set_up_contact(play, boat, ACTIVITY_NAMES.index(found))
        no_contact = not fought
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
    if no_endurance:
        boat.place = Place.DONE
        return
    endurance_check(play, boat, no_contact=no_contact, aggressive=aggressive)
