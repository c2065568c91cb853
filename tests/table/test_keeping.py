"""Keeping a database: old matches are deleted a few at a time, and a backup that fails leaves nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, text, update

from navalcore._cli.app import run
from navalcore.errors import NotWritten
from navalcore.table import _service_rows as service_rows, prepare_database
from navalcore.table._keeping import delete_old
from navalcore.table._schema import Base, MatchRow, PieceRow
from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import MatchDetails

NOW = datetime.now(UTC)
LOT = 10
LONG = 35
"""The pieces of a match that has more than may be deleted at once."""


def filled(connection: Connection, sizes: dict[str, int]) -> None:
    """Write matches that are a year old, with so many pieces each."""
    for match, size in sizes.items():
        details = MatchDetails(match, "uboat_cards", "1", "short", {}, "free", True, "", NOW, NOW, size)
        row = {each.name: getattr(details, each.name) for each in fields(details)}
        connection.execute(insert(MatchRow), {**row, "changed": NOW - timedelta(days=365)})
        rows = [{"match": match, "edition": 0, "n": n, "text": "x"} for n in range(size)]
        connection.execute(insert(PieceRow), rows)


def deleted(database: str, sizes: dict[str, int], between: Callable[[Connection], Any]) -> tuple[int, list[int], Any]:
    """Delete what is old: how many matches that were, the pieces there were after each transaction, and the matches
    that are left. Something is done after each transaction.
    """

    async def prune() -> tuple[int, list[int], Any]:
        rows = ServiceRows(database)
        await rows.open()
        await rows.transaction(lambda connection: filled(connection, sizes))
        left = [sum(sizes.values())]
        transaction = rows.transaction

        async def counted(work: Callable[[Connection], Any]) -> Any:
            result = await transaction(work)
            await transaction(between)
            left.append(
                await rows.read(lambda connection: connection.execute(select(func.count(PieceRow.n))).scalar_one())
            )
            return result

        rows.transaction = counted  # type: ignore[method-assign]
        gone = await rows.delete_older(NOW - timedelta(days=30), finished=False)
        matches = await rows.read(lambda connection: connection.execute(select(MatchRow.id)).scalars().all())
        await rows.close()
        return gone, left, matches

    return asyncio.run(prune())


@pytest.fixture(autouse=True)
def small_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_rows, "LOT", LOT)
    monkeypatch.setattr(service_rows, "BETWEEN_LOTS", 0)


def test_no_transaction_deletes_more_than_its_lot_of_old_matches_however_long_they_are(database: str) -> None:
    sizes = {"long": LONG, **{f"m{n}": 4 for n in range(6)}, "new": 1}
    gone, left, matches = deleted(database, sizes, lambda _: None)
    assert (gone, left[-1], matches) == (len(sizes), 0, [])
    assert max(before - after for before, after in pairwise(left)) <= LOT


def test_a_match_in_which_somebody_chooses_while_others_are_deleted_is_kept(database: str) -> None:
    last = update(MatchRow).where(MatchRow.id == "last").values(changed=NOW)
    gone, left, matches = deleted(database, {"first": 8, "last": 9}, lambda connection: connection.execute(last))
    assert (gone, left[-1], matches) == (1, 9, ["last"])


@pytest.mark.parametrize("by", ["a player", "the operator"])
def test_a_long_match_is_gone_at_once_and_no_transaction_deletes_more_than_its_lot(
    database: str, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    async def play() -> None:
        rows = ServiceRows(database)
        await rows.open()
        new = update(MatchRow).where(MatchRow.id == "new").values(changed=NOW)
        await rows.transaction(lambda connection: filled(connection, {"long": LONG, "new": 1}))
        await rows.transaction(lambda connection: connection.execute(new))
        stored, transaction, left = await rows.get("long"), rows.transaction, [LONG + 1]
        assert stored is not None

        async def pieces() -> int:
            query = select(func.count(PieceRow.n))
            return int(await rows.read(lambda connection: connection.execute(query).scalar_one()))

        async def counted(work: Callable[[Connection], Any]) -> Any:
            if len(left) == 3:
                raise OSError("the process is killed, so to say")
            result = await transaction(work)
            left.append(await pieces())
            return result

        with monkeypatch.context() as killed:
            killed.setattr(rows, "transaction", counted)
            with suppress(NotWritten):
                await (rows.delete(stored) if by == "a player" else rows.delete_older(NOW, finished=False))
        assert len(left) == 3, "it was stopped in the midst"
        assert 1 < await pieces() < LONG
        assert max(before - after for before, after in pairwise(left)) <= LOT
        assert await rows.get("long") is None
        assert await rows.kept_by("") == (1, 0), "it does not count among those that are not over"
        assert await delete_old(rows, 0, 0) == 1, "the next look at old matches deletes the rest"
        assert await pieces() == 1
        await rows.close()

    asyncio.run(play())


def test_whatever_belongs_to_a_match_is_found_without_reading_all_rows_when_the_match_is_deleted(sqlite: str) -> None:
    belonging = [table.name for table in Base.metadata.sorted_tables if table.foreign_keys]

    async def plans() -> dict[str, str]:
        rows = ServiceRows(sqlite)
        await rows.open()

        def explained(connection: Connection) -> dict[str, str]:
            plan = "EXPLAIN QUERY PLAN DELETE FROM {} WHERE match = 'm'"
            return {name: connection.execute(text(plan.format(name))).one().detail for name in belonging}

        found = await rows.read(explained)
        await rows.close()
        return found

    found = asyncio.run(plans())
    assert "holdings" in found
    assert [name for name, plan in found.items() if not plan.startswith("SEARCH")] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a disk without room")
def test_a_backup_that_does_not_fit_on_the_disk_names_its_file_and_leaves_the_disk_as_it_was(
    sqlite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(prepare_database(sqlite))
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "table.jsonl.gz.part").symlink_to("/dev/full")
    assert run(["table", "backup", "-o", str(folder / "table.jsonl.gz"), "--database", sqlite]) == 2
    assert "[disk_full]: " + str(folder / "table.jsonl.gz") in capsys.readouterr().err
    assert list(folder.iterdir()) == []
