"""The roll on the Area Activity Chart (13.1)."""

from __future__ import annotations

from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled
from navalcore_games.silent_war.boats.congregating import crowding
from navalcore_games.silent_war.boats.damage import note_party
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, HIGH, WHITE
from navalcore_games.silent_war.events.fights import Searched
from navalcore_games.silent_war.ids import AreaIndex
from navalcore_games.silent_war.lookups import charts_of, in_typhoon, storm_at
from navalcore_games.silent_war.state import Boat, Play, State, Storm
from navalcore_games.silent_war.words import Found

LONER, SUBMARINE = "loner", "submarine"
_TOLD = {ACTIVITY_NAMES[WHITE]: Found.NOTHING, LONER: Found.LONER, SUBMARINE: Found.SUBMARINE}


@rule("13.1-A", "7.1-b", "2.1-d", "7.21-S3", "7.21-Y4", "23.0", "22.1")
def search_drm(
    state: State, area: AreaIndex, *, spotted: bool = False, barrier: bool = False, exempt: bool = False
) -> dict[str, int]:
    """The modifiers of every roll on the Area Activity Chart (SW-R34)."""
    drm: dict[str, int] = {}
    if area in state.ultra:
        drm["ULTRA"] = 1
    if charts_of(state).areas[area].narrow:
        drm["narrow"] = 1
    if barrier:
        drm["barrier"] = 2
    if spotted and state.war_period <= 2:
        drm["spotted"] = -1
    if crowd := 0 if exempt else crowding(state, area):
        drm["congregating"] = -crowd
    storm = storm_at(state, area)
    if storm is not Storm.NONE:
        drm["weather"] = -2 if storm is Storm.TROPICAL else -3
    return drm


@rule("13.1-A", "13.1-A2", "13.1-A3", "13.1-A4", "28.1", "28.11", "28.12", "7.21-Y8")
def roll_activity(play: Play, area: AreaIndex, drm: dict[str, int], about: Rolled | None = None) -> str:
    """The result of the Area Activity Chart: an activity level by name, ``loner``, ``submarine`` or ``No Contact``.

    No roll where the row is all white (SW-R35). A second roll only after white in a row with red; two natural zeros
    are a submarine, tested first, but not in a typhoon.
    """
    state = play.state
    boxes = charts_of(state).areas[area].boxes[state.war_period]
    if boxes[9] == WHITE:
        return ACTIVITY_NAMES[WHITE]
    first, level = _activity_roll(play, boxes, drm, "search", about)
    if level != WHITE:
        return ACTIVITY_NAMES[level]
    if HIGH not in boxes:
        return ACTIVITY_NAMES[WHITE]
    second, level = _activity_roll(play, boxes, drm, "search, second roll", about)
    if first == 0 and second == 0:
        return ACTIVITY_NAMES[WHITE] if in_typhoon(state, area) else SUBMARINE
    return LONER if level == HIGH else ACTIVITY_NAMES[WHITE]


@rule("13.1")
def tell_search(play: Play, boat: Boat, found: str) -> None:
    """Say what came of a search; of a convoy or task force only the Contact Table says what it is."""
    if found in _TOLD:
        note_party(play, Searched, boat, "13.1", _TOLD[found])


@takes_modifiers("13.1")
def _activity_roll(
    play: Play, boxes: tuple[int, ...], drm: dict[str, int], why: str, about: Rolled | None
) -> tuple[int, int]:
    """The natural die and the level of the modified one (SW-R02)."""
    row = "the row of the OpArea and War Period of the Area Activity Chart"
    total = play.dice.roll("d10z", why, "13.1", drm, row=row, about=about)
    return total - sum(drm.values()), boxes[min(max(total, 0), 9)]
