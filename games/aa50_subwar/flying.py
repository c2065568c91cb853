"""Aircraft: flights, searches, landings, carriers (B5, B16, S11, S12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import combinations

from games.aa50_subwar.choices import Fly, LandIn, fly
from games.aa50_subwar.events import UnitMoved
from games.aa50_subwar.hunting import rules_against, rules_in
from games.aa50_subwar.losses import ask, destroy
from games.aa50_subwar.state import Play, State, is_aircraft
from games.aa50_subwar.theatre import (
    NEIGHBOURS,
    POWERS,
    ROOM,
    SEA,
    ZONES,
    flights,
    landing_places,
    own_land,
    title_of,
    to_land,
    zones_within,
)
from games.aa50_subwar.words import AIRCRAFT, OPPONENT, SIDE_OF, Kind, Power, Side, Space, Unit, UnitNumber
from navalcore.components.sentences import counted
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
def sorties(play: Play, own: Sequence[Unit] | None = None) -> dict[Fly, UnitNumber]:
    """Every flight to a fight or a search from which a landing remains possible, with the number of an aircraft.

    Args:
        play: the state and the options.
        own: the phasing power's units, if they have been looked up.
    """
    state = play.state
    own = state.own() if own is None else own
    ready = [unit for unit in own if not unit.acted and unit.kind in AIRCRAFT and not unit.mission]
    if not ready:
        return {}
    enemies = state.by_space(OPPONENT[state.side])
    search = play.options.air_search_cost
    fights: list[Space] = []
    hunts: list[Space] = []
    for zone, there in enemies.items():
        if zone in ZONES:
            (hunts if rules_against(play, there) == "hunt" else fights).append(zone)
    targets = _targets(state.owners, state.power, frozenset(fights), frozenset(hunts), search)
    orders: dict[Fly, UnitNumber] = {}
    room: Landing | None = None
    seen: set[tuple[Kind, Space, int, bool]] = set()  # what one aircraft may do, all like it may
    for unit in ready:
        alike = unit.kind, unit.space, unit.moves_left, unit.airborne
        if alike in seen:
            continue
        seen.add(alike)
        for order, left, home in targets[alike[:3]]:
            if not home:
                if unit.kind is not Kind.FIGHTER:
                    continue
                room = room or Landing(state, own)
                if not room.is_left(unit, order.target, left):
                    continue
            orders.setdefault(order, unit.id)
    return orders


class _Targets(dict[tuple[Kind, Space, int], tuple[tuple[Fly, int, bool], ...]]):
    """The flights in reach of a power's aircraft of a kind, from a space, with movement points left: each with those
    left at its end, and whether they are enough for land. Whether a fighter finds a carrier is not asked here.
    """

    def __init__(
        self, owners: str, power: Power, fights: AbstractSet[Space], hunts: AbstractSet[Space], search: int
    ) -> None:
        super().__init__()
        self._power = power
        self._flights = flights(owners, SIDE_OF[power])
        self._to_land = to_land(owners, SIDE_OF[power])
        self._targets = [
            (zone, "search" if zone in hunts else "fight", search if zone in hunts else 0)
            for zone in ZONES
            if zone in hunts or zone in fights
        ]

    def __missing__(self, key: tuple[Kind, Space, int]) -> tuple[tuple[Fly, int, bool], ...]:
        kind, space, moves = key
        found = []
        for zone, purpose, more in self._targets:
            left = moves - more - self._flights[space].get(zone, moves + 1)
            if left >= 0:
                order = fly(self._power, kind, space, zone, purpose, moves)
                found.append((order, left, self._to_land[zone] <= left))
        self[key] = tuple(found)
        return self[key]


_targets = lru_cache(maxsize=512)(_Targets)
"""Where the enemy stands changes seldom from one order to the next."""


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
    return Landing(state, state.own()).is_left(unit, space, moves_left)


class Landing:
    """Where aircraft find a landing, as the state is now; what holds for all of them is worked out once."""

    def __init__(self, state: State, own: Sequence[Unit]) -> None:
        self._owners = state.owners
        self._side = state.side
        self._to_land = to_land(state.owners, state.side)
        self._flying = [unit for unit in own if unit.airborne and self._needs_deck(unit)]
        """Those that depend on carriers."""
        self._state = state
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
                self._decks = decks(self._state)
            places = [
                (space, moves_left),
                *((each.space, each.moves_left) for each in self._flying if each is not unit),
            ]
            self._found[case] = fits([zones_within(self._owners, self._side, *place) for place in places], self._decks)
        return self._found[case]


def decks(state: State) -> list[Deck]:
    """The carriers of the phasing side: where each may be when fighters land, and its room."""
    found: list[Deck] = []
    side = state.side
    hostile: set[Space] | None = None
    for unit in state.units.values():
        if unit.kind is not Kind.CARRIER or SIDE_OF[unit.power] is not side:
            continue
        zones: tuple[Space, ...] = (unit.space,)
        if unit.power is state.power and not unit.acted and not unit.stopped:
            if hostile is None:
                hostile = state.hostile_spaces(side)
            near = [zone for zone in SEA[unit.space] if zone not in hostile]
            far = [zone for step in near for zone in SEA[step] if zone not in hostile]
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
def landings(play: Play, own: Sequence[Unit] | None = None) -> dict[Fly, UnitNumber]:
    """Every landing of an aircraft in the air, and every move to another base of one that has not flown.

    Args:
        play: the state and the options.
        own: the phasing power's units, if they have been looked up.
    """
    state = play.state
    side = state.side
    land = own_land(state.owners, side)
    orders: dict[Fly, UnitNumber] = {}
    rooms: dict[Space, int] | None = None
    seen: set[tuple[Kind, Space, int, bool]] = set()  # what one aircraft may do, all like it may
    for unit in state.own() if own is None else own:
        if unit.kind not in AIRCRAFT or (unit.acted and not unit.airborne) or unit.mission == "waiting":
            continue
        kind, source, moves = unit.kind, unit.space, unit.moves_left
        if (kind, source, moves, unit.airborne) in seen:
            continue
        seen.add((kind, source, moves, unit.airborne))
        if kind is Kind.FIGHTER and rooms is None:
            rooms = deck_rooms(state)
        on_decks = kind is Kind.FIGHTER and bool(rooms)
        for space, steps in landing_places(state.owners, side, source, moves, on_decks):
            if (steps or unit.airborne) and (space in land or (rooms and rooms.get(space))):
                orders.setdefault(fly(unit.power, kind, source, space, "land", moves), unit.id)
    return orders


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
            destroy(play, unit, "finds no place to land and is lost", "B5")


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
            destroy(play, unit, "has lost its carrier, finds no place to land and is lost", "B16")
            continue
        place = yield from ask(
            side, f"The carrier of the {unit.name} is sunk. Where does the fighter land?", places, "B16", kind="land"
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
            elif cost is None:
                yield Refusal(order, "B5", f"no way leads to {title_of(zone)}")
            elif cost > unit.moves_left:
                rule_id = "S11" if purpose == "search" else "B5"
                yield Refusal(order, rule_id, f"it takes {cost} movement points and {unit.moves_left} are left")
            elif not can_land(state, unit, zone, unit.moves_left - cost):
                section = "S12" if purpose == "search" else "B5"
                left = counted(unit.moves_left - cost, "movement point")
                yield Refusal(order, section, f"it would have {left} left, too few to land")
