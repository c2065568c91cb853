"""The board, as text and as a picture."""

from __future__ import annotations

from functools import cache

from navalcore.boards import DrawnBoard as Board
from navalcore.boards import Mark, Palette, Picture, badge, chip, wrapped
from navalcore.components import place_id

from convoy_dash.sea import Area, sea
from convoy_dash.views import BoatView, SeaView

COLUMN, ROW, EDGE, TOP = 110, 92, 70, 90
"""Pixels from column to column, from row to row, and the margins."""
WIDTH, HEIGHT = 2 * EDGE + 6 * COLUMN, TOP + 2 * ROW + 70


def headline(view: SeaView) -> str:
    """The figures of the match in one line."""
    cup = ", ".join(f"{count} {counter}" for counter, count in view.cup.items())
    return f"Turn {view.turn} of {view.turns}: {view.ships} ships, {view.needed} needed; in the cup {cup}"


def board_text(view: SeaView, width: int = 80) -> str:
    """The sea as text: the figures, the convoy, and every boat as far as it is seen."""
    lines = [
        headline(view),
        f"The convoy is in {view.convoy}; next to it are {', '.join(sea().neighbours(view.convoy))}.",
    ]
    for boat in view.boats:
        where = boat.area or "somewhere"
        known = ", sighted" if boat.sighted else ""
        lines.append(f"U{boat.number} is {f'in {where}' if boat.area else where}{known}; salvos left: {boat.salvos}.")
    if view.swept:
        lines.append(f"Swept: {', '.join(view.swept)}.")
    return wrapped("\n".join(lines), width)


@cache
def _chart() -> str:
    """The areas and the ways between them: the same for every match."""
    picture, chart = Picture(WIDTH, HEIGHT, "The sea", background=Palette.SEA), sea()
    for one, other, _ in chart.edges():
        picture.line([_centre(chart[one]), _centre(chart[other])], stroke=Palette.FAINT, dashed=True)
    for name, area in chart.areas.items():
        x, y = _centre(area)
        with picture.place(place_id("area", name), name):
            picture.circle(x, y, 24, fill=Palette.LAND if area.port else Palette.CARD, stroke=Palette.FAINT)
            picture.rectangle(x - 3.4 * len(name), y + 28, 6.8 * len(name), 16, fill=Palette.SEA, stroke="none")
            picture.text(x, y + 40, name, size=11, anchor="middle")
    return picture.as_svg()


def board(view: SeaView) -> Board:
    """The sea as a picture: the convoy, the boats and what was swept upon the chart."""
    picture, chart = Picture(WIDTH, HEIGHT, headline(view), background=None), sea()
    picture.text(16, 28, headline(view), bold=True)
    for name in view.swept:
        with picture.place(place_id("area", name), f"{name}, swept"):
            picture.circle(*_centre(chart[name]), 24, fill=Palette.PAPER, stroke=Palette.INK)
    x, y = _centre(chart[view.convoy])
    with picture.place("convoy", f"The convoy: {view.ships} ships"):
        picture.rectangle(x - 17, y - 20, 34, 18, fill=Palette.ALLIES, round=3)
        picture.text(x, y - 7, str(view.ships), fill=Palette.CARD, anchor="middle", bold=True)
    at_sea = 160.0
    for boat in view.boats:
        told = f"U{boat.number}, salvos left: {boat.salvos}"
        sub = Mark(f"U{boat.number}", _colour(boat), told, place_id("boat", boat.number))
        if boat.area:
            x, y = _centre(chart[boat.area])
            badge(picture, x, y + 10, sub, size=12)
        else:
            at_sea += chip(picture, at_sea, HEIGHT - 29, sub, size=12) + 6
    if not all(boat.area for boat in view.boats):
        picture.text(16, HEIGHT - 14, "Somewhere at sea:", fill=Palette.FAINT)
    return Board(_chart(), picture.as_svg())


def _colour(boat: BoatView) -> str:
    return Palette.ALERT if boat.sighted else Palette.AXIS


def _centre(area: Area) -> tuple[float, float]:
    return EDGE + COLUMN * area.column, TOP + ROW * area.row
