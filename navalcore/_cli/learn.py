"""``navalcore learn``: the lessons of a game at the keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from navalcore import AnyGame, Event, face_of, games
from navalcore._cli.common import AsJson, argument, settings_of
from navalcore._cli.events import digest, print_line, print_sum
from navalcore._cli.grammar import nearest
from navalcore._cli.journals import journal_folder
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.output import Output, print_note
from navalcore._cli.outputs import write_file
from navalcore._cli.rules import find_rule, print_glossary, print_reasons
from navalcore.errors import BadData, NavalCoreError, NotOffered, UnknownName
from navalcore.study import Lesson, LessonRun, LessonStep, lessons, puzzles

COMMANDS: Final = {
    "hint": "what helps",
    "board": "the whole board",
    "why": "why something is not offered: why WORDS",
    "how": "why something happened: dice, modifiers, rule: how WORDS",
    "rule": "a section of the rules: rule U9",
    "help": "this list; with words, what they mean in this game",
    "quit": "leave the lesson",
}


class _GivenUp(Exception):
    """The reader wants to stop."""


def learn(
    context: typer.Context,
    game: Annotated[str | None, argument("[GAME]", "The game's id; lists those of all games if left out.")] = None,
    lesson: Annotated[
        str | None, argument("[LESSON]", "Its number or title; the next you have not done if left out.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List the lessons and which you have done.")] = False,
    of_puzzles: Annotated[
        bool, typer.Option("--puzzles", help="Puzzles instead: positions in which one choice is best.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Learn a game by playing it: lessons of three minutes, each a position where you choose and the rules answer.

    A puzzle is a position in which one choice is best, by figures that you see afterwards. A wrong answer may be tried
    again, and you see what it would have brought. The command remembers which lessons you have done.

    Examples::

        navalcore learn
        navalcore learn uboat_cards
        navalcore learn silent_war 3
        navalcore learn bismarck --list
        navalcore learn tonnage_war --puzzles
    """
    settings = settings_of(context)
    what = "puzzles" if of_puzzles else "lessons"
    if game is None:
        every = [settings.game(name) for name in games(settings.plugins)]
        if as_json:
            settings.out.document({"games": [_document(found, what, _known(found, what)) for found in every]})
            return
        for found in every:
            settings.out.title(f"{found.id}: {found.title}")
            _list(settings.out, _known(found, what), _Progress(found))
        return
    found = settings.game(game)
    known, progress = _known(found, what), _Progress(found)
    if as_json:
        settings.out.document(_document(found, what, known if lesson is None else [_named(known, lesson)]))
    elif not known:
        settings.out.line(f"{found.title} has no {what}; navalcore play {found.id} begins a match.")
    elif show:
        _list(settings.out, known, progress)
    else:
        wanted = _named(known, lesson) if lesson is not None else progress.next_of(known)
        if _LessonAtKeyboard(settings.out, found, wanted).run():
            progress.note(wanted)
        _point_on(settings.out, found, known, progress, wanted)


_LISTED: Final = {"id", "title", "about", "minutes", "rules", "role"}


def _known(game: AnyGame, what: str) -> list[Lesson]:
    """The puzzles or the lessons of a game."""
    return lessons(game) if what == "lessons" else [puzzle.lesson() for puzzle in puzzles(game)]


def _document(game: AnyGame, what: str, known: Sequence[Lesson]) -> dict[str, object]:
    done = _Progress(game).done
    entries = [{**each.model_dump(include=_LISTED), "done": each.id in done} for each in known]
    return {"game": game.id, what: entries}


def _named(known: Sequence[Lesson], name: str) -> Lesson:
    ids = {each.id: each for each in known}
    titles = {each.title: each for each in known} | {str(at): each for at, each in enumerate(known, start=1)} | ids
    words = set(name.casefold().split())
    exact = titles.get(nearest(name, titles))
    found = [exact] if exact else [each for each in known if words <= {*re.findall(r"\w+", each.title.casefold())}]
    if len(found) != 1:
        several = "more than one lesson is meant by" if found else "there is no lesson"
        raise UnknownName(f"{several} '{name}'; there are {', '.join(ids)}")
    return found[0]


def _list(out: Output, known: Sequence[Lesson], progress: _Progress) -> None:
    rows = [
        [at, each.title, each.about, f"{each.minutes} min", "done" if each.id in progress.done else ""]
        for at, each in enumerate(known, start=1)
    ]
    out.table(["", "lesson", "you learn", "time", ""], rows)


def _point_on(out: Output, game: AnyGame, known: Sequence[Lesson], progress: _Progress, done: Lesson) -> None:
    at = known.index(done)
    left = [each for each in (*known[at:], *known[:at]) if each.id not in progress.done]
    if done.id in progress.done and left:
        more = " --puzzles" if done.kind == "puzzle" else ""
        out.line((f"Next: {left[0].title} (navalcore learn {game.id} {known.index(left[0]) + 1}{more})", "faint"))
    elif done.id in progress.done:
        every = "puzzles" if done.kind == "puzzle" else "lessons"
        out.line((f"You have done all {every}. navalcore play {game.id} begins a match.", "faint"))


