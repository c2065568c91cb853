"""Decisions: how a choice may be given, what is refused and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from navalcore._rules.decision import Decision, Refusal, asked, choose, first_option, run
from navalcore.errors import Ambiguous, NotOffered


@dataclass(frozen=True)
class Evade:
    points: int

    def __str__(self) -> str:
        return f"Evade +{self.points}"


OPTIONS = (Evade(1), Evade(4), Evade(40), "pass")


def decision(**changes: object) -> Decision:
    made = Decision("uboat", "How?", OPTIONS, "8.5", **changes)  # type: ignore[arg-type]
    made.number = 7
    return made


@pytest.mark.parametrize(
    ("choice", "index"),
    [
        (Evade(4), 1),
        (2, 2),
        ("Evade +4", 1),
        ("evade +40", 2),
        ("  EVADE   +1 ", 0),
        ("p", 3),
        ("pass", 3),
    ],
)
def test_a_choice_is_an_option_its_index_its_text_or_an_unmistakable_beginning(choice: object, index: int) -> None:
    assert decision().index(choice) == index


def test_a_whole_text_wins_over_the_longer_text_it_begins() -> None:
    assert decision().index("Evade +4") == 1


def test_a_beginning_of_several_texts_is_ambiguous_and_lists_them() -> None:
    with pytest.raises(Ambiguous, match=r"'evade' could be any of: Evade \+1; Evade \+4; Evade \+40") as caught:
        decision().index("evade")
    assert caught.value.legal == ("Evade +1", "Evade +4", "Evade +40")
    assert caught.value.code == "ambiguous"


@pytest.mark.parametrize("choice", ["", "   ", "dive", -1, 4, True, False, None, 1.0, Evade(2), ("pass",), b"pass"])
def test_anything_else_is_not_offered_and_the_legal_texts_are_listed(choice: object) -> None:
    with pytest.raises(NotOffered, match=r"not offered in decision 7 \(How\?\)\. Legal: Evade \+1; ") as caught:
        decision().index(choice)
    assert caught.value.legal == ("Evade +1", "Evade +4", "Evade +40", "pass")
    assert caught.value.code == "not_offered"


def test_a_long_list_of_legal_texts_is_cut_in_the_message_but_not_for_programs() -> None:
    many = Decision("r", "Which?", [f"square {i}" for i in range(100)])
    with pytest.raises(NotOffered, match=r"square 11; \.\.\. \(100 in all\)") as caught:
        many.index("dive")
    assert len(caught.value.legal) == 100


def test_prompt_and_reasons_are_worked_out_only_when_asked_for() -> None:
    asked: list[str] = []

    def prompt() -> str:
        asked.append("prompt")
        return "Which?"

    def reasons() -> list[Refusal]:
        asked.append("reasons")
        return [Refusal("dive", "8.6", "no fuel")]

    made = Decision("uboat", prompt, OPTIONS, reasons=reasons)
    assert made.texts[3] == "pass"
    assert asked == []
    assert made.prompt == "Which?"
    assert [str(refusal) for refusal in made.refusals()] == ["dive: no fuel (8.6)"]
    assert asked == ["prompt", "reasons"]


def test_a_bare_decision_has_no_way_to_the_state() -> None:
    secret = "what only the rules know"
    bare = decision(secret=True, reasons=lambda: [Refusal(secret, "", secret)]).bare()
    assert bare.refusals() == []
    assert (bare.role, bare.prompt, bare.options, bare.rule, bare.secret, bare.number) == (
        *("uboat", "How?", OPTIONS, "8.5", True),
        7,
    )


def test_a_procedure_runs_alone_by_a_policy_and_gives_its_typed_result() -> None:
    def pick_two():
        first = yield from choose("r", "First?", ("a", "b"))
        second = yield from choose("r", "Second?", ("c", "d"))
        return first + second

    assert run(pick_two()) == "ac"
    assert run(pick_two(), lambda decision: len(decision.options) - 1) == "bd"
    assert first_option(decision()) == 0


def test_what_is_asked_for_its_index_is_the_question_that_choose_asks() -> None:
    said = ("uboat", "How?", OPTIONS, "8.5", lambda: [Refusal("dive", "8.6", "too deep")], "evasion", True)

    def by_index():
        return (yield asked(*said))

    assert run(by_index(), lambda _: 2) == 2
    questions = [next(by_index()), next(choose(*said))]
    for name in ("role", "prompt", "options", "rule", "kind", "secret", "number"):
        assert getattr(questions[0], name) == getattr(questions[1], name), name
    assert questions[0].refusals() == questions[1].refusals() == [Refusal("dive", "8.6", "too deep")]
