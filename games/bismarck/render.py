"""The board as a picture: the chart (``chart``) lies still, and on it moves what a view knows."""

from __future__ import annotations

from navalcore import boards
from navalcore.boards import DrawnBoard as Board, Palette, Picture, Point
from navalcore.rules import UMPIRE, rule
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, plane_number, plane_unit, unit_name
from navalcore_games.bismarck.chart import (
    CELL,
    COLOURS,
    HEIGHT,
    LEFT,
    LINE,
    NOTICES,
    RIGHT,
    TOP,
    WIDTH,
    corner,
    middle,
    still,
    unit_lines,
)
from navalcore_games.bismarck.commands import heading, in_sight, own_planes, own_ships
from navalcore_games.bismarck.sea_map import FOG_AREA_OF, ROWS, on_map
from navalcore_games.bismarck.search.spotting import MOST_SHOWN, fog_in, totals
from navalcore_games.bismarck.state import Plane, Ship
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Hunt, Side, Square, UnitNumber

NIGHT, FOG_COLOUR, PALE = "#33475c", "#8f9aa3", "#b9d3e6"
ROUGH = 7
"""Visibility levels from this on stand out."""
SEEN_BY = {Side.BRITISH.value: "the British see", Side.GERMAN.value: "the Germans see", UMPIRE: "the umpire sees"}
NEWS_WIDTH = 106
"""Characters in a line of news."""


def board(view: BismarckView) -> Board:
    """The sea as a view knows it: weather, own units and orders, spotted enemies, search totals, and the lists."""
    picture = Picture(WIDTH, HEIGHT, _title(view), background=None)
    _weather(picture, view)
    _headings(picture, view)
    _search_totals(picture, view)
    _orders(picture, view)
    _units(picture, view)
    _attention(picture, view)
    _figures(picture, view)
    return Board(still(), picture.as_svg())


def _title(view: BismarckView) -> str:
    who = SEEN_BY.get(view.role, "an onlooker sees")
    return f"North Atlantic on {TURNS[view.turn]}, as {who} it" if view.turn else f"North Atlantic, as {who} it"


def _weather(picture: Picture, view: BismarckView) -> None:
    """Night by rows, fog by squares, visibility at the edge."""
    night = TURNS[view.turn].night_from
    if night in ROWS:
        top = TOP + (night - ROWS.start) * CELL
        height = (ROWS.stop - night) * CELL
        picture.tiles([(LEFT, top)], RIGHT - LEFT, height, fill=NIGHT, opacity=0.28)
    if view.fog:
        fog = [square for square in FOG_AREA_OF if fog_in(view, square)]
        picture.tiles([corner(square) for square in fog], CELL, CELL, fill=FOG_COLOUR, opacity=0.65)
        picture.letters([_in(square, 31, 15) for square in fog], "F" * len(fog), size=13, fill=Palette.INK)
    for rough, colour in ((False, Palette.INK), (True, Palette.ALERT)):
        rows = [(row, level) for row, level in zip(ROWS, view.visibility, strict=True) if (level >= ROUGH) is rough]
        points = [(RIGHT + 18, TOP + (row - ROWS.start) * CELL + 26) for row, _ in rows]
        picture.letters(points, "".join(str(level) for _, level in rows), size=17, fill=colour, bold=True)


def _headings(picture: Picture, view: BismarckView) -> None:
    """The time and the score; who looks, and what is special of the turn; and the news under the map."""
    turn = TURNS[view.turn]
    moving = [kind for kind, moves in (("fast", turn.fast), ("slow", turn.slow)) if moves]
    told = [f"As {SEEN_BY.get(view.role, 'an onlooker sees')} it"]
    told += [f"{' and '.join(moving)} convoys may move"] if moving else []
    if turn.night_from in ROWS:
        told.append("night" if turn.night_from == ROWS.start else f"night from row {turn.night_from} on")
    picture.lines([(12, 24, heading(view))], size=18, bold=True)
    picture.lines([(12, 48, "; ".join(told))], size=14, fill=Palette.FAINT)
    news = [(12.0, NOTICES + LINE * place, _cut(line)) for place, line in enumerate(_news(view))]
    picture.lines(news, size=14)


