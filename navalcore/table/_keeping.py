"""Keeping a database: a backup that any other database takes back, a look for damage, and what is old."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from alembic.util import CommandError
from sqlalchemy import Connection, DateTime, MetaData, Table, false, func, insert, select

import navalcore as nc
from navalcore import AnyGame
from navalcore.errors import BadData, NavalCoreError
from navalcore.table._clock import TimeSpan
from navalcore.table._database import migrate, sqlite_file, version_of
from navalcore.table._errors import Closed
from navalcore.table._schema import Base, MatchRow
from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import OutOfSync, Revision

FORMAT: Final = "navalcore table 1"
AT_ONCE: Final = 500
"""Rows that are written at once."""


@asynccontextmanager
async def opened(url: str, *, migrated: bool = True) -> AsyncIterator[ServiceRows]:
    """A database, open while the block runs."""
    # One whose tables are to be migrated has to be there: a file with another name would be a new database.
    file = sqlite_file(url)
    if migrated and file is not None and not file.exists():
        raise BadData(f"{file}: there is no such database; name the one that navalcore serve says it keeps matches in")
    rows = ServiceRows(url)
    try:
        await rows.open(migrated=migrated)
        yield rows
    finally:
        await rows.close()


async def backup(url: str, path: Path) -> int:
    """Write all rows as they are at one moment into a new file, and return the number of matches. Matches may be played
    meanwhile.

    Args:
        url: the database, as for ``navalcore table``.
        path: the file, compressed by gzip.

    Raises:
        BadData: the file exists already, or there is no such database.
    """

    def lines(connection: Connection) -> Iterator[dict[str, Any]]:
        yield {"format": FORMAT, "tables": version_of(connection), "at": datetime.now(UTC).isoformat()}
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                yield {"table": table.name, "row": {name: _plain(value) for name, value in row.items()}}

    def write(connection: Connection) -> int:
        part, matches = path.with_name(path.name + ".part"), 0
        try:
            with gzip.open(part, "wt", encoding="utf-8") as file:
                for line in lines(connection):
                    matches += line.get("table") == MatchRow.__tablename__
                    file.write(json.dumps(line) + "\n")
        except BaseException as error:
            part.unlink(missing_ok=True)  # where the disk is full, the table may need the room
            if isinstance(error, OSError):
                error.filename = str(path)
            raise
        part.rename(path)
        return matches

    if path.exists():
        raise BadData(f"{path}: exists already; choose another name")
    async with opened(url) as rows:
        return await rows.read_at_a_moment(write)


async def restore(url: str, path: Path) -> int:
    """Write the rows of a backup into a database that has none, and return the number of matches. The backup of an
    older program is brought up to date.

    Args:
        url: the database, as for ``navalcore table``.
        path: the file that :func:`backup` wrote.

    Raises:
        BadData: the database has rows already, or the file is not a backup.
    """

    def write(connection: Connection) -> int:
        lines = _lines(path)
        head = next(lines)
        if version_of(connection):
            raise BadData("the database has tables already: restore into one that is empty")
        migrate(connection, head["tables"])
        known = MetaData()
        known.reflect(connection)
        by_table = groupby(lines, key=itemgetter("table"))
        matches = sum(_insert(connection, known.tables[name], rows) for name, rows in by_table)
        migrate(connection)
        _count_on(connection)
        return matches

    head = next(_lines(path), None)  # before a database is touched
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadData(f"{path}: is not a backup of a table, as navalcore table backup writes it")
    async with opened(url, migrated=False) as rows:
        try:
            return await rows._write_alone(write)
        except OutOfSync:
            raise BadData(
                f"{path}: cannot be read as a backup: it has a row twice, or one that belongs to none"
            ) from None
        except (ValueError, LookupError, TypeError, CommandError) as error:
            raise BadData(f"{path}: cannot be read as a backup: {error}") from None


def _lines(path: Path) -> Iterator[Any]:
    """The lines of a backup; raises BadData where the file is something else, or damaged."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)
    except FileNotFoundError:
        raise BadData(f"{path}: cannot be read: there is no such file") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise BadData(f"{path}: is not a backup of a table, or is damaged: {error}") from None


