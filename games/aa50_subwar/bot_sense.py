"""The sums that bots do from a view: strengths, the units that can reach a zone, the worth of a submarine there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from navalcore_games.aa50_subwar.choices import Fly, Sail
from navalcore_games.aa50_subwar.odds import air_duel_odds, destroyer_duel_odds, zone_loss
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import (
    ATTACK,
    COST,
    DEFENCE,
    MOVE,
    OPEN_SEA,
    SHORES,
    TERRITORIES,
    UNITS,
    ZONES,
    flights,
)
from navalcore_games.aa50_subwar.views import AnyUnit, AtlanticView
from navalcore_games.aa50_subwar.words import AIRCRAFT, SIDE_OF, SURFACE_WARSHIPS, Kind, Side, Territory, Zone

SUBMARINE_WORTH = 9.0
"""The worth of a sunk submarine to a hunter: its price and the shipping it would have sunk next turn."""


def enemy_units(view: AtlanticView, side: Side) -> dict[Zone, list[AnyUnit]]:
    """The enemy's units by zone."""
    found: dict[Zone, list[AnyUnit]] = {}
    for unit in view.units:
        if unit.space in ZONES and unit.side is not side:
            found.setdefault(unit.zone, []).append(unit)
    return found


def hostile_zones(view: AtlanticView, side: Side) -> set[Zone]:
    """The zones enemy surface warships hold."""
    return {unit.zone for unit in view.units if unit.kind in SURFACE_WARSHIPS and unit.side is not side}


def hunted(units: Sequence[AnyUnit]) -> bool:
    """Whether the units are submarines alone."""
    return all(unit.kind is Kind.SUBMARINE for unit in units)


def odds_of_attack(attackers: Sequence[AnyUnit | Kind], defenders: Sequence[AnyUnit]) -> float:
    """How much stronger the attackers are: fire power times staying power of both sides."""
    kinds = [unit if isinstance(unit, Kind) else unit.kind for unit in attackers]
    attack = sum(ATTACK[kind] for kind in kinds) * sum(UNITS[kind].hits for kind in kinds)
    firing = [unit for unit in defenders if DEFENCE[unit.kind]]
    defence = sum(DEFENCE[unit.kind] for unit in firing) * sum(UNITS[unit.kind].hits for unit in defenders)
    return attack / max(defence, 0.5)


@dataclass(slots=True)
class Force:
    """The units that a side has and may still send to a zone."""

    zone: Zone
    """The zone."""
    present: list[Kind]
    """The kinds of units that are there for a fight."""
    possible: list[Kind]
    """The kinds of units that could still come."""
    hunters: int
    """Destroyers there and aircraft sent there."""
    sails: list[Sail]
    """Orders to ships that can get there, cheapest ships last."""
    flies: list[Fly]
    """Orders to aircraft to fight there."""
    searches: list[Fly]
    """Orders to aircraft to search there."""

    @classmethod
    def of(cls, view: AtlanticView, side: Side, zone: Zone, options: Sequence[object]) -> Force:
        """The force for an attack on a zone, by the orders offered now."""
        hostile = hostile_zones(view, side)
        own = [unit for unit in view.units if unit.power is view.power]
        here = [u for u in own if u.space == zone and (u.kind not in AIRCRAFT or u.mission)]
        sails = [o for o in options if isinstance(o, Sail) and gets_there(o, zone, hostile)]
        flies = [o for o in options if isinstance(o, Fly) and o.target == zone]
        starts = {(sail.unit, sail.source) for sail in sails} | {(flight.unit, flight.source) for flight in flies}
        coming = [unit.kind for unit in own if not unit.acted and (unit.kind, unit.space) in starts]
        hunters = sum(unit.kind is Kind.DESTROYER or unit.mission == "search" for unit in here)
        return cls(
            zone,
            [unit.kind for unit in here],
            coming,
            hunters,
            sorted(
                (order for order in sails if ATTACK[order.unit]), key=lambda order: (-ATTACK[order.unit], str(order))
            ),
            [order for order in flies if order.purpose == "fight"],
            [order for order in flies if order.purpose == "search"],
        )


