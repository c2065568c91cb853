"""Data sets: matches of bots as rows. Each decision has a row with view, legal options, choice and outcome."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import numpy as np

from navalcore._match.installed import load
from navalcore._match.match import AnyGame, Match
from navalcore._misfits import whole
from navalcore._saves.files import path_of
from navalcore._saves.journal import written_whole
from navalcore._version import VERSION
from navalcore._wire.codec import codec
from navalcore.bots import bot_print, make_bots, seat
from navalcore.bots._makers import answer_of
from navalcore.components._events import Event
from navalcore.errors import BadData, RuleError
from navalcore.learn._actions import ActionSpace
from navalcore.learn._encoding import Encoder
from navalcore.learn._heard import shown_line
from navalcore.learn._policy import digest_of, observations_digest
from navalcore.study import Plan, check_parquet
from navalcore.study._simulate import in_batches

FORMAT: Final = 1
ROWS_AT_ONCE: Final = 50_000
"""Rows in a row group: what is held in memory."""
COLUMNS: Final[Mapping[str, str]] = {
    "match": "number of the match; with the seed of the data set it gives the match's own seed",
    "number": "how many choices had been made before in the match",
    "role": "who decides",
    "information": "digest of the role's news, choices and present view (navalcore.learn.information_digest)",
    "legal": "action ids of the options, in the order of the options",
    "action": "action id that was chosen",
    "key": "key of the option that was chosen",
    "result": "what the match was worth to the role in the end: 1 won, -1 lost, 0 drawn",
}
"""The meaning of each column; ``observation`` is the view as the game's encoder writes it, if it is wanted."""


class _Memory:
    """The news that a role was told so far, as a running digest: the same as ``information_digest`` of the match."""

    def __init__(self, match: Match[Any, Any, Any], role: str) -> None:
        self._said = blake2b(role.encode(), digest_size=16)
        self._codec = codec(match.game)
        for each in match.snapshot(role, since=0).events or ():
            self._note(each.kind, each.fields)
        match.events.subscribe(self._hear, role=role)

    def _hear(self, event: Event) -> None:
        self._note(event.kind, self._codec.fields_of(event))

    def _note(self, kind: str, fields: object) -> None:
        self._said.update(f"\n{kind} {json.dumps(fields, ensure_ascii=False, sort_keys=True)}".encode())

    def digest(self, shown: str) -> bytes:
        """The digest of the news and of the role's present view, ``shown``."""
        said = self._said.copy()
        said.update(f"\n{shown}".encode())
        return said.digest()


