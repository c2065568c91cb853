"""Redeal hidden information for one side: where unseen enemies may be, their orders, their damage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from navalcore.components import Contact
from navalcore.rules import Chance, rule
from navalcore_games.bismarck.cards import (
    BISMARCK,
    PLANE_NUMBERS,
    PLANES,
    SHIP_NUMBERS,
    SHIPS,
    SINGLE_SHIPS,
    plane_unit,
)
from navalcore_games.bismarck.combat.damage import SLOW_MODE, SLOW_TYPES
from navalcore_games.bismarck.movement.activity import REFUELLING_TURNS, carry_planes, full_endurance
from navalcore_games.bismarck.movement.reinforcements import GROUPS, put_to_sea
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.options import BismarckOptions, starting_fuel
from navalcore_games.bismarck.sea_map import CLYDE, ENTRY_SQUARES, GRID, SCAPA, SEA_WAYS, distance, sea_distances
from navalcore_games.bismarck.setup import OILER_STATIONS
from navalcore_games.bismarck.shadow import capable, unit_of
from navalcore_games.bismarck.state import Aim, Ship, State
from navalcore_games.bismarck.tables import TABLES, SalvoResult
from navalcore_games.bismarck.victory import MISSIONS
from navalcore_games.bismarck.words import (
    OPPONENT,
    Fate,
    Hunt,
    Mode,
    PlaneNumber,
    PlaneType,
    ShipNumber,
    ShipType,
    Side,
    Square,
)

ORDERING = ("shadow_phase", "shadow_choice", "shadow_move", "orders")
"""Phases in which orders are hidden in the state."""
SPEED = 2
PLANE_RANGE = 6
MOSTLY_FULL = 4
"""One unit in so many is taken to have used torpedoes."""
IN_THE_AIR = {
    PlaneType.RECONNAISSANCE: (Mode.MOVE, Mode.PATROL),
    PlaneType.LEVEL_BOMBER: (Mode.ATTACK, Mode.R),
    PlaneType.TORPEDO_BOMBER: (Mode.R,),
}
"""The modes in which a plane may be in the air from one turn to the next (8.2)."""

T = TypeVar("T")


def redeal(state: State, role: str, options: BismarckOptions, chance: Chance) -> None:
    """Replace, in place, what ``role`` does not know by something that looks the same to the role. An onlooker knows
    neither side.

    Enemy units out of sight are put anywhere they could have sailed since they were seen last, away from own units.
    Their orders, and the orders of those in sight, are drawn. So is the damage done to enemy ships in secret, whether
    the Home Fleet has put to sea, and what every plane is doing. An order that the enemy is in the middle of is void.
    """
    for enemy in Side:
        if role != enemy:
            _redeal_side(state, role, enemy, options, chance)


def _redeal_side(state: State, role: str, enemy: Side, options: BismarckOptions, chance: Chance) -> None:
    watched = _watched(state, OPPONENT[enemy])
    if state.phase == "orders":
        state.ordering.pop(enemy, None)
        state.ordered.pop(enemy, None)
    _redeal_hunter(state, role, enemy, chance)
    if enemy is Side.BRITISH:
        _redeal_home_fleet(state, options, chance)
    kept = (state.ordering.get(enemy), state.hunter)
    for number in SHIP_NUMBERS[enemy]:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE and number not in kept:
            _redeal_ship(state, number, watched, chance)
    if enemy is Side.BRITISH:
        for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
            if plane.fate is Fate.ACTIVE and plane_unit(flying) not in kept:
                _redeal_plane(state, flying, watched, chance)
        carry_planes(state)
        _redeal_missions(state)
    elif state.solitaire and not any(_refuels_in_sight(state.ships[n]) for n in SHIP_NUMBERS[enemy]):
        for place, station in enumerate(OILER_STATIONS):
            near = sorted({station, *(there for _, there in SEA_WAYS[enemy][station])})
            state.refuel_squares[place] = _one_of(near, chance)
    _redeal_battle(state, enemy, chance)


@rule("10.1")
def _redeal_hunter(state: State, role: str, enemy: Side, chance: Chance) -> None:
    """Which of the units in sight that could do so shadows, an onlooker is told only with the result."""
    if (
        role in (Side.BRITISH, Side.GERMAN)
        or state.hunter is None
        or not state.queue
        or SHIPS[state.ships_waiting[0]].side is enemy
    ):
        return
    quarry = state.ships_waiting[0]
    might = [unit for unit in capable(state, enemy, quarry, state.ships[quarry].here) if unit_of(state, unit).seen]
    if might:
        state.hunter = _one_of(might, chance)


@rule("14.22", "14.32")
def _redeal_home_fleet(state: State, options: BismarckOptions, chance: Chance) -> None:
    """Whether Bergen was searched with success the Germans do not know, unless they have met ships from Scapa Flow or
    the Clyde; nor, therefore, whether these are at sea. Who spots Bismarck they do see (9.5).
    """
    fleet = (*GROUPS["scapa"], *GROUPS["clyde"])
    ships = [state.ships[number] for number in fleet]
    met = [ship.seen_turn for ship in ships if ship.seen_square is not None]
    if any(ship.fate not in (Fate.ACTIVE, Fate.WAITING) for ship in ships):
        return
    located = state.located_turn
    if met and (located is None or located >= min(met)):
        state.bergen_turn = 1 + chance.below(max(1, min(met) - 1))
    else:
        state.bergen_turn = 1 + chance.below(state.turn) if state.turn and chance.below(2) else None
    at_sea = any(turn is not None and turn < state.turn for turn in (state.bergen_turn, located))
    for number in fleet:
        ship = state.ships[number]
        if at_sea and ship.fate is Fate.WAITING:
            put_to_sea(state, number, CLYDE if number in GROUPS["clyde"] else SCAPA)
        elif not at_sea and ship.fate is Fate.ACTIVE:
            ship.fate, ship.square, ship.mode, ship.order_mode, ship.path = Fate.WAITING, None, Mode.MOVE, Mode.MOVE, ()
            ship.fuel, ship.torpedoes, ship.moved = starting_fuel(number, options), SHIPS[number].torpedoes or 0, 0
            for plane, card in zip(state.planes, PLANES, strict=True):
                if card.carrier == number:
                    plane.fate, plane.square, plane.mode, plane.order_mode = Fate.WAITING, None, Mode.BASE, Mode.BASE
                    plane.ready = 0


@rule("17.3", "17.4")
def _redeal_missions(state: State) -> None:
    """A convoy that must reach a column has done so where it is there; the Germans learn it after the last turn."""
    for mission in MISSIONS:
        ship = state.ships[mission.convoy]
        if (
            mission.column is not None
            and ship.fate is Fate.ACTIVE
            and not ship.seen
            and mission.convoy not in state.due
        ):
            state.missions.pop(mission.convoy, None)
            if ship.here % 100 >= mission.column:
                state.missions[mission.convoy] = state.turn


def _one_of(items: Sequence[T], chance: Chance) -> T:
    return items[chance.below(len(items))]


def _refuels_in_sight(ship: Ship) -> bool:
    return ship.seen and ship.mode is Mode.R


def _watched(state: State, side: Side) -> set[Square]:
    """Squares with units of the side: an unseen enemy is not put there."""
    squares = {state.ships[n].here for n in SHIP_NUMBERS[side] if state.ships[n].fate is Fate.ACTIVE}
    if side is Side.BRITISH:
        squares.update(plane.here for plane in state.planes if plane.aloft)
    return squares


def _redeal_ship(state: State, number: ShipNumber, watched: Iterable[Square], chance: Chance) -> None:
    ship = state.ships[number]
    if not ship.seen and ship.hunt is Hunt.NONE:
        _move_away(state, number, watched, chance)
    _redeal_damage(state, number, chance)
    if state.phase in ORDERING and ship.hunt in (Hunt.NONE, Hunt.SHADOWED):
        ship.order_mode, ship.path = ship.mode, ()
        ways = SEA_WAYS[SHIPS[number].side].get(ship.here, ())
        if ways and allowance(state, number, ship.mode) and chance.below(2):
            ship.path = (ways[chance.below(len(ways))][1],)


def _move_away(state: State, number: ShipNumber, watched: Iterable[Square], chance: Chance) -> None:
    """Put an unseen ship somewhere it can have sailed to, in a mode of its own choice."""
    ship, card = state.ships[number], SHIPS[number]
    origin = ship.seen_square or card.square or ENTRY_SQUARES[len(ENTRY_SQUARES) // 2]
    reach = SPEED * (state.turn - ship.seen_turn) + SPEED
    if card.type is ShipType.CONVOY:
        reach = (state.turn - ship.seen_turn) // 2 + 1
    known = Contact(dict.fromkeys(_in_reach(card.side, origin, reach), 1), ship.seen_square)
    known.missed(watched)
    if known.places:
        ship.square = known.imagined(chance)
    if card.type is ShipType.CARRIER:
        ship.mode = _one_of((Mode.MOVE, Mode.PATROL, Mode.LAUNCH), chance)
    elif card.type is not ShipType.CONVOY and ship.mode in (Mode.MOVE, Mode.PATROL, Mode.R):
        ship.mode = Mode.PATROL if chance.below(2) else Mode.MOVE
    if ship.fuel is not None:
        ship.fuel = 1 + chance.below(card.fuel or 1)
    if card.torpedoes and chance.below(MOSTLY_FULL) == 0:
        # One at least, as this may be the unit that is choosing its target.
        ship.torpedoes = 1 + chance.below(card.torpedoes)
    elif card.torpedoes:
        ship.torpedoes = card.torpedoes
    ship.moved = chance.below(2)
    if card.type in SLOW_TYPES and ship.knots < SLOW_MODE:
        ship.slow = "Y" if ship.moved else "N"
    if state.phase not in ORDERING:
        ship.order_mode = ship.mode


@lru_cache(maxsize=4096)
def _in_reach(side: Side, origin: Square, reach: int) -> tuple[Square, ...]:
    """The squares within so many squares' sailing, in the order of the map."""
    far = sea_distances(side, origin)
    return tuple(sorted(square for square in far if far[square] <= reach))


