"""The Combat Phase: rounds of attack and counterattack, withdrawal, re-attacks (14)."""

from __future__ import annotations

from navalcore.rules import Flow, choose, choose_if_several, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, about_pack, here, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import force_home, note
from navalcore_games.silent_war.choices import (
    FIGHT_ON,
    GUNS,
    RE_ATTACK,
    TORPEDOES,
    WITHDRAW,
    AttackWith,
    MemberWithdraws,
    TakeColumn,
    TakePosture,
)
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.combat.after import After, Stage
from navalcore_games.silent_war.combat.attack import (
    allocate,
    choose_targets,
    choose_unmodified,
    place_tdcs,
    resolve_attacks,
    unit_by_number,
)
from navalcore_games.silent_war.combat.counterattack import counterattack, fights_on
from navalcore_games.silent_war.combat.display import adjacent, asw_halves, leave, tell_display, the_combat
from navalcore_games.silent_war.combat.events import circling_torpedo
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, gunnery_weather, surface_gunnery
from navalcore_games.silent_war.combat.reckoning import reckoning
from navalcore_games.silent_war.combat.reveal import reveal_units, turn_up
from navalcore_games.silent_war.cups.war_mix import clean_up
from navalcore_games.silent_war.events.fights import ColumnTaken, FightBegan, FightEnded
from navalcore_games.silent_war.ids import boat_id, station_id
from navalcore_games.silent_war.lookups import boat_name, boat_named, card_of, ship_of
from navalcore_games.silent_war.state import Combat, Fighter, Play, Posture, Round
from navalcore_games.silent_war.words import COLUMNS


@rule("14.3", "14.4-a", "14.42")
def fight(play: Play) -> Flow[None]:
    """The whole Combat Phase of the boats on the display: up to three rounds, then the reckoning."""
    state = play.state
    combat = the_combat(state)
    if not combat.loner:
        for fighter in combat.fighters:
            fighter.column = None
    tell_display(play, FightBegan, combat)
    for number in range(3):
        if number and not (yield from re_attack_wanted(play, combat, number)):
            break
        combat.round_number = number
        combat.held_down = False
        if len(combat.fighters) > 1:
            yield from take_stations(play, combat)
        waiting = [fighter for fighter in combat.fighters if not fighter.out]
        while waiting:
            fighter = yield from next_to_attack(play, waiting)
            waiting.remove(fighter)
            if fighter.out or (combat.held_down and escort_in_reach(play, fighter)):
                continue
            combat.acting = combat.fighters.index(fighter)
            yield from attack_round(play, fighter)
            fighter.endurance_due |= combat.round.attacked
            combat.member_attacked |= combat.round.attacked
            if waiting and combat.units and play.options.members_withdraw_at_once:
                yield from stay_on_display(play, fighter)
        combat.acting = None
        if all(fighter.out for fighter in combat.fighters):
            break
    for fighter in combat.fighters:
        reckoning(play, fighter)
    tell_display(play, FightEnded, combat)
    clean_up(play, combat)


@rule("24.5", "24.53", "14.12-a")
def take_stations(play: Play, combat: Combat) -> Flow[None]:
    """The boats of a pack take their columns one after another, then by SW-R105 their postures; nothing is revealed."""
    choices = [choose_column] if play.options.posture_at_own_attack else [choose_column, choose_posture]
    for choice in choices:
        for number, fighter in enumerate(combat.fighters):
            if not fighter.out:
                combat.acting = number
                yield from choice(play, fighter)
    combat.acting = None


@rule("24.53")
def next_to_attack(play: Play, waiting: list[Fighter]) -> Flow[Fighter]:
    """The members of a pack attack in the player's order, each through its counterattack."""
    state = play.state
    picks = [
        AttackWith(boat.id, f.boat, boat.name) for f in waiting for boat in [boat_named(state, state.boats[f.boat])]
    ]
    about = about_pack(state, [state.boats[f.boat] for f in waiting])
    picked = yield from choose_if_several(
        commander(play), "Which boat attacks next?", picks, "24.53", kind="next_boat", about=about
    )
    return next(f for f in waiting if f.boat == picked.index)


