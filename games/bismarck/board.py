"""The board as data: units in their squares, weather, orders, sightings and the lists, as a view knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from navalcore.boards import Badge, Board, Piece, Scene, Tint, Trace
from navalcore.components import counted, place_id
from navalcore.rules import rule
from navalcore_games.bismarck.battle import battle_pieces, battle_table, fighting
from navalcore_games.bismarck.cards import PLANES, SHIPS, is_ship, plane_number, plane_unit, unit_name
from navalcore_games.bismarck.chart import COLOURS, KINDS, TYPES, chart, lists, side_of
from navalcore_games.bismarck.commands import own_planes, own_ships
from navalcore_games.bismarck.ids import LINE_IDS, UNIT_IDS, port_id, row_id, square_id, turn_id
from navalcore_games.bismarck.names import square_name
from navalcore_games.bismarck.reach import cost_of, reach_of
from navalcore_games.bismarck.sea_map import AIRFIELDS, FOG_AREA_OF, ROWS, on_map
from navalcore_games.bismarck.search.spotting import MOST_SHOWN, fog_in, totals, visibility_in
from navalcore_games.bismarck.state import Plane, Ship
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.views import BismarckView, Sighting
from navalcore_games.bismarck.words import MODE_NAMES, Fate, Hunt, Side, Square, UnitNumber

ROUGH: Final = 7
"""Visibility levels from this on are hatched."""
SIDE_BY_SIDE: Final = 4
"""The most units of a square that are drawn side by side; more are drawn one on top of the other."""
REPORTS: Final = 2
"""The number of chance spottings that are marked, the latest ones."""
_KEPT: Final = lru_cache(maxsize=4096)
"""Most pieces are as they were on some board before."""


def describe(view: BismarckView) -> Board:
    """The combat first while there is one, else the chart."""
    standings = [_as_ordered(view, _standing(view, UnitNumber(number))) for number in range(len(UNIT_IDS))]
    pieces = [*_headings(view), *_news(view), *_weather(view), *_reports(view)]
    pieces += [
        _line(each, each.unit == view.ordering) for each in standings if each.figures and each.square is not None
    ]
    pieces += _searched(view, _units(view, standings))
    scenes: tuple[Scene, ...] = (chart(), lists())
    if view.battle is not None:
        scenes = (battle_table(), *scenes)
        pieces += battle_pieces(view, view.battle)
    return Board(scenes, tuple(pieces), tuple(_orders(view)), (*_skies(view), *_attention(view)))


# ---- units -----------------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A unit as one side knows it."""

    unit: UnitNumber
    at: str
    """The region where it is shown: its square, the ground of its base, or its line of the lists."""
    square: Square | None = None
    """The square, if it is shown there."""
    figures: str = ""
    """The text of its line."""
    told: str = ""
    """The same for those who hear it."""
    state: str = ""
    seen: int | None = None
    """The turn on which it was seen last, if that is over."""


def _standing(view: BismarckView, unit: UnitNumber) -> Standing:
    line = LINE_IDS[unit]
    if is_ship(unit):
        if (ship := view.ships.get(unit)) is not None:
            return _ship(view, Standing(unit, line), ship)
    elif plane_number(unit) < len(view.planes):
        return _plane(view, Standing(unit, line), view.planes[plane_number(unit)])
    if unit in view.lost:
        return Standing(unit, line, None, "lost", "out of the game", "done")
    for sighting in view.enemies:
        if sighting.unit == unit:
            return _sighted(view, sighting)
    return Standing(unit, line, None, "", "not in sight", "done")


@rule("4.31")
def _as_ordered(view: BismarckView, standing: Standing) -> Standing:
    """Pale, and called ordered, if it has its orders of this turn already."""
    if view.phase != "orders" or standing.unit not in view.ordered or standing.state:
        return standing
    return standing._replace(told=f"{standing.told}, ordered", state="done")


