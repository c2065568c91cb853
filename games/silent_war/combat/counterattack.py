"""The counterattack (14.2), the Counterattack Table's special rows, and crash dives (28.2)."""

from __future__ import annotations

from collections.abc import Mapping

from navalcore.rules import Flow, choose, rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, about_boat, here, rolled_for
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note, suffer
from navalcore_games.silent_war.choices import DIVE, NO_DIVE
from navalcore_games.silent_war.combat.display import asw_halves, escort_level, the_combat
from navalcore_games.silent_war.events.fights import Counterattacked
from navalcore_games.silent_war.lookups import boat_name, card_of, charts_of, shallow_penalty
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Place, Play, Posture, Rtb, State
from navalcore_games.silent_war.words import Result


def fights_on(boat: Boat) -> bool:
    """Whether a boat in combat is afloat and has no RTB marker."""
    return boat.place is not Place.LOST and boat.rtb is Rtb.NONE


@rule("14.2-2")
def escorts_present(state: State, combat: Combat, gunnery: bool) -> bool:
    """Whether any revealed unit on the display has ASW; a zed does after gunnery (SW-R49)."""
    return any(asw_halves(state, combat, unit, gunnery) for unit in combat.units)


@rule("14.2-A", "CON-2")
@takes_modifiers("14.2-A")
def japanese_sum(play: Play, asw: int, red_boxes: int, general_asw: int) -> Mapping[str, int]:
    """ASW in reach, red boxes of the OpArea, general ASW of the War Period."""
    return play.modified("14.2-A", {"ASW": asw, "red boxes": red_boxes, "general ASW": general_asw})


@rule("14.2-B", "CON-2")
@takes_modifiers("14.2-B")
def boat_sum(play: Play, defense: int, rating: int, shallow: int) -> Mapping[str, int]:
    """Defense, skipper, less 1 in a Shallow OpArea."""
    return play.modified("14.2-B", {"defense": defense, "skipper": rating, "Shallow": -shallow})


def spelt(terms: Mapping[str, int]) -> str:
    """A sum in words: "ASW 2, red boxes 1"."""
    return ", ".join(f"{name} {value}" for name, value in terms.items())


def counterattack_sums(play: Play, fighter: Fighter) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The numbers that add up to the Japanese total and the boat's."""
    state = play.state
    combat = the_combat(state)
    boat, charts = state.boats[fighter.boat], charts_of(state)
    area = charts.areas[combat.area]
    asw = escort_level(state, fighter, combat.round.gunnery) + combat.round.asw_bonus
    japanese = japanese_sum(play, asw, area.reds[state.war_period], charts.general_asw[state.war_period])
    return japanese, boat_sum(play, card_of(state, boat).defense, boat.rating, shallow_penalty(area))


@rule("14.2-C", "23.0", "CON-2")
def counterattack_drm(boat: Boat, posture: Posture, re_attack: bool) -> dict[str, int]:
    """The modifiers of the counterattack roll."""
    drm: dict[str, int] = {}
    if boat.damage:
        drm["damage"] = boat.damage
    if re_attack:
        drm["re-attack"] = 1
    if boat.spotted:
        drm["spotted"] = 1
    if posture is not Posture.STANDARD:
        drm[str(posture)] = posture - Posture.STANDARD
    return drm


@rule("14.2-C")
@takes_modifiers("14.2")
def counterattack_result(
    play: Play, difference: int, drm: dict[str, int], of: str = "", about: Rolled | None = None
) -> str:
    """The row of the difference, one modified roll (SW-R02), and a second roll where the row asks for it; ``of`` says
    what the difference is the sum of.
    """
    row = charts_of(play.state).counter_row(difference)
    read = f"row {row.label} of the Counterattack Table{of}"
    roll = play.dice.roll("d10z", f"counterattack, row {row.label}", "14.2", drm, row=read, about=about)
    return second_roll_if_asked(play, result_in(row.results, roll), about)


def second_roll_if_asked(play: Play, result: str, about: Rolled | None = None) -> str:
    """The second roll on the table, unmodified."""
    if result == "second_roll":
        return charts_of(play.state).second_roll[play.dice.d10z("counterattack, second roll", "14.2", about)]
    return result


@takes_modifiers("14.13")
def diligent_escort_result(play: Play, row: tuple[str, ...], drm: dict[str, int], about: Rolled | None = None) -> str:
    """A roll on the row of the Diligent Escort."""
    roll = play.dice.roll("d10z", "Diligent Escort", "14.13", drm, about=about)
    return second_roll_if_asked(play, result_in(row, roll), about)


@takes_modifiers("19.21")
def event_aircraft_result(play: Play, row: tuple[str, ...], drm: dict[str, int], about: Rolled | None = None) -> str:
    """A roll on the row of the Event Aircraft, for event 3."""
    roll = play.dice.roll("d10z", "patrol bomber", "19.21", drm, about=about)
    return second_roll_if_asked(play, result_in(row, roll), about)


def result_in(row: tuple[str, ...], roll: int) -> str:
    """The result in a row; its ends are those of all rolls beyond them."""
    return row[min(max(roll, 0), len(row) - 1)]


@rule("14.2-1", "14.2-A", "14.2-B", "14.2-C", "19.21-2c")
def counterattack(play: Play, fighter: Fighter) -> None:
    """The escorts strike back at one boat; the result is applied at once.

    After a premature detonation they do even where no unit shown has ASW: it adds 1 of its own (SW-R100).
    """
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    gunnery = combat.round.gunnery
    if not escorts_present(state, combat, gunnery) and not combat.round.asw_bonus:
        return
    japanese, own = counterattack_sums(play, fighter)
    difference = sum(japanese.values()) - sum(own.values())
    drm = counterattack_drm(boat, fighter.posture, combat.round_number > 0)
    of = f": {spelt(japanese)}, less {spelt(own)}"
    result = counterattack_result(play, difference, drm, of, rolled_for(state, boat))
    note(play, Counterattacked, boat, "14.2", Result(result), difference)
    if result == "spotted":
        fighter.own_mark = False
    suffer(play, boat, result, "14.2")


@rule("28.2", "2.1-e")
def crash_dive(play: Play, fighter: Fighter, threat: str) -> Flow[bool]:
    """The player may try to dive from a sudden threat: not in Shallow waters, not with rating X."""
    state = play.state
    combat = the_combat(state)
    boat = state.boats[fighter.boat]
    rating = card_of(state, boat).crash_dive
    if rating is None or charts_of(state).areas[combat.area].shallow:
        return False
    who = here(state, boat)
    prompt = f"Does {boat_name(state, boat)} crash-dive to escape the {threat}?"
    choice = yield from choose(
        commander(play),
        prompt,
        [DIVE.of(*who), NO_DIVE.of(*who)],
        "28.2",
        kind="dive",
        about=about_boat(state, boat, threat=threat),
    )
    return choice == DIVE and dives(play, rating, boat.rating, rolled_for(state, boat))


@rule("28.2", "28.21")
@takes_modifiers("28.2")
def dives(play: Play, rating: int, skipper: int, about: Rolled | None = None) -> bool:
    """d10 less the skipper's rating, no more than the Crash Dive rating."""
    why, against = f"crash dive, {rating} or less", {"Crash Dive": rating}
    return play.dice.roll("d10z", why, "28.2", {"skipper": -skipper}, needed=against, about=about) <= rating
