"""Plane attacks (16.3), submarine attacks (16.4) and destroyer attacks (16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from navalcore.rules import About, Flow, choose, places, rule, takes_modifiers
from navalcore_games.bismarck.cards import (
    PLANE_NUMBERS,
    PLANES,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
    is_ship,
    plane_unit,
    unit_name,
)
from navalcore_games.bismarck.choices import NOBODY, Attacked, Nobody, attacked_in
from navalcore_games.bismarck.combat.damage import hit, lose, salvo, torpedo_attack
from navalcore_games.bismarck.combat_events import Confused, attacked
from navalcore_games.bismarck.ids import UNIT_IDS, square_id
from navalcore_games.bismarck.search.spotting import enemies_seen, visibility_in
from navalcore_games.bismarck.state import Play, State
from navalcore_games.bismarck.tables import TABLES, SubmarineRow
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.words import (
    OPPONENT,
    Fate,
    Mode,
    PlaneNumber,
    PlaneType,
    ShipNumber,
    ShipType,
    Side,
    Square,
    UnitNumber,
)

LARGEST_FIRST = tuple(ShipType(letter) for letter in "BACMD")
"""The order in which British ships count as large (BIS-R35)."""


def _target(
    play: Play, side: Side, unit: UnitNumber, square: Square, targets: Sequence[ShipNumber], section: str
) -> Flow[ShipNumber | None]:
    """Which of the targets a unit attacks; None for none."""
    options: list[Nobody | Attacked] = [
        NOBODY,
        *(attacked_in(number, play.state.ships[number].here) for number in targets),
    ]
    choice = yield from choose(
        side,
        lambda: f"Which ship does {unit_name(unit)} attack?",
        options,
        section,
        secret=True,
        kind="attack_ship",
        about=lambda: About({"unit": UNIT_IDS[unit]}, places(subject=UNIT_IDS[unit], at=square_id(square))),
    )
    if isinstance(choice, Nobody):
        return None
    assert is_ship(choice.number)
    return choice.number


# ---- planes -----------------------------------------------------------------------------------------------------


@rule("4.6", "16.1", "16.2")
def plane_phase(play: Play) -> None:
    """Line up the planes that may attack: first of the four kinds of combat."""
    state = play.state
    state.planes_waiting[:] = [number for number in PLANE_NUMBERS if attack_square(state, number)]


@rule("8.24.1", "9.8", "16.31.1", "16.32.1", "16.33")
def attack_square(state: State, number: PlaneNumber) -> Square | None:
    """The square in which a plane may attack now, if any. An L unit in attack mode bombs the square where it ends its
    turn; the torpedoes of a T unit go to its mark. It may do so by day, at visibility 1 to 6, and only once between two
    landings.
    """
    plane, kind = state.planes[number], PLANES[number].type
    square: Square | None = None
    if kind is PlaneType.LEVEL_BOMBER and plane.aloft and plane.mode is Mode.ATTACK and not plane.struck:
        square = plane.square
    elif kind is PlaneType.TORPEDO_BOMBER and plane.fate is Fate.ACTIVE:
        square = plane.mark
    if square is None or is_night(state.turn, square):
        return None
    if visibility_in(state, square) in TABLES.plane_attack.forbidden_visibility:
        return None
    return square if enemies_seen(state, Side.BRITISH, square) else None


@rule("4.6", "16.31", "16.32")
def plane_attack(play: Play) -> Flow[str | None]:
    """The next plane attacks a spotted German surface ship in its square, or none."""
    state = play.state
    if not state.queue:
        return None
    number = state.planes_waiting.pop(0)
    square = attack_square(state, number)
    if square is None:
        return state.phase
    targets = enemies_seen(state, Side.BRITISH, square)
    bomber = PLANES[number].type is PlaneType.LEVEL_BOMBER
    target = yield from _target(play, Side.BRITISH, plane_unit(number), square, targets, "16.31" if bomber else "16.32")
    if target is not None:
        state.planes[number].struck = True
        target = confusion(play, number, square, target)
        (bomb if bomber else launch_torpedoes)(play, number, target)
    return state.phase


@rule("16.31.1", "16.32.1")
def confusion(play: Play, number: PlaneNumber, square: Square, target: ShipNumber) -> ShipNumber:
    """The ship the pilots really attack: with a chance of 5 % the largest British one in the square, if any."""
    own = largest_british(play.state, square)
    if own is None:
        return target
    why = f"confusion of the pilots of {PLANES[number].id}"
    confused = TABLES.plane_attack.confused_pct
    against, about = {"percent": confused}, partial(places, subject=UNIT_IDS[plane_unit(number)])
    # Saved matches of rules 1.2 have this section for the roll of torpedo bombers too, and it is compared.
    if play.dice.roll("d%", why, "16.31.1", reads=confused.__ge__, needed=against, about=about) > confused:
        return target
    section = "16.31.1" if PLANES[number].type is PlaneType.LEVEL_BOMBER else "16.32.1"
    play.tell(Confused, plane_unit(number), own, rule=section)
    return own


def largest_british(state: State, square: Square) -> ShipNumber | None:
    """The largest British surface ship in a square, or None."""
    there = [
        number
        for number in SHIP_NUMBERS[Side.BRITISH]
        if state.ships[number].fate is Fate.ACTIVE
        and state.ships[number].square == square
        and SHIPS[number].type in LARGEST_FIRST
    ]

    def size(number: ShipNumber) -> tuple[int, int, int, int]:
        card = SHIPS[number]
        return LARGEST_FIRST.index(card.type), -card.midships, -card.vp, number

    return min(there, key=size, default=None)


@rule("16.31.2", "16.34")
def bomb(play: Play, number: PlaneNumber, target: ShipNumber) -> None:
    """A level bomber unit: two rolls on the gunnery table; the British do not learn the damage. No losses of planes."""
    for _ in range(TABLES.gunnery.level_bomber_rolls):
        salvo(play, target)
    play.tell(attacked, plane_unit(number), target, None, rule="16.31.2")


@rule("16.32.2", "16.34")
def launch_torpedoes(play: Play, number: PlaneNumber, target: ShipNumber) -> None:
    """A torpedo bomber unit: five rolls on the torpedo hit table (BIS-R36), then the damage."""
    hits = torpedo_attack(play, target, play.options.torpedo_bomber_rolls, play.state.ships[target].knots)
    play.tell(attacked, plane_unit(number), target, hits, rule="16.32.2")


# ---- submarines -------------------------------------------------------------------------------------------------


@rule("4.6", "16.41.1", "16.41.3")
def submarine_phase(play: Play) -> None:
    """Line up the submarine units with torpedoes that have a spotted enemy surface ship in their square."""
    state = play.state
    state.ships_waiting[:] = [
        number
        for side in Side
        for number in SHIP_NUMBERS[side]
        if SHIPS[number].type is ShipType.SUBMARINES and submarine_targets(state, number)
    ]


@rule("16.41.1", "16.41.3")
def submarine_targets(state: State, number: ShipNumber) -> list[ShipNumber]:
    """The ships a submarine unit may attack."""
    ship = state.ships[number]
    if ship.fate is not Fate.ACTIVE or ship.torpedoes == 0:
        return []
    return enemies_seen(state, SHIPS[number].side, ship.here)


@rule("4.6", "16.41")
def submarine_choice(play: Play) -> Flow[str | None]:
    """The next submarine unit attacks a ship, or none."""
    state = play.state
    if not state.ships_waiting:
        return None
    number = state.ships_waiting.pop(0)
    targets = submarine_targets(state, number)
    if targets:
        target = yield from _target(play, SHIPS[number].side, number, state.ships[number].here, targets, "16.41")
        if target is not None:
            submarine_attack(play, number, target)
    return state.phase


@rule("16.41.2", "16.84.1")
@takes_modifiers("16.84.1")
def anti_sub_strength(play: Play, side: Side, square: Square) -> int:
    """The anti-submarine strength of all the side's units in a square."""
    state = play.state
    table = TABLES.submarine.anti_sub_strength
    night = is_night(state.turn, square)
    found = {"convoys": 0, "carriers": 0, "destroyers": 0, "reconnaissance planes": 0}
    for number in SHIP_NUMBERS[side]:
        ship, kind = state.ships[number], SHIPS[number].type
        if ship.fate is not Fate.ACTIVE or ship.square != square:
            continue
        if kind is ShipType.CONVOY:
            found["convoys"] += table.convoy.at(night)
        elif kind is ShipType.CARRIER:
            found["carriers"] += table.carrier.at(night)
        elif kind is ShipType.DESTROYERS:
            found["destroyers"] += table.destroyer_each.at(night) * ship.midships
    if side is Side.BRITISH:
        for plane, card in zip(state.planes, PLANES, strict=True):
            if plane.aloft and plane.square == square and card.type is PlaneType.RECONNAISSANCE:
                found["reconnaissance planes"] += table.recon_plane.at(night)
    return max(0, sum(play.modified("16.84.1", found).values()))


