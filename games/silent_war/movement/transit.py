"""Transit Movement (15.1): from a base or the transit side toward an OpArea or another base."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.components import counted
from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import Here, about_pack, here
from navalcore_games.silent_war.bases.arrival import arrive
from navalcore_games.silent_war.bases.boxes import takes
from navalcore_games.silent_war.boats.commands import commander, welcome
from navalcore_games.silent_war.boats.damage import note, note_party
from navalcore_games.silent_war.boats.packs import disband_on_entering
from navalcore_games.silent_war.choices import IN_TRANSIT, ON_PATROL, REMAIN, STAY, STOP, IntoBase, StepTo
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.events.boats import Sailed, Stepped
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, base_id
from navalcore_games.silent_war.lookups import (
    area_named,
    base_named,
    boat_name,
    boat_named,
    called,
    card_of,
    charts_of,
    where_named,
)
from navalcore_games.silent_war.movement.routes import bases_from, reached, to_area
from navalcore_games.silent_war.movement.storm_damage import storm_check
from navalcore_games.silent_war.movement.transit_events import Journey, transit_event_check, turned_back
from navalcore_games.silent_war.state import Boat, Place, Play, State


def entry_cost(play: Play, base: BaseIndex) -> int:
    """Steps to enter a base from its OpArea (SW-R07)."""
    return 0 if charts_of(play.state).bases[base].forward or play.options.free_base_entry else 1


def steps_to_areas(state: State, pack: Sequence[Boat], areas: Sequence[AreaIndex], who: Here) -> list[StepTo]:
    """The steps to those OpAreas that are within the Range of every boat."""
    return [to_area(state.data_pack, area, *who) for area in reached(state, pack, areas)]


@rule("15.1-a", "15.25")
def steps_at_sea(
    play: Play, pack: Sequence[Boat], area: AreaIndex, left: int, closed: set[BaseIndex]
) -> list[StepTo | IntoBase]:
    """Where boats at sea may move with so many steps left: OpAreas, and for a single boat bases."""
    state = play.state
    charts = charts_of(state)
    options: list[StepTo | IntoBase] = []
    who = Here(boat_named(state, pack[0]).id, area_named(state.data_pack, area).id)
    if left:
        options += steps_to_areas(state, pack, charts.areas[area].neighbours, who)
    if len(pack) == 1:
        options += [
            IntoBase(base_id(charts.bases[base].id), base, f"into {charts.bases[base].name}", *who)
            for base in bases_from(state, area, card_of(state, pack[0]).allied)
            if base not in closed and entry_cost(play, base) <= left and takes(state, base)
        ]
    return options


@rule("15.25")
def is_cautious(play: Play, entered: int, left: int, speed: int) -> bool:
    """Whether a move was Cautious Transit: one OpArea, and a step left for another, whether it ended at sea or in a
    base (SW-R99). A boat that may never move more than one makes it only by an option (SW-R10).

    Args:
        entered: how many OpAreas it entered.
        left: the steps it did not use.
        speed: the steps it had.
    """
    return entered == 1 and (left > 0 if speed > 1 else play.options.cautious_for_slow_boats)


@rule("15.0", "15.1-a", "15.1-b", "15.1-c", "15.11", "15.25")
def deployment(play: Play, boat: Boat, followers: Sequence[Boat] = ()) -> Flow[None]:
    """A boat from Ready for Sea or on its transit side moves 0 to Speed steps, to an OpArea or another base.

    ``followers`` are the other members of its wolfpack: one move for all (24.2), never from base to base.
    """
    state = play.state
    charts = charts_of(state)
    pack = (boat, *followers)
    speed = left = min([card_of(state, one).speed for one in pack])
    home = boat.base if boat.place is Place.READY else None
    start = area = boat.area if home is None else None
    entered: list[AreaIndex] = []
    base = None
    closed = set() if home is None else {home}
    options: list[Word | StepTo | IntoBase]
    while True:
        who = here(state, boat)
        if area is not None:
            left_after = left - 1
            options = [
                (STOP if entered else STAY).of(*who),
                *steps_at_sea(play, pack, area, left, closed),
            ]
        elif home is not None:
            left_after = left if charts.bases[home].forward else left - 1
            options = [REMAIN.of(*who), *steps_to_areas(state, pack, charts.bases[home].areas, who)]
        choice = options[0]
        if len(options) > 1:
            prompt = f"Transit Movement, {left} of {counted(speed, 'step')} left: where does {called(state, boat)} go?"
            choice = yield from choose(
                commander(play),
                prompt,
                options,
                "15.1",
                kind="transit",
                about=about_pack(state, pack, left=left, speed=speed),
            )
        if isinstance(choice, Word):
            break
        if isinstance(choice, StepTo):
            area = choice.index
            step(play, boat, area)
            entered.append(area)
            left = left_after
        elif (yield from welcome(play, choice.index)):
            base = choice.index
            left -= entry_cost(play, base)
            break
        else:
            closed.add(choice.index)
    if area is None:
        return
    cautious = is_cautious(play, len(entered), left, speed)
    journey = Journey(start, tuple(entered), cautious=cautious, left_base=home)
    yield from move_together(play, pack, journey, base)
    left_at_sea = [one for one in pack if base is None and one.place is Place.OPERATING]
    for together in (left_at_sea,) if boat.pack is not None else [[one] for one in left_at_sea]:
        if together:
            yield from _choose_side(play, together)


def step(play: Play, boat: Boat, area: AreaIndex) -> None:
    """A boat steps into an OpArea."""
    start = where_named(play.state, boat)
    boat.where, boat.place = area, Place.OPERATING
    note(play, Stepped, boat, "15.1", start)


def tell_move(play: Play, pack: Sequence[Boat], journey: Journey, section: str) -> None:
    """Report that boats have moved together, unless they have not left their OpArea."""
    if not play.listening or not journey.entered:
        return
    data_pack = play.state.data_pack
    start = (
        base_named(data_pack, journey.left_base)
        if journey.left_base is not None
        else area_named(data_pack, journey.touched[0])
    )
    way = tuple(area_named(data_pack, area) for area in journey.entered[:-1])
    others = tuple(boat_named(play.state, one) for one in pack[1:])
    home = None if journey.home is None else base_named(data_pack, journey.home)
    note_party(play, Sailed, pack[0], section, start, way, others, home)


@rule("24.2", "24.4", "24.14")
def move_together(play: Play, pack: Sequence[Boat], journey: Journey, base: BaseIndex | None) -> Flow[None]:
    """A move ends for each boat that made it: place, Transit Event, storm, base; one check each."""
    goal = pack[0].where
    for one in pack:
        one.where, one.place = goal, Place.OPERATING
    tell_move(play, pack, journey, "15.23" if journey.home is not None else "15.1")
    for one in pack:
        yield from _finish_transit(play, one, journey, base)
    disband_on_entering(play, pack, journey.entered)


@rule("15.1-c")
def _choose_side(play: Play, boats: Sequence[Boat]) -> Flow[None]:
    """In Done: patrol side up to patrol from the next turn on, or transit side to continue."""
    prompt = (
        f"Which side of {boat_name(play.state, boats[0])}'s counter do you turn up?"
        if boats[0].pack is None
        else "Which side of the wolfpack's counters do you turn up?"
    )
    who = here(play.state, boats[0])
    side = yield from choose(
        commander(play),
        prompt,
        [ON_PATROL.of(*who), IN_TRANSIT.of(*who)],
        "15.1",
        kind="side",
        about=about_pack(play.state, boats),
    )
    for boat in boats:
        boat.on_patrol = side == ON_PATROL
        boat.place = Place.DONE


@rule("15.1-b", "15.23-b", "21.11")
def _finish_transit(play: Play, boat: Boat, journey: Journey, base: BaseIndex | None) -> Flow[None]:
    """Transit Event check, storm check, and the base's boxes if one was entered."""
    yield from transit_event_check(play, boat, journey)
    if turned_back(boat):
        return
    forward = base is not None and charts_of(play.state).bases[base].forward
    if forward and not play.options.no_check_into_forward_base:
        still_there = journey.from_zone and not journey.entered
        into_zone = Journey(None, (boat.area,), cautious=journey.cautious, zone="base", from_zone=still_there)
        yield from transit_event_check(play, boat, into_zone)
        if turned_back(boat):
            return
    storm_check(play, boat, journey.touched)
    if base is not None and boat.place is not Place.LOST:
        yield from arrive(play, boat, base)
