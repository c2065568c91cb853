"""How much of its chain a hand holds, against plain counting."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from navalcore.errors import BadData
from navalcore_games.uboat_cards import odds
from navalcore_games.uboat_cards.decks import HERE, own_decks
from navalcore_games.uboat_cards.state import CHAIN, Side


@pytest.mark.rule("uboat_cards", "U4", "U10")
@pytest.mark.parametrize("side", ["uboat", "convoy"])
@pytest.mark.parametrize("size", [1, 5, 7])
def test_the_parts_of_a_chain_in_a_hand_come_as_often_as_counting_all_hands_says(side, size):
    scenario = own_decks()["standard"]
    copies = [scenario.cards[card] for card in CHAIN[Side(side)]]
    hands = comb(scenario.size, size)

    def without(kinds):
        return Fraction(comb(scenario.size - sum(kinds), size), hands)

    none = without(copies)
    whole = sum(
        (-1) ** number * without(left) for number in range(len(copies) + 1) for left in combinations(copies, number)
    )
    answer = odds.hand(side=side, size=size)
    assert answer.outcomes[f"0 of {len(copies)}"] == none
    assert answer.outcomes[f"{len(copies)} of {len(copies)}"] == whole
    assert answer.expected["cards_of_the_chain"] == Fraction(size * sum(copies), scenario.size)


def first_seen_by(size: int, kinds: list[tuple[int, int]]) -> Fraction:
    """The chance that of every kind, given as copies in the deck and a number of cards, one is among so many first."""
    total = Fraction(0)
    for number in range(len(kinds) + 1):
        for missing in combinations(kinds, number):
            none = Fraction(1)
            for drawn in range(max((cards for _, cards in missing), default=0)):
                barred = sum(copies for copies, cards in missing if cards > drawn)
                none *= Fraction(size - drawn - barred, size - drawn)
            total += (-1) ** number * none
    return total


@pytest.mark.rule("uboat_cards", "U3", "U6", "U7", "U10", "U11")
@pytest.mark.parametrize("side", ["uboat", "convoy"])
def test_a_chain_is_complete_in_the_turn_that_counting_first_cards_says(side):
    """Five cards and two a turn: a first card in turn t - 2 at the latest, a second in t - 1, a third in t."""
    scenario = own_decks()["standard"]
    copies = [scenario.cards[card] for card in CHAIN[Side(side)]]
    answer = odds.chain(side=side, turns=4)
    by_turn = [
        first_seen_by(scenario.size, [(copies[place], 5 + 2 * (turn - 2 + place)) for place in range(3)])
        for turn in (3, 4)
    ]
    assert list(answer.outcomes.values()) == [0, 0, by_turn[0], by_turn[1] - by_turn[0], 1 - by_turn[1]]


def test_a_chain_is_not_followed_beyond_the_deck_and_decks_are_files_too(tmp_path):
    text = (HERE / "scenarios" / "short.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text, encoding="utf-8")
    small = tmp_path / "small.toml"
    small.write_text(re.sub(r"= (12|8)$", "= 2", text.replace("size = 72", "size = 26"), flags=re.MULTILINE), "utf-8")
    with pytest.raises(BadData, match="the deck lasts 4 turns"):
        odds.chain(deck=str(small), turns=5)
    assert odds.chain(deck=str(own), turns=3) == odds.chain(deck="short", turns=3)
    assert sum(odds.win_rate(deck=str(own), matches=2).outcomes.values()) == 1
