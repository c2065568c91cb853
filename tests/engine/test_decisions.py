"""Decisions: how a choice may be given, what is refused and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import pytest

from navalcore._rules.decision import Decision, Refusal, choose
from navalcore._rules.option import Option, key_of
from navalcore._rules.running import first_option, run
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
        ("evade/4", 1),
        ("Evade +4", 1),
        ("evade +40", 2),
        ("  EVADE   +1 ", 0),
        ("pass", 3),
        ("text/pass", 3),
    ],
)
def test_a_choice_is_an_option_its_index_its_key_or_its_text(choice: object, index: int) -> None:
    assert decision().index(choice) == decision().read(choice) == index


def test_words_are_read_as_a_person_means_them_and_are_no_index() -> None:
    assert decision().read("p") == 3
    assert decision().read("+40 ev") == 2
    with pytest.raises(NotOffered):
        decision().index("p")


@dataclass(frozen=True)
class Named(Option):
    name: str
    text: str

    @property
    def key(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.text


@pytest.mark.parametrize("others", [("fire later", "hold"), ("fire", "hold")])
def test_a_key_means_its_option_whatever_the_other_options_are_called(others: tuple[str, str]) -> None:
    text, key = others
    asked = Decision("red", "Fire?", (Named(key, text), Named("fire", "shoot")))
    assert asked.index("fire") == asked.read("fire") == 1
    assert [asked.index(key_of(option)) for option in asked.options] == [0, 1]
    assert asked.why_not("fire") is None


def test_a_number_is_that_under_which_the_option_was_shown_and_goes_after_its_text() -> None:
    asked = Decision("red", "Which?", ("4", "boat 7", "pass"))
    assert asked.read("7", numbers=[7, 8, 4]) == 0
    assert asked.read("4", numbers=[7, 8, 4]) == 0, "a text goes before a number"
    assert asked.read("8", numbers=[7, 8, 4]) == 1
    assert asked.read("boat") == 1
    with pytest.raises(NotOffered, match="'3' is not the number of an option") as caught:
        asked.read("3", numbers=[7, 8, 4])
    assert caught.value.legal == ("4", "boat 7", "pass")


def test_a_whole_text_wins_over_the_longer_text_it_begins() -> None:
    assert decision().index("Evade +4") == decision().read("Evade +4") == 1


def test_words_of_several_texts_are_ambiguous_and_list_them() -> None:
    with pytest.raises(Ambiguous, match=r"'evade' could be any of: Evade \+1; Evade \+4; Evade \+40") as caught:
        decision().read("evade")
    assert caught.value.legal == ("Evade +1", "Evade +4", "Evade +40")
    assert caught.value.code == "ambiguous"
    with pytest.raises(Ambiguous, match="'ass' could be any of: pass"):
        decision().read("ass")


@pytest.mark.parametrize("choice", ["", "   ", "dive", -1, 4, True, False, None, 1.0, Evade(2), ("pass",), b"pass"])
def test_anything_else_is_not_offered_and_the_legal_texts_are_listed(choice: object) -> None:
    for read in (decision().index, decision().read):
        with pytest.raises(NotOffered, match=r"not offered in decision 7 \(How\?\)\. Legal: Evade \+1; ") as caught:
            read(choice)
        assert caught.value.legal == ("Evade +1", "Evade +4", "Evade +40", "pass")
        assert caught.value.code == "not_offered"


def test_why_not_goes_by_the_words_of_what_is_refused_and_is_silent_on_what_may_be_chosen() -> None:
    refused = [Refusal("evade +2", "8.6", "no fuel"), Refusal("dive deep", "8.7", "too shallow")]
    asked = decision(reasons=lambda: refused)
    assert asked.why_not("+40") is None
    assert asked.why_not("EVADE +2") is refused[0], "a refusal of that text goes before options with some of its words"
    assert asked.why_not(Evade(2)) is refused[0]
    assert asked.why_not("deep") is refused[1]
    ambiguous = asked.why_not("evade")
    assert ambiguous is not None
    assert ambiguous.reason.startswith("'evade' could be any of: Evade +1;")
    unknown = asked.why_not("surrender")
    assert unknown == Refusal("surrender", "8.5", "it does not answer the question that is asked: How?")


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
        return (yield Decision(*said))

    assert run(by_index(), lambda _: 2) == 2
    questions = [next(by_index()), next(choose(*said))]
    for name in ("role", "prompt", "options", "rule", "kind", "secret", "number"):
        assert getattr(questions[0], name) == getattr(questions[1], name), name
    assert questions[0].refusals() == questions[1].refusals() == [Refusal("dive", "8.6", "too deep")]


def test_refusals_are_found_by_words_and_by_letters_within_a_word_only_if_that_is_wanted() -> None:
    left_out = [Refusal("torpedo attack", "8.1", "no torpedoes"), Refusal("pedal", "8.2", "no bicycle")]
    refused = Decision("uboat", "How?", OPTIONS, reasons=lambda: left_out)
    assert refused.refusals() == left_out
    assert refused.refusals("torp") == refused.refusals("att torp", strictly=True) == left_out[:1]
    assert refused.refusals("ped") == left_out[1:], "what begins with the words goes before what holds them"
    assert refused.refusals("rpedo") == left_out[:1]
    assert refused.refusals("rpedo", strictly=True) == []
    assert decision().refusals("torp") == []


def test_options_are_matched_while_they_are_typed() -> None:
    assert decision().matching("ev") == [0, 1, 2]
    assert decision().matching("evade +4") == [1], "the whole text of one"
    assert decision().matching("ass") == [3]
    assert decision().matching("") == decision().matching("dive") == []


def test_an_option_that_is_a_number_too_means_itself():
    class Row(IntEnum):
        SECOND = 2
        FIRST = 1

    decision = Decision("axis", "Which row?", [Row.FIRST, Row.SECOND])
    assert [decision.read(row) for row in decision.options] == [0, 1]
    assert [decision.index(row) for row in decision.options] == [0, 1]
    assert decision.read(1) == decision.index(1) == 1
