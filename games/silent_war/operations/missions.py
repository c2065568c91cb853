"""Boats called for by Special Missions (5.2): who can go, and who must."""

from __future__ import annotations

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_boat, here
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note
from navalcore_games.silent_war.choices import ByArea
from navalcore_games.silent_war.events.boats import ZoneEntered
from navalcore_games.silent_war.ids import AreaIndex, ZoneIndex, area_id
from navalcore_games.silent_war.lookups import boat_name, charts_of, zone_named
from navalcore_games.silent_war.movement.patrol import lacks
from navalcore_games.silent_war.movement.routes import reached
from navalcore_games.silent_war.movement.transit import tell_move
from navalcore_games.silent_war.movement.transit_events import Journey, transit_event_check, turned_back
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb, State


def ways_in(state: State, boat: Boat, zone: ZoneIndex) -> list[AreaIndex]:
    """The OpAreas linked to a zone that a boat is in or could step to."""
    charts = charts_of(state)
    linked = charts.zones[zone].areas
    if boat.area in linked:
        return [boat.area]
    return reached(state, (boat,), [a for a in charts.areas[boat.area].neighbours if a in linked])


def able(state: State, boat: Boat, zone: ZoneIndex) -> bool:
    """Whether it is a single boat at sea, not yet moved, without RTB marker, that could enter a zone this turn.

    Boats of a wolfpack are not held to it (SW-R99); the pack, or a boat that leaves it, may go.
    """
    return (
        boat.place is Place.OPERATING
        and not boat.moved
        and boat.pack is None
        and boat.rtb is Rtb.NONE
        and bool(ways_in(state, boat, zone))
    )


@rule("5.2-b", "5.2-c")
def must_go(state: State, boat: Boat) -> ZoneIndex | None:
    """The zone a boat about to move must enter, if any: as many as possible go, up to the number called for.

    Patrol-side boats come first; transit-side boats only where those are too few. While more are able than are still
    needed the player picks by letting others go (SW-R33). Boats in base are never obliged.
    """
    for zone in state.missions:
        missing = lacks(state, zone)
        if missing <= 0 or not able(state, boat, zone):
            continue
        sides = (True,) if boat.on_patrol else (True, False)
        at_sea = [other for other in state.boats if other.place is Place.OPERATING and other.on_patrol in sides]
        if sum(able(state, other, zone) for other in at_sea) <= missing:
            return zone
    return None


@rule("5.2-b", "20.3")
def go_to_zone(play: Play, boat: Boat, zone: ZoneIndex) -> Flow[None]:
    """Step into a linked OpArea if needed (by Transit Movement if transit side up), flip to patrol, enter the zone."""
    state = play.state
    areas = ways_in(state, boat, zone)
    start = boat.area
    if start not in areas:
        target = areas[0]
        if len(areas) > 1:
            who = here(state, boat)
            picks = [
                ByArea(area_id(area.id), a, f"to {area.name}", *who)
                for a in areas
                for area in [charts_of(state).areas[a]]
            ]
            target = (
                yield from choose(
                    commander(play),
                    f"Which way does {boat_name(state, boat)} go to her mission?",
                    picks,
                    "5.2",
                    kind="mission_way",
                    about=about_boat(state, boat),
                )
            ).index
        boat.left, boat.where = start, target
        step = Journey(start, (target,), in_transit=not boat.on_patrol, zone="assigned")
        tell_move(play, (boat,), step, "5.2")
        yield from transit_event_check(play, boat, step)
        if turned_back(boat):
            return
    boat.on_patrol = True
    boat.zone = zone
    note(play, ZoneEntered, boat, "5.2", zone_named(state.data_pack, zone))
    state.missions[zone].entered += 1
    yield from transit_event_check(play, boat, Journey(None, (boat.area,), in_transit=False, zone="mission"))
