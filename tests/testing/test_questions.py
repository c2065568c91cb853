"""The report of questions that do not matter: what has one option, one answer, or none that changes anything."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore._cli.new import make_kind
from navalcore.testing import QuestionKind, fuzz_game, questions_of


def asked(*, asked: int = 20, forced: int = 0, tried: int = 5, idle: int = 0, **answers: int) -> QuestionKind:
    kind = QuestionKind("captain", "order", asked, forced, tried, idle)
    kind.answers.update(answers)
    return kind


def test_a_question_is_doubted_that_has_one_option_every_time():
    assert asked(forced=20, tried=0).doubts == ("has one option every time",)
    assert asked(forced=19, left=1).doubts == ()


def test_a_question_is_doubted_that_bots_always_answer_alike_but_not_by_few_answers():
    assert asked(left=12).doubts == ("is always answered left by the bots",)
    assert asked(left=9).doubts == ()
    assert asked(left=12, right=1).doubts == ()


def test_a_question_is_doubted_whose_answers_all_come_to_the_same():
    assert asked(idle=5, left=9).doubts == ("has no answer that changes anything",)
    assert asked(idle=4, left=9).doubts == ()


def test_the_escorts_are_asked_for_the_deck_only_where_it_can_matter():
    """Tonnage War 10.1: with the option of old the bots' answer is always the same."""
    options = {"match_of_two": False, "escorts_to_deck": "always"}
    kinds = {each.kind: each for each in questions_of(nc.load("tonnage_war"), matches=2, options=options)}
    assert kinds["return"].doubts == ("is always answered rest_to_hand by the bots",)


def test_questions_and_fuzz_seat_bots_that_imagine_what_they_do_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The standard bot of a game that ``navalcore new --kind`` has made searches."""
    make_kind("cards", tmp_path / "sandbank", "sandbank", "Sandbank", "")
    monkeypatch.syspath_prepend(str(tmp_path / "sandbank"))
    game = nc.load("sandbank", ["sandbank"])
    assert questions_of(game, matches=2)
    report = fuzz_game(game, matches=12, seed="1", into=tmp_path)
    assert report.moods["bots"]
    assert report.ok, report.text()
