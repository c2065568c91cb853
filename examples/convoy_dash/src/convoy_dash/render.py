"""The board, as text and as data: it is described here, and the library draws it."""

from __future__ import annotations

from functools import cache

from navalcore.boards import Badge, Board, Disc, Piece, Rect, Region, Scene, Shape, Tint, wrapped
from navalcore.components import place_id

from convoy_dash.sea import Area, sea
from convoy_dash.views import BoatView, SeaView

COLUMN, ROW, EDGE, TOP, RADIUS = 190, 150, 70, 130, 50
"""From column to column, from row to row, the margins, and the radius of an area."""
WIDTH, HEIGHT = 1280, TOP + 2 * ROW + 170


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
def chart() -> Scene:
    """The areas and the ways between them: the same for every match, so it is made once."""
    areas = [_region(name, area) for name, area in sea().areas.items()]
    ways = [Shape((_centre(sea()[one]), _centre(sea()[other])), "way", closed=False) for one, other, _ in sea().edges()]
    turn = Region("turn", "The turn", Rect(20, 16, WIDTH - 40, 40), "open")
    box, name = Rect(20, HEIGHT - 84, 560, 72), "Somewhere at sea"
    hidden = Region("somewhere", name, box, "box", name, lie="row")
    return Scene("sea", "The sea between Merrow and Haven", (WIDTH, HEIGHT), (turn, *areas, hidden), shapes=tuple(ways))


def _region(name: str, area: Area) -> Region:
    """An area: a disc with its name beneath, next to those it has lanes to."""
    x, y = _centre(area)
    return Region(
        place_id("area", name),
        name,
        Disc(x, y, RADIUS),
        "port" if area.port else "sea",
        name,
        tuple(place_id("area", near) for near in sea().neighbours(name)),
        label_at=(x, y + RADIUS + 16),
    )


def board(view: SeaView) -> Board:
    """The sea as data: the convoy, the boats and what was swept, on the chart."""
    told = headline(view)
    at, ships = place_id("area", view.convoy), f"The convoy: {view.ships} ships"
    convoy = Piece("convoy", "convoy", at, ships, str(view.ships), "allies", name="the convoy")
    swept = tuple(Tint(place_id("area", name), "searched", f"{name}, swept") for name in view.swept)
    pieces = (Piece("heading/turn", "heading", "turn", told, told), convoy, *map(_boat, view.boats))
    return Board((chart(),), pieces, tints=swept)


def _boat(boat: BoatView) -> Piece:
    """A boat where it is seen, or somewhere."""
    told = f"U{boat.number}, salvos left: {boat.salvos}"
    at, name = place_id("area", boat.area) if boat.area else "somewhere", f"U{boat.number}"
    badges = (Badge("!", "sighted", "bad"),) if boat.sighted else ()
    return Piece(place_id("boat", boat.number), "submarine", at, told, name, "axis", badges=badges, name=name)


def _centre(area: Area) -> tuple[float, float]:
    return EDGE + COLUMN * area.column, TOP + ROW * area.row