def _redeal_damage(state: State, number: ShipNumber, chance: Chance) -> None:
    """Redraw what so many salvos and torpedo hits did to a ship that is still afloat. The losses of units of several
    ships are known from the points.
    """
    ship, card = state.ships[number], SHIPS[number]
    if card.type in SINGLE_SHIPS or not (ship.salvos or ship.torpedo_hits):
        return
    midships = firepower = knots = 0
    for _ in range(ship.salvos):
        result = _drawn_salvo(chance)
        midships += 1 if result.effect == "sunk" else result.ms
        firepower += result.fp
        knots += result.kn
    table = TABLES.torpedo.damage_to(card.type, number == BISMARCK)
    for _ in range(ship.torpedo_hits):
        row = table.row(1 + chance.below(table.sides))
        midships += 1 if row.sunk else row.ms
        if table.knots is not None:
            knots += chance.below(table.knots.max + 1)
    ship.midships = max(1, card.midships - midships)
    ship.firepower = max(0, (card.firepower or 0) - firepower)
    _redeal_knots(state, number, max(0, card.knots - knots))
    if card.type in SLOW_TYPES:
        ship.slow = (ship.slow or "N") if ship.knots < SLOW_MODE else ""


def _redeal_knots(state: State, number: ShipNumber, knots: int) -> None:
    """Give a ship another speed; if the enemy has her in sight, the nearest at which the same of his units follow."""
    ship, enemy = state.ships[number], OPPONENT[SHIPS[number].side]
    known = capable(state, enemy, number, ship.here) if ship.seen else []
    for speed in sorted(range(SHIPS[number].knots + 1), key=lambda speed: abs(speed - knots)):
        ship.knots = speed
        if not ship.seen or capable(state, enemy, number, ship.here) == known:
            return


