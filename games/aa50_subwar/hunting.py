"""Submarine warfare: the hunt for submarines that are alone (S2, S6-S15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from navalcore.rules import Flow, choose, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_space, rolled_by
from navalcore_games.aa50_subwar.choices import (
    ATTACK,
    BREAK_OFF,
    DIVE,
    ESCAPE,
    FIGHT_ON,
    GO_ON,
    STAY,
    Direct,
    SearchWith,
    Spot,
)
from navalcore_games.aa50_subwar.events import CombatBegan, Directed, DuelEnded, Fired, Searched
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.losses import destroy, fire, unlike
from navalcore_games.aa50_subwar.state import Battle, Play, is_aircraft
from navalcore_games.aa50_subwar.theatre import ATTACK as ATTACK_VALUE, title_of
from navalcore_games.aa50_subwar.words import SURFACE_WARSHIPS, Cause, Kind, Side, Unit, Zone

DESTROYER_HIT = 2
"""A destroyer hits a submarine on this or less (S10)."""
ESCAPE_ROLL = 6
"""On this roll of the destroyer the submarine may escape (S10)."""
SUBMARINE_HIT = 1
"""A submarine hits its hunter on this or less (S10, AAS-R36)."""

Mode = Literal["fleet", "hunt"]
Ending = Literal["", "submarine sunk", "hunter lost", "both lost", "escaped", "dived", "broken off"]


@dataclass(frozen=True, slots=True)
class DuelRound:
    """One round of a hunter against a submarine."""

    hunter_sunk: bool
    """The hunter was hit."""
    submarine_sunk: bool
    """The submarine was hit."""
    ending: Ending
    """How the fight ended, or "" if it continues."""


def ending_of(hunter_sunk: bool, submarine_sunk: bool) -> Ending:
    """How a round ended the fight, if it did."""
    if submarine_sunk:
        return "both lost" if hunter_sunk else "submarine sunk"
    return "hunter lost" if hunter_sunk else ""


@rule("S2", "S5", "S6")
def rules_in(play: Play, zone: Zone, side: Side) -> Mode | None:
    """Which rules hold if ``side`` attacks in a zone now (AAS-R01, AAS-R06): None if there is nothing to attack.

    Any surface ship with the submarines brings the fleet rules in; a transport is one too (AAS-R02).
    """
    return rules_against(play, play.state.enemies(zone, side))


def rules_against(play: Play, enemies: Sequence[Unit]) -> Mode | None:
    """The same of the enemies in a zone."""
    if not enemies:
        return None
    submarines = False
    for enemy in enemies:
        if enemy.kind in SURFACE_WARSHIPS or (
            enemy.kind is Kind.TRANSPORT and play.options.transports_are_surface_ships
        ):
            return "fleet"
        submarines = submarines or enemy.kind is Kind.SUBMARINE
    return "hunt" if submarines else "fleet"


@rule("S8")
def hunters_in(play: Play, zone: Zone) -> list[Unit]:
    """The phasing power's units that may hunt in a zone: destroyers, and aircraft sent there to search.

    Other warships take no part (AAS-R16), submarines wait (AAS-R03, AAS-R32), and no unit hunts twice (AAS-R14).
    """
    return hunters_among([unit for unit in play.state.own() if unit.space == zone])


def hunters_among(units: Sequence[Unit]) -> list[Unit]:
    """The same of the phasing power's units in a zone."""
    return [
        unit
        for unit in units
        if (unit.kind is Kind.DESTROYER and unit.mission == "") or (unit.mission == "search" and is_aircraft(unit))
    ]


@rule("S7")
def hunt(play: Play, zone: Zone) -> Flow[None]:
    """A run of single attacks until every hunter has made its own, no submarine is left, or the attacker breaks off.

    Only hunters whose attack was used have fought (B4), or all of them (AAS-R42).
    """
    state = play.state
    hunters = hunters_in(play, zone)
    quarry = [unit.id for unit in state.enemies(zone, state.side) if unit.kind is Kind.SUBMARINE]
    battle = Battle(zone, "hunt", [unit.id for unit in hunters], quarry, unused=[unit.id for unit in hunters])
    state.battle = battle
    play.tell(CombatBegan, zone, "hunt", rule="S7")
    while battle.unused and battle.defenders:
        hunter = yield from next_hunter(play, battle)
        if hunter is None:
            break
        battle.round += 1
        battle.unused.remove(hunter.id)
        battle.hunter = hunter.id
        yield from single_attack(play, battle, hunter)
    for unit in hunters:
        if unit.id not in battle.unused or play.options.hunters_are_committed:
            unit.acted, unit.mission = True, "fought"
    state.battle = None


