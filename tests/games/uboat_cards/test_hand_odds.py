"""How much of its chain a hand holds, against plain counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from games.uboat_cards import odds
from games.uboat_cards.decks import own_decks
from games.uboat_cards.state import CHAIN, Side


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