def _cut(line: str) -> str:
    return line if len(line) <= NEWS_WIDTH else f"{line[: NEWS_WIDTH - 1]}…"


@rule("9.6", "10.9", "12.2", "12.3", "12.4")
def _news(view: BismarckView) -> list[str]:
    """What is being done, whom this side sees, what it has been told of: three lines."""
    doing = []
    if view.battle is not None:
        british, german = (", ".join(map(unit_name, view.battle.ships(side))) for side in Side)
        doing.append(f"Combat in {view.battle.square}, round {view.battle.round + 1}: {british} against {german}")
    if view.ordering is not None:
        doing.append(f"Ordering {unit_name(view.ordering)}")
    if view.quarry is not None:
        doing.append(f"Who shadows {unit_name(view.quarry)}?")
    contact = [SHIPS[number].name for number, ship in own_ships(view) if ship.contact or ship.hunt is Hunt.FOLLOWING]
    contact += [
        PLANES[number].id for number, plane in own_planes(view) if plane.contact or plane.hunt is Hunt.FOLLOWING
    ]
    if contact:
        doing.append(f"In contact: {', '.join(contact)}")
    followed = [SHIPS[number].name for number, ship in own_ships(view) if ship.hunt is Hunt.FOLLOWED]
    if followed:
        doing.append(f"Followed by the enemy: {', '.join(followed)}")
    seen = [f"{unit_name(sighting.unit)} {sighting.square}" for sighting in in_sight(view)]
    reports = []
    for report in view.reports[-2:]:
        where = "" if report.square is None else f" {'in' if report.exact else 'near'} {report.square}"
        how = "found from the air" if report.exact else "broke radio silence"
        reports.append(f"turn {report.turn}: {SHIPS[report.ship].name} {how}{where}")
    return [
        "; ".join(doing),
        f"Spotted: {', '.join(seen)}" if seen else "",
        "; ".join(reports),
    ]


def _search_totals(picture: Picture, view: BismarckView) -> None:
    """The overlay of NS: the own search total in the lower right corner of each square."""
    if view.role in (Side.BRITISH, Side.GERMAN):
        found = [(square, total) for square, total in totals(view, Side(view.role)).items() if total and on_map(square)]
        digits = "".join(str(min(total, MOST_SHOWN)) for _, total in found)
        picture.letters([_in(square, 32, 36) for square, _ in found], digits, size=13, fill=Palette.GOOD, bold=True)


def _orders(picture: Picture, view: BismarckView) -> None:
    """The way of every own unit that has been ordered, and the squares in which Germans may refuel."""
    bodies: list[Ship | Plane] = [ship for _, ship in own_ships(view)]
    bodies += [plane for _, plane in own_planes(view)]
    ways = {tuple(map(middle, (body.here, *body.path))) for body in bodies if body.path}
    picture.ways(sorted(ways), stroke=Palette.INK, line=1.5, dashed=True)
    squares = sorted(set(view.refuel_squares))
    points = [_in(square, 31, 16) for square in squares]
    picture.letters(points, "R" * len(squares), size=15, fill=Palette.AXIS, bold=True)


