"""Torpedo attacks: TDC markers, targets, to-hit roll, result (14.14 - 14.17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from navalcore.components import counted
from navalcore.rules import Flow, choose, choose_if_several, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, here, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note, relieve_skipper
from navalcore_games.silent_war.choices import (
    ATTACK,
    NO_ATTACK,
    SAVE_BONUS,
    USE_BONUS,
    Aim,
    AttackNext,
    KeepUnmodified,
    MarkTdc,
    aim_at,
)
from navalcore_games.silent_war.combat.display import (
    adjacent,
    escort_level,
    known_hospital_ship,
    modified_tdc,
    name_of,
    remaining_tdc,
    the_combat,
)
from navalcore_games.silent_war.data_pack.printed import ESCORTS
from navalcore_games.silent_war.events.fights import Hit, Missed, ShipDamaged, Sunk, TdcPlaced
from navalcore_games.silent_war.ids import BoatIndex, UnitNumber, unit_id
from navalcore_games.silent_war.lookups import (
    boat_name,
    boat_named,
    card_of,
    charts_of,
    in_typhoon,
    ship_of,
    storm_at,
    target_named,
)
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Play, Posture, Round, State, Storm, Unit
from navalcore_games.silent_war.words import Effect

NOTHING, DAMAGED, SUNK = range(3)
AttackPosture: TypeAlias = Literal["standard", "cautious", "cautious_chosen", "aggressive"]
"""A posture against one target; ``cautious_chosen`` for the one whose TDC a cautious boat leaves unmodified."""
EFFECTS = (Effect.NOTHING, Effect.DAMAGED, Effect.SUNK)


@rule("14.14")
def place_tdcs(play: Play, fighter: Fighter) -> Flow[None]:
    """One marker a unit, as many as the Tactical rating (SW-R42), on units in reach face up or down; then shown.

    Where they go is settled before any is turned up, so the values are drawn once all are placed.
    """
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    eligible = [unit for unit in combat.units if takes_tdc(state, unit) and adjacent(unit.column, fighter.column)]
    number = min(card_of(state, boat).tactical, len(eligible))
    chosen: list[Unit] = []
    if number == len(eligible):
        chosen = eligible
    else:
        left = eligible
        acting = boat_named(state, boat).id
        while len(chosen) < number:
            picks = [MarkTdc.of(unit.number, name_of(state, unit), acting, "TDC on {}") for unit in left]
            prompt = f"Which unit receives a TDC marker ({number - len(chosen)} left)?"
            about = about_boat(state, boat, left=number - len(chosen))
            taken = yield from choose(commander(play), prompt, picks, "14.14", kind="mark", about=about)
            chosen.append(unit_by_number(combat, taken.index))
            left = [unit for unit in left if unit.number != taken.index]
    pool = remaining_tdc(state, combat)
    for unit in chosen:
        unit.tdc = pool.pop(play.chance.pick(pool, f"TDC marker for #{unit.number}", "14.14"))
        note(play, TdcPlaced, boat, "14.15", target_named(state, unit), unit.tdc)


def takes_tdc(state: State, unit: Unit) -> bool:
    """Whether a TDC marker may be on a unit: not on a revealed aircraft."""
    return not (unit.face_up and ship_of(state, unit).aircraft)


def unit_by_number(combat: Combat, number: UnitNumber) -> Unit:
    """The unit of that number on the display."""
    return next(unit for unit in combat.units if unit.number == number)


@rule("14.12-a")
def choose_unmodified(play: Play, fighter: Fighter) -> Flow[None]:
    """A cautious boat names the one TDC it leaves unmodified, after they are turned up."""
    fighter.unmodified = None
    if fighter.posture is not Posture.CAUTIOUS:
        return
    state = play.state
    marked = [unit for unit in the_combat(state).units if unit.tdc is not None]
    if marked:
        boat = state.boats[fighter.boat]
        acting = boat_named(state, boat).id
        picks = [
            KeepUnmodified.of(unit.number, name_of(state, unit), acting, f"{{}} (TDC {unit.tdc:+d})") for unit in marked
        ]
        picked = yield from choose_if_several(
            commander(play),
            "Which unit keeps its TDC unmodified?",
            picks,
            "14.12",
            kind="unmodified",
            about=about_boat(state, boat),
        )
        fighter.unmodified = picked.index


@rule("14.16-A", "7.21-S4", "7.21-Y5", "CON-1")
def attacker_sum(points: int, rating: int, torpedo: int, storm: Storm) -> dict[str, int]:
    """Points, skipper and torpedo value, less 1 in a Tropical Storm or 2 in a Typhoon, for each attack (SW-R26)."""
    weather = 0 if storm is Storm.NONE else -1 if storm is Storm.TROPICAL else -2
    return {"attack points": points, "skipper": rating, "torpedo value": torpedo, "storm": weather}


def attacker_total(points: int, rating: int, torpedo: int, storm: Storm) -> int:
    """The total of :func:`attacker_sum`."""
    return sum(attacker_sum(points, rating, torpedo, storm).values())


@rule("14.16-B", "CON-1")
def target_sum(defense: int, asw: int, tdc: int, same_column: bool, damaged: bool) -> dict[str, int]:
    """Defense, ASW in reach, modified TDC, +1 from another column, -1 if damaged."""
    return {"defense": defense, "ASW": asw, "TDC": tdc, "column": int(not same_column), "damaged": -int(damaged)}


def target_total(defense: int, asw: int, tdc: int, same_column: bool, damaged: bool) -> int:
    """The total of :func:`target_sum`."""
    return sum(target_sum(defense, asw, tdc, same_column, damaged).values())


@rule("14.16-C", "24.53")
def to_hit_drm(posture: Posture, unmodified: bool, pack: bool) -> dict[str, int]:
    """The modifiers of the to-hit roll."""
    drm: dict[str, int] = {}
    if posture is Posture.AGGRESSIVE:
        drm["aggressive"] = -1
    if posture is Posture.CAUTIOUS and not unmodified:
        drm["cautious"] = 1
    if pack:
        drm["wolfpack"] = -1
    return drm


def postured(posture: AttackPosture, tdc: int, pack: bool, *, re_attack: bool = False) -> tuple[int, dict[str, int]]:
    """The value of a TDC marker in a posture, and the modifiers of the roll to hit."""
    chosen = posture == "cautious_chosen"
    stance = Posture[posture.split("_")[0].upper()]
    target = UnitNumber(1)
    fighter = Fighter(BoatIndex(0), posture=stance, unmodified=target if chosen else None)
    return modified_tdc(tdc, fighter, Round(), re_attack, target), to_hit_drm(stance, chosen, pack)


@rule("14.16-C", "2.5-a", "CON-1")
@takes_modifiers("14.16")
def roll_to_hit(
    play: Play,
    difference: int,
    drm: dict[str, int],
    terms: Mapping[str, int] | None = None,
    about: Rolled | None = None,
) -> bool:
    """A negative difference never hits (SW-R03); else the modified roll must not exceed it. ``terms`` are what the
    difference is the sum of, to be told.
    """
    why = f"to hit, {difference} or less"
    return difference >= 0 and play.dice.roll("d10z", why, "14.16", drm, needed=terms, about=about) <= difference


@rule("14.16-D", "7.21-Y6")
@takes_modifiers("14.16")
def roll_attack_result(
    play: Play,
    tonnage: int,
    modifiers: dict[str, int],
    was_damaged: bool = False,
    typhoon: bool = False,
    about: Rolled | None = None,
) -> int:
    """The Attack Results Table; a second damage result, or one in a typhoon, sinks.

    The row goes by ``tonnage``, the target's or, of guns and of submarines, what their rules name (19.21-1, 14.6-F).
    """
    charts = charts_of(play.state)
    row = charts.attack_row(tonnage)
    read = f"the row {row} of the Attack Results Table (14.16-D)"
    roll = play.dice.roll("d10z", f"attack result, row {row}", "14.16", modifiers, row=read, about=about)
    result = charts.attack_result(tonnage, roll)
    return SUNK if result == DAMAGED and (was_damaged or typhoon) else result


@rule("14.15-a", "14.17-A")
def could_hit(play: Play, fighter: Fighter, unit: Unit) -> bool:
    """Whether all points on the unit give some chance, on visible facts (SW-R43)."""
    state = play.state
    combat = the_combat(state)
    bonus = unit.number if unit.face_up and bonus_open(state, fighter) and is_escort(state, unit) else None
    difference = difference_for(play, fighter, unit, combat.round.attack, bonus)
    drm = to_hit_drm(fighter.posture, fighter.unmodified == unit.number, state.boats[fighter.boat].pack is not None)
    return difference >= 0 and difference + 1 - sum(drm.values()) > 0


def difference_for(play: Play, fighter: Fighter, unit: Unit, points: int, leave_out: UnitNumber | None = None) -> int:
    """Attacker's total less target's total."""
    return sum(attack_terms(play, fighter, unit, points, leave_out).values())


def attack_terms(
    play: Play, fighter: Fighter, unit: Unit, points: int, leave_out: UnitNumber | None = None
) -> dict[str, int]:
    """The numbers that add up to :func:`difference_for`: the attacker's terms, and the target's with the sign turned
    round.
    """
    attacker, target = attack_sums(play, fighter, unit, points, leave_out)
    return {**attacker, **{f"target's {name}": -value for name, value in target.items()}}


@takes_modifiers("14.16-A", "14.16-B")
def attack_sums(
    play: Play, fighter: Fighter, unit: Unit, points: int, leave_out: UnitNumber | None = None
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The numbers that add up to the attacker's total and the target's."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    assert unit.tdc is not None
    ship = ship_of(state, unit)
    tdc = modified_tdc(unit.tdc, fighter, combat.round, combat.round_number > 0, unit.number)
    asw = escort_level(state, fighter, leave_out=leave_out)
    target = target_sum(ship.defense if unit.face_up else 1, asw, tdc, unit.column == fighter.column, unit.damaged)
    attacker = attacker_sum(points, boat.rating, state.torpedo, storm_at(state, combat.area))
    return play.modified("14.16-A", attacker), play.modified("14.16-B", target)


def is_escort(state: State, unit: Unit) -> bool:
    """A destroyer or destroyer escort, but no Diligent Escort (unless it became an ordinary DD)."""
    ship = ship_of(state, unit)
    return ship.type in ESCORTS and (not ship.diligent or unit.ordinary)


@rule("28.4", "28.41")
def bonus_open(state: State, fighter: Fighter) -> bool:
    """Whether an escort's own ASW may be left out: first round, unspotted, no escort alert, not used yet."""
    combat = the_combat(state)
    if combat.round_number or combat.round.bonus_used or state.boats[fighter.boat].spotted:
        return False
    return not (combat.diligent_seen or combat.aircraft_seen or combat.escorts_alert or combat.member_attacked)


