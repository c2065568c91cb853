"""Every key that an option of submarine warfare may have, in a match as long as its scenario says."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore.rules import Option
from navalcore_games.aa50_subwar import choices
from navalcore_games.aa50_subwar.theatre import (
    FACTORY_LIMIT,
    MOVE,
    POWERS,
    ROOM,
    SEA,
    SHORES,
    ZONES,
    flights,
    load_scenarios,
    setup_rows,
)
from navalcore_games.aa50_subwar.words import (
    AIRCRAFT,
    ATLANTIC,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Unit,
    UnitNumber,
    Zone,
)

ANY = UnitNumber(1)
SHIPS = [kind for kind in Kind if kind not in AIRCRAFT]


def action_keys() -> Iterator[str]:
    """Units, spaces, voyages and flights as the tables and the map have them."""
    return (option.key for option in _options())


def _options() -> Iterator[Option]:
    yield from (choices.END_PURCHASE, choices.END_COMBAT_MOVE, choices.END_COMBAT, choices.END_NONCOMBAT)
    yield from (choices.STAY, choices.BREAK_OFF, choices.GO_ON, choices.ESCAPE, choices.FIGHT_ON, choices.DIVE)
    yield from (choices.ATTACK, choices.ROLL, choices.WAIVE)
    yield from choices.BUY.values()
    for of_a_zone in (choices.GoOn, choices.StopIn, choices.Retreat):
        yield from map(of_a_zone, ZONES)
    yield from (choices.FightIn(zone, mode) for zone in ZONES for mode in ("fleet", "hunt"))
    yield from (choices.Charge(zone, land) for zone in ZONES for land in SHORES[zone])
    yield from _put()
    for power in ATLANTIC:
        yield from _voyages(power)
    for power in ATLANTIC:
        yield from dict.fromkeys(_flights(power))
    for power in ATLANTIC:
        yield from _units(power)
    numbers = range(most_submarines() + 1)
    for of_a_number in (choices.Join, choices.Submerge):
        yield from map(of_a_number, numbers)


def _put() -> Iterator[Option]:
    for power in ATLANTIC:
        for zone in POWERS[power].mobilize_at:
            yield from (choices.Mobilize(kind, zone) for kind in (*SHIPS, Kind.FIGHTER))
        yield from (choices.Mobilize(kind, POWERS[power].capital) for kind in AIRCRAFT)
    yield from (choices.LandIn(Kind.FIGHTER, space) for space in _spaces())


def _spaces() -> dict[Space, None]:
    """Every space that aircraft may be in."""
    columns = {scenario.owners for scenario in load_scenarios().values()}
    return {space: None for column in sorted(columns) for side in Side for space in flights(column, side)}


def _voyages(power: Power) -> Iterator[Option]:
    for kind in SHIPS:
        for source, targets in SEA.items():
            for guests in range(ROOM[kind] + 1):
                yield from (choices.sail(power, kind, Zone(source), target, guests) for target in targets)


def _flights(power: Power) -> Iterator[Option]:
    side = SIDE_OF[power]
    for column in sorted({scenario.owners for scenario in load_scenarios().values()}):
        for kind in AIRCRAFT:
            for source, ways in flights(column, side).items():
                for target, steps in ways.items():
                    if target in ZONES and steps <= MOVE[kind]:
                        for purpose in ("fight", "search"):
                            yield choices.fly(power, kind, source, target, purpose, MOVE[kind])
                    if target not in ZONES or kind is Kind.FIGHTER:
                        for left in range(steps, MOVE[kind] + 1):
                            yield choices.fly(power, kind, source, target, "land", left)


def _units(power: Power) -> Iterator[Option]:
    """Single units in a combat at sea, as they are told apart."""
    for zone in ZONES:
        for kind in Kind:
            left_to_land = range(MOVE[kind] + 1) if kind in AIRCRAFT else (0,)
            units = [Unit(ANY, power, kind, zone, left, airborne=kind in AIRCRAFT) for left in left_to_land]
            if kind is Kind.FIGHTER:
                units.append(Unit(ANY, power, kind, zone))
            if kind is Kind.BATTLESHIP:
                units.append(Unit(ANY, power, kind, zone, damaged=True))
            yield from map(choices.TakeHit.of, units)
            if kind is Kind.DESTROYER or kind in AIRCRAFT:
                yield from map(choices.SearchWith.of, units)
            if kind is Kind.DESTROYER:
                yield from map(choices.Direct.of, units)
            if kind is Kind.SUBMARINE:
                yield from map(choices.Spot.of, units)


def most_submarines() -> int:
    """The most submarines that a side can have: those it begins with, and what its factories can make in each round."""
    most = 0
    for scenario in load_scenarios().values():
        rows = [row for row in setup_rows(scenario.setup) if row.use == "play" and row.unit is Kind.SUBMARINE]
        for side in Side:
            powers = [power for power in ATLANTIC if SIDE_OF[power] is side]
            made = scenario.rounds * sum(FACTORY_LIMIT[power] for power in powers)
            most = max(most, made + sum(row.quantity for row in rows if row.power in powers))
    return most