def _insert(connection: Connection, table: Table, lines: Iterable[dict[str, Any]]) -> int:
    """Write the rows of lines; how many matches they are."""
    times = [column.name for column in table.columns if isinstance(column.type, DateTime)]
    waiting: list[dict[str, Any]] = []
    count = 0
    for row in (line["row"] for line in lines):
        waiting.append({**row, **{name: datetime.fromisoformat(row[name]) for name in times if row[name]}})
        count += 1
        if len(waiting) == AT_ONCE:
            connection.execute(insert(table), waiting)
            waiting.clear()
    if waiting:
        connection.execute(insert(table), waiting)
    return count if table.name == MatchRow.__tablename__ else 0


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
    return value


def _count_on(connection: Connection) -> None:
    """Have PostgreSQL number new rows after those that were written: by itself it would begin at 1 again."""
    for table in Base.metadata.sorted_tables if connection.dialect.name == "postgresql" else ():
        if (number := table.autoincrement_column) is not None:
            sequence = func.pg_get_serial_sequence(table.name, number.name)
            connection.execute(select(func.setval(sequence, func.coalesce(func.max(number), 0) + 1, false())))


async def check_database(url: str, game_of: Any) -> AsyncIterator[tuple[str, str]]:
    """Play every match again from its beginning, and compare it with the rows; yields the id of each and its fault, ""
    for none.

    Args:
        url: the database, as for ``navalcore table``.
        game_of: gives the game of a name, such as :func:`navalcore.load`.

    Raises:
        BadData: there is no such database.
    """
    async with opened(url) as rows:
        in_order = select(MatchRow.id).order_by(MatchRow.created)
        ids = await rows.read(lambda connection: connection.execute(in_order).scalars().all())
        for match_id in ids:
            try:
                stored = await rows.get(match_id)
            except Closed as error:
                yield match_id, f"[{error.code}] {error}"
                continue
            if stored is not None:
                revision = stored.revision
                pieces = await rows.pieces(match_id, revision.edition, 0, revision.pieces + 1)
                yield match_id, wrong_with(pieces, revision, game_of, stored.match.game)


def wrong_with(pieces: list[str], revision: Revision, game_of: Any, name: str) -> str:
    """The fault in the pieces of a match, or nothing."""
    if len(pieces) != revision.pieces:
        return f"has {len(pieces)} pieces of {revision.pieces}"
    try:
        game: AnyGame = game_of(name)
        text = "".join(pieces)
        if not text.endswith("\n"):
            return "its last line is cut"
        nc.loads_match(text, game)
    except NavalCoreError as error:
        return f"[{error.code}] {error}"
    return ""


async def prune_database(url: str, finished: float, untouched: float) -> int:
    """Delete old matches, and return how many they were.

    Args:
        url: the database, as for ``navalcore table``.
        finished: delete matches that have been over for this many days; 0: none of them.
        untouched: delete matches in which nothing was done for this many days; 0: none of them.

    Raises:
        BadData: a number of days is below 0 or more than there have been; or there is no such database.
    """
    async with opened(url) as rows:
        return await delete_old(rows, finished, untouched)


async def delete_old(rows: ServiceRows, finished: float, untouched: float, pauses: Sequence[TimeSpan] = ()) -> int:
    """Delete the matches that have rested for so many days, ``pauses`` not counted, and the rest of those of which a
    part was deleted before; how many they were.
    """
    ends = [
        (before_pauses(end, pauses), only)
        for days, only in ((finished, True), (untouched, False))
        if (end := days_ago(days)) is not None
    ]
    return sum([await rows.delete_hidden(), *[await rows.delete_older(end, finished=only) for end, only in ends]])


def before_pauses(at: datetime, pauses: Sequence[TimeSpan]) -> datetime:
    """The moment since which as much time has passed but for the pauses as since another with them."""
    for begin, end in reversed(pauses):
        if end > at:
            at -= end - begin
    return at


def days_ago(days: float) -> datetime | None:
    """When that was, None for 0 days; BadData for a number below 0 or beyond all calendars."""
    try:
        if days < 0:
            raise ValueError
        return datetime.now(UTC) - timedelta(days=days) if days else None
    except (ValueError, OverflowError):
        raise BadData(f"old matches are deleted after a number of days, 0 for never, not {days:g}") from None
