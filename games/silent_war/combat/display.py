"""The combat display: columns, reach, and ASW in reach (2.3, 14.16-B, 24.54)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.boats.damage import note, note_party
from navalcore_games.silent_war.events.fights import FightBegan, FightEnded, LeftFight, UnitLeft
from navalcore_games.silent_war.ids import UnitNumber
from navalcore_games.silent_war.lookups import boat_named, charts_of, in_typhoon, ship_of, target_named
from navalcore_games.silent_war.state import Combat, Fighter, Play, Round, State, Unit
from navalcore_games.silent_war.words import COLUMNS


def the_combat(state: State) -> Combat:
    """The combat under way."""
    assert state.combat is not None
    return state.combat


def adjacent(one: int, other: int | None) -> bool:
    """Whether two columns are the same or are neighbours; A and D do not (SW-R40). A boat may have none yet."""
    return other is not None and -1 <= one - other <= 1


@rule("28.3")
def known_hospital_ship(state: State, unit: Unit) -> bool:
    """Whether a unit has been turned up as a hospital ship, which no boat is compelled to attack (SW-R102)."""
    return unit.known and ship_of(state, unit).hospital


def name_of(state: State, unit: Unit) -> str:
    """A unit's notation: its number, column, and what the player may know of it."""
    return str(target_named(state, unit))


def face_down_in_reach(combat: Combat, fighter: Fighter) -> list[Unit]:
    """Face-down units in the boat's column or next to it."""
    return [unit for unit in combat.units if not unit.face_up and adjacent(unit.column, fighter.column)]


@rule("2.3-B1c", "7.21-Y3")
def asw_halves(state: State, combat: Combat, unit: Unit, gunnery: bool) -> int:
    """A revealed unit's ASW in halves: none while damaged, one less in a typhoon, a zed one half after gunnery."""
    if unit.damaged or not unit.face_up:
        return 0
    ship = ship_of(state, unit)
    asw = ship.asw - (1 if unit.ordinary else 0)
    if not ship.aircraft and in_typhoon(state, combat.area):
        asw -= 1
    return max(asw, 0) * 2 + (1 if ship.zed and gunnery else 0)


@rule("24.54")
def in_escort_reach(combat: Combat, fighter: Fighter, unit: Unit) -> bool:
    """Whether an escort counts against the boat: in its column, or next to it with no submarine in the escort's own."""
    if unit.column == fighter.column:
        return True
    return adjacent(unit.column, fighter.column) and not any(
        other.column == unit.column for other in combat.fighters if not other.out
    )


@rule("2.5-b")
def escort_level(state: State, fighter: Fighter, gunnery: bool = False, leave_out: UnitNumber | None = None) -> int:
    """The ASW of all revealed units that count against the boat, added up and then rounded up (SW-R01).

    Aircraft count wherever they are. ``leave_out`` is the number of an escort left out by 28.4.
    """
    combat = the_combat(state)
    halves = 0
    for unit in combat.units:
        if unit.number == leave_out or not unit.face_up:
            continue
        if ship_of(state, unit).aircraft or in_escort_reach(combat, fighter, unit):
            halves += asw_halves(state, combat, unit, gunnery)
    return (halves + 1) // 2


def take_off(play: Play, combat: Combat, unit: Unit) -> None:
    """A unit leaves the display for its cup."""
    combat.units.remove(unit)
    combat.spent.append((unit.column, unit.piece))
    play.tell(UnitLeft, target_named(play.state, unit), rule="14.8")


def leave(play: Play, fighter: Fighter) -> None:
    """A boat leaves the display, unless it has left."""
    if not fighter.out:
        fighter.out = True
        note(play, LeftFight, play.state.boats[fighter.boat], "14.3", _column(fighter))


def _column(fighter: Fighter) -> str:
    return "" if fighter.column is None else COLUMNS[fighter.column]


def tell_display(play: Play, what: type[FightBegan | FightEnded], combat: Combat) -> None:
    """Report what is on the display as it is set up or cleared."""
    if play.listening:
        state = play.state
        units = tuple(target_named(state, unit) for unit in combat.units)
        boats = [(state.boats[each.boat], _column(each)) for each in combat.fighters if not each.out]
        fighters = tuple((boat_named(state, boat), column) for boat, column in boats)
        note_party(play, what, state.boats[combat.fighters[0].boat], "14.0", units, fighters)


def remaining_tdc(state: State, combat: Combat) -> list[int]:
    """The TDC pool without the markers that are on the display."""
    pool = list(charts_of(state).tdc_pool)
    for unit in combat.units:
        if unit.tdc is not None:
            pool.remove(unit.tdc)
    return pool


@rule("14.12-a", "2.3-C1b", "14.4-b")
def modified_tdc(marker: int, fighter: Fighter, round_: Round, re_attack: bool, unit_number: UnitNumber) -> int:
    """A marker's value: Perfect Setup sign, re-attack, then posture (SW-R48), which alone may leave -3..+3."""
    value = -abs(marker) if round_.perfect_setup else marker
    if re_attack and value > -3:
        value -= 1
    if fighter.posture == 2:
        return value - 1
    if fighter.posture == 0 and fighter.unmodified != unit_number:
        return value + 1
    return value
