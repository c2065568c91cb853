"""A boat enters a base (15.23): its damage is rolled (18.11, 21.23), its box found."""

from __future__ import annotations

from navalcore.rules import Flow, rule
from navalcore_games.silent_war.asking import rolled_for
from navalcore_games.silent_war.bases.boxes import BOXES, enter_repair
from navalcore_games.silent_war.bases.leaving import go_to_west_coast, withdrawn_at_pearl_harbor, write_off
from navalcore_games.silent_war.boats.commands import reports
from navalcore_games.silent_war.boats.damage import note
from navalcore_games.silent_war.events.boats import Arrived, SentOn
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex
from navalcore_games.silent_war.lookups import base_named, charts_of, where_named
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb


@rule("15.23-a", "8.0-3")
def arrive(play: Play, boat: Boat, base: BaseIndex) -> Flow[None]:
    """A boat enters a base: Spotted off, Broom Box if sound, else its damage is rolled. One withdrawn for overhaul goes
    on to the U.S. West Coast as it is.
    """
    state = play.state
    charts = charts_of(state)
    area = boat.area
    home_bound = boat.rtb is not Rtb.NONE
    boat.spotted = False
    boat.pack = None
    start = where_named(state, boat)
    boat.where, boat.place = base, Place.BROOM
    note(play, Arrived, boat, "15.23", start)
    if boat.damage and charts.bases[base].forward:
        damaged_at_tender(play, boat, base, area)
        return
    in_port(boat)
    if withdrawn_at_pearl_harbor(state, boat):
        reports(state, boat)
        go_to_west_coast(play, boat)
        return
    extent = 0
    if boat.damage:
        extent = extent_of_damage(play, boat)
    elif home_bound and charts.bases[base].rolls_on_arrival:
        extent = dutch_harbor(play, boat)
    if extent > 3:
        yield from write_off(play, boat)
        return
    reports(state, boat)
    if extent:
        boat.place = Place.HOLD
        yield from enter_repair(play, boat, BOXES[extent])


@rule("15.26", "21.23")
def in_port(boat: Boat) -> None:
    """A boat lies in a base or at a tender: nothing that told it where to go, or how fast, holds any more."""
    boat.rtb, boat.on_patrol, boat.zone = Rtb.NONE, False, None
    boat.major_base_only = boat.stranded = False


def damage_roll(play: Play, boat: Boat) -> int:
    """One roll on the Submarine Damage Table: 0 superficial, 1 to 3 the Repair Box."""
    return charts_of(play.state).damage[play.dice.d10z("extent of the damage", "18.11", rolled_for(play.state, boat))]


@rule("18.11", "18.12-b")
def extent_of_damage(play: Play, boat: Boat) -> int:
    """One roll for each marker, added up; the markers come off. More than 3 is a Constructive Total Loss."""
    extent = sum(damage_roll(play, boat) for _ in range(boat.damage))
    boat.damage = 0
    return extent


@rule("15.24")
def dutch_harbor(play: Play, boat: Boat) -> int:
    """Undamaged boats returning to Dutch Harbor roll for wear: Repair 2 and 3 count as Repair 1."""
    return min(damage_roll(play, boat), 1)


@rule("21.23")
def damaged_at_tender(play: Play, boat: Boat, base: BaseIndex, area: AreaIndex) -> None:
    """All markers superficial: Broom Box of the tender; else back to Done, and only a major base will do."""
    rolls = [damage_roll(play, boat) for _ in range(boat.damage)]
    if any(rolls):
        boat.place, boat.where = Place.DONE, area
        note(play, SentOn, boat, "21.23", base_named(play.state.data_pack, base))
        boat.major_base_only = True
        boat.rtb = boat.rtb or Rtb.INVOLUNTARY
        return
    boat.damage = 0
    reports(play.state, boat)
    in_port(boat)
