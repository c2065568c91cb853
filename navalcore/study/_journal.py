"""The journal of a simulation: a file that every finished match is appended to, so that a stopped run can go on."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from pydantic import TypeAdapter, ValidationError

from navalcore._saves.locks import FileLock
from navalcore.components._reading import open_file, read_file
from navalcore.errors import BadData
from navalcore.study._records import FailedMatch, SimulatedMatch

FORMAT = 1
LARGEST_JOURNAL: Final = 1 << 30
"""Bytes a journal may have: some millions of matches."""
LONGEST_LINE: Final = 1 << 20
"""Bytes its first line may have."""
_RECORD: TypeAdapter[SimulatedMatch] = TypeAdapter(SimulatedMatch)


class SimulationJournal:
    """An open journal. Its first line says what is simulated; each other line is one match.

    It is locked, so that no second program writes to it. What is noted is in the file before :meth:`note` returns, so
    whatever ends the program loses no finished match but those that were on their way to it. A last line that was torn
    is dropped.

    Args:
        path: a new file, or the journal of the same simulation.
        plan: what is simulated, JSON-ready; must be what an existing journal says.
        seed_of: the seed that match ``number`` of the plan has.

    Attributes:
        records: the matches that were played to their end, by number.
        failures: the matches that could not be.

        close: lets go of the file.

    Raises:
        InUse: another simulation writes to it.
        BadData: the file cannot be read or written, is not a journal, is damaged, or is that of another simulation.
    """

    def __init__(self, path: str | Path, plan: Mapping[str, Any], seed_of: Callable[[int], str]) -> None:
        self.path = Path(path)
        self.records: dict[int, SimulatedMatch] = {}
        self.failures: dict[int, FailedMatch] = {}
        self._plan: dict[str, Any] = json.loads(json.dumps({"navalcore_simulation": FORMAT, **plan}))
        if self.path.exists() and not self.path.is_file():
            raise BadData(f"{self.path}: cannot be read and written: it is not a file")
        lock = FileLock(self.path)
        try:
            whole = self._read(seed_of) if self.path.exists() else 0
            file = self.path.open("r+b" if whole else "wb")
            self.close = weakref.finalize(self, _let_go, file, lock)
            self._file = file
            self._file.truncate(whole)
            self._file.seek(whole)
            if not whole:
                self._write([self._plan])
        except BaseException as error:
            lock.release()
            if isinstance(error, OSError):
                raise BadData(f"{self.path}: cannot be read and written: {error.strerror}") from None
            raise

    def note(self, matches: Iterable[SimulatedMatch | FailedMatch]) -> None:
        """Append finished matches."""
        lines = []
        for match in matches:
            if isinstance(match, SimulatedMatch):
                self.records[match.number] = match
                lines.append(asdict(match))
            else:
                self.failures[match.number] = match
                lines.append({"number": match.number, "seed": match.seed, "failed": match.error})
        self._write(lines)

    def _write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        self._file.write(text.encode())
        self._file.flush()

    def _read(self, seed_of: Callable[[int], str]) -> int:
        """Take over what the file holds; returns how many bytes of it are whole lines."""
        raw = read_file(self.path, LARGEST_JOURNAL)
        parts = raw.split(b"\n")
        torn = parts.pop()
        if not parts:
            if torn and not torn.startswith(b'{"navalcore_sim'):
                raise self._no_journal()
            return 0
        self._check_plan(parts[0])
        for number, part in enumerate(parts[1:], start=2):
            self._take(part, f"{self.path}, line {number}", seed_of)
        return len(raw) - len(torn)

    def _check_plan(self, line: bytes) -> None:
        found = _object(line)
        if found is None or "navalcore_simulation" not in found:
            raise self._no_journal()
        other = [name for name in {**self._plan, **found} if found.get(name) != self._plan.get(name)]
        if other:
            said = "; ".join(f"{name} is {found.get(name)!r} there, {self._plan.get(name)!r} here" for name in other)
            raise BadData(
                f"{self.path}: is the journal of another simulation: {said}. Name another file, or ask for that"
            )

    def _take(self, line: bytes, where: str, seed_of: Callable[[int], str]) -> None:
        data = _object(line)
        try:
            if data is not None and "failed" in data:
                failure = FailedMatch(int(data["number"]), str(data["seed"]), str(data["failed"]))
                self.failures[failure.number] = failure
                number, seed = failure.number, failure.seed
            else:
                record = _RECORD.validate_python(data)
                if record.number in self.records:
                    raise BadData(f"{where}: match {record.number} is in the journal twice")
                self.records[record.number] = record
                number, seed = record.number, record.seed
        except (ValidationError, KeyError, TypeError, ValueError):
            raise BadData(f"{where}: is not the record of a match; cut the file off before it to go on") from None
        if seed != seed_of(number):
            raise BadData(f"{where}: match {number} of this simulation has the seed {seed_of(number)}, not {seed}")

    def _no_journal(self) -> BadData:
        return BadData(f"{self.path}: is not a journal of a simulation, and is left as it is; name another file")


def journal_plan(path: str | Path) -> dict[str, Any] | None:
    """What an existing journal simulates (its first line), or None if there is no such file or its first line is torn.

    Raises:
        BadData: the file cannot be read.
    """
    if not Path(path).exists():
        return None
    try:
        with open_file(path, LARGEST_JOURNAL) as file:
            line = file.readline(LONGEST_LINE)
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from None
    return _object(line) if line.endswith(b"\n") else None


def _let_go(file: IO[bytes], lock: FileLock) -> None:
    file.close()
    lock.release()


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