@rule("16.41.2", "16.41.3", "16.42", "16.85")
def submarine_attack(play: Play, number: ShipNumber, target: ShipNumber) -> int:
    """One submarine may be sunk; the factors granted are rolled, each for a hit; the hits do damage. Returns them."""
    state = play.state
    ship, side = state.ships[number], SHIPS[number].side
    row = TABLES.submarine.row(anti_sub_strength(play, OPPONENT[side], ship.here))
    ship.torpedoes -= TABLES.submarine.ammunition_per_attack
    if submarine_sunk(play, number, row):
        lose(play, number, 1)
        if ship.fate is not Fate.ACTIVE:
            return 0
    hits = torpedo_attack(play, target, factors_granted(play, number, row), state.ships[target].knots)
    play.tell(attacked, number, target, hits, rule="16.41.2")
    return hits


@rule("16.85")
def submarine_sunk(play: Play, number: ShipNumber, row: SubmarineRow) -> bool:
    """Whether a submarine is sunk in its attack; the roll is the defender's, whose strength it would reveal
    (BIS-R67)."""
    card = SHIPS[number]
    why, to = f"fire at a submarine of {card.name}", (OPPONENT[card.side],)
    percent = row.sub_sunk_pct
    against = {"row of the anti-submarine strength": percent}
    about = partial(hit, number)
    return play.dice.roll("d%", why, "16.85", to=to, reads=percent.__ge__, needed=against, about=about) <= percent


