"""Steps of matches in a SQLite file: made by the driver alone or by SQLAlchemy, they are the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from navalcore.table._database import Database
from navalcore.table._steps import apply_changes
from navalcore.table._store import Change, MatchDetails, NewTurn, Revision, StoredMatch, StoredOrder, StoredSeat

NOW = datetime(2026, 11, 26, 12, 30, tzinfo=UTC)
FIRST, SECOND = Revision(0, 1), Revision(0, 2)
CHOICE = Change(
    "m", FIRST, SECOND, ["piece"],
    {
        "edition": 0, "pieces": 2, "changed": NOW, "outcome": "", "waiting": ["uboat"], "told": {"uboat": 7}, "size": 9,
        "shown": NOW, "headline": "turn 2 · none sunk",
    },
)  # fmt: skip
MATCH = MatchDetails("m", "g", "1", "s", {}, "barrier", False, "", NOW, NOW, 1)
ORDER = StoredOrder("uboat", "turn", 1)


def with_file(folder: Path, step: Callable[[Database, Connection], Any], *before: str) -> tuple[Any, dict[str, Any]]:
    """What a step says in a new file in which something has been done before, and all rows after it."""

    async def made() -> tuple[Any, dict[str, Any]]:
        folder.mkdir()
        rows = Database(f"sqlite:///{folder / 'table.sqlite'}")
        await rows.open()
        await rows.add(StoredMatch(MATCH, (StoredSeat("uboat", "person"), StoredSeat("convoy", "person"))), ["set-up"])

        def act(connection: Connection) -> tuple[Any, dict[str, Any]]:
            for line in before:
                connection.execute(text(line))
            said = step(rows, connection)
            tables = ("matches", "pieces", "orders")
            return said, {name: connection.execute(text(f"SELECT * FROM {name}")).all() for name in tables}

        found = await rows.transaction(act)
        await rows.close()
        return found

    return asyncio.run(made())


def plainly(rows: Database, connection: Connection, change: Change) -> bool:
    return rows._plain.make(connection.connection.driver_connection, change)


def test_a_plain_step_leaves_the_rows_that_sqlalchemy_leaves(tmp_path: Path) -> None:
    nothing = with_file(tmp_path / "0", lambda _rows, _connection: None)[1]
    plain = with_file(tmp_path / "1", lambda rows, connection: plainly(rows, connection, CHOICE))
    other = with_file(tmp_path / "2", lambda _rows, connection: apply_changes(connection, [CHOICE])[0])
    assert plain == other == (True, plain[1])
    assert plain[1] != nothing
    assert plain[1]["pieces"] == [("m", 0, 0, "set-up"), ("m", 0, 1, "piece")]


@pytest.mark.parametrize(
    "before",
    [
        "UPDATE matches SET pieces = 2",
        "UPDATE matches SET edition = 1",
        "UPDATE matches SET closed = 'resigned'",
        "INSERT INTO orders (match, n, role, words, piece) VALUES ('m', 0, 'uboat', 'turn', 1)",
        "DELETE FROM matches",
    ],
)
def test_a_plain_step_changes_nothing_where_others_have_written_and_then_the_other_refuses_too(
    tmp_path: Path, before: str
) -> None:
    nothing = with_file(tmp_path / "0", lambda _rows, _connection: False, before)
    plain = with_file(tmp_path / "1", lambda rows, connection: plainly(rows, connection, CHOICE), before)
    other = with_file(tmp_path / "2", lambda _rows, connection: apply_changes(connection, [CHOICE])[0], before)
    assert plain == nothing == other


@pytest.mark.parametrize(
    "change",
    [
        replace(CHOICE, turn=NewTurn(["uboat"], clocked=True, telling=False), details={**CHOICE.details, "asked": NOW}),
        replace(CHOICE, after=Revision(0, 2, (ORDER,))),
        replace(CHOICE, details={**CHOICE.details, "rules": "2"}),
    ],
)
def test_what_has_more_to_it_is_left_to_sqlalchemy(tmp_path: Path, change: Change) -> None:
    nothing = with_file(tmp_path / "0", lambda _rows, _connection: False)
    assert with_file(tmp_path / "1", lambda rows, connection: plainly(rows, connection, change)) == nothing
    assert with_file(tmp_path / "2", lambda _rows, connection: apply_changes(connection, [change])[0])[0]
