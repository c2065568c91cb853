"""Facts known at the table about orders and shadows: reach with its fuel, endurance, moves of convoys, chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from navalcore.rules import Decision, Fact, Game, Play, ScriptedChance, Terms, places, rule
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, plane_number
from navalcore_games.bismarck.choices import Go, OrderTo, SetMode, Stop, Unit
from navalcore_games.bismarck.ids import square_id
from navalcore_games.bismarck.movement.planes import flight_squares
from navalcore_games.bismarck.movement.ships import allowance, fuel_cost
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.reach import reach_of
from navalcore_games.bismarck.sea_map import CLYDE, EXITS, on_map, sea_distances
from navalcore_games.bismarck.search.spotting import (
    fog_in,
    home_square,
    plane_factor,
    projected_totals,
    search_strength,
    ship_factor,
    stays_aloft,
    visibility_in,
)
from navalcore_games.bismarck.shadow import DIE, doubled_strength, shadow_strength
from navalcore_games.bismarck.state import Path, Plane, Ship
from navalcore_games.bismarck.turns import TURNS, is_night
from navalcore_games.bismarck.victory import MISSIONS, Mission
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Hunt, Mode, PlaneType, ShipNumber, Side, Square, UnitNumber

MISSION_OF = {mission.convoy: mission for mission in MISSIONS}


def facts(
    game: Game[Any, Any, Any], view: BismarckView, decision: Decision, terms: Terms[BismarckOptions]
) -> Sequence[Sequence[Fact]]:
    """The facts about each option of an order or a shadow; nothing of other questions."""
    if decision.kind == "shadow":
        shadow = Play(cast("Any", view), terms.options, ScriptedChance(), modifiers=game.modifiers)
        return _shadows(shadow, view, decision)
    if decision.kind == "order_unit":
        done = _searched(game, view, Side(decision.role), terms)
        return [_unit(view, option.number) if isinstance(option, Unit) else done for option in decision.options]
    if decision.kind not in ("ship_mode", "plane_mode", "ship_move", "plane_move"):
        return ()
    reach = reach_of(view)
    play = Play(cast("Any", view), terms.options, ScriptedChance(), modifiers=game.modifiers)
    search = _searches(play, view)
    return [[*_ordered(play, view, option, reach), *search(option)] for option in decision.options]


@rule("10.7")
def _shadows(play: Play[Any, Any], view: BismarckView, decision: Decision) -> Sequence[Sequence[Fact]]:
    """The chance of each shadower, by how far the ship moves; nothing if one that is not offered may help."""
    hunters = [option for option in decision.options if isinstance(option, Unit)]
    if not hunters or _others_here(view, hunters[0].square):
        return ()
    return [
        [_shadow(play, view, option, squares, len(hunters) - 1) for squares in (1, 2)]
        if isinstance(option, Unit)
        else ()
        for option in decision.options
    ]


def _shadow(play: Play[Any, Any], view: BismarckView, hunter: Unit, squares: int, helpers: int) -> Fact:
    strength = shadow_strength(hunter.number, is_night(view.turn, hunter.square))
    doubled = doubled_strength(play, strength, visibility_in(view, hunter.square), squares, helpers)
    chance = Fraction(min(max(doubled, 0), DIE), DIE)
    moves = "one square or none" if squares == 1 else "two squares"
    return Fact(f"shadow_{('', 'one', 'two')[squares]}", chance, "10.7", f"shadows her if she moves {moves}")


def _others_here(view: BismarckView, square: Square) -> bool:
    """Whether a unit in a square has been used for another shadow, and so may help without being offered."""
    units: list[Ship | Plane] = [*view.ships.values(), *view.planes]
    here = (unit for unit in units if unit.fate is Fate.ACTIVE and unit.square == square)
    return any(unit.hunt is not Hunt.NONE for unit in here)


def _unit(view: BismarckView, unit: UnitNumber) -> Sequence[Fact]:
    """Of a convoy the moves of its mission, of a plane in the air the turns it has left; nothing once it is ordered."""
    if unit in view.ordered:
        return []
    if not is_ship(unit):
        plane = view.planes[plane_number(unit)]
        return [Fact("endurance", plane.endurance, "8.8", "turns left in the air")] if plane.aloft else []
    mission = MISSION_OF.get(unit)
    if mission is None or unit in view.settled or view.ships[unit].square is None:
        return []
    needed, left = moves_needed(view, mission), moves_left(view, mission)
    told = [Fact("moves_left", left, "17.3", "moves left"), Fact("due", mission.due, "17.4", "by turn")]
    return told if needed is None else [Fact("moves_needed", needed, "17.3", "moves needed"), *told]


@rule("9.2", "9.21", "9.4")
def _searched(
    game: Game[Any, Any, Any], view: BismarckView, side: Side, terms: Terms[BismarckOptions]
) -> Sequence[Fact]:
    """The squares in which the side's search suffices as all units are ordered now: what ending the orders comes to."""
    play = Play(cast("Any", view), terms.options, ScriptedChance(), modifiers=game.modifiers)
    found = [
        square_id(square)
        for square, factors in sorted(projected_totals(view, side).items())
        if not fog_in(view, square) and search_strength(play, side, factors) >= visibility_in(view, square)
    ]
    return [Fact("searched", len(found), "9.23", "squares searched well enough", places=places(at=found))]


