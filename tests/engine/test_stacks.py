"""Piles of a view: equal pieces are together, where the last of them is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from navalcore._rules.field_marks import InStacks, stacked
from navalcore._rules.views import Part
from navalcore.components._chance import SeededChance


@dataclass(slots=True)
class Pile:
    pile: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PileView(Part, of=Pile):
    pile: Annotated[tuple[str, ...] | None, stacked({"A": "card/a", "B": "card/b"}, "pile")]


def test_whatever_piles_are_looked_at_one_after_another_equal_pieces_are_where_the_last_is() -> None:
    chance, in_stacks = SeededChance.from_seed("piles"), InStacks()
    piles: list[list[str]] = [[], []]
    for _ in range(2000):
        pile = piles[chance.below(2) * chance.below(2)]  # mostly the first, which then only grows
        if chance.below(9):
            pile += ["ABCDEF"[chance.below(6)] for _ in range(1 + chance.below(2))]
        elif pile:
            del pile[chance.below(len(pile)) :]
        by_last = sorted(set(pile), key=lambda piece: max(place for place, each in enumerate(pile) if each == piece))
        assert in_stacks(tuple(pile)) == tuple(piece for piece in by_last for _ in range(pile.count(piece)))


def test_short_piles_and_those_that_are_not_seen_stay_as_they_are() -> None:
    for pile in (None, (), ("A",), ("A", "B"), ("B", "B")):
        assert PileView.of(Pile(pile)).pile == pile
    assert PileView.of(Pile(("A", "B", "A"))).pile == ("B", "A", "A")