@rule("14.15-a")
def allocate(play: Play, fighter: Fighter, candidates: list[Unit], points: int, *, each: bool = False) -> Flow[None]:
    """Split attack points over units with a TDC, at least 1 each, all of them used.

    Args:
        candidates: who may be given points.
        each: every candidate must get some (event 2c or 2d after the targets were chosen, SW-R44).
    """
    state = play.state
    aims = the_combat(state).round.aims
    boat = state.boats[fighter.boat]
    acting = boat_named(state, boat).id
    left = list(candidates)
    while points and left:
        aim_options: list[Aim] = []
        for unit in left:
            others = len(left) - 1
            least = points if not others else 1
            most = points - others if each and others < points else points
            name = name_of(state, unit)
            aim_options += [aim_at(name, given, unit.number, acting) for given in range(least, most + 1)]
        where = "how many do you put on which unit" if points > 1 else "on which unit do you put it"
        aim = yield from choose_if_several(
            commander(play),
            f"{counted(points, 'attack point')} left: {where}?",
            aim_options,
            "14.15",
            kind="aim",
            about=about_boat(state, boat, points=points),
        )
        aims[aim.unit] = aims.get(aim.unit, 0) + aim.points
        points -= aim.points
        left = [unit for unit in left if unit.number != aim.unit]


