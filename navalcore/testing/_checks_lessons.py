"""The check of lessons: each can be done, none gets stuck, and each names only what may be done there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from navalcore._face.face import face_of
from navalcore._lessons.files import ANYTHING, Lesson, LessonStep, examples, lessons
from navalcore._lessons.puzzles import puzzles
from navalcore._lessons.run import LessonRun
from navalcore._match.match import AnyGame
from navalcore._rules.decision import Decision
from navalcore._rules.option import key_of
from navalcore.bots._makers import answer_of, make_bots, play_out, seat
from navalcore.errors import NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import CheckFailed, Trial

WAYS = 16
"""The number of ways of right answers through a lesson that are tried."""
AFTERWARDS = 20
"""The number of choices played after a lesson."""


@check(trials=1, shrinks=0)
def lessons_can_be_done(trial: Trial) -> None:
    """Every lesson, puzzle and example leads to its end by every right answer, and every wrong one brings something.
    The best bot gets through, and the match continues afterwards. All that they name is offered, on the board, and in
    the rules. Hints lead to right answers.
    """
    try:
        known = [*lessons(trial.game), *(puzzle.lesson() for puzzle in puzzles(trial.game)), *examples(trial.game)]
    except NavalCoreError as error:
        raise CheckFailed("lessons that can be read", str(error)) from error
    for lesson in known:
        for fault in faults_of(trial.game, lesson):
            raise CheckFailed(f"lesson {lesson.id} to be one that can be done", fault)


def faults_of(game: AnyGame, lesson: Lesson) -> Iterator[str]:
    """The fault in a lesson."""
    if lesson.role not in game.roles:
        yield f"the game has no role {lesson.role}; it has {', '.join(map(str, game.roles))}"
        return
    yield from (f"there is no section {number}" for number in lesson.rules if number not in game.rulebook)
    asking = [step for step in lesson.step if step.ask]
    if not asking and lesson.kind != "example":
        yield "nothing is asked in it"
    ways = product(*(step.good for step in asking))
    for _, way in zip(range(WAYS), ways, strict=False):
        found = list(_on_the_way(game, lesson, way))
        yield from found
        if found:
            return
    yield from _best_bot(game, lesson)


def _best_bot(game: AnyGame, lesson: Lesson) -> Iterator[str]:
    """Faults where the best bot answers first, or the standard bots play on after the end."""
    at = "at its beginning"
    try:
        run = LessonRun(game, lesson)
        bots = make_bots(game, {lesson.role: "hard"}, lesson.seed)
        seat(run.match, bots)
        while not run.over:
            at = f"at the question {run.step.ask}"
            answer = run.answer(answer_of(bots[lesson.role], run.match, run.decision))
            if not answer.text:
                yield f"{at}: nothing is said about the best bot's answer"
            if not answer.good:
                run.answer(next(iter(run.step.good)))
        at = "after the end"
        play_out(run.match, make_bots(game, seed=lesson.seed), limit=AFTERWARDS)
    except NavalCoreError as error:
        yield f"{at}: {error}"


def _on_the_way(game: AnyGame, lesson: Lesson, way: tuple[str, ...]) -> Iterator[str]:
    """The faults on the way of these answers."""
    at = "at its beginning"
    try:
        run = LessonRun(game, lesson)
        for number, key in enumerate(way, start=1):
            at = f"at question {number} ({run.step.ask})"
            yield from (f"{at}: {fault}" for fault in _faults_of_question(run))
            if not run.answer(key).good:
                yield f"{at}: {key} is not taken as right"
        at = "after the last question"
        if not run.over:
            yield f"{at}: it is not over"
    except NavalCoreError as error:
        yield f"{at}: {error}"


def _faults_of_question(run: LessonRun) -> Iterator[str]:
    step, match, role = run.step, run.match, run.lesson.role
    offered = {key_of(option) for option in run.decision.options}
    yield from (
        f"{key} is not offered; there are {', '.join(sorted(offered))}" for key in step.good if key not in offered
    )
    strangers = step.wrong.keys() - offered - {ANYTHING}
    yield from (f"{key} is said to be wrong and is not offered" for key in sorted(strangers))
    if offered <= step.good.keys():
        yield "every answer is right"
    elif ANYTHING not in step.wrong and (unsaid := offered - step.good.keys() - step.wrong.keys()):
        yield f"nothing is said to {', '.join(sorted(unsaid))}"
    yield from _faults_of_hint(step, run.decision)
    board = face_of(match.game).board(match.view(role))
    if board is not None:
        shown = [place for told in run.told for place in told.show]
        yield from (f"{place} is not on the board" for place in shown if place not in board.ids)
    for key in sorted(offered - step.good.keys()):
        run.answer(key)  # must bring something by the rules


def _faults_of_hint(step: LessonStep, decision: Decision) -> Iterator[str]:
    """A hint that names options names a right one, and nothing that is said there names what cannot be done there."""
    named = {key_of(option) for option, text in zip(decision.options, decision.texts, strict=True)
             if _names(step.hint, text)}  # fmt: skip
    if named and not named & step.good.keys():
        yield f"the hint leads to {', '.join(sorted(named))}, which is not right"
    for refusal in decision.refusals():
        if _names(f"{step.ask} {step.hint}", refusal.text) or _promises(step.text, refusal.text):
            yield f"'{refusal.text}' is named and cannot be done: {refusal.reason}"


def _names(said: str, option: str) -> bool:
    """Whether the words of an option are said, where it has several: a word alone may mean anything."""
    return " " in option and re.search(rf"(?<!\w){re.escape(option)}(?!\w)", said, re.IGNORECASE) is not None


def _promises(said: str, option: str) -> bool:
    """Whether a sentence says that an option may be taken; the same words may also describe what is there."""
    may = rf"\b(?:may|can)\b(?! not)[^.:;!?]*(?<!\w){re.escape(option)}(?!\w)"
    return " " in option and re.search(may, said) is not None
