"""The enumerator of chance: what may come of a draw, and every path once with its weight."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from navalcore.components._chance import SeededChance
from navalcore.errors import OverBudget
from navalcore.odds._paths import BranchingChance, Draw, combinations, distribution, kinds, readings


def test_a_die_has_each_face_once_and_a_draw_each_kind_of_item_as_often_as_it_is_there() -> None:
    die = Draw.of_die(0, 9, "the search", "7.1")
    assert (die.why, die.rule, die.values) == ("the search", "7.1", tuple(range(10)))
    assert die.texts == tuple("0123456789")
    assert set(die.weights) == {Fraction(1, 10)}
    cards = Draw.of_items(["gull", "whale", "gull", "gull"], "a card", "7.2")
    assert (cards.values, cards.texts, cards.ways) == ((0, 1), ("gull", "whale"), (3, 1))
    assert cards.weights == (Fraction(3, 4), Fraction(1, 4))


@pytest.mark.parametrize("count", range(5))
def test_a_pool_has_every_multiset_of_readings_as_often_as_there_are_throws_of_it(count: int) -> None:
    throws = Counter(tuple(sorted(min(face, 4) for face in throw)) for throw in product(range(1, 7), repeat=count))
    found = combinations(count, readings(1, 6, lambda face: min(face, 4)))
    assert {tuple(sorted(shown)): ways for shown, ways in found} == throws
    assert sum(ways for _, ways in combinations(count, readings(1, 6))) == 6**count


def test_paths_of_different_length_are_added_up_by_their_chances() -> None:
    def rounds(chance: Any) -> int:
        return 1 if chance.roll(1, 6) == 6 else 2 if chance.roll(1, 2) == 2 else 3

    found = distribution(rounds)
    assert found.chances() == {1: Fraction(1, 6), 2: Fraction(5, 12), 3: Fraction(5, 12)}
    assert found.paths == 11
    assert sum(found.ways.values()) == found.whole


def test_a_budget_is_the_most_paths_that_are_run() -> None:
    runs = []

    def roll(chance: Any) -> int:
        runs.append(1)
        face: int = chance.roll(1, 6)
        return face

    assert len(distribution(roll, 6).ways) == 6
    runs.clear()
    with pytest.raises(OverBudget, match="more than the 5 paths allowed"):
        distribution(roll, 5)
    assert len(runs) == 5


def test_paths_are_given_up_early_only_where_far_more_than_allowed_are_likely() -> None:
    runs = []

    def rolls(number: int) -> Any:
        def roll(chance: Any) -> tuple[int, ...]:
            runs.append(1)
            return tuple(chance.roll(1, 6) for _ in range(number))

        return roll

    with pytest.raises(OverBudget, match="likely to take far more than the 100 paths allowed"):
        distribution(rolls(3), 100, patience=10)
    assert len(runs) == 10, "216 equally likely paths are more than twice 100"
    runs.clear()
    with pytest.raises(OverBudget, match="more than the 120 paths"):
        distribution(rolls(3), 120, patience=10)
    assert len(runs) == 120, "but not more than twice 120"
    assert distribution(rolls(3), 216, patience=1).paths == 216


def test_what_lies_beyond_the_paths_allowed_is_drawn_in_proportion_to_its_ways() -> None:
    deck = ["gull"] * 3 + ["whale"]
    source = BranchingChance(1, SeededChance.from_seed("deck"))
    whales = 0
    for _ in range(800):
        found = distribution(lambda chance: deck[chance.pick(deck)], chance=source)
        assert found.paths == 1
        whales += "whale" in found.ways
    assert 150 < whales < 250, "a quarter, within 4 standard errors"


def test_once_something_was_drawn_nothing_after_it_branches_on_the_same_path() -> None:
    source = BranchingChance(6, SeededChance.from_seed(1))
    found = distribution(lambda chance: (chance.roll(1, 3), chance.roll(1, 4), chance.roll(1, 2)), chance=source)
    assert found.paths == 3
    assert sorted(first for first, _, _ in found.ways) == [1, 2, 3]
    assert set(found.chances().values()) == {Fraction(1, 3)}


def test_what_was_drawn_on_one_path_does_not_keep_the_next_from_branching() -> None:
    source = BranchingChance(6, SeededChance.from_seed(1))
    found = distribution(lambda chance: (side := chance.roll(1, 2), chance.roll(1, 6 // side)), chance=source)
    assert found.paths == 4, "2 times 6 are too many, 2 times 3 are not"
    assert {(2, face): Fraction(1, 6) for face in (1, 2, 3)}.items() <= found.chances().items()


def test_equal_items_of_a_draw_are_one_whatever_lies_between_them() -> None:
    assert kinds(list("abcab")) == ((0, 2), (1, 2), (2, 1))
