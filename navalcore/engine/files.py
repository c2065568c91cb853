"""Save files on disk: reading them so that nothing wrong gets in, writing them so that nothing is lost."""

from __future__ import annotations

import json
import os
import secrets
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from navalcore.components.model_errors import mistakes
from navalcore.engine.chance import verify_commitment
from navalcore.engine.tape import (
    ENTRY,
    FORMAT,
    ChoiceEntry,
    Entry,
    Header,
    Tape,
    UndoEntry,
    chained,
    describe,
    header_line,
    written,
)
from navalcore.errors import BadData, DamagedTape, IncompatibleSave, NotWritten


class Stamp(NamedTuple):
    """What tells whether a file is still the one that was read.

    Attributes:
        device, inode: which file it is.
        size, changed: how long it was, in bytes, and when it was last written, in nanoseconds.
    """

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """The stamp of a file as the system describes it."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@dataclass(frozen=True)
class SaveFile:
    """What a save file holds, its chain of digests checked.

    Attributes:
        header: its first line.
        entries: the entries of the line of play: choices taken back are left out.
        lines: the number of each entry's line in the file.
        head: the digest of the last entry, from which a journal goes on.
        whole: how many bytes at the beginning are whole lines; less than the file if its last line was torn.
        torn: whether the last line was torn off by a crash (and is left out).
        path: the file.
        stamp: what it was when it was read.
    """

    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    head: str
    whole: int
    torn: bool
    path: Path
    stamp: Stamp


def path_of(path: object) -> Path:
    """The path of a save file as it was given.

    Raises:
        BadData: no file can have that name.
    """
    if not isinstance(path, str | os.PathLike) or "\0" in str(path) or not (found := Path(path)).name:
        raise BadData(f"{path!r}: is no name for a file")
    return found


def _why(error: Exception) -> str:
    """What the system says against a file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_save(path: str | Path) -> SaveFile:
    """Read a save and check its chain of digests. No game is needed.

    Raises:
        BadData: the file cannot be read.
        DamagedTape: a line was changed, is missing or lacks a field; names the line.
        IncompatibleSave: the file has another format.
    """
    path = path_of(path)
    try:
        with path.open("rb") as file:
            stamp = Stamp.of(os.fstat(file.fileno()))
            raw = file.read()
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be read: {_why(error)}") from None
    chunks, whole, torn = _lines(raw, path)
    if not chunks:
        raise DamagedTape(f"{path}: is empty or its first line is torn; a save begins with a header line")
    header = _header(*chunks[0], path)
    head = header.root()
    entries: list[Entry] = []
    lines: list[int] = []
    choices: list[int] = []
    for number, (data, line) in enumerate(chunks[1:], start=2):
        data.pop("h", None)
        head = chained(head, data)
        if line != written(data, head).encode(errors="surrogatepass"):
            raise DamagedTape(f"{path}, line {number}: does not fit its digest: this line or one before it was changed")
        entry = _entry(data, path, number)
        if isinstance(entry, UndoEntry):
            gone = _taken_back(entry, entries, choices)
            if gone is None:
                raise DamagedTape(f"{path}, line {number}: {describe(entry)}, but {len(choices)} were made")
            del entries[gone], lines[gone], choices[entry.to if entry.role is None else choices.index(gone.start) :]
            choices += [place for place in range(gone.start, len(entries)) if isinstance(entries[place], ChoiceEntry)]
            continue
        if isinstance(entry, ChoiceEntry):
            choices.append(len(entries))
        entries.append(entry)
        lines.append(number)
    return SaveFile(header, tuple(entries), tuple(lines), head, whole, torn, path, stamp)


def _taken_back(undo: UndoEntry, entries: Sequence[Entry], choices: Sequence[int]) -> slice | None:
    """The entries that an undo takes back, or None if it does not fit them.

    Args:
        undo: the undo.
        entries: what came before it.
        choices: the places of the choices among them.
    """
    if undo.role is None:
        return slice(choices[undo.to], len(entries)) if 0 <= undo.to < len(choices) else None
    own = [place for place in choices if getattr(entries[place], "role", None) == undo.role]
    return slice(own[-1], own[-1] + 1) if own and undo.to == len(choices) - 1 else None


def _lines(raw: bytes, path: Path) -> tuple[list[tuple[dict[str, Any], bytes]], int, bool]:
    """The file's lines as JSON objects and as they are written; a last line without its end was torn by a crash and is
    dropped.
    """
    parts = raw.split(b"\n")
    last = parts.pop()
    found: list[tuple[dict[str, Any], bytes]] = []
    for number, part in enumerate(parts, start=1):
        try:
            data = json.loads(part)
        except (ValueError, RecursionError):
            raise DamagedTape(f"{path}, line {number}: is not JSON") from None
        if not isinstance(data, dict):
            raise DamagedTape(f"{path}, line {number}: is not a JSON object")
        found.append((data, part + b"\n"))
    if last and _goes_on_after_object(last):
        raise DamagedTape(f"{path}, line {len(parts) + 1}: the last line was changed or lost its end")
    return found, len(raw) - len(last), bool(last)


