"""Spotted, damaged, driven home, lost: what befalls a boat (18, 23, 15.22)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war import events
from navalcore_games.silent_war.events import Happened
from navalcore_games.silent_war.lookups import card_of
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb

RESULTS = {
    "no_effect": ", without effect",
    "spotted": ": she is Spotted",
    "damaged": ": she is damaged",
    "damaged_rtb": ": she is damaged and must return to base",
    "rtb": ": she must return to base",
    "sunk": ": she is sunk",
}
"""What a result of the Counterattack or Transit Event Table means, as the end of a sentence."""

SUNK_BY = {
    "14.2": "the escorts sink her",
    "14.13": "a Diligent Escort sinks her",
    "19.1": "she is sunk in a Transit Event",
    "19.21": "a patrol bomber sinks her",
}
"""Who sank a boat, by the section whose table said so."""


def note(play: Play, what: type[Happened], boat: Boat, text: str, section: str, amount: int = 0) -> None:
    """Tell what happened to a boat."""
    if play.listening:
        name = card_of(play.state, boat).name
        play.tell(what, name, f"{name} {text}", amount, rule=section)


@rule("25.2")
def lose(play: Play, boat: Boat, why: str, section: str) -> None:
    """The boat is sunk, and its Super Skipper with it."""
    note(play, events.Lost, boat, f"is lost: {why}.", section)
    boat.place, boat.where, boat.zone, boat.pack = Place.LOST, None, None, None
    boat.rtb, boat.spotted, boat.on_patrol = Rtb.NONE, False, False
    boat.skipper, boat.rating = None, 0
    play.state.submarines_lost += 1


@rule("18.1", "18.12-a", "18.13")
def damage(play: Play, boat: Boat, section: str) -> None:
    """One more Damage marker: the second may sink the boat, the third does."""
    if boat.damage == 2:
        lose(play, boat, "she is damaged for the third time", "18.13")
        return
    if boat.damage == 1:
        defense = card_of(play.state, boat).defense
        if play.dice.d10z("second Damage marker, sunk above Defense", "18.12") > defense:
            lose(play, boat, "she is damaged for the second time", "18.12")
            return
    boat.damage += 1
    note(play, events.Damaged, boat, "is damaged.", section)


@rule("23.1", "24.6")
def spot(play: Play, boat: Boat, section: str) -> None:
    """The boat is Spotted, and its wolfpack with it; a second marker does nothing."""
    for one in [boat] if boat.pack is None else [b for b in play.state.boats if b.pack == boat.pack]:
        if not one.spotted:
            one.spotted = True
            note(play, events.Spotted, one, "is Spotted.", section)


@rule("15.2", "15.22", "24.41")
def force_home(play: Play, boat: Boat, section: str) -> None:
    """Involuntary RTB: transit side, marker, Done section; no move this turn."""
    boat.rtb = Rtb.INVOLUNTARY
    boat.pack = None
    boat.on_patrol = False
    boat.place = Place.DONE
    note(play, events.SentHome, boat, "must return to base.", section)


def suffer(play: Play, boat: Boat, result: str, section: str) -> None:
    """A result of the Counterattack or Transit Event Table, applied at once."""
    if result == "sunk":
        lose(play, boat, SUNK_BY.get(section, "she is sunk"), section)
        return
    if result == "spotted":
        spot(play, boat, section)
    if result in ("damaged", "damaged_rtb"):
        damage(play, boat, section)
    if result in ("rtb", "damaged_rtb") and boat.place is not Place.LOST:
        force_home(play, boat, section)
