"""Replaying: a saved match is played again, and everything it does is compared with its tape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalcore._match.match import Match
from navalcore._play import luck, submission
from navalcore._play.chance import AnsweredChance, PhysicalChance
from navalcore._play.commitments import seeded
from navalcore._play.line import Reseed
from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision
from navalcore._rules.game import Rules
from navalcore._rules.option import key_of
from navalcore._saves.entries import ChanceEntry, ChoiceEntry, Entry, Header, ReseedEntry, UndoEntry
from navalcore._saves.files import SaveFile
from navalcore._saves.recorder import Recorder
from navalcore._saves.tape import Tape
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import DamagedTape, Diverged, IncompatibleSave, NavalCoreError, UndoBarrier


@dataclass(frozen=True, slots=True)
class Passage:
    """What was written of a match between one taking back and the next.

    Attributes:
        undo: what took back what came before; None in the first passage.
        line: the number of its line.
        entries: what followed.
        lines: the number of each entry's line.
    """

    undo: UndoEntry | None
    line: int
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]


def passages(written: Sequence[Entry]) -> Iterator[Passage]:
    """Everything that was written, in passages."""
    undo, began = None, 1
    entries: list[Entry] = []
    for line, entry in enumerate(written, start=2):
        if isinstance(entry, UndoEntry):
            yield Passage(undo, began, tuple(entries), tuple(range(began + 1, line)))
            undo, began, entries = entry, line, []
        else:
            entries.append(entry)
    yield Passage(undo, began, tuple(entries), tuple(range(began + 1, began + 1 + len(entries))))


class Replay:
    """A saved match that is being played again.

    Args:
        match: the match, which stands after all choices before the entry ``before``.
        tape: what the file holds; whatever the match does is compared with it.
        expected: how many entries of it the file has.
        later: the chance results after each reseed to come.
        before: how many entries come before those that :meth:`steps` is given.

    Attributes:
        match: the match as far as it has been played.
        tape: what the file holds of it.
        expected: how many entries of the tape the file has.
    """

    def __init__(
        self, match: Match[Any, Any, Any], tape: Tape, expected: int, later: list[list[int]], before: int = 0
    ) -> None:
        self.match = match
        self.tape = tape
        self.expected = expected
        self._later = later
        self._before = before
        self._compared = 0

    @classmethod
    def of(
        cls,
        saved: SaveFile,
        game: Rules[Any, Any, Any],
        expected: Sequence[Entry],
        lines: Sequence[int],
        results: list[list[int]],
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
    ) -> Replay:
        """The replay of a save from its start."""
        setup = setup_of(saved.header, game, saved.path)
        tape = Tape(setup.header(), expected, lines, saved.digits)
        source, recorder = source_of(setup, results[0]), Recorder(tape, saved)
        match = Match(setup, source, recorder=recorder, on_event=on_event, history=history)
        return cls(match, tape, len(expected), results[1:])

    @classmethod
    def as_written(
        cls, saved: SaveFile, game: Rules[Any, Any, Any], on_event: Callable[[Event], None] | None, history: bool
    ) -> Match[Any, Any, Any]:
        """The match, played along everything that was written, what was taken back too."""
        first, *later = passages(saved.written)
        results = results_in(first.entries)
        replay = cls.of(saved, game, first.entries, first.lines, results, on_event, history)
        replay.follow(first.entries, True, None)
        for passage in later:
            replay.take_back(passage, saved.path)
            replay.go_on(passage)
        return replay.match

    def take_back(self, passage: Passage, path: Path) -> list[Entry]:
        """Take back what the passage begins with taking back; the entries that do not hold any more.

        Raises:
            DamagedTape: it could not be taken back.
        """
        assert passage.undo is not None
        where, undo, before = f"{path}, line {passage.line}", passage.undo, self.tape.entries[:]
        if len(before) > self.expected:
            raise DamagedTape(f"{where}: what followed the choice that is taken back is missing")
        try:
            while self.match.count > undo.to:
                self.match.undo(undo.role)
        except UndoBarrier as error:
            raise DamagedTape(f"{where}: takes back what could not be taken back: {error}") from None
        return before[len(self.tape.entries) :]

    def go_on(self, passage: Passage) -> None:
        """Play on along what follows in the file after choices were taken back."""
        results = results_in(passage.entries)
        self.tape.expect(passage.entries, passage.lines)
        self.expected = len(self.tape.entries)
        self._later = results[1:]
        luck.give_results(self.match._driver, results[0])
        submission.rebuild(self.match, self.match.count)
        self.follow(self.tape.entries, True, None, self.tape.cursor)

    def follow(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> None:
        """Make the choices again from entry ``start`` on."""
        for _ in self.steps(entries, checked, to, start):
            pass

    def steps(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> Iterator[int]:
        """Make the choices again, one at a time, and tell how many have been made; what is not a choice comes by itself
        and is checked by the tape.
        """
        match, tape = self.match, self.tape
        choices = [
            (i, entry) for i, entry in enumerate(entries) if i >= start and isinstance(entry, ChoiceEntry | ReseedEntry)
        ]
        wanted = (entry for entry in entries if isinstance(entry, ChanceEntry))
        for place, entry in choices:
            if to is not None and match.count >= to:
                break
            if checked and tape.cursor != self._before + place:
                raise tape.diverged(match.decision)
            if isinstance(entry, ReseedEntry):
                self._reseed(entry)
                continue
            decision = match.decisions.get(entry.role, match.decision)
            pick = None if decision is None else _pick(entry, decision, checked)
            if decision is None or pick is None:
                if checked:
                    raise tape.diverged(decision)
                today = "the match is over" if decision is None else f"{decision.role} is asked: {decision.prompt}"
                raise Diverged(
                    f"choice {match.count + 1} of the save is '{entry.text}' (rule {entry.rule}), which is not offered "
                    f"where {today}"
                )
            match.choose(pick, role=decision.role)
            if not checked:
                self._same_results(wanted)
            yield match.count
        else:
            if tape.cursor < tape.length:
                raise tape.diverged(match.decision)
            if not checked:
                self._same_results(wanted)
                self._none_left(wanted)
        if to is not None:
            tape.end_here()
            luck.forget_results(match._driver)

    def _same_results(self, wanted: Iterator[ChanceEntry]) -> None:
        """Hold the latest results of chance against those of a save that was carried over: where another die is rolled
        the rules are no longer those it was played by, whatever may be chosen.
        """
        for made in self.tape.entries[self._compared :]:
            if isinstance(made, ChanceEntry):
                kept = next(wanted, made)
                if (made.die, made.value) != (kept.die, kept.value):
                    raise Diverged(
                        f"the save has {kept.value} on {kept.die} for '{kept.why}' (rule {kept.rule}) where the rules "
                        f"of today get {made.value} on {made.die} for '{made.why}' (rule {made.rule})"
                    )
        self._compared = len(self.tape.entries)

    def _none_left(self, wanted: Iterator[ChanceEntry]) -> None:
        """Refuse results of a save that was carried over which the rules have not asked for."""
        kept = next(wanted, None)
        if kept is not None:
            raise Diverged(
                f"the save has {kept.value} on {kept.die} for '{kept.why}' (rule {kept.rule}) where the rules of today "
                f"roll and draw nothing more"
            )

    def _reseed(self, entry: ReseedEntry) -> None:
        results = self._later.pop(0)
        if entry.seed is not None:
            luck.reseed(self.match._driver, Reseed(self.match.count, entry.seed, None, None, entry.salt or ""))
        else:
            source = AnsweredChance(results)
            luck.reseed(self.match._driver, Reseed(self.match.count, "", None, source, commitment=entry.commitment))


def _pick(entry: ChoiceEntry, decision: Decision, checked: bool) -> int | None:
    """The number of the option that a choice of a save takes here; None if it is not offered.

    Where the tape checks everything that is the number it had, and its key or its text must not be another option's. A
    save that was carried over from earlier rules, which may have offered more or fewer options, has the same key or the
    same text; its number is the last resort, as long as the same rule asks the same role.
    """
    here = entry.pick if 0 <= entry.pick < len(decision.options) else None
    names = decision.texts if entry.key is None else [key_of(option) for option in decision.options]
    wanted = entry.text if entry.key is None else entry.key
    if checked:
        reworded = entry.key is None and wanted not in names
        return here if reworded or (here is not None and names[here] == wanted) else None
    if here is not None and names[here] == wanted:
        return here
    if wanted in names:
        return names.index(wanted)
    same = entry.key is None and (entry.role, entry.rule) == (decision.role, decision.rule)
    return here if same else None


def setup_of(header: Header, game: Rules[Any, Any, Any], path: Path) -> Setup[Any, Any, Any]:
    """What a saved match is played with.

    Raises:
        IncompatibleSave: the game has no such scenario or options.
    """
    try:
        scenario = game.scenario(header.scenario)
        options = game.parse_options(header.options)
    except NavalCoreError as error:
        raise IncompatibleSave(f"{path}: {error}") from None
    return Setup(
        game,
        scenario,
        options,
        header.chance,
        header.undo,
        header.seed or "",
        header.salt or "",
        "" if header.seed else header.commitment,
        header.navalcore,
    )


def results_in(entries: Sequence[Entry]) -> list[list[int]]:
    """The chance results of the entries: those of the match's own source, and those after each reseed."""
    found: list[list[int]] = [[]]
    for entry in entries:
        if isinstance(entry, ReseedEntry):
            found.append([])
        elif isinstance(entry, ChanceEntry):
            found[-1].append(entry.value)
    return found


def source_of(setup: Setup[Any, Any, Any], results: list[int]) -> Chance:
    """Where the chance results of a saved match come from; those on its tape are given for where that is the tape."""
    if setup.chance == "physical":
        return PhysicalChance(results)
    if setup.chance == "recorded" or not setup.seed:
        return AnsweredChance(results)
    return seeded(setup.seed, setup.salt, setup.chance)
