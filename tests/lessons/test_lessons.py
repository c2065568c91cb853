"""Lessons: a right answer is played, a wrong one is only shown, and the kit finds a lesson that cannot be done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore import face_of
from navalcore._lessons.files import Lesson, read_lesson
from navalcore.bots import Bot
from navalcore.errors import BadData, NotOffered
from navalcore.rules import SeededChance
from navalcore.study import LessonRun, lessons
from navalcore.testing._checks_lessons import faults_of

GAME = nc.load("uboat_cards")
FIRST = lessons(GAME)[0]
TEXT = (Path(nc.__file__).parents[1] / "games" / "uboat_cards" / "lessons" / "1_find_attack_sink.toml").read_text(
    "utf-8"
)


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Lesson]:
    """A lesson from its text."""

    def write(text: str) -> Lesson:
        path = tmp_path / "lesson.toml"
        path.write_text(text, encoding="utf-8")
        return read_lesson(path)

    return write


def test_a_wrong_answer_is_shown_and_changes_nothing() -> None:
    run = LessonRun(GAME, FIRST)
    before = run.match.digest
    answer = run.answer("play_card/Dive")
    assert not answer.good
    assert answer.events
    assert run.match.digest == before
    assert run.step is FIRST.step[0]


def test_a_right_answer_is_played_by_the_real_rules() -> None:
    run = LessonRun(GAME, FIRST)
    assert run.answer("play_card/Periscope").good
    assert [str(card) for card in run.match.view("uboat").uboat.row] == ["Periscope"]
    assert run.step is FIRST.step[1]


def test_a_choice_may_be_played_for_a_role_where_several_are_asked(written: Callable[[str], Lesson]) -> None:
    lesson = written(
        """title = "Orders"
