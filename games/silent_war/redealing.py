"""Redeal what the player does not know: which pieces the cups hold, and which are face down on the display."""

from __future__ import annotations

from collections import defaultdict

from navalcore.rules import Chance, rule
from navalcore_games.silent_war.cups.war_mix import in_the_war
from navalcore_games.silent_war.data_pack.printed import Ship
from navalcore_games.silent_war.ids import PieceIndex
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import State, Unit

TRIES = 20
"""How often the cups are refilled until the pieces on the display can have come out of them."""
Cups = list[list[PieceIndex]]


@rule("3.1", "3.11-a", "3.12")
def redeal(state: State, chance: Chance) -> None:
    """Refill the cups, in place, as the War Mix Table filled them: which piece of a category is in which cup, and which
    waits outside, no player has seen. Then draw the face-down units, each with the back that is seen.

    Where a piece that was met and went back is, is not remembered. Piles are sorted, so that what is dealt depends on
    chance and on nothing that is hidden.
    """
    ships = charts_of(state).ships
    hidden = [] if state.combat is None else [unit for unit in state.combat.units if not unit.known]
    cups = [sorted([*cup, *(u.piece for u in hidden if u.column == number)]) for number, cup in enumerate(state.cups)]
    for _ in range(TRIES):
        filled, outside = _filled(state, cups, ships, chance)
        drawn = _drawn(filled, hidden, ships, chance)
        if drawn is not None:
            break
    else:
        filled, outside = cups, sorted(state.outside)
        drawn = _drawn(filled, hidden, ships, chance) or [unit.piece for unit in hidden]
    for unit, piece in zip(hidden, drawn, strict=True):
        filled[unit.column].remove(piece)
        unit.piece = piece
    for cup, pieces in zip(state.cups, filled, strict=True):
        cup[:] = pieces
    state.outside[:] = outside


def _filled(state: State, cups: Cups, ships: tuple[Ship, ...], chance: Chance) -> tuple[Cups, list[PieceIndex]]:
    """Other pieces of the same categories in each cup, and those that are then left outside."""
    waiting = sorted(state.outside)
    pools: dict[str, list[PieceIndex]] = defaultdict(list)
    for pile in (*cups, waiting):
        for piece in pile:
            if in_the_war(state, ships[piece]):
                pools[ships[piece].category].append(piece)
    for pool in pools.values():
        pool.sort()

    def exchanged(pile: list[PieceIndex]) -> list[PieceIndex]:
        made = []
        for category in sorted([ships[piece].category for piece in pile if in_the_war(state, ships[piece])]):
            pool = pools[category]
            made.append(pool.pop(chance.below(len(pool))) if len(pool) > 1 else pool.pop())
        return sorted([*made, *(piece for piece in pile if not in_the_war(state, ships[piece]))])

    return [exchanged(cup) for cup in cups], exchanged(waiting)


def _drawn(cups: Cups, hidden: list[Unit], ships: tuple[Ship, ...], chance: Chance) -> list[PieceIndex] | None:
    """A piece for each face-down unit, from the cup of its column and with its back; None if there are too few."""
    left = [cup.copy() for cup in cups]
    drawn = []
    for unit in hidden:
        back = ships[unit.piece].back
        fitting = [piece for piece in left[unit.column] if ships[piece].back == back and not ships[piece].chit]
        if not fitting:
            return None
        piece = fitting[chance.below(len(fitting), "redeal")]
        left[unit.column].remove(piece)
        drawn.append(piece)
    return drawn
