"""A lesson as it is gone through: what is asked, and what an answer brings by the real rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from navalcore._lessons.files import ANYTHING, Lesson, LessonStep
from navalcore._match.match import AnyGame, AnyMatch
from navalcore._misfits import told_in_methods
from navalcore._rules.decision import Decision
from navalcore._rules.option import key_of
from navalcore.bots._makers import answer_of, make_bots, seat
from navalcore.components._events import Event
from navalcore.errors import BadData, NavalCoreError


@dataclass(frozen=True)
class LessonAnswer:
    """The result of an answer in a lesson."""

    good: bool
    """Whether it is right. If it is not, nothing has changed, and another may be tried."""
    text: str
    """Why it is right, or what it brings."""
    events: Sequence[Event]
    """The events that happened, or would happen, as the reader's role hears of them."""


@told_in_methods
class LessonRun:
    """A reader goes through a lesson. A right answer is played; a wrong one is shown in a copy of the match.

    >>> import navalcore as nc
    >>> from navalcore.study import LessonRun, lessons
    >>> game = nc.load("uboat_cards")
    >>> run = LessonRun(game, lessons(game)[0])
    >>> run.step.ask
    'Which card begins the chain?'
    >>> run.answer("pass").good, run.answer("play_card/Periscope").good
    (False, True)

    Args:
        game: the game.
        lesson: the lesson.

    Attributes:
        match: the match as it is, to look at.

    Raises:
        BadData: the lesson does not fit the rules: its position is not allowed, or a choice that it plays is not
            offered.
    """

    match: AnyMatch

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.lesson = lesson
        try:
            self.match = game.position(lesson.position, seed=lesson.seed)
        except NavalCoreError as error:
            raise BadData(f"lesson {lesson.id}: {error}") from error
        self._heard: list[Event] = []
        self.match.events.subscribe(self._heard.append, role=lesson.role)
        others = [role for role in game.roles if role != lesson.role]
        self._bots = make_bots(game, dict.fromkeys(others), lesson.seed)
        seat(self.match, self._bots)
        self._at = 0
        self._shown = 0
        self._skip_told()

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self._at >= len(self.lesson.step)

    @property
    def step(self) -> LessonStep:
        """The step that asks now.

        Raises:
            BadData: the lesson is over.
        """
        if self.over:
            raise BadData(f"lesson {self.lesson.id} is over; make a new LessonRun to begin it again")
        return self.lesson.step[self._at]

    @property
    def told(self) -> list[LessonStep]:
        """The steps to show the reader: those since the question before, and the one that asks now, if there is one."""
        return list(self.lesson.step[self._shown : self._at + (not self.over)])

    @property
    def decision(self) -> Decision:
        """The question to the reader.

        Raises:
            BadData: another role is asked, or none: the lesson does not fit the rules.
        """
        decision = self.match.decisions.get(self.lesson.role)
        if decision is None:
            where = f"lesson {self.lesson.id}, step {self._at + 1}"
            raise BadData(f"{where}: {self.lesson.role} is asked nothing there")
        return decision

    def answer(self, choice: Any) -> LessonAnswer:
        """Answer the question of the step.

        Args:
            choice: an option, its key, its index, or its text.

        Raises:
            NotOffered, Ambiguous: it means no option, or several; nothing has changed.
            BadData: the lesson is over.
        """
        step, decision = self.step, self.decision
        index = decision.index(choice)
        key = key_of(decision.options[index])
        if key not in step.good:
            fork, events = self.match.fork(), list[Event]()
            fork.events.subscribe(events.append, role=self.lesson.role)
            fork.choose(index, role=self.lesson.role)
            text = step.wrong.get(key) or step.wrong.get(ANYTHING) or "That is not what is asked for. Try again."
            return LessonAnswer(False, text, events)
        before = len(self._heard)
        self.match.choose(index, role=self.lesson.role)
        self._play(step)
        self._at += 1
        self._shown = self._at
        self._skip_told()
        return LessonAnswer(True, step.good[key], self._heard[before:])

    def _skip_told(self) -> None:
        """Go through the steps that ask nothing, to the next that does; others answer until the reader is asked."""
        self._settle()
        while not self.over and not self.step.ask:
            self._play(self.step)
            self._settle()
            self._at += 1
        self._settle()

    def _settle(self) -> None:
        """Let bots answer for the other roles, and the only option for the reader where no step asks for it."""
        if self.over and self.lesson.stops:
            return
        while not self.match.over and (decision := self._forced()) is not None:
            bot = self._bots.get(decision.role)
            self.match.choose(0 if bot is None else answer_of(bot, self.match, decision), role=decision.role)

    def _forced(self) -> Decision | None:
        """A decision that is not the reader's, or that is and has one option, which the step does not ask for."""
        asked = self.match.decisions
        reader = asked.get(self.lesson.role)
        if reader is None:
            return next(iter(asked.values()))
        good = () if self.over else self.step.good
        return reader if len(reader.options) == 1 and key_of(reader.options[0]) not in good else None

    def _play(self, step: LessonStep) -> None:
        for played in step.play:
            role, key = (None, played) if isinstance(played, str) else played
            try:
                self.match.choose(key, role=role)
            except NavalCoreError as error:
                raise BadData(f"lesson {self.lesson.id}, step {self._at + 1}: play {key}: {error}") from error
