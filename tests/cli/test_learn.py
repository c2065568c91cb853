"""``navalcore learn``: lessons at the keyboard."""

import json

import pytest

import navalcore as nc
from navalcore._cli.journals import journal_folder
from navalcore._cli.learn import COMMANDS, _Progress
from navalcore.study import lessons
from tests.cli.conftest import Command

DONE = ["Periscope", "discard Water", "Torpedo", "Water", "Transport"]
"""The right answers of the first lesson of the card game."""


def test_a_lesson_is_done_by_its_right_answers_and_is_remembered(navalcore: Command) -> None:
    ran = navalcore("learn", "uboat_cards", "1", typed=DONE)
    assert ran.status == 0
    assert "six of them win the match" in ran.out
    assert json.loads(navalcore("learn", "uboat_cards", "--json").out)["lessons"][0]["done"] is True
    assert "done" in navalcore("learn", "uboat_cards", "--list").out


def test_a_wrong_answer_is_told_what_it_would_bring_and_may_be_tried_again(navalcore: Command) -> None:
    out = navalcore(
        "learn", "uboat_cards", "1", typed=["Dive", "hint", "why Torpedo", "rule U9", "how", "nonsense", *DONE]
    ).out
    assert "Nothing has changed. Try again" in out
    assert "A boat finds its target before it fires." in out
    assert "(U9)" in out
    assert "six of them win the match" in out


def test_why_says_of_an_answer_by_its_number_that_it_can_be_chosen_now(navalcore: Command) -> None:
    assert "play Periscope: it can be chosen now." in navalcore("learn", "uboat_cards", "1", typed=["why 2"]).out


def test_options_have_numbers_and_what_an_answer_brings_is_told_by_its_rule(navalcore: Command) -> None:
    told = [
        line.strip() for line in navalcore("learn", "uboat_cards", "1", typed=["Dive", "Periscope"]).out.splitlines()
    ]
    assert "1  pass" in told
    assert any(line.startswith("2  play Periscope") for line in told)
    assert told[told.index("It would bring:") + 1] == "The wolf pack plays Dive: nothing leaves the table.  [U8]"
    assert "The wolf pack lays Periscope.  [U10]" in told[told.index("> Periscope") :]


@pytest.mark.parametrize("typed", [["quit"], []])
def test_who_leaves_has_not_done_it(typed: list[str], navalcore: Command) -> None:
    assert navalcore("learn", "uboat_cards", "1", typed=typed).status == 0
    assert not (journal_folder() / "lessons.json").exists()


def test_a_lesson_that_is_not_there_is_refused_with_those_that_are(navalcore: Command) -> None:
    code, told = navalcore("learn", "uboat_cards", "zzz").error()
    assert code == "unknown_name"
    assert "1_find_attack_sink" in told


def test_a_lesson_is_named_by_any_words_of_its_title_that_no_other_has(navalcore: Command) -> None:
    assert ": Find, attack, sink\n" in navalcore("learn", "uboat_cards", "ATTACK").out
    assert "'th' may mean The convoy hunts, The race" in navalcore("learn", "uboat_cards", "th").error()[1]
    assert "more than one lesson is meant by 'and'" in navalcore("learn", "silent_war", "and").error()[1]


def test_a_game_without_lessons_says_so(duel: Command) -> None:
    assert "has no lessons" in duel("learn", "duel").out


def test_a_damaged_list_of_what_was_done_is_begun_anew(navalcore: Command) -> None:
    journal_folder().mkdir(parents=True)
    (journal_folder() / "lessons.json").write_text("[]", encoding="utf-8")
    assert navalcore("learn", "uboat_cards", "1", typed=DONE).status == 0
    assert json.loads((journal_folder() / "lessons.json").read_text(encoding="utf-8"))


def test_json_of_a_lesson_is_that_lesson_and_one_that_is_not_there_is_refused(navalcore: Command) -> None:
    told = json.loads(navalcore("learn", "uboat_cards", "2", "--json").out)
    assert [each["id"] for each in told["lessons"]] == ["2_clear_the_table"]
    assert navalcore("learn", "uboat_cards", "99", "--json").status == 2


def test_the_reader_is_told_at_the_beginning_what_may_be_typed_besides_answers(navalcore: Command) -> None:
    told = navalcore("learn", "uboat_cards", "1", typed=["quit"]).out.partition("Which card")[0]
    assert all(command in told for command in COMMANDS)


def test_how_explains_nothing_that_a_tried_answer_would_have_brought_once_another_is_given(navalcore: Command) -> None:
    tried = navalcore("learn", "uboat_cards", "1", typed=["Dive", "how Dive"]).out
    assert "plays Dive" in tried.partition("> how Dive")[2]
    given = navalcore("learn", "uboat_cards", "1", typed=["Dive", "Periscope", "how Dive"]).out
    assert "no line of the log has the words 'Dive'" in given.partition("> how Dive")[2]


def test_why_without_words_says_how_it_is_asked(navalcore: Command) -> None:
    out = navalcore("learn", "uboat_cards", "1", typed=["why"]).out.partition("> why")[2]
    assert "why WORDS" in out
    assert "does not answer" not in out


def test_the_lesson_after_the_one_done_is_next_and_a_skipped_one_follows_the_last(navalcore: Command) -> None:
    assert "Next: The convoy hunts (" in navalcore("learn", "uboat_cards", "3", typed=["Destroyer Sweep"]).out
    assert "Next: Find, attack, sink (" in navalcore("learn", "uboat_cards", "6", typed=["Transport"]).out


def test_lessons_done_in_two_windows_at_once_are_both_remembered() -> None:
    cards, sea = nc.load("uboat_cards"), nc.load("aa50_subwar")
    one, other = _Progress(cards), _Progress(sea)
    one.note(lessons(cards)[0])
    other.note(lessons(sea)[0])
    assert _Progress(cards).done == [lessons(cards)[0].id]
    assert _Progress(sea).done == [lessons(sea)[0].id]


def test_a_board_in_a_lesson_names_no_command_that_lessons_lack(navalcore: Command) -> None:
    out = navalcore("learn", "bismarck", "2", "--puzzles", typed=["quit"]).out
    assert "board: the rest" in out
    assert "MS, MP" not in out


@pytest.mark.parametrize("what", ["lessons", "puzzles"])
def test_without_a_game_those_of_all_games_are_listed(what: str, navalcore: Command) -> None:
    line = ["learn", *(["--puzzles"] if what == "puzzles" else [])]
    entries = json.loads(navalcore(*line, "--json").out)["games"]
    assert [entry["game"] for entry in entries] == sorted(nc.games())
    out = navalcore(*line).out
    for entry in entries:
        assert f"{entry['game']}: " in out
        assert all(each["title"] in out for each in entry[what])
    (cards,) = (entry for entry in entries if entry["game"] == "uboat_cards")
    assert cards == json.loads(navalcore(*line, "uboat_cards", "--json").out)
