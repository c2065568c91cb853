"""Boats that leave play or the theatre: written off, decommissioned, gone to overhaul; their Super Skippers (25.3)."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.rules import Flow, choose, rule
from navalcore_games.silent_war.asking import about_options, rolled_at
from navalcore_games.silent_war.bases.boxes import REPAIR_BOXES
from navalcore_games.silent_war.boats.commands import commander
from navalcore_games.silent_war.boats.damage import note, tell_skipper
from navalcore_games.silent_war.choices import UNASSIGNED, GiveSkipper
from navalcore_games.silent_war.choosing import Word
from navalcore_games.silent_war.data_pack.printed import PEARL_HARBOR
from navalcore_games.silent_war.events.boats import Decommissioned, Overhauled, WrittenOff
from navalcore_games.silent_war.events.war import SkipperLeft
from navalcore_games.silent_war.ids import BoatIndex, SkipperIndex, boat_id, numbered
from navalcore_games.silent_war.lookups import base_named, boat_named, card_of, charts_of, skipper_named, where_named
from navalcore_games.silent_war.state import AT_SEA, Boat, Place, Play, Rtb, State


@rule("18.12-b", "25.3")
def write_off(play: Play, boat: Boat) -> Flow[None]:
    """A Constructive Total Loss leaves play but does not count as sunk; its skipper may get another boat."""
    note(play, WrittenOff, boat, "18.12")
    yield from remove_from_play(play, boat)


def remove_from_play(play: Play, boat: Boat) -> Flow[None]:
    """A boat leaves the game without being lost."""
    skipper = boat.skipper
    boat.place, boat.where, boat.zone = Place.REMOVED, None, None
    boat.rtb, boat.spotted, boat.on_patrol, boat.damage = Rtb.NONE, False, False, 0
    boat.skipper, boat.rating, boat.pack = None, 0, None
    if skipper is not None:
        yield from reassign_skipper(play, skipper)


@rule("25.3", "10.0", "2.3-C2")
def reassign_skipper(play: Play, skipper: SkipperIndex) -> Flow[None]:
    """0-4: the skipper leaves play. 5-9: the skipper may take over, at +1, a boat of the same navy (SW-R111) in a
    Repair Box, of which Hold is one, or next due to arrive or return. With no boat the skipper leaves play too
    (SW-R104).
    """
    boat = yield from new_boat_of(play, skipper)
    if boat is None:
        play.tell(SkipperLeft, skipper_named(play.state.data_pack, skipper), rule="25.3")
        return
    boat.skipper, boat.rating = skipper, 1
    tell_skipper(play, boat, "25.3")


def new_boat_of(play: Play, skipper: SkipperIndex) -> Flow[Boat | None]:
    """The boat that such a skipper takes over, or None."""
    state = play.state
    charts = charts_of(state)
    if play.dice.d10z("Super Skipper without a boat, reassigned on 5-9", "25.3", rolled_at()) < 5:
        return None
    boxes = (*REPAIR_BOXES, Place.HOLD)
    navy = of_navy(state, charts.skippers[skipper].nation)
    waiting = [n for n in navy if state.boats[n].place in boxes] + next_in_line(state, navy)
    waiting = [n for n in waiting if state.boats[n].skipper is None]
    if not waiting:
        return None
    picks: list[Word | GiveSkipper] = [
        GiveSkipper(
            boat_id(card.id), n, card.name, boat="" if where_named(state, boat) is None else boat_named(state, boat).id
        )
        for n in waiting
        for boat in [state.boats[n]]
        for card in [charts.boats[boat.card]]
    ]
    picks.append(UNASSIGNED)
    name = charts.skippers[skipper].name
    prompt = f"Which boat does {name} take over?"
    about = about_options(state, picks, skipper=name)
    picked = yield from choose(commander(play), prompt, picks, "25.3", kind="skipper", about=about)
    return state.boats[picked.index] if isinstance(picked, GiveSkipper) else None


def of_navy(state: State, nation: str) -> list[BoatIndex]:
    """The boats of a navy."""
    return [n for n, boat in numbered(BoatIndex, state.boats) if card_of(state, boat).nation == nation]


@rule("25.3")
def next_in_line(state: State, navy: Sequence[BoatIndex]) -> list[BoatIndex]:
    """The boats of a navy in the next month with arrivals or returns of it (SW-R76); those of this month until they are
    received.
    """
    charts = charts_of(state)
    for month in sorted(m for m in charts.months if m >= state.month):
        row = charts.months[month]
        due = {Place.NOT_IN_PLAY: {arrival.submarine for arrival in (*row.arrivals, *row.allied_arrivals)}}
        due[Place.WEST_COAST] = set(row.return_)
        found = [n for n in navy if card_of(state, state.boats[n]).id in due.get(state.boats[n].place, ())]
        if found:
            return found
    return []


@rule("18.14", "25.3")
def decommission(play: Play, boat: Boat) -> Flow[None]:
    """A boat in a Repair or Hold Box is given up: out of the game, not lost; its skipper may get another boat."""
    assert boat.place in (*REPAIR_BOXES, Place.HOLD)
    note(play, Decommissioned, boat, "18.14")
    yield from remove_from_play(play, boat)


def withdrawn_at_pearl_harbor(state: State, boat: Boat) -> bool:
    """Whether a boat is withdrawn for overhaul and has reached Pearl Harbor."""
    at_pearl = boat.place not in AT_SEA and boat.where == charts_of(state).base_index[PEARL_HARBOR]
    return boat.ordered_home and at_pearl


@rule("8.0-3")
def go_to_west_coast(play: Play, boat: Boat) -> None:
    """A withdrawn boat at Pearl Harbor goes to the U.S. West Coast; its markers come off, its skipper stays."""
    state = play.state
    if withdrawn_at_pearl_harbor(state, boat):
        start = base_named(state.data_pack, boat.base)
        boat.place, boat.where = Place.WEST_COAST, None
        note(play, Overhauled, boat, "8.0", start)
        boat.damage, boat.spotted, boat.ordered_home = 0, False, False
        boat.rtb = Rtb.NONE
