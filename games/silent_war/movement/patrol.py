"""Patrol Movement (12): a step to an adjacent OpArea, and into a Special Mission Zone."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_boat, here
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note
from navalcore_games.silent_war.choices import STAY, EnterZone, StepTo
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.events.boats import ZoneEntered
from navalcore_games.silent_war.ids import ZoneIndex, zone_id
from navalcore_games.silent_war.lookups import boat_name, charts_of, zone_named
from navalcore_games.silent_war.movement.routes import patrol_steps, reached
from navalcore_games.silent_war.movement.transit import step, tell_move
from navalcore_games.silent_war.movement.transit_events import Journey, transit_event_check
from navalcore_games.silent_war.state import Boat, Place, Play, State


@rule("12.0", "12.1")
def patrol_movement(play: Play, boat: Boat) -> Flow[None]:
    """A step to an adjacent OpArea if wanted, and then an active Special Mission Zone if one is linked."""
    yield from patrol_step(play, boat)
    if boat.place is Place.OPERATING:
        yield from enter_zone(play, boat)


@rule("12.1", "20.1", "20.3", "5.2-a")
def enter_zone(play: Play, boat: Boat) -> Flow[None]:
    """An active zone linked to the OpArea may be entered at no cost, with a check of its own on the OpArea's chart."""
    state = play.state
    charts = charts_of(state)
    open_zones = [z for z in charts.areas[boat.area].zones if z in state.missions and lacks(state, z) > 0]
    if not open_zones:
        return
    who = here(state, boat)
    options: list[Word | EnterZone] = [
        STAY.of(*who),
        *(EnterZone(zone_id(charts.zones[z].id), z, f"into the {charts.zones[z].name} zone", *who) for z in open_zones),
    ]
    prompt = f"Does {boat_name(state, boat)} enter a Special Mission Zone?"
    choice = yield from choose(commander(play), prompt, options, "12.1", kind="zone", about=about_boat(state, boat))
    if not isinstance(choice, EnterZone):
        return
    boat.zone = choice.index
    note(play, ZoneEntered, boat, "12.1", zone_named(state.data_pack, choice.index))
    state.missions[choice.index].entered += 1
    yield from transit_event_check(play, boat, Journey(None, (boat.area,), in_transit=False, zone="mission"))


def lacks(state: State, zone: ZoneIndex) -> int:
    """How many boats a mission still wants."""
    return state.missions[zone].boats - state.missions[zone].entered


@rule("12.0", "12.2", "7.14")
def patrol_step(play: Play, boat: Boat) -> Flow[None]:
    """Stay, or step to an adjacent OpArea within Range, with a Transit Event check there; never into a base."""
    state = play.state
    charts = charts_of(state)
    start = boat.area
    near = reached(state, (boat,), charts.areas[start].neighbours)
    if not near:
        return
    who = here(state, boat)
    choice = yield from choose(
        commander(play),
        f"Patrol Movement: where does {boat_name(state, boat)} go?",
        patrol_steps(state.data_pack, start, tuple(near), *who),
        "12.0",
        kind="patrol",
        about=about_boat(state, boat),
    )
    if not isinstance(choice, StepTo):
        return
    boat.left = start
    step(play, boat, choice.index)
    journey = Journey(start, (choice.index,), in_transit=False)
    tell_move(play, (boat,), journey, "12.0")
    yield from transit_event_check(play, boat, journey)
