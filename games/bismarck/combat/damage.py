"""Damage, torpedoes and salvos (16.7, 16.81-16.83), and the points they bring."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from navalcore.rules import Place, places, rule
from navalcore_games.bismarck.cards import BISMARCK, PLANES, SHIPS, SINGLE_SHIPS
from navalcore_games.bismarck.combat_events import (
    Cause,
    Damaged,
    Lost,
    PointsAwarded,
    reason_of,
)
from navalcore_games.bismarck.ids import UNIT_IDS
from navalcore_games.bismarck.state import Award, Play, State
from navalcore_games.bismarck.tables import TABLES, SalvoResult
from navalcore_games.bismarck.words import OPPONENT, Fate, Mode, ShipNumber, ShipType, Side, UnitNumber

KINDS = {ShipType.BATTLESHIP: "battleship", ShipType.CRUISER: "cruiser", ShipType.CARRIER: "carrier"}
"""The kinds of ships with rolls of their own for the damage of a torpedo (16.83), in words."""

SLOW_MODE = 22
"""Ships below this speed are in slow mode (16.76)."""


def _rows(results: Sequence[SalvoResult]) -> Callable[[int], SalvoResult]:
    """A function that finds the row of the salvo table for a face of 1 to 1000."""
    last_faces = list(accumulate(result.permille for result in results))
    return lambda face: results[bisect_left(last_faces, face)]


_ROW_OF = {exclusive: _rows(TABLES.gunnery.results(exclusive)) for exclusive in (False, True)}


@rule("17.2")
def award(play: Play, side: Side, points: int, cause: Cause, unit: UnitNumber, section: str, number: int = 1) -> None:
    """Give victory points and note them in the record."""
    state = play.state
    state.points[side] += points
    state.record.append(Award(state.turn, side, points, reason_of(cause, unit, number)))
    play.tell(PointsAwarded, side, points, cause, unit, number, rule=section)


@rule("16.7", "16.71", "16.72", "16.75", "16.76")
def lose(play: Play, number: ShipNumber, midships: int, firepower: int = 0, knots: int = 0) -> None:
    """Subtract losses from a ship's current values; at midships 0 it is sunk. A sunk ship loses nothing more."""
    ship = play.state.ships[number]
    if ship.fate is not Fate.ACTIVE:
        return
    midships = min(midships, ship.midships)
    firepower = min(firepower, ship.firepower)
    knots = min(knots, ship.knots)
    ship.midships -= midships
    ship.firepower -= firepower
    if ship.knots >= SLOW_MODE > ship.knots - knots and SHIPS[number].type in SLOW_TYPES:
        ship.slow = "N"
    ship.knots -= knots
    fuel = leak(play, number, midships) if ship.midships else 0
    if midships or firepower or knots:
        play.tell(Damaged, number, midships, firepower, knots, fuel, rule="16.7", to=(SHIPS[number].side,))
    if midships and (SHIPS[number].type in SINGLE_SHIPS or not ship.midships):
        count_loss(play, number, midships)


SLOW_TYPES = (ShipType.BATTLESHIP, ShipType.CARRIER)
"""The types that have a slow mode indicator (BIS-R06)."""


@rule("16.75")
def leak(play: Play, number: ShipNumber, midships: int) -> int:
    """Each midship lost may cost a fuel factor: 50 %."""
    ship = play.state.ships[number]
    percent = TABLES.gunnery.fuel_leak_pct_per_ms
    lost = 0
    for _ in range(midships):
        if ship.fuel:
            why, to = f"{SHIPS[number].name} leaks oil", (SHIPS[number].side,)
            against, about = {"percent": percent}, partial(hit, number)
            if play.dice.roll("d%", why, "16.75", to=to, reads=percent.__ge__, needed=against, about=about) <= percent:
                ship.fuel -= 1
                lost += 1
    return lost


@rule("16.71", "16.72", "17.2", "17.4", "17.5")
def count_loss(play: Play, number: ShipNumber, ships: int) -> None:
    """Points for a ship sunk, or for so many ships of a unit; at midships 0 it is gone, planes on deck with it."""
    card, ship = SHIPS[number], play.state.ships[number]
    enemy = OPPONENT[card.side]
    several = card.type in SINGLE_SHIPS
    section = "17.4" if enemy is Side.BRITISH else "17.5"
    if ship.midships == 0:
        ship.fate = Fate.SUNK
        forget(play.state, number)
        if card.type is ShipType.CARRIER:
            _lose_planes_on_deck(play, number)
    cause, lost = (Cause.SHIPS_LOST, ships) if several else (Cause.SUNK, 1)
    play.tell(Lost, number, cause, lost, rule="16.72" if several else "16.71")
    award(play, enemy, card.loss_points * lost, cause, number, section, lost)


def forget(state: State, number: ShipNumber) -> None:
    """A ship that has left play is neither spotted nor in a fight."""
    ship = state.ships[number]
    ship.seen = ship.contact = False
    ship.path = ()