@rule("19.21-8", "24.52")
def escort_in_reach(play: Play, fighter: Fighter) -> bool:
    """Whether a face-up escort is in the boat's column or next to it (SW-R83); an aircraft is none."""
    state = play.state
    combat = the_combat(state)
    near = [unit for unit in combat.units if adjacent(unit.column, fighter.column)]
    return any(asw_halves(state, combat, unit, False) and not ship_of(state, unit).aircraft for unit in near)


@rule("14.3", "24.55")
def stay_on_display(play: Play, fighter: Fighter) -> Flow[None]:
    """By option (SW-R103) a member may withdraw after its own counterattack, before the others attack."""
    state = play.state
    boat = state.boats[fighter.boat]
    if fighter.out:
        return
    who = here(state, boat)
    prompt = f"Does {boat_name(state, boat)} stay on the display while the others attack, or withdraw?"
    picks = [WITHDRAW.of(*who), FIGHT_ON.of(*who)]
    choice = yield from choose(commander(play), prompt, picks, "14.3", kind="stay", about=about_boat(state, boat))
    if choice == WITHDRAW:
        leave(play, fighter)


@rule("14.3", "24.55")
def members_withdraw(play: Play, combat: Combat) -> Flow[bool]:
    """The pack withdraws, re-attacks, or members withdraw one by one and the question comes again for the rest
    (SW-R103). Returns whether any boat is to re-attack.
    """
    state = play.state
    while True:
        staying = [fighter for fighter in combat.fighters if not fighter.out]
        pack = [state.boats[fighter.boat] for fighter in staying]
        who = here(state, pack[0])
        picks: list[Word | MemberWithdraws] = [WITHDRAW.of(*who), RE_ATTACK.of(*who)]
        if len(staying) > 1:
            cards = [(card_of(state, state.boats[fighter.boat]), fighter.boat) for fighter in staying]
            picks += [MemberWithdraws(boat_id(card.id), number, f"{card.name} withdraws") for card, number in cards]
        prompt = "Does the wolfpack withdraw, or re-attack?"
        about = about_pack(state, pack)
        choice = yield from choose(commander(play), prompt, picks, "24.55", kind="again.pack", about=about)
        if not isinstance(choice, MemberWithdraws):
            return choice == RE_ATTACK
        leave(play, next(fighter for fighter in staying if fighter.boat == choice.index))


@rule("24.55")
def pack_re_attack(play: Play, combat: Combat) -> Flow[bool]:
    """Once at most; each member needs its Tactical rating plus skipper or less, +2 if damaged, or it withdraws."""
    state = play.state
    if not (yield from members_withdraw(play, combat)):
        return False
    for fighter in combat.fighters:
        boat = state.boats[fighter.boat]
        if not fighter.out and not joins_re_attack(
            play, card_of(state, boat).tactical + boat.rating, boat.damage > 0, rolled_for(state, boat)
        ):
            leave(play, fighter)
    return any(not fighter.out for fighter in combat.fighters)


@rule("24.55")
@takes_modifiers("24.55")
def joins_re_attack(play: Play, number: int, damaged: bool, about: Rolled | None = None) -> bool:
    """One member's roll."""
    drm = {"damaged": 2} if damaged else {}
    why, against = f"pack re-attack, {number} or less", {"Tactical and skipper": number}
    return play.dice.roll("d10z", why, "24.55", drm, needed=against, about=about) <= number


@rule("14.3", "14.4-a", "14.41", "14.17-A")
def re_attack_wanted(play: Play, combat: Combat, number: int) -> Flow[bool]:
    """The first re-attack is the player's choice; a second needs a Super Skipper and a roll within the skipper's
    rating."""
    if not combat.units:
        return False
    if not combat.loner and any(play.state.boats[fighter.boat].pack is not None for fighter in combat.fighters):
        return number == 1 and (yield from pack_re_attack(play, combat))
    fighter = next(fighter for fighter in combat.fighters if not fighter.out)
    boat = play.state.boats[fighter.boat]
    rating = boat.rating
    if number == 2 and not rating:
        return False
    prompt = f"Does {boat_name(play.state, boat)} withdraw, or re-attack?"
    who = here(play.state, boat)
    choice = yield from choose(
        commander(play),
        prompt,
        [WITHDRAW.of(*who), RE_ATTACK.of(*who)],
        "14.4",
        kind="again",
        about=about_boat(play.state, boat),
    )
    if choice == WITHDRAW:
        return False
    return number == 1 or second_re_attack(play, rating, rolled_for(play.state, boat))


