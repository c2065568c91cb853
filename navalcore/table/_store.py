"""The database: SQLite for one process, PostgreSQL where several share the matches."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy import Connection, bindparam, create_engine, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from navalcore.errors import BadData, NotWritten, UnknownName
from navalcore.table._errors import NotRead
from navalcore.table._kept import KeptMatch, KeptOrder, KeptSeat, OutOfStep, Standing
from navalcore.table._schema import MatchRow, OrderRow, PieceRow, SeatRow

CHANNEL: Final = "navalcore_table"
"""Where the processes that share a PostgreSQL tell each other what has changed: process, what, and matches."""
MOVED: Final = "moved"
"""A choice was made or taken back, or a standing order given or recalled."""
SEATED: Final = "seated"
"""Somebody has sat down."""
PATIENCE: Final = 20
"""Seconds to wait for a SQLite file that others write to."""
AT_ONCE: Final = 100
"""Changes in one transaction at most; what is told of them must fit into one notice."""
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def default_database() -> str:
    """Where matches are kept if nobody says: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('navalcore', ensure_exists=True) / 'table.sqlite'}"


# What every choice asks of the database, made once: SQLAlchemy takes longer to build a statement than to run it.
_MOVE: Final = update(MatchRow.__table__).where(  # type: ignore[arg-type]
    MatchRow.id == bindparam("of"), MatchRow.pieces == bindparam("had"), MatchRow.edition == bindparam("was")
)
_WRITE: Final = insert(PieceRow.__table__)  # type: ignore[arg-type]
_STANDS: Final = select(MatchRow.edition, MatchRow.pieces).where(MatchRow.id == bindparam("of"))
_PIECES: Final = (
    select(PieceRow.text)
    .where(PieceRow.match == bindparam("of"), PieceRow.edition == bindparam("edition"))
    .where(PieceRow.n >= bindparam("after"), PieceRow.n < bindparam("before"))
    .order_by(PieceRow.n)
)
_ORDERS: Final = (
    select(OrderRow.role, OrderRow.words, OrderRow.piece).where(OrderRow.match == bindparam("of")).order_by(OrderRow.n)
)
_TELL: Final = text("SELECT pg_notify(:channel, :told)")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one match, to be kept whole or not at all.

    Attributes:
        match: the match's id.
        stands: where it must stand.
        pieces: the pieces to be appended, or with which a new edition begins.
        orders: the standing orders then in force; None: as before.
        values: what else is to be changed of the match's row.
        anew: whether a new edition begins.
    """

    match: str
    stands: Standing
    pieces: Sequence[str]
    orders: Sequence[KeptOrder] | None
    values: Mapping[str, Any]
    anew: bool = False

    @property
    def begins(self) -> tuple[int, int]:
        """Edition and number of the first of its pieces."""
        return (self.stands.edition + 1, 0) if self.anew else (self.stands.edition, self.stands.pieces)

    def move(self, connection: Connection) -> bool:
        """Have the match's row say what will be, if it says what it must; whether it does."""
        edition, first = self.begins
        as_known = {"of": self.match, "had": self.stands.pieces, "was": self.stands.edition}
        now = {"pieces": first + len(self.pieces), "edition": edition, "changed": datetime.now(UTC), **self.values}
        return bool(connection.execute(_MOVE, {**as_known, **now}).rowcount == 1)

    def rows(self) -> list[dict[str, Any]]:
        """Its pieces as they are kept."""
        edition, first = self.begins
        return [
            {"match": self.match, "edition": edition, "n": first + n, "text": text}
            for n, text in enumerate(self.pieces)
        ]

    def order(self, connection: Connection) -> None:
        """Keep the standing orders."""
        if self.orders is not None:
            connection.execute(delete(OrderRow).where(OrderRow.match == self.match))
            given = [{"match": self.match, "n": n, **asdict(order)} for n, order in enumerate(self.orders)]
            if given:
                connection.execute(insert(OrderRow), given)


def make(connection: Connection, changes: Sequence[Change]) -> list[bool]:
    """Make changes of several matches; of each, whether its match stood where it must. The order of the matches is the
    same in every process, so that none waits for another that waits for it.
    """
    moved = {id(change): change.move(connection) for change in sorted(changes, key=lambda each: each.match)}
    made = [change for change in changes if moved[id(change)]]
    if rows := [row for change in made for row in change.rows()]:
        connection.execute(_WRITE, rows)
    for change in made:
        change.order(connection)
    return [moved[id(change)] for change in changes]


