"""The board as data: the chart and the combat table, and what is on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from navalcore.boards import Badge, Board, Piece, Tint
from navalcore.components import counted, place_id
from navalcore_games.silent_war.chart import chart
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import RISING_SUN, Ship
from navalcore_games.silent_war.headquarters.fleet import marks
from navalcore_games.silent_war.headquarters.who import AT_SEA
from navalcore_games.silent_war.ids import STORM, TRACK, ULTRA, column_id, marks_id, station_id
from navalcore_games.silent_war.table import table
from navalcore_games.silent_war.views import BoatView, CombatView, FighterView, SilentWarView, UnitView

MOST_NAMED: Final = {True: 8, False: 48}
"""The most boats at sea in an OpArea, and in a base, that have their names on them; more are silhouettes alone."""
SYMBOLS: Final = {
    **dict.fromkeys(("BB", "BV"), "battleship"), "CV": "carrier", **dict.fromkeys(("CA", "CL"), "cruiser"),
    **dict.fromkeys(("DD", "DE"), "destroyer"), "AO": "tanker", **dict.fromkeys(("AP", "AT", "AX"), "transport"),
}  # fmt: skip
"""The drawing of a ship by its type; of any other a merchantman."""
ROUNDS: Final = ("first attack", "first re-attack", "second re-attack")


def describe(view: SilentWarView) -> Board:
    """The combat table first while there is a combat, else the chart."""
    charts = load_charts(view.data_pack)
    scenes = chart(view.data_pack, view.war_period), table()
    pieces = [*_tracks(view), *_markers(view, charts), *_boats(view)]
    if view.combat is not None:
        scenes = scenes[::-1]
        pieces += _fight(view, view.combat, charts)
    return Board(scenes, tuple(pieces), tints=tuple(_tints(view, charts)))


def _tracks(view: SilentWarView) -> Iterator[Piece]:
    """The date and the tracks, as words."""
    told = {
        "date": f"{view.month}, week {view.week}",
        "war_period": f"War Period {view.war_period}",
        "torpedo": f"torpedo {view.torpedo:+d}",
        "ships": f"{counted(view.ships_sunk, 'ship')} sunk",
        "tonnage": f"{view.tonnage * 1000:,} tons",
        "lost": f"{counted(view.submarines_lost, 'boat')} lost",
    }
    for track, words in told.items():
        yield Piece(place_id("told", track), "text", TRACK, words, words)


def _markers(view: SilentWarView, charts: Charts) -> Iterator[Piece]:
    """ULTRA and storms."""
    for at in view.ultra:
        area = charts.areas[charts.area_at[at]]
        yield Piece(ULTRA, "text", marks_id(area.id), f"ULTRA: {area.name}", "ULTRA", name="ULTRA")
    for at, storm in view.storms.items():
        area, called = charts.areas[charts.area_at[at]], storm.replace("_", " ")
        yield Piece(STORM, "text", marks_id(area.id), f"{area.name}: {called}", called, name=called)


def _boats(view: SilentWarView) -> Iterator[Piece]:
    """Every boat on the chart, where she is."""
    lying = Counter(boat.at for boat in view.boats)
    for number, boat in enumerate(view.boats):
        if boat.at:
            text = boat.name if lying[boat.at] <= MOST_NAMED[boat.place in AT_SEA] else ""
            yield _boat(boat, boat.at, text, acting=number == view.acting)


def _boat(boat: BoatView, at: str, text: str, *, acting: bool) -> Piece:
    words = marks(boat, moved=False)
    title = f"{boat.name}, {boat.place.replace('_', ' ')}{f' ({words})' if words else ''}"
    away = boat.place not in ("operating", "done", "ready")
    state = "chosen" if acting else "done" if boat.moved or away else ""
    return Piece(
        boat.id, "submarine", at, title, text, "allies", badges=tuple(_badges(boat)), state=state, name=boat.name
    )


def _badges(boat: BoatView) -> Iterator[Badge]:
    if boat.damage:
        yield Badge("D" * boat.damage, "damaged" if boat.damage == 1 else "damaged twice", "bad")
    if boat.spotted:
        yield Badge("S", "Spotted", "bad")
    if boat.rtb != "none":
        yield Badge("R", "returns to base", "last")
    if boat.pack is not None:
        yield Badge(f"W{boat.pack + 1}", f"wolfpack {boat.pack + 1}")
    if boat.rating:
        yield Badge(f"+{boat.rating}", boat.skipper, "good")


def _tints(view: SilentWarView, charts: Charts) -> Iterator[Tint]:
    """Open bases, storms, and the zones of missions."""
    for base in view.bases:
        yield Tint(base, "seen", "open")
    for area, storm in view.storms.items():
        yield Tint(area, "storm", f"{charts.areas[charts.area_at[area]].name}: {storm.replace('_', ' ')}")
    for zone, mission in view.special_missions.items():
        yield Tint(zone, "reach", f"{mission.zone}: {mission}")


def _fight(view: SilentWarView, combat: CombatView, charts: Charts) -> Iterator[Piece]:
    """The kind of fight, the units in their columns, and the boats below them."""
    told = {
        "where": f"combat in {combat.area}",
        "what": "a loner" if combat.loner else counted(len(combat.units), "unit"),
        "round": ROUNDS[combat.round_number],
    }
    if combat.attack:
        told["points"] = counted(combat.attack, "attack point")
    for key, words in told.items():
        yield Piece(place_id("told", key), "text", "fight", words, words)
    for unit in combat.units:
        yield _unit(combat, unit, charts)
    for number, fighter in enumerate(combat.fighters):
        if not fighter.out:
            yield _fighter(view, fighter, acting=number == combat.acting)
            if fighter.column:
                posture = place_id("told", "posture", *fighter.id.split("/")[1:])
                title = f"{fighter.name}: {fighter.posture}"
                yield Piece(posture, "text", station_id(fighter.column), title, fighter.posture)


def _fighter(view: SilentWarView, fighter: FighterView, *, acting: bool) -> Piece:
    boat = view.boats[fighter.boat]
    title = f"{fighter.name}, {fighter.posture}, {fighter.ships} sunk"
    state = "chosen" if acting else ""
    where = station_id(fighter.column)
    return Piece(
        fighter.id,
        "submarine",
        where,
        title,
        fighter.name,
        "allies",
        badges=tuple(_badges(boat)),
        state=state,
        name=fighter.name,
    )


def _unit(combat: CombatView, unit: UnitView, charts: Charts) -> Piece:
    """A unit: what its back shows while it is unknown, else its figures; its marker and the points on it."""
    ship = None if unit.ship is None else charts.ships[unit.ship]
    back = "Rising Sun" if unit.back == RISING_SUN else "Red Ball"
    name = back if ship is None else unit.name
    figures = "" if ship is None else _figures(ship)
    marked = [] if unit.tdc is None else [f"TDC {unit.tdc:+d}"]
    points = combat.aims.get(unit.number)
    marked += [] if points is None else [counted(points, "point")]
    seen = [] if unit.face_up else ["face down"]
    told = [f"#{unit.number} {name}", *seen, figures, "damaged" if unit.damaged else "", *marked]
    badges = [Badge(f"#{unit.number}", kind="band")]
    badges += [Badge(f"{unit.tdc:+d}", f"TDC {unit.tdc:+d}", "figure")] if unit.tdc is not None else []
    badges += [Badge(figures, kind="foot")] if figures else []
    badges += [Badge("D", "damaged", "bad")] if unit.damaged else []
    badges += [Badge(str(points), counted(points, "attack point"), "last")] if points is not None else []
    return Piece(
        unit.id,
        "card",
        column_id(unit.column),
        ", ".join(filter(None, told)),
        name,
        "japan" if unit.back == RISING_SUN else "e",
        badges=tuple(badges),
        symbol="unknown" if ship is None else _symbol(ship),
        state="" if unit.face_up else "done",
        name=f"#{unit.number} {name}",
    )


def _figures(ship: Ship) -> str:
    return f"ASW {ship.asw}" if ship.aircraft else f"defense {ship.defense}, ASW {ship.asw}"


def _symbol(ship: Ship) -> str:
    return "aircraft" if ship.aircraft else "unknown" if ship.event else SYMBOLS.get(ship.type, "merchant")
