"""The board, as text and as data: it is described here, and the library draws it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from navalcore.boards import Board, Label, Piece, Rect, Region, Scene, Tint, Trace, hexes, tiled_text, track
from navalcore.components import place_id

from skerry_passage.choices import Leg, Way
from skerry_passage.passage import Card, cards, chart, sea
from skerry_passage.state import Ship
from skerry_passage.views import PassageView

SIDES = {"grey": "axis", "blue": "allies"}
HEX, EDGE, TOP = 56, 12, 56
WIDTH, HEIGHT = 1280, 716
SHEETS, SHEET, BOX = 886, 382, (34, 28)
"""Where the sheets of the ships begin, how wide they are, and a box of a damage track."""


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
def passage() -> Scene:
    """The sea and the islands, and the sheet of every ship: the same for every match, so it is made once."""
    tiles = hexes(
        sea(), HEX, left=EDGE, top=TOP,
        kind=lambda space: "land" if space in chart().islands else "sea",
        label=lambda space: "Light" if space == chart().light else space,
    )  # fmt: skip
    turn = Region("turn", "The turn", Rect(EDGE, 12, WIDTH - 2 * EDGE, 36), "open")
    tops = [(card, TOP + 10 + 124 * number) for number, card in enumerate(cards().values())]
    sheets = [region for card, top in tops for region in _sheet(card, top)]
    labels = [label for card, top in tops for label in _effects(card, top)]
    return Scene("passage", "The passage", (WIDTH, HEIGHT), (turn, *tiles, *sheets), tuple(labels))


def _sheet(card: Card, top: float) -> tuple[Region, ...]:
    """A ship's sheet: a line for what she has, and the boxes of her damage track."""
    line = Region(place_id("sheet", card.id), f"{card.name}'s sheet", Rect(SHEETS, top, SHEET, 30), "open", lie="row")
    boxes = track(f"hits/{card.id}", f"{card.name}, hits", range(card.hull + 1), (SHEETS, top + 34), box=BOX)
    return (line, *boxes)


def _effects(card: Card, top: float) -> Iterator[Label]:
    """What happens at the boxes of a damage track."""
    for box, effect in card.damage.items():
        x = SHEETS + box * (BOX[0] + 4) + BOX[0] / 2
        for line, word in enumerate(effect.split()):
            yield Label(word, (x, top + 34 + BOX[1] + 13 * (line + 1)), 11.5, "soft")


def board(view: PassageView) -> Board:
    """The passage as data: smoke, courses, ships, and their sheets beside the map."""
    told = headline(view)
    pieces = [Piece("heading/turn", "heading", "turn", told, told)]
    for ship in view.ships:
        pieces += _pieces(ship)
    courses = [(ship, _course(view, ship)) for ship in view.ships]
    return Board(
        (passage(),),
        tuple(pieces),
        tuple(Trace(way, "order", f"The course of {ship.card.name}") for ship, way in courses if len(way) > 1),
        tuple(Tint(place_id("hex", space), "smoke", "smoke") for space in view.markers.spaces("smoke")),
    )


def _course(view: PassageView, ship: Ship) -> tuple[str, ...]:
    """The hexes of a course while it is written; once it is sailed, nothing."""
    sheet: tuple[Leg, ...] = view.courses.get(ship.side) or ()
    if view.phase != "courses" or not ship.here:
        return ()
    legs = [leg.to for leg in sheet if leg.ship == ship.id and leg.to and leg.way is not Way.SMOKE]
    return tuple(place_id("hex", space) for space in dict.fromkeys([ship.space, *legs]))


def _pieces(ship: Ship) -> Iterator[Piece]:
    """A ship on the map, what she has on her sheet, and the marker of her hits."""
    card, side = ship.card, SIDES[ship.side]
    if ship.here:
        at, bow = place_id("hex", ship.space), ship.facing.value
        words, letters = told(ship), card.letters
        yield Piece(place_id("ship", ship.id), "destroyer", at, words, letters, side, facing=bow, name=card.name)
    state = "sunk" if ship.sunk else "has left" if not ship.space else f"speed {ship.speed}"
    stores = f", torpedoes {ship.torpedoes}, smoke {ship.smoke}" if card.torpedoes else ""
    words = f"{card.name}: {state}{stores}"
    yield Piece(place_id("sheet-line", ship.id), "text", place_id("sheet", ship.id), words, words, side)
    hits = f"{card.name}: {ship.damage.filled} of {ship.damage.boxes} hits"
    box, name = place_id("hits", ship.id, ship.damage.filled), f"the hits of {card.name}"
    yield Piece(place_id("hit", ship.id), "marker", box, hits, side=side, name=name)
