"""Save files on disk: reading them so that nothing wrong gets in, writing them so that nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
import weakref
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO, FileIO
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from pydantic import ValidationError

from navalcore._saves.entries import (
    DIGITS,
    ENTRY,
    FORMATS,
    KEYED,
    KINDS,
    SALTED,
    ChoiceEntry,
    Digits,
    Entry,
    Header,
    ReseedEntry,
    UndoEntry,
    describe,
)
from navalcore._saves.locks import FileLock
from navalcore._saves.tape import Tape, chained, header_line, written
from navalcore.components._model_errors import mistakes, quoted
from navalcore.components._reading import open_file, size_in_words
from navalcore.errors import BadData, DamagedTape, IncompatibleSave, NotWritten

LARGEST_SAVE: Final = 1 << 28
"""Bytes a save may have: a hundred times the longest campaign."""
NO_ROOM: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The errors of a system that has no room for what is to be written."""
LONGEST_LINE: Final = 1 << 20
"""Bytes a line of a save may have."""
RECORD_MARK: Final = b'{"navalcore_record":'
"""How a record of what one role may know begins, which is not a save (``navalcore._saves.records``)."""
OLDEST_DIGITS: Final = {32: Digits(32, 16), 24: Digits(24, 8)}
"""How digests were written in files of format 1 before they had their length of today, by that of the chain's."""


class Stamp(NamedTuple):
    """What tells whether a file is still the one that was read.

    Attributes:
        device: where the file is.
        inode: which file it is there.
        size: how long it was, in bytes.
        changed: when it was last written, in nanoseconds.
    """

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """The stamp of a file as the system describes it."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


NO_STAMP: Final = Stamp(-1, -1, -1, -1)
"""That of a text, which is not a file."""
TEXT: Final = Path("(text)")
"""What messages call one."""


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
        digits: how many digits its digests have.
        written: every entry as it was written, choices taken back and the entries that take them back among them.
        before: how many entries of the line of play come before these and were left unread, by a load that trusts.
    """

    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    head: str
    whole: int
    torn: bool
    path: Path
    stamp: Stamp
    digits: Digits = DIGITS
    written: tuple[Entry, ...] = ()
    before: int = 0


def path_of(path: object) -> Path:
    """The path of a save file as it was given.

    Raises:
        BadData: no file can have that name.
    """
    if not isinstance(path, str | os.PathLike) or "\0" in str(path) or not (found := Path(path)).name:
        raise BadData(f"{str(path)!r} cannot be the name of a file; a save is written to a path such as match.jsonl")
    return found


def why_not(error: Exception) -> str:
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
    reading = _Reading(path)
    try:
        with open_file(path, LARGEST_SAVE) as file:
            stamp = Stamp.of(os.fstat(file.fileno()))
            for number, line in enumerate(_lines(file, path), start=1):
                reading.take(line, number)
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be read: {why_not(error)}") from None
    return reading.save(stamp)


def read_save_text(text: str) -> SaveFile:
    """Read a save that is not a file but a text, such as ``match.dumps()`` gives, and check its chain of digests.

    What is found can be loaded and verified like a file; messages call it ``(text)``.

    Raises:
        BadData: it is not a text, or longer than any save.
        DamagedTape, IncompatibleSave: as for :func:`read_save`.
    """
    if not isinstance(text, str):
        raise BadData(f"the text of a save is a str, not {type(text).__name__}")
    return read_bytes(text.encode(errors="surrogatepass"), TEXT, NO_STAMP)


def read_bytes(data: bytes, path: Path, stamp: Stamp) -> SaveFile:
    """Read a save from its bytes; path and stamp are those of the file they come from.

    Raises:
        BadData, DamagedTape, IncompatibleSave: as for :func:`read_save`.
    """
    reading = _Reading(path)
    with BytesIO(data) as file:
        for number, line in enumerate(_lines(file, path), start=1):
            reading.take(line, number)
    return reading.save(stamp)


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """The lines of a file, none of them longer than a save has.

    Raises:
        DamagedTape: one is.
    """
    number, read = 0, 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        read += len(line)
        if len(line) > LONGEST_LINE:
            raise DamagedTape(f"{path}, line {number}: is longer than any line of a save")
        if read > LARGEST_SAVE:
            raise BadData(f"{path}: has more than {size_in_words(LARGEST_SAVE)}")
        yield line