@rule("14.41")
def second_re_attack(play: Play, rating: int, about: Rolled | None = None) -> bool:
    """d10 no higher than the Super Skipper's rating."""
    return play.dice.d10z(f"second re-attack, {rating} or less", "14.41", about) <= rating


@rule("14.1", "14.2-1")
def attack_round(play: Play, fighter: Fighter) -> Flow[None]:
    """One boat's round: column, posture, guns or reveal and torpedoes, counterattack."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    combat.round = Round(attack=card_of(state, boat).attack)
    for unit in combat.units:
        unit.tdc = None
    alone = len(combat.fighters) == 1
    if alone and not (combat.loner and combat.round_number == 0):
        yield from choose_column(play, fighter)
    if alone or play.options.posture_at_own_attack:
        yield from choose_posture(play, fighter)
    after = yield from opening(play, fighter)
    if after is After.GO_ON:
        after = yield from torpedo_round(play, fighter)
    if after is After.COUNTERATTACK and not combat.round.no_counter and fights_on(boat):
        counterattack(play, fighter)
    if not fights_on(boat):
        leave(play, fighter)
    elif fighter.relieved:
        force_home(play, boat, "28.3")
        leave(play, fighter)


def opening(play: Play, fighter: Fighter) -> Flow[After]:
    """The acts before the torpedoes: the loner turned up, guns where they may be used, or the reveals."""
    state = play.state
    combat = the_combat(state)
    if combat.loner and combat.round_number == 0:
        after = yield from reveal_loner(play, fighter)
        if after is not After.GO_ON:
            return after
    if guns_possible(play, fighter):
        prompt = f"Does {boat_name(state, state.boats[fighter.boat])} attack with torpedoes, or with guns?"
        boat = state.boats[fighter.boat]
        who = here(state, boat)
        choice = yield from choose(
            commander(play),
            prompt,
            [TORPEDOES.of(*who), GUNS.of(*who)],
            "28.14",
            kind="weapon",
            about=about_boat(state, boat),
        )
        if choice == GUNS and gunnery_weather(play, combat.area, rolled_for(state, boat)):
            yield from surface_gunnery(play, fighter)
            return After.COUNTERATTACK
    return (yield from reveal_units(play, fighter))


@rule("28.14", "19.21-1")
def guns_possible(play: Play, fighter: Fighter) -> bool:
    """Whether the player may use the guns: against a loner, or again after event 1; not once spotted by others."""
    state = play.state
    combat = the_combat(state)
    if not combat.loner and not fighter.gunnery:
        return False
    if state.boats[fighter.boat].spotted and not fighter.own_mark:
        return False
    if state.storms.get(combat.area, 0) >= 2:
        return False
    return bool(gunnery_targets(state, combat, fighter))


@rule("28.14")
def reveal_loner(play: Play, fighter: Fighter) -> Flow[After]:
    """Turn the loner up: an event counts on 3 and 4 only, an aircraft makes one counterattack, a ship is fought."""
    state = play.state
    combat = the_combat(state)
    unit = combat.units[0]
    ship = ship_of(state, unit)
    after = yield from turn_up(play, fighter, unit, Stage.REVEALED)
    if after is not After.GO_ON:
        return after
    if ship.aircraft and combat.units:
        counterattack(play, fighter)
    if not combat.units or ship.aircraft:
        leave(play, fighter)
        return After.COMBAT_OVER
    return After.GO_ON


@rule("14.11", "14.4-a", "24.5")
def choose_column(play: Play, fighter: Fighter) -> Flow[None]:
    """Any column with a free submarine box (two each) at first; in a re-attack stay or shift to an adjacent one."""
    combat = the_combat(play.state)
    columns = range(4)
    taken = [f.column for f in combat.fighters if f is not fighter and not f.out]
    free = [c for c in columns if taken.count(c) < 2]
    if combat.round_number:
        free = [c for c in free if adjacent(c, fighter.column)]
    boat = play.state.boats[fighter.boat]
    acting = boat_named(play.state, boat).id
    before = "" if fighter.column is None else COLUMNS[fighter.column]
    picks = [TakeColumn(station_id(COLUMNS[c]), c, f"column {COLUMNS[c]}", acting, station_id(before)) for c in free]
    prompt = f"Which column does {boat_name(play.state, boat)} take?"
    about = about_boat(play.state, boat)
    picked = yield from choose_if_several(commander(play), prompt, picks, "14.11", kind="column", about=about)
    if picked.index != fighter.column:
        note(play, ColumnTaken, boat, "14.11", COLUMNS[picked.index], before)
    fighter.column = picked.index


@rule("14.12-a", "14.12-b")
def choose_posture(play: Play, fighter: Fighter) -> Flow[None]:
    """Any posture at first; later one step from the last, or any with a Super Skipper."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    postures = list(Posture)
    if combat.round_number and not boat.rating:
        postures = [p for p in postures if -1 <= p - fighter.posture <= 1]
    acting = boat_named(play.state, boat).id
    words = [TakePosture(str(p), acting) for p in postures]
    prompt = f"In which posture does {boat_name(play.state, boat)} attack?"
    word = yield from choose(
        commander(play), prompt, words, "14.12", kind="posture", about=about_boat(play.state, boat)
    )
    fighter.posture = postures[words.index(word)]
    fighter.aggressive_used |= fighter.posture is Posture.AGGRESSIVE


