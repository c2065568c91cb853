"""Spotted, damaged, driven home, lost, given a skipper: what befalls a boat (18, 23, 15.22, 25)."""

from __future__ import annotations

from typing import Final

from navalcore.rules import rule
from navalcore_games.silent_war.asking import rolled_for
from navalcore_games.silent_war.events.boats import (
    Damaged,
    Lost,
    SentHome,
    SkipperGained,
    SkipperRelieved,
    Spotted,
    Unspotted,
)
from navalcore_games.silent_war.events.telling import BoatEvent, PartyEvent
from navalcore_games.silent_war.lookups import boat_named, card_of, leader_named, skipper_named, where_named
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb
from navalcore_games.silent_war.words import Cause

SUNK_BY: Final = {
    "14.2": Cause.ESCORTS,
    "14.13": Cause.DILIGENT_ESCORT,
    "19.1": Cause.TRANSIT_EVENT,
    "19.21": Cause.PATROL_BOMBER,
}
"""Who sank a boat, by the section whose table said so."""


def note(play: Play, what: type[BoatEvent], boat: Boat, section: str, *others: object) -> None:
    """Report what a boat did or what happened to her, where she is now.

    Args:
        others: the further fields of the event.
    """
    if play.listening:
        state = play.state
        play.tell(what, boat_named(state, boat), where_named(state, boat), *others, rule=section)


def note_party(play: Play, what: type[PartyEvent], boat: Boat, section: str, *others: object) -> None:
    """Report what a boat or the wolfpack that she belongs to did."""
    if play.listening:
        note(play, what, boat, section, leader_named(play.state, boat), *others)


def tell_skipper(play: Play, boat: Boat, section: str) -> None:
    """Report the Super Skipper that a boat has now, and the rating."""
    assert boat.skipper is not None
    note(play, SkipperGained, boat, section, skipper_named(play.state.data_pack, boat.skipper), boat.rating)


@rule("28.3")
def relieve_skipper(play: Play, boat: Boat) -> None:
    """The Super Skipper of a boat, if she has one, leaves her and the game."""
    if boat.skipper is not None:
        note(play, SkipperRelieved, boat, "28.3", skipper_named(play.state.data_pack, boat.skipper))
        boat.skipper, boat.rating = None, 0


@rule("25.2")
def lose(play: Play, boat: Boat, cause: Cause, section: str) -> None:
    """The boat is sunk, and its Super Skipper with it."""
    note(play, Lost, boat, section, cause)
    boat.place, boat.where, boat.zone, boat.pack = Place.LOST, None, None, None
    boat.rtb, boat.spotted, boat.on_patrol = Rtb.NONE, False, False
    boat.skipper, boat.rating = None, 0
    play.state.submarines_lost += 1


@rule("18.1", "18.12-a", "18.13")
def damage(play: Play, boat: Boat, section: str) -> None:
    """One more Damage marker: the second may sink the boat, the third does."""
    if boat.damage == 2:
        lose(play, boat, Cause.THIRD_DAMAGE, "18.13")
        return
    if boat.damage == 1:
        defense = card_of(play.state, boat).defense
        if play.dice.d10z("second Damage marker, sunk above Defense", "18.12", rolled_for(play.state, boat)) > defense:
            lose(play, boat, Cause.SECOND_DAMAGE, "18.12")
            return
    boat.damage += 1
    note(play, Damaged, boat, section, boat.damage)


@rule("23.1", "24.6")
def spot(play: Play, boat: Boat, section: str) -> None:
    """The boat is Spotted, and its wolfpack with it; a second marker does nothing."""
    for one in [boat] if boat.pack is None else [b for b in play.state.boats if b.pack == boat.pack]:
        if not one.spotted:
            one.spotted = True
            note(play, Spotted, one, section)


def unspot(play: Play, boat: Boat, section: str) -> None:
    """The Spotted marker of a boat comes off, if it has one."""
    if boat.spotted:
        boat.spotted = False
        note(play, Unspotted, boat, section)


@rule("15.2", "15.22", "24.41")
def force_home(play: Play, boat: Boat, section: str) -> None:
    """Involuntary RTB: transit side, marker, Done section; no move this turn."""
    boat.rtb = Rtb.INVOLUNTARY
    boat.pack = None
    boat.on_patrol = False
    boat.place = Place.DONE
    note(play, SentHome, boat, section)


def suffer(play: Play, boat: Boat, result: str, section: str) -> None:
    """A result of the Counterattack or Transit Event Table, applied at once."""
    if result == "sunk":
        lose(play, boat, SUNK_BY[section], section)
        return
    if result == "spotted":
        spot(play, boat, section)
    if result in ("damaged", "damaged_rtb"):
        damage(play, boat, section)
    if result in ("rtb", "damaged_rtb") and boat.place is not Place.LOST:
        force_home(play, boat, section)
