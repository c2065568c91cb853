"""A maker's slips, such as a procedure that yields something else than a question, are told with their line."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import pytest

from navalcore import rules
from navalcore._play.submission import failed
from navalcore.components import SeededChance
from navalcore.errors import BadData, RuleError
from tests.kit.saboteurs import Pickets


def ask(role: str) -> rules.Flow[object]:
    return (yield from rules.choose(role, "What now?", ["row", "rest"]))


def yields_a_procedure(play: Any) -> Any:
    yield ask("red")


def yields_far_below(play: Any) -> Any:
    yield from yields_a_procedure(play)


def puts_another_state(play: Any) -> None:
    play.state = copy(play.state)


def yields_a_list(play: Any) -> Any:
    yield ["row", "rest"]


def returns_a_list(play: Any) -> Any:
    return ["row", "rest"]


def returns_the_answer(play: Any) -> Any:
    return ask("red")


def offers_a_generator(play: Any) -> Any:
    yield from rules.choose("red", "What now?", (each for each in ("row", "rest")))  # type: ignore[arg-type]


def offers_a_set(play: Any) -> Any:
    yield from rules.choose("red", "What now?", {"row"})  # type: ignore[arg-type]


def offers_a_text(play: Any) -> Any:
    yield from rules.choose("red", "What now?", "row", "4")


def offers_a_set_in_a_group(play: Any) -> Any:
    yield from rules.together({"red": offers_a_set(play)})


def yields_in_a_group(play: Any) -> Any:
    yield from rules.together({"red": yields_a_procedure(play)})


def groups_no_procedures(play: Any) -> Any:
    yield from rules.together({"red": ask})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("procedure", "said"),
    [
        (
            yields_a_procedure,
            r"yields_a_procedure \(\w+.py:\d+\) yields ask\(\) with 'yield', .* 'yield from'",
        ),
        (yields_far_below, r"yields_a_procedure \(test_wrong_yields.py:\d+\) yields ask\(\)"),
        (yields_a_list, r"yields_a_list \(test_wrong_yields.py:\d+\) yields \['row', 'rest'\]"),
        (
            offers_a_generator,
            "asks red 'What now.' and offers <generator .*, which should be a list .*yields options is marked @offers",
        ),
        (offers_a_set, "asks red 'What now.' and offers {'row'}, which should be a list or tuple"),
        (offers_a_text, "rule 4 asks red 'What now.' and offers 'row', which should be a list or tuple"),
        (offers_a_set_in_a_group, "asks red 'What now.' and offers {'row'}, which should be a list or tuple"),
        (yields_in_a_group, r"yields_a_procedure \(test_wrong_yields.py:\d+\) yields ask\(\)"),
        (groups_no_procedures, "simultaneous choices take a procedure of red that asks, not <function ask"),
        (returns_a_list, r"no step .*; the procedure returns_a_list \(test_wrong_yields.py:\d+\) returns it"),
        (
            returns_the_answer,
            r"no step 'row'.*; the procedure returns_the_answer \(\w+.py:\d+\) returns it",
        ),
        (puts_another_state, r"after the procedure puts_another_state \(\w+.py:\d+\) play.state is another object"),
    ],
)
def test_a_procedure_that_yields_or_returns_the_wrong_thing_is_named_with_its_line(procedure: Any, said: str) -> None:
    class Broken(Pickets):
        def sequence_of_play(self, terms: Any) -> Any:
            return [rules.Step("muster", procedure, "Muster", "1", once=True), *super().sequence_of_play(terms)[1:]]

    with pytest.raises(RuleError, match=said):
        Broken().new_match(seed=1).choose(0)


@pytest.mark.parametrize(
    ("method", "found", "said"),
    [
        ("initial_state", None, r"initial_state\(\) of pickets returns None; it should return State$"),
        ("initial_state", {"phase": "muster"}, r"initial_state\(\) of pickets returns \{'phase': 'muster'\}; it"),
        ("outcome", "over", r"outcome\(\) of pickets returns 'over'; it should return Outcome or None$"),
        ("outcome", False, r"outcome\(\) of pickets returns False; it should return Outcome or None$"),
    ],
)
def test_a_game_whose_state_or_outcome_is_of_another_class_is_told_which_method_returns_it(
    method: str, found: object, said: str
) -> None:
    broken = type("Broken", (Pickets,), {method: lambda *_: found})
    with pytest.raises(RuleError, match=said):
        broken().new_match(seed=1).choose(0)


def test_a_procedure_that_is_run_alone_is_named_with_its_line_too() -> None:
    with pytest.raises(RuleError, match=r"yields_a_procedure \(test_wrong_yields.py:\d+\) yields ask\(\)"):
        rules.run(yields_a_procedure(None))
    with pytest.raises(RuleError, match=r"offers \{'row'\}, which should be a list or tuple"):
        rules.run(offers_a_set(None))


def test_what_a_game_hands_to_the_library_wrongly_is_told_with_the_line_of_the_game() -> None:
    with pytest.raises(BadData) as wrong:
        SeededChance.from_seed("x").roll(6, 1)
    told = failed(wrong.value, "lagoon", "act")
    assert isinstance(told, RuleError)
    assert re.search(r"step act of lagoon: BadData: .*\(test_wrong_yields\.py:\d+\)$", str(told))
