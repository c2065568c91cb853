"""Puzzles and worked examples: what is right is within the margin, and every position can be begun."""

from fractions import Fraction
from math import comb
from typing import Any, Final

import pytest

import navalcore as nc
from navalcore._rules.option import key_of
from navalcore.study import LessonRun, examples, puzzles

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_of_these_rules_offers_its_answers_and_has_a_best_whose_lead_is_proved(game: str) -> None:
    loaded = nc.load(game)
    for puzzle in puzzles(loaded):
        match = loaded.position(puzzle.position, seed="puzzle")
        assert [key_of(option) for option in match.decisions[puzzle.role].options] == list(puzzle.answers), puzzle.id
        assert puzzle.version == loaded.version, (
            f"{puzzle.id}: prove it anew, python -m benchmarks.puzzles prove {game}"
        )
        wrong = [each for key, each in puzzle.answers.items() if key not in puzzle.right]
        assert wrong
        leads = [round(each.behind - 2 * each.error, 2) for each in wrong]
        assert min(leads) >= puzzle.margin, f"{puzzle.id}: no more than {min(leads)} is proved"


CHANCES: Final[list[tuple[str, str, str, dict[str, Any], str, Fraction, str]]] = [
    # what a puzzle says of a chance, by the dice: 20 sides, found on more than 10 - 8, 10 - 2 and 10 + 0
    ("tonnage_war", "04_which_escort", "detection", {"crew": "R", "escort": "AA"}, "detected", Fraction(18, 20),
     "AA finds it in 18 of 20 rolls"),
    ("tonnage_war", "04_which_escort", "detection", {"crew": "R", "escort": "SR"}, "detected", Fraction(12, 20),
     "SR in 12"),
    ("tonnage_war", "04_which_escort", "detection", {"crew": "R", "escort": "SN"}, "detected", Fraction(10, 20),
     "SN in 10"),
    # ten sides: an attack of 14 or 10 never misses, one of 6 misses with all three rolls in 4 x 4 x 4 of 1,000
    ("tonnage_war", "05_who_keeps_contact", "convoy-attack", {"crew": "A", "card": "quarter"}, "2", Fraction(1),
     "on a D10 every roll hits"),
    ("tonnage_war", "06_the_best_boat", "convoy-attack", {"crew": "N", "card": "bow"}, "0", Fraction(64, 1000),
     "a novice with 6 of 10"),
    ("tonnage_war", "07_hunt_or_convoy", "detection", {"crew": "R", "escort": "AR"}, "detected", Fraction(16, 20),
     "in 18 and 16 of 20 rolls"),
    # a regular boat is found by AN on more than 10 - 4
    ("tonnage_war", "08_a_novice_in_the_air", "detection", {"crew": "R", "escort": "AN"}, "detected",
     Fraction(14, 20), "in 14 of 20 rolls"),
    # 8 - (2 + 1 - 2) is 7: 0 to 7; modified it is 6, with +1 on the die: 0 to 5; 8 - (1 + 1 + 2 + 1) is 3: 0 to 3
    ("silent_war", "02_the_best_marker", "hit",
     {"points": 7, "torpedo": 1, "defense": 2, "asw": 1, "tdc": -2, "posture": "cautious_chosen"}, "hit",
     Fraction(8, 10), "80 %"),
    ("silent_war", "02_the_best_marker", "hit",
     {"points": 7, "torpedo": 1, "defense": 2, "asw": 1, "tdc": -2, "posture": "cautious"}, "hit",
     Fraction(6, 10), "60 %"),
    ("silent_war", "02_the_best_marker", "hit",
     {"points": 7, "torpedo": 1, "defense": 1, "asw": 1, "tdc": 2, "same_column": False,
      "posture": "cautious_chosen"}, "hit", Fraction(4, 10), "40 % at best"),
    ("silent_war", "03_cruiser_or_freighter", "hit",
     {"points": 7, "torpedo": 1, "defense": 6, "asw": 2, "tdc": -2, "posture": "cautious_chosen"}, "hit",
     Fraction(3, 10), "30 %"),
    ("silent_war", "03_cruiser_or_freighter", "hit",
     {"points": 7, "torpedo": 1, "defense": 1, "asw": 2, "tdc": -3, "same_column": False,
      "posture": "cautious_chosen"}, "hit", Fraction(8, 10), "80 %"),
    ("silent_war", "03_cruiser_or_freighter", "hit",
     {"points": 7, "torpedo": 1, "defense": 1, "asw": 2, "tdc": -3, "same_column": False, "posture": "cautious"},
     "hit", Fraction(6, 10), "60 %"),
    # row 0 with +2: an 8 reads 10, a 9 reads 11, and 12 is what may sink her
    ("silent_war", "06_how_hard", "counterattack", {"difference": 0, "drm": 2}, "sunk", Fraction(0),
     "She cannot be sunk"),
    ("silent_war", "06_how_hard", "counterattack", {"difference": 0, "drm": 2}, "damaged_rtb", Fraction(1, 10),
     "a 9 Damaged and home"),
    # the row of 26 to 35 sinks from 8 on: 7, 8 and 9 with +1; that of 1 to 4 from 2 on: 1 to 9 with +1
    ("silent_war", "08_torpedoes_or_guns", "attack-result", {"tons": 30, "torpedo": 1}, "sunk", Fraction(3, 10),
     "8 or more sinks, 30 %"),
    ("silent_war", "08_torpedoes_or_guns", "attack-result", {"tons": 4, "torpedo": 1}, "sunk", Fraction(9, 10),
     "90 %"),
    ("silent_war", "08_torpedoes_or_guns", "hit",
     {"points": 7, "torpedo": 1, "defense": 1, "asw": 0, "tdc": 0, "posture": "aggressive"}, "hit", Fraction(1),
     "she hits always"),
    # 5, 4, 3 or 2, less 1 in visibility 6, and a half for the other unit: 4.5, 3.5, 3.5 and 2.5 in 6
    ("bismarck", "09_which_cruiser", "shadow", {"strength": 5, "visibility": 6, "helpers": 1}, "succeeds",
     Fraction(9, 12), "75 %"),
    ("bismarck", "09_which_cruiser", "shadow", {"strength": 4, "visibility": 6, "helpers": 1}, "succeeds",
     Fraction(7, 12), "58 %"),
    ("bismarck", "10_by_night_from_the_air", "shadow", {"strength": 3, "visibility": 4, "helpers": 1}, "succeeds",
     Fraction(7, 12), "58 %"),
    ("bismarck", "10_by_night_from_the_air", "shadow", {"strength": 2, "visibility": 4, "helpers": 1}, "succeeds",
     Fraction(5, 12), "42 %"),
    # a re-attack: 8 - (2 + 1 - 3 + 1) is 7: 0 to 7; modified it is 6, with +1 on the die: 0 to 5; for the escort 9
    ("silent_war", "10_a_poor_target", "hit",
     {"points": 7, "torpedo": 1, "defense": 2, "asw": 1, "tdc": -3, "same_column": False,
      "posture": "cautious_chosen"}, "hit", Fraction(8, 10), "80 %"),
    ("silent_war", "10_a_poor_target", "hit",
     {"points": 7, "torpedo": 1, "defense": 2, "asw": 1, "tdc": -3, "same_column": False, "posture": "cautious"},
     "hit", Fraction(6, 10), "60 %"),
    ("silent_war", "10_a_poor_target", "hit",
     {"points": 7, "torpedo": 1, "defense": 6, "asw": 1, "tdc": 1, "same_column": False,
      "posture": "cautious_chosen"}, "hit", Fraction(0), "no die is rolled"),
    # each of six lives with 0.6 x 0.6: 2.16 of them on average
    ("bismarck", "06_destroyers_by_day", "destroyer-run", {"destroyers": 1, "firing": 2}, "1", Fraction(36, 100),
     "nearly four are sunk on average"),
    ("bismarck", "06_destroyers_by_day", "destroyer-run", {"destroyers": 1, "firing": 1, "night": True}, "0",
     Fraction(15, 100), "each sinks only 15 %"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "name", "question", "asked", "outcome", "chance", "words"), CHANCES)
