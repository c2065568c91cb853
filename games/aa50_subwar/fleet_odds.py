"""The odds of fleet battles: exact over all states of a battle, or sampled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from navalcore.errors import BadData
from navalcore.odds import Chain, Odds, sample
from navalcore.rules import Chance, Flow
from navalcore_games.aa50_subwar.fleet import battle_over, battle_round, fleet_battle
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import Battle, Play, State, is_aircraft
from navalcore_games.aa50_subwar.theatre import COST, check_counts, check_zone
from navalcore_games.aa50_subwar.words import ATLANTIC, Kind, Power, Side

ZONE = check_zone("sz11")
OUTCOMES = ("attacker_wins", "defender_wins", "both_destroyed", "standoff")
Roster = tuple[tuple[Kind, bool, int], ...]
"""Kind, whether damaged, number."""
Position = tuple[Roster, Roster]

_PART = re.compile(r"(?:(?P<n1>-?\d+)\s*[x ]?\s*(?P<k1>[a-zA-Z-]+)|(?P<k2>[a-zA-Z-]+)\s*(?::\s*(?P<n2>-?\d+))?)")


def parse_fleet(text: str) -> dict[Kind, int]:
    """A fleet from its text: "submarine:2,destroyer:1" or "2 submarines, 1 destroyer".

    >>> parse_fleet("2 submarines, destroyer")
    {<Kind.SUBMARINE: 'submarine'>: 2, <Kind.DESTROYER: 'destroyer'>: 1}

    Raises:
        BadData, UnknownName: it is not written like one, a unit does not exist, a number is negative.
    """
    counts: dict[Kind, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _PART.fullmatch(part)
        if found is None:
            raise BadData(f"'{part}' is not a part of a fleet; write submarine:2,destroyer:1")
        kind, number = found["k1"] or found["k2"], int(found["n1"] or found["n2"] or 1)
        for name, checked in check_counts({kind: number}, "fleet").items():
            counts[name] = counts.get(name, 0) + checked
    if sum(counts.values()) > 60:
        raise BadData(f"a fleet of {sum(counts.values())} units is larger than the 60 that are worked out")
    return counts


def set_up(position: Position, chance: Chance) -> tuple[Play, Battle]:
    """A table with a battle: the Germans attack the British, and neither has a way to retreat."""
    none = dict.fromkeys(ATLANTIC, 0)
    state = State("odds", "owner_1941", 1, none, none.copy(), power=Power.GERMANY)
    sides = []
    for roster, power in zip(position, (Power.GERMANY, Power.UK), strict=True):
        units = [state.add(power, kind, ZONE) for kind, _, number in roster for _ in range(number)]
        damages = [damaged for _, damaged, number in roster for _ in range(number)]
        for unit, damaged in zip(units, damages, strict=True):
            unit.damaged = damaged
            unit.airborne = is_aircraft(unit)
        sides.append([unit.id for unit in units])
    return Play(state, SubwarOptions(), chance), Battle(ZONE, "fleet", sides[0], sides[1])


def roster_of(play: Play, side: Side) -> Roster:
    """The units that a side has left."""
    counts: dict[tuple[Kind, bool], int] = {}
    for unit in play.state.of_side(side, ZONE):
        counts[unit.kind, unit.damaged] = counts.get((unit.kind, unit.damaged), 0) + 1
    order = list(Kind)
    return tuple(
        (kind, damaged, counts[kind, damaged])
        for kind, damaged in sorted(counts, key=lambda k: (order.index(k[0]), k[1]))
    )


def outcome_of(position: Position) -> str:
    """How a battle that is over has ended."""
    attacker, defender = position
    if attacker and defender:
        return "standoff"
    return "attacker_wins" if attacker else "defender_wins" if defender else "both_destroyed"


def one_round(now: tuple[Position, bool], chance: Chance) -> Flow[tuple[Position, bool]]:
    """The position after one more round, and whether the battle is over then."""
    play, battle = set_up(now[0], chance)
    over = yield from battle_over(play, battle)
    if not over:
        yield from battle_round(play, battle)
        over = yield from battle_over(play, battle)
    return (roster_of(play, Side.AXIS), roster_of(play, Side.ALLIES)), over


def _position(attacker: Mapping[Kind, int], defender: Mapping[Kind, int]) -> Position:
    order = list(Kind)
    one, other = (
        tuple((kind, False, fleet[kind]) for kind in sorted(fleet, key=order.index) if fleet[kind])
        for fleet in (attacker, defender)
    )
    return one, other


def _value(roster: Roster) -> int:
    return sum(COST[kind] * number for kind, _, number in roster)


def battle_odds(start: Position, ends: Mapping[Position, Fraction] | Mapping[Position, int], why: str = "") -> Odds:
    """The answer made of the final positions of a battle: their chances, or, with ``why``, their counts in a sample."""

    def lost(side: int) -> Callable[[Position], int]:
        return lambda end: _value(start[side]) - _value(end[side])

    return Odds.of(
        ends,
        name=outcome_of,
        names=OUTCOMES,
        expected={"attacker_ipc_lost": lost(0), "defender_ipc_lost": lost(1)},
        notes=(f"{sum(ends.values())} battles played: {why}",) if why else (),
        sampled=bool(why),
    )


def exact_battle(attacker: Mapping[Kind, int], defender: Mapping[Kind, int], budget: int) -> Odds:
    """The exact odds of a battle fought to the end.

    Raises:
        OverBudget: its rounds take more paths of chance than the budget allows.
    """
    start = _position(attacker, defender)
    rounds: Chain[tuple[Position, bool]] = Chain(one_round, over=lambda now: now[1], budget=budget)
    return battle_odds(start, {end: chance for (end, _), chance in rounds.ends((start, False)).items()})


def sampled_battle(
    attacker: Mapping[Kind, int], defender: Mapping[Kind, int], samples: int, seed: int, why: str
) -> Odds:
    """The odds of a battle found by playing it many times; ``why`` that was done goes into the notes."""
    start = _position(attacker, defender)

    def battle(chance: Chance) -> Flow[Position]:
        play, _ = set_up(start, chance)
        yield from fleet_battle(play, ZONE, list(play.state.of_side(Side.AXIS, ZONE)))
        return roster_of(play, Side.AXIS), roster_of(play, Side.ALLIES)

    return battle_odds(start, sample(battle, samples, seed), why)
