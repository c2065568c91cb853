"""The board as text: the map of 1980 with ships, planes and enemies, the search totals, and what else a side knows."""

from __future__ import annotations

from typing import Final

from navalcore.boards import WIDTH, side_by_side, wrapped
from navalcore.components import counted
from navalcore.rules import UMPIRE, rule
from navalcore_games.bismarck.cards import PLANES, RAIDERS, SHIPS, is_ship, plane_number
from navalcore_games.bismarck.commands import heading, legend, own_planes, own_ships, search_now, ships_map
from navalcore_games.bismarck.sea_map import BERGEN, ROWS, on_map
from navalcore_games.bismarck.state import Plane
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import PlaneNumber, ShipType, Side, Square

HUNT_ROWS: Final = 5
"""The rows of the map shown before a question: with the units to be ordered they fill a screen of 24 lines."""
GUTTER: Final = 3
NARROWEST: Final = 24
"""Text is not set to the right of the map in a narrower column."""


def board_text(view: BismarckView, width: int = WIDTH) -> str:
    """The map of 1980: ships and planes, the search display, and what is known of the enemy."""
    told = wrapped("\n".join([*known(view), *own_fleet(view), *planes(view)]), width)
    return "\n\n".join(filter(None, (heading(view), told, charts(view, width), wrapped(legend(view), width))))


def glance(view: BismarckView, width: int = WIDTH) -> str:
    """The rows of the map where the hunt is. To their right are the turn, the enemy in sight, the planes in the air and
    the own ships by name, as far as there is room. The board has the rest.
    """
    sheet = hunt_rows(view)
    room = width - max(map(len, sheet)) - GUTTER
    told = wrapped(
        "\n".join([heading(view), *known(view, whole=False), *planes(view)[:1], *own_fleet(view)]), max(room, NARROWEST)
    )
    lines = told.splitlines()
    if len(lines) > len(sheet):
        lines[len(sheet) - 1 :] = ["... (board: the rest)"[:room]]
    return side_by_side("\n".join(sheet), "\n".join(lines), width=width)


@rule("5.1", "9.6")
def hunt_rows(view: BismarckView) -> list[str]:
    """Some rows of the map, under its heading: around the unit that is ordered. Without one, around a German ship in
    sight, or where one was seen last, or Bergen; for the Germans around their first ship.
    """
    aloft = [(plane.here, PLANES[number].type.value) for number, plane in _on_map(view) if plane.aloft]
    heads, rows = 2, len(ROWS)
    sheet = ships_map(view, lambda ship: ship.here, aloft).splitlines()[: heads + rows]
    first = min(max(_row_of_the_hunt(view) - ROWS[0] - HUNT_ROWS // 2, 0), rows - HUNT_ROWS)
    return [*sheet[:heads], *sheet[heads + first : heads + first + HUNT_ROWS]]


def _row_of_the_hunt(view: BismarckView) -> int:
    raiders = [ship.here for number, ship in own_ships(view) if SHIPS[number].side is Side.GERMAN and on_map(ship.here)]
    seen = sorted(
        (-each.turn, each.unit not in RAIDERS, each.square)
        for each in view.enemies
        if is_ship(each.unit) and on_map(each.square)
    )
    square = raiders[0] if raiders else seen[0][-1] if seen and view.role != Side.GERMAN else BERGEN
    if (ordered := _ordered_from(view)) is not None:
        square = ordered
    return square // 100


def _ordered_from(view: BismarckView) -> Square | None:
    """Where the unit begins that the view's own side is ordering, if it is."""
    number = view.ordering
    if number is None:
        return None
    found = view.ships.get(number) if is_ship(number) else dict(own_planes(view)).get(plane_number(number))
    return found.square if found and found.square and on_map(found.square) else None


def own_fleet(view: BismarckView) -> list[str]:
    """Own warships with their squares, those of one square together."""
    found: dict[Square, list[str]] = {}
    for number, ship in own_ships(view):
        if SHIPS[number].type is not ShipType.CONVOY and on_map(ship.here):
            found.setdefault(ship.here, []).append(SHIPS[number].name)
    ships = "; ".join(f"{square} {', '.join(names)}" for square, names in sorted(found.items()))
    return [f"Ships: {ships}"] if ships else []


def known(view: BismarckView, whole: bool = True) -> list[str]:
    """Enemies in sight, and where others were seen last if the board is to be whole; the squares to refuel in."""
    lines = []
    seen = [sighting for sighting in view.enemies if sighting.spotted or whole]
    if seen:
        lines.append("Enemy: " + "; ".join(map(str, seen)))
    if view.refuel_squares:
        lines.append(f"Refuelling squares: {', '.join(map(str, sorted(set(view.refuel_squares))))}")
    return lines


@rule("5.1")
def charts(view: BismarckView, width: int) -> str:
    """The map with ships, planes and spotted enemies, and the search totals to its right where there is room, beneath
    it where there is none.
    """
    aloft = [(plane.here, PLANES[number].type.value) for number, plane in _on_map(view) if plane.aloft]
    ships = ships_map(view, lambda ship: ship.here, aloft)
    sheet, _, seen = ships.partition("\nSpotted")
    if not view.ships or view.role is UMPIRE:
        totals = ""
    else:
        totals = f"{search_now(view)}\n    Search totals of the squares (F fog)"
    found = side_by_side(*filter(None, (sheet, totals)), width=width)
    return found + (f"\n\n{wrapped(f'Spotted{seen}', width)}" if seen else "")


def _on_map(view: BismarckView) -> list[tuple[PlaneNumber, Plane]]:
    return [(number, plane) for number, plane in own_planes(view) if on_map(plane.here)]


@rule("5.1", "8.6")
def planes(view: BismarckView) -> list[str]:
    """Own planes by name: those in the air, first, and those at each base or carrier."""
    aloft = [(PLANES[number], plane) for number, plane in _on_map(view) if plane.aloft]
    bases: dict[Square, list[str]] = {}
    for number, plane in _on_map(view):
        if not plane.aloft:
            bases.setdefault(plane.here, []).append(PLANES[number].id)
    named = (f"{card} {plane.here} ({plane.mode}, {counted(plane.endurance, 'turn')} left)" for card, plane in aloft)
    lines = [f"In the air: {', '.join(named)}"] if aloft else ["No plane is in the air."] if bases else []
    return lines + [
        f"On the ground or on deck in {square}: {', '.join(names)}" for square, names in sorted(bases.items())
    ]
