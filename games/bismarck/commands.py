"""The information commands of charts A, B and C, as queries of a view: each returns the lines of its display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from navalcore.rules import UMPIRE, rule
from navalcore_games.bismarck.cards import PLANE_NUMBERS, PLANES, SHIPS, is_ship, plane_unit, unit_name
from navalcore_games.bismarck.movement.homecoming import turns_left
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.sea_map import (
    AIRFIELDS,
    COLUMNS,
    PORTS,
    ROWS,
    SQUARE_TYPES,
    on_map,
    parse_square,
    square_at,
)
from navalcore_games.bismarck.search.spotting import MOST_SHOWN, fog_in, projected_totals, stays_aloft, totals
from navalcore_games.bismarck.state import Plane, Ship
from navalcore_games.bismarck.turns import TURNS
from navalcore_games.bismarck.views import BismarckView, Sighting
from navalcore_games.bismarck.words import Fate, Mode, PlaneNumber, ShipNumber, Side, Square, UnitNumber

ILLEGAL = "ILLEGAL ENTRY"
Command = Callable[[BismarckView, str], str]


def _symbol(square: Square) -> str:
    """The bare map: + port and airfield, X airfield only, # land, ~ coast, . sea (2.3)."""
    kind = SQUARE_TYPES[square]
    return "+" if kind == "P" else kind


