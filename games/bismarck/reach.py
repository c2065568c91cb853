"""How far the unit that is being ordered can still go this turn."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, plane_number
from navalcore_games.bismarck.commands import squares_this_turn
from navalcore_games.bismarck.movement.planes import flight_squares, flight_steps
from navalcore_games.bismarck.movement.ships import fuel_cost, steps_from
from navalcore_games.bismarck.movement.whole_orders import ways_within
from navalcore_games.bismarck.search.spotting import home_square
from navalcore_games.bismarck.state import Path
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, PlaneNumber, PlaneType, ShipNumber, Square


def reach_of(view: BismarckView) -> dict[Square, Path]:
    """The squares that the unit being ordered can still reach, each with the way there from the end of its order so
    far. There are none if no unit is being ordered.
    """
    unit = view.ordering
    if unit is None:
        return {}
    return ship_reach(view, unit) if is_ship(unit) else plane_reach(view, plane_number(unit))


@rule("6.1", "7.0")
def ship_reach(view: BismarckView, number: ShipNumber) -> dict[Square, Path]:
    """Likewise of a ship, in the mode it has been given, or in move mode if it stays in that."""
    ship = view.ships[number]
    if ship.fate is not Fate.ACTIVE:
        return {}
    left = squares_this_turn(view, number) - len(ship.path)
    return ways_within(ship.projected, left, lambda here, _: steps_from(number, here))


@rule("8.3", "8.9", "8.24.2")
def plane_reach(view: BismarckView, number: PlaneNumber) -> dict[Square, Path]:
    """Likewise of a plane that is to fly; a torpedo bomber has to get back to its carrier."""
    plane, mode = view.planes[number], view.planes[number].order_mode
    if plane.fate is not Fate.ACTIVE or mode in (Mode.BASE, Mode.HOME):
        return {}
    strike = PLANES[number].type is PlaneType.TORPEDO_BOMBER and mode is Mode.ATTACK
    home = home_square(view, number) if strike else None
    left = flight_squares(view, number, mode) - len(plane.path)
    return ways_within(plane.projected, left, lambda here, rest: flight_steps(here, rest, home))


def cost_of(view: BismarckView, way: Path) -> str:
    """The cost of a way to the unit that is being ordered, in words."""
    squares = f"{len(way)} square{'s' * (len(way) > 1)}"
    unit = view.ordering
    if unit is None or not is_ship(unit) or SHIPS[unit].fuel is None:
        return squares
    ship = view.ships[unit]
    return f"{squares}, {fuel_cost(unit, ship, len(ship.path) + len(way))} fuel"
