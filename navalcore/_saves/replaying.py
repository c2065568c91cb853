"""Replaying: a saved match is played again, and everything it does is compared with its tape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalcore._play import submission
from navalcore._play.chance import AnsweredChance
from navalcore._play.driver import AnyDriver
from navalcore._play.line import Reseed
from navalcore._play.setup import Beginning, Setup
from navalcore._play.undo import take_back, take_back_roll
from navalcore._rules.decision import Decision, keys_of
from navalcore._rules.game import Rules
from navalcore._saves.entries import ChanceEntry, ChoiceEntry, Entry, ReseedEntry, SaveHeader, UndoEntry, save_header
from navalcore._saves.files import SaveFile
from navalcore._saves.recorder import Recorder
from navalcore._saves.tape import Tape
from navalcore.components._events import Event
from navalcore.errors import BadData, DamagedTape, Diverged, IncompatibleSave, NavalCoreError, UndoBarrier


@dataclass(frozen=True, slots=True)
class Passage:
    """The entries written of a match after one taking back (None before the first) and before the next."""

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
    """A saved match that is being played again by a driver; all it does is compared with the tape."""

    def __init__(self, driver: AnyDriver, tape: Tape, expected: int, later: list[list[int]]) -> None:
        self.driver = driver
        self.tape = tape
        self.expected = expected  # entries of the tape that the file has
        self._later = later  # the chance results after each reseed to come
        self._compared = 0

    @classmethod
    def of(
        cls,
        saved: SaveFile,
        game: Rules[Any, Any, Any],
        expected: Sequence[Entry],
        lines: Sequence[int],
        results: list[list[int]],
        listeners: Sequence[Callable[[Event], None] | None] = (),
    ) -> Replay:
        """The replay of a save from its start."""
        setup = setup_of(saved.header, game, saved.path)
        recorder = Recorder(save_header(setup, saved.header.navalcore), saved, entries=expected, lines=lines)
        heard = [each for each in listeners if each is not None]
        driver = submission.begin(setup, setup.source(results[0]), recorder, heard)
        return cls(driver, recorder, len(expected), results[1:])

    @classmethod
    def as_written(
        cls, saved: SaveFile, game: Rules[Any, Any, Any], listeners: Sequence[Callable[[Event], None] | None] = ()
    ) -> Iterator[tuple[Replay, Sequence[Entry], bool]]:
        """Play all that was written; before each passage it says what was taken back, and whether it is the last."""
        first, *later = passages(saved.written)
        replay = cls.of(saved, game, first.entries, first.lines, results_in(first.entries), listeners)
        yield replay, (), not later
        replay.follow(first.entries, True, None)
        for passage in later:
            gone = replay.take_back(passage, saved.path)
            yield replay, gone, passage is later[-1]
            replay.go_on(passage)

    def take_back(self, passage: Passage, path: Path) -> list[Entry]:
        """Take back what the passage begins with taking back; the entries that do not hold any more."""
        assert passage.undo is not None
        where, undo, before = f"{path}, line {passage.line}", passage.undo, self.tape.entries[:]
        if len(before) > self.expected:
            raise DamagedTape(f"{where}: what followed the choice that is taken back is missing")
        try:
            if undo.role is None and self.driver.line.count == undo.to:
                submission.deliver(self.driver, [take_back_roll(self.driver)])
            while self.driver.line.count > undo.to:
                submission.deliver(self.driver, [take_back(self.driver, undo.role)])
        except UndoBarrier as error:
            raise DamagedTape(f"{where}: takes back what could not be taken back: {error}") from None
        return before[len(self.tape.entries) :]

    def go_on(self, passage: Passage) -> None:
        """Play on along what follows in the file after choices were taken back."""
        results = results_in(passage.entries)
        self.tape.expect(passage.entries, passage.lines)
        self.expected = len(self.tape.entries)
        self._later = results[1:]
        known = self.driver.checkpoints.delivered
        submission.give_results(self.driver, results[0])
        self.driver.rebuild(self.driver.line.count)
        submission.deliver(self.driver, self.driver.take_told(known))  # a roll may come before any choice
        self.follow(self.tape.entries, True, None, self.tape.cursor)

    def follow(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> None:
        """Make the choices again from entry ``start`` on."""
        for _ in self.steps(entries, checked, to, start):
            pass

    def steps(self, entries: Sequence[Entry], checked: bool, to: int | None, start: int = 0) -> Iterator[int]:
        """Make the choices again, telling how many have been made; the tape checks what comes in between."""
        driver, tape = self.driver, self.tape
        line = driver.line
        choices = [
            (i, entry) for i, entry in enumerate(entries) if i >= start and isinstance(entry, ChoiceEntry | ReseedEntry)
        ]
        wanted = (entry for entry in entries if isinstance(entry, ChanceEntry))
        for place, entry in choices:
            if to is not None and line.count >= to:
                break
            if checked and tape.cursor != place:
                raise tape.diverged(driver.decision)
            if isinstance(entry, ReseedEntry):
                self._reseed(entry)
                continue
            decision = driver.decisions.get(entry.role, driver.decision)
            pick = None if decision is None else _pick(entry, decision, checked)
            if decision is None or pick is None:
                if checked:
                    raise tape.diverged(decision)
                today = "the match is over" if decision is None else f"{decision.role} is asked: {decision.prompt}"
                raise Diverged(
                    f"choice {line.count + 1} of the save is '{entry.text}' (rule {entry.rule}), which is not offered "
                    f"where {today}"
                )
            submission.deliver(driver, submission.submit(driver, decision, pick))
            if not checked:
                self._same_results(wanted)
            yield line.count
        else:
            if tape.cursor < tape.length:
                raise tape.diverged(driver.decision)
            if not checked:
                self._same_results(wanted)
                if (kept := next(wanted, None)) is not None:
                    raise Diverged(
                        f"the save has {kept.value} on {kept.die} for '{kept.why}' (rule {kept.rule}) where the rules "
                        "of today roll and draw nothing more"
                    )
        if to is not None:
            tape.undo()
            submission.forget_results(driver)

    def _same_results(self, wanted: Iterator[ChanceEntry]) -> None:
        """Compare the latest results of chance with those of a save that was carried over."""
        for made in self.tape.entries[self._compared :]:
            if isinstance(made, ChanceEntry):
                kept = next(wanted, made)
                if (made.die, made.value) != (kept.die, kept.value):
                    raise Diverged(
                        f"the save has {kept.value} on {kept.die} for '{kept.why}' (rule {kept.rule}) where the rules "
                        f"of today get {made.value} on {made.die} for '{made.why}' (rule {made.rule})"
                    )
        self._compared = len(self.tape.entries)

    def _reseed(self, entry: ReseedEntry) -> None:
        results = self._later.pop(0)
        submission.reseed(self.driver, reseed_of(entry, self.driver.line.count, results))


def reseed_of(entry: ReseedEntry, count: int, results: list[int]) -> Reseed:
    """The reseed of an entry after ``count`` choices, with the results that follow, for where its seed is withheld."""
    if entry.seed is not None:
        return Reseed(count, entry.seed, None, None, entry.salt or "")
    return Reseed(count, "", None, AnsweredChance(results), commitment=entry.commitment)


def _pick(entry: ChoiceEntry, decision: Decision, checked: bool) -> int | None:
    """The number of the option that a choice of a save takes here; None if it is not offered."""
    # Of a save that was carried over, whose rules may have offered other options, the number is the last resort.
    here = entry.pick if 0 <= entry.pick < len(decision.options) else None
    names = decision.texts if entry.key is None else keys_of(decision)
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


def setup_of(header: SaveHeader, game: Rules[Any, Any, Any], path: Path) -> Setup[Any, Any, Any]:
    """The settings of a saved match."""
    try:
        scenario = game.scenario(header.scenario)
        options = game.parse_options({**game.earlier_options.get(header.rules, {}), **header.options})
        setup = Setup(
            scenario,
            options,
            header.chance,
            header.undo,
            header.seed or "",
            header.salt or "",
            "" if header.seed else header.commitment,
            header.seats,
            position=None if header.position is None else Beginning.of(header.position),
            game=game,
        )
        if setup.position is not None and (wrong := [*game.invariants(setup.first_state(), setup.terms)]):
            raise BadData(f"the rules do not allow the position it begins from: {wrong[0]}")
        if header.seats is not None and setup.seated != header.seats:
            raise BadData(f"the game has the roles {', '.join(setup.seated)}, not {', '.join(header.seats)}")
    except NavalCoreError as error:
        raise IncompatibleSave(f"{path}: {error}") from None
    return setup


def results_in(entries: Sequence[Entry]) -> list[list[int]]:
    """The chance results of the entries: those of the match's own source, and those after each reseed."""
    found: list[list[int]] = [[]]
    for entry in entries:
        if isinstance(entry, ReseedEntry):
            found.append([])
        elif isinstance(entry, ChanceEntry):
            found[-1].append(entry.value)
    return found