@rule("9.6")
def _units(picture: Picture, view: BismarckView) -> None:
    """Own units in their squares and, for the British only, enemies in sight: the letter of the first of a kind, with
    how many there are.
    """
    own: dict[Side, dict[Square, list[str]]] = {side: {} for side in Side}
    for number, ship in own_ships(view):
        card = SHIPS[number]
        own[card.side].setdefault(ship.here, []).append(card.type)
    flying: dict[Square, list[str]] = {}
    for flier, plane in own_planes(view):
        if plane.aloft:
            flying.setdefault(plane.here, []).append(PLANES[flier].type)
    enemies: dict[Square, list[str]] = {}
    if view.role != Side.GERMAN:
        for sighting in in_sight(view):
            enemies.setdefault(sighting.square, []).append(SHIPS[sighting.unit].type)
    below = 21 if view.role is UMPIRE else 1
    for stacks, at, fill in (
        (own[Side.BRITISH], (1, 1), COLOURS[Side.BRITISH]),
        (own[Side.GERMAN], (1, below), COLOURS[Side.GERMAN]),
    ):
        boards.flat_stacks(picture, _on_squares(stacks, at), fill=fill, most=MOST_SHOWN)
    boards.flat_stacks(picture, _on_squares(flying, (21, 1)), fill=PALE, ink=Palette.INK, most=MOST_SHOWN)
    seen = _on_squares(enemies, (1, 21))
    boards.flat_stacks(picture, seen, fill=Palette.CARD, ink=Palette.INK, edge=Palette.INK, most=MOST_SHOWN)


def _on_squares(stacks: dict[Square, list[str]], at: Point) -> dict[Point, list[str]]:
    """The stacks on the map by where their counters are drawn, ``at`` from the corners of their squares."""
    return {_in(square, *at): letters for square, letters in stacks.items() if on_map(square)}


def _in(square: Square, right: float, down: float) -> Point:
    x, y = corner(square)
    return x + right, y + down


def _attention(picture: Picture, view: BismarckView) -> None:
    """A frame around the square that a decision is about: of the unit ordered, the quarry, the combat."""
    squares: list[Square] = [view.battle.square] if view.battle is not None else []
    squares += [sighting.square for sighting in view.enemies if sighting.unit == view.quarry]
    if view.ordering is not None:
        body = view.ships[view.ordering] if is_ship(view.ordering) else view.planes[plane_number(view.ordering)]
        squares.append(body.projected)
    for x, y in map(corner, filter(on_map, dict.fromkeys(squares))):
        boards.frame(picture, x, y, CELL, CELL)


def _figures(picture: Picture, view: BismarckView) -> None:
    """Behind the names in the lists, what is known of each unit."""
    written: list[tuple[UnitNumber, str]] = [(number, _ship_figures(ship)) for number, ship in view.ships.items()]
    for number, plane in zip((card.number for card in PLANES), view.planes, strict=False):
        written.append((plane_unit(number), _plane_figures(plane, view.turn)))
    for sighting in view.enemies:
        when = "spotted" if sighting.spotted else f"turn {sighting.turn}"
        written.append((sighting.unit, f"{sighting.square:04} {when}"))
    written += [(unit, "lost") for unit in view.lost]
    places = unit_lines()
    picture.lines([(*places[unit], told) for unit, told in written if told], size=13, mono=True)


def _ship_figures(ship: Ship) -> str:
    if ship.fate is not Fate.ACTIVE:
        return "" if ship.fate is Fate.WAITING else ship.fate.value
    fuel = "" if ship.fuel is None else ship.fuel
    mode = ship.mode if ship.mode is ship.order_mode else f"{ship.mode}>{ship.order_mode}"
    return f"{_way(ship)} {mode:4} {ship.midships:2} {ship.firepower:2} {ship.knots:2} {fuel:>2} {ship.torpedoes}"


def _plane_figures(plane: Plane, turn: int) -> str:
    if plane.fate is not Fate.ACTIVE:
        return "" if plane.fate is Fate.WAITING else plane.fate.value
    mode = plane.mode if plane.mode is plane.order_mode else f"{plane.mode}>{plane.order_mode}"
    ready = f" ready {plane.ready}" if plane.ready > turn else ""
    return f"{_way(plane)} {mode:4} {plane.endurance}{ready}"


def _way(body: Ship | Plane) -> str:
    """The square of a unit, and where it is to be at the end of the turn."""
    where = f"{body.here:04}>{body.projected:04}" if body.path else f"{body.here:04}"
    return where.ljust(9)
