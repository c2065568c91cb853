"""The board, as text and as a picture."""

from __future__ import annotations

from navalcore.render import Palette, Picture

from convoy_dash.sea import Area, sea
from convoy_dash.views import SeaView

COLUMN, ROW, EDGE, TOP = 110, 92, 70, 90
"""Pixels from column to column, from row to row, and the margins."""


def headline(view: SeaView) -> str:
    """The figures of the match in one line."""
    cup = ", ".join(f"{count} {counter}" for counter, count in view.cup.items())
    return f"Turn {view.turn} of {view.turns}: {view.ships} ships, {view.needed} needed; in the cup {cup}"


def board_text(view: SeaView) -> str:
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
    return "\n".join(lines)


def board_svg(view: SeaView) -> str:
    """The sea as a picture."""
    picture = Picture(2 * EDGE + 6 * COLUMN, TOP + 2 * ROW + 70, headline(view), background=Palette.SEA)
    picture.text(16, 28, headline(view), bold=True)
    chart = sea()
    for one, other, _ in chart.edges():
        picture.line([_centre(chart[one]), _centre(chart[other])], stroke=Palette.FAINT, dashed=True)
    for name, area in chart.areas.items():
        x, y = _centre(area)
        fill = Palette.LAND if area.port else Palette.PAPER if name in view.swept else Palette.CARD
        picture.circle(x, y, 24, fill=fill, stroke=Palette.INK if name in view.swept else Palette.FAINT, tip=name)
        picture.rectangle(x - 3.4 * len(name), y + 28, 6.8 * len(name), 16, fill=Palette.SEA, stroke="none")
        picture.text(x, y + 40, name, size=11, anchor="middle")
    x, y = _centre(chart[view.convoy])
    picture.rectangle(x - 17, y - 20, 34, 18, fill=Palette.ALLIES, round=3, tip="the convoy")
    picture.text(x, y - 7, str(view.ships), fill=Palette.CARD, anchor="middle", bold=True)
    for boat in view.boats:
        if boat.area:
            x, y = _centre(chart[boat.area])
            fill = Palette.ALERT if boat.sighted else Palette.AXIS
            picture.rectangle(x - 17, y + 1, 34, 18, fill=fill, round=9, tip=f"U{boat.number}")
            picture.text(x, y + 14, f"U{boat.number}", fill=Palette.CARD, anchor="middle", bold=True)
    hidden = ", ".join(f"U{boat.number}" for boat in view.boats if not boat.area)
    picture.text(16, TOP + 2 * ROW + 56, f"Somewhere at sea: {hidden or 'no boat'}", fill=Palette.FAINT)
    return picture.as_svg()


def _centre(area: Area) -> tuple[float, float]:
    return EDGE + COLUMN * area.column, TOP + ROW * area.row
