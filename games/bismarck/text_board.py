"""The board as text: the map of 1980 with ships, planes and enemies, the search totals, and what else a side knows."""

from __future__ import annotations

from games.bismarck.cards import PLANES
from games.bismarck.commands import heading, legend, own_planes, search_now, ships_map
from games.bismarck.movement.planes import flight_squares
from games.bismarck.sea_map import distance, on_map
from games.bismarck.search.spotting import stays_aloft
from games.bismarck.state import Plane
from games.bismarck.views import BismarckView
from games.bismarck.words import Mode, PlaneNumber, Square
from navalcore.engine.decision import UMPIRE
from navalcore.render.text import WIDTH, side_by_side, wrapped
from navalcore.rulebook import rule


def board_text(view: BismarckView, width: int = WIDTH) -> str:
    """The map of 1980: ships and planes, the search display, and what is known of the enemy."""
    told = wrapped("\n".join([*known(view), *planes(view)]), width)
    return "\n\n".join(filter(None, (heading(view), told, charts(view, width), wrapped(legend(view), width))))


def glance(view: BismarckView, width: int = WIDTH) -> str:
    """What is known of the enemy, the planes in the air, and the map; the board has the rest."""
    lines = [heading(view), *known(view, whole=False), *planes(view)[:1]]
    return wrapped("\n".join(lines), width) + "\n\n" + charts(view, width, whole=False)


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
def charts(view: BismarckView, width: int, whole: bool = True) -> str:
    """The map with ships, planes and spotted enemies, and the search totals beside it where there is room; where there
    is none, they follow if the whole board is wanted.
    """
    aloft = [(plane.here, PLANES[number].type.value) for number, plane in _on_map(view) if plane.aloft]
    ships = ships_map(view, lambda ship: ship.here, aloft)
    sheet, _, seen = ships.partition("\nIn sight")
    if not view.ships or view.role is UMPIRE:
        totals = ""
    else:
        totals = f"{search_now(view)}\n    Search totals of the squares (F fog)"
    found = side_by_side(*filter(None, (sheet, totals)), width=width)
    if whole:
        return found + (f"\n\n{wrapped(f'In sight{seen}', width)}" if seen else "")
    if "\n\n" in found:
        found = sheet
    return "\n".join([found, *reversed(found.splitlines()[:2])])


@rule("8.3", "8.8", "8.9", "5.28")
def out_of_reach(view: BismarckView) -> list[PlaneNumber]:
    """Own planes that, where their orders take them, are farther from their base than they can fly in the turns they
    have left.
    """
    found = []
    for number, plane in _on_map(view):
        carrier = PLANES[number].carrier
        home = PLANES[number].base if carrier is None else view.ships[carrier].projected
        if home is None or not on_map(plane.projected) or not stays_aloft(view, number):
            continue
        left = max(0, plane.endurance - 1)
        if distance(plane.projected, home) > left * flight_squares(view, number, Mode.HOME):
            found.append(number)
    return found


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
    named = (f"{card} {plane.here} (mode {plane.mode}, endurance {plane.endurance})" for card, plane in aloft)
    lines = [f"In the air: {', '.join(named)}"] if aloft else ["No plane is in the air."] if bases else []
    return lines + [
        f"On the ground or on deck in {square}: {', '.join(names)}" for square, names in sorted(bases.items())
    ]
