"""The Endurance Check (14.7)."""

from __future__ import annotations

from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, rolled_for
from navalcore_games.silent_war.boats.damage import force_home
from navalcore_games.silent_war.lookups import card_of, charts_of
from navalcore_games.silent_war.state import Boat, Place, Play, Rtb


@rule("14.7-a", "13.1-byp", "13.1-A5", "14.12-a")
def endurance_drm(*, bypassed: bool, no_contact: bool, damaged: bool, aggressive: bool) -> dict[str, int]:
    """The modifiers; a bypass is -2 in all (SW-R66). ``no_contact`` covers a loner too."""
    drm: dict[str, int] = {}
    if bypassed:
        drm["bypassed"] = -2
    elif no_contact:
        drm["no contact or loner"] = -1
    if damaged:
        drm["damaged"] = 1
    if aggressive:
        drm["aggressive"] = 1
    return drm


@rule("14.7-a", "2.5-a")
@takes_modifiers("14.7")
def stays_on_patrol(play: Play, letter: str, drm: dict[str, int], about: Rolled | None = None) -> bool:
    """d10 no higher than the number of the Endurance letter and torpedo value."""
    number = charts_of(play.state).endurance[letter][play.state.torpedo + 2]
    against = {f"Endurance letter {letter}": number}
    why = f"endurance, {number} or less stays"
    return play.dice.roll("d10z", why, "14.7", drm, needed=against, about=about) <= number


@rule("14.7-a", "14.7-b")
def endurance_check(
    play: Play, boat: Boat, *, bypassed: bool = False, no_contact: bool = False, aggressive: bool = False
) -> None:
    """A boat that fails must return to base; either way it goes to Done."""
    drm = endurance_drm(bypassed=bypassed, no_contact=no_contact, damaged=boat.damage > 0, aggressive=aggressive)
    if not stays_on_patrol(play, card_of(play.state, boat).endurance, drm, rolled_for(play.state, boat)):
        force_home(play, boat, "14.7")
    boat.place = Place.DONE


@rule("13.3", "20.5")
def no_task_force(play: Play, boat: Boat) -> None:
    """TF ONLY, and no ship for column D: the check is made at -1 though the boat is on a Special Mission (SW-R101). One
    that passes it has its voluntary way home still before it.
    """
    endurance_check(play, boat, no_contact=True)
    if boat.rtb is Rtb.NONE:
        boat.place = Place.OPERATING
