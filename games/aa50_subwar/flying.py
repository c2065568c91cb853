"""Aircraft: flights, searches, landings, carriers (B5, B16, S11, S12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set as AbstractSet
from functools import cache, lru_cache
from itertools import combinations, repeat

from navalcore.components import counted
from navalcore.rules import Flow, Refusal, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_space
from navalcore_games.aa50_subwar.choices import Fly, LandIn, fly
from navalcore_games.aa50_subwar.events import UnitMoved
from navalcore_games.aa50_subwar.hunting import rules_against, rules_in
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.losses import destroy
from navalcore_games.aa50_subwar.orders import MovementPhase, Orders
from navalcore_games.aa50_subwar.state import Play, State, is_aircraft
from navalcore_games.aa50_subwar.theatre import (
    NEIGHBOURS,
    OPEN_SEA,
    POWERS,
    ROOM,
    ZONES,
    flights,
    landing_places,
    own_land,
    title_of,
    to_land,
    way_between,
    zones_within,
)
from navalcore_games.aa50_subwar.words import SIDE_OF, Cause, Kind, Power, Side, Space, Unit

Deck = tuple[tuple[Space, ...], int]
"""The zones a carrier may be in when fighters land, and its free room."""


@rule("B16")
def launch(own: Sequence[Unit]) -> None:
    """The turn begins: the phasing power's fighters fly from the zones of their carriers."""
    for unit in own:
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
def sorties(play: Play, phase: MovementPhase) -> Orders[Fly]:
    """Every flight to a fight or a search from which a landing remains possible."""
    state = play.state
    orders: list[Fly] = []
    units: list[Unit] = []
    ready = [unit for unit in phase.aircraft if not unit.acted and not unit.mission]
    if ready:
        targets = _targets(play, phase)
        ways, home = flights(state.owners, state.side), to_land(state.owners, state.side)
        landing = Landing(state, phase.aircraft, phase.hostile)
        seen: set[tuple[Kind, Space, int]] = set()  # what one aircraft may do, all like it may
        for unit in ready:
            kind, space, moves = unit.kind, unit.space, unit.moves_left
            if (kind, space, moves) in seen:
                continue
            seen.add((kind, space, moves))
            for zone, purpose, more in targets:
                left = moves - more - ways[space].get(zone, moves + 1)
                if left >= 0 and (home[zone] <= left or landing.is_left(unit, zone, left)):
                    orders.append(fly(unit.power, kind, space, zone, purpose, moves))
                    units.append(unit)
    phase.flights = found = Orders(orders, units)
    return found


def _targets(play: Play, phase: MovementPhase) -> list[tuple[Space, str, int]]:
    """The zones with enemies, what aircraft fly there for, and the movement points which that takes there."""
    found: list[tuple[Space, str, int]] = []
    for zone in ZONES:
        if zone in phase.enemies:
            search = rules_against(play, phase.enemies[zone]) == "hunt"
            found.append((zone, "search", play.options.air_search_cost) if search else (zone, "fight", 0))
    return found


def send_out(play: Play, unit: Unit, order: Fly) -> None:
    """Fly an aircraft to its zone; the search is paid for whether it will succeed or not."""
    cost = flight_cost(play, unit, order.target, order.purpose)
    assert cost is not None
    tell_flight(play, unit, order.target, order.purpose, "B5")
    unit.space = order.target
    unit.moves_left -= cost
    unit.mission, unit.acted, unit.airborne, unit.aboard = order.purpose, True, True, None


def tell_flight(play: Play, unit: Unit, target: Space, purpose: str, section: str) -> None:
    """Report a flight that an aircraft is about to make, and its way."""
    way = way_between(play.state.owners, unit.side, unit.space, target)
    play.tell(UnitMoved, named(unit), unit.space, target, purpose, way, rule=section)


@rule("B5")
def can_land(state: State, unit: Unit, space: Space, moves_left: int) -> bool:
    """Whether a landing remains possible: own-side land in reach, or for a fighter room on a carrier. The carrier is,
    can move or will be mobilized in reach, and the other fighters that depend on carriers need room too.
    """
    return Landing(state, state.own(), state.hostile_spaces(state.side)).is_left(unit, space, moves_left)


class Landing:
    """Where aircraft find a landing, as the state is now; what holds for all of them is worked out once."""

    def __init__(self, state: State, own: Sequence[Unit], hostile: AbstractSet[Space]) -> None:
        self._owners = state.owners
        self._side = state.side
        self._to_land = to_land(state.owners, state.side)
        self._flying = [unit for unit in own if unit.airborne and self._needs_deck(unit)]
        """Those that depend on carriers."""
        self._state = state
        self._hostile = hostile
        self._decks: list[Deck] | None = None
        self._found: dict[tuple[Space, int, int], bool] = {}

    def _needs_deck(self, unit: Unit) -> bool:
        return unit.kind is Kind.FIGHTER and self._to_land[unit.space] > unit.moves_left

    def is_left(self, unit: Unit, space: Space, moves_left: int) -> bool:
        """Whether one remains possible for an aircraft in a space: see :func:`can_land`."""
        if self._to_land[space] <= moves_left:
            return True
        if unit.kind is not Kind.FIGHTER:
            return False
        case = space, moves_left, unit.id if unit.airborne else 0
        if case not in self._found:
            if self._decks is None:
                self._decks = decks(self._state, self._hostile)
            places = [
                (space, moves_left),
                *((each.space, each.moves_left) for each in self._flying if each is not unit),
            ]
            self._found[case] = fits([zones_within(self._owners, self._side, *place) for place in places], self._decks)
        return self._found[case]


