"""Hidden information drawn anew for one side: where unseen enemies may be, their orders, their damage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from games.bismarck.cards import BISMARCK, PLANE_NUMBERS, PLANES, SHIP_NUMBERS, SHIPS, plane_unit
from games.bismarck.combat.damage import SINGLE_SHIPS, SLOW_MODE, SLOW_TYPES
from games.bismarck.movement.activity import carry_planes
from games.bismarck.movement.ships import allowance
from games.bismarck.sea_map import ENTRY_SQUARES, GRID, SEA_WAYS, distance, sea_distances
from games.bismarck.setup import OILER_STATIONS
from games.bismarck.state import Aim, Ship, State
from games.bismarck.tables import TABLES, SalvoResult
from games.bismarck.words import OPPONENT, Fate, Hunt, Mode, PlaneNumber, ShipNumber, ShipType, Side, Square
from navalcore.components.chance import Chance

ORDERING = ("shadow_phase", "shadow_choice", "shadow_move", "orders")
"""Phases in which orders lie hidden in the state."""
SPEED = 2
PLANE_RANGE = 6

T = TypeVar("T")


def redeal(state: State, role: str, chance: Chance) -> None:
    """Replace, in place, what ``role`` does not know of the enemy by something it cannot tell from it.

    Enemy units out of sight are put anywhere they could have sailed since they were seen last, away from own units;
    their orders, and the orders of those in sight, are drawn; so is the damage done to enemy ships in secret. The unit
    that he is ordering stays as it is. Which reinforcements have come is kept.
    """
    side = Side(role)
    enemy = OPPONENT[side]
    watched = _watched(state, side)
    kept = (state.ordering.get(enemy), state.hunter)
    for number in SHIP_NUMBERS[enemy]:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE and number not in kept:
            _redeal_ship(state, number, watched, chance)
    if enemy is Side.BRITISH:
        for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
            unit = plane_unit(flying)
            if plane.fate is Fate.ACTIVE and unit not in kept:
                _redeal_plane(state, flying, watched, chance)
        carry_planes(state)
    elif state.solitaire and not any(_refuels_in_sight(state.ships[n]) for n in SHIP_NUMBERS[enemy]):
        for place, station in enumerate(OILER_STATIONS):
            near = sorted({station, *(there for _, there in SEA_WAYS[enemy][station])})
            state.refuel_squares[place] = _one_of(near, chance)
    _redeal_battle(state, enemy, chance)


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
    near = [square for square in _in_reach(card.side, origin, reach) if square not in watched]
    if near:
        ship.square = _one_of(near, chance)
    if card.type not in (ShipType.CONVOY, ShipType.CARRIER) and ship.mode in (Mode.MOVE, Mode.PATROL, Mode.R):
        ship.mode = Mode.PATROL if chance.below(2) else Mode.MOVE
    if ship.fuel:
        ship.fuel = 1 + chance.below(card.fuel or 1)
    ship.moved = chance.below(2)
    if state.phase not in ORDERING:
        ship.order_mode = ship.mode


@lru_cache(maxsize=4096)
def _in_reach(side: Side, origin: Square, reach: int) -> tuple[Square, ...]:
    """The squares within so many squares' sailing, in the order of the map."""
    far = sea_distances(side, origin)
    return tuple(sorted(square for square in far if far[square] <= reach))


def _redeal_damage(state: State, number: ShipNumber, chance: Chance) -> None:
    """Draw anew what so many salvos and torpedo hits did to a ship that is still afloat; the speed of a ship in sight
    is known from following it, and the losses of units of several ships from the points.
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
    if not ship.seen:
        ship.knots = max(0, card.knots - knots)
    if card.type in SLOW_TYPES:
        ship.slow = (ship.slow or "N") if ship.knots < SLOW_MODE else ""


def _drawn_salvo(chance: Chance) -> SalvoResult:
    roll = chance.below(1000)
    for result in TABLES.gunnery.outcomes_permille:
        roll -= result.permille
        if roll < 0:
            break
    return result


def _redeal_plane(state: State, number: PlaneNumber, watched: Iterable[Square], chance: Chance) -> None:
    """An unseen plane in the air may be anywhere within a turn's flight of its base; orders are drawn away."""
    plane, card = state.planes[number], PLANES[number]
    if plane.hunt in (Hunt.FOLLOWING, Hunt.ATTEMPTED):
        return
    if state.phase in ORDERING:
        plane.order_mode, plane.path, plane.mark = plane.mode, (), None
    if not plane.aloft or plane.seen:
        return
    base = card.airfield if card.carrier is None else state.ships[card.carrier].here
    near = [square for square in _in_flight(base) if square not in watched]
    if near:
        plane.square = _one_of(near, chance)


@cache
def _in_flight(base: Square) -> tuple[Square, ...]:
    """The squares within a turn's flight of a base."""
    return tuple(square for square in GRID if 0 < distance(square, base) <= PLANE_RANGE)


def _redeal_battle(state: State, enemy: Side, chance: Chance) -> None:
    """The enemy's secret wish, and the targets and torpedoes his ships were ordered."""
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
