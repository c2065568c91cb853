"""Planes: modes, ranges, launch and recovery (8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from navalcore.rules import Offers, no, offers, rule
from navalcore_games.bismarck.cards import PLANE_NUMBERS, PLANES, SHIPS
from navalcore_games.bismarck.sea_map import AROUND, Ways, distance
from navalcore_games.bismarck.search.spotting import home_square
from navalcore_games.bismarck.state import Board, Path, State
from navalcore_games.bismarck.words import OUT_OF_PLAY, Fate, Hunt, Mode, PlaneNumber, PlaneType, Square

R, L, T = (PlaneType(letter) for letter in "RLT")

TAKE_OFF_MODES = {R: (Mode.MOVE, Mode.PATROL), L: (Mode.ATTACK, Mode.R), T: (Mode.ATTACK, Mode.R)}


@rule("6.5", "6.23", "8.0", "8.6", "10.1", "10.6")
def plane_held_back(state: Board, number: PlaneNumber) -> tuple[str, str] | None:
    """The section and the reason why a plane can be given no order this turn, or None if it can. Planes that refuel or
    shadow are held back, and those that have no carrier to start from.
    """
    plane, card = state.planes[number], PLANES[number]
    if plane.fate is Fate.WAITING:
        return "14.1", "it has not come into play yet"
    if plane.fate is not Fate.ACTIVE:
        return "8.6", f"it {OUT_OF_PLAY[plane.fate]}"
    if plane.hunt is not Hunt.NONE:
        return "10.1", "it tried to shadow a ship in the shadow phase"
    if plane.aloft or plane.order_mode is not Mode.BASE:
        return None
    if plane.ready > state.turn:
        return "8.6", f"it refuels until turn {plane.ready}"
    if card.carrier is not None and home_square(state, number) is None:
        return "6.23", f"{SHIPS[card.carrier].name} is not in launch mode this turn"
    return None


def flyable(state: Board, number: PlaneNumber) -> bool:
    """Whether a plane can be ordered this turn."""
    return plane_held_back(state, number) is None


def plane_modes(state: Board, number: PlaneNumber) -> Offers[Mode]:
    """The modes of chart C a plane may be put into, and why not into the others."""
    plane, kind = state.planes[number], PLANES[number].type
    launches = not plane.aloft and (kind is not T or home_square(state, number) is not None)
    return modes_of(kind, plane.mode, plane.aloft, launches)


MODES_OF_KINDS: Final = (
    (Mode.MOVE, "8.21", (R,)),
    (Mode.PATROL, "8.22", (R,)),
    (Mode.R, "8.23", (L, T)),
    (Mode.ATTACK, "8.24", (L, T)),
    (Mode.HOME, "8.25", (R, L)),
    (Mode.BASE, "8.26", (R, L, T)),
)


@offers
@rule("6.23", "8.21", "8.22", "8.23", "8.24", "8.25", "8.26", "8.4")
def modes_of(kind: PlaneType, mode: Mode, aloft: bool, launches: bool) -> Iterator[Mode]:
    """The modes of a plane of a kind that is in the air in a mode, or may be launched."""
    if not aloft:
        modes = [Mode.BASE, *(TAKE_OFF_MODES[kind] if launches else ())]
    elif kind is R:
        modes = [Mode.MOVE, Mode.PATROL, Mode.HOME]
    else:
        modes = [mode] if kind is T or mode is Mode.HOME else [mode, Mode.HOME]
    yield from modes
    for other, section, kinds in MODES_OF_KINDS:
        if other in modes:
            continue
        if kind not in kinds:
            yield no(other, section, f"only {' and '.join(kinds)} planes have this mode")
        elif other is Mode.BASE:
            why = "it took off on an earlier turn, and only a take-off of this turn can be cancelled"
            yield no(other, section, why)
        elif not aloft and other is Mode.HOME:
            yield no(other, section, "it is at its base")
        elif aloft:
            yield no(other, section, "what it carries cannot be changed in the air")
        else:
            yield no(other, "6.23", "its carrier is not in launch mode this turn")


@rule("8.71.1", "8.72.1", "8.73.1", "8.21", "8.22", "8.25")
def flight_squares(state: Board, number: PlaneNumber, mode: Mode) -> int:
    """How many squares a plane may fly in a mode."""
    card, plane = PLANES[number], state.planes[number]
    if mode is Mode.HOME:
        return max(card.move_squares, card.patrol_squares) if plane.mode is Mode.R else card.move_squares
    return card.patrol_squares if mode in (Mode.PATROL, Mode.R) else card.move_squares


@rule("2.21", "8.71.2", "8.72.2", "8.73.2", "8.8")
def flight_turns(number: PlaneNumber, mode: Mode) -> int:
    """The turns a plane may stay in the air that takes off in a mode, take-off and landing turns included."""
    card = PLANES[number]
    return card.patrol_endurance if mode in (Mode.PATROL, Mode.R) else card.move_endurance


@rule("8.25")
def way_home(state: Board, number: PlaneNumber) -> Path:
    """The squares of a straight flight home at full speed."""
    plane, home = state.planes[number], PLANES[number].airfield
    square, path = plane.here, list[Square]()
    for _ in range(flight_squares(state, number, Mode.HOME)):
        if square == home:
            break
        square = min((there for _, there in AROUND[square]), key=lambda there: _off_course(there, home))
        path.append(square)
    return tuple(path)


def _off_course(square: Square, home: Square) -> tuple[int, int]:
    """How far a square is from home: moves first, then the straighter line."""
    return distance(square, home), abs(square // 100 - home // 100) + abs(square % 100 - home % 100)


@rule("8.3", "8.9", "8.24.2")
def flight_steps(square: Square, left: int, home: Square | None) -> Ways:
    """The steps a plane may fly: anywhere on the map; with ``home`` only so far that it can still get back there."""
    if not left:
        return ()
    if home is None:
        return AROUND[square]
    return tuple((way, there) for way, there in AROUND[square] if distance(there, home) <= left - 1)


def order_plane(state: State, number: PlaneNumber, mode: Mode, path: Path, mark: Square | None = None) -> None:
    """Note a plane's order."""
    plane = state.planes[number]
    plane.order_mode, plane.path, plane.mark = mode, path, mark


@rule("8.24.2", "8.4")
def strayed(state: Board) -> list[PlaneNumber]:
    """Torpedo bombers whose orders no longer fit their carrier's (BIS-R18): launched without a carrier in launch mode,
    or attacking and coming back to where the carrier will not be.
    """
    lost = []
    for number, plane in zip(PLANE_NUMBERS, state.planes, strict=False):
        if (
            PLANES[number].type is not T
            or plane.aloft
            or plane.order_mode is Mode.BASE
            or plane.fate is not Fate.ACTIVE
        ):
            continue
        home = home_square(state, number)
        if home is None or (plane.order_mode is Mode.ATTACK and plane.projected != home):
            lost.append(number)
    return lost
