"""Saves on disk: writing them so that nothing is lost, reading them so that nothing wrong gets in."""

from __future__ import annotations

import json
import os
import secrets
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import AnsweredChance, PhysicalChance, verify_commitment
from navalcore.engine.game import Rules
from navalcore.engine.installed import find_game
from navalcore.engine.match import Match
from navalcore.engine.setup import Setup
from navalcore.engine.tape import (
    ENTRY,
    FORMAT,
    ChanceEntry,
    ChoiceEntry,
    Entry,
    Header,
    ReseedEntry,
    Tape,
    UndoEntry,
    chained,
    header_line,
    written,
)
from navalcore.errors import BadData, DamagedTape, Diverged, IncompatibleSave, NavalCoreError


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
    """

    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    head: str
    whole: int
    torn: bool


def read_save(path: str | Path) -> SaveFile:
    """Read a save and check its chain of digests. No game is needed.

    Raises:
        BadData: the file cannot be read.
        DamagedTape: a line was changed, is missing or lacks a field; names the line.
        IncompatibleSave: the file has another format.
    """
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from None
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
            if not 0 <= entry.to < len(choices):
                raise DamagedTape(
                    f"{path}, line {number}: takes back to choice {entry.to}, but {len(choices)} were made"
                )
            del entries[choices[entry.to] :], lines[choices[entry.to] :], choices[entry.to :]
            continue
        if isinstance(entry, ChoiceEntry):
            choices.append(len(entries))
        entries.append(entry)
        lines.append(number)
    return SaveFile(header, tuple(entries), tuple(lines), head, whole, torn)


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
        raise DamagedTape(f"{path}, line 1: {_fault(error)}") from None
    if line != header_line(header).encode(errors="surrogatepass"):
        raise DamagedTape(f"{path}, line 1: the header does not fit its digest: it was changed")
    if header.seed is not None and not verify_commitment(header.commitment, header.seed):
        raise DamagedTape(f"{path}, line 1: the seed is not the one that was committed to")
    return header


def _entry(data: dict[str, Any], path: Path, number: int) -> Entry:
    try:
        return ENTRY.validate_python(data)
    except ValidationError as error:
        raise DamagedTape(f"{path}, line {number}: {_fault(error)}") from None


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the line"
    return f"field {where}: {first['msg']}"


def load_match(
    path: str | Path,
    game: Rules[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Match[Any, Any, Any]:
    """Play a saved match again up to where it stood, checking every entry on the way.

    Args:
        path: the save or journal.
        game: the game; looked up among the installed ones if left out.
        to: stop after this many choices.
        on_event: told everything that happens on the way.

    Raises:
        BadData, DamagedTape: the file cannot be read or was changed.
        UnknownGame: the game is not installed.
        IncompatibleSave: it was played with another version of the rules.
        Diverged: the rules no longer do what the tape says; names entry, line, rule, expected and found.
    """
    saved = read_save(path)
    header = saved.header
    if game is None:
        game = find_game(header.game)
    if game.id != header.game:
        raise IncompatibleSave(f"{path}: is a match of {header.game}, not of {game.id}")
    entries, checked = _carried_over(saved, game, Path(path))
    setup = _setup(header, game, Path(path))
    tape = Tape(setup.header(), entries if checked else (), saved.lines)
    match = Match(setup, _source(header, entries), tape=tape, on_event=on_event)
    _follow(match, tape, entries, checked, to)
    return match


def _carried_over(saved: SaveFile, game: Rules[Any, Any, Any], path: Path) -> tuple[tuple[Entry, ...], bool]:
    """The entries as this version of the rules reads them, and whether every one of them must be met again."""
    version = saved.header.rules
    if version == game.version:
        return saved.entries, True
    migrate = game.migrations.get(version)
    if migrate is None:
        raise IncompatibleSave(
            f"{path}: was played with rules version {version} of {game.id}, this is {game.version}, and there is no "
            "way to carry it over; it can still be read with: navalcore replay FILE --narrate"
        )
    try:
        moved = [ENTRY.validate_python(data) for data in migrate([entry.model_dump() for entry in saved.entries])]
    except Exception as error:
        what = _fault(error) if isinstance(error, ValidationError) else f"{type(error).__name__}: {error}"
        raise IncompatibleSave(
            f"{path}: cannot be carried over from rules version {version} of {game.id} to {game.version}: {what}"
        ) from error
    return tuple(moved), False


def _setup(header: Header, game: Rules[Any, Any, Any], path: Path) -> Setup[Any, Any, Any]:
    try:
        scenario = game.scenario(header.scenario)
        options = game.parse_options(header.options)
    except NavalCoreError as error:
        raise IncompatibleSave(f"{path}: {error}") from None
    return Setup(game, scenario, options, header.seed or "", header.commitment, header.chance, header.undo)


def _source(header: Header, entries: tuple[Entry, ...]) -> Chance:
    if header.chance == "seeded" and header.seed is not None:
        return SeededChance.from_seed(header.seed)
    values: list[int] = []
    for entry in entries:
        if isinstance(entry, ReseedEntry):
            break
        if isinstance(entry, ChanceEntry):
            values.append(entry.value)
    return PhysicalChance(values) if header.chance == "physical" else AnsweredChance(values)


def _follow(match: Match[Any, Any, Any], tape: Tape, entries: tuple[Entry, ...], checked: bool, to: int | None) -> None:
    """Make the tape's choices again; what is not a choice comes by itself and is checked by the tape."""
    choices = [(i, entry) for i, entry in enumerate(entries) if isinstance(entry, ChoiceEntry | ReseedEntry)]
    for place, entry in choices:
        if to is not None and match.count >= to:
            break
        decision = match.decision
        if checked and tape.cursor != place:
            raise tape.diverged(decision)
        if isinstance(entry, ReseedEntry):
            match.reseed(entry.seed)
            continue
        if decision is None or entry.text not in decision.texts:
            raise (
                tape.diverged(decision)
                if checked
                else Diverged(
                    f"choice {match.count + 1} of the save is '{entry.text}', which is not offered: {decision}"
                )
            )
        match.choose(decision.texts.index(entry.text))
    else:
        if tape.cursor < len(tape.entries):
            raise tape.diverged(match.decision)
    if to is not None:
        tape.rollback(tape.cursor)


