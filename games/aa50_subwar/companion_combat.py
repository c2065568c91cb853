"""Combats beside a real board of the Anniversary game: submarine hunts, sorties past destroyers, fleet battles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from navalcore.components import counted
from navalcore.errors import OverBudget
from navalcore.odds import Odds
from navalcore.rules import Decision, Flow, Misfit, resolves, rule
from navalcore_games.aa50_subwar.choices import ATTACK, DIVE, ESCAPE, GO_ON, Direct, SearchWith
from navalcore_games.aa50_subwar.companion_forms import (
    AnyPower,
    AnyZone,
    BesidePlay,
    BesideState,
    From1To9,
    UpTo9,
    cleared,
    placed,
    same_side,
)
from navalcore_games.aa50_subwar.fleet import fleet_battle
from navalcore_games.aa50_subwar.fleet_odds import exact_battle, sampled_battle
from navalcore_games.aa50_subwar.hunt_odds import mixed_hunt
from navalcore_games.aa50_subwar.hunting import hunt as hunt_in
from navalcore_games.aa50_subwar.known import order_of_attack
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.odds import stop_submarine
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import is_aircraft
from navalcore_games.aa50_subwar.words import AIRCRAFT, OPPONENT, SIDE_OF, Kind, Power, Side, Space, Zone

DEFENDERS = (Kind.DESTROYER, Kind.CRUISER, Kind.CARRIER, Kind.BATTLESHIP, Kind.TRANSPORT)
EXACT_PATHS = 1500
"""Paths of chance up to which the odds of a fleet battle are exact."""
BATTLES = 200
"""How often a larger one is fought for its odds."""


def hunt_odds(play: BesidePlay, *, destroyers: int, fighters: int, bombers: int, submarines: int, **_: object) -> Odds:
    """The answer of the odds question for the same hunt; the zone and the powers do not matter."""
    options: SubwarOptions = play.options
    fleet = f"destroyer:{destroyers},fighter:{fighters},bomber:{bombers}"
    found = mixed_hunt(
        fleet, submarines, order=order_of_attack(options), spot=options.spot_aircraft,
        spot_destroyer=options.spot_destroyer, escape_timing=options.escape_timing,
        surprise_attack_no_return=options.surprise_attack_no_return,
    )  # fmt: skip
    sunk = {f"{name} sunk": chance for name, chance in found.marginals["submarines_sunk"].items()}
    lost = {f"IPC of {who}s lost": found.expected[f"{who}_ipc_lost"] for who in ("submarine", "hunter")}
    return Odds(found.method, sunk, expected=lost)


def hunt_misfit(
    _state: BesideState, *, destroyers: int, fighters: int, bombers: int, hunters: str, prey: str, **_: object
) -> Misfit | None:
    """No power hunts, or friends do."""
    if not destroyers + fighters + bombers:
        return Misfit("destroyers", "no unit hunts; at least 1 destroyer, fighter or bomber is needed")
    return same_side("hunters", hunters, "prey", prey)


HUNTED_OUT = (
    "Assumed: hunters fight to the end, aircraft first and directing destroyers (in any order where chance picks it); "
    "submarines escape and dive as soon as they may."
)


@resolves("hunt", "S7", odds=hunt_odds, misfit=hunt_misfit, assumes=HUNTED_OUT)
@rule("S7", "S8")
def hunt(
    play: BesidePlay, zone: AnyZone = "sz8", destroyers: UpTo9 = 1, fighters: UpTo9 = 0, bombers: UpTo9 = 0,
    submarines: From1To9 = 1, hunters: AnyPower = "uk", prey: AnyPower = "germany", to_the_end: bool = True,
    escape: bool = True,
) -> Flow[str | None]:  # fmt: skip
    """Submarine hunt.

    Args:
        zone: Where.
        destroyers: Destroyers that hunt.
        fighters: Fighters that search there.
        bombers: Bombers that search there.
        submarines: Submarines alone in the zone.
        hunters: Whose destroyers and aircraft.
        prey: Whose submarines.
        to_the_end: Hunters fight to the end, aircraft first, and aircraft direct destroyers; otherwise they are asked.
        escape: Submarines escape or dive as soon as they may; otherwise they are asked.
    """
    state, here = cleared(play, hunters), Zone(Space(zone))
    fleet = {Kind.DESTROYER: destroyers, Kind.FIGHTER: fighters, Kind.BOMBER: bombers}
    for unit in placed(state, Power(hunters), fleet, here):
        unit.mission = "search" if is_aircraft(unit) else ""
    placed(state, Power(prey), {Kind.SUBMARINE: submarines}, here)
    yield from _by_orders(hunt_in(play, here), hunters=to_the_end, submarines=escape)
    left = sum(unit.kind is Kind.SUBMARINE for unit in state.units.values())
    lost = destroyers + fighters + bombers - (len(state.units) - left)
    state.dived.pop(here, None)
    if left:
        state.dived[here] = left
    return f"{counted(submarines - left, 'submarine')} sunk, {counted(lost, 'hunter')} lost"


@rule("S4")
def sortie_odds(play: BesidePlay, *, submarines: int, destroyers: int, **_: object) -> Odds:
    """How many get away, one after the other: every destroyer tries to stop each of them, or only one (AAS-R04)."""
    passes = Fraction(stop_submarine(1, play.options.stop_submarine).outcomes["passes"])
    once = play.options.stop_roll == "once_per_destroyer"
    courses = {(destroyers, 0): Fraction(1)}
    for _each in range(submarines):
        after: dict[tuple[int, int], Fraction] = {}
        for (trying, away), chance in courses.items():
            ends = [(tries, away, passes ** (tries - 1) * (1 - passes)) for tries in range(1, trying + 1)]
            for tries, now_away, share in [*ends, (trying, away + 1, passes**trying)]:
                now = (trying - tries if once else trying, now_away)
                after[now] = after.get(now, Fraction(0)) + chance * share
        courses = after
    found = dict.fromkeys(range(submarines + 1), Fraction(0))
    for (_trying, away), chance in courses.items():
        found[away] += chance
    words = counted(submarines, "submarine")
    return Odds("exact", {f"{number} of {words} away": chance for number, chance in found.items()})


def sortie_misfit(_state: BesideState, *, leaving: str, guards: str, **_: object) -> Misfit | None:
    """Friends do not stop each other."""
    return same_side("leaving", leaving, "guards", guards)


@resolves("sortie", "S4", odds=sortie_odds, misfit=sortie_misfit)
@rule("S4")
def sortie(
    play: BesidePlay, zone: AnyZone = "sz5", submarines: From1To9 = 1, destroyers: From1To9 = 1,
    leaving: AnyPower = "germany", guards: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Sortie past destroyers.

    Args:
        zone: The zone that the submarines leave.
        submarines: Submarines that leave it.
        destroyers: Enemy destroyers in it.
        leaving: Whose submarines.
        guards: Whose destroyers.
    """
    state, here = cleared(play, leaving), Zone(Space(zone))
    placed(state, Power(guards), {Kind.DESTROYER: destroyers}, here)
    away = 0
    for unit in placed(state, Power(leaving), {Kind.SUBMARINE: submarines}, here):
        if leaves(play, unit):
            away += 1
            del state.units[unit.id]
    yield from ()
    return f"{away} of {counted(submarines, 'submarine')} got away"


