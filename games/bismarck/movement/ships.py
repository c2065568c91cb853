"""Ships: modes, allowances, fuel and the squares of a move (6, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from navalcore.rules import Offers, no, offers, rule
from navalcore_games.bismarck.cards import SHIP_NUMBERS, SHIPS, pronoun
from navalcore_games.bismarck.combat.damage import SLOW_MODE
from navalcore_games.bismarck.sea_map import EXITS, PORTS, sea_ways
from navalcore_games.bismarck.state import Board, Path, Ship, State
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.words import OUT_OF_PLAY, Fate, Hunt, Mode, ShipNumber, ShipType, Side, Square

B, C, A, D, S, M = (ShipType(letter) for letter in "BCADSM")
OILER = ShipType.OILER

WARSHIP_MODES = (Mode.MOVE, Mode.PATROL, Mode.FAST, Mode.SLOW)
TRAVEL_MODES = (Mode.MOVE, Mode.LAUNCH, Mode.FAST, Mode.SLOW)
"""Modes in which ships move (8.9)."""


@rule("6.51.1", "6.52.1", "6.53.1", "6.54.1", "6.55.1", "6.56.11", "6.56.12", "6.57.1", "6.6", "6.7", "6.24", "6.25")
def allowance(state: Board, number: ShipNumber, mode: Mode) -> int:
    """How many squares a ship may move this turn in a mode, by its type, current knots, rest and fuel."""
    ship = state.ships[number]
    if ship.knots == 0 or mode not in TRAVEL_MODES or ship.barred == state.turn:
        return 0
    if mode in (Mode.FAST, Mode.SLOW):
        turn = TURNS[state.turn]
        most = int(turn.fast if mode is Mode.FAST else turn.slow)
    elif mode is Mode.LAUNCH:
        most = 1
    else:
        most = speed_squares(state, number)
    if ship.fuel == 0:
        return min(most, int(ship.moved == 0))
    while most and ship.fuel is not None and fuel_cost(number, ship, most) > ship.fuel:
        most -= 1
    return most


def speed_squares(state: Board, number: ShipNumber) -> int:
    """The squares a ship's type and current knots allow."""
    ship, card = state.ships[number], SHIPS[number]
    kind = card.type
    if state.turn == 1 and card.first_speed != card.speed:
        return card.first_speed
    if ship.knots < SLOW_MODE or kind in (S, OILER, M):
        return 1
    if kind in (C, D):
        return 2
    if state.two_squares == "after_rest":
        return 2 if ship.moved <= 1 else 1
    return 2 if (state.two_squares == "odd_turns") == bool(state.turn % 2) else 1


@rule("6.51.2", "6.52.2", "6.53.2", "6.54.2", "6.55.2", "6.56.2", "6.57.2", "6.7")
def fuel_cost(number: ShipNumber, ship: Ship, squares: int) -> int:
    """The fuel a move of so many squares costs; nothing for a ship that has none left (BIS-R09) or needs none."""
    kind = SHIPS[number].type
    if not ship.fuel or not squares:
        return 0
    if kind is D:
        return 1 if squares == 1 else 3
    if squares > 1:
        return 1
    return int(kind in (B, A) and ship.knots < SLOW_MODE and ship.slow == "Y")


@rule("6.1", "6.24", "6.25", "6.5", "10.1", "10.6", "16.67", "16.71")
def ship_held_back(state: Board, number: ShipNumber) -> tuple[str, str] | None:
    """The section and the reason why a ship can be given no order this turn, or None if it can."""
    ship, card, turn = state.ships[number], SHIPS[number], TURNS[state.turn]
    if ship.fate is Fate.WAITING:
        return "14.1", f"{pronoun(number)} has not come into play yet"
    if ship.fate is not Fate.ACTIVE:
        return "16.71", f"{pronoun(number)} {OUT_OF_PLAY[ship.fate]}"
    if ship.hunt is not Hunt.NONE:
        return "10.1", f"{pronoun(number)} moved or tried to shadow a ship in the shadow phase"
    if card.type is M and not (turn.fast if ship.mode is Mode.FAST else turn.slow):
        return ("6.24" if ship.mode is Mode.FAST else "6.25"), "the convoy does not move on this turn"
    return None


def orderable(state: Board, number: ShipNumber) -> bool:
    """Whether a ship can be given any order this turn."""
    return ship_held_back(state, number) is None


def modes_for(state: Board, number: ShipNumber) -> Offers[Mode]:
    """The modes of chart B a ship may be put into where it is, and why not into the others."""
    ship, kind = state.ships[number], SHIPS[number].type
    return modes_of(kind, ship.mode, kind is not M and may_refuel(state, number))


REFUSED_MODES: Final = {
    Mode.MOVE: ("6.21", "convoys do not use move mode"),
    Mode.PATROL: ("6.22", "convoys do not patrol"),
    Mode.LAUNCH: ("6.23", "only aircraft carriers launch and land planes"),
    Mode.FAST: ("6.24", "a convoy stays in the mode it starts in"),
    Mode.SLOW: ("6.25", "a convoy stays in the mode it starts in"),
    Mode.R: ("6.26", "the square has no friendly port (nor, for Germans, an oiler that stays there)"),
}


@offers
@rule("6.21", "6.22", "6.23", "6.24", "6.25", "6.26")
def modes_of(kind: ShipType, mode: Mode, refuels: bool) -> Iterator[Mode]:
    """The modes of a ship of a kind; a convoy stays in the one it is in."""
    modes = [mode] if kind is M else [*WARSHIP_MODES, *[Mode.LAUNCH] * (kind is A), *[Mode.R] * refuels]
    yield from modes
    for other, refusal in REFUSED_MODES.items():
        if other not in modes:
            yield no(other, *refusal)


@rule("6.26", "15.3")
def may_refuel(state: Board, number: ShipNumber) -> bool:
    """Whether a ship may refuel and rearm where it is, as in a friendly port. Germans also may where an oiler stays,
    and in the prearranged squares of the solitaire game.
    """
    ship, card = state.ships[number], SHIPS[number]
    if ship.square in PORTS[card.side]:
        return True
    if card.side is Side.BRITISH:
        return False
    if state.solitaire:
        return ship.square in state.refuel_squares
    return any(
        SHIPS[other].type is OILER and oiler.fate is Fate.ACTIVE and oiler.square == oiler.projected == ship.square
        for other in SHIP_NUMBERS[Side.GERMAN]
        if other != number
        for oiler in (state.ships[other],)
    )


def steps_from(number: ShipNumber, square: Square) -> Offers[tuple[str, Square]]:
    """The steps a ship may take from a square, exits included, and why not in the other directions."""
    return sea_ways(SHIPS[number].side, square, EXITS[number].get(square, ()) if number in EXITS else ())


def order_ship(state: State, number: ShipNumber, mode: Mode, path: Path) -> None:
    """Note a ship's order."""
    ship = state.ships[number]
    ship.order_mode, ship.path = mode, path
