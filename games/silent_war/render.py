"""The board as text: tracks, boats, combat display."""

from __future__ import annotations

from games.silent_war.charts import charts
from games.silent_war.views import BoatView, CombatView, SilentWarView


def board_text(view: SilentWarView) -> str:
    """Date and tracks, the boats in play, and the combat display while there is one."""
    lines = [
        f"{view.month}, week {view.week} - War Period {view.war_period}, torpedo {view.torpedo:+d}",
        f"Ships sunk {view.ships_sunk}, tonnage {view.tonnage},000, submarines lost {view.submarines_lost}",
    ]
    if view.ultra:
        lines.append(f"ULTRA: {', '.join(view.ultra)}")
    lines += [f"{storm.replace('_', ' ').capitalize()}: {area}" for area, storm in view.storms.items()]
    lines.append("")
    lines += [_boat_line(boat) for boat in view.boats]
    if view.combat is not None:
        lines += ["", *_display(view, view.combat)]
    return "\n".join(lines)


def _boat_line(boat: BoatView) -> str:
    marks = [word for word, there in (("patrol", boat.on_patrol), ("spotted", boat.spotted)) if there]
    if boat.rtb != "none":
        marks.append(f"RTB {boat.rtb}")
    if boat.damage:
        marks.append(f"damage {boat.damage}")
    if boat.skipper:
        marks.append(f"{boat.skipper} +{boat.rating}")
    where = f", {boat.where}" if boat.where else ""
    marked = f" ({', '.join(marks)})" if marks else ""
    return f"{boat.name}: {boat.place.replace('_', ' ')}{where}{marked} - {boat.ships} ships, {boat.tonnage},000 tons"


def _display(view: SilentWarView, combat: CombatView) -> list[str]:
    table = charts(view.data_pack)
    lines = [f"Combat in {combat.area}" + (", a loner" if combat.loner else "")]
    for column in "ABCD":
        here = [f"[{f.name}, {f.posture}]" for f in combat.fighters if f.column == column and not f.out]
        for unit in combat.units:
            if unit.column == column:
                name = unit.back.replace("_", " ")
                if unit.ship is not None:
                    ship = table.ships[unit.ship]
                    name = ship.name if ship.aircraft else f"{ship.name} {ship.defense}-{ship.asw}"
                name += "" if unit.face_up or unit.ship is None else " (face down)"
                tdc = "" if unit.tdc is None else f" TDC {unit.tdc:+d}"
                here.append(f"#{unit.number} {name}{tdc}{' damaged' if unit.damaged else ''}")
        lines.append(f"  {column}: {'; '.join(here)}")
    return lines
