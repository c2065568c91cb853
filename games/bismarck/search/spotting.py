"""Search (9): factors, totals, spotting."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore.rules import rule, takes_modifiers
from navalcore_games.bismarck.cards import (
    BISMARCK,
    PLANE_NUMBERS,
    PLANES,
    SHIP_NUMBERS,
    SHIPS,
    is_plane,
    is_ship,
    is_submarine,
    plane_number,
    plane_unit,
)
from navalcore_games.bismarck.events import Spotted
from navalcore_games.bismarck.sea_map import BERGEN, BERGEN_APPROACH, FOG_AREA_OF, ROWS, on_map
from navalcore_games.bismarck.state import Board, Plane, Play, Ship, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.words import (
    OPPONENT,
    Fate,
    Hunt,
    Mode,
    PlaneNumber,
    ShipNumber,
    ShipType,
    Side,
    Square,
    UnitNumber,
)

CONTACT_FACTOR = TABLES.shadow.search_factor_after_success
MOST_SHOWN = 9
"""Search totals of this and more are displayed as this (9.22)."""


@rule("2.25", "2.27", "9.23", "13.1")
def visibility_in(state: Board, square: Square) -> int:
    """The visibility level of a square: that of its row, from 1 (sunny) to 8 (stormy)."""
    return state.visibility[square // 100 - ROWS.start]


def fog_in(state: Board, square: Square) -> bool:
    """Whether there is fog in a square."""
    area = FOG_AREA_OF.get(square)
    return area is not None and state.fog[area]


@rule("6.21", "6.22", "9.21", "10.8", "16.42")
def ship_factor(number: ShipNumber, ship: Ship, mode: Mode, night: bool) -> int:
    """The search factor of a ship in a mode: patrol mode has its own, contact gives 8, submarines lost cost 1 each."""
    if ship.contact:
        return CONTACT_FACTOR
    card = SHIPS[number]
    factor = (card.patrol_search if mode is Mode.PATROL else card.move_search)[night]
    if card.type is ShipType.SUBMARINES:
        return max(0, factor - (card.midships - ship.midships))
    return factor


@rule("8.21", "8.22", "8.23", "9.21", "10.8")
def plane_factor(number: PlaneNumber, plane: Plane, mode: Mode, night: bool) -> int:
    """The search factor of a plane in a mode; none on the ground or deck (BIS-R20), the reduced one in Z (BIS-R64)."""
    if mode is Mode.BASE:
        return 0
    if plane.contact:
        return CONTACT_FACTOR
    card = PLANES[number]
    return (card.patrol_search if mode in (Mode.PATROL, Mode.R) else card.move_search)[night]


@rule("9.21")
def totals(state: Board, side: Side) -> dict[Square, int]:
    """The side's search total in every square where it has any unit that searches."""
    found: dict[Square, int] = {}
    turn = state.turn
    for number in SHIP_NUMBERS[side]:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE:
            square = ship.here
            found[square] = found.get(square, 0) + ship_factor(number, ship, ship.mode, is_night(turn, square))
    if side is Side.BRITISH:
        for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
            if plane.aloft:
                square = plane.here
                found[square] = found.get(square, 0) + plane_factor(flying, plane, plane.mode, is_night(turn, square))
    return found


@rule("9.21")
def projected_totals(state: Board, side: Side) -> dict[Square, int]:
    """The side's search totals at the end of the turn, as ordered."""
    found: dict[Square, int] = {}
    turn = state.turn
    for number in SHIP_NUMBERS[side]:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE and on_map(square := ship.projected):
            factor = ship_factor(number, ship, ship.order_mode, is_night(turn, square))
            found[square] = found.get(square, 0) + (CONTACT_FACTOR if ship.hunt is Hunt.FOLLOWING else factor)
    if side is Side.BRITISH:
        for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
            if plane.fate is Fate.ACTIVE and stays_aloft(state, flying):
                square = plane.projected
                factor = plane_factor(flying, plane, plane.order_mode, is_night(turn, square))
                found[square] = found.get(square, 0) + (CONTACT_FACTOR if plane.hunt is Hunt.FOLLOWING else factor)
    return found


@rule("8.3", "8.4")
def home_square(state: Board, number: PlaneNumber) -> Square | None:
    """Where a plane lands this turn: its airfield, or the square its carrier will be in; None if it cannot land."""
    card = PLANES[number]
    if card.carrier is None:
        return card.base
    carrier = state.ships[card.carrier]
    if carrier.fate is not Fate.ACTIVE or carrier.order_mode is not Mode.LAUNCH:
        return None
    return carrier.projected


