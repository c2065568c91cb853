"""Puzzles and worked examples: what is right is within the margin, and every position can be begun."""

import pytest

import navalcore as nc
from navalcore._rules.option import key_of
from navalcore.study import LessonRun, examples, puzzles

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_of_these_rules_offers_its_answers_and_has_a_best_that_leads_by_the_margin(game: str) -> None:
    loaded = nc.load(game)
    for puzzle in puzzles(loaded):
        match = loaded.position(puzzle.position, seed="puzzle")
        assert [key_of(option) for option in match.decisions[puzzle.role].options] == list(puzzle.answers), puzzle.id
        assert puzzle.version == loaded.version, (
            f"{puzzle.id}: prove it anew, python -m benchmarks.puzzles prove {game}"
        )
        ranked = sorted((each.worth for each in puzzle.answers.values()), reverse=True)
        assert ranked[0] - ranked[1] >= puzzle.margin - 0.1
        others = [each for key, each in puzzle.answers.items() if key != puzzle.best]
        assert all(each.behind > 3 * each.error for each in others), puzzle.id


def test_the_answer_of_a_puzzle_is_explained_by_its_figures() -> None:
    game = nc.load("uboat_cards")
    puzzle = puzzles(game)[0]
    run = LessonRun(game, puzzle.lesson())
    wrong = next(key for key in puzzle.answers if key not in puzzle.right)
    told = run.answer(wrong)
    assert not told.good
    assert f"{puzzle.answers[wrong].worth:g}" in told.text
    assert run.answer(puzzle.best).text.startswith(puzzle.why)
    assert run.over


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_begins_a_match_that_its_reader_can_play_on(game: str) -> None:
    loaded = nc.load(game)
    found = examples(loaded)
    assert len(found) >= 4
    for example in found:
        assert loaded.position(example.position, seed=example.seed).decisions, example.id
        assert example.role in loaded.roles
