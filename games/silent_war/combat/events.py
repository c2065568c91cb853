"""Combat events (19.2)."""

from __future__ import annotations

from navalcore.rules import Flow, choose_if_several, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import damage, force_home, lose, note, suffer
from navalcore_games.silent_war.choices import Lumber
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.attack import apply_attack_result, roll_attack_result
from navalcore_games.silent_war.combat.counterattack import (
    counterattack_drm,
    crash_dive,
    event_aircraft_result,
    fights_on,
)
from navalcore_games.silent_war.combat.display import face_down_in_reach, leave, name_of, remaining_tdc, the_combat
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, gunnery_weather, must_shell, surface_gunnery
from navalcore_games.silent_war.combat.reveal import turn_up
from navalcore_games.silent_war.events.fights import CombatEventDecided, CombatEventMet
from navalcore_games.silent_war.lookups import boat_named, card_of, charts_of, in_typhoon, ship_of, storm_at
from navalcore_games.silent_war.state import Combat, Fighter, Place, Play, Posture, Storm
from navalcore_games.silent_war.words import Cause, Twist

MALFUNCTIONS = (
    *[Twist.CIRCULAR_RUN] * 3, *[Twist.HOT_RUN] * 2, Twist.PREMATURE_DETONATION, Twist.DEAD_TORPEDO,
    *[Twist.CLOSE_CALL] * 3,
)  # fmt: skip
"""The result of event 2, by its second die."""


def resolve_event(play: Play, fighter: Fighter) -> Flow[After]:
    """Roll the event of this round (only 3 and 4 count against a loner, 28.14) and carry it out."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    number = play.dice.d10z("combat event", "19.21", rolled_for(play.state, boat))
    combat.round.event = number
    if combat.loner and number not in (3, 4):
        return no_such_event(play, fighter, number)
    note(play, CombatEventMet, boat, "19.21", number)
    match number:
        case 0:
            return (yield from lumbering_target(play, fighter))
        case 1:
            return (yield from gunnery_event(play, fighter))
        case 2:
            return torpedo_malfunction(play, fighter)
        case 3:
            return (yield from patrol_bomber(play, fighter))
        case 4:
            return mechanical_trouble(play, fighter)
        case 5:
            perfect_setup_or_deadly_division(play, fighter)
        case 6:
            tonnage_doubled(fighter)
        case 7 | 8:
            counterattack_first(combat, number)
        case _:
            combat_combat(combat)
    return After.GO_ON


def no_such_event(play: Play, fighter: Fighter, number: int) -> After:
    """The conditions of an event are not met: it is ignored, and the round continues."""
    note(play, CombatEventDecided, play.state.boats[fighter.boat], "19.21", number, Twist.NOTHING)
    return After.GO_ON


@rule("19.21-0")
def lumbering_target(play: Play, fighter: Fighter) -> Flow[After]:
    """Event 0: a face-down Red Ball in reach is turned up and struck with no to-hit roll."""
    state = play.state
    combat = the_combat(state)
    eligible = [u for u in face_down_in_reach(combat, fighter) if ship_of(state, u).back == "red_ball"]
    if not eligible:
        return no_such_event(play, fighter, 0)
    boat = state.boats[fighter.boat]
    acting = boat_named(state, boat).id
    picks = [Lumber.of(unit.number, name_of(state, unit), acting) for unit in eligible]
    picked = yield from choose_if_several(
        commander(play),
        "Which ship lumbers into the way of the torpedoes?",
        picks,
        "19.21",
        kind="lumber",
        about=about_boat(state, boat),
    )
    unit = next(u for u in eligible if u.number == picked.index)
    after = yield from turn_up(play, fighter, unit, Stage.LUMBERING)
    ship = ship_of(state, unit)
    if unit in combat.units and not ship.aircraft:
        typhoon = in_typhoon(state, combat.area)
        about = rolled_for(state, boat, unit)
        result = roll_attack_result(play, ship.tonnage, {"torpedo": state.torpedo}, unit.damaged, typhoon, about)
        apply_attack_result(play, fighter, unit, result)
    return after


@rule("19.21-1")
def gunnery_event(play: Play, fighter: Fighter) -> Flow[After]:
    """Event 1: the boat surfaces and fights with its gun instead of this attack round."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    targets = gunnery_targets(state, combat, fighter)
    if boat.spotted or not must_shell(state, targets):
        return no_such_event(play, fighter, 1)
    if not gunnery_weather(play, combat.area, rolled_for(state, boat)):
        return no_such_event(play, fighter, 1)
    fighter.gunnery = True
    yield from surface_gunnery(play, fighter)
    return After.COUNTERATTACK


