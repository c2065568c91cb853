"""A glimpse of a save: as much of it as a load needs that starts from a checkpoint and trusts it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from navalcore._saves.entries import CHECKPOINTED, CheckpointEntry, Entry, Header, ReseedEntry
from navalcore._saves.files import (
    LARGEST_SAVE,
    LONGEST_LINE,
    NO_STAMP,
    TEXT,
    SaveFile,
    Stamp,
    entry_in,
    goes_on_after_object,
    header_in,
    object_in,
    path_of,
    read_bytes,
    why_not,
)
from navalcore._saves.tape import chained, written
from navalcore.components._reading import open_file
from navalcore.errors import BadData, DamagedTape

MARKS: Final = 2
"""Checkpoints that are taken over, the last ones: so a choice made just after one can be taken back at once too."""


@dataclass(frozen=True)
class Mark:
    """A checkpoint of the line of play.

    Attributes:
        place: its place among the entries.
        count: how many choices come before it.
        used: how many chance results since the last reseed, or since the start.
        reseeds: how many reseeds.
        entry: what it says.
    """

    place: int
    count: int
    used: int
    reseeds: int
    entry: CheckpointEntry


@dataclass(frozen=True)
class Turn:
    """A reseed of the line of play.

    Attributes:
        count: how many choices come before it.
        entry: what it says.
    """

    count: int
    entry: ReseedEntry


@dataclass(frozen=True)
class Glimpse:
    """What a trusting load takes from a save.

    Attributes:
        saved: the save: its header and the entries after the last of the marks.
        marks: its last checkpoints, first to last.
        chosen: who chose which option, on the whole line of play.
        reseeds: its reseeds.
        results: its chance results, of the match's own source and after each reseed; empty where all of them come
            again from seeds that are shown.
        data: the whole file.
    """

    saved: SaveFile
    marks: tuple[Mark, ...]
    chosen: list[tuple[str, int]]
    reseeds: list[Turn]
    results: list[list[int]]
    data: bytes = field(repr=False)

    @property
    def count(self) -> int:
        """How many entries were left unread."""
        return self.saved.before

    @cached_property
    def whole(self) -> SaveFile:
        """All of the save, its chain checked.

        Raises:
            DamagedTape: what was trusted is not whole.
        """
        return read_bytes(self.data, self.saved.path, self.saved.stamp)

    def read(self) -> tuple[Sequence[Entry], Sequence[int]]:
        """The entries that were left unread, and the number of each one's line.

        Raises:
            DamagedTape: they are not whole.
        """
        return self.whole.entries[: self.count], self.whole.lines[: self.count]


def glimpse_of(save: str | Path | bytes, to: int | None) -> Glimpse | None:
    """A glimpse of a save; None if it has no checkpoint to start from.

    Args:
        save: the file, or the bytes of a text.
        to: how many choices are wanted; None for all.

    Raises:
        BadData, DamagedTape, IncompatibleSave: what is looked at is refused as :func:`read_save
            <navalcore.read_save>` refuses it.
    """
    if isinstance(save, bytes):
        return _glimpse(save, TEXT, NO_STAMP, to)
    path = path_of(save)
    try:
        with open_file(path, LARGEST_SAVE) as file:
            stamp = Stamp.of(os.fstat(file.fileno()))
            data = file.read(LARGEST_SAVE + 1)
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be read: {why_not(error)}") from None
    return _glimpse(data, path, stamp, to)


def _glimpse(data: bytes, path: Path, stamp: Stamp, to: int | None) -> Glimpse | None:
    if len(data) > LARGEST_SAVE or _Look.CHECKPOINT not in data:
        return None  # a full load says what is wrong with it, if anything is
    lines = data.split(b"\n")
    torn = lines.pop()
    if not lines or max(map(len, lines)) >= LONGEST_LINE:
        return None
    try:
        if torn and goes_on_after_object(torn):
            raise DamagedTape(f"{path}, line {len(lines) + 1}: the last line was changed or lost its end")
        return _Look(lines, path).glimpse(data, bool(torn), stamp, to)
    except RecursionError:
        raise DamagedTape(f"{path}: has a line that is nested deeper than any line of a save") from None


class _Look:
    """The lines of a save that has checkpoints, most of which need not be looked into."""

    CHOICE: Final = b'{"kind":"choice",'
    CHANCE: Final = b'{"kind":"chance",'
    UNDO: Final = b'{"kind":"undo",'
    RESEED: Final = b'{"kind":"reseed",'
    CHECKPOINT: Final = b'{"kind":"checkpoint",'

    def __init__(self, lines: Sequence[bytes], path: Path) -> None:
        self._lines = lines
        self._path = path
        self._play: list[int] = []
        """The numbers of the lines that the line of play is made of."""
        self._choices: list[int] = []
        """The places of the choices among them."""
        self._made: dict[int, tuple[str, int]] = {}
        """The role and the option of each choice, by the number of its line."""
        self._roles: dict[bytes, str] = {}
        """The roles that choose, by how they are written."""
        self._version = CHECKPOINTED

    def glimpse(self, data: bytes, torn: bool, stamp: Stamp, to: int | None) -> Glimpse | None:
        """What is seen of the save.

        Raises:
            DamagedTape, IncompatibleSave: what is looked at is not right.
        """
        header = header_in(self._object(1), self._lines[0] + b"\n", self._path)
        self._version = header.navalcore
        if self._version < CHECKPOINTED:
            return None
        self._find_line_of_play()
        marks = self._marks(to)
        if not marks:
            return None
        last = marks[-1].place
        numbers = tuple(self._play[last + 1 :])
        entries = self._rest(self._play[last], numbers)
        whole = sum(map(len, self._lines)) + len(self._lines)
        head = self._link(len(self._lines))
        saved = SaveFile(header, entries, numbers, head, whole, torn, self._path, stamp, before=last + 1)
        reseeds = self._reseeds()
        chosen = [self._made[self._play[place]] for place in self._choices]
        return Glimpse(saved, marks, chosen, reseeds, self._results(header, reseeds), data)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def _where(self, number: int) -> str:
        return f"{self._path}, line {number}"

    def _object(self, number: int) -> dict[str, Any]:
        return object_in(self._lines[number - 1], self._where(number))

    def _starts(self, place: int, kind: bytes) -> bool:
        return self._lines[self._play[place] - 1].startswith(kind)

    def _link(self, number: int) -> str:
        found = self._object(number).get("h")
        if not isinstance(found, str):
            raise DamagedTape(f"{self._where(number)}: has no digest")
        return found

    def _entry(self, number: int) -> Entry:
        data = self._object(number)
        data.pop("h", None)
        return entry_in(data, self._version, self._where(number))

    # ---- what they say -----------------------------------------------------------------------------------------------

    def _find_line_of_play(self) -> None:
        """Follow the choices, and what was taken back."""
        play, choices = self._play, self._choices
        for number, line in enumerate(self._lines[1:], start=2):
            if line.startswith(self.UNDO):
                self._take_back(number)
                continue
            if line.startswith(self.CHOICE):
                self._made[number] = self._chosen(line, number)
                choices.append(len(play))
            play.append(number)

    def _chosen(self, line: bytes, number: int) -> tuple[str, int]:
        """Role and option of a choice. Its line is not parsed, which would take most of a load's time: a quotation mark
        that a comma precedes and a colon follows after a word begins a field, for those in texts are written otherwise.
        """
        end, at = line.find(b',"rule":'), line.rfind(b',"pick":')
        raw, pick = line[len(self.CHOICE) : end], line[at + len(b',"pick":') : line.find(b",", at + 1)]
        role = self._roles.get(raw)
        if role is None:
            found = self._object(number).get("role")
            wanted = f'"role":{json.dumps(found, ensure_ascii=False)}'.encode(errors="surrogatepass")
            if type(found) is not str or raw != wanted:
                raise DamagedTape(f"{self._where(number)}: is not a choice")
            role = self._roles[raw] = found
        if at < 0 or not pick.isdigit() or len(pick) > 9:
            raise DamagedTape(f"{self._where(number)}: is not a choice")
        return role, int(pick)

    def _take_back(self, number: int) -> None:
        undo, play, choices = self._object(number), self._play, self._choices
        to, role = undo.get("to"), undo.get("role")
        if type(to) is not int or not 0 <= to < len(choices):
            raise DamagedTape(f"{self._where(number)}: takes back what was not chosen")
        if role is None:
            del play[choices[to] :], choices[to:]
            return
        own = [place for place, at in enumerate(choices) if self._made[play[at]][0] == role]
        if not own or to != len(choices) - 1:
            raise DamagedTape(f"{self._where(number)}: takes back what was not chosen")
        del play[choices[own[-1]]]
        choices[own[-1] :] = [at - 1 for at in choices[own[-1] + 1 :]]

    def _marks(self, to: int | None) -> tuple[Mark, ...]:
        """The last checkpoints with at most ``to`` choices before them, which can be started from."""
        end = len(self._play) if to is None or to >= len(self._choices) else self._choices[to]
        found: list[tuple[int, int, int, int]] = []
        count = used = reseeds = 0
        for place in range(end):
            line = self._lines[self._play[place] - 1]
            if line.startswith(self.CHANCE):
                used += 1
            elif line.startswith(self.CHOICE):
                count += 1
            elif line.startswith(self.RESEED):
                used, reseeds = 0, reseeds + 1
            elif line.startswith(self.CHECKPOINT):
                found.append((place, count, used, reseeds))
        return tuple(Mark(*each, self._checkpoint(self._play[each[0]])) for each in found[-MARKS:])

    def _checkpoint(self, number: int) -> CheckpointEntry:
        entry = self._entry(number)
        if not isinstance(entry, CheckpointEntry):
            raise DamagedTape(f"{self._where(number)}: is not a checkpoint")
        return entry

    def _reseeds(self) -> list[Turn]:
        found = []
        count = 0
        for number in self._play:
            line = self._lines[number - 1]
            if line.startswith(self.CHOICE):
                count += 1
            elif line.startswith(self.RESEED):
                entry = self._entry(number)
                if not isinstance(entry, ReseedEntry):
                    raise DamagedTape(f"{self._where(number)}: is not a reseed")
                found.append(Turn(count, entry))
        return found

    def _results(self, header: Header, reseeds: Sequence[Turn]) -> list[list[int]]:
        results: list[list[int]] = [[] for _ in range(len(reseeds) + 1)]
        if header.seed is not None and all(turn.entry.seed is not None for turn in reseeds):
            return results
        at = 0
        for number in self._play:
            line = self._lines[number - 1]
            if line.startswith(self.RESEED):
                at += 1
            elif line.startswith(self.CHANCE):
                value = self._object(number).get("value")
                if type(value) is not int:
                    raise DamagedTape(f"{self._where(number)}: has no result")
                results[at].append(value)
        return results

    def _rest(self, first: int, numbers: Sequence[int]) -> tuple[Entry, ...]:
        """The entries of the lines with these numbers, once every line from the ``first`` on has fitted its digest."""
        head = self._link(first - 1)
        for number in range(first, len(self._lines) + 1):
            data = self._object(number)
            data.pop("h", None)
            head = chained(head, data)
            if self._lines[number - 1] + b"\n" != written(data, head).encode(errors="surrogatepass"):
                raise DamagedTape(
                    f"{self._where(number)}: does not fit its digest: this line or one before it was changed"
                )
        return tuple(self._entry(number) for number in numbers)