def decks(state: State, hostile: AbstractSet[Space]) -> list[Deck]:
    """The carriers of the phasing side: where each may be when fighters land, and its room; none sails through a
    hostile zone to meet them.
    """
    found: list[Deck] = []
    side = state.side
    for unit in state.units.values():
        if unit.kind is not Kind.CARRIER or SIDE_OF[unit.power] is not side:
            continue
        zones: tuple[Space, ...] = (unit.space,)
        if unit.power is state.power and not unit.acted and not unit.stopped:
            near = [zone for zone in OPEN_SEA[side][unit.space] if zone not in hostile]
            far = [zone for step in near for zone in OPEN_SEA[side][step] if zone not in hostile]
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
    if len(seekers) == 1:
        return any(room > 0 and not seekers[0].isdisjoint(zones) for zones, room in carriers)
    wanted = frozenset[Space]().union(*seekers)
    useful = [(frozenset(zones) & wanted, room) for zones, room in carriers]
    return _fit(
        tuple(sorted(tuple(sorted(zones)) for zones in seekers)),
        tuple(sorted((tuple(sorted(zones)), room) for zones, room in useful if zones and room)),
    )


@lru_cache(maxsize=4096)
def _fit(seekers: tuple[tuple[Space, ...], ...], carriers: tuple[Deck, ...]) -> bool:
    """The same for fighters and carriers in order, so that like ones are tried once. It tries one carrier after
    another, and in each of its zones as many as find room on it.
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
def landings(state: State, phase: MovementPhase) -> Orders[Fly]:
    """Every landing of an aircraft in the air, and every move to another base of one that has not flown."""
    side = state.side
    land = own_land(state.owners, side)
    orders: list[Fly] = []
    units: list[Unit] = []
    rooms: dict[Space, int] | None = None
    phase.in_the_air = False
    seen: set[tuple[Kind, Space, int, bool]] = set()  # what one aircraft may do, all like it may
    for unit in phase.aircraft:
        if (unit.acted and not unit.airborne) or unit.mission == "waiting":
            continue
        alike = kind, source, moves, airborne = unit.kind, unit.space, unit.moves_left, unit.airborne
        if alike in seen:
            continue
        seen.add(alike)
        if kind is Kind.FIGHTER and rooms is None:
            rooms = deck_rooms(state)
        on_decks = kind is Kind.FIGHTER and bool(rooms)
        ways: Sequence[Fly] = _ways_down(state.owners, unit.power, kind, source, moves, airborne, on_decks)
        if on_decks and rooms:
            ways = [order for order in ways if order.target in land or rooms.get(order.target)]
        if ways:
            orders += ways
            units += repeat(unit, len(ways))
            phase.in_the_air = phase.in_the_air or airborne
    phase.flights = found = Orders(orders, units)
    return found


@cache
def _ways_down(
    column: str, power: Power, kind: Kind, source: Space, moves: int, airborne: bool, decks: bool
) -> tuple[Fly, ...]:
    """The flights of an aircraft to land in reach, and with ``decks`` to the zones; one in the air may stay there."""
    places = landing_places(column, SIDE_OF[power], source, moves, decks)
    return tuple(fly(power, kind, source, space, "land", moves) for space, steps in places if steps or airborne)


def deck_rooms(state: State) -> dict[Space, int]:
    """Room for fighters by zone: on carriers there, and on those that will be mobilized there this turn."""
    side = state.side
    rooms: dict[Space, int] = {}
    for unit in state.units.values():
        if unit.kind is Kind.CARRIER and SIDE_OF[unit.power] is side:
            rooms[unit.space] = rooms.get(unit.space, 0) + state.room(unit)
    ordered = state.bought.count(Kind.CARRIER) * ROOM[Kind.CARRIER]
    if ordered:
        left = max(0, ordered - sum(unit.mission == "waiting" for unit in state.own()))
        for zone in POWERS[state.power].mobilize_at:
            rooms[zone] = rooms.get(zone, 0) + left
    return rooms


def land(play: Play, unit: Unit, target: Space) -> None:
    """Land an aircraft; a fighter that comes for a carrier not yet mobilized waits in the air for it."""
    state = play.state
    cost = flights(state.owners, unit.side)[unit.space][target]
    tell_flight(play, unit, target, "land", "B5")
    unit.space = target
    unit.moves_left -= cost
    unit.acted, unit.airborne, unit.mission, unit.aboard = True, False, "", None
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
            destroy(play, unit, Cause.NO_LANDING, "B5")


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
            destroy(play, unit, Cause.NO_CARRIER, "B16")
            continue
        prompt = f"The carrier of the {unit.name} is sunk. Where does the fighter land?"
        place = yield from choose_if_several(
            side, prompt, places, "B16", kind="land", about=about_space(unit.space, unit)
        )
        tell_flight(play, unit, place.space, "land", "B16")
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
            elif cost is None:
                yield Refusal(order, "B5", f"no way leads to {title_of(zone)}")
            elif cost > unit.moves_left:
                rule_id = "S11" if purpose == "search" else "B5"
                yield Refusal(order, rule_id, f"it takes {counted(cost, 'movement point')}; left: {unit.moves_left}")
            elif not can_land(state, unit, zone, unit.moves_left - cost):
                section = "S12" if purpose == "search" else "B5"
                left = counted(unit.moves_left - cost, "movement point")
                yield Refusal(order, section, f"it would have {left} left, too few to land")