@rule("14.14", "14.15-a", "14.16-C", "14.17-A", "14.17-B", "19.21-7", "19.21-8", "19.21-9")
def torpedo_round(play: Play, fighter: Fighter) -> Flow[After]:
    """TDC markers, targets, targets turned up, attacks - in the order the round's event may have given them."""
    combat = the_combat(play.state)
    boat = play.state.boats[fighter.boat]
    round_ = combat.round
    for extra in (False, True):
        if extra:
            if not round_.extra_attack:
                break
            for unit in combat.units:
                unit.tdc = None
        yield from place_tdcs(play, fighter)
        yield from choose_unmodified(play, fighter)
        chosen = yield from choose_targets(play, fighter)
        if chosen:
            after = yield from turn_up_targets(play, fighter)
            if after is not After.GO_ON:
                return after
        round_.attacked |= chosen and not round_.no_attack
        if round_.counter_first and not extra:
            counterattack(play, fighter)
            if round_.no_attack or not fights_on(boat):
                return After.ROUND_OVER
        if chosen:
            yield from resolve_attacks(play, fighter)
        if round_.circular and not extra:
            yield from circling_torpedo(play, fighter)
            if not fights_on(boat):
                return After.COMBAT_OVER
    if round_.counter_first:
        return After.ROUND_OVER
    if round_.attacked or combat.round_number or round_.must_counter:
        return After.COUNTERATTACK
    return After.ROUND_OVER


@rule("14.15-b")
def turn_up_targets(play: Play, fighter: Fighter) -> Flow[After]:
    """Turn up every face-down target; points on aircraft, events and removed units may go to other units with a TDC."""
    combat = the_combat(play.state)
    aims = combat.round.aims
    while True:
        target = next((n for n in aims if not unit_by_number(combat, n).face_up), None)
        if target is None:
            return After.GO_ON
        unit = unit_by_number(combat, target)
        attack = combat.round.attack
        after = yield from turn_up(play, fighter, unit, Stage.TARGETED)
        if after is not After.GO_ON:
            return after
        on_display = {u.number for u in combat.units}
        freed = 0
        for number in list(aims):
            if number not in on_display or ship_of(play.state, unit_by_number(combat, number)).aircraft:
                freed += aims.pop(number)
        if unit in combat.units and ship_of(play.state, unit).aircraft:
            unit.tdc = None
        if combat.round.attack < attack:
            yield from split_again(play, fighter)
        elif freed:
            marked = [u for u in combat.units if u.tdc is not None]
            yield from allocate(play, fighter, marked, freed)


@rule("19.21-2c", "19.21-2d")
def split_again(play: Play, fighter: Fighter) -> Flow[None]:
    """The halved attack value is split again over the targets chosen before (SW-R44); with none left over any."""
    combat = the_combat(play.state)
    chosen = [unit_by_number(combat, number) for number in combat.round.aims]
    chosen = chosen or [unit for unit in combat.units if unit.tdc is not None]
    combat.round.aims.clear()
    yield from allocate(play, fighter, chosen, combat.round.attack, each=True)
