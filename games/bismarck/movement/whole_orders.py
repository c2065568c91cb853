"""Whole orders: a unit's mode and the shortest way to a square of its reach, in one choice (6, 7, 8; BIS-R70)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import cache

from navalcore.components import counted
from navalcore.rules import Refusal, rule
from navalcore_games.bismarck.cards import PLANES, SHIPS
from navalcore_games.bismarck.choices import OrderTo, order_to
from navalcore_games.bismarck.movement.planes import flight_squares, flight_steps, plane_modes
from navalcore_games.bismarck.movement.ships import allowance, modes_for
from navalcore_games.bismarck.sea_map import SEA_WAYS, SQUARES, Ways, distance, sea_distances
from navalcore_games.bismarck.search.spotting import home_square
from navalcore_games.bismarck.state import Path, State
from navalcore_games.bismarck.words import Mode, PlaneNumber, PlaneType, ShipNumber, Side, Square


def ways_within(start: Square, left: int, steps: Callable[[Square, int], Ways]) -> dict[Square, Path]:
    """The shortest way to every other square within so many steps; ``steps`` are those from a square with so many
    left.
    """
    found: dict[Square, Path] = {start: ()}
    edge = [start]
    for rest in range(left, 0, -1):
        edge = [
            there
            for here in edge
            for _, there in steps(here, rest)
            if there not in found and found.setdefault(there, (*found[here], there))
        ]
    del found[start]
    return found


@rule("6.21", "6.23", "7.0")
def sailing(state: State, number: ShipNumber) -> dict[Mode, int]:
    """The modes in which a ship can be ordered to a square, and how far it may move in each."""
    modes = modes_for(state, number)
    return {mode: allowance(state, number, mode) for mode in modes if mode in (Mode.MOVE, Mode.LAUNCH)}


@rule("8.21", "8.22", "8.23", "8.24")
def flying(state: State, number: PlaneNumber) -> dict[Mode, int]:
    """The modes in which a plane can be ordered to a square, and how far it may fly in each."""
    modes = plane_modes(state, number)
    return {mode: flight_squares(state, number, mode) for mode in modes if mode not in (Mode.BASE, Mode.HOME)}


def ship_orders(state: State, number: ShipNumber) -> dict[OrderTo, Path]:
    """The squares that a ship can be ordered to, each with its way."""
    side, here = SHIPS[number].side, state.ships[number].here
    found: dict[OrderTo, Path] = {}
    for mode, left in sailing(state, number).items():
        found |= _by_sea(side, mode, here, left)
    return found


@cache
def _by_sea(side: Side, mode: Mode, start: Square, left: int) -> dict[OrderTo, Path]:
    return _orders(mode, ways_within(start, left, lambda here, _: SEA_WAYS[side][here]))


def _orders(mode: Mode, ways: dict[Square, Path]) -> dict[OrderTo, Path]:
    return {order_to(mode, square): way for square, way in ways.items()}


@rule("8.24.2")
def plane_orders(state: State, number: PlaneNumber) -> dict[OrderTo, Path]:
    """The squares that a plane can be ordered to, each with its way. A torpedo bomber that attacks flies to the square
    of its attack and back to its carrier.
    """
    plane, found = state.planes[number], dict[OrderTo, Path]()
    for mode, left in flying(state, number).items():
        if PLANES[number].type is PlaneType.TORPEDO_BOMBER and mode is Mode.ATTACK:
            home = home_square(state, number)
            found |= {} if home is None else _there_and_back(mode, plane.here, home, left)
        else:
            if plane.aloft:
                found[order_to(mode, plane.here)] = ()
            found |= _flights(mode, plane.here, left)
    return found


def refused_ship_orders(state: State, number: ShipNumber) -> Iterator[Refusal]:
    """Why a ship cannot be ordered to the other squares."""
    side, here = SHIPS[number].side, state.ships[number].here
    far = sea_distances(side, here) if here in SEA_WAYS[side] else {}
    for mode, square, most in _other_squares(ship_orders(state, number), here, sailing(state, number)):
        if square not in far:
            yield Refusal(f"{mode} {square}", "6.33", f"no way by sea leads from {here} to {square}")
        else:
            told = f"{square} is {counted(far[square], 'square')} away, and she may move {most} in this mode"
            yield Refusal(f"{mode} {square}", "6.5", told)


def refused_plane_orders(state: State, number: PlaneNumber) -> Iterator[Refusal]:
    """Why a plane cannot be ordered to the other squares."""
    here = state.planes[number].here
    section = {"R": "8.71.1", "L": "8.72.1", "T": "8.73.1"}[PLANES[number].type]
    for mode, square, most in _other_squares(plane_orders(state, number), here, flying(state, number)):
        told = f"{square} is {counted(distance(here, square), 'square')} away, and it flies {most} in this mode"
        yield Refusal(f"{mode} {square}", section, told)


def _other_squares(
    offered: Container[OrderTo], here: Square, modes: dict[Mode, int]
) -> Iterator[tuple[Mode, Square, int]]:
    """The squares of each mode that are not offered, and how far the unit moves in that mode."""
    for mode, most in modes.items():
        yield from ((mode, other, most) for other in SQUARES if other != here and order_to(mode, other) not in offered)


@cache
def _by_air(start: Square, left: int) -> dict[Square, Path]:
    return ways_within(start, left, lambda here, rest: flight_steps(here, rest, None))


@cache
def _flights(mode: Mode, start: Square, left: int) -> dict[OrderTo, Path]:
    return _orders(mode, _by_air(start, left))


@cache
def _there_and_back(mode: Mode, start: Square, home: Square, left: int) -> dict[OrderTo, Path]:
    """The ways over a square to the deck, for each square from which a plane gets there in time."""
    found: dict[Square, Path] = {}
    for square, out in {start: (), **_by_air(start, left)}.items():
        back = {square: (), **_by_air(square, left - len(out))}
        if home in back:
            found[square] = (*out, *back[home])
    return _orders(mode, found)
