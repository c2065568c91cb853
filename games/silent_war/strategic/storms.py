"""The Weather Phase (7.2): storms move, form, fade or grow."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import Rolled, rolled_at, rolled_for, rolled_for_pack
from navalcore_games.silent_war.boats.damage import unspot
from navalcore_games.silent_war.boats.packs import disband_in_typhoons, members
from navalcore_games.silent_war.choices import MoveTyphoon
from navalcore_games.silent_war.events.war import StormEnded, StormFormed, TyphoonMoved
from navalcore_games.silent_war.ids import AreaIndex, PackNumber, area_id
from navalcore_games.silent_war.lookups import area_named, charts_of, storm_at
from navalcore_games.silent_war.state import AT_SEA, Play, Role, State, Storm


def formation_number(state: State) -> int | None:
    """The month's Weather Event Formation Number; None for an X."""
    return charts_of(state).formation[state.month % 12]


@rule("7.2-A1")
def move_typhoons(play: Play) -> Flow[None]:
    """Step A: each Typhoon-2 left from last week moves once, in the player's order."""
    state = play.state
    waiting = [area for area, storm in state.storms.items() if storm is Storm.TYPHOON_2]
    moved: list[AreaIndex] = []
    while waiting:
        area = waiting[0]
        if len(waiting) > 1:
            areas = charts_of(state).areas
            picks = [
                MoveTyphoon(area_id(areas[a].id), a, areas[a].name)
                for a in sorted(waiting, key=lambda a: areas[a].lon % 360)
            ]
            area = (yield from choose(Role.COMSUBPAC, "Which typhoon moves next?", picks, "7.2", kind="typhoon")).index
        move_typhoon(play, area, waiting, moved)


@rule("7.2-A1", "7.2-A2", "7.2-A3", "7.2-T")
def move_typhoon(play: Play, area: AreaIndex, waiting: list[AreaIndex], moved: list[AreaIndex]) -> None:
    """One move: a Typhoon-2 in the way that has not moved goes first; one that has merges (0-5) or both dissolve.

    No typhoon begins a week where the table has no line for it, unless a position has put it there. It dissolves.
    """
    state = play.state
    waiting.remove(area)
    charts = charts_of(state)
    if area not in charts.storm_move:
        end_storm(play, area, "7.2")
        return
    goal = charts.storm_move[area][play.dice.d10z("Typhoon-2 moves", "7.2", rolled_at(charts.areas[area].id))]
    if goal in waiting:
        move_typhoon(play, goal, waiting, moved)
    merges = goal in moved
    both = rolled_at(charts.areas[area].id, charts.areas[goal].id)
    if merges and play.dice.d10z("typhoons meet, merge on 0-5", "7.2", both) > 5:
        moved.remove(goal)
        for each in (area, goal):
            end_storm(play, each, "7.2")
        return
    del state.storms[area]
    if not merges and goal in state.storms:
        end_storm(play, goal, "7.2")
    start, there = (area_named(state.data_pack, each) for each in (area, goal))
    play.tell(TyphoonMoved, start, there, merges, rule="7.2")
    if merges:
        return
    state.storms[goal] = Storm.TYPHOON_2
    moved.append(goal)


@rule("7.2-B1", "7.2-B2", "7.2-T")
def form_storm(play: Play) -> None:
    """Step B: no more than the Formation Number brings a storm; a place, unless a Typhoon-2 is there; its strength."""
    state = play.state
    number = formation_number(state)
    if number is None or play.dice.d10z(f"weather event on {number} or less", "7.2", rolled_at()) > number:
        return
    charts = charts_of(state)
    area = charts.storm_location[play.dice.d10z("where the storm forms", "7.2", rolled_at())]
    if state.storms.get(area, Storm.NONE) is Storm.TYPHOON_2:
        return
    strong = play.dice.d10z(f"Typhoon on {number} or less", "7.2", rolled_at(charts.areas[area].id)) <= number
    if area in state.storms:
        end_storm(play, area, "7.2")
    state.storms[area] = Storm.TYPHOON_1 if strong else Storm.TROPICAL
    play.tell(StormFormed, area_named(state.data_pack, area), strong, rule="7.2")


@rule("7.2-C1", "7.2-C2", "7.21-S6", "24.6")
def hide_boats(play: Play) -> None:
    """Step C: a Tropical Storm takes each boat's Spotted marker off on 0-7, a whole pack's by one roll; a typhoon takes
    all off and disbands packs (SW-R21).
    """
    packs: dict[PackNumber, bool] = {}
    for boat in play.state.boats:
        if not boat.spotted or boat.place not in AT_SEA:
            continue
        storm = storm_at(play.state, boat.area)
        if storm is Storm.NONE:
            continue
        if storm >= Storm.TYPHOON_1:
            hidden = True
        elif boat.pack is None:
            hidden = storm_hides(play, rolled_for(play.state, boat))
        else:
            if boat.pack not in packs:
                packs[boat.pack] = storm_hides(play, rolled_for_pack(play.state, members(play.state, boat.pack)))
            hidden = packs[boat.pack]
        if hidden:
            unspot(play, boat, "7.2")
    disband_in_typhoons(play)


def storm_hides(play: Play, about: Rolled) -> bool:
    """One roll against a Spotted marker in a Tropical Storm."""
    return play.dice.d10z("storm hides the boat on 0-7", "7.2", about) <= 7


@rule("7.22", "16.2-C")
def age_storms(play: Play) -> None:
    """At the end of the turn: Typhoon-2 off; the others become Typhoon-2 on the Formation Number, or go (SW-R22)."""
    state = play.state
    number, areas = formation_number(state), charts_of(state).areas
    for area, storm in list(state.storms.items()):
        grows = (
            storm is not Storm.TYPHOON_2
            and number is not None
            and play.dice.d10z(f"storm grows on {number} or less", "7.22", rolled_at(areas[area].id)) <= number
        )
        if grows:
            state.storms[area] = Storm.TYPHOON_2
        else:
            end_storm(play, area, "7.22")


def end_storm(play: Play, area: AreaIndex, section: str) -> None:
    """A storm dissolves, or another takes its place."""
    del play.state.storms[area]
    play.tell(StormEnded, area_named(play.state.data_pack, area), rule=section)
