"""The recorder: notes on the tape what happens in a match, and writes it wherever it is to go."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

from navalcore._play.driver import AnyDriver
from navalcore._play.line import Reseed
from navalcore._play.recording import TapePlace
from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision
from navalcore._rules.state import canonical_json, digest
from navalcore._rules.terms import Outcome
from navalcore._saves.entries import (
    OutcomeEntry,
    ReseedEntry,
    SaveHeader,
    StateEntry,
    checkpoint_entry,
    choice_entry,
    save_header,
)
from navalcore._saves.files import SaveFile, path_of
from navalcore._saves.journal import JournalWriter, open_journal, same_file
from navalcore._saves.tape import Tape, TapedChance
from navalcore.components._chance import Chance, SeededChance
from navalcore.errors import BadData

STATE_EVERY: Final = 25
"""Choices between two state digests on a recorded tape."""
CHECKPOINT_EVERY: Final = 125
"""Choices between two whole states on it, instead of a digest."""

Sink: TypeAlias = Path | Callable[[str], object]
"""Where a journal goes: a file, or a function that is called with its lines."""


class _Sender:
    """A function that lines are sent to, and how many characters it has taken."""

    def __init__(self, sink: Callable[[str], object]) -> None:
        self._sink = sink
        self.whole = 0

    def __call__(self, text: str) -> None:
        self._sink(text)
        self.whole += len(text)


class Recorder(Tape):
    """The tape of a match that is being played: the driver reports to it, and it goes to a journal or sink."""

    state_every: ClassVar[int] = STATE_EVERY
    checkpoint_every: ClassVar[int] = CHECKPOINT_EVERY

    def __init__(self, header: SaveHeader, origin: SaveFile | None = None, **arguments: Any) -> None:
        super().__init__(header, **arguments)
        self._origin = origin
        self._journal: JournalWriter | None = None
        self._step_began = 0

    # ---- what happens ------------------------------------------------------------------------------------------------

    def choice(self, decision: Decision, index: int) -> None:
        """A decision was answered."""
        self.note(choice_entry(decision, index, self.header.navalcore))

    def chance(self, source: Chance) -> Chance:
        """The source, with every result noted."""
        return TapedChance(source, self)

    def step(self, count: int, name: str, source: Chance, state: Callable[[], Any]) -> None:
        """A step begins after ``count`` choices: every so often its state's digest is noted, or the state itself."""
        began, self._step_began = self._step_began, count
        if count // self.state_every == began // self.state_every:
            return
        data, checkpoint = state(), None
        due = count // self.checkpoint_every != began // self.checkpoint_every
        if due and not isinstance(self.next, StateEntry):  # formats 1 to 3 had no checkpoints
            checkpoint = checkpoint_entry(name, data, source.used if isinstance(source, SeededChance) else None)
        self.note(checkpoint or StateEntry(step=name, state=digest(canonical_json(data))))

    def reseed(self, reseed: Reseed) -> None:
        """Chance continues from another seed."""
        if reseed.commitment:
            self.note(ReseedEntry(commitment=reseed.commitment, seed=None))
        else:
            promised = self.header.committing(reseed.seed, reseed.salt).commitment
            self.note(ReseedEntry(commitment=promised, seed=reseed.seed, salt=reseed.salt))

    def outcome(self, outcome: Outcome) -> None:
        """The match has ended."""
        self.note(OutcomeEntry(winner=outcome.winner, reason=outcome.reason))

    # ---- going back --------------------------------------------------------------------------------------------------

    @property
    def place(self) -> TapePlace:
        """Where it is on the tape."""
        return TapePlace(self.cursor, self._step_began)

    def go_to(self, place: TapePlace) -> None:
        """Be at an earlier place again: what comes must be what the tape has from there on."""
        self.cursor, self._step_began = place

    # ---- files -------------------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, setup: Setup[Any, Any, Any]) -> Recorder:
        """The recorder of a match that begins."""
        return cls(save_header(setup))

    def keep(self, sink: Sink, *, durable: bool, resume: bool) -> None:
        """Write what has been noted, and every choice from now on; errors as of ``Match.record_to``."""
        if isinstance(sink, Path):
            self._keep_journal(sink, durable=durable)
        else:
            self._keep_sending(sink, resume=resume)

    def _keep_journal(self, path: Path, *, durable: bool) -> None:
        if self._journal is not None and same_file(path, self._journal.path):
            self.close_journal()
        journal = open_journal(path, self, self._origin, durable=durable)
        self.close_journal()
        self._journal = self.sink = journal
        try:
            self.flush()
        except BaseException:
            self.close_journal()
            raise

    def _keep_sending(self, sink: Callable[[str], object], *, resume: bool) -> None:
        """Send everything to a function; to resume, only what does not come from the save that was loaded."""
        saved = self._continued() if resume else None
        self.close_journal()
        self.sink = _Sender(sink)
        try:
            if saved is None:
                self.begin()
            else:
                self.resume_after(len(saved.entries), saved.head)
            self.flush()
        except BaseException:
            self.close_journal()
            raise

    def _continued(self) -> SaveFile:
        saved = self._origin
        if saved is None:
            raise BadData("this match was not loaded from a save: there is nothing to resume")
        if saved.header.root() != self.header.root():
            raise BadData(
                f"{saved.path}: is of another version of the rules: record all of the match again, without resume"
            )
        if saved.torn:
            raise BadData(f"{saved.path}: its last line is torn: record the match again, without resume")
        if not self.begins_with(saved.entries):
            raise BadData(
                f"{saved.path}: not all of it was loaded, or some was taken back since: resume as soon as it is loaded"
            )
        return saved

    def close_journal(self) -> None:
        """Write to no file and send to no function any more."""
        if self._journal is not None:
            self._journal.close()
        self._journal = self.sink = None


def recorder_of(driver: AnyDriver) -> Recorder | None:
    """The recorder of a match, if it is recorded."""
    recorder = driver.recorder
    assert recorder is None or isinstance(recorder, Recorder)
    return recorder


def recorded(driver: AnyDriver) -> AnyDriver:
    """A driver that has played the match again and noted everything; who listens to the match listens to it."""
    copied = driver.played_again(recorder=Recorder.of(driver.setup))
    copied.bus = driver.bus
    return copied


def tape_of(driver: AnyDriver) -> Tape:
    """Everything that has happened in the match."""
    recorder = recorder_of(driver) or recorder_of(recorded(driver))
    assert recorder is not None
    return recorder


def sink_of(target: str | Path | Callable[[str], object], *, durable: bool, resume: bool) -> Sink:
    """Where a journal is to go."""
    if isinstance(target, str | os.PathLike) or not callable(target):
        if resume:
            raise BadData("resume is for a function; without it a match continues in the file that it was loaded from")
        return path_of(target)
    if durable:
        raise BadData("durable is for files; a function that lines are sent to returns when it has them for good")
    return target


def note_every_step() -> None:
    """Record the whole state of each match at every step from now on, so that it opens at the same place even if the
    rules have changed. Use it on a server while you write a game.
    """
    Recorder.state_every = Recorder.checkpoint_every = 1