class _Reading:
    """A save as far as it has been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header: Header | None = None
        self.digits = DIGITS
        self.head = ""
        self.whole = 0
        self.torn = False
        self.entries: list[Entry] = []
        self.lines: list[int] = []
        self.written: list[Entry] = []
        self.choices: list[int] = []

    def take(self, line: bytes, number: int) -> None:
        """Check the next line and take over what it says; a last line without its end was torn by a crash.

        Raises:
            DamagedTape, IncompatibleSave: something is wrong with it.
        """
        where = f"{self.path}, line {number}"
        if not line.endswith(b"\n"):
            if goes_on_after_object(line):
                raise DamagedTape(f"{where}: the last line was changed or lost its end")
            self.torn = True
            return
        try:
            data = object_in(line, where)
            if self.header is None:
                self.header = header_in(data, line, self.path)
                self.head = self.header.root()
            else:
                self._entry(data, line, number, where)
        except RecursionError:
            raise DamagedTape(f"{where}: is nested deeper than any line of a save") from None
        self.whole += len(line)

    def _entry(self, data: dict[str, Any], line: bytes, number: int, where: str) -> None:
        assert self.header is not None
        link = data.pop("h", None)
        if number == 2 and self.header.navalcore == 1:
            self.digits = OLDEST_DIGITS.get(len(str(link)), self.digits)
        self.head = chained(self.head, data, self.digits.chain)
        if line != written(data, self.head).encode(errors="surrogatepass"):
            raise DamagedTape(f"{where}: does not fit its digest: this line or one before it was changed")
        entry = entry_in(data, self.header.navalcore, where)
        self.written.append(entry)
        if isinstance(entry, UndoEntry):
            self._take_back(entry, where)
            return
        if isinstance(entry, ChoiceEntry):
            self.choices.append(len(self.entries))
        elif isinstance(entry, ReseedEntry) and not self.header.commits_to(entry):
            raise DamagedTape(f"{where}: the seed is not the one that was committed to")
        self.entries.append(entry)
        self.lines.append(number)

    def _take_back(self, entry: UndoEntry, where: str) -> None:
        entries, choices = self.entries, self.choices
        gone = _taken_back(entry, entries, choices)
        if gone is None:
            raise DamagedTape(f"{where}: {describe(entry)}, but {len(choices)} were made")
        del entries[gone], self.lines[gone], choices[entry.to if entry.role is None else choices.index(gone.start) :]
        choices += [place for place in range(gone.start, len(entries)) if isinstance(entries[place], ChoiceEntry)]

    def save(self, stamp: Stamp) -> SaveFile:
        """What has been read.

        Raises:
            DamagedTape: not even a header.
        """
        if self.header is None:
            raise DamagedTape(f"{self.path}: is empty or its first line is torn; a save begins with a header line")
        return SaveFile(
            self.header,
            tuple(self.entries),
            tuple(self.lines),
            self.head,
            self.whole,
            self.torn,
            self.path,
            stamp,
            self.digits,
            tuple(self.written),
        )


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


def object_in(line: bytes, where: str) -> dict[str, Any]:
    """The JSON object that a line is.

    Raises:
        DamagedTape: it is none.
    """
    try:
        data = json.loads(line)
    except ValueError:
        raise DamagedTape(f"{where}: is not JSON") from None
    if not isinstance(data, dict):
        raise DamagedTape(f"{where}: is not a JSON object")
    return data


def goes_on_after_object(text: bytes) -> bool:
    """Whether something follows a whole JSON object: then this is not the beginning of a line that a crash tore off."""
    decoded = text.decode(errors="replace")
    try:
        _, end = json.JSONDecoder().raw_decode(decoded)
    except (ValueError, RecursionError):
        return False
    return end < len(decoded)


def header_in(data: dict[str, Any], line: bytes, path: Path) -> Header:
    """The header that the first line is.

    Raises:
        DamagedTape, IncompatibleSave: it is none, was changed, or is of a format that is not read.
    """
    data.pop("h", None)
    version = data.get("navalcore")
    if line.startswith(RECORD_MARK):
        raise IncompatibleSave(
            f"{path}: is a record of what the {data.get('role')} may know of a match, not a save: it cannot be loaded "
            "or verified; tell it with navalcore replay FILE"
        )
    if version is None:
        raise DamagedTape(f"{path}, line 1: is not the header of a navalcore save (field 'navalcore' is missing)")
    if version not in FORMATS and isinstance(version, int):
        known = ", ".join(map(str, FORMATS))
        raise IncompatibleSave(
            f"{path}: has save format {quoted(version)}; this version of navalcore reads formats {known}"
        )
    try:
        header = Header.model_validate(data)
        fits = line == header_line(header).encode(errors="surrogatepass")
    except ValidationError as error:
        raise DamagedTape(f"{path}, line 1: {fault(error)}") from None
    except ValueError:  # options nested so deep that they cannot be written again
        fits = False
    if not fits and line.endswith(b"\r\n"):
        raise DamagedTape(f"{path}, line 1: ends in CR LF; lines of a save end in LF, and a program has changed that")
    if not fits and line.startswith(BOM_UTF8):
        raise DamagedTape(f"{path}, line 1: a program has put a byte order mark before it; a save begins with '{{'")
    if not fits:
        raise DamagedTape(f"{path}, line 1: the header does not fit its digest: it was changed")
    return header


def entry_in(data: dict[str, Any], version: int, where: str) -> Entry:
    """The entry that a line of a file of a format is, given without its digest.

    Raises:
        DamagedTape: it is none.
    """
    if data.get("kind") not in KINDS:
        found = quoted(data["kind"]) if "kind" in data else "missing"
        raise DamagedTape(f"{where}: field 'kind' should be one of {', '.join(KINDS)}, and is {found}")
    try:
        entry = ENTRY.validate_python(data)
    except ValidationError as error:
        raise DamagedTape(f"{where}: {fault(error)}") from None
    if isinstance(entry, ChoiceEntry) and (entry.key is None) is (version >= KEYED):
        raise DamagedTape(f"{where}: field 'key' belongs to every choice from format {KEYED} on, and to none before")
    if isinstance(entry, ReseedEntry) and not entry.commitment and version >= SALTED:
        raise DamagedTape(f"{where}: from format {SALTED} on a seed that is taken in mid-match has a commitment")
    return entry


def fault(error: ValidationError) -> str:
    """What is wrong with a line of a save, in words."""
    first = mistakes(error)[0]
    return f"field {first}" if first.key else f"the line: {first}"


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        BadData: it cannot be written.
    """
    try:
        _put(path, text)
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be written: {why_not(error)}") from None


