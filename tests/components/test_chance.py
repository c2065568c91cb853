"""The chance stream: exact uniformity, independence, and a state that can be stored, forked and continued."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from navalcore.components import Chance, SeededChance
from navalcore.errors import BadData
from navalcore.rules import ScriptedChance

WORDS = 1 << 32
seeds = st.integers(0, 2**64) | st.text(max_size=10)
sizes = st.integers(1, WORDS) | st.integers(1, 100)


def answering(*words: int) -> SeededChance:
    """A stream whose next words are these."""
    chance = SeededChance.from_seed(0)
    chance._words = (0,) * (16 - len(words)) + words
    chance._position = 16 - len(words)
    return chance


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((number - expected) ** 2 / expected for number in counts.values()) + expected * (cells - len(counts))


def test_the_words_are_those_of_blake2b_keyed_by_the_digest_of_the_seed():
    key = hashlib.blake2b(b"navalcore stream 1943", digest_size=32).digest()
    expected = []
    for counter in range(3):
        block = hashlib.blake2b(counter.to_bytes(8, "little"), key=key).digest()
        expected += [int.from_bytes(block[at : at + 4], "little") for at in range(0, 64, 4)]
    chance = SeededChance.from_seed(1943)
    assert [chance.below(WORDS) for _ in range(48)] == expected


@given(n=sizes, data=st.data())
def test_every_result_is_reached_by_exactly_the_same_number_of_words(n, data):
    result = data.draw(st.integers(0, n - 1))
    first = -(-result * WORDS // n)
    last = -(-(result + 1) * WORDS // n) - 1
    spare = 0x9E3779B9
    rejected = 0
    for word in {first, min(first + 1, last), last}:
        chance = answering(word, spare, spare)
        answer = chance.below(n)
        if chance._position == 14:
            assert answer == result
        else:
            assert word == first, "only the first word of a result may be rejected"
            rejected = 1
    assert last - first + 1 - rejected == WORDS // n


def test_a_rejected_word_is_replaced_by_the_next_one():
    assert WORDS % 3 == 1
    assert answering(0, 5 << 29).below(3) == 1
    assert answering(0, WORDS - 1).below(3) == 2
    assert answering(0, WORDS - 1).below(4) == 0
    assert answering(0, WORDS - 1).pick("abc") == 2
    assert answering(0, WORDS - 1).pick("abcd") == 0


@pytest.mark.parametrize("n", [0, -1, WORDS + 1])
def test_an_impossible_number_of_results_is_refused(n):
    with pytest.raises(BadData, match=f"from 1 to 2\\*\\*32, not {n}"):
        SeededChance.from_seed(0).below(n)


@pytest.mark.parametrize("seed", [float("nan"), 1.5, None, b"Halifax"])
def test_a_seed_that_is_neither_a_whole_number_nor_a_text_is_refused(seed):
    with pytest.raises(BadData, match="a seed is a whole number or a text, not "):
        SeededChance.from_seed(seed)


@pytest.mark.parametrize("seed", [1, 1943, "Halifax"])
def test_rolls_are_uniform_and_neighbours_independent(seed):
    chance = SeededChance.from_seed(seed)
    rolls = [chance.roll(1, 6) for _ in range(36_000)]
    assert chi_square(Counter(rolls), 6) < 25.7, "99.99 % bound for 5 degrees of freedom"
    assert chi_square(Counter(pairwise(rolls)), 36) < 76.4, "99.99 % bound for 35 degrees of freedom"


def test_derived_streams_are_independent_of_each_other_and_of_their_parent():
    parent = SeededChance.from_seed(7)
    streams = [parent, parent.stream(0), parent.stream(1), parent.stream("allies")]
    joint: Counter[object] = Counter(zip(*([s.below(4) for _ in range(25_600)] for s in streams), strict=True))
    assert chi_square(joint, 256) < 349, "99.99 % bound for 255 degrees of freedom"


def test_a_derived_stream_does_not_depend_on_how_far_its_parent_is():
    parent = SeededChance.from_seed(7)
    early = parent.stream("bot").state
    parent.below(6)
    assert parent.stream("bot").state == early
    assert parent.stream("other").state != early


@given(seeds, st.integers(0, 2**32))
def test_python_s_own_generator_is_neither_used_nor_touched(seed, python_seed):
    random.seed(python_seed)
    before = random.getstate()
    chance = SeededChance.from_seed(seed)
    results = [chance.below(1000) for _ in range(20)]
    assert random.getstate() == before
    random.seed(python_seed + 1)
    again = SeededChance.from_seed(seed)
    assert [again.below(1000) for _ in range(20)] == results


@given(seeds, st.integers(0, 40), st.lists(st.integers(1, 1000), max_size=40))
def test_a_stream_continues_alike_where_so_many_words_were_used_and_from_a_fork(seed, already, sizes):
    chance = SeededChance.from_seed(seed)
    for _ in range(already):
        chance.below(6)
    fork, restored = chance.fork(), SeededChance.from_seed(seed).at(chance.used)
    results = [chance.below(n) for n in sizes]
    assert [fork.below(n) for n in sizes] == results
    assert [restored.below(n) for n in sizes] == results
    assert fork.state == restored.state == chance.state


@given(seeds)
def test_drawing_from_a_fork_leaves_the_original_alone(seed):
    chance = SeededChance.from_seed(seed)
    chance.below(6)
    state = chance.state
    fork = chance.fork()
    for _ in range(20):
        fork.below(6)
    assert chance.state == state


@given(st.integers())
def test_a_number_and_its_text_are_the_same_seed(seed):
    assert SeededChance.from_seed(seed).state == SeededChance.from_seed(str(seed)).state
    assert SeededChance.from_seed(seed).state != SeededChance.from_seed(seed + 1).state


@given(seeds, st.integers(-20, 20), st.integers(0, 20))
def test_rolls_and_picks_are_scaled_from_below(seed, low, span):
    chance = SeededChance.from_seed(seed)
    twin = chance.fork()
    assert chance.roll(low, low + span) == low + twin.below(span + 1)
    assert chance.pick(["x"] * (span + 1)) == twin.below(span + 1)


@given(seeds, st.integers(0, 40), st.integers(0, 60), st.data())
def test_items_drawn_together_are_those_of_as_many_picks(seed, already, size, data):
    count = data.draw(st.integers(0, size))
    together = SeededChance.from_seed(seed)
    for _ in range(already):
        together.below(1)
    apart = together.fork()
    left, others = list(range(size)), list(range(size))
    drawn = together.draw(left, count)
    picked = []
    for _ in range(count):
        index = apart.pick(others)
        picked.append(others[index])
        others[index] = others[-1]  # the last one fills its place
        others.pop()
    assert drawn == picked
    assert (left, together.state) == (others, apart.state)
    assert sorted(drawn + left) == list(range(size)), "none is lost or doubled"


def test_a_rejected_word_is_replaced_by_the_next_one_in_a_draw_too():
    chance = answering(0, WORDS // 2)
    assert (WORDS - 3) % 3 > 0, "of three items the word 0 would make the first more likely"
    assert chance.draw(["port", "ahead", "starboard"], 1) == ["ahead"]


@pytest.mark.parametrize("count", [-1, 3])
def test_more_items_than_there_are_cannot_be_drawn_and_nothing_is_lost(count):
    chance, items = SeededChance.from_seed(1), ["port", "starboard"]
    with pytest.raises(BadData, match=f"cannot draw {count} of 2"):
        chance.draw(items, count)
    assert (items, chance.used) == (["port", "starboard"], 0)


@pytest.mark.parametrize("source", [SeededChance.from_seed(1), ScriptedChance(*"abc")], ids=["seeded", "scripted"])
def test_a_pick_and_a_draw_out_of_what_is_no_list_are_refused(source: Chance) -> None:
    before = source.fork()
    for wrong in (3, None):
        with pytest.raises(BadData, match=f"out of several things in a list, not out of {wrong}"):
            source.pick(wrong)  # type: ignore[arg-type]
        with pytest.raises(BadData, match=f"out of several things in a list, not out of {wrong}"):
            source.draw(wrong, 1)  # type: ignore[arg-type]
    assert source.pick(list("abc")) == before.pick(list("abc"))


@pytest.mark.parametrize("count", ["1", None, 1.5])
def test_a_draw_of_what_is_no_number_is_refused(count: object) -> None:
    for source in (SeededChance.from_seed(1), ScriptedChance("a")):
        with pytest.raises(BadData, match=f"cannot draw {count} of 2 items"):
            source.draw(["a", "b"], count)  # type: ignore[arg-type]