about = "Both sides order at once."
role = "german"
end = "Done."
[position]
at = "orders"
deal = false
set = { only = ["ship/norfolk", "ship/bismarck"], turn = 1 }
[[step]]
text = "Your ship is named, and hers."
play = [["german", "unit/34"], ["british", "unit/19"]]
[[step]]
text = "And now?"
ask = "How does Bismarck wait?"
hint = "P is patrol."
good."set_mode/P" = "She waits."
"""
    )
    run = LessonRun(nc.load("bismarck"), lesson)
    assert "Bismarck" in run.decision.prompt
    assert "Norfolk" in run.match.decisions["british"].prompt


def test_what_is_no_option_is_refused_as_in_a_match() -> None:
    with pytest.raises(NotOffered):
        LessonRun(GAME, FIRST).answer("play_card/Torpedo")


def test_a_lesson_that_is_over_asks_nothing_more() -> None:
    run = LessonRun(GAME, FIRST)
    while not run.over:
        run.answer(next(iter(run.step.good)))
    with pytest.raises(BadData, match="is over"):
        run.answer(0)


def test_the_reader_is_told_what_the_role_may_know_and_nothing_else() -> None:
    run = LessonRun(GAME, FIRST)
    run.answer("play_card/Periscope")
    told = [str(event) for event in run.answer("discard_card/Water").events]
    assert told.count("The convoy draws a card.") == 2, "which cards they are stays hidden"


def test_a_lesson_that_stops_tells_nothing_that_happens_after_its_last_answer(written: Callable[[str], Lesson]) -> None:
    def last_events(lesson: Lesson) -> list[str]:
        run = LessonRun(GAME, lesson)
        while not run.over:
            answer = run.answer(next(iter(run.step.good)))
        return [str(event) for event in answer.events]

    sunk = "The wolf pack destroys a Transport, 1 of the 6 it needs."
    assert last_events(written(f"stops = true\n{TEXT}"))[-1] == sunk
    assert last_events(written(TEXT))[-1] != sunk


@pytest.mark.parametrize("game", nc.games())
def test_every_lesson_of_a_game_can_be_done(game: str) -> None:
    found = nc.load(game)
    assert [(lesson.id, fault) for lesson in lessons(found) for fault in faults_of(found, lesson)] == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('good."play_card/Torpedo"', 'good."play_card/Sonar"', "play_card/Sonar is not offered"),
        ('"row/uboat/2"', '"row/uboat/9"', "row/uboat/9 is not on the board"),
        ('"U9"', '"U99"', "there is no section U99"),
        ('wrong."play_card/Dive" = "Dive would', 'wrong."play_card/Sonar" = "Dive would', "Sonar is said to be wrong"),
        ('wrong."pass" = "You may pass', '# "', "nothing is said to pass"),
        ('hint = "A boat', 'hint = "Should you play Dive? A boat', "the hint leads to play_card/Dive"),
        (
            'ask = "Which card b',
            'ask = "Do you play Torpedo? Which card b',
            "'play Torpedo' is named and cannot be done",
        ),
        ('text = "', 'text = "Now you can play Torpedo. ', "'play Torpedo' is named and cannot be done"),
        ('role = "uboat"', 'role = "admiral"', "no role admiral"),
        ('"Torpedo", "Transport", "Water", "Dive"]', '"Torpedo", "Transport", "Water"]', "not offered"),
    ],
)
def test_the_kit_says_what_is_wrong_with_a_lesson(
    old: str, new: str, told: str, written: Callable[[str], Lesson]
) -> None:
    assert old in TEXT
    assert any(told in fault for fault in faults_of(GAME, written(TEXT.replace(old, new, 1))))


class _Confused(Bot[Any]):
    """Answers what is never offered."""

    def __init__(self, role: str, chance: SeededChance) -> None: ...

    def decide(self, view: Any, decision: nc.Decision) -> object:
        return "abandon ship"


def test_the_kit_lets_the_best_bot_answer_in_a_lesson(
    monkeypatch: pytest.MonkeyPatch, written: Callable[[str], Lesson]
) -> None:
    bots = {**face_of(GAME).bots(), "hard": _Confused}
    monkeypatch.setattr(type(face_of(GAME)), "bots", lambda face: bots)
    (fault,) = faults_of(GAME, written(TEXT))
    assert fault.startswith("at the question Which card begins the chain?: ")
    assert "abandon ship" in fault


def test_a_best_bot_that_searches_is_seated_at_the_match_of_the_lesson(
    monkeypatch: pytest.MonkeyPatch, written: Callable[[str], Lesson]
) -> None:
    bots = {name: bot for name, bot in face_of(GAME).bots().items() if name != "hard"}
    monkeypatch.setattr(type(face_of(GAME)), "bots", lambda face: bots)
    assert list(faults_of(GAME, written(TEXT))) == []


def minutes_of(game: str, lesson: Lesson) -> float:
    """How long a lesson takes: 200 words a minute, and five seconds to look and click for each answer."""
    run, words, answers = LessonRun(nc.load(game), lesson), len(f"{lesson.about} {lesson.end}".split()), 0
    while not run.over:
        key = next(iter(run.step.good))
        said = [step.text for step in run.told] + [run.step.ask, run.step.good[key], *run.decision.texts[:6]]
        words += len(" ".join(said).split())
        answers += 1
        run.answer(key)
    return words / 200 + answers * 5 / 60


@pytest.mark.parametrize("game", nc.games())
def test_a_lesson_takes_no_longer_than_it_says_and_three_minutes_at_most(game: str) -> None:
    taken = {lesson.id: (lesson.minutes, minutes_of(game, lesson)) for lesson in lessons(nc.load(game))}
    assert {name: each for name, each in taken.items() if not 0.4 * each[0] <= each[1] <= each[0]} == {}
    assert all(minutes <= 3 for minutes, _ in taken.values())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('hint = "A boat', 'tip = "A boat', "tip"),
        ('ask = "Which card begins the chain?"', "", "a step that asks has good answers"),
        ('title = "Find, attack, sink"', "title = 3", "title"),
        ("[[step]]", "[[step", "lesson.toml"),
    ],
)
def test_a_file_that_breaks_the_layout_is_refused_with_its_place(
    old: str, new: str, told: str, written: Callable[[str], Lesson]
) -> None:
    with pytest.raises(BadData, match=told):
        written(TEXT.replace(old, new, 1))


def test_a_richer_american_lane_is_refused_by_its_figure_and_by_who_pays() -> None:
    game = nc.load("aa50_subwar")
    run = LessonRun(game, next(each for each in lessons(game) if each.id == "4_the_lanes"))
    rich = "sail/germany/submarine/sz9/sz10/0"
    while not run.over:
        decision, step = run.decision, run.step
        if any(decision.key(option) == rich for option in decision.options):
            facts = face_of(game).facts(run.match.view("axis"), decision, run.match.setup.terms)
            figure = next(str(fact) for fact in facts[decision.index(rich)] if "IPC raided on average" in str(fact))
            assert figure.removeprefix("IPC raided on average ") in step.wrong[rich]
            assert "the United States" in step.wrong[rich]
            assert "the United Kingdom" in step.ask
        run.answer(next(iter(step.good)))
