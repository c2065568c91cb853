"""Chance spottings (12), weather and fog (13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from navalcore.rules import Place, places, rule, takes_modifiers
from navalcore_games.bismarck.cards import RAIDERS
from navalcore_games.bismarck.events import ChanceSpotting, WeatherChanged
from navalcore_games.bismarck.ids import UNIT_IDS, row_id, square_id
from navalcore_games.bismarck.sea_map import AROUND, FOG_AREAS, MAP, ROWS
from navalcore_games.bismarck.search.spotting import fog_in, visibility_in
from navalcore_games.bismarck.state import Play, Report, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.words import Fate, ShipNumber, Side, Square

SOUTHERN_RANGE_FROM = 21
"""The first row with the southern range of change (13.2)."""


@rule("4.8", "12.1", "12.4")
def chance_phase(play: Play) -> None:
    """Once a turn, for Bismarck and Prinz Eugen each: the general air search, and radio silence."""
    for number in RAIDERS:
        if play.state.ships[number].fate is Fate.ACTIVE:
            air_search(play, number)
            radio_silence(play, number)


@rule("12.2")
def air_search(play: Play, number: ShipNumber) -> None:
    """In the north or the east, at visibility 4 or less, a ship is found with a chance of 5 %: the square is exact."""
    state = play.state
    square = state.ships[number].here
    if not in_air_search(state, square) or (play.options.fog_blocks_air_search and fog_in(state, square)):
        return
    if _rolled(play, "general air search", number, "12.2", TABLES.chance.general_air_search_pct):
        report(play, Report(state.turn, number, square, True), "12.2")


@rule("12.2")
def in_air_search(state: State, square: Square) -> bool:
    """Whether the general air search may find a ship in a square (BIS-R60: north or east, either suffices)."""
    zone = MAP.chance_zone
    inside = square // 100 < zone.north_of_row or square % 100 > zone.east_of_col
    return inside and visibility_in(state, square) <= zone.max_visibility


@rule("12.3")
def radio_silence(play: Play, number: ShipNumber) -> None:
    """With a chance of 1 % a ship breaks radio silence: the British get her square or one next to it."""
    state = play.state
    if not _rolled(play, "radio silence", number, "12.3", TABLES.chance.radio_silence_pct):
        return
    square = state.ships[number].here
    near = (square, *(there for _, there in AROUND[square]))
    face = play.dice.roll(f"d{len(near)}", "approximate square", "12.3", to=(), about=_ship(number))
    report(play, Report(state.turn, number, near[face - 1], False), "12.3")


def _rolled(play: Play, what: str, number: ShipNumber, section: str, percent: int) -> bool:
    """A hidden percentage roll: that nothing was found says something too."""
    against, about = {"percent": percent}, _ship(number)
    return play.dice.roll("d%", what, section, to=(), reads=percent.__ge__, needed=against, about=about) <= percent


def _ship(number: ShipNumber) -> Callable[[], tuple[Place, ...]]:
    return partial(places, subject=UNIT_IDS[number])


@cache
def _row(row: int) -> Callable[[], tuple[Place, ...]]:
    return partial(places, at=row_id(row))


@cache
def _fog(area: int) -> Callable[[], tuple[Place, ...]]:
    return partial(places, at=[square_id(square) for square in FOG_AREAS[area]])


@rule("12.2", "12.3", "12.4")
def report(play: Play, found: Report, section: str) -> None:
    """Both players learn that a ship was found, the British also where. It is not spotted: no shadow follows."""
    play.state.reports.append(found)
    play.tell(ChanceSpotting, found.ship, found.exact, found.square, rule=section, to=(Side.BRITISH,))


@rule("4.9", "9.3", "13.2")
def weather_update(play: Play) -> None:
    """All levels move one row south, then each changes at random; and the fog of the next turn is rolled."""
    state = play.state
    old = state.visibility[:]
    top = old[0]
    if play.options.weather_row_11 == "random":
        top = play.dice.roll("d8", "level of row 11", "13.2", about=_row(ROWS[0]))
    state.visibility[:] = [changed(play, row, level) for row, level in zip(ROWS, (top, *old[:-1]), strict=True)]
    play.tell(WeatherChanged, tuple(state.visibility), rule="13.2")
    if state.turn < LAST_TURN:
        roll_fog(play, state.turn + 1)


@rule("13.2")
@takes_modifiers("13.2")
def changed(play: Play, row: int, level: int) -> int:
    """A row's level after its random change, between 1 and 8."""
    table = TABLES.weather
    change = table.rows_21_30 if row >= SOUTHERN_RANGE_FROM else table.rows_11_20
    face = play.dice.roll(f"d{change.max - change.min + 1}z", f"weather of row {row}", "13.2", about=_row(row))
    modifiers = {"level of the row to the north": level, "change": change.min + face}
    return max(table.clamp.min, min(table.clamp.max, sum(play.modified("13.2", modifiers).values())))


@rule("13.3", "13.31", "13.32")
def roll_fog(play: Play, turn: int) -> None:
    """Whether each fog area has fog on a turn, by its time of day; the players learn it only from NS and PS."""
    for area in range(len(FOG_AREAS)):
        why, against = f"fog in area {area + 1}", {"time of the turn": TURNS[turn].fog}
        roll = play.dice.roll("d%", why, "13.32", to=(), needed=against, about=_fog(area))
        play.state.fog[area] = roll <= TURNS[turn].fog
