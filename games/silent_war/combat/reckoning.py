"""The end of a boat's Combat Phase: doubled tonnage (19.21), the Super Skipper (14.5)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.boats.damage import note, tell_skipper
from navalcore_games.silent_war.events.boats import TonnageCredited
from navalcore_games.silent_war.lookups import card_of, charts_of
from navalcore_games.silent_war.state import Boat, Fighter, Place, Play


@rule("19.21-6", "14.5")
def settle_doubled_tonnage(play: Play, fighter: Fighter) -> None:
    """The biggest merchants sunk score a second time; SW-R60 says whether the skipper is credited."""
    boat: Boat = play.state.boats[fighter.boat]
    for tons in sorted(fighter.merchants, reverse=True)[: fighter.doublings]:
        play.state.tonnage += tons
        boat.tonnage += tons
        note(play, TonnageCredited, boat, "19.21", tons)
        if play.options.doubled_tonnage_for_skipper:
            fighter.tons += tons


SKIPPER_SHIPS, SKIPPER_TONS = 3, 16
BEST_RATING = 2


def reckoning(play: Play, fighter: Fighter) -> None:
    """At the end of a boat's Combat Phase: doubled tonnage, then the Super Skipper."""
    settle_doubled_tonnage(play, fighter)
    if play.state.boats[fighter.boat].place is not Place.LOST:
        super_skipper(play, fighter)


@rule("14.5", "25.0", "25.1", "2.3-C2")
def super_skipper(play: Play, fighter: Fighter) -> None:
    """Three ships of 16,000 tons together: a random Super Skipper at +1, or +1 becomes +2."""
    if fighter.ships < SKIPPER_SHIPS or fighter.tons < SKIPPER_TONS:
        return
    state = play.state
    boat = state.boats[fighter.boat]
    charts = charts_of(state)
    if boat.skipper is not None:
        if boat.rating < BEST_RATING:
            boat.rating = BEST_RATING
            tell_skipper(play, boat, "14.5")
        return
    nation = card_of(state, boat).nation
    there = [s for s in state.skippers if charts.skippers[s].nation == nation]
    if not there:
        return
    boat.skipper = there[play.chance.pick([charts.skippers[s].name for s in there], "Super Skipper", "14.5")]
    boat.rating = 1
    state.skippers.remove(boat.skipper)
    tell_skipper(play, boat, "14.5")