def verify(path: str | Path, game: Rules[Any, Any, Any] | None = None) -> Match[Any, Any, Any]:
    """Check a save completely: digests, commitment, every choice and every chance result; returns the match.

    Raises:
        the errors of :func:`load_match`.
    """
    return load_match(path, game)


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
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise BadData(f"{path}: cannot be written: {error.strerror}") from None


def open_journal(path: Path, tape: Tape, seed: str | None, durable: bool) -> Callable[[str], None]:
    """Open a journal for a tape: a new file, or the one the tape was read from, continued after its last whole line.

    Raises:
        BadData: the file exists and is not this match's own, or cannot be written.
    """
    try:
        exists = path.exists() and path.stat().st_size > 0
        if exists:
            saved = read_save(path)
            if saved.header.root() != tape.header.root() or list(saved.entries) != tape.entries[: len(saved.entries)]:
                raise BadData(f"{path}: holds another match; choose another file, or load that match to continue it")
            file = path.open("r+", encoding="utf-8", newline="\n")
            file.truncate(saved.whole)
            file.seek(0, os.SEEK_END)
            tape.resume_after(len(saved.entries), saved.head)
        else:
            file = path.open("w", encoding="utf-8", newline="\n")
            file.write(header_line(tape.header.model_copy(update={"seed": seed})))
            tape.resume_after(0, tape.header.root())
    except OSError as error:
        raise BadData(f"{path}: cannot be written: {error.strerror}") from None
    return _Journal(file, durable)


class _Journal:
    """Writes to an open journal; closes it when the match that keeps it is gone."""

    def __init__(self, file: IO[str], durable: bool) -> None:
        self._file = file
        self._durable = durable
        weakref.finalize(self, file.close)  # not __del__: in a cycle of garbage the file would be finalised first

    def __call__(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
        if self._durable:
            os.fsync(self._file.fileno())