@rule("16.85")
@takes_modifiers("16.85")
def factors_granted(play: Play, number: ShipNumber, row: SubmarineRow) -> int:
    """The torpedo factors an attacker is granted; the roll is the defender's (BIS-R67)."""
    spread = row.torpedoes_max - row.torpedoes_min + 1
    return play.dice.roll(
        f"d{spread}z",
        "torpedo factors granted",
        "16.85",
        {"fewest torpedoes of the row": row.torpedoes_min} if row.torpedoes_min else None,
        to=(OPPONENT[SHIPS[number].side],),
        row=f"the row with {row.torpedoes_min} to {row.torpedoes_max} torpedoes (16.85)",
    )


# ---- destroyers -------------------------------------------------------------------------------------------------


@rule("4.6", "16.51.1")
def destroyer_phase(play: Play) -> None:
    """Line up the flotillas with torpedoes that have a spotted German surface ship in their square."""
    state = play.state
    state.ships_waiting[:] = [
        number
        for number in SHIP_NUMBERS[Side.BRITISH]
        if SHIPS[number].type is ShipType.DESTROYERS and destroyer_targets(state, number)
    ]


@rule("16.51.1", "16.51.3")
def destroyer_targets(state: State, number: ShipNumber) -> list[ShipNumber]:
    """The ships a flotilla may attack; none without torpedoes."""
    ship = state.ships[number]
    if ship.fate is not Fate.ACTIVE or ship.torpedoes == 0:
        return []
    return enemies_seen(state, Side.BRITISH, ship.here)


@rule("4.6", "16.51")
def destroyer_choice(play: Play) -> Flow[str | None]:
    """The next flotilla attacks a ship, or none."""
    state = play.state
    if not state.ships_waiting:
        return None
    number = state.ships_waiting.pop(0)
    targets = destroyer_targets(state, number)
    if targets:
        target = yield from _target(play, Side.BRITISH, number, state.ships[number].here, targets, "16.51")
        if target is not None:
            destroyer_attack(play, number, target)
    return state.phase


@rule("16.51.2", "16.51.3", "16.52")
def destroyer_attack(play: Play, number: ShipNumber, target: ShipNumber) -> int:
    """Every destroyer is fired at by Bismarck and Prinz Eugen; each one still afloat has one roll to hit. The torpedoes
    are spent. Returns the hits.
    """
    state = play.state
    flotilla = state.ships[number]
    square = flotilla.here
    sunk = sum(destroyer_sunk(play, square) for _ in range(flotilla.midships))
    flotilla.torpedoes = 0
    if sunk:
        lose(play, number, sunk)
    hits = torpedo_attack(play, target, flotilla.midships, state.ships[target].knots)
    play.tell(attacked, number, target, hits, rule="16.51.2")
    return hits


@rule("16.51.2")
def destroyer_sunk(play: Play, square: Square) -> bool:
    """Whether one destroyer is sunk on its run: Bismarck and Prinz Eugen fire at it if they are in the square, with
    40 % each by day, 15 % by night.
    """
    state = play.state
    chance = TABLES.destroyer_attack.sunk_pct_per_firing_ship.at(is_night(state.turn, square))
    for raider in RAIDERS:
        ship = state.ships[raider]
        if ship.fate is not Fate.ACTIVE or ship.square != square:
            continue
        why = f"{SHIPS[raider].name} fires at a destroyer"
        about = partial(places, subject=UNIT_IDS[raider], at=square_id(square))
        against = {"percent": chance}
        if play.dice.roll("d%", why, "16.51.2", reads=chance.__ge__, needed=against, about=about) <= chance:
            return True
    return False
