"""Save files as they are read: nothing wrong gets in."""

from __future__ import annotations

import json
import os
from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from navalcore._saves.entries import (
    ENTRY,
    FORMATS,
    KEYED,
    KINDS,
    OLD_FORMATS,
    ChoiceEntry,
    Entry,
    ReseedEntry,
    SaveHeader,
    UndoEntry,
    last_roll,
)
from navalcore._saves.tape import CHAIN_DIGITS, chained, header_line, written
from navalcore.components._model_errors import mistakes, quoted
from navalcore.components._reading import open_file, size_in_words
from navalcore.errors import BadData, DamagedTape, IncompatibleSave

LARGEST_SAVE: Final = 1 << 28
"""Bytes a save may have: a hundred times the longest campaign."""
LONGEST_LINE: Final = 1 << 20
"""Bytes a line of a save may have."""
RECORD_MARK: Final = b'{"navalcore_record":'
"""The first bytes of the record of one role, which is not a save (``navalcore._saves.records``)."""


Stamp: TypeAlias = tuple[int, int, int, int]
"""Device, number, size and time of writing of a file, by which it is still the one that was read."""
NO_STAMP: Final[Stamp] = (-1, -1, -1, -1)
"""That of a text, which is not a file."""
TORN_APART: Final = (
    "is only the beginning of a JSON document, and a save has a whole one in each line; "
    "a tree of branches is read by navalcore branch"
)
TEXT: Final = Path("(text)")
"""The name that messages have for one."""


@dataclass(frozen=True)
class SaveFile:
    """The contents of a save file, its chain of digests checked."""

    header: SaveHeader
    """Its first line."""
    entries: tuple[Entry, ...]
    """The entries of the line of play: choices taken back are left out."""
    lines: tuple[int, ...]
    """The number of each entry's line in the file."""
    head: str
    """The digest of the last entry, from which a journal continues."""
    whole: int
    """How many bytes at the beginning are whole lines; less than the file if its last line was torn."""
    torn: bool
    """Whether the last line was torn off by a crash (and is left out)."""
    path: Path
    """The file."""
    stamp: Stamp
    """A mark that shows whether the file is still as it was when it was read."""
    written: tuple[Entry, ...]
    """Every entry as it was written, choices taken back and the entries that take them back among them."""

    @property
    def count(self) -> int:
        """The number of choices, as :attr:`Match.count <navalcore.Match.count>` says of the match."""
        return sum(entry.kind == "choice" for entry in self.entries)


def path_of(path: object) -> Path:
    """The path of a save file as it was given."""
    if not isinstance(path, str | os.PathLike) or "\0" in str(path) or not (found := Path(path)).name:
        raise BadData(f"{str(path)!r} cannot be the name of a file; a save is written to a path such as match.jsonl")
    return found


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp of a file as the system describes it."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def why_not(error: Exception) -> str:
    """The system's objection to a file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_save(path: str | Path) -> SaveFile:
    """Read the save in the file ``path`` and check its chain of digests. No game is needed.

    Raises:
        BadData: the file cannot be read.
        DamagedTape: a line was changed, is missing or lacks a field; names the line.
        IncompatibleSave: the file has another format.
    """
    return SaveReader.read(*bytes_of(path))


def read_save_text(text: str) -> SaveFile:
    """Read a save from ``text``, such as ``match.dumps()`` returns, and check its chain of digests. The result can be
    loaded and verified like a file; messages call it ``(text)``.

    Raises:
        BadData: it is not a text, or longer than any save.
        DamagedTape, IncompatibleSave: as for :func:`read_save`.
    """
    return SaveReader.read(*bytes_in(text, "save"))


def bytes_in(text: str, what: str) -> tuple[bytes, Path, Stamp]:
    """The bytes of a text that is not in a file, and what represents its path and stamp."""
    if not isinstance(text, str):
        raise BadData(f"the text of a {what} is a str, not {type(text).__name__}")
    return text.encode(errors="surrogatepass"), TEXT, NO_STAMP


def bytes_of(path: str | Path) -> tuple[bytes, Path, Stamp]:
    """A file's bytes, its path, and its stamp when they were read."""
    path = path_of(path)
    try:
        with open_file(path, LARGEST_SAVE) as file:
            return file.read(LARGEST_SAVE + 1), path, stamp_of(os.fstat(file.fileno()))
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be read: {why_not(error)}") from None


