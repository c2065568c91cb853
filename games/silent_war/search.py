"""Search & Contact (13), loners met (28.1), and setting up the combat display."""

from __future__ import annotations

from games.silent_war.charts import ACTIVITY_NAMES, HIGH, RISING_SUN, WHITE, Ship
from games.silent_war.congregating import crowding
from games.silent_war.damage import note
from games.silent_war.lookups import card_of, charts_of, in_typhoon, storm_at
from games.silent_war.options import Table
from games.silent_war.state import Boat, Combat, Fighter, State, Storm, Unit
from games.silent_war.war_mix import draw
from navalcore.rulebook import rule

LONER, SUBMARINE = "loner", "submarine"
TF_CUP = 3
LONER_CUP = (0, 0, 1, 2, 3)


@rule("13.1-A", "7.1-b", "2.1-d", "7.21-S3", "7.21-Y4", "23.0", "22.1")
def search_drm(
    state: State, area: int, *, spotted: bool = False, barrier: bool = False, exempt: bool = False
) -> dict[str, int]:
    """The modifiers of every roll on the Area Activity Chart (SW-R34)."""
    drm: dict[str, int] = {}
    if area in state.ultra:
        drm["ULTRA"] = 1
    if charts_of(state).areas[area].narrow:
        drm["narrow"] = 1
    if barrier:
        drm["barrier"] = 2
    if spotted and state.war_period <= 2:
        drm["spotted"] = -1
    if crowd := 0 if exempt else crowding(state, area):
        drm["congregating"] = -crowd
    storm = storm_at(state, area)
    if storm is not Storm.NONE:
        drm["weather"] = -2 if storm is Storm.TROPICAL else -3
    return drm


@rule("13.1-A", "13.1-A2", "13.1-A3", "13.1-A4", "28.1", "28.11", "28.12", "7.21-Y8")
def look(play: Table, area: int, drm: dict[str, int]) -> str:
    """What the Area Activity Chart brings: an activity level by name, ``loner``, ``submarine`` or ``No Contact``.

    No roll where the row is all white (SW-R35). A second roll only after white in a row with red; two natural zeros
    are a submarine, tested first, but not in a typhoon.
    """
    state = play.state
    boxes = charts_of(state).areas[area].boxes[state.war_period]
    if boxes[9] == WHITE:
        return ACTIVITY_NAMES[WHITE]
    first, level = _activity_roll(play, boxes, drm, "search")
    if level != WHITE:
        return ACTIVITY_NAMES[level]
    if HIGH not in boxes:
        return ACTIVITY_NAMES[WHITE]
    second, level = _activity_roll(play, boxes, drm, "search, second roll")
    if first == 0 and second == 0:
        return ACTIVITY_NAMES[WHITE] if in_typhoon(state, area) else SUBMARINE
    return LONER if level == HIGH else ACTIVITY_NAMES[WHITE]


def _activity_roll(play: Table, boxes: tuple[int, ...], drm: dict[str, int], why: str) -> tuple[int, int]:
    """The natural die and the level of the modified one (SW-R02)."""
    total = play.dice.roll("d10z", why, "13.1", drm)
    return total - sum(drm.values()), boxes[min(max(total, 0), 9)]


@rule("13.1-B")
def contact_kind(play: Table) -> str:
    """C1, C2 or TF."""
    return charts_of(play.state).contact[play.state.war_period][play.dice.d10z("contact", "13.1")]


@rule("13.1-C", "13.2", "29.0", "7.1-b")
def pieces_per_cup(play: Table, kind: str, level: int, ultra: bool) -> tuple[int, ...]:
    """The Engagement Table: pieces from each cup; ULTRA adds one to each cup but no-draw ones."""
    table = charts_of(play.state).engagement[0 if play.options.original_engagement_table else play.state.war_period]
    return tuple(n + 1 if ultra and n else n for n in table[kind][level])


@rule("13.1-C")
def set_up_contact(play: Table, boat: Boat, level: int, tf_only: bool = False) -> bool:
    """Roll what kind of contact it is and draw it; False if nothing but No TDC Solution chits came (SW-R39)."""
    return place_contact(play, boat, contact_kind(play), level, tf_only)


@rule("13.1-C", "13.3", "3.11-c", "14.0")
def place_contact(play: Table, boat: Boat, kind: str, level: int, tf_only: bool = False) -> bool:
    """Draw a contact of a kind onto the display; whether any unit came."""
    state = play.state
    combat = Combat(boat.where, tf_only=tf_only)
    for cup, number in enumerate(pieces_per_cup(play, kind, level, boat.where in state.ultra)):
        if tf_only and cup != TF_CUP:
            continue
        for _ in range(number):
            place_drawn(play, combat, cup)
    note(play, "contact", boat, f"meets {kind} ({ACTIVITY_NAMES[level]}): {len(combat.units)} units.", "13.1", level)
    state.combat = combat
    combat.fighters.append(Fighter(state.boats.index(boat)))
    return bool(combat.units)


@rule("13.3")
def rising_sun_back(ship: Ship) -> bool:
    """TF ONLY: Red Ball backs (and chits) are returned and drawn again."""
    return ship.back == RISING_SUN and not ship.chit


def place_drawn(play: Table, combat: Combat, cup: int) -> None:
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
    combat.next_number += 1


@rule("28.13")
def set_up_loner(play: Table, boat: Boat) -> bool:
    """One piece of the War Period's cup; the boat in its column on d10 less skipper no more than Tactical, else beside
    it. False if the piece was a chit (SW-R39).
    """
    state = play.state
    cup = LONER_CUP[state.war_period]
    combat = Combat(boat.where, loner=True)
    place_drawn(play, combat, cup)
    fighter = Fighter(state.boats.index(boat))
    combat.fighters.append(fighter)
    state.combat = combat
    if not combat.units:
        return False
    note(play, "contact", boat, "meets a loner.", "28.13")
    close = loner_in_column(play, card_of(state, boat).tactical, boat.rating)
    beside = cup - 1 if cup else 1
    fighter.column = cup if close else beside
    return True


@rule("28.13")
def loner_in_column(play: Table, tactical: int, rating: int) -> bool:
    """d10 less the skipper's rating, no more than the Tactical rating."""
    roll = play.dice.roll("d10z", f"loner in the boat's column, {tactical} or less", "28.13", {"skipper": -rating})
    return roll <= tactical