class _Progress:
    """Which lessons of a game the reader has done, kept next to the journals."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._file = game.id, journal_folder() / "lessons.json"
        self._all: dict[str, list[str]] = {}
        self._read()

    def _read(self) -> None:
        with suppress(OSError, ValueError):
            data = json.loads(self._file.read_text(encoding="utf-8"))
            if isinstance(data, dict):
                self._all = {str(name): [str(each) for each in done] for name, done in data.items()}

    @property
    def done(self) -> list[str]:
        """The ids of those done."""
        return self._all.get(self._game, [])

    def next_of(self, known: Sequence[Lesson]) -> Lesson:
        """The first that is not done, or the first."""
        return next((each for each in known if each.id not in self.done), known[0])

    def note(self, lesson: Lesson) -> None:
        """Remember that a lesson is done, beside what was noted in another window meanwhile."""
        self._read()
        if lesson.id in self.done:
            return
        self._all[self._game] = [*self.done, lesson.id]
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_file(Path(self._file), json.dumps(self._all, indent=1) + "\n")
        except (OSError, BadData) as error:
            print_note(f"that you have done it is not remembered: {error}")


class _LessonAtKeyboard:
    """A lesson at the keyboard."""

    def __init__(self, out: Output, game: AnyGame, lesson: Lesson) -> None:
        self._out, self._game, self._lesson = out, game, lesson
        self._run, self._face, self._keyboard = LessonRun(game, lesson), face_of(game), Keyboard()
        self._told: list[Event] = []
        self._would: Sequence[Event] = ()

    def run(self) -> bool:
        """Go through it; whether it was done to its end."""
        self._out.title(f"{self._game.title}: {self._lesson.title}")
        minutes = "1 minute" if self._lesson.minutes == 1 else f"{self._lesson.minutes} minutes"
        aids = f"Besides answers you may type {', '.join(COMMANDS)}."
        self._out.line((f"{minutes}, as {self._game.the_role(self._lesson.role)}. {aids}", "faint"))
        try:
            while not self._run.over:
                self._tell(self._run.told)
                self._ask()
        except (_GivenUp, EOFError, KeyboardInterrupt):
            self._out.line()
            self._out.line("You can begin the lesson again at any time.")
            return False
        self._tell(self._run.told)
        self._out.line()
        self._out.line((self._lesson.end, "good"))
        return True

    def _tell(self, steps: Sequence[LessonStep]) -> None:
        for step in steps:
            self._out.line()
            self._out.line(step.text)

    def _ask(self) -> None:
        """Show the board and the question, and continue until a right answer is given."""
        step, decision = self._run.step, self._run.decision
        view = self._run.match.view(self._lesson.role)
        self._out.line()
        self._out.block(self._face.glance(view, self._out.width))
        self._out.line()
        self._out.line((step.ask, "question"), (f"  [{decision.rule}]", "rule"))
        facts = self._face.facts(view, decision, self._run.match.setup.terms) or [()] * len(decision.texts)
        for number, (text, known) in enumerate(zip(decision.texts, facts, strict=True), start=1):
            told = ", ".join(str(fact) for fact in known if not fact.places)
            self._out.line((f"{number:>3}  ", "number"), text, (f"   {told}" if told else "", "faint"))
        while not self._answered(step):
            pass

    def _answered(self, step: LessonStep) -> bool:
        decision = self._run.decision
        typed = self._keyboard.ask(self._lesson.role, [*COMMANDS, *decision.texts])
        word, _, words = typed.partition(" ")
        try:
            if word.casefold() in COMMANDS:
                self._carry_out(word.casefold(), words.strip(), step)
                return False
            if not typed:
                self._out.line((step.ask, "question"))
                return False
            answer = self._run.answer(decision.read(typed, range(1, len(decision.options) + 1)))
        except NotOffered as error:
            refusal = decision.why_not(typed)
            self._out.line((str(refusal or error), "bad"))
            return False
        except NavalCoreError as error:
            self._out.line((str(error), "bad"))
            return False
        self._told += answer.events if answer.good else ()
        self._would = () if answer.good else answer.events
        lines = list(digest(answer.events, self._lesson.role, self._game))
        if not answer.good:
            self._out.line((answer.text, "bad"))
            if lines:
                self._out.line(("It would bring:", "faint"))
        for line in lines:
            print_line(self._out, line)
        if answer.good:
            self._out.line((answer.text, "good"))
        else:
            self._out.line(("Nothing has changed. Try again, or type hint.", "faint"))
        return answer.good

    def _carry_out(self, command: str, words: str, step: LessonStep) -> None:
        if command == "quit":
            raise _GivenUp
        if command == "hint":
            self._out.line((step.hint, "good"))
        elif command == "board":
            self._out.block(self._face.board_text(self._run.match.view(self._lesson.role), self._out.width))
        elif command == "why" and not words:
            self._out.line(f"Name what is not offered: {COMMANDS['why'].partition(': ')[2]}.")
        elif command == "why":
            decision = self._run.decision
            print_reasons(self._out, decision, range(1, len(decision.options) + 1), words)
        elif command == "how":
            print_sum(self._out, self._game, [*self._told, *self._would], words)
        elif command == "rule":
            said = {event.rule: str(event) for event in self._told}
            said[self._run.decision.rule] = self._run.decision.prompt
            find_rule(self._out, self._game, words, said, self._run.decision.rule)
        elif words:
            print_glossary(self._out, self._face.glossary(), words)
        else:
            self._out.line("Answer with an option's number or enough of its words. Besides:")
            self._out.entries(COMMANDS.items())