@rule("2.3", "2.27", "5.26", "9.6", "13.1")
def map_lines(view: BismarckView, marks: Mapping[Square, str], enemies: Mapping[Square, str] | None = None) -> str:
    """The map of 1980: a letter a square, the letter of an enemy behind it, the visibility of each row at the right
    edge. Where there is nothing else, the enemy's letter takes the place of the square's sign.
    """
    tens = " ".join(str(column // 10) for column in COLUMNS)
    ones = " ".join(str(column % 10) for column in COLUMNS)
    lines = [f"    {tens}  V", f"    {ones}  I"]
    enemies = enemies or {}
    for row, level in zip(ROWS, view.visibility, strict=True):
        squares = [square_at(row, column) for column in COLUMNS]
        cells = "".join(_cell(square, marks.get(square, ""), enemies.get(square, "")) for square in squares)
        lines.append(f"{row}  {cells} {level}")
    return "\n".join(lines)


def _cell(square: Square, mark: str, enemy: str) -> str:
    """Two characters: what is in a square, and an enemy next to it."""
    return (mark + enemy or _symbol(square)).ljust(2)


def marks_of(units: Iterable[tuple[Square, str]]) -> dict[Square, str]:
    """A letter for each square: the unit's type, or the number of units where several share it."""
    found: dict[Square, list[str]] = {}
    for square, letter in units:
        found.setdefault(square, []).append(letter)
    return {square: letters[0] if len(letters) == 1 else _digit(len(letters)) for square, letters in found.items()}


def _digit(number: int) -> str:
    return str(min(number, MOST_SHOWN))


def own_ships(view: BismarckView) -> list[tuple[ShipNumber, Ship]]:
    """The own ships in play; for the umpire those of both sides."""
    return [(number, ship) for number, ship in view.ships.items() if ship.fate is Fate.ACTIVE]


@rule("9.6")
def in_sight(view: BismarckView) -> list[Sighting]:
    """The enemy units that are spotted now."""
    return [sighting for sighting in view.enemies if sighting.spotted]


@rule("9.6", "10.9")
def enemy_marks(view: BismarckView) -> dict[Square, str]:
    """Spotted German ships on the British map, in small letters, the largest in each square; the Germans get no British
    ships on theirs.
    """
    found: dict[Square, str] = {}
    for sighting in () if view.role == Side.GERMAN else in_sight(view):
        if on_map(sighting.square):
            found.setdefault(sighting.square, SHIPS[sighting.unit].type.lower())
    return found


def ships_map(view: BismarckView, where: Callable[[Ship], Square], planes: Iterable[tuple[Square, str]] = ()) -> str:
    """A map of the ships, of planes where there is no ship, and of the enemies in sight, whose names are listed beneath
    it. On the umpire's map the Germans are the enemy.
    """
    enemies = enemy_marks(view)
    own: list[tuple[Square, str]] = []
    for number, ship in own_ships(view):
        square, card = where(ship), SHIPS[number]
        if card.side is Side.GERMAN and view.role is UMPIRE:
            enemies.setdefault(square, card.type.lower())
        elif on_map(square):
            own.append((square, card.type))
    text = map_lines(view, marks_of(planes) | marks_of(own), enemies)
    seen = ", ".join(f"{unit_name(sighting.unit)} {sighting.square}" for sighting in in_sight(view))
    return f"{text}\nSpotted: {seen}" if seen else text


@rule("5.21.1", "9.6")
def ships_now(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """SN: your ships where they began the turn, and spotted enemies."""
    return ships_map(view, lambda ship: ship.here)


@rule("5.21.2", "9.6")
def ships_projected(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """SP: your ships where they will end the turn as ordered, and spotted enemies."""
    return ships_map(view, lambda ship: ship.projected)


def own_planes(view: BismarckView) -> list[tuple[PlaneNumber, Plane]]:
    """The own planes in play."""
    return [
        (number, plane) for number, plane in zip(PLANE_NUMBERS, view.planes, strict=False) if plane.fate is Fate.ACTIVE
    ]


@rule("5.22.1")
def planes_now(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """PN: your planes where they began the turn."""
    return map_lines(view, marks_of((p.here, PLANES[n].type) for n, p in own_planes(view) if on_map(p.here)))


@rule("5.22.2")
def planes_projected(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """PP: your planes where they will end the turn as ordered."""
    return map_lines(view, marks_of((p.projected, PLANES[n].type) for n, p in own_planes(view) if on_map(p.projected)))


@rule("5.24.1")
def query_now(view: BismarckView, argument: str) -> str:
    """QN####: ships and airborne planes that began the turn in a square, spotted enemies too."""
    return _query(view, argument, projected=False)


@rule("5.24.2")
def query_projected(view: BismarckView, argument: str) -> str:
    """QP####: ships and airborne planes that will end the turn in a square; enemies where they are displayed."""
    return _query(view, argument, projected=True)


def _query(view: BismarckView, argument: str, *, projected: bool) -> str:
    square = parse_square(argument)
    if square is None:
        return ILLEGAL
    units: list[UnitNumber] = [
        n for n, ship in own_ships(view) if (ship.projected if projected else ship.square) == square
    ]
    for number, plane in own_planes(view):
        aloft = stays_aloft(view, number) if projected else plane.aloft
        if aloft and (plane.projected if projected else plane.square) == square:
            units.append(plane_unit(number))
    units += [sighting.unit for sighting in view.enemies if sighting.spotted and sighting.square == square]
    return "\n".join(_type_and_name(unit) for unit in units) or "NOTHING THERE"


def _type_and_name(unit: UnitNumber) -> str:
    return f"{SHIPS[unit].type} {SHIPS[unit].name}" if is_ship(unit) else unit_name(unit)


@rule("5.25.1", "9.22", "13.31")
def search_now(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """NS: your search totals at the beginning of the turn, 9 for 9 and more, F for fog."""
    return _search(view, {side: totals(view, side) for side in _sides(view)})


@rule("5.25.2", "9.22", "13.31")
def search_projected(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """PS: your search totals as they will be at the end of the turn."""
    return _search(view, {side: projected_totals(view, side) for side in _sides(view)})


def _sides(view: BismarckView) -> list[Side]:
    return [Side(view.role)] if view.role in (Side.BRITISH, Side.GERMAN) else [Side.BRITISH] if view.ships else []


def _search(view: BismarckView, found: Mapping[Side, Mapping[Square, int]]) -> str:
    marks = {square: _digit(total) for by_square in found.values() for square, total in by_square.items() if total}
    if view.fog:
        marks.update({square: "F" for square in SQUARE_TYPES if fog_in(view, square)})
    return map_lines(view, marks)


@rule("5.26")
def new_map(view: BismarckView, argument: str = "") -> str:  # noqa: ARG001
    """NM: the map without ships, planes and search values."""
    return map_lines(view, {})


@rule("5.27")
def status(view: BismarckView, argument: str) -> str:
    """STxxx: fuel, midships, firepower, knots and torpedoes of the ship of yours with a three-letter key."""
    key = argument.upper().ljust(3)
    for number, ship in own_ships(view):
        if SHIPS[number].key == key:
            fuel = ship.fuel or 0
            return (
                f"{SHIPS[number].name.upper()}: FUEL {fuel} MIDSHIPS {ship.midships} FIREPOWER {ship.firepower} "
                f"KNOTS {ship.knots} TORPEDOES {ship.torpedoes}"
            )
    return ILLEGAL


@rule("6.4", "5.23.1", "Card-B")
def ship_line(view: BismarckView, number: ShipNumber) -> str:
    """The ship detail line: type, slow indicator, name, squares now and projected, search factors by day and night in
    move and patrol mode. Then modes now and projected, fuel, most squares, squares this turn.
    """
    ship, card = view.ships[number], SHIPS[number]
    searches = " ".join(f"{day}/{night}" for day, night in (card.move_search, card.patrol_search))
    return (
        f"{card.type} {ship.slow or ' '} {card.id.upper():<11} {ship.square:04} {ship.projected:04} {searches} "
        f"{ship.mode} {ship.order_mode} {ship.fuel or 0:02} {card.speed} {squares_this_turn(view, number)}"
    )


def squares_this_turn(view: BismarckView, number: ShipNumber) -> int:
    """The squares a ship may move this turn in the mode ordered, or in move mode if that has none."""
    mode = view.ships[number].order_mode
    still = (Mode.PATROL, Mode.R)
    return allowance(view, number, Mode.MOVE if mode in still else mode)


@rule("8.5", "5.23.2", "Card-B")
def plane_line(view: BismarckView, number: PlaneNumber) -> str:
    """The plane detail line: type, base, squares now and projected, search factors in move or attack and in patrol or
    reconnaissance mode, modes now and projected, endurance now and projected.
    """
    plane, card = view.planes[number], PLANES[number]
    searches = " ".join(f"{day}/{night}" for day, night in (card.move_search, card.patrol_search))
    left = plane.endurance if plane.order_mode is Mode.BASE else turns_left(view, number)
    return (
        f"{card.type} {card.name.upper():<12} {plane.square:04} {plane.projected:04} {searches} "
        f"{plane.mode} {plane.order_mode} {plane.endurance} {left}"
    )


@rule("5.23.1", "6.4")
def ship_lines(view: BismarckView, argument: str = "") -> str:
    """MS: the detail lines of your ships in play, or of one of them."""
    wanted = argument.strip().upper()
    lines = [ship_line(view, n) for n, _ in own_ships(view) if SHIPS[n].id.upper().startswith(wanted)]
    return "\n".join(lines) or ILLEGAL


@rule("5.23.2", "8.5")
def plane_lines(view: BismarckView, argument: str = "") -> str:
    """MP: the detail lines of your planes, or of one of them."""
    wanted = argument.strip().upper()
    lines = [plane_line(view, n) for n, _ in own_planes(view) if PLANES[n].name.upper().startswith(wanted)]
    return "\n".join(lines) or ILLEGAL


COMMANDS: Mapping[str, Command] = {
    "SN": ships_now,
    "SP": ships_projected,
    "PN": planes_now,
    "PP": planes_projected,
    "MS": ship_lines,
    "MP": plane_lines,
    "QN": query_now,
    "QP": query_projected,
    "NS": search_now,
    "PS": search_projected,
    "NM": new_map,
    "ST": status,
}
"""Chart A, without DM, which is a choice; MS and MP show the detail lines, the orders themselves are choices."""


@rule("1.2", "Card-A")
def answer(view: BismarckView, line: str) -> str:
    """The display a typed command asks for. Letters before an asterisk are void; all else is refused."""
    typed = line.rpartition("*")[2].lstrip()
    command = COMMANDS.get(typed[:2].upper())
    return ILLEGAL if command is None else command(view, typed[2:])


def heading(view: BismarckView) -> str:
    """The turn, the score, the time of day."""
    points = view.points
    turn = TURNS[view.turn]
    when = f"Turn {turn.number}, {turn.date}, {turn.clock}" if view.turn else "Set-up"
    return f"{when}: British {points[Side.BRITISH]} VP, Germans {points[Side.GERMAN]} VP"


def legend(view: BismarckView) -> str:
    """The signs of the map, with the ports and airfields."""
    ports = [f"{name} {square}" for side in Side for square, name in PORTS[side].items()]
    fields = [f"{name} {square}" for square, name in AIRFIELDS.items() if SQUARE_TYPES[square] == "X"]
    small = {Side.BRITISH.value: " (small letters: spotted Germans)", UMPIRE: " (small letters: Germans)"}
    return (
        f"B battleship  C cruiser  A carrier  D destroyers  S submarines  O oiler  M convoy{small.get(view.role, '')}\n"
        "R L T planes  F fog  . sea  ~ coast  # land  + port and airfield  X airfield\n"
        f"Ports: {', '.join(ports)}. Airfield: {', '.join(fields)}."
    )
