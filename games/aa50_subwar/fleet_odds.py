"""The odds of fleet battles: exact over all states of a battle, or sampled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import comb, prod, sqrt

from games.aa50_subwar.fleet import battle_over, battle_round, fleet_battle
from games.aa50_subwar.options import SubwarOptions
from games.aa50_subwar.state import Battle, State, Table, is_aircraft
from games.aa50_subwar.theatre import COST, UNITS, check_counts
from games.aa50_subwar.words import Kind, Power, Side
from navalcore.analysis.odds import Odds
from navalcore.components.chance import Chance, SeededChance
from navalcore.engine.chance import BranchingChance
from navalcore.engine.decision import run
from navalcore.engine.play import Play
from navalcore.errors import BadData

ZONE = "sz11"
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
            raise BadData(f"'{part}' is no part of a fleet; write submarine:2,destroyer:1")
        kind, number = found["k1"] or found["k2"], int(found["n1"] or found["n2"] or 1)
        for name, checked in check_counts({kind: number}, "fleet").items():
            counts[name] = counts.get(name, 0) + checked
    if sum(counts.values()) > 60:
        raise BadData(f"a fleet of {sum(counts.values())} units is larger than the 60 that are worked out")
    return counts


def workload(attacker: Mapping[Kind, int], defender: Mapping[Kind, int]) -> int:
    """About how many dice results times states an exact answer would take."""
    sizes = [number * UNITS[kind].hits + 1 for fleet in (attacker, defender) for kind, number in fleet.items()]
    return prod(sizes) ** 2


class HitsChance(BranchingChance):
    """Every number of hits of a volley in turn, with its exact weight."""

    __slots__ = ()

    def hits(self, count: int, value: int) -> int:
        """The hits of ``count`` dice against a value."""
        ways = [(k, comb(count, k) * value**k * (6 - value) ** (count - k)) for k in range(count + 1)]
        return self._branch(lambda: [way for way in ways if way[1]], 6**count)


def branching_volley(play: Table, count: int, value: int, who: str, section: str) -> int:  # noqa: ARG001
    """A volley whose hits are branched over instead of its faces."""
    assert isinstance(play.chance, HitsChance)
    return play.chance.hits(count, value)


def set_up(position: Position, chance: Chance) -> tuple[Table, Battle]:
    """A table with a battle: the Germans attack the British, nobody has a way to retreat."""
    none = dict.fromkeys(Power, 0)
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


def roster_of(play: Table, side: Side) -> Roster:
    """What a side has left."""
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


class _Solver:
    """Every position of a battle worked out once."""

    def __init__(self) -> None:
        self.known: dict[Position, dict[Position, Fraction]] = {}

    def ends(self, position: Position) -> dict[Position, Fraction]:
        """The chance of every final position."""
        if position in self.known:
            return self.known[position]
        chance = HitsChance()
        nexts: dict[tuple[Position, bool], Fraction] = {}
        while True:
            play, battle = set_up(position, chance)
            over = run(battle_over(play, battle))
            if not over:
                run(battle_round(play, battle, branching_volley))
                over = run(battle_over(play, battle))
            key = (roster_of(play, Side.AXIS), roster_of(play, Side.ALLIES)), over
            nexts[key] = nexts.get(key, Fraction(0)) + chance.weight
            if not chance.advance():
                break
        stays = nexts.pop((position, False), Fraction(0))
        found: dict[Position, Fraction] = {}
        for (reached, over), p in nexts.items():
            share = p / (1 - stays)
            for end, q in ({reached: Fraction(1)} if over else self.ends(reached)).items():
                found[end] = found.get(end, Fraction(0)) + share * q
        self.known[position] = found
        return found


def _position(attacker: Mapping[Kind, int], defender: Mapping[Kind, int]) -> Position:
    order = list(Kind)
    one, other = (
        tuple((kind, False, fleet[kind]) for kind in sorted(fleet, key=order.index) if fleet[kind])
        for fleet in (attacker, defender)
    )
    return one, other


def _value(roster: Roster) -> int:
    return sum(COST[kind] * number for kind, _, number in roster)


def exact_battle(attacker: Mapping[Kind, int], defender: Mapping[Kind, int]) -> Odds:
    """The exact odds of a battle fought to the end."""
    start = _position(attacker, defender)
    ends = _Solver().ends(start)
    outcomes = dict.fromkeys(OUTCOMES, Fraction(0))
    for end, p in ends.items():
        outcomes[outcome_of(end)] += p
    lost = [sum((p * (_value(start[i]) - _value(end[i])) for end, p in ends.items()), Fraction(0)) for i in (0, 1)]
    return Odds("exact", outcomes, expected={"attacker_ipc_lost": lost[0], "defender_ipc_lost": lost[1]})


def sampled_battle(
    attacker: Mapping[Kind, int], defender: Mapping[Kind, int], samples: int, seed: int, why: str
) -> Odds:
    """The odds of a battle found by playing it many times; ``why`` that was done goes into the notes."""
    start = _position(attacker, defender)
    stream = SeededChance.from_seed(seed)
    counts = dict.fromkeys(OUTCOMES, 0)
    lost = [0, 0]
    for _ in range(samples):
        play, battle = set_up(start, stream)
        run(fleet_battle(play, ZONE, [play.state.units[number] for number in battle.attackers]))
        end = (roster_of(play, Side.AXIS), roster_of(play, Side.ALLIES))
        counts[outcome_of(end)] += 1
        for side in (0, 1):
            lost[side] += _value(start[side]) - _value(end[side])
    shares = {name: number / samples for name, number in counts.items()}
    return Odds(
        "sampled",
        shares,
        expected={"attacker_ipc_lost": lost[0] / samples, "defender_ipc_lost": lost[1] / samples},
        standard_error={name: sqrt(share * (1 - share) / samples) for name, share in shares.items()},
        notes=(f"{samples} battles played: {why}",),
    )
