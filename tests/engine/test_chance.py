"""Sources of chance: scripts, persons, every possible result."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._play.commitments import verify_commitment
from navalcore._rules.decision import CHANCE, choose
from navalcore.components._chance import SeededChance
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadRoll, NotOffered, UndoBarrier
from navalcore.odds import exact
from navalcore.odds._paths import BranchingChance
from tests.engine.conftest import Lagoon, played


def test_a_script_gives_its_results_in_order_and_checks_purpose_and_faces() -> None:
    with ScriptedChance(3, ("torpedo", 6), "buoy", 0) as chance:
        assert chance.roll(1, 6) == 3
        assert chance.roll(1, 6, "second Torpedo at the tanker") == 6
        assert chance.pick(["anchor", "Buoy"]) == 1
        assert chance.below(3) == 0


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ((("gunfire", 3),), "result 1 of the script is for 'gunfire', but search [(]rule 8.1[)] was rolled"),
        ((7,), "search [(]rule 8.1[)]: 7 is not on the die; it has 1 to 6"),
        ((0,), "0 is not on the die"),
        (("six",), "'six' is not a result of this die; a whole number from 1 to 6 is wanted"),
        ((), "the script has no result left for search [(]rule 8.1[)]; it had 0"),
    ],
)
def test_a_script_that_does_not_fit_says_which_roll_and_what_would_be_right(
    script: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(BadRoll, match=message):
        ScriptedChance(*script).roll(1, 6, "search", "8.1")


def test_a_scripted_item_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(BadRoll, match="'dive' is not there to be drawn; there are: anchor, buoy"):
        ScriptedChance("dive").pick(["buoy", "anchor", "buoy"], "a draw")
    with pytest.raises(BadRoll, match="there are 2 to draw from; item 2 does not exist"):
        ScriptedChance(2).pick(["buoy", "anchor"])


def test_a_script_with_results_left_over_is_refused_unless_something_else_went_wrong() -> None:
    with (
        pytest.raises(BadRoll, match="1 of the script's 2 results were never asked for"),
        ScriptedChance(1, 2) as chance,
    ):
        chance.roll(1, 6)
    with pytest.raises(KeyError), ScriptedChance(1):
        raise KeyError


def test_a_script_given_to_a_match_counts_as_used_as_far_as_the_match_used_it() -> None:
    with ScriptedChance(("hidden number", 42), ("the score", 5)) as chance:
        match = played(Lagoon().new_match(chance=chance), "roll a die")
        assert (match.state.hidden, match.state.score) == (42, 5)
    with (
        pytest.raises(BadRoll, match="1 of the script's 3 results were never asked for"),
        ScriptedChance(42, 5, 6) as chance,
    ):
        played(Lagoon().new_match(chance=chance), "roll a die")


def test_a_script_endless_with_another_source_and_forks_go_their_own_way() -> None:
    chance = ScriptedChance(5, then=SeededChance.from_seed(1))
    twin = chance.fork()
    assert chance.roll(1, 6) == 5
    later = [chance.roll(1, 6), chance.pick("abc"), chance.below(9)]
    assert twin.left == 1
    assert [twin.roll(1, 6), twin.roll(1, 6), twin.pick("abc"), twin.below(9)] == [5, *later]


def test_branching_gives_the_exact_fractions_of_known_experiments() -> None:
    total = exact(lambda chance: chance.roll(1, 6) + chance.roll(1, 6))
    assert total == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}
    deck = ["red"] * 3 + ["blue"] * 2

    def two_reds(chance):
        rest = list(deck)
        return [rest.pop(chance.pick(rest)) for _ in range(2)] == ["red", "red"]

    assert exact(two_reds)[True] == Fraction(3, 5) * Fraction(2, 4)
    # A die is rolled again only after a six: the branches have different lengths.
    again = exact(lambda chance: chance.roll(1, 6) == 6 and chance.below(2) == 0)
    assert again == {False: Fraction(11, 12), True: Fraction(1, 12)}
    assert exact(lambda chance: "certain") == {"certain": 1}


def test_branching_runs_rules_that_ask_by_a_policy() -> None:
    def rules(chance):
        stake = yield from choose("red", "Stake?", ("low", "high"))
        return (stake, chance.roll(1, 2))

    assert exact(rules, lambda decision: 1) == {("high", 1): Fraction(1, 2), ("high", 2): Fraction(1, 2)}


def test_equal_items_are_one_branch_with_their_common_weight() -> None:
    chance = BranchingChance()
    weights = []
    while True:
        chance.pick(["a", "b", "a", "a"])
        weights.append(chance.weight)
        if not chance.advance():
            break
    assert weights == [Fraction(3, 4), Fraction(1, 4)]


def test_a_seed_is_committed_to_and_a_false_one_is_noticed() -> None:
    match = Lagoon().new_match(seed=7)
    assert verify_commitment(match.commitment, match.reveal_seed())


# ---- a person's dice ---------------------------------------------------------------------------------------------


def test_a_person_is_asked_for_every_roll_and_draw_and_the_match_goes_on() -> None:
    match = Lagoon().new_match(chance="physical")
    assert match.decision is not None
    assert (match.decision.role, match.decision.rule) == (CHANCE, "1")
    assert match.decision.prompt == "The hidden number. Take a number from 0 to 99 at random: which one is it?"
    match.choose("42")
    assert match.state.hidden == 42
    assert match.decision.prompt == "What now?"
    match.choose("roll two dice")
    assert match.decision.prompt == "The first die. Roll a die of 1 to 6: what does it show?"
    match.choose("3")
    match.choose("5")
    assert match.state.score == 15
    played(match, "secretly in", "no", "draw")
    assert match.decision.prompt == "Red draws. Draw blindly: which one is it?"
    assert match.decision.texts == ["anchor", "buoy", "chart"], "equal cards are offered once"
    match.choose("buoy")
    assert match.state.deck == ["anchor", "buoy", "chart"]
    assert match.count == 4


def test_a_roll_by_hand_that_is_not_on_the_die_changes_nothing() -> None:
    match = played(Lagoon().new_match(chance="physical"), "42", "roll a die")
    before = match.digest, match.decision.number
    for bad in ("7", "0", "six", ""):
        with pytest.raises(NotOffered):
            match.choose(bad)
    assert (match.digest, match.decision.number) == before


def test_a_choice_whose_roll_is_still_to_come_can_be_taken_back_and_not_once_one_die_lies() -> None:
    match = played(Lagoon().new_match(chance="physical"), "42")
    before = match.digest
    match.choose("roll two dice")
    match.undo()
    assert (match.digest, match.decision.prompt) == (before, "What now?")
    played(match, "roll two dice", "3")
    assert match.decision.prompt.startswith("The second die")
    with pytest.raises(UndoBarrier, match="a die or a draw"):
        match.undo()
    match.choose("4")
    assert match.state.score == 12
    with pytest.raises(UndoBarrier):
        match.undo()


def test_rolls_by_hand_taken_back_are_asked_again() -> None:
    match = played(Lagoon().new_match(chance="physical", undo="free"), "42", "roll two dice", "3", "4")
    match.undo()
    assert match.state.score == 0
    played(match, "roll two dice", "6", "5")
    assert match.state.score == 30


def test_events_are_told_once_although_the_step_is_run_again_for_every_roll() -> None:
    told: list[str] = []
    match = Lagoon().new_match(chance="physical", on_event=lambda event: told.append(str(getattr(event, "text", ""))))
    played(match, "42", "roll two dice", "3", "4", "secretly out", "no", "draw", "chart")
    turns = [text for text in told if text.startswith("turn")]
    assert turns == ["turn -4", "turn -3"]
    assert told.count("roll two dice") == 1
    assert told.count("red did roll two dice") == 1
    assert told.count("red did draw") == 1


def test_a_listener_who_comes_in_the_middle_of_a_step_hears_nothing_of_before() -> None:
    match = played(Lagoon().new_match(chance="physical"), "42", "roll two dice", "3")
    told: list[str] = []
    match.events.subscribe(
        lambda event: told.append(str(getattr(event, "text", getattr(event, "why", "")))), role=UMPIRE
    )
    match.choose("4")
    assert told == ["the second die", "red did roll two dice"]


def test_a_fork_of_a_match_with_a_person_rolling_has_rolls_of_its_own(tmp_path) -> None:
    match = played(Lagoon().new_match(chance="physical", undo="free"), "42", "roll a die", "3", "secretly in", "yes")
    before = match.digest
    fork = match.fork()
    played(fork, "roll a die", "6")
    assert match.digest == before
    for _ in range(4):
        fork.undo()
    assert fork.state.score == 0
    played(fork, "roll a die", "1", "secretly in", "no")
    match.save(tmp_path / "match.jsonl")
    fork.save(tmp_path / "fork.jsonl")
    assert match.digest == before
    played(match, "roll a die", "2")
    assert match.state.score == 3 + 1 + 2
    assert [e.text for e in fork.tape() if e.kind == "chance"] == ["42", "1"]
    assert [e.text for e in match.tape() if e.kind == "chance"] == ["42", "3", "2"]
