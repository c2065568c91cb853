"""Weather: storm damage to boats at the end of their movement (7.21)."""

from __future__ import annotations

from collections.abc import Iterable

from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import rolled_for
from navalcore_games.silent_war.boats.damage import damage, lose
from navalcore_games.silent_war.ids import AreaIndex
from navalcore_games.silent_war.lookups import card_of, storm_at
from navalcore_games.silent_war.state import Boat, Place, Play, Storm
from navalcore_games.silent_war.words import Cause


def storm_check(play: Play, boat: Boat, touched: Iterable[AreaIndex]) -> None:
    """Storm damage of a boat about to enter a base or a Done section, rolled once a turn (SW-R24).

    Args:
        touched: the OpAreas it started in, passed and ended in; what it left by Patrol Movement before is added.
    """
    areas = touched if boat.left is None else (*touched, boat.left)
    worst = max(storm_at(play.state, area) for area in areas)
    if worst is Storm.NONE or boat.place is Place.LOST:
        return
    if worst is Storm.TROPICAL:
        tropical_storm_damage(play, boat)
    elif boat.damage:
        typhoon_on_damaged(play, boat)
    else:
        typhoon_on_sound(play, boat)


def storm_check_here(play: Play, boat: Boat) -> None:
    """The storm check of a boat where it is, if it is still afloat."""
    if boat.place is not Place.LOST:
        storm_check(play, boat, (boat.area,))


@rule("7.21-S7")
def tropical_storm_damage(play: Play, boat: Boat) -> None:
    """A Tropical Storm damages the boat on a 0."""
    if play.dice.d10z("Tropical Storm, damaged on 0", "7.21", rolled_for(play.state, boat)) == 0:
        damage(play, boat, "7.21")


@rule("7.21-Y11")
@takes_modifiers("7.21")
def typhoon_on_damaged(play: Play, boat: Boat) -> None:
    """A Typhoon may sink a damaged boat: above its Defense + 1."""
    drm = {"skipper": -boat.rating}
    roll = play.dice.roll("d10z", "Typhoon, lost above Defense + 1", "7.21", drm, about=rolled_for(play.state, boat))
    if roll > card_of(play.state, boat).defense + 1:
        lose(play, boat, Cause.TYPHOON, "7.21")


@rule("7.21-Y12")
@takes_modifiers("7.21")
def typhoon_on_sound(play: Play, boat: Boat) -> None:
    """A Typhoon damages an undamaged boat on 0-1, which may then founder: above its Defense."""
    about = rolled_for(play.state, boat)
    why, against = "Typhoon, damaged on 0-1", {"damaged": 1}
    if play.dice.roll("d10z", why, "7.21", {"skipper": boat.rating}, needed=against, about=about) > 1:
        return
    damage(play, boat, "7.21")
    drm = {"skipper": -boat.rating}
    roll = play.dice.roll("d10z", "Typhoon damage, lost above Defense", "7.21", drm, about=about)
    if roll > card_of(play.state, boat).defense:
        lose(play, boat, Cause.TYPHOON, "7.21")