def _drawn_salvo(chance: Chance) -> SalvoResult:
    roll = chance.below(1000)
    for result in TABLES.gunnery.outcomes_permille:
        roll -= result.permille
        if roll < 0:
            break
    return result


@rule("8.6", "8.8")
def _redeal_plane(state: State, number: PlaneNumber, watched: Iterable[Square], chance: Chance) -> None:
    """A plane that is not in sight is on the ground or deck, ready or not, or in the air anywhere within a turn's
    flight of its base. Its orders are removed. Of a plane in sight it is drawn how long it can stay.
    """
    plane, card = state.planes[number], PLANES[number]
    if plane.hunt in (Hunt.FOLLOWING, Hunt.ATTEMPTED):
        return
    if not plane.seen:
        carrier = None if card.carrier is None else state.ships[card.carrier]
        base = card.airfield if carrier is None else carrier.here
        near = [square for square in _in_flight(base) if square not in watched]
        flies = (carrier is None or carrier.mode is Mode.LAUNCH) and chance.below(2)
        if flies and near:
            plane.mode, plane.square = _one_of(IN_THE_AIR[card.type], chance), _one_of(near, chance)
        else:
            plane.mode, plane.square, plane.endurance = Mode.BASE, base, full_endurance(number)
            plane.ready = state.turn + chance.below(REFUELLING_TURNS + 1)
        plane.mark, plane.struck, plane.contact = None, False, False
        plane.order_mode, plane.path = plane.mode, ()
    elif state.phase in ORDERING:
        plane.order_mode, plane.path, plane.mark = plane.mode, (), None
    if plane.aloft:
        plane.ready = 0
        plane.endurance = 1 + chance.below(max(1, full_endurance(number) - 1))


@cache
def _in_flight(base: Square) -> tuple[Square, ...]:
    """The squares within a turn's flight of a base."""
    return tuple(square for square in GRID if 0 < distance(square, base) <= PLANE_RANGE)


def _redeal_battle(state: State, enemy: Side, chance: Chance) -> None:
    """The enemy's secret wish, and the targets and torpedoes its ships were ordered."""
    battle = state.battle
    if battle is None:
        return
    wish = bool(chance.below(2))  # drawn in any case: whether he has said it yet is hidden too
    if enemy in battle.withdraw:
        battle.withdraw[enemy] = wish
    aims = battle.aims[enemy]
    for place, aim in enumerate(aims):
        kind = SHIPS[aim.target].type
        targets = [n for n in battle.fighting[OPPONENT[enemy]] if SHIPS[n].type is kind]
        launched = min(aim.torpedoes, chance.below(aim.torpedoes + 1))
        at = _one_of(targets, chance) if launched else None
        aims[place] = Aim(aim.shooter, _one_of(targets, chance), aim.salvos, at, launched)
