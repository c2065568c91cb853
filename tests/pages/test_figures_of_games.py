"""Figures in the prose of the pages to learn a game by are counted here anew, without the rules' own code."""

import re
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

import navalcore as nc
from tests.pages.test_pages_of_games import learn

DECK, SEEN = 90, 7
CHAINS = {"wolf pack": (12, 12, 6), "convoy": (12, 8, 4)}


def chance_of_all(*copies: int) -> Fraction:
    """The chance that the first seven cards hold at least one of each kind, by inclusion and exclusion."""
    return sum(
        (
            (-1) ** size * Fraction(comb(DECK - sum(missing), SEEN), comb(DECK, SEEN))
            for size in range(len(copies) + 1)
            for missing in combinations(copies, size)
        ),
        Fraction(0),
    )


def test_the_chances_of_the_first_seven_cards_are_told_in_whole_per_cent() -> None:
    wolf_pack, convoy = CHAINS.values()
    target, other, chain, other_chain = (
        round(100 * chance)
        for chance in (
            chance_of_all(wolf_pack[2]),
            chance_of_all(convoy[2]),
            chance_of_all(*wolf_pack),
            chance_of_all(*convoy),
        )
    )
    page = learn("uboat_cards")
    assert f"that a Transport is among them is {target} %, that a U-boat is among them {other} %" in page
    assert f"the wolf pack's chain are there in {chain} % of deals; of the convoy's, in {other_chain} %" in page


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_what_one_submarine_costs_is_told_for_each_limit_of_a_lane(limit: int) -> None:
    faces = [face if face <= 3 else 0 for face in range(1, 7)]
    mean = Fraction(sum(min(limit, sum(dice)) for dice in product(faces, repeat=2)), 36)
    assert re.search(
        rf"\b{float(mean):.2f}( IPC a turn on average in a lane of limit| in) C{limit}\b", learn("aa50_subwar")
    )


@pytest.mark.rule("aa50_subwar", "S25")
def test_a_newcomer_is_told_that_england_starves_at_a_loss_of_8_in_one_turn() -> None:
    told = (nc.load("aa50_subwar").folder / "briefing.toml").read_text(encoding="utf-8")
    assert "England: beaten if it loses 8 in a turn" in told
    assert "an England that loses 8 at sea in one turn is beaten" in told