@dataclass(frozen=True, slots=True)
class _RowMaker:
    """Turns matches of a plan into rows."""

    plan: Plan
    observed: bool

    def __call__(self, numbers: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
        """The rows of some matches, by their numbers."""
        game = load(self.plan.game, self.plan.plugins)
        space, encoder = ActionSpace(game), Encoder.of(game) if self.observed else None
        return {number: self._rows(game, space, encoder, number) for number in numbers}

    def _rows(self, game: AnyGame, space: ActionSpace, encoder: Encoder | None, number: int) -> list[dict[str, Any]]:
        seed = self.plan.match_seed(number)
        match = game.new_match(self.plan.scenario, seed=seed, options=self.plan.options, history=True)
        bots = make_bots(game, {**dict.fromkeys(game.roles), **self.plan.bots}, f"bots {seed}", self.plan.plugins)
        seat(match, bots)
        memories = {role: _Memory(match, role) for role in match.game.roles}
        rows: list[dict[str, Any]] = []
        while (decision := match.decision) is not None:
            role = decision.role
            view = match.view(role)
            ids = space.ids(decision)
            index = decision.index(answer_of(bots[role], match, decision))
            row: dict[str, Any] = {
                "match": number,
                "number": match.count,
                "role": role,
                "information": memories[role].digest(shown_line(view, decision)),
                "legal": ids,
                "action": ids[index],
                "key": decision.key(index),
            }
            rows.append(row if encoder is None else {**row, "observation": encoder(view)})
            match.choose(index, role=role)
        if match.outcome is None:
            raise RuleError(f"match {number} stopped after {match.count} choices without an outcome")
        for row in rows:
            row["result"] = float(match.outcome.returns[row["role"]])
        return rows


def write_decisions(
    plan: Plan,
    matches: int,
    path: str | Path,
    *,
    observed: bool = False,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Play matches between bots and write each of their decisions as a row of a Parquet file; needs the extra
    ``parquet``. The rows are the same for the same plan, for any number of jobs; :data:`COLUMNS` says what is in them.
    The file's metadata has the plan, the versions and the digests. A file that is there is replaced at the end.

    Args:
        plan: what to play, as for :func:`navalcore.study.simulate`.
        matches: how many.
        path: the file.
        observed: whether each row has the view as an array, too; that makes the file many times as large.
        jobs: worker processes; 1 plays in this one.
        progress: called with the number of matches done so far.

    Returns:
        How many rows were written.

    Raises:
        BadData: fewer than one match or job, pyarrow is missing, the file cannot be written, or the plan is wrong.
        UnknownGame, UnknownName: the plan names something that is not there.
    """
    if matches < 1 or jobs < 1:
        raise BadData(f"at least one match and one job are needed, not {matches} and {jobs}")
    check_parquet()
    from pyarrow import Table, parquet

    whole = plan.filled()
    game = load(plan.game, plan.plugins)
    schema = _schema(Encoder.of(game).size if observed else 0).with_metadata(_metadata(game, whole, matches))
    count = 0
    with written_whole(path) as part, parquet.ParquetWriter(str(part), schema, compression="zstd") as file:
        for rows in _grouped(_in_order(_RowMaker(whole, observed), matches, jobs, progress)):
            file.write_table(Table.from_pylist(rows, schema=schema))
            count += len(rows)
    return count


def _in_order(
    work: _RowMaker, matches: int, jobs: int, progress: Callable[[int], None] | None
) -> Iterator[list[dict[str, Any]]]:
    """The rows of match after match, in the order of their numbers, in any order of play."""
    waiting: dict[int, list[dict[str, Any]]] = {}
    next_match = 0
    for rows in in_batches(work, range(matches), jobs=jobs):
        waiting |= rows
        while next_match in waiting:
            yield waiting.pop(next_match)
            next_match += 1
            if progress is not None:
                progress(next_match)


def _grouped(matches: Iterator[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    """The rows of matches brought together to row groups."""
    held: list[dict[str, Any]] = []
    for rows in matches:
        held += rows
        if len(held) >= ROWS_AT_ONCE:
            yield held
            held = []
    if held:
        yield held


def _schema(entries: int) -> Any:
    import pyarrow as pa

    words = pa.dictionary(pa.int32(), pa.string())
    columns = [
        ("match", pa.int32()),
        ("number", pa.int32()),
        ("role", words),
        ("information", pa.binary(16)),
        ("legal", pa.list_(pa.int32())),
        ("action", pa.int32()),
        ("key", words),
        ("result", pa.float32()),
    ]
    return pa.schema([*columns, ("observation", pa.list_(pa.float32(), entries))] if entries else columns)


def _metadata(game: AnyGame, plan: Plan, matches: int) -> dict[str, str]:
    space = ActionSpace(game)
    told = {
        "format": FORMAT,
        "navalcore": VERSION,
        **plan.to_json(),
        "matches": matches,
        "rules": game.version,
        "actions": digest_of(space.keys or (f"{space.n} hashed",)),
        "observations": observations_digest(game),
        "bot_prints": {role: bot_print(game, bot, plan.plugins) for role, bot in plan.bots.items()},
        "columns": COLUMNS,
    }
    return {"navalcore": json.dumps(told, sort_keys=True)}


def read_metadata(path: str | Path) -> dict[str, Any]:
    """The metadata of the data set in the file ``path``: game, rules, bots, seed, digests.

    Raises:
        BadData: it is not a data set of decisions, or pyarrow is missing.
    """
    check_parquet()
    from pyarrow import lib, parquet

    try:
        found = json.loads(parquet.read_schema(str(path_of(path))).metadata[b"navalcore"])
        if not isinstance(found, dict):
            raise TypeError(f"its metadata are {found!r}")
    except (OSError, ValueError, KeyError, TypeError, RecursionError, lib.ArrowInvalid) as error:
        raise BadData(f"{path} is not a data set of decisions: {error}") from error
    return found


def masks(legal: Any, actions: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The column ``legal`` as an array of masks, a row for each decision.

    Args:
        legal: the column, or some of its rows: lists of action ids.
        actions: how many action ids there are.

    Raises:
        BadData: ``actions`` is not a whole number from 0 up, ``legal`` is not a list, a row has something else than
            ids of them, or the masks have no room in memory.
    """
    number = whole("a mask has a place for each of a number of actions", actions)
    try:
        rows = len(legal)
    except TypeError as error:
        raise BadData(f"masks are made of rows of action ids: {error}") from error
    try:
        found = np.zeros((rows, number), np.bool_)
    except (MemoryError, ValueError, OverflowError) as error:
        raise BadData(f"{rows} masks of {number} actions have no room in memory: {error}") from error
    for row, ids in enumerate(legal):
        try:
            given = np.array(ids.as_py() if hasattr(ids, "as_py") else ids)
            if given.ndim != 1 or (given.size and (given.dtype.kind not in "iu" or given.min() < 0)):
                raise IndexError(f"not {given.tolist()!r}")
            found[row, given.astype(np.intp)] = True
        except (IndexError, TypeError, ValueError) as error:
            raise BadData(f"row {row} of legal should be a list of action ids below {number}: {error}") from error
    return found