@rule("14.15-a", "14.17-A", "14.17-B")
def choose_targets(play: Play, fighter: Fighter) -> Flow[bool]:
    """Choose targets and split the attack value; False if no attack can be (or is) made."""
    combat = the_combat(play.state)
    combat.round.aims.clear()
    marked = [unit for unit in combat.units if unit.tdc is not None]
    in_danger = [unit for unit in marked if could_hit(play, fighter, unit)]
    if not combat.round.attack or not in_danger:
        return False
    if play.options.may_decline_attack or all(known_hospital_ship(play.state, unit) for unit in in_danger):
        boat = play.state.boats[fighter.boat]
        who = here(play.state, boat)
        prompt = f"Does {boat_name(play.state, boat)} attack?"
        picks = [ATTACK.of(*who), NO_ATTACK.of(*who)]
        about = about_boat(play.state, boat, *in_danger)
        go = yield from choose(commander(play), prompt, picks, "14.15", kind="attack", about=about)
        if go == NO_ATTACK:
            return False
    yield from allocate(play, fighter, marked, combat.round.attack)
    return True


@rule("14.16-A", "14.16-B", "14.17-C")
def resolve_attacks(play: Play, fighter: Fighter) -> Flow[None]:
    """The attacks one after another in the player's order (SW-R46)."""
    state = play.state
    combat = the_combat(state)
    aims = combat.round.aims
    hits: list[Unit] = []
    while aims:
        number = next(iter(aims))
        if len(aims) > 1:
            boat = state.boats[fighter.boat]
            acting = boat_named(state, boat).id
            names = {n: name_of(state, unit_by_number(combat, n)) for n in aims}
            picked = yield from choose(
                commander(play),
                "Which unit is attacked next?",
                [AttackNext.of(n, name, acting) for n, name in names.items()],
                "14.16",
                kind="next_attack",
                about=about_boat(state, boat),
            )
            number = picked.index
        unit = unit_by_number(combat, number)
        points = aims[number]
        bonus = yield from leave_out_escort(play, fighter, unit)
        del aims[number]
        if attack_hits(play, fighter, unit, attack_terms(play, fighter, unit, points, bonus)):
            if play.options.simultaneous_attacks:
                hits.append(unit)
            else:
                strike(play, fighter, unit)
    for unit in hits:
        strike(play, fighter, unit)


