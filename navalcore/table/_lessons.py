"""Lessons on the page. Each answer is a request that also says the right answers before it, so nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from navalcore import AnyGame, Event, face_of
from navalcore.boards import scene_svg
from navalcore.components import DiceRolled
from navalcore.errors import BadData, UnknownName
from navalcore.rules import ChoiceMade
from navalcore.study import Lesson, LessonAnswer, LessonRun, examples, lessons, puzzles
from navalcore.table._messages import BoardPicture
from navalcore.table._pictures import layers

Key = Annotated[str, StringConstraints(max_length=400)]
MOST_NEWS: Final = 12
"""The most lines of news that come with an answer."""
FEW_DICE: Final = 4
"""More dice by one section than these are not told: what came of them is."""


class LessonLine(TypedDict):
    """A lesson in a list."""

    id: str
    title: str
    about: str
    minutes: int
    role: str
    kind: str


class ToldStep(TypedDict):
    """The text before a question, and the places to look at."""

    text: str
    show: list[str]


class LessonOption(TypedDict):
    """An answer that may be given."""

    key: str
    text: str
    meaning: str
    facts: list[str]
    places: list[str]


class LessonVerdict(TypedDict):
    """The result of the last answer."""

    good: bool
    text: str
    events: list[str]


class LessonState(TypedDict):
    """Where a lesson is after some right answers."""

    title: str
    kind: str
    game: str
    role: str
    seat: str
    step: int
    steps: int
    told: list[ToldStep]
    ask: str
    hint: str
    rule: str
    options: list[LessonOption]
    verdict: LessonVerdict | None
    end: str
    board: list[BoardPicture]
    stills: dict[str, str]


class LessonWay(BaseModel):
    """The answers of a reader."""

    model_config = ConfigDict(extra="forbid")

    answers: Annotated[tuple[Key, ...], Field(max_length=30)] = ()
    """The right answers so far, by the keys of their options."""
    tried: Key | None = None
    """An answer to the question after these."""
    known: Annotated[tuple[Key, ...], Field(max_length=20)] = ()
    """The digests of the scenes that the page has."""


def lesson_lines(game: AnyGame) -> list[LessonLine]:
    """The lessons of a game, and after them its puzzles."""
    return [
        {
            "id": each.id,
            "title": each.title,
            "about": each.about,
            "minutes": each.minutes,
            "role": each.role,
            "kind": each.kind,
        }
        for each in _known(game)
    ]


def _known(game: AnyGame) -> list[Lesson]:
    return [*lessons(game), *(puzzle.lesson() for puzzle in puzzles(game))]


def lesson_state(game: AnyGame, name: str, way: LessonWay) -> LessonState:
    """Where a lesson is after these answers; raises UnknownName, NotOffered, BadData."""
    lesson = _named(game, name)
    run, verdict = LessonRun(game, lesson), None
    told = list(run.told)
    for at, key in enumerate((*way.answers, *(() if way.tried is None else (way.tried,)))):
        verdict = run.answer(key)
        if not verdict.good and at < len(way.answers):  # each wrong one costs a copy of the match
            raise BadData(f"answers: {key} is not right at its place; put what is only tried in 'tried'")
        told = run.told if verdict.good else told
    asking = [step for step in lesson.step if step.ask]
    left = 0 if run.over else len(asking[asking.index(run.step) :])
    view = run.match.view(lesson.role)
    face = face_of(game)
    board = face.board(view)
    return {
        "title": lesson.title,
        "kind": lesson.kind,
        "game": game.title,
        "role": game.role_title(lesson.role),
        "seat": lesson.role,
        "step": len(asking) - left + (not run.over),
        "steps": len(asking),
        "told": [{"text": step.text, "show": list(step.show)} for step in told],
        "ask": "" if run.over else run.step.ask,
        "hint": "" if run.over else run.step.hint,
        "rule": "" if run.over else run.decision.rule,
        "options": [] if run.over else _options(run, face, view),
        "verdict": None if verdict is None or way.tried is None else _said(verdict, lesson.role),
        "end": lesson.end if run.over else "",
        "board": list(layers(face, view)),
        "stills": {
            scene.digest: scene_svg(scene, theme=None)
            for scene in (() if board is None else board.scenes)
            if scene.digest not in way.known
        },
    }


def example_position(game: AnyGame, name: str) -> Mapping[str, Any]:
    """The position of an example, lesson or puzzle; raises UnknownName."""
    return _named(game, name).position


def _named(game: AnyGame, name: str) -> Lesson:
    for lesson in (*_known(game), *examples(game)):
        if lesson.id == name:
            return lesson
    raise UnknownName(f"{game.id} has no lesson '{name}'")


def _options(run: LessonRun, face: Any, view: Any) -> list[LessonOption]:
    """The answers: last, as at a match, those that do nothing on the board and those that the game puts last."""
    decision = run.decision
    facts: Sequence[Any] = face.facts(view, decision, run.match.setup.terms) or [()] * len(decision.options)
    sent = run.match.snapshot(run.lesson.role).decision
    assert sent is not None
    last, asked = tuple(face.last_groups), {each.place for each in sent.places}

    def weight(option: Any) -> tuple[int, bool]:
        behind = last.index(option.group) + 1 if option.group in last else 0
        return behind, all(each.part in ("at", "from") or each.place in asked for each in option.places)

    in_order = sorted(zip(sent.options, facts, strict=True), key=lambda each: weight(each[0]))
    return [
        {
            "key": option.key,
            "text": option.text,
            "meaning": option.meaning,
            "facts": [str(fact) for fact in known if not fact.places],
            "places": [each.place for each in option.places],
        }
        for option, known in in_order
    ]


def _said(verdict: LessonAnswer, role: str) -> LessonVerdict:
    return {"good": verdict.good, "text": verdict.text, "events": [*_news(verdict.events, role)][:MOST_NEWS]}


def _news(events: Sequence[Event], role: str) -> Iterator[str]:
    """The events, without the reader's own choices and without many dice by one section, and nothing twice."""
    rolled = Counter(event.rule for event in events if isinstance(event, DiceRolled))
    told = Counter(
        str(event)
        for event in events
        if not (isinstance(event, ChoiceMade) and event.role == role)
        and not (isinstance(event, DiceRolled) and rolled[event.rule] > FEW_DICE)
    )
    for text, times in told.items():
        yield text if times == 1 else f"{text} (twice)" if times == 2 else f"{text} ({times} times)"
