"""Fog of war: where something that hides can be by now."""

from collections import Counter

import pytest

from navalcore.components import Contact, SeededChance, spotted
from navalcore.errors import BadData

LINE = {1: (1, 2), 2: (1, 2, 3), 3: (2, 3, 4), 4: (3, 4)}


def test_where_it_can_be_grows_with_its_speed_and_counts_the_ways_there() -> None:
    contact = Contact({1: 1})
    contact.moved(LINE.__getitem__)
    assert (contact.places, contact.age) == ({1: 1, 2: 1}, 1)
    contact.moved(LINE.__getitem__)
    assert (contact.places, contact.age) == ({1: 2, 2: 2, 3: 1}, 2)


def test_where_somebody_looked_and_did_not_see_it_it_cannot_have_come_from_either() -> None:
    contact = Contact({2: 1})
    contact.moved(LINE.__getitem__)
    contact.missed([1, 2])
    contact.moved(LINE.__getitem__)
    assert contact.places == {2: 1, 3: 1, 4: 1}


def test_a_sighting_is_all_that_counts_from_then_on() -> None:
    contact = Contact({1: 3, 2: 5}, age=4)
    contact.seen(4, "gun flash")
    assert contact == Contact({4: 1}, last=4, age=0, how="gun flash")


def test_it_is_imagined_where_it_can_be_in_the_measure_of_the_ways_there() -> None:
    contact, chance = Contact({"west": 3, "east": 1}), SeededChance.from_seed(1)
    drawn = Counter(contact.imagined(chance) for _ in range(4000))
    assert set(drawn) == {"west", "east"}
    assert 2850 < drawn["west"] < 3150  # 3000, five standard deviations are 137
    with pytest.raises(BadData, match="no place where it could be"):
        Contact[str]({}).imagined(chance)


def test_ways_stay_numbers_of_a_size_that_can_be_handled() -> None:
    contact = Contact({2: 1})
    for _ in range(200):
        contact.moved(LINE.__getitem__)
    assert max(contact.places.values()) < 10**7
    assert set(contact.places) == {1, 2, 3, 4}


def test_a_sign_is_seen_as_far_as_the_table_says() -> None:
    table = {"sight": 2, "searchlight": 5, "gun flash": 9}
    assert [spotted(far, table, ["gun flash"]) for far in (2, 3, 9, 10)] == ["sight", "gun flash", "gun flash", None]
    assert spotted(4, table) is None
