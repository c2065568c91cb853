"""Trusting: a saved match continues from its last checkpoint, and is not played again up to there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

from navalcore._play.chance import AnsweredChance
from navalcore._play.checkpoints import Checkpoint, Checkpoints
from navalcore._play.commitments import seeded
from navalcore._play.driver import AnyDriver, Driver
from navalcore._play.line import Line, Reseed
from navalcore._play.recording import TapePlace
from navalcore._play.setup import Setup
from navalcore._play.submission import fail
from navalcore._rules.game import Rules
from navalcore._saves.entries import (
    ChanceEntry,
    CheckpointEntry,
    ChoiceEntry,
    Entry,
    ReseedEntry,
    save_header,
)
from navalcore._saves.files import LARGEST_SAVE, NO_STAMP, TEXT, SaveFile, SaveReader, Stamp, bytes_of, object_in
from navalcore._saves.recorder import Recorder
from navalcore._saves.replaying import Replay, reseed_of, results_in, setup_of
from navalcore.components._chance import Chance, SeededChance
from navalcore.errors import BadData, DamagedTape

CHECKPOINT: Final = b'{"kind":"checkpoint",'
"""How the line of a checkpoint begins."""
STARTS: Final = 2
"""Checkpoints that are taken over, the last ones: so a choice made just after one can be taken back at once too."""


CHOICE: Final = re.compile(rb'\{"kind":"choice","role":("(?:[^"\\]|\\.)*"),.*?"pick":(\d+),')
"""A line that records a choice; in a text the quotation marks of ``"pick":`` would be escaped."""
UNDO: Final = re.compile(rb'\{"kind":"undo","to":(\d+)(?:,"role":("(?:[^"\\]|\\.)*"|null))?,')
OTHERS: Final = (b"chanc", b"state", b"outco")
"""How the kinds begin of entries of which nothing is read."""


@dataclass
class Skimmed:
    """The line of play in a save."""

    lines: list[int] = field(default_factory=list)  # of each entry its line's number
    roles: list[str] = field(default_factory=list)  # who chose
    picks: list[int] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)  # each checkpoint's place, and the choices before it
    _places: list[int] = field(default_factory=list)  # of the choices, among the entries
    _known: dict[bytes, str] = field(default_factory=dict)

    def take(self, line: bytes, number: int) -> bool:
        """Take over what a line says; whether it could be read."""
        kind = line[9:14]
        if kind == b"choic":
            found = CHOICE.match(line)
            if found is None:
                return False
            self._places.append(len(self.lines))
            self.roles.append(self._role(found[1]))
            self.picks.append(int(found[2]))
        elif kind == b"check":
            self.starts.append((len(self.lines), len(self.picks)))
        elif kind == b'undo"':
            return self._take_back(line)
        elif kind not in OTHERS:
            return False
        self.lines.append(number)
        return True

    def _role(self, told: bytes) -> str:
        role = self._known.get(told)
        if role is None:
            role = self._known[told] = json.loads(told)
        return role

    def _take_back(self, line: bytes) -> bool:
        """Leave out what was taken back: all after so many choices, or the last choice of a role alone."""
        found = UNDO.match(line)
        if found is None:
            return False
        to, role = int(found[1]), found[2]
        if role in (None, b"null"):
            if to >= len(self.picks):
                return False
            place = self._places[to]
            del self.lines[place:], self.roles[to:], self.picks[to:], self._places[to:]
            self.starts = [each for each in self.starts if each[0] < place]
            return True
        name = self._role(role)
        if to != len(self.picks) - 1 or name not in self.roles:
            return False
        last = max(n for n in reversed(range(len(self.roles))) if self.roles[n] == name)
        place = self._places[last]
        del self.lines[place], self.roles[last], self.picks[last], self._places[last]
        self._places[last:] = [each - 1 for each in self._places[last:]]
        self.starts = [(at - (at > place), count - (at > place)) for at, count in self.starts]
        return True


def skim(lines: list[bytes]) -> Skimmed | None:
    """The line of play in the lines of a save, its header the first of them; None where a line cannot be read so."""
    skimmed = Skimmed()
    for number, line in enumerate(lines[1:], start=2):
        if not skimmed.take(line, number):
            return None
    return skimmed


@dataclass(frozen=True)
class Start:
    """A checkpoint of a save, from which a load may start."""

    place: int  # among the entries of the line of play
    count: int  # of choices before it
    used: int  # chance results since the last reseed, or since the start
    reseeds: int
    entry: CheckpointEntry


@dataclass(frozen=True)
class TrustedSave:
    """A save whose lines before its last checkpoint were not compared with their digests."""

    saved: SaveFile
    starts: tuple[Start, ...]  # its last checkpoints, first to last
    data: bytes = field(repr=False)
    line: Line | None = field(default=None, repr=False)  # of what was skimmed, up to the last checkpoint

    @cached_property
    def checked(self) -> SaveFile:
        """The save, every line compared with its digest."""
        return SaveReader.read(self.data, self.saved.path, self.saved.stamp)

    def past(self) -> tuple[Sequence[Entry], Sequence[int]]:
        """The entries, and their lines, every one checked."""
        return self.checked.entries, self.checked.lines


def read_on_trust(save: str | Path | bytes, to: int | None) -> TrustedSave | None:
    """Read a save, and compare with their digests only the lines from its last checkpoint on; None if it has none."""
    data, path, stamp = (save, TEXT, NO_STAMP) if isinstance(save, bytes) else bytes_of(save)
    if CHECKPOINT not in data:
        return None  # a full load says what is wrong with it, if anything is
    lines = data.split(b"\n")
    torn = lines.pop()
    skimmed = _skimmed(data, path, stamp, lines, to) if not torn else None
    if skimmed is not None:
        return skimmed
    reading = SaveReader(path, trusting=True)
    reading.take_all(data)
    starts = _starts(reading.entries, to)
    if not starts:
        return None
    reading.check_from([line + b"\n" for line in lines], reading.lines[starts[-1].place])
    return TrustedSave(reading.save(stamp), starts, data)


def _skimmed(data: bytes, path: Path, stamp: Stamp, lines: list[bytes], to: int | None) -> TrustedSave | None:
    """The same where one seed is shown, so that of earlier lines only who chose what is read; None if it cannot be."""
    reading = SaveReader(path, trusting=True)
    reading.take(lines[0] + b"\n", 1)
    header = reading.header
    assert header is not None
    found = skim(lines) if header.seed is not None and len(data) <= LARGEST_SAVE else None
    starts = [each for each in found.starts if to is None or each[1] <= to][-STARTS:] if found is not None else []
    if found is None or not starts:
        return None
    first, last = starts[0][0], starts[-1]
    tail = [_entry(reading, lines[number - 1], number) for number in found.lines[first:]]
    line = Line()
    line.own, line.roles, line.count = found.picks[: last[1]], found.roles[: last[1]], last[1]
    entries = (*([tail[0]] * first), *tail)  # the first of them stands for what nobody has read yet
    reading.check_from([each + b"\n" for each in lines], found.lines[last[0]])
    saved = SaveFile(
        header,
        entries,
        tuple(found.lines),
        reading.head,
        len(data),
        torn=False,
        path=path,
        stamp=stamp,
        written=entries,
    )
    checkpoints = tuple(Start(place, count, 0, 0, cast(CheckpointEntry, entries[place])) for place, count in starts)
    return TrustedSave(saved, checkpoints, data, line)


def _entry(reading: SaveReader, line: bytes, number: int) -> Entry:
    where = f"{reading.path}, line {number}"
    data = object_in(line, where)
    data.pop("h", None)
    return reading.entry_of(data, where)


def _starts(entries: Sequence[Entry], to: int | None) -> tuple[Start, ...]:
    """The last checkpoints with at most ``to`` choices before them."""
    found: list[Start] = []
    count = used = reseeds = 0
    for place, entry in enumerate(entries):
        if isinstance(entry, ChanceEntry):
            used += 1
        elif isinstance(entry, ChoiceEntry):
            if count == to:
                break
            count += 1
        elif isinstance(entry, ReseedEntry):
            used, reseeds = 0, reseeds + 1
        elif isinstance(entry, CheckpointEntry):
            found.append(Start(place, count, used, reseeds, entry))
    return tuple(found[-STARTS:])


def resumed(trusted: TrustedSave, game: Rules[Any, Any, Any], to: int | None) -> AnyDriver | None:
    """The driver of a saved match, played from its last checkpoint on; None if it cannot be started from."""
    saved, last = trusted.saved, trusted.starts[-1]
    entries = saved.entries
    results = results_in(entries) if trusted.line is None else [[]]
    setup = setup_of(saved.header, game, saved.path)
    header = save_header(setup, saved.header.navalcore)
    unchecked = last.place + 1
    recorder = Recorder(header, saved, entries=entries, lines=saved.lines, check=trusted.past, unchecked=unchecked)
    line = trusted.line or _line(entries[: last.place], results)
    root = setup.source(results[0])
    driver = Driver(setup, root, line, Checkpoints(), recorder)
    for start in trusted.starts:
        source = _source(start, root, line.reseeds, setup)
        if source is None:
            return None
        place = TapePlace(start.place + 1, start.count)
        driver.checkpoints.add(Checkpoint(start.count, _state(start, game, saved.path), source, place))
    try:
        driver.rebuild(last.count)
    except BaseException as error:
        fail(driver, error)
    driver.take_told()
    replay = Replay(driver, recorder, len(entries), [each[:] for each in results[last.reseeds + 1 :]])
    replay.follow(entries, True, to, unchecked)
    return driver


def _state(start: Start, game: Rules[Any, Any, Any], path: Path) -> Any:
    try:
        return game.states.from_json(start.entry.data)
    except (BadData, ValueError, RecursionError) as error:
        raise DamagedTape(f"{path}: the checkpoint after {start.count} choices: {error}") from None


def _line(entries: Sequence[Entry], results: list[list[int]]) -> Line:
    """The line of play that entries hold."""
    line = Line()
    for entry in entries:
        if isinstance(entry, ChoiceEntry):
            line.roles.append(entry.role)
            line.own.append(entry.pick)
            line.count += 1
        elif isinstance(entry, ReseedEntry):
            reseed = reseed_of(entry, line.count, results[len(line.reseeds) + 1])
            line.reseeds = (*line.reseeds, reseed)
    return line


def _source(start: Start, root: Chance, reseeds: tuple[Reseed, ...], setup: Setup[Any, Any, Any]) -> Chance | None:
    """Where chance results come from at a checkpoint; None if it does not say how far that source was used."""
    source: Chance = root
    if start.reseeds:
        reseed = reseeds[start.reseeds - 1]
        source = reseed.chance or seeded(reseed.seed, reseed.salt, setup.chance)
    if isinstance(source, AnsweredChance):
        return source.at(start.used)
    if not isinstance(source, SeededChance) or start.entry.words is None:
        return None
    return source.at(start.entry.words)
