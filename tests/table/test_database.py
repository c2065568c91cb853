"""The table's database where it is not free at once."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
import warnings
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from navalcore.errors import BadData
from navalcore.table import _sqlite_file as sqlite_file
from navalcore.table._database import Database, migrate
from navalcore.table._keeping import backup, restore
from navalcore.table._schema import Base
from tests.table.client import table as table_at


class Taken:
    """A cursor of a new file that another process is about to write ahead of, for so many tries."""

    def __init__(self, tries: int) -> None:
        self.left = tries
        self.tried = 0

    def execute(self, _command: str) -> None:
        self.tried += 1
        self.left -= 1
        if self.left >= 0:
            raise sqlite3.OperationalError("database is locked")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which goes on by a quarter of what is waited for at most whenever somebody waits."""
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", lambda _seconds: clock.__setitem__(0, clock[0] + sqlite_file.PATIENCE / 4))
    return clock


def test_a_file_that_another_process_prepares_is_asked_for_again_until_it_is_free(now: list[float]) -> None:
    for tries in (0, 1, 3):
        now[0], cursor = 100.0, Taken(tries)
        sqlite_file._journal_ahead(cursor)
        assert cursor.tried == tries + 1


def test_a_file_that_never_gets_free_is_given_up_when_patience_is_at_an_end(now: list[float]) -> None:
    cursor = Taken(100)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sqlite_file._journal_ahead(cursor)
    assert cursor.tried == 6
    assert now[0] > 100 + sqlite_file.PATIENCE


def test_the_folders_in_which_a_file_is_to_lie_are_made(tmp_path: Path) -> None:
    for _ in range(2):  # where they are there already, that is as well
        Database(f"sqlite:///{tmp_path / 'of' / 'mine' / 'table.sqlite'}")
        assert (tmp_path / "of" / "mine").is_dir()


def test_the_migrations_make_the_very_tables_that_the_schema_says(database: str) -> None:
    """Columns, their types and lengths, what may be missing, and indices."""

    def differences(connection: Connection) -> list[Any]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        return found

    async def made() -> list[Any]:
        rows = Database(database)
        await rows.open()
        found = await rows.read(differences)
        await rows.close()
        return found

    assert asyncio.run(made()) == []


def test_what_is_committed_to_a_file_is_on_the_disk_and_no_seat_is_left_without_its_match(sqlite: str) -> None:
    async def settings() -> dict[str, Any]:
        rows = Database(sqlite)
        await rows.open()
        names = ("synchronous", "foreign_keys", "journal_mode")
        found = await rows.read(lambda connection: {name: connection.scalar(text(f"PRAGMA {name}")) for name in names})
        await rows.close()
        return found

    full = 2
    assert asyncio.run(settings()) == {"synchronous": full, "foreign_keys": 1, "journal_mode": "wal"}


def test_what_waits_in_an_older_outbox_waits_for_each_notice_of_its_person(database: str) -> None:
    """Before 0004 a row was for all notices of a person."""

    async def migrated() -> list[Any]:
        rows = Database(database)
        now = datetime(2026, 11, 26, tzinfo=UTC) if rows.shared else "2026-11-26 00:00:00.000000"

        def fill(connection: Connection) -> None:
            migrate(connection, "0003")
            match = {
                "id": "m", "game": "g", "rules": "1", "scenario": "s", "options": "{}", "undo": "barrier",
                "public": False, "commitment": "", "created": now, "changed": now, "pieces": 1, "edition": 0,
                "outcome": "",
            }  # fmt: skip
            outbox = {"match": "m", "role": "uboat", "asked": now, "due": now, "tries": 2, "sent": 1}
            notice = {"holder": "h", "channel": "mail", "address": "a@b.example", "mention": "", "trouble": ""}
            seat = {"match": "m", "role": "uboat", "place": 0, "kind": "person", "bot": "", "name": "", "secret": "s"}
            for table, row in (
                ("matches", match),
                ("seats", seat),
                ("holdings", {"holder": "h", "match": "m", "role": "uboat", "seat": "s", "away": False}),
                ("notices", {**notice, "id": "of all", "match": ""}),
                ("notices", {**notice, "id": "of this", "match": "m"}),
                ("notices", {**notice, "id": "of another", "match": "n"}),
                ("outbox", outbox),
                ("outbox", {**outbox, "role": "convoy"}),
            ):  # fmt: skip
                names = ", ".join(f'"{name}"' for name in row)
                values = ", ".join(f":{name}" for name in row)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)

        await rows.transaction(fill)
        await rows.open()
        query = text("SELECT role, notice, tries, sent FROM outbox ORDER BY notice")
        found = await rows.read(lambda connection: connection.execute(query).all())
        await rows.close()
        return [tuple(row) for row in found]

    assert asyncio.run(migrated()) == [("uboat", "of all", 2, 1), ("uboat", "of this", 2, 1)]


@pytest.mark.parametrize("leaves", [False, True], ids=["stays", "leaves"])
def test_who_reads_when_a_database_is_closed_reads_to_the_end_and_leaves_no_connection(
    tmp_path: Path, leaves: bool
) -> None:
    """Also who does not wait for it: a connection with a thread of its own once answered a loop that was closed."""
    read: list[int] = []

    async def close_while_it_is_read() -> None:
        rows = Database(f"sqlite:///{tmp_path / 'table.sqlite'}")
        await rows.open()
        begun = Event()

        def look(connection: Connection) -> None:
            begun.set()
            time.sleep(0.1)
            read.append(connection.execute(text("SELECT 7")).scalar_one())

        looking = asyncio.create_task(rows.read(look))
        await asyncio.to_thread(begun.wait)
        if leaves:
            looking.cancel()
        await rows.close()
        with pytest.raises(asyncio.CancelledError) if leaves else nullcontext():
            await looking

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        asyncio.run(close_while_it_is_read())
        gc.collect()
    assert read == [7]
    assert [str(each.message) for each in said] == []


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused_as_each_thread_would_have_its_own(url: str) -> None:
    with pytest.raises(BadData, match="name a file, as sqlite:///FILE"):
        Database(url)


@pytest.mark.parametrize("harm", ["removed", "replaced"])
def test_no_choice_is_acknowledged_once_the_file_was_removed_or_replaced(
    sqlite: str, tmp_path: Path, harm: str
) -> None:
    async def play() -> None:
        file, copy = tmp_path / "table.sqlite", tmp_path / "copy.jsonl.gz"
        async with table_at(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            await match.play(2)
            (role,) = (await match.state())["snapshot"]["waiting_for"]
            asked = (await match.state(role))["snapshot"]["decision"]
            await backup(sqlite, copy)
            for suffix in ("", "-wal", "-shm"):
                Path(f"{file}{suffix}").unlink()
            if harm == "replaced":
                await restore(sqlite, copy)
            choice = {"id": 1, "act": "choose", "decision": asked["number"], "keys": [asked["options"][0]["key"]]}
            refusal = await at.post(f"/matches/{match.id}/act", choice, match.secrets[role], status=503)
            assert "start the table again" in refusal["message"]
            assert (await at.http.get("/health/ready")).status_code == 503
        assert file.exists() == (harm == "replaced")

    asyncio.run(play())
