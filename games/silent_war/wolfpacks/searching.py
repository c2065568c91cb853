"""A wolfpack searches as a Group or a Barrier, fights, and gains experience (24.3, 24.7)."""

from __future__ import annotations

from navalcore.rules import Flow, rule
from navalcore_games.silent_war.asking import Rolled, rolled_for, rolled_for_pack
from navalcore_games.silent_war.boats.endurance import no_task_force
from navalcore_games.silent_war.boats.packs import leave_pack
from navalcore_games.silent_war.combat.display import the_combat
from navalcore_games.silent_war.combat.rounds import fight
from navalcore_games.silent_war.combat.sub_duel import sub_duel
from navalcore_games.silent_war.cups.war_mix import clean_up
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, WHITE
from navalcore_games.silent_war.ids import PackNumber
from navalcore_games.silent_war.lookups import index_of
from navalcore_games.silent_war.operations.boat import end_of_patrol_turn, raised
from navalcore_games.silent_war.search.activity import LONER, SUBMARINE, roll_activity, search_drm, tell_search
from navalcore_games.silent_war.search.contact import set_up_contact
from navalcore_games.silent_war.search.loners import set_up_loner
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Mission, Place, Play, State

INTERCEPT = 5


@rule("24.31", "24.32", "14.6-A", "28.13", "24.7")
def search_pack(play: Play, pack: list[Boat], barrier: bool, mission: Mission | None = None) -> Flow[None]:
    """One roll on the chart for all; a loner or submarine meets one random boat, a convoy those that intercept it.

    Where ships are met the boats that make no attack make no endurance check, nor does any boat on a mission (20.5) but
    for that of 13.3.
    """
    state = play.state
    area = pack[0].area
    drm = search_drm(state, area, spotted=pack[0].spotted, barrier=barrier, exempt=mission is not None)
    found = roll_activity(play, area, drm, rolled_for_pack(state, pack))
    tell_search(play, pack[0], found)
    alone = found in (LONER, SUBMARINE)
    finder = pack[0]
    if found != ACTIVITY_NAMES[WHITE] and (barrier or alone):
        finder = pack[play.chance.below(len(pack), "which boat meets the enemy", "24.32")]
    if found == SUBMARINE and sub_duel(play, finder):
        took_part, quiet = [Fighter(index_of(state, finder), endurance_due=True)], False
    elif found in (ACTIVITY_NAMES[WHITE], SUBMARINE):
        took_part, quiet = [Fighter(index_of(state, boat)) for boat in pack], True
    else:
        took_part, quiet = yield from pack_meets(play, pack, finder, found, barrier, mission)
    no_ships = quiet and found not in (ACTIVITY_NAMES[WHITE], SUBMARINE, LONER)
    for fighter in took_part:
        boat = state.boats[fighter.boat]
        if mission is not None:
            if fighter.no_endurance and not boat.ordered_home:
                stays_behind(play, boat)
            elif mission.tf_only and no_ships:
                no_task_force(play, boat)
        elif boat.place is Place.OPERATING and (quiet or fighter.endurance_due) and not fighter.no_endurance:
            end_of_patrol_turn(play, boat, no_contact=quiet, aggressive=fighter.aggressive_used)


@rule("19.21-4", "20.5", "24.0")
def stays_behind(play: Play, boat: Boat) -> None:
    """Event 4 spares a boat the way home that follows a Special Mission: it leaves the pack, which goes."""
    boat.place = Place.DONE
    leave_pack(play, boat)


def pack_meets(
    play: Play, pack: list[Boat], finder: Boat, found: str, barrier: bool, mission: Mission | None
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
        combat.fighters[:] = [Fighter(index_of(state, boat)) for boat in met]
    if fought:
        yield from fight(play)
        gain_experience(state, combat, number)
    else:
        clean_up(play, combat)
    state.combat = None
    return combat.fighters, found == LONER or not fought


@rule("24.32")
def interceptors(play: Play, pack: list[Boat], finder: Boat) -> list[Boat]:
    """The finder, and every other boat that rolls 0-5."""
    return [boat for boat in pack if boat is finder or intercepts(play, rolled_for(play.state, boat))]


@rule("24.32")
def intercepts(play: Play, about: Rolled | None = None) -> bool:
    """One boat's roll to join the finder of a Barrier."""
    return play.dice.d10z("joins the attack on 0-5", "24.32", about) <= INTERCEPT


@rule("24.7")
def gain_experience(state: State, combat: Combat, pack: PackNumber | None) -> None:
    """Two members or more that sank a ship in the Combat Phase: one point, once a patrol."""
    successful = sum(fighter.ships > 0 for fighter in combat.fighters)
    if pack is not None and successful >= 2 and pack not in state.packs_scored:
        state.experience += 1
        state.packs_scored.append(pack)