def _lose_planes_on_deck(play: Play, number: ShipNumber) -> None:
    for plane, card in zip(play.state.planes, PLANES, strict=True):
        if card.carrier == number and plane.fate is Fate.ACTIVE and plane.mode is Mode.BASE:
            plane.fate = Fate.SUNK


@rule("16.73")
def disperse(play: Play, number: ShipNumber) -> None:
    """A convoy without defenders is dispersed: half its remaining points, and the rest is out of the game."""
    ship = play.state.ships[number]
    points = SHIPS[number].loss_points * ship.midships // 2
    ship.fate = Fate.DISPERSED
    forget(play.state, number)
    play.tell(Lost, number, Cause.DISPERSED, rule="16.73")
    award(play, OPPONENT[SHIPS[number].side], points, Cause.DISPERSED, number, "16.73")


GUNNERY, TORPEDO = 'the row "{}" of the gunnery table (16.81)', 'the row "{}" for the target\'s kind (16.83)'
"""The rows of two tables in which rolls are read, by the result in words."""


def hit(number: ShipNumber) -> tuple[Place, ...]:
    """The places of a roll against a ship, which her owner is told."""
    return places(target=UNIT_IDS[number])


@rule("16.66", "16.74", "16.81")
def salvo(play: Play, number: ShipNumber, fired: str = "salvo") -> None:
    """One roll on the gunnery salvo table against a ship; each salvo costs midships or firepower, never both. The die
    is called what was ``fired``.
    """
    ship, card = play.state.ships[number], SHIPS[number]
    row_of = _ROW_OF[play.options.gunnery_table == "exclusive"]
    result = row_of(
        play.dice.roll(
            "d1000",
            f"{fired} at {card.name}",
            "16.81",
            to=(card.side,),
            reads=row_of,
            row=lambda face: GUNNERY.format(row_of(face).title),
            about=partial(hit, number),
        )
    )
    ship.salvos += 1
    if result.effect == "sunk":
        lose(play, number, 1 if number == BISMARCK or card.type in SINGLE_SHIPS else ship.midships)
    elif result.effect == "fp":
        lose_firepower(play, number, result.fp)
    elif result.effect != "miss":
        lose(play, number, result.ms, 0, result.kn)


@rule("16.74")
def lose_firepower(play: Play, number: ShipNumber, points: int) -> None:
    """Firepower is lost; at firepower 0 every two points cost a midship instead. Units without firepower ignore it."""
    if SHIPS[number].firepower is None:
        return
    if play.state.ships[number].firepower:
        lose(play, number, 0, points)
    else:
        lose(play, number, points // TABLES.gunnery.fp_overflow_per_ms)


@rule("16.82")
def torpedo_hits(play: Play, target: ShipNumber, factors: int, knots: int, fired: str = "torpedo") -> int:
    """How many of so many torpedoes hit a ship that makes so many knots: one roll each, shown to its owner. A face with
    its hit or miss would show others how fast she still is (BIS-R67). The die is called what was ``fired``.
    """
    chance = TABLES.torpedo.hit_chance(knots)
    card = SHIPS[target]
    why, to, against = f"{fired} at {card.name}", (card.side,), {f"a target that makes {knots} knots": chance}
    roll = partial(play.dice.roll, "d%", why, "16.82", to=to, reads=chance.__ge__, needed=against)
    return sum(roll(about=partial(hit, target)) <= chance for _ in range(factors))


@rule("16.83")
def torpedo_damage(play: Play, number: ShipNumber) -> None:
    """The damage of one torpedo hit."""
    card, ship = SHIPS[number], play.state.ships[number]
    if ship.fate is not Fate.ACTIVE:
        return
    ship.torpedo_hits += 1
    table = TABLES.torpedo.damage_to(card.type, number == BISMARCK)
    target = card.name if number == BISMARCK or card.type not in KINDS else f"{card.name}, a {KINDS[card.type]}"
    why, to, about = f"torpedo damage to {target}", (card.side,), partial(hit, number)
    row = table.rows[0]
    if len(table.rows) > 1:
        row = table.row(
            play.dice.roll(
                f"d{table.sides}",
                why,
                "16.83",
                to=to,
                reads=table.row,
                row=lambda face: TORPEDO.format(table.row(face).title),
                about=about,
            )
        )
    if row.sunk:
        lose(play, number, ship.midships)
        return
    knots = 0
    if table.knots is not None and (
        table.knots.only_pct == 100
        or play.dice.roll(
            "d%",
            why,
            "16.83",
            to=to,
            reads=table.knots.only_pct.__ge__,
            needed={"hits that cost knots": table.knots.only_pct},
            about=about,
        )
        <= table.knots.only_pct
    ):
        spread = table.knots.max - table.knots.min + 1
        why = f"knots lost by {target}"
        knots = table.knots.min + play.dice.roll(f"d{spread}z", why, "16.83", to=to, about=about)
    lose(play, number, row.ms, 0, knots)


def torpedo_attack(play: Play, target: ShipNumber, factors: int, knots: int) -> int:
    """Roll for hits first, then for the damage of each; returns the hits."""
    hits = torpedo_hits(play, target, factors, knots)
    for _ in range(hits):
        torpedo_damage(play, target)
    return hits