def _ship(view: BismarckView, standing: Standing, ship: Ship) -> Standing:
    """An own ship: where she is and is to be, her mode, hits, salvos and fuel."""
    if ship.fate is not Fate.ACTIVE:
        return standing._replace(figures=ship.fate.value, told=ship.fate.value, state="done")
    fuel = "" if ship.fuel is None else f" {ship.fuel}"
    told = f"{MODE_NAMES[ship.order_mode]}, {ship.midships} midships left, {counted(ship.firepower, 'salvo')}"
    told += f", {counted(ship.knots, 'knot')}"
    told += f"{'' if ship.fuel is None else f', fuel {ship.fuel}'}, {counted(ship.torpedoes, 'torpedo', 'torpedoes')}"
    return standing._replace(
        at=square_id(ship.here),
        square=ship.here,
        figures=f"{_way(ship)} {ship.order_mode} {ship.midships}/{ship.firepower}{fuel}",
        told=told,
        state="chosen" if view.ordering == standing.unit else "",
    )


def _plane(view: BismarckView, standing: Standing, plane: Plane) -> Standing:
    """An own plane: in the air in its square, else on the ground of its base or in its line."""
    card = PLANES[plane_number(standing.unit)]
    if plane.fate is not Fate.ACTIVE:
        return standing._replace(figures=plane.fate.value, told=plane.fate.value, state="done")
    ready = f", ready on turn {plane.ready}" if plane.ready > view.turn else ""
    told = f"{MODE_NAMES[plane.order_mode]}, {counted(plane.endurance, 'turn')} in the air{ready}"
    state = "chosen" if view.ordering == standing.unit else "done" if ready else ""
    figures = f"{_way(plane)} {plane.order_mode} {plane.endurance}"
    if plane.aloft:
        return standing._replace(at=square_id(plane.here), square=plane.here, figures=figures, told=told, state=state)
    if card.carrier is None:
        at = port_id(AIRFIELDS[card.airfield])
        return standing._replace(at=at, square=plane.here, figures=figures, told=told, state=state)
    figures = f"{_way(plane)} {plane.order_mode}" if plane.path else f"deck {plane.here}"
    return standing._replace(figures=figures, told=f"on deck, {told}", state=state)


@rule("9.6", "10.9")
def _sighted(view: BismarckView, sighting: Sighting) -> Standing:
    """An enemy that was seen: a German ship in the square, a British unit in words alone (BIS-R55)."""
    when = "in sight" if sighting.spotted else f"seen on turn {sighting.turn}"
    told, state = f"{when} in {sighting.square}", "" if sighting.spotted else "done"
    line, age = LINE_IDS[sighting.unit], "seen" if sighting.spotted else f"t{sighting.turn}"
    figures = f"{sighting.square:04} {age}"
    if view.role == Side.GERMAN:
        return Standing(sighting.unit, line, None, figures, told, state)
    seen = None if sighting.spotted else sighting.turn
    return Standing(sighting.unit, square_id(sighting.square), sighting.square, figures, told, state, seen)


def _way(body: Ship | Plane) -> str:
    """The square of a unit, and whether it is to leave it."""
    return f"{body.here:04}{'>' if body.path else ''}"


def _units(view: BismarckView, standings: Sequence[Standing]) -> list[Piece]:
    """Every unit that is not on the table of a combat; enemies and the side being ordered are on top."""
    apart = fighting(view)
    shown = [each for each in standings if each.unit not in apart]
    enemies = {sighting.unit for sighting in view.enemies}
    shown.sort(key=lambda each: (each.unit == view.ordering, each.unit in enemies))
    return [_unit(each) for each in shown]


@_KEPT
def _unit(standing: Standing) -> Piece:
    unit, at, square, figures, told, state, seen = standing
    kind = SHIPS[unit].type if is_ship(unit) else PLANES[plane_number(unit)].type
    text = figures if square is None else square_name(unit)
    badges = () if seen is None else (Badge(f"t{seen}", f"last seen on turn {seen}", "last"),)
    title = f"{unit_name(unit)}, {TYPES[kind]}{f': {told}' if told else ''}"
    side, name = COLOURS[side_of(unit)], unit_name(unit)
    return Piece(UNIT_IDS[unit], KINDS[kind], at, title, text, side, badges=badges, state=state, name=name)


