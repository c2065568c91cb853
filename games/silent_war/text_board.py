"""The board as text: tracks, boats, combat display."""

from __future__ import annotations

from collections import Counter, defaultdict

from navalcore.boards import WIDTH, wrapped
from navalcore.components import counted
from navalcore.rules import rule
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.headquarters.fleet import marks, open_bases, score
from navalcore_games.silent_war.ids import AreaIndex, numbered
from navalcore_games.silent_war.movement.routes import distances
from navalcore_games.silent_war.views import BoatView, CombatView, SilentWarView, active_bases

STORMS = {"tropical": "Tropical Storm", "typhoon_1": "Typhoon-1", "typhoon_2": "Typhoon-2"}
"""The name of each marker of the weather."""
POSTURES = {"cautious": ", cautious", "standard": "", "aggressive": ", aggressive"}
"""How the display words a posture: not at all for the standard one, which a boat has before one is chosen."""
FEW_BOATS = 8
"""Up to so many boats are listed one by one; more are summed up by base and OpArea."""


def board_text(view: SilentWarView, width: int = WIDTH) -> str:
    """Date and tracks, the boats in play, and the combat display while there is one."""
    return wrapped("\n".join([*_tracks(view), *_boats(view, whole=True)]), width)


def glance(view: SilentWarView, width: int = WIDTH) -> str:
    """Date, tracks, and the boat that acts; where no boat does, all of them."""
    return wrapped("\n".join([*_tracks(view), *_boats(view, whole=False)]), width)


def _tracks(view: SilentWarView) -> list[str]:
    """Date and tracks, ULTRA, weather, Special Missions."""
    lines = [
        f"{view.month}, week {view.week} - War Period {view.war_period}, torpedo {view.torpedo:+d}",
        f"Sunk: {score(view.ships_sunk, view.tonnage)}; boats lost: {view.submarines_lost}",
    ]
    if view.ultra:
        lines.append(f"ULTRA: {', '.join(area_name(view, area) for area in view.ultra)}")
    lines += [f"{STORMS[storm]}: {area_name(view, area)}" for area, storm in view.storms.items()]
    return [*lines, *(f"Special Mission Zone {mission.zone}: {mission}" for mission in view.special_missions.values())]


def area_name(view: SilentWarView, at: str) -> str:
    """An OpArea's name, by its id on the board."""
    charts = load_charts(view.data_pack)
    return charts.areas[charts.area_at[at]].name


def _boats(view: SilentWarView, whole: bool) -> list[str]:
    """The combat display, or the boats."""
    if view.combat is not None:
        fighting = {fighter.boat for fighter in view.combat.fighters}
        lines = ["", *(_boat_line(view, view.boats[number]) for number in sorted(fighting))]
        return [*lines, "", *_display(view, view.combat)]
    if len(view.boats) <= FEW_BOATS:
        return ["", *(_boat_line(view, boat) for boat in view.boats)]
    now = [] if view.acting is None else ["", f"Now: {_boat_line(view, view.boats[view.acting])}"]
    return [*now, "", *_fleet(view, whole)] if whole or not now else now


def _boat_line(view: SilentWarView, boat: BoatView) -> str:
    where = f", {boat.where}" if boat.where else ""
    marked = f" ({words})" if (words := marks(boat, moved=False)) else ""
    place = f"{boat.name}: {boat.place.replace('_', ' ')}{where}{_reach(view, boat)}{marked}"
    return f"{place} - {score(boat.ships, boat.tonnage)}"


@rule("15.11", "12.0")
def _reach(view: SilentWarView, boat: BoatView) -> str:
    """How far the boat is from the nearest active base, of how far its Range lets it go; in a base its Range alone."""
    charts = load_charts(view.data_pack)
    reach = charts.boats[boat.card].range
    areas = [number for number, area in numbered(AreaIndex, charts.areas) if area.name == boat.where]
    if boat.place not in ("operating", "done") or not areas:
        return f", Range {reach}"
    far = distances(view.data_pack, active_bases(view, charts))[areas[0]]
    return f", {counted(far, 'step')} from the nearest base, Range {reach}"


def _fleet(view: SilentWarView, whole: bool) -> list[str]:
    """The boats of a campaign: how many are in which boxes of each base, and those at sea, by name if it is to be the
    whole board.
    """
    boxes: dict[str, Counter[str]] = defaultdict(Counter)
    at_sea: dict[str, list[str]] = defaultdict(list)
    for boat in view.boats:
        if boat.place in ("operating", "done"):
            words = marks(boat)
            at_sea[boat.where].append(boat.name + (f" ({words})" if words else ""))
        elif boat.where:
            boxes[boat.where][boat.place.replace("_", " ")] += 1
    lines = []
    for base in open_bases(view):
        counted = ", ".join(f"{number} {box}" for box, number in sorted(boxes[base].items()))
        lines.append(f"{base}: {counted or 'no boats'}")
    if whole:
        lines += [f"At sea, {area}: {', '.join(names)}" for area, names in at_sea.items()]
    elif at_sea:
        lines.append("At sea: " + ", ".join(f"{len(names)} in {area}" for area, names in at_sea.items()))
    return [*lines, "(boats, bases and area show more; week sums the week up; orders hands work to a bot)"]


def _display(view: SilentWarView, combat: CombatView) -> list[str]:
    charts = load_charts(view.data_pack)
    lines = [f"Combat in {combat.area}" + (", a loner" if combat.loner else "")]
    lines += [f"  not placed yet: {f.name}" for f in combat.fighters if not f.column and not f.out]
    for column in "ABCD":
        here = [f"[{f.name}{POSTURES[f.posture]}]" for f in combat.fighters if f.column == column and not f.out]
        for unit in combat.units:
            if unit.column == column:
                name = unit.back.replace("_", " ")
                if unit.ship is not None:
                    ship = charts.ships[unit.ship]
                    name = ship.called if ship.aircraft else f"{ship.called} {ship.defense}-{ship.asw}"
                name += "" if unit.face_up or unit.ship is None else " (face down)"
                tdc = "" if unit.tdc is None else f" TDC {unit.tdc:+d}"
                here.append(f"#{unit.number} {name}{tdc}{' damaged' if unit.damaged else ''}")
        lines.append(f"  {column}: {'; '.join(here)}")
    return lines
