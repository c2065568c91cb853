"""The board as text: the map of 1980 with ships, planes and enemies, the search totals, and what else a side knows."""

from __future__ import annotations

from games.bismarck.cards import PLANES
from games.bismarck.commands import heading, legend, own_planes, search_now, ships_map
from games.bismarck.sea_map import on_map
from games.bismarck.views import BismarckView
from games.bismarck.words import Square
from navalcore.engine.decision import UMPIRE
from navalcore.rulebook import rule


def board_text(view: BismarckView) -> str:
    """The map of 1980: ships and planes, the search display, and what is known of the enemy."""
    lines = [heading(view), "", ships_and_planes(view)]
    if view.refuel_squares:
        lines.append(f"Refuelling squares: {', '.join(map(str, sorted(set(view.refuel_squares))))}")
    if view.ships and view.role is not UMPIRE:
        lines += ["", "Search totals (F fog):", search_now(view)]
    known = [str(sighting) for sighting in view.enemies]
    if known:
        lines += ["", "Enemy: " + "; ".join(known)]
    return "\n".join([*lines, "", legend(view)])


@rule("5.1")
def ships_and_planes(view: BismarckView) -> str:
    """Own ships, own planes in the air and spotted enemies on the map; the planes by name beneath it."""
    planes = [(number, plane) for number, plane in own_planes(view) if on_map(plane.here)]
    aloft = [(PLANES[number], plane) for number, plane in planes if plane.aloft]
    bases: dict[Square, list[str]] = {}
    for number, plane in planes:
        if not plane.aloft:
            bases.setdefault(plane.here, []).append(PLANES[number].id)
    lines = [ships_map(view, lambda ship: ship.here, [(plane.here, card.type.value) for card, plane in aloft])]
    if aloft:
        named = (f"{card} {plane.here} (mode {plane.mode}, endurance {plane.endurance})" for card, plane in aloft)
        lines.append(f"In the air: {', '.join(named)}")
    lines += [f"On the ground or on deck in {square}: {', '.join(names)}" for square, names in sorted(bases.items())]
    return "\n".join(lines)