def _goes_on_after_object(text: bytes) -> bool:
    """Whether something follows a whole JSON object: then this is not the beginning of a line that a crash tore off."""
    decoded = text.decode(errors="replace")
    try:
        _, end = json.JSONDecoder().raw_decode(decoded)
    except ValueError:
        return False
    return end < len(decoded)


def _header(data: dict[str, Any], line: bytes, path: Path) -> Header:
    data.pop("h", None)
    version = data.get("navalcore")
    if version is None:
        raise DamagedTape(f"{path}, line 1: is no header of a navalcore save (field 'navalcore' is missing)")
    if version != FORMAT and isinstance(version, int):
        raise IncompatibleSave(f"{path}: has save format {version}; this version of navalcore reads format {FORMAT}")
    try:
        header = Header.model_validate(data)
    except ValidationError as error:
        raise DamagedTape(f"{path}, line 1: {fault(error)}") from None
    if line != header_line(header).encode(errors="surrogatepass"):
        raise DamagedTape(f"{path}, line 1: the header does not fit its digest: it was changed")
    if header.seed is not None and not verify_commitment(header.commitment, header.seed):
        raise DamagedTape(f"{path}, line 1: the seed is not the one that was committed to")
    return header


def _entry(data: dict[str, Any], path: Path, number: int) -> Entry:
    try:
        return ENTRY.validate_python(data)
    except ValidationError as error:
        raise DamagedTape(f"{path}, line {number}: {fault(error)}") from None


def fault(error: ValidationError) -> str:
    """What is wrong with a line of a save, in words."""
    first = mistakes(error)[0]
    return f"field {first}" if first.key else f"the line: {first}"


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        BadData: it cannot be written.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except (OSError, UnicodeError) as error:
        with suppress(OSError, UnicodeError):
            part.unlink()
        raise BadData(f"{path}: cannot be written: {_why(error)}") from None


def open_journal(
    path: Path, tape: Tape, origin: SaveFile | None, seed: str | None, *, durable: bool
) -> Callable[[str], None]:
    """Open a journal for a tape: a new file, or the one the tape was read from, continued after its last whole line.

    Args:
        path: the file.
        tape: what is to be written.
        origin: the file the tape was read from; if it is still as it was then, it is not read again.
        seed: the seed to show in the header of a new file, or None.
        durable: wait until the disk has every line.

    Raises:
        BadData: the file exists and is not this match's own, or cannot be written.
        NotWritten: there is no room for the header.
    """
    try:
        stamp = Stamp.of(path.stat()) if path.exists() else None
        if stamp is not None and stamp.size:
            saved = origin if origin is not None and origin.stamp == stamp else read_save(path)
            if saved.header.root() != tape.header.root() or list(saved.entries) != tape.entries[: len(saved.entries)]:
                raise BadData(f"{path}: holds another match; choose another file, or load that match to continue it")
            file = path.open("r+b", buffering=0)
            file.truncate(saved.whole)
            file.seek(0, os.SEEK_END)
            journal = _Journal(file, path, saved.whole, durable)
            tape.resume_after(len(saved.entries), saved.head)
        else:
            file = path.open("wb", buffering=0)
            journal = _Journal(file, path, 0, durable)
            journal(header_line(tape.header.model_copy(update={"seed": seed})))
            tape.resume_after(0, tape.header.root())
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be written: {_why(error)}") from None
    return journal


class _Journal:
    """Writes to an open journal, a text wholly or not at all; closes it when the match that keeps it is gone.

    Args:
        file: the file, open for writing.
        path: its name for messages.
        whole: how many bytes it holds.
        durable: wait until the disk has every line.
    """

    def __init__(self, file: FileIO, path: Path, whole: int, durable: bool) -> None:
        self._file = file
        self._path = path
        self._whole = whole
        self._durable = durable
        self._torn = False
        weakref.finalize(self, file.close)  # not __del__: in a cycle of garbage the file would be finalised first

    def __call__(self, text: str) -> None:
        data = text.encode(errors="surrogatepass")
        try:
            if self._torn:
                self._cut()
            self._torn = True
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            if self._durable:
                os.fsync(self._file.fileno())
        except BaseException as error:
            with suppress(OSError):
                self._cut()
            if isinstance(error, OSError):
                raise NotWritten(
                    f"{self._path}: what has just happened could not be written ({error.strerror}), so it has not "
                    "happened; make room and try again"
                ) from error
            raise
        self._whole += len(data)
        self._torn = False

    def _cut(self) -> None:
        """Leave nothing in the file but what was written wholly."""
        self._file.truncate(self._whole)
        self._file.seek(self._whole)
        self._torn = False