def _put(path: Path, text: str) -> None:
    """Write a file whole or not at all, with the errors of the system."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError, UnicodeError):
            part.unlink()
        raise


def same_file(one: Path, other: Path) -> bool:
    """Whether two names are those of one file, which need not be there yet."""
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except ValueError:  # one of them is no name for a file
        return False


def write_save(path: Path, text: str) -> None:
    """Write a save whole or not at all, unless somebody records to that file.

    Raises:
        InUse: somebody does.
        BadData: it cannot be written.
    """
    lock = FileLock(path)
    try:
        write_whole(path, text)
    finally:
        lock.release()


def open_journal(path: Path, tape: Tape, origin: SaveFile | None, *, durable: bool) -> Journal:
    """Open a journal for a tape: a new file, or the one the tape was read from, continued after its last whole line.

    Args:
        path: the file; once it is there, it has a whole header.
        tape: what is to be written.
        origin: the file the tape was read from; if it is still as it was then, it is not read again.
        durable: wait until the disk has every line.

    Raises:
        InUse: somebody else records to the file.
        NotWritten: there is no room for the header.
        BadData: the file exists and is not this match's own, or cannot be written.
    """
    lock = FileLock(path)
    try:
        file, whole = _opened(path, tape, origin)
    except BaseException as error:
        lock.release()
        if not isinstance(error, OSError | UnicodeError):
            raise
        kind = NotWritten if getattr(error, "errno", None) in NO_ROOM else BadData
        raise kind(f"{path}: cannot be written: {why_not(error)}") from None
    return Journal(file, path, whole, lock, durable)


def _opened(path: Path, tape: Tape, origin: SaveFile | None) -> tuple[FileIO, int]:
    """The file, open where the tape is to be written on, and how many bytes it has."""
    real = Path(os.path.realpath(path))
    status = real.stat() if real.exists() else None
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise BadData(f"{path}: cannot be written: it is not a file")
    if status is None or not status.st_size:
        header = header_line(tape.header)
        _put(real, header)
        whole = len(header.encode(errors="surrogatepass"))
        tape.resume_after(0, tape.header.root())
    else:
        saved = origin if origin is not None and origin.stamp == Stamp.of(status) else read_save(path)
        if saved.header.root() != tape.header.root() or not tape.begins_with(saved.entries, saved.before):
            raise BadData(f"{path}: holds another match; choose another file, or load that match to continue it")
        whole = saved.whole
        tape.resume_after(saved.before + len(saved.entries), saved.head)
    file = real.open("r+b", buffering=0)
    file.truncate(whole)
    file.seek(whole)
    return file, whole


class Journal:
    """Writes to an open journal, a text wholly or not at all; lets go of the file when it is closed, or when the
    match that keeps it is gone.

    Args:
        file: the file, open for writing.
        path: its name for messages.
        whole: how many bytes it holds.
        lock: held for it.
        durable: wait until the disk has every line.

    Attributes:
        path: the file's name.
        whole: how many bytes it holds wholly; what is interrupted has happened if this has grown.
        close: lets go of it.
    """

    def __init__(self, file: FileIO, path: Path, whole: int, lock: FileLock, durable: bool) -> None:
        self._file = file
        self.path = path
        self.whole = whole
        self._durable = durable
        self._torn = False
        self.close = weakref.finalize(self, _let_go, file, lock)  # not __del__: garbage may finalise the file first

    def __call__(self, text: str) -> None:
        """Write lines; they are in the file when this returns.

        Raises:
            NotWritten: they could not be written, and nothing of them is in the file.
        """
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
                    f"{self.path}: what has just happened could not be written ({error.strerror}), so it has not "
                    "happened; make room and try again"
                ) from error
            raise
        self.whole += len(data)
        self._torn = False

    def _cut(self) -> None:
        """Leave nothing in the file but what was written wholly."""
        self._file.truncate(self.whole)
        self._file.seek(self.whole)
        self._torn = False


def _let_go(file: FileIO, lock: FileLock) -> None:
    file.close()
    lock.release()
