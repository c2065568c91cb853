"""Arriving at a base (15.23, 18.11, 21.23)."""

from __future__ import annotations

from games.silent_war.damage import note
from games.silent_war.lookups import charts_of
from games.silent_war.options import Table
from games.silent_war.state import Boat, Place, Rtb
from navalcore.rulebook import rule

BOXES = {0: Place.BROOM, 1: Place.REPAIR_1, 2: Place.REPAIR_2, 3: Place.REPAIR_3}


@rule("15.23-a")
def arrive(play: Table, boat: Boat, base: int) -> None:
    """A boat enters a base: Spotted off, Broom Box if sound, else its damage is rolled."""
    state = play.state
    table = charts_of(state)
    home_bound = boat.rtb is not Rtb.NONE
    boat.spotted = False
    note(play, "arrived", boat, f"arrives at {table.bases[base].name}.", "15.23")
    if boat.damage and table.bases[base].forward:
        damaged_at_tender(play, boat, base)
        return
    if boat.damage:
        damaged_at_base(play, boat)
    else:
        boat.place = Place.BROOM
        if home_bound and table.bases[base].rolls_on_arrival:
            dutch_harbor(play, boat)
    boat.rtb, boat.on_patrol, boat.zone = Rtb.NONE, False, -1
    if boat.place is not Place.REMOVED:
        boat.where = base
        boat.major_base_only = False


def damage_roll(play: Table) -> int:
    """One roll on the Submarine Damage Table: 0 superficial, 1 to 3 the Repair Box."""
    return charts_of(play.state).damage[play.dice.d10z("extent of the damage", "18.11")]


@rule("18.11", "18.12-b")
def damaged_at_base(play: Table, boat: Boat) -> None:
    """One roll for each marker, added up; beyond Repair 3 it is a Constructive Total Loss, not counted as sunk."""
    extent = sum(damage_roll(play) for _ in range(boat.damage))
    boat.damage = 0
    if extent > 3:
        boat.place, boat.where = Place.REMOVED, -1
        boat.skipper, boat.rating = -1, 0
        note(play, "total_loss", boat, "is a constructive total loss.", "18.12")
        return
    boat.place = BOXES[extent]


@rule("15.24")
def dutch_harbor(play: Table, boat: Boat) -> None:
    """Undamaged boats returning to Dutch Harbor roll for wear: Repair 2 and 3 count as Repair 1."""
    boat.place = BOXES[min(damage_roll(play), 1)]


@rule("21.23")
def damaged_at_tender(play: Table, boat: Boat, base: int) -> None:
    """All markers superficial: Broom Box of the tender; else back to Done, and only a major base will do."""
    rolls = [damage_roll(play) for _ in range(boat.damage)]
    if any(rolls):
        boat.place = Place.DONE
        boat.major_base_only = True
        return
    boat.damage = 0
    boat.place, boat.where = Place.BROOM, base
    boat.rtb, boat.on_patrol, boat.zone = Rtb.NONE, False, -1