def fleet_odds(
    _play: BesidePlay, *, submarines: int, other_ships: int, fighters: int, attackers: str, defenders: str,  # noqa: ARG001
    **against: int,
) -> Odds:  # fmt: skip
    """The answer of the odds question for a battle of such fleets, fought to the end: exact for small ones, else
    sampled.
    """
    ours, theirs = _fleets(submarines, other_ships, fighters, against)
    try:
        return exact_battle(ours, theirs, EXACT_PATHS)
    except OverBudget:
        return sampled_battle(ours, theirs, BATTLES, 0, "the fleets are too large to work out while you wait")


def battle_misfit(
    _state: BesideState, *, submarines: int, other_ships: int, fighters: int, attackers: str, defenders: str,
    **against: int,
) -> Misfit | None:  # fmt: skip
    """A side without units, or friends."""
    if not submarines + other_ships + fighters:
        return Misfit("submarines", "no unit attacks; at least 1 submarine, cruiser or fighter is needed")
    if not sum(against.values()):
        return Misfit("against_destroyers", "no unit defends; at least 1 ship is needed")
    return same_side("attackers", attackers, "defenders", defenders)


FOUGHT_OUT = "Assumed: both sides fight to the end, no submarine submerges, and owners lose what is cheapest first."


@resolves("battle", "B6", odds=fleet_odds, misfit=battle_misfit, odds_when_asked=True, assumes=FOUGHT_OUT)
@rule("B6", "S5")
def battle(
    play: BesidePlay, submarines: UpTo9 = 2, other_ships: UpTo9 = 0, fighters: UpTo9 = 0,
    against_destroyers: UpTo9 = 1, against_cruisers: UpTo9 = 0, against_carriers: UpTo9 = 0,
    against_battleships: UpTo9 = 0, against_transports: UpTo9 = 0, attackers: AnyPower = "germany",
    defenders: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Submarines attack a fleet.

    Args:
        submarines: Attacking submarines.
        other_ships: Cruisers that attack with them.
        fighters: Fighters that attack with them.
        against_destroyers: Destroyers that defend.
        against_cruisers: Cruisers that defend.
        against_carriers: Carriers that defend.
        against_battleships: Battleships that defend.
        against_transports: Transports that defend.
        attackers: Whose submarines.
        defenders: Whose fleet.
    """
    state, here = cleared(play, attackers), Zone(Space("sz11"))
    against = {
        "against_destroyers": against_destroyers, "against_cruisers": against_cruisers,
        "against_carriers": against_carriers, "against_battleships": against_battleships,
        "against_transports": against_transports,
    }  # fmt: skip
    ours, theirs = _fleets(submarines, other_ships, fighters, against)
    units = placed(state, Power(attackers), ours, here)
    for unit in units:
        unit.airborne = is_aircraft(unit)
    placed(state, Power(defenders), theirs, here)
    yield from fleet_battle(play, here, units)
    left = {side: sum(unit.side is side for unit in state.units.values()) for side in Side}
    mine = SIDE_OF[Power(attackers)]
    return f"left: {counted(left[mine], 'attacker')}, {counted(left[OPPONENT[mine]], 'defender')}"


def _fleets(
    submarines: int, other_ships: int, fighters: int, against: Mapping[str, int]
) -> tuple[dict[Kind, int], dict[Kind, int]]:
    """The attackers and the defenders of a form, by kind."""
    ours = {Kind.SUBMARINE: submarines, Kind.CRUISER: other_ships, Kind.FIGHTER: fighters}
    return ours, {kind: against[f"against_{kind}s"] for kind in DEFENDERS}


def _by_orders(flow: Flow[None], *, hunters: bool, submarines: bool) -> Flow[None]:
    """A hunt whose owners have said beforehand what they do. Everything else they are asked."""
    answer: Any = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        ordered = [*(_of_hunters(asked) if hunters else ()), *((ESCAPE, DIVE) if submarines else ())]
        answer = next((asked.options.index(each) for each in ordered if each in asked.options), None)
        if answer is None:
            answer = yield asked


def _of_hunters(asked: Decision) -> list[object]:
    """The choices of hunters who fight to the end: aircraft search first and direct destroyers, and none breaks off."""
    searching = [each for each in asked.options if isinstance(each, SearchWith)]
    searching.sort(key=lambda each: each.unit not in AIRCRAFT)
    directing = [each for each in asked.options if isinstance(each, Direct)]
    return [*searching, *directing, ATTACK, GO_ON]