class HeldRow:
    """A match that is about to be changed: ``Held``. Nobody is kept from it meanwhile: a
    change that comes too late is refused.
    """

    def __init__(self, store: DatabaseStore, match_id: str) -> None:
        self._store = store
        self._id = match_id
        self.stands = Standing(0, 0)

    async def look(self) -> None:
        """Find out where the match stands."""
        this = {"of": self._id}
        async with self._store.reading() as connection:
            row = (await connection.execute(_STANDS, this)).first()
            if row is None:
                raise UnknownName("there is no such match at this table")
            found = (await connection.execute(_ORDERS, this)).all()
        self.stands = Standing(row.edition, row.pieces, tuple(KeptOrder(*order) for order in found))

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many, up to where the match stands."""
        now = {"of": self._id, "edition": self.stands.edition, "after": number, "before": self.stands.pieces}
        async with self._store.reading() as connection:
            return list((await connection.execute(_PIECES, now)).scalars())

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one."""
        stands, now = self.stands, tuple(orders)
        if not pieces and now == stands.orders:
            return
        given = None if now == stands.orders else now
        await self._store.write(Change(self._id, stands, pieces, given, {"outcome": outcome}))
        self.stands = Standing(stands.edition, stands.pieces + len(pieces), now)

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them; the old ones stay as the edition before."""
        await self._store.write(Change(self._id, self.stands, pieces, (), {"rules": rules}, anew=True))
        self.stands = Standing(self.stands.edition + 1, len(pieces))


class DatabaseStore:
    """Keeps matches in a database: ``Store``.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/DATABASE``.

    Attributes:
        url: the same, with its driver.
        shared: whether several processes may share it, and are told of changes.
        process: a word of this process's own, by which it knows what it has told itself.

    Raises:
        BadData: it is no such address.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise BadData("a database is named as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from None
        kind = parsed.drivername.partition("+")[0]
        if kind not in _DRIVERS:
            raise BadData(f"matches are kept in sqlite or postgresql, not in {kind}")
        self.url = parsed.set(drivername=_DRIVERS[kind])
        self.shared = kind != "sqlite"
        self.process = token_hex(8)
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._counted = 0
        if self.shared:
            self.engine: AsyncEngine = create_async_engine(self.url, pool_size=10, max_overflow=10, pool_pre_ping=True)
            self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        else:
            if parsed.database and parsed.database != ":memory:":
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_async_engine(self.url, connect_args={"timeout": PATIENCE})
            self._reader = self.engine
            self._writer = create_engine(self.url.set(drivername="sqlite"), connect_args={"timeout": PATIENCE})
            for engine in (self.engine.sync_engine, self._writer):
                event.listen(engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Bring the tables up to date.

        Raises:
            BadData: the database cannot be reached, or is newer than this program.
        """
        try:
            async with self.engine.begin() as connection:
                if not self.shared:
                    await connection.execute(text("BEGIN IMMEDIATE"))  # two processes may start at once
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            safe = self.url.render_as_string(hide_password=True)
            raise BadData(f"{safe}: cannot be opened: {_first_line(error)}") from None

    async def close(self) -> None:
        """Let go of the database."""
        if self._writing is not None:
            await self._writing
        await self.engine.dispose()
        if not self.shared:
            self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look with.

        Raises:
            NotRead: the database does not answer.
        """
        try:
            async with self._reader.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise NotRead(f"the database cannot be read at this moment: {_first_line(error)}") from error

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction, committed when the block is left without an error.

        Raises:
            NotWritten: the database could not take it.
            OutOfStep: others have written the same meanwhile.
        """
        try:
            async with self._lock, self.engine.connect() as connection:
                if not self.shared:
                    await connection.execute(text("BEGIN IMMEDIATE"))
                try:
                    yield connection
                except BaseException:
                    await connection.rollback()
                    raise
                await connection.commit()
        except IntegrityError:
            raise OutOfStep from None
        except (SQLAlchemyError, OSError) as error:
            raise NotWritten(f"the database could not take it: {_first_line(error)}") from error

    async def tell(self, connection: AsyncConnection, what: str, *matches: str) -> None:
        """Let other processes know, once this is committed, what has changed of some matches."""
        if self.shared and matches:
            await connection.execute(_TELL, {"channel": CHANNEL, "told": f"{self.process} {what} {' '.join(matches)}"})

    async def create(self, match: KeptMatch, seats: Sequence[KeptSeat], pieces: Sequence[str]) -> None:
        """Keep a new match."""
        async with self.writing() as connection:
            row = {each.name: getattr(match, each.name) for each in fields(match)}
            await connection.execute(insert(MatchRow), {**row, "options": dict(match.options), "pieces": len(pieces)})
            rows = [{"match": match.id, "place": place, **asdict(seat)} for place, seat in enumerate(seats)]
            await connection.execute(insert(SeatRow), rows)
            lines = [{"match": match.id, "edition": 0, "n": n, "text": piece} for n, piece in enumerate(pieces)]
            await connection.execute(insert(PieceRow), lines)

    async def match(self, match_id: str) -> KeptMatch:
        """A match by its id."""
        async with self.reading() as connection:
            row = (await connection.execute(select(*_MATCH).where(MatchRow.id == match_id))).first()
        if row is None:
            raise UnknownName("there is no such match at this table")
        return KeptMatch(*row)

    async def seats(self, match_id: str) -> list[KeptSeat]:
        """The seats of a match, in the order of the game's roles."""
        async with self.reading() as connection:
            query = select(*_SEAT).where(SeatRow.match == match_id).order_by(SeatRow.place)
            return [KeptSeat(*row) for row in (await connection.execute(query)).all()]

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let somebody sit down where a seat is free for whoever has the invitation; whether it was."""
        invited = SeatRow.invitation.is_(None) if invitation is None else SeatRow.invitation == invitation
        free = (SeatRow.match == match_id, SeatRow.role == role, SeatRow.kind == "person", SeatRow.secret.is_(None))
        async with self.writing() as connection:
            taking = update(SeatRow).where(*free, invited).values(secret=secret, invitation=None, name=name)
            done = await connection.execute(taking)
            await self.tell(connection, SEATED, match_id)
        return bool(done.rowcount == 1)

    async def lobby(self, most: int) -> list[tuple[KeptMatch, list[KeptSeat]]]:
        """The matches that everybody may see, those that changed last first."""
        async with self.reading() as connection:
            query = select(*_MATCH).where(MatchRow.public).order_by(MatchRow.changed.desc()).limit(most)
            matches = [KeptMatch(*row) for row in (await connection.execute(query)).all()]
            seats: dict[str, list[KeptSeat]] = {match.id: [] for match in matches}
            among = select(SeatRow.match, *_SEAT).where(SeatRow.match.in_(list(seats))).order_by(SeatRow.place)
            for match_id, *seat in (await connection.execute(among)).all():
                seats[match_id].append(KeptSeat(*seat))
        return [(match, seats[match.id]) for match in matches]

    async def standing(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Edition and number of pieces of some matches."""
        async with self.reading() as connection:
            query = select(MatchRow.id, MatchRow.edition, MatchRow.pieces).where(MatchRow.id.in_(ids))
            return {row.id: (row.edition, row.pieces) for row in (await connection.execute(query)).all()}

    async def others_wrote(self) -> bool:
        """Whether other processes may have written to a SQLite file since this was asked last. No table is looked at
        for that: SQLite counts for each connection what others have committed, and here it is that of the choices.

        Raises:
            NotRead: the file cannot be read.
        """

        def count() -> int:
            with self._writer.connect() as connection:
                return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

        try:
            async with self._lock:
                now = await asyncio.to_thread(count)
        except (SQLAlchemyError, OSError) as error:
            raise NotRead(f"the database cannot be read at this moment: {_first_line(error)}") from error
        before, self._counted = self._counted, now
        return now != before

    async def write(self, change: Change) -> None:
        """Make a change. Changes of many matches that come together are one transaction: the disk is waited for once.

        Raises:
            OutOfStep: the match does not stand where it must.
            NotWritten: the file could not take it.
        """
        made: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, made))
        if self._writing is None or self._writing.done():  # a task of its own: who has gone away holds nobody up
            self._writing = asyncio.create_task(self._write_waiting())
        if not await made:
            raise OutOfStep

    async def _write_waiting(self) -> None:
        while self._waiting:
            async with self._lock:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                await self._write_all(batch)

    async def _write_all(self, batch: Sequence[tuple[Change, asyncio.Future[bool]]]) -> None:
        try:
            found = await self._make([change for change, _ in batch])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError | OSError):
                for each in batch:  # the database is there, so what it cannot take is one of them
                    await self._write_all([each])
                return
            refusal = NotWritten(f"the database could not take it: {_first_line(error)}")
            for _, made in batch:
                if not made.cancelled():
                    made.set_exception(refusal)
            return
        for (_, made), done in zip(batch, found, strict=True):
            if not made.cancelled():
                made.set_result(done)

    async def _make(self, changes: Sequence[Change]) -> list[bool]:
        if self.shared:
            async with self.engine.begin() as connection:
                found = await connection.run_sync(make, changes)
                done = {change.match for change, made in zip(changes, found, strict=True) if made}
                await self.tell(connection, MOVED, *sorted(done))
                return found

        def write() -> list[bool]:
            with self._writer.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return make(connection, changes)

        return await asyncio.to_thread(write)

    @asynccontextmanager
    async def hold(self, match_id: str, known: Standing | None) -> AsyncIterator[HeldRow]:
        """A match to be changed; a change that comes too late is refused."""
        held = HeldRow(self, match_id)
        if known is None:
            await held.look()
        else:
            held.stands = known
        yield held


_MATCH: Final = tuple(getattr(MatchRow, each.name) for each in fields(KeptMatch))
_SEAT: Final = tuple(getattr(SeatRow, each.name) for each in fields(KeptSeat))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Each connection: transactions begin where this program says, and what is committed is on the disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={1000 * PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    _journal_ahead(cursor)
    cursor.close()


def _journal_ahead(cursor: Any) -> None:
    """Have a file written ahead of. While another process does the same to a new file SQLite refuses at once, however
    long it may wait otherwise."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "navalcore.table:_migrations")
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(19430517)"))
    command.upgrade(config, "head")


def _first_line(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return (str(cause).splitlines() or [type(cause).__name__])[0]
