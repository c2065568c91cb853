"""The committed counts of the opening, worked out by hand: what each unit may be told, whole orders included."""

import tomllib
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from navalcore_games.bismarck.cards import PLANES, SHIPS, plane_unit, unit_name
from navalcore_games.bismarck.sea_map import SQUARE_TYPES
from navalcore_games.bismarck.words import PlaneType, ShipType, Side
from tests.games.bismarck.conftest import GAME

COUNTS = tomllib.loads((Path(__file__).parents[3] / "study" / "perft.toml").read_text(encoding="utf-8"))["opening"]
CLOSED_TO_GERMANS = {2027, 2028, 2426, 2526, 2024, 2124, 2324}
PORTS = {Side.BRITISH: {1317, 1825, 2125, 2425}, Side.GERMAN: {1228, 1528, 2626, 2727}}
FIRST_DICE = 100
"""Faces of the first die after both sides' DM, a percentage."""


def open_squares(side: Side) -> set[int]:
    """All-sea squares and the side's ports (6.31, 6.32)."""
    sea = {int(square) for square, kind in SQUARE_TYPES.items() if kind == "."} | PORTS[side]
    return sea - CLOSED_TO_GERMANS if side is Side.GERMAN else sea


def grown(squares: AbstractSet[int], within: AbstractSet[int]) -> set[int]:
    """Squares with all that touch them."""
    return {square + down + right for square in squares for down in (-100, 0, 100) for right in (-1, 0, 1)} & within


def by_sea(side: Side, start: int, moves: int) -> int:
    """How many other squares a ship can be in after so many moves or fewer."""
    found, sea = {start}, open_squares(side)
    for _ in range(moves):
        found = grown(found, sea)
    return len(found) - 1


def by_air(base: int, moves: int) -> int:
    """How many other squares of rows 11 to 30 and columns 11 to 28 are so near: a rectangle."""
    row, column = divmod(base, 100)
    rows = min(row + moves, 30) - max(row - moves, 11) + 1
    columns = min(column + moves, 28) - max(column - moves, 11) + 1
    return rows * columns - 1


def squares_on_turn_one(kind: ShipType, name: str, knots: int) -> int:
    """6.51 to 6.57."""
    if name in ("Bismarck", "Prinz Eugen"):
        return 4
    return 2 if kind in (ShipType.BATTLESHIP, ShipType.CRUISER, ShipType.DESTROYERS) and knots > 21 else 1


def ships(side: Side, solitaire: bool):
    """The ships in play at the beginning: name, kind, square, squares of a move, exits, whether she lies in port."""
    state = GAME.new_match("solitaire" if solitaire else "two_player", seed=0).state
    for card in SHIPS:
        square = state.ships[card.number].square
        if card.side is side and state.ships[card.number].fate.value == "active" and square is not None:
            moves = squares_on_turn_one(card.type, card.name, card.knots)
            yield card.name, card.type, int(square), moves, int(square) in PORTS[side]


@pytest.mark.rule("bismarck", "6.1")
@pytest.mark.rule("bismarck", "7.0")
@pytest.mark.rule("bismarck", "8.9")
@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_three_answers_into_a_match_there_are_as_many_courses_as_the_rules_give(scenario: str) -> None:
    british, german = (list(ships(side, scenario == "solitaire")) for side in (Side.BRITISH, Side.GERMAN))
    land_planes = [card for card in PLANES if card.type is not PlaneType.TORPEDO_BOMBER]
    units = len(british) + len(land_planes) + 1  # the planes of carriers that are not in play come later; DM
    expected = {}
    for name, kind, square, moves, in_port in british:
        steps = by_sea(Side.BRITISH, square, 1)
        if kind is ShipType.CONVOY:  # one mode: her step or none, then the next unit
            expected[name] = (steps + 1) * units
            continue
        # M, F and C ask for the first step or an end; P, and R in port, are done; so is every whole order.
        done = 1 + in_port + by_sea(Side.BRITISH, square, moves)
        expected[name] = 3 * (steps + 1) + done * units
    for card in land_planes:
        steps = by_air(card.airfield, 1)  # the first of them, in each of two modes
        whole = sum(by_air(card.airfield, far) for far in (card.move_squares, card.patrol_squares))
        expected[unit_name(plane_unit(card.number))] = 2 * steps + (1 + whole) * units
    modes = sum(4 + in_port + by_sea(Side.GERMAN, square, moves) for _, _, square, moves, in_port in german)
    expected["DM"] = modes + FIRST_DICE
    (committed,) = [each for each in COUNTS if (each["game"], each["scenario"]) == ("bismarck", scenario)]
    assert dict(committed["divide"]) == expected
    assert committed["lines"][0] == units