@rule("17.3", "7.0")
def moves_needed(view: BismarckView, mission: Mission) -> int | None:
    """The fewest moves that bring a convoy where its mission sends it; None if there is no way."""
    here = view.ships[mission.convoy].here
    ways = sea_distances(Side.BRITISH, here) if on_map(here) else {}
    if mission.column is not None:
        found = [moves for square, moves in ways.items() if square % 100 >= mission.column]
    elif mission.convoy in EXITS:
        found = [moves + 1 for square, moves in ways.items() if square in EXITS[mission.convoy]]
    else:
        found = [moves for square, moves in ways.items() if square == CLYDE]
    return min(found, default=None)


@rule("6.24", "6.25", "17.3")
def moves_left(view: BismarckView, mission: Mission) -> int:
    """The moves that a convoy's mode gives it from this turn to the one on which its mission is due."""
    fast = view.ships[mission.convoy].mode is Mode.FAST
    coming = range(view.turn, mission.due + 1)
    return sum(TURNS[turn].fast if fast else TURNS[turn].slow for turn in coming)


def _ordered(play: Play[Any, Any], view: BismarckView, option: object, reach: Mapping[Square, Path]) -> Sequence[Fact]:
    """Of a mode the squares it gives; of a step what it costs, and every square to which it begins the shortest way."""
    unit = view.ordering
    if unit is None:
        return []
    if isinstance(option, SetMode):
        squares = allowance(view, unit, option.mode) if is_ship(unit) else _flight(view, unit, option.mode)
        told = [Fact("squares", squares, "6.5" if is_ship(unit) else _section(unit), "squares at most")]
        stays = option.mode is Mode.BASE or (is_ship(unit) and option.mode in (Mode.PATROL, Mode.R))
        return [*(() if stays else told), *(_followed(play, view, unit, squares) if is_ship(unit) else ())]
    if isinstance(option, OrderTo) and is_ship(unit):
        return _whole(view, unit, option.square)
    if not isinstance(option, Go):
        return []
    if not is_ship(unit):
        plane = view.planes[plane_number(unit)]
        return [
            Fact(
                "squares_left",
                _flight(view, unit, plane.order_mode) - len(plane.path) - 1,
                _section(unit),
                "squares left",
            )
        ]
    found = [_reached(view, unit, square, way) for square, way in reach.items() if way[0] == option.square]
    return [*_fuel(view, unit), *_followed(play, view, unit, len(view.ships[unit].path) + 1), *found]


@rule("9.2", "9.21", "9.4", "10.1")
def _searches(play: Play[Any, Any], view: BismarckView) -> Callable[[object], Sequence[Fact]]:
    """The side's search in the square of an option that leaves the unit there, as all units are ordered, and the
    visibility with which it is compared. In the long lists of whole orders only where it suffices.
    """
    unit = view.ordering
    if unit is None:
        return lambda _: ()
    side = SHIPS[unit].side if is_ship(unit) else Side.BRITISH
    body = _body(view, unit)
    totals = projected_totals(view, side)
    if on_map(body.projected) and (is_ship(unit) or stays_aloft(view, plane_number(unit))):
        totals[body.projected] -= _factor(view, unit, body.order_mode, body.projected)

    def told(option: object) -> Sequence[Fact]:
        mode, square = _ends(view, unit, option)
        if mode is None or not on_map(square):
            return ()
        if fog_in(view, square):
            return [Fact("fog", 0, "9.4", "search in fog")]
        total = search_strength(play, side, totals.get(square, 0) + _factor(view, unit, mode, square))
        level = visibility_in(view, square)
        if isinstance(option, OrderTo) and total < level:
            return ()
        return [Fact("search", total, "9.2", "search"), Fact("visibility", level, "9.23", "visibility")]

    return told


