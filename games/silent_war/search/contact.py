"""Contact and Engagement Tables, and setting up the combat display (13.1 - 13.3)."""

from __future__ import annotations

from navalcore.rules import rule
from navalcore_games.silent_war.asking import Rolled, rolled_for
from navalcore_games.silent_war.boats.damage import note_party
from navalcore_games.silent_war.cups.war_mix import draw
from navalcore_games.silent_war.data_pack.printed import RISING_SUN, Ship
from navalcore_games.silent_war.events.fights import ConvoyMet
from navalcore_games.silent_war.ids import UnitNumber
from navalcore_games.silent_war.lookups import charts_of, index_of
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Play, Unit
from navalcore_games.silent_war.words import Force

TF_CUP = 3


@rule("13.1-B")
def contact_kind(play: Play, about: Rolled | None = None) -> str:
    """C1, C2 or TF."""
    return charts_of(play.state).contact[play.state.war_period][play.dice.d10z("contact", "13.1", about)]


@rule("13.1-C", "13.2", "29.0", "7.1-b")
def pieces_per_cup(play: Play, kind: str, level: int, ultra: bool) -> tuple[int, ...]:
    """The Engagement Table: pieces from each cup; ULTRA adds one to each cup but no-draw ones."""
    period = 0 if play.options.original_engagement_table else play.state.war_period
    engagement = charts_of(play.state).engagement[period]
    return tuple(n + 1 if ultra and n else n for n in engagement[kind][level])


@rule("13.1-C")
def set_up_contact(play: Play, boat: Boat, level: int, tf_only: bool = False) -> bool:
    """Roll what kind of contact it is and draw it; False if nothing but No TDC Solution chits came (SW-R39)."""
    return place_contact(play, boat, contact_kind(play, rolled_for(play.state, boat)), level, tf_only)


@rule("13.1-C", "13.3", "3.11-c", "14.0")
def place_contact(play: Play, boat: Boat, kind: str, level: int, tf_only: bool = False) -> bool:
    """Draw a contact of a kind onto the display; whether any unit came."""
    state = play.state
    combat = Combat(boat.area, tf_only=tf_only)
    for cup, number in enumerate(pieces_per_cup(play, kind, level, boat.where in state.ultra)):
        if tf_only and cup != TF_CUP:
            continue
        for _ in range(number):
            place_drawn(play, combat, cup)
    note_party(play, ConvoyMet, boat, "13.1", Force(kind), level, len(combat.units), combat.chits)
    state.combat = combat
    combat.fighters.append(Fighter(index_of(state, boat)))
    return bool(combat.units)


@rule("13.3")
def rising_sun_back(ship: Ship) -> bool:
    """TF ONLY: Red Ball backs (and chits) are returned and drawn again."""
    return ship.back == RISING_SUN and not ship.chit


def place_drawn(play: Play, combat: Combat, cup: int) -> None:
    """Draw one piece; a chit counts but is not placed."""
    where = rising_sun_back if combat.tf_only else None
    piece = draw(play, cup, f"piece from cup {'ABCD'[cup]}", where)
    if piece is None:
        return
    if charts_of(play.state).ships[piece].chit:
        combat.chits += 1
        combat.spent.append((cup, piece))
        return
    combat.units.append(Unit(piece, cup, combat.next_number))
    combat.next_number = UnitNumber(combat.next_number + 1)