@rule("S7", "S29")
def next_hunter(play: Play, battle: Battle) -> Flow[Unit | None]:
    """The attacker names the next unit, or breaks the whole action off; under AAS-R11 ``random`` chance names it."""
    state = play.state
    units = [state.units[number] for number in battle.unused]
    if play.options.attack_order == "random":
        answer = yield from choose(
            state.side,
            f"Does the attacker go on with the hunt in {title_of(battle.zone)}?",
            [GO_ON, BREAK_OFF],
            "S7",
            kind="hunt",
            about=about_space(battle.zone, units=units),
        )
        if answer is BREAK_OFF:
            return None
        return units[play.chance.pick([unit.name for unit in units], "Which hunter attacks next?", "S29")]
    options = [*(SearchWith.of(unit) for unit in unlike(units)), BREAK_OFF]
    choice = yield from choose_if_several(
        state.side,
        "Which unit searches next?",
        options,
        "S29",
        kind="search",
        about=about_space(battle.zone, units=units),
    )
    return state.units[choice.number] if isinstance(choice, SearchWith) else None


@rule("S9", "S13", "S28")
def spots(play: Play, hunter: Unit) -> bool:
    """The spotting roll without which there is no attack: 3 or less for destroyers and aircraft."""
    needed = play.options.spot_aircraft if is_aircraft(hunter) else play.options.spot_destroyer
    against = {"spotting": needed}
    face = play.dice.roll("d6", f"{hunter.name} searches", "S9", needed=against, about=lambda: rolled_by((hunter,)))
    play.tell(Searched, named(hunter), hunter.zone, face, needed, rule="S9")
    return face <= needed


@rule("S9", "S15")
def single_attack(play: Play, battle: Battle, hunter: Unit) -> Flow[None]:
    """Search, name the submarine spotted, and fight it, or have a destroyer fight it."""
    if not spots(play, hunter):
        return
    state = play.state
    submarine = yield from spotted_submarine(play, battle, hunter)
    if is_aircraft(hunter):
        destroyer = yield from directed_destroyer(play, battle, hunter)
        if destroyer is None:
            yield from aircraft_duel(play, battle, hunter, submarine)
            return
        battle.unused.remove(destroyer.id)
        battle.hunter = destroyer.id
        play.tell(Directed, named(hunter), named(destroyer), battle.zone, rule="S15")
        hunter = destroyer
    assert hunter.id in state.units
    yield from destroyer_duel(play, battle, hunter, submarine)


def spotted_submarine(play: Play, battle: Battle, hunter: Unit) -> Flow[Unit]:
    """The attacker names the submarine spotted; those that cannot be told apart are one choice."""
    state = play.state
    options = [Spot.of(unit) for unit in unlike([state.units[number] for number in battle.defenders])]
    about = about_space(battle.zone, hunter)
    choice = yield from choose_if_several(
        state.side, "Which submarine is spotted?", options, "S9", kind="spot", about=about
    )
    return state.units[choice.number]


@rule("S15")
def directed_destroyer(play: Play, battle: Battle, aircraft: Unit) -> Flow[Unit | None]:
    """Combined arms: instead of attacking, an aircraft may direct a destroyer of its power whose attack is unused."""
    state = play.state
    unused = [state.units[number] for number in battle.unused]
    destroyers = unlike([unit for unit in unused if unit.kind is Kind.DESTROYER])
    options = [ATTACK, *(Direct.of(unit) for unit in destroyers)]
    choice = yield from choose_if_several(
        state.side,
        f"The {aircraft.name} has spotted a submarine. What does the {aircraft.kind} do?",
        options,
        "S15",
        kind="direct",
        about=about_space(battle.zone, aircraft),
    )
    return state.units[choice.number] if isinstance(choice, Direct) else None


