"""The board, as text and as a picture."""

from __future__ import annotations

from functools import cache

from navalcore.boards import DrawnBoard as Board
from navalcore.boards import Mark, Palette, Picture, TiledBoard, damage_track, legend, tiled_text
from navalcore.components import place_id

from skerry_passage.choices import Leg, Way
from skerry_passage.passage import chart, sea
from skerry_passage.state import Ship
from skerry_passage.views import PassageView

COLOURS = {"grey": Palette.AXIS, "blue": Palette.ALLIES}
SIDEBAR = 290
TABLE = TiledBoard(sea(), 50, top=34)
WIDTH, HEIGHT = TABLE.width + SIDEBAR, TABLE.height


def headline(view: PassageView) -> str:
    """The figures of the match in one line."""
    mission = "; ".join(f"{side} is to {mission}" for side, mission in view.missions.items() if mission)
    return f"Turn {view.turn} of {view.turns}, sight {view.sight} hexes" + (f"; {mission}" if mission else "")


def told(ship: Ship) -> str:
    """A ship in a line of words."""
    if ship.sunk:
        return f"{ship.card.name} is sunk."
    if not ship.space:
        return f"{ship.card.name} has left the passage."
    parts = [f"{ship.card.name} ({ship.side}) in {ship.space} heads {ship.facing.name}", f"speed {ship.speed}"]
    parts.append(f"hits {ship.damage.filled} of {ship.damage.boxes}")
    parts += [effect for effect in ship.damage.in_force if effect != "slowed"]
    parts += [f"torpedoes {ship.torpedoes}"] if ship.card.torpedoes else []
    parts += [f"smoke {ship.smoke}"] if ship.card.smoke else []
    return f"{', '.join(parts)}."


def board_text(view: PassageView) -> str:
    """The passage as text: the figures, a map, every ship, and the courses that can be seen."""
    smoke = view.markers.spaces("smoke")
    ships = {ship.space: f"{ship.card.letters}" for ship in view.ships if ship.here}

    def cell(space: str) -> str:
        if space in ships:
            return ships[space]
        if space == chart().light:
            return "LT"
        return "##" if space in chart().islands else "~~" if space in smoke else "."

    lines = [headline(view), "", tiled_text(sea(), cell, 3), "", *map(told, view.ships)]
    for side, sheet in view.courses.items():
        if sheet:
            lines.append(f"Courses of {side}: {'; '.join(map(str, sheet))}.")
    if smoke:
        lines.append(f"Smoke lies in {', '.join(smoke)}.")
    return "\n".join(lines)


@cache
def _chart() -> str:
    """The sea and the islands: the same for every match."""
    picture = Picture(WIDTH, HEIGHT, "The passage", background=Palette.SEA)
    TABLE.tint(picture, sorted(chart().islands), Palette.LAND, stroke=Palette.COAST)
    TABLE.grid(picture)
    TABLE.text(picture, chart().light, "Light", bold=True, down=0.1)
    entries = [(Palette.AXIS, "Grey squadron"), (Palette.ALLIES, "Blue squadron"), (Palette.NEUTRAL, "smoke")]
    legend(picture, TABLE.width + 10, HEIGHT - 60, entries)
    return picture.as_svg()


def board(view: PassageView) -> Board:
    """The passage as a picture: smoke, courses, ships, and their damage tracks beside the map."""
    picture = Picture(WIDTH, HEIGHT, headline(view), background=None)
    picture.text(12, 24, headline(view), bold=True)
    TABLE.tint(picture, view.markers.spaces("smoke"), Palette.NEUTRAL, opacity=0.55, tip="smoke")
    TABLE.spots(picture, lambda space: place_id("hex", space))
    for ship in view.ships:
        TABLE.arrow(picture, _course(view, ship), stroke=COLOURS[ship.side])
    for number, ship in enumerate(view.ships):
        if ship.here:
            mark = Mark(ship.card.letters, COLOURS[ship.side], told(ship), place_id("ship", ship.id))
            TABLE.counter(picture, ship.space, mark, facing=ship.facing)
        _card(picture, ship, 60 + 92 * number)
    return Board(_chart(), picture.as_svg())


def _course(view: PassageView, ship: Ship) -> list[str]:
    """The hexes of a course while it is written; once it is sailed, nothing."""
    sheet: tuple[Leg, ...] = view.courses.get(ship.side) or ()
    if view.phase != "courses" or not ship.here:
        return []
    return [ship.space, *(leg.to for leg in sheet if leg.ship == ship.id and leg.to and leg.way is not Way.SMOKE)]


def _card(picture: Picture, ship: Ship, top: float) -> None:
    """A ship's card: its name, what it has, and its damage track."""
    left, colour = TABLE.width + 10, COLOURS[ship.side]
    state = "sunk" if ship.sunk else "has left" if not ship.space else f"speed {ship.speed}"
    stores = f", torpedoes {ship.torpedoes}, smoke {ship.smoke}" if ship.card.torpedoes else ""
    picture.text(left, top, f"{ship.card.name}: {state}{stores}", bold=True, fill=colour, size=12)
    damage_track(picture, left, top + 10, ship.damage, name=ship.card.name, colour=colour)
