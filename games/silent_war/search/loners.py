"""Setting up the display for a loner (28.1)."""

from __future__ import annotations

from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import Rolled, rolled_for
from navalcore_games.silent_war.boats.damage import note_party
from navalcore_games.silent_war.events.fights import LonerMet
from navalcore_games.silent_war.lookups import card_of, index_of
from navalcore_games.silent_war.search.contact import place_drawn
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Play

LONER_CUP = (0, 0, 1, 2, 3)


@rule("28.13")
def set_up_loner(play: Play, boat: Boat) -> bool:
    """One piece of the War Period's cup; the boat in its column on d10 less skipper no more than Tactical, otherwise
    next to it. False if the piece was a chit (SW-R39).
    """
    state = play.state
    cup = LONER_CUP[state.war_period]
    combat = Combat(boat.area, loner=True)
    place_drawn(play, combat, cup)
    fighter = Fighter(index_of(state, boat))
    combat.fighters.append(fighter)
    state.combat = combat
    if not combat.units:
        return False
    close = loner_in_column(play, card_of(state, boat).tactical, boat.rating, rolled_for(state, boat))
    note_party(play, LonerMet, boat, "28.13", close)
    beside = cup - 1 if cup else 1
    fighter.column = cup if close else beside
    return True


@rule("28.13")
@takes_modifiers("28.13")
def loner_in_column(play: Play, tactical: int, rating: int, about: Rolled | None = None) -> bool:
    """d10 less the skipper's rating, no more than the Tactical rating."""
    why = f"loner in the boat's column, {tactical} or less"
    against = {"Tactical": tactical}
    return play.dice.roll("d10z", why, "28.13", {"skipper": -rating}, needed=against, about=about) <= tactical