@rule("28.4")
def leave_out_escort(play: Play, fighter: Fighter, unit: Unit) -> Flow[UnitNumber | None]:
    """The number of the escort whose own ASW is left out of its defense, if any; one escort in all."""
    state = play.state
    combat = the_combat(state)
    if not bonus_open(state, fighter) or not is_escort(state, unit):
        return None
    others = [n for n in combat.round.aims if n != unit.number and is_escort(state, unit_by_number(combat, n))]
    if others:
        boat = state.boats[fighter.boat]
        acting, target = boat_named(state, boat).id, unit_id(unit.number)
        use = yield from choose(
            commander(play),
            f"Leave the ASW of {name_of(state, unit)} out of its defense?",
            [USE_BONUS.of(acting, unit=target), SAVE_BONUS.of(acting, unit=target)],
            "28.4",
            kind="leave_out",
            about=about_boat(state, boat, unit),
        )
        if use == SAVE_BONUS:
            return None
    combat.round.bonus_used = True
    return unit.number


def attack_hits(play: Play, fighter: Fighter, unit: Unit, terms: Mapping[str, int]) -> bool:
    """One attack's to-hit roll; ``terms`` are what the difference of the totals is the sum of."""
    difference = sum(terms.values())
    drm = to_hit_drm(
        fighter.posture, fighter.unmodified == unit.number, play.state.boats[fighter.boat].pack is not None
    )
    boat = play.state.boats[fighter.boat]
    hit = roll_to_hit(play, difference, drm, terms, rolled_for(play.state, boat, unit))
    note(play, Hit if hit else Missed, boat, "14.16", target_named(play.state, unit), difference)
    return hit


@rule("14.16-D")
def strike(play: Play, fighter: Fighter, unit: Unit) -> None:
    """A hit: roll the result with the torpedo value, and apply it."""
    state = play.state
    ship = ship_of(state, unit)
    typhoon = in_typhoon(state, the_combat(state).area)
    about = rolled_for(state, state.boats[fighter.boat], unit)
    result = roll_attack_result(play, ship.tonnage, {"torpedo": state.torpedo}, unit.damaged, typhoon, about)
    apply_attack_result(play, fighter, unit, result)


def apply_attack_result(play: Play, fighter: Fighter, unit: Unit, result: int) -> None:
    """Nothing, a Damage marker, or sunk."""
    if result == SUNK:
        sink_ship(play, fighter, unit)
    elif result == DAMAGED:
        unit.damaged = True
        boat = play.state.boats[fighter.boat]
        note(play, ShipDamaged, boat, "14.16", target_named(play.state, unit))


@rule("14.16-D", "28.3")
def sink_ship(play: Play, fighter: Fighter, unit: Unit) -> None:
    """Ships Sunk +1, Tonnage + size; a hospital ship scores no tonnage, costs the skipper, and the boat goes home."""
    state = play.state
    combat = the_combat(state)
    ship = ship_of(state, unit)
    boat = state.boats[fighter.boat]
    combat.units.remove(unit)
    combat.sunk.append((unit.column, unit.piece))
    tons = 0 if ship.hospital else ship.tonnage
    score(play, boat, tons)
    fighter.ships += 1
    fighter.tons += tons
    if ship.merchant and not ship.hospital:
        fighter.merchants.append(ship.tonnage)
    note(play, Sunk, boat, "14.16", tons, target_named(state, unit))
    if ship.hospital:
        fighter.relieved = True
        relieve_skipper(play, boat)


def score(play: Play, boat: Boat, tons: int) -> None:
    """Move the tracks (SW-R93)."""
    play.state.ships_sunk += 1
    play.state.tonnage += tons
    boat.ships += 1
    boat.tonnage += tons