def gets_there(order: Sail, zone: Zone, hostile: set[Zone]) -> bool:
    """Whether a first step leads to a zone, at once or with the second step."""
    if order.source == zone:
        return False
    if order.target == zone:
        return True
    return zone in OPEN_SEA[SIDE_OF[order.power]][order.target] and (
        order.unit is Kind.SUBMARINE or order.target not in hostile
    )


def strike_on(view: AtlanticView, side: Side, zone: Zone) -> list[Kind]:
    """The enemy units that could attack ships in a zone next: aircraft in return range, ships two zones off."""
    found: list[Kind] = []
    for unit in view.units:
        if unit.side is not side and unit.kind is not Kind.TRANSPORT:
            if unit.kind in AIRCRAFT:
                near = flights(view.owners, unit.side)[unit.space].get(zone, 99) <= MOVE[unit.kind] // 2
            else:
                near = steps_to_lanes(unit.side, unit.zone, zone) <= MOVE[unit.kind]
            if near:
                found.append(unit.kind)
    return found


def exposed(view: AtlanticView, side: Side, zone: Zone, ships: Sequence[Kind]) -> bool:
    """Whether ships would face in a zone a strike clearly stronger than they are, friends there included."""
    friends = [unit.kind for unit in view.units if unit.space == zone and unit.side is side and not unit.airborne]
    standing = [*friends, *ships]
    return strength(strike_on(view, side, zone), ATTACK) > 1.5 * strength(standing, DEFENCE)


def strength(kinds: Sequence[Kind], values: dict[Kind, int]) -> int:
    """Fire power times staying power."""
    return sum(values[kind] for kind in kinds) * sum(UNITS[kind].hits for kind in kinds)


@cache
def disruption(zone: Zone, submarines: int) -> float:
    """The average cost to the Allies of a turn with submarines in a zone."""
    if submarines <= 0 or not any(TERRITORIES[shore].convoy_limit for shore in raided_shores(zone)):
        return 0.0
    limit = min(ZONES[zone].convoy_limit, sum(TERRITORIES[shore].convoy_limit for shore in raided_shores(zone)))
    return float(sum(loss * p for loss, p in zone_loss(2 * submarines, limit, 3, "face").items()))


@cache
def raided_shores(zone: Zone) -> tuple[Territory, ...]:
    """The Allied territories on a zone's shores."""
    return tuple(shore for shore in SHORES[zone] if TERRITORIES[shore].owner_1941 in ("uk", "us", "ussr"))


def steps_to_lanes(side: Side, zone: Zone, other: Zone) -> int:
    """The moves of a side's ship from zone to zone, round a canal that the enemy holds (B4)."""
    return _steps_from(side, zone)[other]


@cache
def _steps_from(side: Side, zone: Zone) -> dict[Zone, int]:
    steps, ahead = {zone: 0}, deque([zone])
    while ahead:
        here = ahead.popleft()
        for near in OPEN_SEA[side][here]:
            if near not in steps:
                steps[near] = steps[here] + 1
                ahead.append(near)
    return steps


@cache
def destroyer_worth(others: int, submarines: int) -> float:
    """The worth of a destroyer's fight to the hunter in IPC, and what ``others`` may do after it."""
    odds = destroyer_duel_odds(SubwarOptions())
    sunk = float(odds["submarine_sunk"] + odds["both_sunk"])
    lost = float(odds["destroyer_sunk"] + odds["both_sunk"])
    now = sunk * SUBMARINE_WORTH - lost * COST[Kind.DESTROYER]
    left = 1 - sunk if submarines == 1 else 1.0
    return now + (left * 0.5 * destroyer_worth(others - 1, submarines) if others > 0 else 0.0)


@cache
def air_duel_worth(kind: Kind, destroyers: int, submarines: int) -> float:
    """The worth of an aircraft's own attack in IPC, and what the destroyers may do after it."""
    odds = air_duel_odds(kind, SubwarOptions(), dives=True)
    sunk = float(odds["submarine_sunk"] + odds["both_lost"])
    lost = float(odds["aircraft_lost"] + odds["both_lost"])
    now = sunk * SUBMARINE_WORTH - lost * COST[kind]
    left = 1 - sunk if submarines == 1 else 1.0
    return now + (left * 0.5 * destroyer_worth(destroyers - 1, submarines) if destroyers else 0.0)
