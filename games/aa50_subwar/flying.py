"""Aircraft: flights, searches, landings, carriers (B5, B16, S11, S12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.aa50_subwar.choices import Fly, LandIn, fly
from games.aa50_subwar.events import UnitMoved
from games.aa50_subwar.hunting import rules_in
from games.aa50_subwar.losses import ask, destroy
from games.aa50_subwar.state import Play, State, is_aircraft
from games.aa50_subwar.theatre import MOVE, NEIGHBOURS, POWERS, ROOM, SEA, ZONES, flights, own_land, title_of
from games.aa50_subwar.words import SIDE_OF, Kind, Side, Space, Unit, UnitNumber
from navalcore.engine.decision import Flow, Refusal
from navalcore.rulebook import rule

Deck = tuple[tuple[Space, ...], int]
"""The zones a carrier may be in when fighters land, and its free room."""


@rule("B16")
def launch(state: State) -> None:
    """The turn begins: the phasing power's fighters fly from the zones of their carriers."""
    for unit in state.own():
        if unit.aboard:
            unit.aboard, unit.airborne = None, True


@rule("S11", "S12")
def flight_cost(play: Play, unit: Unit, target: Space, purpose: str) -> int | None:
    """Movement points for a flight: 1 a space, 2 more to search (AAS-R12, AAS-R13); None if no way leads there."""
    steps = flights(play.state.owners, unit.side)[unit.space].get(target)
    if steps is None:
        return None
    return steps + (play.options.air_search_cost if purpose == "search" else 0)


@rule("B5", "S11", "S12")
def sorties(play: Play) -> dict[Fly, UnitNumber]:
    """Every flight to a fight or a search from which a landing remains possible, with the number of an aircraft."""
    state = play.state
    side = state.side
    held = {unit.space for unit in state.units.values() if unit.side is not side}
    purposes = {zone: rules_in(play, zone, side) for zone in ZONES if zone in held}
    targets = [(zone, "search" if mode == "hunt" else "fight") for zone, mode in purposes.items() if mode]
    orders: dict[Fly, UnitNumber] = {}
    for unit in state.own():
        if is_aircraft(unit) and not unit.acted and not unit.mission:
            for zone, purpose in targets:
                cost = flight_cost(play, unit, zone, purpose)
                if cost is None or cost > unit.moves_left:
                    continue
                order = fly(unit.power, unit.kind, unit.space, zone, purpose, unit.moves_left)
                if order not in orders and can_land(state, unit, zone, unit.moves_left - cost):
                    orders[order] = unit.id
    return orders


def send_out(play: Play, unit: Unit, order: Fly) -> None:
    """Fly an aircraft to its zone; the search is paid for whether it will succeed or not."""
    cost = flight_cost(play, unit, order.target, order.purpose)
    assert cost is not None
    if play.listening:
        play.tell(UnitMoved(unit.name, unit.space, order.target, order.purpose, rule="B5"))
    unit.space = order.target
    unit.moves_left -= cost
    unit.mission, unit.acted, unit.airborne = order.purpose, True, True


@rule("B5")
def can_land(state: State, unit: Unit, space: Space, moves_left: int) -> bool:
    """Whether a landing remains possible: own-side land in reach, or for a fighter room on a carrier that is, can move
    or will be mobilized in reach, beside all the other fighters that depend on carriers.
    """
    side = unit.side
    if on_land(state, side, space, moves_left):
        return True
    if unit.kind is not Kind.FIGHTER:
        return False
    seekers = [reach(state, side, space, moves_left)]
    for other in state.own():
        depends = other.airborne and other is not unit and other.kind is Kind.FIGHTER
        if depends and not on_land(state, side, other.space, other.moves_left):
            seekers.append(reach(state, side, other.space, other.moves_left))
    return fits(seekers, decks(state))


def on_land(state: State, side: Side, space: Space, moves_left: int) -> bool:
    """Whether own-side land is in reach."""
    land = own_land(state.owners, side)
    return any(steps <= moves_left and area in land for area, steps in flights(state.owners, side)[space].items())


def reach(state: State, side: Side, space: Space, moves_left: int) -> frozenset[Space]:
    """The zones in reach."""
    ways = flights(state.owners, side)[space]
    return frozenset(area for area, steps in ways.items() if steps <= moves_left and area in ZONES)


def decks(state: State) -> list[Deck]:
    """The carriers of the phasing side: where each may be when fighters land, and its room."""
    found: list[Deck] = []
    for unit in state.units.values():
        if unit.kind is not Kind.CARRIER or SIDE_OF[unit.power] is not state.side:
            continue
        zones: tuple[Space, ...] = (unit.space,)
        if unit.power is state.power and not unit.acted and not unit.stopped:
            near = [zone for zone in SEA[unit.space] if not state.hostile(zone, state.side)]
            far = [zone for step in near for zone in SEA[step] if not state.hostile(zone, state.side)]
            zones = tuple(dict.fromkeys([unit.space, *near, *far]))
        found.append((zones, state.room(unit)))
    for kind in state.bought:
        if kind is Kind.CARRIER:
            found.append((POWERS[state.power].mobilize_at, ROOM[kind]))
    return found


def fits(seekers: Sequence[frozenset[Space]], carriers: Sequence[Deck]) -> bool:
    """Whether every fighter finds room, each carrier being in one of its zones."""
    if not seekers:
        return True
    wanted = frozenset[Space]().union(*seekers)
    useful = [(frozenset(zones) & wanted, room) for zones, room in carriers]
    return _fit(
        tuple(sorted(tuple(sorted(zones)) for zones in seekers)),
        tuple(sorted((tuple(sorted(zones)), room) for zones, room in useful if zones and room)),
    )