@_KEPT
def _line(standing: Standing, chosen: bool) -> Piece:
    """The words of the lists for a unit that is shown on the map."""
    name = LINE_IDS[standing.unit]
    told = f"{unit_name(standing.unit)}: {standing.told}"
    state = "chosen" if chosen else ""
    return Piece(place_id("told", name.partition("/")[2]), "text", name, told, standing.figures, state=state)


@rule("5.25.1", "9.22", "13.31")
def _searched(view: BismarckView, pieces: list[Piece]) -> list[Piece]:
    """The uppermost unit of each square (of a few side by side the first) bears the search total there."""
    if view.role not in (Side.BRITISH, Side.GERMAN):
        return pieces
    found = {square_id(square): (square, total) for square, total in totals(view, Side(view.role)).items()}
    crowd = Counter(piece.at for piece in pieces)
    top = {piece.at: place for place, piece in enumerate(pieces) if crowd[piece.at] > SIDE_BY_SIDE}
    top |= {piece.at: place for place, piece in reversed([*enumerate(pieces)]) if crowd[piece.at] <= SIDE_BY_SIDE}
    for at, (square, total) in found.items():
        if at in top and total and on_map(square):
            pieces[top[at]] = _bearing(pieces[top[at]], _total(view, square, total))
    return pieces


@_KEPT
def _bearing(piece: Piece, badge: Badge) -> Piece:
    """A piece with one more badge, the first."""
    return replace(piece, badges=(badge, *piece.badges))


def _total(view: BismarckView, square: Square, total: int) -> Badge:
    needed, shown = visibility_in(view, square), str(min(total, MOST_SHOWN))
    if fog_in(view, square):
        return Badge(shown, f"you search {total}, but there is fog")
    return Badge(shown, f"you search {total}, {needed} spots", "good" if total >= needed else "")


# ---- weather ---------------------------------------------------------------------------------------------------------


@rule("5.26", "9.23")
def _weather(view: BismarckView) -> Iterator[Piece]:
    """Next to each row its visibility, which is what a search there needs."""
    for row, level in zip(ROWS, view.visibility, strict=True):
        yield _visibility(row, level)


@_KEPT
def _visibility(row: int, level: int) -> Piece:
    title = f"row {row}: visibility {level}, so a search total of {level} spots"
    return Piece(place_id("visibility", row), "text", row_id(row), title, str(level))


def _skies(view: BismarckView) -> Iterator[Tint]:
    """Night and bad weather by rows, fog by squares."""
    night = TURNS[view.turn].night_from
    for row, level in zip(ROWS, view.visibility, strict=True):
        if row >= night:
            yield Tint(row_id(row), "night", "night")
        if level >= ROUGH:
            yield Tint(row_id(row), "storm", f"visibility {level}")
    if view.fog:
        for square in FOG_AREA_OF:
            if fog_in(view, square):
                yield Tint(square_id(square), "fog", "fog: no unit is spotted")


# ---- orders ----------------------------------------------------------------------------------------------------------


def _orders(view: BismarckView) -> Iterator[Trace]:
    """The way of every own unit as ordered; of several units that go the same way one."""
    ways: dict[tuple[str, ...], list[UnitNumber]] = {}
    bodies: list[tuple[UnitNumber, Ship | Plane]] = [*own_ships(view)]
    bodies += [(plane_unit(number), plane) for number, plane in own_planes(view)]
    for unit, body in bodies:
        if body.path:
            ways.setdefault(tuple(map(square_id, (body.here, *body.path))), []).append(unit)
    for way, units in ways.items():
        kind = "order" if view.ordering in units else "course"
        yield Trace(way, kind, ", ".join(map(unit_name, units)), COLOURS[side_of(units[0])])


