"""The combat display as SVG: four columns of units, the boats below them."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from navalcore.boards import DrawnBoard as Board, Mark, Palette, Picture, counter, disc, fitted
from navalcore.components import counted, place_id
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.views import CombatView, FighterView, SilentWarView, UnitView

COLUMN, ROW, MARGIN = 170, 58, 12
"""Pixels of a column, of the row of a unit, and around the columns."""


def display_board(view: SilentWarView, combat: CombatView) -> Board:
    """The combat display: four columns of units, the boats below them."""
    units: dict[str, list[UnitView]] = defaultdict(list)
    boats: dict[str, list[FighterView]] = defaultdict(list)
    for unit in combat.units:
        units[unit.column].append(unit)
    for fighter in combat.fighters:
        if not fighter.out:
            boats[fighter.column].append(fighter)
    deepest = max([3, *map(len, units.values())])
    fewest = max([1, *map(len, boats.values())])
    top = 62
    floor = top + deepest * ROW
    height = floor + fewest * 40 + 24
    number = ("first attack", "first re-attack", "second re-attack")[combat.round_number]
    title = f"Combat in {combat.area}, {'a loner, ' if combat.loner else ''}{number}"
    picture = Picture(2 * MARGIN + 4 * COLUMN, height, title, background=None)
    picture.text(MARGIN, 24, title, size=15, bold=True)
    charts = load_charts(view.data_pack)
    names = {fighter.boat: charts.boats[view.boats[fighter.boat].card].id for fighter in combat.fighters}
    for n, column in enumerate("ABCD"):
        x = MARGIN + n * COLUMN
        for row, unit in enumerate(units[column]):
            _unit(picture, view, combat, unit, x + 10, top + row * ROW)
        picture.line([(x + 8, floor), (x + COLUMN - 8, floor)], stroke=Palette.FAINT, dashed=True)
        for row, fighter in enumerate(boats[column]):
            y = floor + 8 + row * 40
            said = f"{fighter.posture}, {fighter.ships} sunk"
            told, place = f"{fighter.name} in column {column}, {said}", place_id("boat", names[fighter.boat])
            mark = Mark(fighter.name, Palette.ALLIES, told, place, edge=Palette.INK, note=said)
            counter(picture, x + 10, y, 34, mark, width=COLUMN - 20, round=15)
    for row, fighter in enumerate(boats[""]):
        with picture.place(place_id("boat", names[fighter.boat]), f"{fighter.name}, not placed yet"):
            y = floor + 20 + row * 40
            picture.text(MARGIN + 4, y, f"{fighter.name}, not placed yet", size=12, fill=Palette.ALLIES)
    return Board(_frame(height), picture.as_svg())


@cache
def _frame(height: float) -> str:
    """The four columns of a display so high."""
    picture = Picture(2 * MARGIN + 4 * COLUMN, height, "Combat display", background=Palette.SEA)
    for n, column in enumerate("ABCD"):
        x = MARGIN + n * COLUMN
        with picture.place(place_id("column", column), f"column {column}"):
            picture.rectangle(x + 3, 34, COLUMN - 6, height - 42, fill=Palette.PAPER, stroke=Palette.FAINT, opacity=0.6)
            picture.text(x + COLUMN / 2, 52, column, size=14, anchor="middle", bold=True)
    return picture.as_svg()


def _unit(picture: Picture, view: SilentWarView, combat: CombatView, unit: UnitView, x: float, y: float) -> None:
    """A unit: its back while unknown, its figures once seen; its marker and the points on it."""
    ship = None if unit.ship is None else load_charts(view.data_pack).ships[unit.ship]
    name = "aircraft" if ship is not None and ship.aircraft else unit.name or unit.back.replace("_", " ")
    marks = [] if unit.tdc is None else [f"TDC {unit.tdc:+d}"]
    if unit.number in combat.aims:
        points = combat.aims[unit.number]
        marks.append(counted(points, "point"))
    figures = ""
    if ship is not None:
        figures = f"ASW {ship.asw}" if ship.aircraft else f"defense {ship.defense}, ASW {ship.asw}"
    figures += ", damaged" if unit.damaged else ""
    seen = "" if unit.face_up else "face down"
    title = ", ".join(filter(None, [f"#{unit.number} {name}", seen, figures, *marks]))
    width, height = COLUMN - 20, ROW - 8
    sun = Palette.AXIS if unit.back == "red_ball" else Palette.ALERT
    ink = Palette.INK if unit.face_up else Palette.CARD
    hospital = ship is not None and ship.hospital
    with picture.place(place_id("unit", unit.number), title):
        face = Palette.CARD if unit.face_up else Palette.NEUTRAL
        edge = Palette.GOOD if hospital else Palette.AXIS
        counter(picture, x, y, height, Mark("", face, "", edge=edge, line=3 if hospital else 1), width=width, round=4)
        disc(picture, x + 14, y + 14, 7, Mark("", sun, "", edge=sun))
        label = fitted(f"#{unit.number} {name}", width - 32, 12, bold=True)
        picture.text(x + 28, y + 19, label, fill=ink, bold=True)
        picture.text(x + 8, y + 36, figures, size=10, fill=ink)
        picture.text(x + width - 6, y + 47, ", ".join(marks), size=10, fill=ink, anchor="end", bold=True)