@lru_cache(maxsize=4096)
def _fit(seekers: tuple[tuple[Space, ...], ...], carriers: tuple[Deck, ...]) -> bool:
    """The same of fighters and carriers in order, so that like ones are tried once: one carrier after another, and in
    each of its zones as many as find room on it.
    """
    if not seekers:
        return True
    if len(seekers) > sum(room for _, room in carriers):
        return False
    (zones, room), rest = carriers[0], carriers[1:]
    for zone in zones:
        there = [place for place, reach in enumerate(seekers) if zone in reach]
        for landing in combinations(there, min(room, len(there))):
            if _fit(tuple(reach for place, reach in enumerate(seekers) if place not in landing), rest):
                return True
    return False


@rule("B5", "B13", "B16")
def landings(play: Play) -> dict[Fly, UnitNumber]:
    """Every landing of an aircraft in the air, and every move to another base of one that has not flown."""
    state = play.state
    side = state.side
    land = own_land(state.owners, side)
    orders: dict[Fly, UnitNumber] = {}
    decked: dict[Space, int] = {}
    for unit in state.own():
        if not is_aircraft(unit) or unit.mission == "waiting" or (unit.acted and not unit.airborne):
            continue
        for space, steps in flights(state.owners, side)[unit.space].items():
            if steps > unit.moves_left or (steps == 0 and not unit.airborne):
                continue
            if unit.kind is Kind.FIGHTER and space in ZONES and space not in decked:
                decked[space] = deck_room(state, space)
            if space in land or (unit.kind is Kind.FIGHTER and decked.get(space)):
                orders.setdefault(fly(unit.power, unit.kind, unit.space, space, "land", unit.moves_left), unit.id)
    return orders


def deck_room(state: State, zone: Space) -> int:
    """Room for fighters in a zone: on carriers there, and on those that will be mobilized there this turn."""
    room = sum(state.room(unit) for unit in state.of_side(state.side, zone) if unit.kind is Kind.CARRIER)
    if zone in POWERS[state.power].mobilize_at:
        waiting = sum(unit.mission == "waiting" for unit in state.own())
        room += max(0, state.bought.count(Kind.CARRIER) * ROOM[Kind.CARRIER] - waiting)
    return room


def land(play: Play, unit: Unit, target: Space) -> None:
    """Land an aircraft; a fighter that comes for a carrier not yet mobilized waits in the air for it."""
    state = play.state
    cost = flights(state.owners, unit.side)[unit.space][target]
    if play.listening:
        play.tell(UnitMoved(unit.name, unit.space, target, "land", rule="B5"))
    unit.space = target
    unit.moves_left -= cost
    unit.acted, unit.airborne, unit.mission = True, False, ""
    if target in ZONES and not board(state, unit):
        unit.airborne, unit.mission = True, "waiting"


@rule("B16")
def board(state: State, unit: Unit) -> bool:
    """Put a fighter on a carrier of its side in its zone, one of its own power before a partner's."""
    carriers = [c for c in state.of_side(unit.side, unit.space) if c.kind is Kind.CARRIER and state.room(c)]
    carriers.sort(key=lambda carrier: (carrier.power is not unit.power, carrier.id))
    if not carriers:
        return False
    unit.aboard, unit.airborne, unit.mission = carriers[0].id, False, ""
    return True


@rule("B5")
def lose_stranded(play: Play, waiting_too: bool) -> None:
    """Aircraft that have not landed are lost."""
    for unit in list(play.state.own()):
        if unit.airborne and (waiting_too or unit.mission != "waiting"):
            destroy(play, unit, "it found no place to land", "B5")


@rule("B16")
def displaced(play: Play) -> Flow[None]:
    """Defending fighters whose carrier was sunk land after all combat, in the zone or one space away: on another
    carrier or on own-side land; else they are lost.
    """
    state = play.state
    for unit in [unit for unit in state.units.values() if unit.airborne and unit.power is not state.power]:
        side = unit.side
        near = [unit.space, *NEIGHBOURS[unit.space]]
        places = [LandIn(unit.kind, space) for space in near if _takes_in(state, side, space)]
        if not places:
            destroy(play, unit, "its carrier is sunk and nothing is near", "B16")
            continue
        place = yield from ask(
            side, f"The carrier of the {unit.name} is sunk: where does it land?", places, "B16", kind="land"
        )
        unit.space = place.space
        unit.airborne = False
        if place.space in ZONES:
            board(state, unit)


def _takes_in(state: State, side: Side, space: Space) -> bool:
    if space not in ZONES:
        return space in own_land(state.owners, side)
    return any(carrier.kind is Kind.CARRIER and state.room(carrier) for carrier in state.of_side(side, space))


def cannot_fly(play: Play) -> Iterator[Refusal]:
    """Why aircraft do not make the flights that are left out."""
    state = play.state
    for unit in state.own():
        if not is_aircraft(unit) or unit.acted:
            continue
        for zone in ZONES:
            mode = rules_in(play, zone, state.side)
            purpose = "search" if mode == "hunt" else "fight"
            order = str(fly(unit.power, unit.kind, unit.space, zone, purpose, unit.moves_left))
            cost = flight_cost(play, unit, zone, purpose)
            if mode is None:
                yield Refusal(order, "B5", f"there is no enemy in {title_of(zone)}")
            elif cost is None or cost > unit.moves_left:
                rule_id = "S11" if purpose == "search" else "B5"
                yield Refusal(order, rule_id, f"it takes {cost} of the {MOVE[unit.kind]} movement points")
            elif not can_land(state, unit, zone, unit.moves_left - cost):
                section = "S12" if purpose == "search" else "B5"
                yield Refusal(
                    order, section, f"{unit.moves_left - cost} movement points would not bring it to a landing"
                )
