"""Piles of a view: equal pieces are together, where the last of them is."""

from __future__ import annotations

from navalcore._rules.field_marks import InStacks
from navalcore.components._chance import SeededChance


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


def test_a_pile_that_is_not_seen_stays_so_and_changes_no_other() -> None:
    in_stacks = InStacks()
    assert in_stacks(("A", "B", "A")) == ("B", "A", "A")
    assert in_stacks(None) is None
    assert in_stacks(()) == ()
    assert in_stacks(("A", "B", "A", "B")) == ("A", "A", "B", "B")
