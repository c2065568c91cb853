"""Puzzles: positions in which one choice is best by a stated margin, with the worth of every choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from navalcore._lessons.files import Lesson, LessonStep, Sentence, folder_beside
from navalcore._match.match import AnyGame
from navalcore.components._data_files import read_text
from navalcore.errors import BadData

FOLDER: Final = "puzzles"


class PuzzleAnswer(BaseModel):
    """An option of a puzzle and its value.

    >>> from navalcore.study import PuzzleAnswer
    >>> PuzzleAnswer(text="pass", worth=40, behind=5.5, error=1.1).behind
    5.5
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    text: Sentence
    """Its text."""
    worth: float
    """Its average worth, in the puzzle's measure."""
    behind: float = 0.0
    """By how much it is worse than the best on average, in the same worlds with the same dice."""
    error: float = 0.0
    """The standard error of that difference."""


class Puzzle(BaseModel):
    """A position in which one choice is best: found among matches of bots, proved for a version of the rules.

    >>> import navalcore as nc
    >>> from navalcore.study import puzzles
    >>> puzzle = puzzles(nc.load("uboat_cards"))[0]
    >>> puzzle.answers[puzzle.best].text
    'play U-boat'
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    id: str = ""
    """The name of its file, without its ending."""
    title: Sentence
    """Its name for people."""
    text: Sentence
    """How it ended or is going."""
    why: Sentence
    """Why the best is best, in words."""
    hint: Sentence
    """Help for a reader who asks for it."""
    role: str
    """Who is asked."""
    rules: Sequence[str] = ()
    """The sections that matter."""
    position: Mapping[str, Any]
    """Where it begins, as :meth:`Match.position <navalcore.Match.position>` has it."""
    version: Sentence
    """The version of the game's rules for which it was proved."""
    measure: Sentence
    """The measure by which choices are compared, such as "chance to win, in percent"."""
    margin: Annotated[float, Field(gt=0)]
    """Answers that are worth no less than the best by more than this are right."""
    worlds: Annotated[int, Field(ge=1)]
    """In how many imagined worlds every choice was played on by bots."""
    answers: Annotated[Mapping[str, PuzzleAnswer], Field(min_length=2)]
    """Every option by its key."""

    @property
    def best(self) -> str:
        """The key of the best answer."""
        return max(self.answers, key=lambda key: self.answers[key].worth)

    @property
    def right(self) -> list[str]:
        """The keys of the answers within the margin, the best first."""
        best = self.answers[self.best].worth
        return sorted(
            (key for key, each in self.answers.items() if best - each.worth <= self.margin),
            key=lambda key: -self.answers[key].worth,
        )

    def lesson(self) -> Lesson:
        """The puzzle as a lesson of one question, whose answers are explained by their figures."""
        ranked = sorted(self.answers.values(), key=lambda each: -each.worth)
        table = "; ".join(f"{each.text}: {each.worth:g}" for each in ranked[:4])
        figures = f"{self.measure[0].upper()}{self.measure[1:]}, in {self.worlds} worlds that could be: {table}."
        best = self.answers[self.best]
        wrong = {
            key: f"That is worth {each.worth:g}, and the best {best.worth:g} ({self.measure}): {each.behind:g} less"
            f"{f', with a standard error of {each.error:g}' if each.error else ''}."
            for key, each in self.answers.items()
            if key not in self.right
        }
        good = dict.fromkeys(self.right, f"{self.why} {figures}")
        step = LessonStep(text=self.text, ask="What is best?", good=good, wrong=wrong, hint=self.hint)
        return Lesson(
            id=self.id, title=self.title, about=self.text, rules=self.rules, role=self.role, minutes=1, seed=self.id,
            position=self.position, step=(step,), end="Solved.", stops=True, kind="puzzle",
        )  # fmt: skip


def puzzles(game: AnyGame) -> list[Puzzle]:
    """The puzzles of a game, in the order of their files' names.

    >>> import navalcore as nc
    >>> from navalcore.study import puzzles
    >>> all(len(puzzle.right) < len(puzzle.answers) for puzzle in puzzles(nc.load("uboat_cards")))
    True

    Args:
        game: the game.

    Raises:
        BadData: a file breaks its layout.
    """
    folder = folder_beside(game, FOLDER)
    return [] if folder is None else [read_puzzle(path) for path in sorted(folder.glob("*.json"))]


def read_puzzle(path: Path) -> Puzzle:
    """The puzzle in a file; BadData if it breaks its layout."""
    try:
        return Puzzle.model_validate_json(read_text(path)).model_copy(update={"id": path.stem})
    except ValueError as error:
        raise BadData(f"{path}: is not a puzzle: {error}") from None
