"""Exact odds: the real procedure over every outcome."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalcore.analysis.odds import Odds, exact
from navalcore.components.cards import Deck
from navalcore.components.dice import Dice
from navalcore.engine.decision import choose


def test_two_dice_sum_as_everybody_knows():
    odds = exact(lambda chance: Dice(chance).roll("2d6"))
    assert odds == {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def test_a_branch_taken_only_sometimes_is_weighted_by_its_chance():
    def second_roll_on_a_six(chance):
        first = chance.roll(1, 6)
        return first + chance.roll(1, 6) if first == 6 else first

    odds = exact(second_roll_on_a_six)
    assert odds[1] == Fraction(1, 6)
    assert odds[12] == Fraction(1, 36)


def test_equal_cards_are_one_path_with_their_common_weight():
    runs = []

    def drawn(chance):
        runs.append(1)
        return Deck(["mine"] * 30 + ["convoy"] * 10).draw(chance)

    assert exact(drawn) == {"mine": Fraction(3, 4), "convoy": Fraction(1, 4)}
    assert len(runs) == 2


def test_choices_inside_a_procedure_are_answered_by_the_policy():
    def attack(chance):
        target = yield from choose("uboat", "Which ship?", ["tanker", "destroyer"])
        return target, chance.roll(1, 6) >= (3 if target == "tanker" else 5)

    assert exact(attack)[("tanker", True)] == Fraction(2, 3)
    assert exact(attack, policy=lambda decision: decision.index("destroyer"))[("destroyer", True)] == Fraction(1, 3)


@given(st.lists(st.integers(2, 5), min_size=1, max_size=4))
def test_the_chances_of_all_results_add_up_to_one(dice):
    odds = exact(lambda chance: tuple(chance.roll(1, faces) for faces in dice))
    assert sum(odds.values()) == 1
    assert set(odds.values()) == {min(odds.values())}


def test_a_procedure_without_chance_has_one_certain_result():
    assert exact(lambda chance: "sunk") == {"sunk": Fraction(1)}


def test_the_json_form_gives_fractions_only_where_they_are_exact():
    answer = Odds("exact", {"hit": Fraction(1, 3)}, {"ship": {"sunk": Fraction(1, 3)}}, {"hits": Fraction(1, 3)})
    assert answer.to_json("g", "q", {"a": 1}) == {
        "game": "g",
        "question": "q",
        "parameters": {"a": 1},
        "method": "exact",
        "outcomes": {"hit": {"fraction": "1/3", "probability": pytest.approx(1 / 3)}},
        "marginals": {"ship": {"sunk": {"fraction": "1/3", "probability": pytest.approx(1 / 3)}}},
        "expected": {"hits": pytest.approx(1 / 3)},
    }
    sampled = Odds("sampled", {"hit": 0.25}, standard_error={"hit": 0.1}).to_json("g", "q", {})
    assert sampled["outcomes"] == {"hit": {"probability": 0.25}}
    assert sampled["standard_error"] == {"hit": 0.1}
