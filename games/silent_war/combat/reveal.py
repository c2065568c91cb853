"""Turning up Japanese units: allowance and order, Diligent Escorts, aircraft, radar (14.13)."""

from __future__ import annotations

from navalcore.rules import Flow, choose, places, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, here, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note, suffer
from navalcore_games.silent_war.choices import FIGHT_ON, KEEP, TURN_BACK, WITHDRAW, Reveal
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.counterattack import (
    counterattack_drm,
    crash_dive,
    diligent_escort_result,
    fights_on,
)
from navalcore_games.silent_war.combat.display import (
    adjacent,
    asw_halves,
    face_down_in_reach,
    leave,
    name_of,
    take_off,
    the_combat,
)
from navalcore_games.silent_war.cups.named_ships import named_ship
from navalcore_games.silent_war.cups.war_mix import draw, which_sister
from navalcore_games.silent_war.events.fights import DiligentEscortAttacked, Revealed
from navalcore_games.silent_war.ids import AreaIndex, UnitNumber, unit_id
from navalcore_games.silent_war.lookups import (
    boat_name,
    boat_named,
    card_of,
    charts_of,
    has_radar,
    in_typhoon,
    ship_of,
    storm_at,
    target_named,
)
from navalcore_games.silent_war.state import Combat, Fighter, Play, Posture, State, Storm, Unit
from navalcore_games.silent_war.words import Result


@rule("14.13-a", "14.12-a")
@takes_modifiers("14.13-a")
def allowance(play: Play, tactical: int, posture: Posture) -> int:
    """Units to reveal: the Tactical rating, one fewer if cautious, one more if aggressive, never below 0 (SW-R41)."""
    modifiers = {"Tactical rating": tactical, "posture": posture - Posture.STANDARD}
    return max(0, sum(play.modified("14.13-a", modifiers).values()))


@rule("14.4-b")
def flag_order(state: State, combat: Combat, units: list[Unit]) -> list[Unit]:
    """In a re-attack round Rising Sun backs come first: while one is there, only these."""
    if not combat.round_number:
        return units
    suns = [unit for unit in units if ship_of(state, unit).back == "rising_sun"]
    return suns or units


