"""Reading lessons: the files in the folder ``lessons`` of a game's package (docs/howto/lessons.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from navalcore._match.match import AnyGame
from navalcore.components._data_files import load_toml, read_text
from navalcore.errors import BadData

Sentence: TypeAlias = Annotated[str, Field(min_length=1)]
ANYTHING: Final = "*"
"""The key, among wrong answers, that matches all the others."""


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class LessonStep(_Said):
    """A part of a lesson: something is said, and then asked of the reader, or played before the reader's eyes."""

    text: Sentence
    """The text of the step."""
    show: Sequence[str] = ()
    """Ids of places on the board to look at."""
    ask: str = ""
    """The task for the reader; nothing where the step only explains."""
    good: Mapping[str, Sentence] = {}
    """The right answers: keys of options, each with why it is right."""
    wrong: Mapping[str, Sentence] = {}
    """Wrong answers, each with its consequence; ``*`` for all others."""
    hint: str = ""
    """Help for a reader who asks for it."""
    play: Sequence[str | tuple[str, str]] = ()
    """Keys of choices that are made then, anyone who is asked; with the role before it where several are."""

    @model_validator(mode="after")
    def _whole(self) -> LessonStep:
        if bool(self.ask) != bool(self.good):
            raise ValueError("a step that asks has good answers, and one that does not has none")
        if self.ask and not self.hint:
            raise ValueError("a step that asks has a hint")
        return self


class Lesson(_Said):
    """A lesson: a position or the beginning of a match, and steps that lead through it."""

    id: str = ""
    """The name of its file, without its ending."""
    title: Sentence
    """Its name for people."""
    about: Sentence
    """The knowledge to be had from it, in a sentence."""
    rules: Sequence[str] = ()
    """The sections it teaches."""
    role: str
    """The role that the reader plays."""
    minutes: Annotated[int, Field(ge=1, le=10)] = 3
    """How long it takes."""
    seed: str = "lesson"
    """The seed of its dice and draws."""
    position: Mapping[str, Any] = {}
    """Where it begins, as a position file has it; the first scenario's set-up if left out."""
    step: Annotated[Sequence[LessonStep], Field(min_length=1)]
    """The steps, one after the other."""
    end: Sentence
    """The text when it is over."""
    stops: bool = False
    """Whether play stops after the last answer, because more of it would lead away from the point of the lesson."""
    kind: Literal["lesson", "puzzle", "example"] = "lesson"
    """A puzzle has one question, whose best answer is known by its figures; an example asks nothing, and is a position
    that a page speaks of, to play on from.
    """


def lessons(game: AnyGame) -> list[Lesson]:
    """The lessons of a game, in the order of their files' names.

    >>> import navalcore as nc
    >>> from navalcore.study import lessons
    >>> [lesson.title for lesson in lessons(nc.load("uboat_cards"))][:1]
    ['Find, attack, sink']

    Args:
        game: the game.

    Raises:
        BadData: a file breaks its layout; names file, line and key.
    """
    folder = folder_of(game)
    if folder is None:
        return []
    return [read_lesson(path) for path in sorted(folder.glob("*.toml"))]


def examples(game: AnyGame) -> list[Lesson]:
    """The worked examples of a game's pages, each a position in the words of the page.

    >>> import navalcore as nc
    >>> from navalcore.study import examples
    >>> [example.title for example in examples(nc.load("uboat_cards"))][:2]
    ['A Near Miss', 'The whole chain']

    Args:
        game: the game.

    Raises:
        BadData: a file breaks its layout.
    """
    folder = folder_beside(game, "examples")
    if folder is None:
        return []
    found = [read_lesson(path) for path in sorted(folder.glob("*.toml"))]
    for path in sorted(folder.glob("*.json")):  # written by a program, from a match that a page shows
        try:
            found.append(Lesson.model_validate_json(read_text(path)).model_copy(update={"id": path.stem}))
        except ValueError as error:
            raise BadData(f"{path}: is not an example: {error}") from None
    return [each.model_copy(update={"kind": "example", "stops": True}) for each in found]


def folder_of(game: AnyGame) -> Path | None:
    """The folder of a game's lessons; None if it has none, as a variant has unless it names one."""
    if game.lesson_folder is not None or game.variants:
        return game.lesson_folder
    return folder_beside(game, "lessons")


def folder_beside(game: AnyGame, name: str) -> Path | None:
    """A folder of that name in a game's package; None if it has none, or if the game is a variant."""
    if game.variants:
        return None
    spec = find_spec(type(game).__module__.rpartition(".")[0] or type(game).__module__)
    if spec is None or not spec.origin:
        return None
    folder = Path(spec.origin).parent / name
    return folder if folder.is_dir() else None


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; BadData, with file, line and key, if it breaks its layout."""
    return load_toml(path).model(Lesson).model_copy(update={"id": path.stem})