def _attention(view: BismarckView) -> Iterator[Tint]:
    """How far the unit that is being ordered can go; where the combat is and who may be shadowed; where Germans of the
    solitaire game may refuel.
    """
    for square, way in reach_of(view).items():
        yield Tint(square_id(square), "reach" if len(way) == 1 else "far", cost_of(view, way))
    if view.battle is not None:
        yield Tint(square_id(view.battle.square), "danger", "naval combat")
    for sighting in view.enemies:
        if sighting.unit == view.quarry:
            yield Tint(square_id(sighting.square), "danger", f"{unit_name(sighting.unit)} may be shadowed")
    for square in sorted(set(view.refuel_squares)):
        yield Tint(square_id(square), "last", "German ships may refuel here")


# ---- what is told ----------------------------------------------------------------------------------------------------


def _headings(view: BismarckView) -> Iterator[Piece]:
    """The turn, and its box of the track; the score."""
    turn = TURNS[view.turn]
    told = f"Turn {turn.number} of {LAST_TURN}: {turn.date}, {turn.clock}" if view.turn else "Set-up"
    moving = [kind for kind, moves in (("fast", turn.fast), ("slow", turn.slow)) if moves]
    told += f"; {' and '.join(moving)} convoys move" if moving else ""
    yield Piece("heading/turn", "heading", "time", told, told)
    if view.turn:
        yield Piece("marker/turn", "marker", turn_id(view.turn), str(turn), str(view.turn), "allies", name="The turn")
    for side in Side:
        points = f"{'British' if side is Side.BRITISH else 'Germans'} {view.points[side]} VP"
        yield Piece(place_id("heading", side), "heading", "score", points, points, COLOURS[side])


@rule("9.6", "10.9", "12.2", "12.3")
def _news(view: BismarckView) -> Iterator[Piece]:
    """Lines that say the step of the turn, the contacts, and the news."""
    told = {}
    if view.ordering is not None:
        told["doing"] = f"Ordering {unit_name(view.ordering)}"
    if view.quarry is not None:
        told["doing"] = f"Who shadows {unit_name(view.quarry)}?"
    if contact := _hunting(view, Hunt.FOLLOWING):
        told["contact"] = f"In contact: {contact}"
    if followed := _hunting(view, Hunt.FOLLOWED):
        told["followed"] = f"Followed by the enemy: {followed}"
    for report in view.reports[-REPORTS:]:
        where = "" if report.square is None else f" {'in' if report.exact else 'near'} {report.square}"
        how = "found from the air" if report.exact else "broke radio silence"
        told[f"heard_{report.turn}_{report.ship}"] = f"Turn {report.turn}: {SHIPS[report.ship].name} {how}{where}"
    for name, words in told.items():
        yield Piece(place_id("told", name), "text", "news", words, words)


def _hunting(view: BismarckView, hunt: Hunt) -> str:
    """The own units that have done something in the shadow phases, or still keep contact, by name."""
    bodies: list[tuple[UnitNumber, Ship | Plane]] = [*own_ships(view)]
    bodies += [(plane_unit(number), plane) for number, plane in own_planes(view)]
    contact = hunt is Hunt.FOLLOWING
    return ", ".join(unit_name(unit) for unit, body in bodies if body.hunt is hunt or (contact and body.contact))


@rule("12.2", "12.3", "12.4")
def _reports(view: BismarckView) -> Iterator[Piece]:
    """The chance spottings, in the squares the British were told."""
    found: dict[Square, list[str]] = {}
    for report in view.reports:
        if report.square is not None:
            found.setdefault(report.square, []).append(f"{SHIPS[report.ship].name}, turn {report.turn}")
    for square, told in found.items():
        title = f"heard of in or near {square}: {'; '.join(told)}"
        yield Piece(place_id("report", square), "marker", square_id(square), title, "?", "axis", count=len(told))