def torpedo_malfunction(play: Play, fighter: Fighter) -> After:
    """Event 2: a second roll decides which malfunction."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    twist = MALFUNCTIONS[play.dice.d10z("torpedo malfunction", "19.21", rolled_for(play.state, boat))]
    note(play, CombatEventDecided, boat, "19.21", 2, twist)
    match twist:
        case Twist.CIRCULAR_RUN:
            return circular_run(combat)
        case Twist.HOT_RUN:
            return hot_run()
        case Twist.PREMATURE_DETONATION:
            return premature_detonation(play, fighter)
        case Twist.DEAD_TORPEDO:
            return dead_torpedo(combat)
        case _:
            return close_call()


@rule("19.21-2a")
def circular_run(combat: Combat) -> After:
    """A torpedo circles back: the round continues, the boat is attacked after its own attack (SW-R56)."""
    combat.round.circular = combat.round.must_counter = True
    return After.GO_ON


@rule("19.21-2b")
def hot_run() -> After:
    """The attack round is cancelled; the counterattack follows."""
    return After.COUNTERATTACK


@rule("19.21-2c")
def premature_detonation(play: Play, fighter: Fighter) -> After:
    """Half the attack value; 0 sinks the boat, its Defense or more damages it; +1 ASW to the counterattack."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    combat.round.attack //= 2
    combat.round.asw_bonus = 1
    combat.round.must_counter = True
    result = premature_result(play, card_of(play.state, boat).defense, boat.rating, rolled_for(play.state, boat))
    if result == "sunk":
        lose(play, boat, Cause.EARLY_TORPEDO, "19.21")
    elif result == "damaged":
        damage(play, boat, "19.21")
    if not fights_on(boat):
        leave(play, fighter)
        return After.COMBAT_OVER
    return After.GO_ON


@rule("19.21-2c")
@takes_modifiers("19.21")
def premature_result(play: Play, defense: int, rating: int, about: Rolled | None = None) -> str:
    """d10, +1 with a Super Skipper of either level: 0 sunk, Defense or more damaged, else nothing (SW-R58)."""
    drm = {"skipper": 1} if rating else {}
    roll = play.dice.roll("d10z", "premature detonation", "19.21", drm, about=about)
    return "sunk" if roll == 0 else "damaged" if roll >= defense else "nothing"


@rule("19.21-2d")
def dead_torpedo(combat: Combat) -> After:
    """Half the attack value, rounded down; an attack value of nothing still brings the counterattack (SW-R44)."""
    combat.round.attack //= 2
    if not combat.round.attack:
        combat.round.must_counter = True
    return After.GO_ON


@rule("19.21-2e")
def close_call() -> After:
    """Attack and counterattack are cancelled; later rounds are allowed."""
    return After.ROUND_OVER


@rule("19.21-2a", "28.2")
def circling_torpedo(play: Play, fighter: Fighter) -> Flow[None]:
    """The boat dives from its own torpedo or is attacked by it: printed values only (SW-R56)."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    if (yield from crash_dive(play, fighter, "circling torpedo")):
        return
    pool = remaining_tdc(state, combat)
    tdc = pool[play.chance.pick(pool, "TDC marker for the circling torpedo", "19.21")]
    card = card_of(state, boat)
    difference = card.attack + state.torpedo + 1 - (card.defense + tdc)
    why = f"circling torpedo, sunk on {difference} or less"
    if play.dice.d10z(why, "19.21", rolled_for(state, boat)) <= difference:
        lose(play, boat, Cause.CIRCLING_TORPEDO, "19.21")
        leave(play, fighter)


@rule("19.21-3", "28.2")
def patrol_bomber(play: Play, fighter: Fighter) -> Flow[After]:
    """Event 3: dive, or take a roll on the Event Aircraft row; combat is over either way. No bombers in storms."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    if storm_at(state, combat.area) is not Storm.NONE:
        return no_such_event(play, fighter, 3)
    if not (yield from crash_dive(play, fighter, "patrol bomber")):
        drm: dict[str, int] = {}
        if play.options.full_drm_on_special_rows:
            drm = counterattack_drm(boat, Posture.STANDARD, combat.round_number > 0)
        about = rolled_for(state, boat)
        result = event_aircraft_result(play, charts_of(state).aircraft_row, drm, about)
        suffer(play, boat, result, "19.21")
    fighter.endurance_due = True
    leave(play, fighter)
    return After.COMBAT_OVER


@rule("19.21-4")
def mechanical_trouble(play: Play, fighter: Fighter) -> After:
    """Event 4: no more combat; odd damages the boat and sends it home, even spares it the endurance check."""
    boat = play.state.boats[fighter.boat]
    if play.dice.d10z("mechanical trouble, odd is serious", "19.21", rolled_for(play.state, boat)) % 2:
        damage(play, boat, "19.21")
        if boat.place is not Place.LOST:
            force_home(play, boat, "19.21")
    else:
        fighter.no_endurance = True
    leave(play, fighter)
    return After.COMBAT_OVER


@rule("19.21-5a", "19.21-5b")
def perfect_setup_or_deadly_division(play: Play, fighter: Fighter) -> None:
    """Event 5: 0-4 Perfect Setup for this round, 5-9 Deadly Division to the end of the combat."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    perfect = play.dice.d10z("whom fortune favours", "19.21", rolled_for(play.state, boat)) <= 4
    if perfect:
        combat.round.perfect_setup = True
    else:
        combat.deadly_division = True
    twist = Twist.PERFECT_SETUP if perfect else Twist.DEADLY_DIVISION
    note(play, CombatEventDecided, boat, "19.21", 5, twist)


@rule("19.21-6")
def tonnage_doubled(fighter: Fighter) -> None:
    """Event 6: at the end the biggest merchant sunk (then the next biggest) counts twice."""
    fighter.doublings += 1


@rule("19.21-7", "19.21-8")
def counterattack_first(combat: Combat, number: int) -> None:
    """Events 7 and 8: once the targets are turned up the escorts strike first; after 8 there is no attack."""
    combat.escorts_alert = True
    combat.round.counter_first = True
    combat.round.no_attack = number == 8
    combat.held_down = combat.held_down or number == 8


@rule("19.21-9")
def combat_combat(combat: Combat) -> None:
    """Event 9: no counterattack, and one more free attack."""
    combat.round.no_counter = combat.round.extra_attack = True
