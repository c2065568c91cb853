"""Dice: faces, sums, modifiers, and the one event each roll tells."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from navalcore.components import Dice, DiceRolled, SeededChance
from navalcore.components._chance import Chance
from navalcore.components._dice import DiceSpec, parse_dice
from navalcore.errors import BadData


class Recorder(Chance):
    """Writes down each request and always answers with the highest result."""

    def __init__(self):
        self.requests = []

    def below(self, n, why="", rule=""):
        raise AssertionError("dice must ask for faces with roll()")

    def roll(self, low, high, why="", rule=""):
        self.requests.append((low, high, why, rule))
        return high


@pytest.mark.parametrize(
    ("method", "spec", "low", "high"),
    [
        ("d6", "d6", 1, 6),
        ("d10", "d10", 1, 10),
        ("d10z", "d10z", 0, 9),
        ("d20", "d20", 1, 20),
    ],
)
def test_each_die_has_its_own_faces_equally_likely_by_name_and_by_spec(method, spec, low, high, distribution):
    expected = {face: Fraction(1, high - low + 1) for face in range(low, high + 1)}
    assert distribution(lambda chance: getattr(Dice(chance), method)()) == expected
    assert distribution(lambda chance: Dice(chance).roll(spec)) == expected


def test_a_percentage_is_rolled_from_1_to_100(distribution):
    assert distribution(lambda chance: Dice(chance).roll("d%")) == {face: Fraction(1, 100) for face in range(1, 101)}


def test_each_named_die_is_one_request_that_carries_its_purpose_and_rule():
    chance = Recorder()
    dice = Dice(chance)
    faces = [die("hunt", "8.5") for die in (dice.d6, dice.d10, dice.d10z, dice.d20)]
    assert faces == [6, 10, 9, 20]
    assert chance.requests == [(low, high, "hunt", "8.5") for low, high in [(1, 6), (1, 10), (0, 9), (1, 20)]]


def test_2d6_has_the_triangular_odds(distribution):
    expected = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}
    assert distribution(lambda chance: Dice(chance).roll("2d6")) == expected


@given(
    count=st.integers(1, 5),
    faces=st.integers(1, 12),
    modifiers=st.dictionaries(st.text(max_size=4), st.integers(-9, 9), max_size=3),
    seed=st.integers(),
)
def test_total_is_the_sum_of_faces_and_modifiers_and_the_event_shows_them_all(count, faces, modifiers, seed):
    events: list[Any] = []
    dice = Dice(SeededChance.from_seed(seed), events.append)
    spec = f"{count}d{faces}"
    total = dice.roll(spec, "attack", "9.1", modifiers, to=("axis",))
    (event,) = events
    assert isinstance(event, DiceRolled)
    assert len(event.faces) == count
    assert all(1 <= face <= faces for face in event.faces)
    assert event.modifiers == tuple(modifiers.items())
    assert event.total == total == sum(event.faces) + sum(modifiers.values())
    assert (event.spec, event.why, event.rule, event.to) == (spec, "attack", "9.1", ("axis",))
    assert event.seen_by("allies") is None


@given(seed=st.integers())
def test_listening_changes_no_result(seed):
    def rolls(tell):
        dice = Dice(SeededChance.from_seed(seed), tell)
        return [
            dice.d6(),
            dice.d10(),
            dice.d10z(),
            dice.d20(),
            dice.roll("d%"),
            dice.roll("3d8"),
            dice.pool(4, "d10"),
        ]

    events: list[Any] = []
    assert rolls(None) == rolls(events.append)
    assert [event.spec for event in events] == ["d6", "d10", "d10z", "d20", "d%", "3d8", "4d10"]
    *totals, pool = rolls(None)
    assert [event.total for event in events] == [*totals, sum(pool)]


def test_pool_gives_each_die_on_its_own_and_tells_one_event():
    events: list[Any] = []
    dice = Dice(Recorder(), events.append)
    assert dice.pool(3, "d10z", "torpedoes", "7.2") == [9, 9, 9]
    assert events == [DiceRolled("3d10z", (9, 9, 9), "torpedoes", (), 27, summed=False, rule="7.2")]
    assert dice.pool(0) == []
    assert len(events) == 1


def test_pool_faces_are_independent(distribution):
    found = distribution(lambda chance: tuple(Dice(chance).pool(2, "d6")))
    assert found == {(a, b): Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}


def test_pool_refuses_sums_and_negative_numbers():
    dice = Dice(Recorder())
    with pytest.raises(BadData, match="'2d6'"):
        dice.pool(2, "2d6")
    with pytest.raises(BadData, match="-1"):
        dice.pool(-1)


@pytest.mark.parametrize("spec", ["", "6", "d", "d0", "0d6", "2d", "d6+1", "D6", "d-6", "d6 ", "1.5d6", "d06", "d6z1"])
def test_a_bad_spec_is_named_together_with_the_legal_forms(spec):
    with pytest.raises(BadData) as error:
        Dice(Recorder()).roll(spec)
    assert repr(spec) in str(error.value)
    assert "d10z" in str(error.value)
    assert "NdM" in str(error.value)


def test_a_spec_is_worked_out_once():
    assert parse_dice("4d7") is parse_dice("4d7")
    assert parse_dice("2d10z") == DiceSpec(2, 0, 9)
    assert parse_dice("d%") == DiceSpec(1, 1, 100)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (DiceRolled("d6", (4,), "search", (), 4), "Search: the d6 shows 4."),
        (DiceRolled("2d6", (3, 4), "", (), 7), "A roll: the 2d6 show 3 and 4, which makes 7."),
        (
            DiceRolled("d20", (9,), "attack", (("storm", -2), ("radar", 1)), 8),
            "Attack: the d20 shows 9, storm -2, radar +1, which makes 8.",
        ),
    ],
)
def test_a_roll_reads_as_a_sentence_with_its_modifiers_by_name(event: DiceRolled, text: str) -> None:
    assert str(event) == text


@pytest.mark.parametrize("spec", [6, None, ["d6"]])
def test_dice_that_are_no_text_are_refused_with_those_there_are(spec: Any) -> None:
    with pytest.raises(BadData, match="is not a dice specification; legal are d6"):
        Dice(SeededChance.from_seed(1)).roll(spec, "search")


@pytest.mark.parametrize("modifiers", [5, [1], {"night": "-1"}, {"night": None}])
def test_modifiers_of_a_roll_that_are_not_whole_numbers_by_name_are_refused(modifiers: Any) -> None:
    with pytest.raises(BadData, match="modifiers of a roll are whole numbers by name"):
        Dice(SeededChance.from_seed(1)).roll("d6", "search", modifiers=modifiers)