class SaveReader:
    """A save as far as it has been read; if trusting, no line is compared with its digest before :meth:`check_from`."""

    def __init__(self, path: Path, *, trusting: bool = False) -> None:
        self.path = path
        self.trusting = trusting
        self.digits = CHAIN_DIGITS
        self.header: SaveHeader | None = None
        self.head = ""
        self.whole = 0
        self.torn = False
        self.entries: list[Entry] = []
        self.lines: list[int] = []
        self.written: list[Entry] = []
        self.choices: list[int] = []

    @classmethod
    def read(cls, data: bytes, path: Path, stamp: Stamp) -> SaveFile:
        """Read a save from its bytes; path and stamp are those of the file they come from."""
        reading = cls(path)
        reading.take_all(data)
        return reading.save(stamp)

    def take_all(self, data: bytes) -> None:
        """Check every line and take over what it says."""
        if len(data) > LARGEST_SAVE:
            raise BadData(f"{self.path}: has more than {size_in_words(LARGEST_SAVE)}")
        for number, line in enumerate(iter(partial(BytesIO(data).readline, LONGEST_LINE + 1), b""), start=1):
            if len(line) > LONGEST_LINE:
                raise DamagedTape(f"{self.path}, line {number}: is longer than any line of a save")
            self.take(line, number)

    def take(self, line: bytes, number: int) -> None:
        """Check the next line and take over what it says; a last line without its end was torn by a crash."""
        where = f"{self.path}, line {number}"
        if not line.endswith(b"\n"):
            if goes_on_after_object(line):
                raise DamagedTape(f"{where}: the last line was changed or lost its end")
            self.torn = True
            return
        try:
            data = object_in(line, where)
            if self.header is None:
                self.header = self.take_header(data, line)
            else:
                self._take_entry(data, line, number, where)
        except RecursionError:
            raise DamagedTape(f"{where}: is nested deeper than any line of a save") from None
        self.whole += len(line)

    def take_header(self, data: dict[str, Any], line: bytes) -> SaveHeader:
        """The header that the first line is."""
        header = header_in(data, line, self.path)
        self.head = header.root()
        return header

    def check(self, link: object, data: dict[str, Any], line: bytes, where: str) -> None:  # noqa: ARG002
        """Compare the next line with its digest ``link``, and with how it is written."""
        self.head = chained(self.head, data, self.digits)
        if line != written(data, self.head).encode(errors="surrogatepass"):
            raise DamagedTape(f"{where}: does not fit its digest: this line or one before it was changed")

    def check_from(self, lines: Sequence[bytes], first: int) -> None:
        """Compare the lines from the one of number ``first`` on with their digests, where that was left out."""
        self.head = str(object_in(lines[first - 2], "").get("h"))
        for number in range(first, len(lines) + 1):
            line, where = lines[number - 1], f"{self.path}, line {number}"
            data = object_in(line, where)
            self.check(data.pop("h", None), data, line, where)

    def entry_of(self, data: dict[str, Any], where: str) -> Entry:
        """The entry that a line is, given without its digest."""
        assert self.header is not None
        return entry_in(data, self.header.navalcore, where)

    def _take_entry(self, data: dict[str, Any], line: bytes, number: int, where: str) -> None:
        assert self.header is not None
        link = data.pop("h", None)
        if not self.trusting:
            self.check(link, data, line, where)
        entry = self.entry_of(data, where)
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
        if gone is None and entry.role is None and entry.to == len(choices):
            raise DamagedTape(f"{where}: takes back a roll, but none was made since the last choice")
        if gone is None:
            raise DamagedTape(f"{where}: {entry}, but {len(choices)} were made")
        del entries[gone], self.lines[gone], choices[entry.to if entry.role is None else choices.index(gone.start) :]
        choices += [place for place in range(gone.start, len(entries)) if isinstance(entries[place], ChoiceEntry)]

    def save(self, stamp: Stamp) -> SaveFile:
        """The save that was read."""
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
            tuple(self.written),
        )


def _taken_back(undo: UndoEntry, entries: Sequence[Entry], choices: Sequence[int]) -> slice | None:
    """The entries that an undo takes back, or None if it does not fit them."""
    if undo.role is None and undo.to == len(choices):
        rolled = last_roll(entries)
        return None if rolled is None else slice(rolled, len(entries))
    if undo.role is None:
        return slice(choices[undo.to], len(entries)) if 0 <= undo.to < len(choices) else None
    own = [place for place in choices if getattr(entries[place], "role", None) == undo.role]
    return slice(own[-1], own[-1] + 1) if own and undo.to == len(choices) - 1 else None


def object_in(line: bytes, where: str) -> dict[str, Any]:
    """The JSON object that a line is."""
    try:
        data = json.loads(line)
    except ValueError:
        raise DamagedTape(f"{where}: {TORN_APART if line.strip() == b'{' else 'is not JSON'}") from None
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


def header_in(data: dict[str, Any], line: bytes, path: Path) -> SaveHeader:
    """The header that the first line is."""
    data.pop("h", None)
    version = data.get("navalcore")
    if line.startswith(RECORD_MARK):
        raise IncompatibleSave(
            f"{path}: is the record of one role ({data.get('role')}), not a save: it cannot be loaded or verified; "
            "read it with navalcore replay FILE"
        )
    if version is None:
        raise DamagedTape(f"{path}, line 1: is not the header of a navalcore save (field 'navalcore' is missing)")
    if version in OLD_FORMATS:
        raise IncompatibleSave(
            f"{path}: has save format {version}; navalcore upgrade FILE reads it, and writes it in the format of today"
        )
    if version not in FORMATS and isinstance(version, int):
        known = ", ".join(map(str, FORMATS))
        raise IncompatibleSave(
            f"{path}: has save format {quoted(version)}; this version of navalcore reads formats {known}"
        )
    try:
        header = SaveHeader.model_validate(data)
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
    """The entry that a line of a file of a format is, given without its digest."""
    if data.get("kind") not in KINDS:
        found = quoted(data["kind"]) if "kind" in data else "missing"
        raise DamagedTape(f"{where}: field 'kind' should be one of {', '.join(KINDS)}, and is {found}")
    try:
        entry = ENTRY.validate_python(data)
    except ValidationError as error:
        raise DamagedTape(f"{where}: {fault(error)}") from None
    if isinstance(entry, ChoiceEntry) and (entry.key is None) is (version >= KEYED):
        raise DamagedTape(f"{where}: field 'key' belongs to every choice from format {KEYED} on, and to none before")
    return entry


def fault(error: ValidationError) -> str:
    """The fault in a line of a save, in words."""
    first = mistakes(error)[0]
    return f"field {first}" if first.key else f"the line: {first}"
