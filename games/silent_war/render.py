"""The board as text: tracks, boats, combat display."""

from __future__ import annotations

from collections import Counter, defaultdict

from games.silent_war.data_pack.charts import load_charts
from games.silent_war.headquarters.fleet import marks, score
from games.silent_war.views import BoatView, CombatView, SilentWarView

FEW_BOATS = 8
"""Up to so many boats are listed one by one; more are summed up by base and OpArea."""


def board_text(view: SilentWarView) -> str:
    """Date and tracks, the boats in play, and the combat display while there is one."""
    tons = f"{view.tonnage},000" if view.tonnage else "0"
    lines = [
        f"{view.month}, week {view.week} - War Period {view.war_period}, torpedo {view.torpedo:+d}",
        f"Ships sunk {view.ships_sunk}, tonnage {tons}, submarines lost {view.submarines_lost}",
    ]
    if view.ultra:
        lines.append(f"ULTRA: {', '.join(view.ultra)}")
    lines += [f"{storm.replace('_', ' ').capitalize()}: {area}" for area, storm in view.storms.items()]
    if view.acting is not None and len(view.boats) > FEW_BOATS and view.combat is None:
        lines += ["", f"Now: {_boat_line(view.boats[view.acting])}"]
    if view.combat is not None:
        fighting = {fighter.boat for fighter in view.combat.fighters}
        lines += ["", *(_boat_line(view.boats[number]) for number in sorted(fighting))]
        lines += ["", *_display(view, view.combat)]
    elif len(view.boats) <= FEW_BOATS:
        lines += ["", *map(_boat_line, view.boats)]
    else:
        lines += ["", *_fleet(view)]
    return "\n".join(lines)


def _boat_line(boat: BoatView) -> str:
    where = f", {boat.where}" if boat.where else ""
    marked = f" ({words})" if (words := marks(boat, moved=False)) else ""
    return f"{boat.name}: {boat.place.replace('_', ' ')}{where}{marked} - {score(boat.ships, boat.tonnage)}"


def _fleet(view: SilentWarView) -> list[str]:
    """The boats of a campaign: how many are in which boxes of each base, and by name those at sea."""
    boxes: dict[str, Counter[str]] = defaultdict(Counter)
    at_sea: dict[str, list[str]] = defaultdict(list)
    for boat in view.boats:
        if boat.place in ("operating", "done"):
            words = marks(boat)
            at_sea[boat.where].append(boat.name + (f" ({words})" if words else ""))
        elif boat.where:
            boxes[boat.where][boat.place.replace("_", " ")] += 1
    lines = []
    for base in view.bases:
        counted = ", ".join(f"{number} {box}" for box, number in sorted(boxes[base].items()))
        lines.append(f"{base}: {counted or 'no boats'}")
    lines += [f"At sea, {area}: {', '.join(names)}" for area, names in at_sea.items()]
    return [*lines, "(boats, bases and area tell more; week sums the week up; orders hands work to a bot)"]


def _display(view: SilentWarView, combat: CombatView) -> list[str]:
    charts = load_charts(view.data_pack)
    lines = [f"Combat in {combat.area}" + (", a loner" if combat.loner else "")]
    lines += [f"  not placed yet: {f.name}" for f in combat.fighters if not f.column and not f.out]
    for column in "ABCD":
        here = [f"[{f.name}, {f.posture}]" for f in combat.fighters if f.column == column and not f.out]
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
