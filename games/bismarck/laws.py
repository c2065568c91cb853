"""The laws of every state: figures within their limits, every unit in one place, points that add up."""

from __future__ import annotations

from collections.abc import Iterator

from navalcore_games.bismarck.cards import PLANES, SHIPS
from navalcore_games.bismarck.sea_map import ROWS, on_map, open_to_ships
from navalcore_games.bismarck.state import State
from navalcore_games.bismarck.words import Fate, Mode, Side


def broken_laws(state: State) -> Iterator[str]:
    """A sentence for each law the state breaks."""
    yield from _ship_laws(state)
    yield from _plane_laws(state)
    if len(state.visibility) != len(ROWS) or not all(1 <= level <= 8 for level in state.visibility):
        yield f"the visibility levels are {state.visibility}"
    for side in Side:
        recorded = sum(award.points for award in state.record if award.side is side)
        if state.points[side] != recorded:
            yield f"the {side} side has {state.points[side]} points, its record says {recorded}"
    if state.battle is not None:
        for side, numbers in state.battle.fighting.items():
            for number in numbers:
                if SHIPS[number].side is not side or state.ships[number].square != state.battle.square:
                    yield f"{SHIPS[number].name} fights for the {side} side in {state.battle.square} but is not there"


def _ship_laws(state: State) -> Iterator[str]:
    for number, (ship, card) in enumerate(zip(state.ships, SHIPS, strict=True)):
        limits = (
            ("midships", ship.midships, card.midships),
            ("firepower", ship.firepower, card.firepower or 0),
            ("knots", ship.knots, card.knots),
            ("torpedoes", ship.torpedoes, card.torpedoes or 0),
        )
        for name, value, most in limits:
            if not 0 <= value <= most:
                yield f"{card.name} has {name} {value} of {most}"
        if (ship.fuel is None) != (card.fuel is None) or (ship.fuel or 0) > (card.fuel or 0):
            yield f"{card.name} has fuel {ship.fuel} of {card.fuel}"
        if (ship.fate is Fate.SUNK) != (ship.midships == 0):
            yield f"{card.name} is {ship.fate} with {ship.midships} midships"
        if ship.fate is Fate.ACTIVE:
            if ship.square is None or not open_to_ships(card.side, ship.square):
                yield f"{card.name} is in {ship.square}, which is closed to it"
            if any(on_map(square) and not open_to_ships(card.side, square) for square in ship.path):
                yield f"{card.name} is ordered through {ship.path}"
        elif ship.seen or (ship.fate is Fate.WAITING and ship.square is not None):
            yield f"{card.name} is {ship.fate} and yet in {ship.square}, spotted: {ship.seen}"
        if number in state.missions and ship.fate is Fate.WAITING:
            yield f"{card.name} has done its mission before it came into play"


def _plane_laws(state: State) -> Iterator[str]:
    for plane, card in zip(state.planes, PLANES, strict=True):
        if plane.fate is not Fate.ACTIVE:
            continue
        home = state.ships[card.carrier].square if card.carrier is not None else card.base
        if plane.square is None or not on_map(plane.square):
            yield f"{card.id} is in {plane.square}"
        if plane.mode is Mode.BASE and plane.square != home:
            yield f"{card.id} is at its base in {plane.square}, but that is in {home}"
        if plane.aloft and plane.endurance < 1:
            yield f"{card.id} is in the air with endurance {plane.endurance}"
        if not 0 <= plane.endurance <= max(card.move_endurance, card.patrol_endurance):
            yield f"{card.id} has endurance {plane.endurance}"
