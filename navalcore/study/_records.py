"""Records of simulated matches: how each ended, as rows of a table and as lines of a journal to continue from."""

from __future__ import annotations

import csv
import io
import json
import os
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from pydantic import TypeAdapter, ValidationError

from navalcore._saves.journal import written_whole
from navalcore._saves.locks import FileLock
from navalcore.components._reading import open_file, read_file
from navalcore.errors import BadData
from navalcore.study._plan import Plan


@dataclass(frozen=True, slots=True)
class SimulatedMatch:
    """One simulated match."""

    number: int
    """Its number in the plan, from 0."""
    seed: str
    """The seed it was played with."""
    winner: str | None
    """The winning role, or None for a draw."""
    ending: str
    """The way it ended, in a short word."""
    choices: int
    """How many choices were made."""
    length: int
    """How long it took in the game's own measure (turns as a rule)."""
    scores: dict[str, int]
    """The final figures by name."""
    asked: tuple[str, ...] = ()
    """The roles that had something to choose; empty where that was not noted."""

    def row(self) -> dict[str, Any]:
        """The record as a flat row, one column a score."""
        data = asdict(self)
        del data["asked"]
        scores = data.pop("scores")
        return data | {f"score_{name}": value for name, value in scores.items()}


COLUMNS: Final = ("number", "seed", "winner", "ending", "choices", "length")
"""The columns of a row but for the scores."""


@dataclass(frozen=True, slots=True)
class FailedMatch:
    """A simulated match that could not be played to its end."""

    number: int
    """Its number in the plan, from 0."""
    seed: str
    """The seed it was played with."""
    error: str
    """The error, and the choice on which it came."""
    save: str = ""
    """The match up to the choice that failed, as the text of a save file; empty for one that a journal remembers."""
    plan: Plan | None = field(default=None, compare=False, repr=False)
    """The plan by which it can be played again."""


def rows(records: Sequence[SimulatedMatch]) -> list[dict[str, Any]]:
    """The records as flat rows with the same columns each: None where a match has no such score."""
    flat = [record.row() for record in records]
    columns = dict.fromkeys(name for row in flat for name in row)
    return [{name: row.get(name) for name in columns} for row in flat]


def as_csv(records: Sequence[SimulatedMatch]) -> str:
    """Return ``records`` as CSV text, one row a match."""
    table = rows(records)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]) if table else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def as_json(records: Sequence[SimulatedMatch]) -> str:
    """Return ``records`` as a JSON array, one object a match and line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows(records)) + "\n]\n"


def write_parquet(records: Sequence[SimulatedMatch], path: str | Path) -> None:
    """Write ``records`` to the Parquet file ``path``, one row a match; needs the extra ``parquet``.

    Raises:
        BadData: pyarrow is not installed, or the file cannot be written.
    """
    check_parquet()
    from pyarrow import Table, parquet

    with written_whole(path) as part:
        parquet.write_table(Table.from_pylist(rows(records)), str(part))


def check_parquet() -> None:
    """Make sure that Parquet files can be written here.

    Raises:
        BadData: pyarrow is not installed; says how to install it.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadData("Parquet files need pyarrow: pip install 'navalcore[parquet]'") from None


FORMAT = 1
BEGINNING: Final = b'{"navalcore_simulation'
"""The first bytes of a journal; a run that was killed at once may have left fewer."""
LARGEST_JOURNAL: Final = 1 << 30
"""Bytes a journal may have: some millions of matches."""
LONGEST_LINE: Final = 1 << 20
"""Bytes its first line may have."""
DIGITS: Final = 16
"""Of the digest of a line."""
_RECORD: TypeAdapter[SimulatedMatch] = TypeAdapter(SimulatedMatch)


class SimulationJournal:
    """An open, locked journal: a line on what is simulated, then one for each match, on the disk once it is noted."""

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
                self._write([_line(self._plan)])
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
        self._write(map(_with_digest, map(_line, lines)))

    def _write(self, lines: Iterable[bytes]) -> None:
        self._file.write(b"".join(line + b"\n" for line in lines))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, seed_of: Callable[[int], str]) -> int:
        """Take over what the file holds; returns how many bytes of it are whole lines."""
        raw = read_file(self.path, LARGEST_JOURNAL)
        parts = raw.split(b"\n")
        torn = parts.pop()
        if not parts:
            if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
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
        digest = None if data is None else data.pop("digest", None)
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
            raise BadData(f"{where}: is not the record of a match; cut the file off before it to continue") from None
        if seed != seed_of(number):
            raise BadData(f"{where}: match {number} of this simulation has the seed {seed_of(number)}, not {seed}")
        if digest is not None and line != _with_digest(_without_digest(line)):
            raise BadData(f"{where}: was changed after it was written; cut the line out to have its match played again")

    def _no_journal(self) -> BadData:
        return BadData(f"{self.path}: is not a journal of a simulation, and is left as it is; name another file")


def journal_plan(path: str | Path) -> dict[str, Any] | None:
    """The plan of the journal ``path`` (its first line), or None if there is no such file or its first line is torn.

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


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _with_digest(line: bytes) -> bytes:
    return line[:-1] + f',"digest":"{sha256(line).hexdigest()[:DIGITS]}"}}'.encode()


def _without_digest(line: bytes) -> bytes:
    return line.rpartition(b',"digest":')[0] + b"}"


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
