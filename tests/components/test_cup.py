"""Cups: blind draws, filters, returns and restocking."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from navalcore.components import Cup, SeededChance
from navalcore.components._chance import Chance
from navalcore.errors import BadData

mixes = st.dictionaries(st.sampled_from(["freighter", "tanker", "escort"]), st.integers(0, 4))
seeds = st.integers(0, 2**32)


@given(mixes, seeds)
def test_a_cup_gives_out_exactly_its_mix_and_is_then_empty(mix, seed):
    cup, chance = Cup.from_mix(mix), SeededChance.from_seed(seed)
    assert cup.counts() == Counter(+Counter(mix))
    drawn = [cup.draw(chance) for _ in range(len(cup))]
    assert Counter(drawn) == +Counter(mix)
    assert len(cup) == 0
    with pytest.raises(BadData, match="no counter to draw for search: the cup is empty"):
        cup.draw(chance, why="search")


@given(mixes, seeds)
def test_filtered_draws_take_exactly_the_fitting_counters_and_leave_the_others(mix, seed):
    cup, chance = Cup.from_mix(mix), SeededChance.from_seed(seed)

    def merchant(counter: str) -> bool:
        return counter != "escort"

    drawn = [cup.draw(chance, merchant) for _ in range(cup.count(merchant))]
    assert Counter(drawn) + Counter(cup) == +Counter(mix)
    assert all(map(merchant, drawn))
    assert not any(map(merchant, cup))
    with pytest.raises(BadData, match=f"for convoy: none of the {len(cup)} in the cup fits"):
        cup.draw(chance, merchant, why="convoy")


def test_draws_follow_the_exact_odds(distribution):
    found = distribution(lambda chance: Cup.from_mix({"a": 3, "b": 1}).draw(chance))
    assert found == {"a": Fraction(3, 4), "b": Fraction(1, 4)}


def test_a_filtered_draw_has_the_odds_of_drawing_until_one_fits(distribution):
    def two_draws(chance: Chance):
        cup = Cup([5, 1, 7, 2, 2])
        return cup.draw(chance, lambda tons: tons < 6), cup.draw(chance, lambda tons: tons < 6)

    fitting = [5, 1, 2, 2]
    expected: Counter[tuple[int, int]] = Counter()
    for i, first in enumerate(fitting):
        for j, second in enumerate(fitting):
            if i != j:
                expected[first, second] += 1
    assert distribution(two_draws) == {pair: Fraction(number, 12) for pair, number in expected.items()}


@given(mixes, mixes, seeds)
def test_returned_and_restocked_counters_are_all_there(mix, more, seed):
    cup, chance = Cup.from_mix(mix), SeededChance.from_seed(seed)
    drawn = [cup.draw(chance) for _ in range(len(cup) // 2)]
    cup.add_all(drawn)
    cup.add_all(Counter(more).elements())
    cup.add("tanker")
    assert cup.counts() == Counter(mix) + Counter(more) + Counter(tanker=1)
    cup.remove("tanker")
    assert cup.counts() == Counter(mix) + Counter(more)


def test_bad_mixes_and_missing_counters_are_refused_and_change_nothing():
    cup = Cup(["tanker"])
    with pytest.raises(BadData, match="-1 of escort"):
        Cup.from_mix({"tanker": 2, "escort": -1})
    with pytest.raises(BadData, match="no escort among its 1 counters"):
        cup.remove("escort")
    assert cup == Cup(["tanker"])


@given(mixes)
def test_a_copy_is_equal_and_independent(mix):
    cup = Cup.from_mix(mix)
    twin = cup.copy()
    assert twin == cup
    twin.add("escort")
    assert twin != cup
    assert cup.counts() == Counter(+Counter(mix))


def test_the_chance_source_is_shown_only_the_fitting_counters():
    class Last(Chance):
        def below(self, n, why="", rule=""):
            raise AssertionError("draws must ask with pick(), which knows the counters")

        def pick(self, items, why="", rule=""):
            assert (list(items), why, rule) == ([4, 6], "contact", "13.1")
            return 1

    cup = Cup([4, 5, 6])
    assert cup.draw(Last(), lambda n: n % 2 == 0, "contact", "13.1") == 6
    assert sorted(cup) == [4, 5]