def stays_aloft(state: Board, number: PlaneNumber) -> bool:
    """Whether a plane will be in the air at the end of the turn, as ordered."""
    plane = state.planes[number]
    return plane.order_mode is not Mode.BASE and plane.projected != home_square(state, number)


@rule("9.2")
@takes_modifiers("9.2")
def search_strength(play: Play, side: Side, total: int) -> int:
    """The number compared with the visibility: the side's search total, as variants change it."""
    return sum(play.modified("9.2", {f"{side} search total": total}).values())


@rule("4.52", "9.1", "9.2", "9.4", "9.5", "9.6")
def search_phase(play: Play) -> None:
    """Every square without fog where both sides are: if either total reaches the visibility, both sides see the other's
    units. Submarines are seen only with a plane above them and a total of the seer's own.
    """
    state = play.state
    by_side = {side: _units_by_square(state, side) for side in Side}
    found = {side: totals(state, side) for side in Side}
    seen: dict[Side, list[UnitNumber]] = {side: [] for side in Side}
    for square, british in by_side[Side.BRITISH].items():
        german = by_side[Side.GERMAN].get(square)
        if german is None or fog_in(state, square):
            continue
        level = visibility_in(state, square)
        enough = {side: search_strength(play, side, found[side].get(square, 0)) >= level for side in Side}
        if not any(enough.values()):
            continue
        flown_over = any(is_plane(unit) for unit in british) and enough[Side.BRITISH]
        seen[Side.BRITISH] += (unit for unit in german if flown_over or not is_submarine(unit))
        # Germans have no planes: British submarines are never seen (BIS-R21).
        seen[Side.GERMAN] += (unit for unit in british if not is_submarine(unit))
    _record(play, seen)
    note_triggers(play, found[Side.BRITISH])


def _units_by_square(state: State, side: Side) -> dict[Square, list[UnitNumber]]:
    """The side's units that can see and be seen, by square."""
    units: dict[Square, list[UnitNumber]] = {}
    for number in SHIP_NUMBERS[side]:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE:
            units.setdefault(ship.here, []).append(number)
    if side is Side.BRITISH:
        for flying, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
            if plane.aloft:
                units.setdefault(plane.here, []).append(plane_unit(flying))
    return units


def _record(play: Play, seen: dict[Side, list[UnitNumber]]) -> None:
    """Forget the spottings of the turn before, note those of this turn."""
    state = play.state
    for ship in state.ships:
        ship.seen = False
    for plane in state.planes:
        plane.seen = False
    for side, units in seen.items():
        for number in units:
            if is_ship(number):
                ship = state.ships[number]
                square = ship.here
                ship.seen, ship.seen_square, ship.seen_turn = True, square, state.turn
            else:
                state.planes[plane_number(number)].seen = True
                square = state.planes[plane_number(number)].here
            play.tell(Spotted, number, square, rule="9.2", to=(side,))
    if any(seen.values()):
        play.reveal()


@rule("14.22", "14.32", "14.42")
def note_triggers(play: Play, british: dict[Square, int]) -> None:
    """Note the events that bring British reinforcements: Bergen searched with success, Bismarck spotted by regular
    search.
    """
    state = play.state
    if state.bergen_turn is None and any(
        square in british
        and not fog_in(state, square)
        and search_strength(play, Side.BRITISH, british[square]) >= visibility_in(state, square)
        for square in _bergen_squares(play.options.bergen_search)
    ):
        state.bergen_turn = state.turn
    if state.located_turn is None and state.ships[BISMARCK].seen:
        state.located_turn = state.turn


def _bergen_squares(reading: str) -> Iterator[Square]:
    """The square that counts as Bergen (BIS-R31)."""
    if reading != str(BERGEN_APPROACH):
        yield BERGEN
    if reading != str(BERGEN):
        yield BERGEN_APPROACH


def enemies_seen(state: State, side: Side, square: Square, *, submarines: bool = False) -> list[ShipNumber]:
    """The enemy ships the side has spotted in a square: the surface ships, or also the submarines."""
    return [
        number
        for number in SHIP_NUMBERS[OPPONENT[side]]
        if state.ships[number].seen
        and state.ships[number].square == square
        and (submarines or SHIPS[number].type is not ShipType.SUBMARINES)
    ]
