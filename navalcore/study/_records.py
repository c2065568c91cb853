"""Records of simulated matches: how each ended, as rows of a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from navalcore.errors import BadData


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


@dataclass(frozen=True, slots=True)
class FailedMatch:
    """A simulated match that could not be played to its end."""

    number: int
    """Its number in the plan, from 0."""
    seed: str
    """The seed it was played with."""
    error: str
    """What went wrong, and on which choice."""
    save: str = ""
    """The match up to the choice that failed, as the text of a save file; empty if it was written before."""


def rows(records: Sequence[SimulatedMatch]) -> list[dict[str, Any]]:
    """The records as flat rows with the same columns each: None where a match has no such score."""
    flat = [record.row() for record in records]
    columns = dict.fromkeys(name for row in flat for name in row)
    return [{name: row.get(name) for name in columns} for row in flat]


def as_csv(records: Sequence[SimulatedMatch]) -> str:
    """The records as CSV text, one row a match."""
    table = rows(records)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]) if table else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def as_json(records: Sequence[SimulatedMatch]) -> str:
    """The records as a JSON array, one object a match and line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows(records)) + "\n]\n"


def write_parquet(records: Sequence[SimulatedMatch], path: str | Path) -> None:
    """Write the records as a Parquet file, one row a match; needs the extra ``parquet``.

    Raises:
        BadData: pyarrow is not installed, or the file cannot be written.
    """
    check_parquet()
    from pyarrow import Table, parquet

    try:
        parquet.write_table(Table.from_pylist(rows(records)), str(path))
    except OSError as error:
        raise BadData(f"{path}: cannot be written: {error.strerror or error}") from None


def check_parquet() -> None:
    """Make sure that Parquet files can be written here.

    Raises:
        BadData: pyarrow is not installed; says how to install it.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadData("Parquet files need pyarrow: pip install 'navalcore[parquet]'") from None