@rule("14.13-a", "14.13-f")
def reveal_units(play: Play, fighter: Fighter) -> Flow[After]:
    """Reveal as many units as allowed, one by one, each resolved before the next."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    left = allowance(play, card_of(state, boat).tactical, fighter.posture)
    turned_back: list[UnitNumber] = []
    while left:
        units = [unit for unit in face_down_in_reach(combat, fighter) if unit.number not in turned_back]
        units = flag_order(state, combat, units)
        if not units:
            break
        unit = units[0]
        if len(units) > 1:
            acting = boat_named(state, boat).id
            picks = [Reveal.of(u.number, name_of(state, u), acting) for u in units]
            picked = yield from choose(
                commander(play),
                f"Which unit does {boat_name(state, boat)} reveal ({left} left)?",
                picks,
                "14.13",
                kind="reveal",
                about=about_boat(state, boat, left=left),
            )
            unit = next(u for u in units if u.number == picked.index)
        after = yield from turn_up(play, fighter, unit, Stage.REVEALED)
        if after is not After.GO_ON:
            return after
        left -= 1
        if (yield from unflip(play, fighter, unit, turned_back)):
            left += 1
    return After.GO_ON


@rule("14.13-f", "14.4-b")
def unflip(play: Play, fighter: Fighter, unit: Unit, turned_back: list[UnitNumber]) -> Flow[bool]:
    """Radar: turn the unit just revealed back face down, once a round, if another can be revealed instead; in a
    re-attack none that was revealed in the first round.
    """
    state = play.state
    combat = the_combat(state)
    if not has_radar(play, state.boats[fighter.boat]) or combat.round.unflipped:
        return False
    if unit not in combat.units or not unit.face_up or (combat.round_number and unit.number in combat.turned_back):
        return False
    ship = ship_of(state, unit)
    if ship.event or ship.aircraft or (ship.diligent and not unit.ordinary):
        return False
    if not flag_order(state, combat, face_down_in_reach(combat, fighter)):
        return False
    prompt = f"Do you keep {name_of(state, unit)} face up, or turn it back by radar?"
    boat = state.boats[fighter.boat]
    acting, target = boat_named(state, boat).id, unit_id(unit.number)
    choice = yield from choose(
        commander(play),
        prompt,
        [KEEP.of(acting, unit=target), TURN_BACK.of(acting, unit=target)],
        "14.13",
        kind="turn_back",
        about=about_boat(state, boat, unit),
    )
    if choice == KEEP:
        return False
    combat.round.unflipped = True
    unit.face_up = unit.ordinary = False
    turned_back.append(unit.number)
    if not combat.round_number:
        combat.turned_back.append(unit.number)
    return True


def turn_up(play: Play, fighter: Fighter, unit: Unit, stage: Stage) -> Flow[After]:
    """Turn a unit face up and resolve what it proves to be."""
    state = play.state
    unit.face_up = unit.known = True
    unit.piece = which_sister(play, unit.piece)
    play.reveal()
    ship = ship_of(state, unit)
    if the_combat(state).tf_only and ship.front == "red_ball":
        return (yield from replaced_by_rising_sun(play, fighter, unit, stage))
    named_ship(play, unit)
    ship = ship_of(state, unit)
    note(play, Revealed, state.boats[fighter.boat], stage.value, target_named(state, unit))
    if ship.event:
        return (yield from combat_event_chit(play, fighter, unit))
    if ship.aircraft:
        the_combat(state).aircraft_seen = True
        aircraft_in_weather(play, unit)
    elif ship.diligent:
        return (yield from diligent_escort(play, fighter, unit, stage))
    return After.GO_ON


@rule("13.3")
def replaced_by_rising_sun(play: Play, fighter: Fighter, unit: Unit, stage: Stage) -> Flow[After]:
    """TF ONLY: a Red Ball front gives way to a face-up Rising Sun unit from cup D, if one is left (SW-R38)."""
    combat = the_combat(play.state)
    piece = draw(play, 3, "Rising Sun for a task force", lambda ship: ship.front == "rising_sun" and not ship.chit)
    if piece is None:
        take_off(play, combat, unit)
        return After.GO_ON
    combat.spent.append((unit.column, unit.piece))
    unit.piece = piece
    return (yield from turn_up(play, fighter, unit, stage))


@rule("14.13-b", "19.0", "19.2-a", "19.2-b")
def combat_event_chit(play: Play, fighter: Fighter, unit: Unit) -> Flow[After]:
    """A Combat Event is resolved at once; a further one in the same round only goes back to its cup."""
    # The rule is circular: an event may turn up a unit, and that unit may prove to be an event (19.2, 14.13-b). So the
    # two files import each other, this one when it comes to it.
    from navalcore_games.silent_war.combat.events import resolve_event

    combat = the_combat(play.state)
    take_off(play, combat, unit)
    if combat.round.event is not None:
        return After.GO_ON
    return (yield from resolve_event(play, fighter))


@rule("14.13-e", "7.21-S2", "7.21-Y2")
def aircraft_in_weather(play: Play, unit: Unit) -> None:
    """A storm may send a revealed aircraft home, a typhoon always does; nothing is revealed instead."""
    state = play.state
    combat = the_combat(state)
    if storm_sends_home(play, combat.area, lambda: places(subject=target_named(state, unit).id)):
        take_off(play, combat, unit)


@rule("7.21-S2", "7.21-Y2")
def storm_sends_home(play: Play, area: AreaIndex, about: Rolled | None = None) -> bool:
    """Whether the weather of an OpArea sends an aircraft home: a Tropical Storm on 0-7, a typhoon always."""
    if storm_at(play.state, area) is Storm.NONE:
        return False
    return in_typhoon(play.state, area) or play.dice.d10z("aircraft in a storm, gone on 0-7", "7.21", about) <= 7


@rule("14.13-d")
def second_in_its_column(state: State, combat: Combat, unit: Unit) -> bool:
    """Whether the column of a Diligent Escort has another one that is face up and no ordinary destroyer."""
    return any(
        other is not unit
        and other.face_up
        and not other.ordinary
        and ship_of(state, other).diligent
        and other.column == unit.column
        for other in combat.units
    )


@rule("14.12-a", "7.21-Y3")
def diligent_escort_drm(play: Play, victim: Fighter, unit: Unit) -> dict[str, int] | None:
    """The modifiers of a Diligent Escort's roll by the boat's posture; None if it proves an ordinary destroyer."""
    if victim.posture is Posture.CAUTIOUS:
        asw = asw_halves(play.state, the_combat(play.state), unit, gunnery=False) // 2
        about = rolled_for(play.state, play.state.boats[victim.boat], unit)
        roll = play.dice.d10z("cautious boat, ordinary destroyer above its ASW", "14.12", about)
        unit.ordinary = roll > asw
        if unit.ordinary:
            return None
        return {} if roll else {"cautious 0": 1}
    if victim.posture is Posture.AGGRESSIVE and adjacent(unit.column, victim.column):
        return {"aggressive": 2 if unit.column == victim.column else 1}
    return {}


@rule("14.13-c", "24.51")
def diligent_escort(play: Play, revealer: Fighter, unit: Unit, stage: Stage) -> Flow[After]:
    """A Diligent Escort strikes at once, unless it is a second one in its column or came by event 0."""
    state = play.state
    combat = the_combat(state)
    second = second_in_its_column(state, combat, unit)
    if second and not combat.deadly_division:
        take_off(play, combat, unit)
        return After.GO_ON
    if stage is Stage.LUMBERING:
        combat.diligent_seen = True
        return After.GO_ON
    victim = revealer
    present = [fighter for fighter in combat.fighters if not fighter.out]
    if len(present) > 1:
        victim = present[play.chance.below(len(present), "which boat the Diligent Escort attacks", "24.51")]
    boat = state.boats[victim.boat]
    drm = diligent_escort_drm(play, victim, unit)
    if drm is None:
        return After.GO_ON
    combat.diligent_seen = True
    if play.options.full_drm_on_special_rows:
        drm |= counterattack_drm(boat, Posture.STANDARD, combat.round_number > 0)
    dived = yield from crash_dive(play, victim, "Diligent Escort")
    about = rolled_for(state, boat, unit)
    result = diligent_escort_result(play, charts_of(state).diligent_row, drm, about)
    if dived and result != "no_effect":
        result = "spotted"
    note(play, DiligentEscortAttacked, boat, "14.13", Result(result))
    had = boat.damage
    suffer(play, boat, result, "14.13")
    if result == "spotted":
        victim.own_mark = False
    if not fights_on(boat):
        leave(play, victim)
    elif boat.damage > had and stage is Stage.REVEALED and not second:
        prompt = f"{boat_name(state, boat)} is damaged. Does she fight on, or withdraw?"
        who = here(state, boat)
        choice = yield from choose(
            commander(play),
            prompt,
            [FIGHT_ON.of(*who), WITHDRAW.of(*who)],
            "14.13",
            kind="fight_on",
            about=about_boat(state, boat),
        )
        if choice == WITHDRAW:
            victim.endurance_due = True
            leave(play, victim)
    return After.COMBAT_OVER if revealer.out else After.GO_ON
