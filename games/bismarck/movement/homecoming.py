"""Whether planes can get home in the turns they have left (8.3, 8.4, 8.6, 8.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from navalcore.rules import rule
from navalcore_games.bismarck.cards import PLANE_NUMBERS, PLANES
from navalcore_games.bismarck.movement.planes import flight_turns
from navalcore_games.bismarck.movement.ships import allowance, fuel_cost
from navalcore_games.bismarck.sea_map import distance, on_map, sea_distances
from navalcore_games.bismarck.search.spotting import stays_aloft
from navalcore_games.bismarck.state import Board, Plane, Ship
from navalcore_games.bismarck.turns import LAST_TURN
from navalcore_games.bismarck.words import Fate, Mode, PlaneNumber, PlaneType, ShipNumber, Side, Square


@dataclass(frozen=True, slots=True)
class _Later:
    """The board in a later turn, as far as one ship's moves go."""

    turn: int
    ships: dict[ShipNumber, Ship]
    planes: Sequence[Plane]
    visibility: Sequence[int]
    fog: Sequence[bool]
    two_squares: str
    solitaire: bool
    refuel_squares: Sequence[Square]


@rule("8.3", "8.6", "8.8", "5.28")
def out_of_reach(board: Board) -> list[PlaneNumber]:
    """The planes that will be in the air at the end of the turn, as ordered, and then cannot get home any more. Not
    with all the turns and squares they have left, though their carrier comes to meet them.

    The match does not last long enough for some of them to crash; these are left out.
    """
    return [
        number
        for number, plane in zip(PLANE_NUMBERS, board.planes, strict=False)
        if plane.fate is Fate.ACTIVE
        and plane.square is not None
        and on_map(plane.projected)
        and stays_aloft(board, number)
        and board.turn + turns_left(board, number) <= LAST_TURN
        and not gets_home(board, number)
    ]


@rule("8.8")
def turns_left(board: Board, number: PlaneNumber) -> int:
    """The turns a plane can still fly after this one, as ordered; it has to land in one of them."""
    plane = board.planes[number]
    return (plane.endurance if plane.aloft else flight_turns(number, plane.order_mode)) - 1


@rule("8.71.1", "8.72.1", "8.73.1", "8.22", "8.25")
def homeward_squares(board: Board, number: PlaneNumber) -> int:
    """The most squares that a plane can fly in a turn after this one.

    A reconnaissance plane may change its mode in the air, so the better figure of its card counts. Another plane flies
    on in the mode in which it is out, and a bomber that has searched may fly home as fast as in that mode.
    """
    card, mode = PLANES[number], board.planes[number].order_mode
    if card.type is PlaneType.RECONNAISSANCE:
        return max(card.move_squares, card.patrol_squares)
    if mode is not Mode.R:
        return card.move_squares
    return max(card.move_squares, card.patrol_squares) if card.carrier is None else card.patrol_squares


@rule("8.3", "8.4")
def gets_home(board: Board, number: PlaneNumber) -> bool:
    """Whether a plane that stays in the air this turn can still land: at its airfield, or where its carrier can be in
    launch mode when the plane comes.
    """
    plane, card, left = board.planes[number], PLANES[number], turns_left(board, number)
    if left < 1:
        return False
    flight = left * homeward_squares(board, number)
    if card.carrier is None:
        return distance(plane.projected, card.airfield) <= flight
    return any(distance(plane.projected, deck) <= flight for deck in decks(board, card.carrier, left))


@rule("6.23", "8.4")
def decks(board: Board, carrier: ShipNumber, turns: int) -> list[Square]:
    """Where a carrier can take planes in so many turns after this one: it sails, and enters launch mode in the last."""
    ship = board.ships[carrier]
    if ship.fate is not Fate.ACTIVE or not on_map(ship.projected):
        return []
    after = replace(_sailed(carrier, ship, len(ship.path)), square=ship.projected, path=(), mode=ship.order_mode)
    far = _farthest(board, carrier, after, board.turn + 1, turns)
    ways = sea_distances(Side.BRITISH, ship.projected)
    return [square for square, steps in ways.items() if steps <= far]


def _farthest(board: Board, carrier: ShipNumber, ship: Ship, turn: int, turns: int) -> int:
    """The most squares a carrier can sail in so many turns, the last of them in launch mode."""
    later = _Later(
        turn, {carrier: ship}, board.planes, board.visibility, board.fog, board.two_squares, board.solitaire,
        board.refuel_squares,
    )  # fmt: skip
    if turns == 1:
        return allowance(later, carrier, Mode.LAUNCH)
    most = 0
    for squares in range(allowance(later, carrier, Mode.MOVE) + 1):
        moved = _sailed(carrier, ship, squares)
        most = max(most, squares + _farthest(board, carrier, moved, turn + 1, turns - 1))
    return most


@rule("6.52.2")
def _sailed(carrier: ShipNumber, ship: Ship, squares: int) -> Ship:
    """A carrier after so many squares: their fuel is gone, and its slow mode indicator is turned."""
    fuel = None if ship.fuel is None else max(0, ship.fuel - fuel_cost(carrier, ship, squares))
    return replace(ship, moved=squares, fuel=fuel, slow=("Y" if squares else "N") if ship.slow else "")
