"""Victory points and the end of the game (17)."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.rules import rule
from navalcore_games.bismarck.cards import (
    BISMARCK,
    BRITANNIC,
    PRINZ_EUGEN,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
    SL1,
    SL2,
    SL3,
    SL4,
    SL5,
    WS8B,
    plane_unit,
)
from navalcore_games.bismarck.combat.damage import SLOW_MODE, award
from navalcore_games.bismarck.combat_events import Cause
from navalcore_games.bismarck.sea_map import PORTS
from navalcore_games.bismarck.state import Play, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN
from navalcore_games.bismarck.words import Fate, ShipNumber, ShipType, Side

BRITISH_POINTS = TABLES.victory.british
GERMAN_POINTS = {key: value for key, value in TABLES.victory.german.items() if isinstance(value, int)}
MARGIN = TABLES.victory.end["bismarck_sunk_margin"]


@dataclass(frozen=True, slots=True)
class Mission:
    """The task of a convoy (17.3, 17.4)."""

    convoy: ShipNumber
    """Its number."""
    due: int
    """The turn on which it must be done."""
    points: int
    """For the British; for WS8B for each ship."""
    column: int | None
    """The column to be reached by the end of the game, or None where the convoy leaves play at its goal."""
    goal: str
    """In words."""
    since: int = 1
    """The first turn on which it can be done."""

    def done_on(self, turn: int) -> bool:
        """Whether a convoy that was there on a turn had come in time."""
        return self.since <= turn <= self.due


MISSIONS = (
    Mission(WS8B, 25, BRITISH_POINTS["ws8b_per_ship_row31_turns_21_25"], None, "south edge on turns 21 to 25", 21),
    Mission(BRITANNIC, 25, BRITISH_POINTS["britannic_col10_by_25"], None, "west edge by turn 25"),
    Mission(SL1, 25, BRITISH_POINTS["sl1_clyde_by_25"], None, "Clyde by turn 25"),
    Mission(SL2, LAST_TURN, BRITISH_POINTS["sl2_col22_by_30"], 22, "column 22 by turn 30"),
    Mission(SL3, 19, BRITISH_POINTS["sl3_clyde_by_19"], None, "Clyde by turn 19"),
    Mission(SL4, LAST_TURN, BRITISH_POINTS["sl4_col23_by_30"], 23, "column 23 by turn 30"),
    Mission(SL5, LAST_TURN, BRITISH_POINTS["sl5_col21_by_30"], 21, "column 21 by turn 30"),
)


_MISSION_OF = {mission.convoy: mission for mission in MISSIONS}


@rule("17.3")
def mission_done(state: State, convoy: ShipNumber) -> bool:
    """Whether a convoy whose mission was judged had done it: it was there in time, and was not lost since."""
    there = state.missions.get(convoy)
    fate = state.ships[convoy].fate
    return there is not None and _MISSION_OF[convoy].done_on(there) and fate in (Fate.ACTIVE, Fate.ARRIVED)


@rule("4.7")
def victory_phase(play: Play) -> None:
    """Points for crashed planes and for convoys; then the test whether the game is over."""
    pay_crashes(play)
    judge_missions(play)
    check_end(play)


@rule("17.5")
def pay_crashes(play: Play) -> None:
    """Each plane unit that crashed is worth 4 points to the Germans."""
    for number in play.state.crashed:
        award(play, Side.GERMAN, GERMAN_POINTS["plane_crash"], Cause.CRASHED, plane_unit(number), "17.5")
    play.state.crashed.clear()


@rule("17.3", "17.4", "17.5")
def judge_missions(play: Play) -> None:
    """Pay convoys that have arrived, and failures on the turn a mission was due; column missions wait for turn 30."""
    state = play.state
    for mission in MISSIONS:
        number = mission.convoy
        if number in state.due:
            continue
        ship = state.ships[number]
        if mission.column is not None and ship.fate is Fate.ACTIVE and ship.here % 100 >= mission.column:
            state.missions.setdefault(number, state.turn)
        there = state.missions.get(number)
        judged = mission.column is None or state.turn == LAST_TURN
        if judged and there is not None and mission.done_on(there) and ship.fate in (Fate.ACTIVE, Fate.ARRIVED):
            ships = ship.midships if number == WS8B else 1
            state.due.append(number)
            award(play, Side.BRITISH, mission.points * ships, Cause.ARRIVED, number, "17.4")
        elif state.turn >= mission.due:
            state.due.append(number)
            award(play, Side.GERMAN, play.options.failed_mission_points, Cause.FAILED, number, "17.5")


@rule("1.3", "17.1", "17.2")
def check_end(play: Play) -> None:
    """The game ends with Bismarck sunk and a lead of 30 points, or after turn 30; then the last points are paid."""
    state = play.state
    lead = abs(state.points[Side.BRITISH] - state.points[Side.GERMAN])
    if state.turn >= LAST_TURN:
        pay_after_last_turn(play)
        state.ended = "turn_30"
    elif state.ships[BISMARCK].fate is Fate.SUNK and lead >= MARGIN:
        state.ended = "bismarck_sunk"
    if state.ended:
        pay_raiders(play)


@rule("17.4")
def pay_raiders(play: Play) -> None:
    """Midships lost by Bismarck and Prinz Eugen, if they are not sunk: paid whenever the game ends (BIS-R50)."""
    keys = {BISMARCK: "bismarck_ms_lost_not_sunk", PRINZ_EUGEN: "prinz_eugen_ms_lost_not_sunk"}
    for number, key in keys.items():
        _pay_midships(play, Side.BRITISH, number, BRITISH_POINTS[key], "17.4")


@rule("17.4", "17.5")
def pay_after_last_turn(play: Play) -> None:
    """Pay the points due only after turn 30: raiders at sea in slow mode, midships lost by British warships."""
    state = play.state
    keys = {BISMARCK: "bismarck_slow_at_sea_after_30", PRINZ_EUGEN: "prinz_eugen_slow_at_sea_after_30"}
    for number in RAIDERS:
        ship = state.ships[number]
        if ship.fate is Fate.ACTIVE and ship.knots < SLOW_MODE and at_sea(state, number):
            award(play, Side.BRITISH, BRITISH_POINTS[keys[number]], Cause.SLOW_AT_SEA, number, "17.4")
    for number in SHIP_NUMBERS[Side.BRITISH]:
        kind = SHIPS[number].type
        if kind is ShipType.CRUISER:
            each = GERMAN_POINTS["cruiser_ms_lost_not_sunk_after_30"]
        elif kind in (ShipType.BATTLESHIP, ShipType.CARRIER):
            each = GERMAN_POINTS["battleship_or_carrier_ms_lost_not_sunk_after_30"]
        else:
            continue
        _pay_midships(play, Side.GERMAN, number, each, "17.5")


def _pay_midships(play: Play, side: Side, number: ShipNumber, each: int, section: str) -> None:
    ship = play.state.ships[number]
    lost = SHIPS[number].midships - ship.midships
    if lost and ship.fate is not Fate.SUNK:
        award(play, side, each * lost, Cause.MIDSHIPS_LOST, number, section, lost)


def at_sea(state: State, number: ShipNumber) -> bool:
    """Whether a ship is not in one of its ports."""
    return state.ships[number].square not in PORTS[SHIPS[number].side]