def _body(view: BismarckView, unit: UnitNumber) -> Ship | Plane:
    return view.ships[unit] if is_ship(unit) else view.planes[plane_number(unit)]


def _factor(view: BismarckView, unit: UnitNumber, mode: Mode, square: Square) -> int:
    night = is_night(view.turn, square)
    if is_ship(unit):
        return ship_factor(unit, view.ships[unit], mode, night)
    return plane_factor(plane_number(unit), view.planes[plane_number(unit)], mode, night)


def _ends(view: BismarckView, unit: UnitNumber, option: object) -> tuple[Mode | None, Square]:
    """The mode and the square in which an option leaves a unit; no mode if it leaves that open, or on the ground."""
    body = _body(view, unit)
    mode, square = None, body.here
    match option:
        case OrderTo(ordered, there):
            mode, square = ordered, there
        case SetMode(ordered) if is_ship(unit) and ordered in (Mode.PATROL, Mode.R):
            mode = ordered
        case Go(_, there) | Stop(there):
            mode, square = body.order_mode, there
        case _:
            pass
    if not is_ship(unit):
        number = plane_number(unit)
        strikes = PLANES[number].type is PlaneType.TORPEDO_BOMBER and mode is Mode.ATTACK
        if strikes or square == home_square(view, number):
            mode = None
    return mode, square


@rule("10.1", "10.7")
def _followed(play: Play[Any, Any], view: BismarckView, number: ShipNumber, squares: int) -> list[Fact]:
    """The owner's knowledge of a shadow of one of their ships: its chance if no unit but the one named to that player
    helps."""
    hunter, ship = view.hunter, view.ships[number]
    if hunter is None or SHIPS[number].side != view.role or ship.square is None:
        return []
    strength = shadow_strength(hunter, is_night(view.turn, ship.here))
    doubled = doubled_strength(play, strength, visibility_in(view, ship.here), squares, 0)
    chance = Fraction(min(max(doubled, 0), DIE), DIE)
    name, moves = ("followed_one", "one square or none") if squares < 2 else ("followed_two", "two squares")
    return [Fact(name, chance, "10.7", f"if she moves {moves} and no unit helps the shadower: followed")]


@rule("7.0", "6.5")
def _reached(view: BismarckView, number: ShipNumber, square: Square, way: Path) -> Fact:
    """A square with the shortest way to it, and the fuel of a whole move there: squares of a ship that needs none."""
    ship = view.ships[number]
    at = places(at=[square_id(each) for each in way if on_map(each)])
    if ship.fuel is None:
        return Fact("reach_squares", len(way), "7.0", f"squares to {square}", places=at)
    return Fact("reach_fuel", fuel_cost(number, ship, len(ship.path) + len(way)), "6.5", f"fuel to {square}", places=at)


@rule("7.0", "6.5")
def _whole(view: BismarckView, number: ShipNumber, square: Square) -> Sequence[Fact]:
    """The cost of a whole order to a ship: fuel, or squares where she needs none."""
    ship = view.ships[number]
    squares = sea_distances(SHIPS[number].side, ship.here)[square]
    if ship.fuel is None:
        return [Fact("squares", squares, "6.5", "squares")]
    return [Fact("fuel", fuel_cost(number, ship, squares), "6.5", "fuel")]


def _section(unit: UnitNumber) -> str:
    """Where the squares of a plane of its type are."""
    return {"R": "8.71.1", "L": "8.72.1", "T": "8.73.1"}[PLANES[plane_number(unit)].type]


def _flight(view: BismarckView, unit: UnitNumber, mode: Mode) -> int:
    number = plane_number(unit)
    return 0 if mode is Mode.BASE else flight_squares(view, number, mode)


@rule("6.5")
def _fuel(view: BismarckView, number: ShipNumber) -> list[Fact]:
    """The fuel a ship has left if it goes one step further; nothing of a ship that needs none."""
    ship = view.ships[number]
    if ship.fuel is None:
        return []
    return [Fact("fuel_left", ship.fuel - fuel_cost(number, ship, len(ship.path) + 1), "6.5", "fuel left")]