def test_the_chances_that_a_puzzle_names_are_those_of_the_rules(
    game: str, name: str, question: str, asked: dict[str, Any], outcome: str, chance: Fraction, words: str
) -> None:
    loaded = nc.load(game)
    (puzzle,) = (each for each in puzzles(loaded) if each.id == name)
    assert words in puzzle.why
    (found,) = (each for each in nc.face_of(loaded).questions() if each.name == question)
    assert found(**asked).outcomes[outcome] == chance


def test_the_chance_that_the_wolf_pack_finds_a_transport_is_that_of_the_cards_which_the_convoy_does_not_see() -> None:
    game = nc.load("uboat_cards")
    (puzzle,) = (each for each in puzzles(game) if each.id == "05_one_card_behind")
    laid = puzzle.position["set"]
    held = laid["seats"]["uboat"]["hand"]["cards"]
    assert "a Transport" in puzzle.text
    assert laid["seats"]["convoy"]["hand"]["cards"].count("Transport") == 1
    unseen = [*laid["deck"]["cards"], *held]
    others, seen = unseen.count("Transport"), len(held) + 2  # what the wolf pack holds and what it draws
    chance = 1 - Fraction(comb(len(unseen) - others, seen), comb(len(unseen), seen))
    assert f"{round(100 * chance)} cases of 100" in puzzle.why


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_ten_puzzles_with_titles_and_texts_of_their_own(game: str) -> None:
    found = puzzles(nc.load(game))
    assert len(found) >= 10
    assert len({each.title for each in found}) == len({each.text for each in found}) == len(found)


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


def test_a_figure_that_is_sure_is_told_without_an_error_and_any_other_with_it() -> None:
    puzzle = puzzles(nc.load("aa50_subwar"))[0]
    (step,) = puzzle.lesson().step
    sure = next(key for key, each in puzzle.answers.items() if key not in puzzle.right and not each.error)
    assert step.wrong[sure].endswith("less.")
    puzzle = puzzles(nc.load("uboat_cards"))[0]
    (step,) = puzzle.lesson().step
    assert all("standard error" in text for text in step.wrong.values())