@rule("S10")
def destroyer_round(play: Play, destroyer: Unit, submarine: Unit) -> Flow[DuelRound]:
    """The destroyer rolls; on its 6 the submarine may escape (AAS-R07); otherwise it fires, even if hit (AAS-R08)."""
    why, against = f"{destroyer.name} attacks the submarine", {"destroyer": DESTROYER_HIT}
    face = play.dice.roll("d6", why, "S10", needed=against, about=lambda: rolled_by((destroyer,), submarine))
    sunk = face <= DESTROYER_HIT
    play.tell(Fired, (named(destroyer),), destroyer.zone, "", (face,), DESTROYER_HIT, int(sunk), rule="S10")
    escapes = False
    if face == ESCAPE_ROLL:
        answer = yield from choose(
            submarine.side,
            "The destroyer rolled a 6. Does the submarine escape?",
            [ESCAPE, FIGHT_ON],
            "S10",
            kind="escape",
            about=about_space(submarine.space, submarine, destroyer),
        )
        escapes = answer is ESCAPE
    if escapes and play.options.escape_timing == "before_return_fire":
        return DuelRound(False, False, "escaped")
    hunter_sunk = fire(play, [submarine], SUBMARINE_HIT, "S10") > 0
    return DuelRound(hunter_sunk, sunk, "escaped" if escapes else ending_of(hunter_sunk, sunk))


@rule("S10")
def destroyer_duel(play: Play, battle: Battle, destroyer: Unit, submarine: Unit) -> Flow[DuelRound]:
    """Rounds until one is hit, the submarine escapes, or the attacker breaks off (AAS-R35). Returns the last round."""
    while True:
        result = yield from destroyer_round(play, destroyer, submarine)
        settle(play, battle, destroyer, submarine, result, "S10")
        if not result.ending:
            result = yield from attacker_goes_on(play, destroyer, submarine, result, "S10")
        if result.ending:
            return ended(play, destroyer, submarine, result, "S10")


@rule("S13", "S14")
def aircraft_round(play: Play, aircraft: Unit, submarine: Unit, first: bool) -> DuelRound:
    """Both fire and both hits count (AAS-R09): the aircraft on its attack value, the submarine on 1 (AAS-R36)."""
    sunk = fire(play, [aircraft], ATTACK_VALUE[aircraft.kind], "S13") > 0
    if sunk and first and play.options.surprise_attack_no_return:
        return DuelRound(False, True, "submarine sunk")
    lost = fire(play, [submarine], SUBMARINE_HIT, "S14") > 0
    return DuelRound(lost, sunk, ending_of(lost, sunk))


@rule("S13", "S14")
def aircraft_duel(play: Play, battle: Battle, aircraft: Unit, submarine: Unit) -> Flow[DuelRound]:
    """A surprise attack: one round at least; after each the submarine may dive, then the attacker may break off."""
    first = True
    while True:
        result = aircraft_round(play, aircraft, submarine, first)
        settle(play, battle, aircraft, submarine, result, "S14")
        if not result.ending:
            about = about_space(battle.zone, submarine, aircraft)
            prompt = "The round is over. Does the submarine dive?"
            answer = yield from choose(submarine.side, prompt, [DIVE, STAY], "S14", kind="dive", about=about)
            if answer is DIVE:
                result = DuelRound(False, False, "dived")
            else:
                result = yield from attacker_goes_on(play, aircraft, submarine, result, "S14")
        if result.ending:
            return ended(play, aircraft, submarine, result, "S14")
        first = False


@rule("S7")
def attacker_goes_on(play: Play, hunter: Unit, submarine: Unit, result: DuelRound, section: str) -> Flow[DuelRound]:
    """Neither was hit: the attacker continues or breaks this fight off (AAS-R10: only after the diver has decided)."""
    answer = yield from choose(
        play.state.side,
        f"Neither was hit. Does the {hunter.name} attack again?",
        [GO_ON, BREAK_OFF],
        section,
        kind="duel",
        about=about_space(hunter.space, hunter, submarine),
    )
    return result if answer is GO_ON else DuelRound(False, False, "broken off")


def settle(play: Play, battle: Battle, hunter: Unit, submarine: Unit, result: DuelRound, section: str) -> None:
    """Remove what was hit; both are lost if both were (AAS-R33)."""
    if result.submarine_sunk:
        battle.defenders.remove(submarine.id)
        destroy(play, submarine, Cause.HIT, section, hunter)
    if result.hunter_sunk:
        battle.attackers.remove(hunter.id)
        destroy(play, hunter, Cause.HIT, section, submarine)


def ended(play: Play, hunter: Unit, submarine: Unit, result: DuelRound, section: str) -> DuelRound:
    """Report how the fight ended."""
    play.tell(DuelEnded, result.ending, named(hunter), named(submarine), submarine.zone, rule=section)
    return result
