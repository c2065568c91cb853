"""The database: SQLite for one process, PostgreSQL where several share the matches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy import Connection, create_engine, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from navalcore.errors import BadData, NotWritten, UnknownName
from navalcore.table.kept import KeptMatch, KeptOrder, KeptSeat, OutOfStep, Standing
from navalcore.table.schema import MatchRow, OrderRow, PieceRow, SeatRow

CHANNEL: Final = "navalcore_table"
"""Where the processes that share a PostgreSQL tell each other which match has changed."""
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def default_database() -> str:
    """Where matches are kept if nobody says: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('navalcore', ensure_exists=True) / 'table.sqlite'}"


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

    def make(self, connection: Connection) -> bool:
        """Make it, if the match stands where it must; whether it does."""
        stands = self.stands
        edition, first = (stands.edition + 1, 0) if self.anew else (stands.edition, stands.pieces)
        as_known = (MatchRow.id == self.match, MatchRow.pieces == stands.pieces, MatchRow.edition == stands.edition)
        moving = update(MatchRow).where(*as_known)
        count = first + len(self.pieces)
        done = connection.execute(
            moving, {"pieces": count, "edition": edition, "changed": datetime.now(UTC), **self.values}
        )
        if done.rowcount != 1:
            return False
        named = {"match": self.match}
        rows = [{**named, "edition": edition, "n": first + n, "text": text} for n, text in enumerate(self.pieces)]
        if rows:
            connection.execute(insert(PieceRow), rows)
        if self.orders is not None:
            connection.execute(delete(OrderRow).where(OrderRow.match == self.match))
            given = [{**named, "n": n, **asdict(order)} for n, order in enumerate(self.orders)]
            if given:
                connection.execute(insert(OrderRow), given)
        return True


class HeldRow:
    """A match that is about to be changed: :class:`~navalcore.table.kept.Held`."""

    def __init__(self, store: DatabaseStore, match_id: str, connection: AsyncConnection | None) -> None:
        self._store = store
        self._id = match_id
        self._connection = connection
        self.stands = Standing(0, 0)

    async def look(self) -> None:
        """Find out where the match stands; on PostgreSQL its row is locked from now on."""
        query = select(MatchRow.edition, MatchRow.pieces).where(MatchRow.id == self._id)
        async with self._reading() as connection:
            row = (await connection.execute(query if self._connection is None else query.with_for_update())).first()
            if row is None:
                raise UnknownName("there is no such match at this table")
            orders = select(OrderRow.role, OrderRow.words, OrderRow.piece).where(OrderRow.match == self._id)
            found = (await connection.execute(orders.order_by(OrderRow.n))).all()
        self.stands = Standing(row.edition, row.pieces, tuple(KeptOrder(*order) for order in found))

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many."""
        query = select(PieceRow.text).where(
            PieceRow.match == self._id, PieceRow.edition == self.stands.edition, PieceRow.n >= number
        )
        async with self._reading() as connection:
            return list((await connection.execute(query.order_by(PieceRow.n))).scalars())

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one."""
        stands, now = self.stands, tuple(orders)
        if not pieces and now == stands.orders:
            return
        await self._make(Change(self._id, stands, pieces, None if now == stands.orders else now, {"outcome": outcome}))
        self.stands = Standing(stands.edition, stands.pieces + len(pieces), now)

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them; the old ones stay as the edition before."""
        await self._make(Change(self._id, self.stands, pieces, (), {"rules": rules}, anew=True))
        self.stands = Standing(self.stands.edition + 1, len(pieces))

    async def _make(self, change: Change) -> None:
        if self._connection is None:
            await self._store.write(change)
            return
        if not await self._connection.run_sync(change.make):
            raise OutOfStep
        await self._store.tell(self._connection, self._id)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with nullcontext(self._connection) if self._connection is not None else self._store.reading() as found:
            yield found


class DatabaseStore:
    """Keeps matches in a database: :class:`~navalcore.table.kept.Store`.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/DATABASE``.

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
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        if self.shared:
            self.engine: AsyncEngine = create_async_engine(self.url, pool_size=10, max_overflow=10)
            self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        else:
            if parsed.database and parsed.database != ":memory:":
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_async_engine(self.url, connect_args={"timeout": 20})
            self._reader = self.engine
            self._writer = create_engine(self.url.set(drivername="sqlite"), connect_args={"timeout": 20})
            for engine in (self.engine.sync_engine, self._writer):
                event.listen(engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Bring the tables up to date.

        Raises:
            BadData: the database cannot be reached, or is newer than this program.
        """
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            safe = self.url.render_as_string(hide_password=True)
            raise BadData(f"{safe}: cannot be opened: {_first_line(error)}") from None

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()
        if not self.shared:
            self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look with."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction, committed when the block is left without an error.

        Raises:
            NotWritten: the database could not take it.
            OutOfStep: others have written the same meanwhile.
        """
        try:
            async with nullcontext() if self.shared else self._lock, self.engine.connect() as connection:
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

    async def tell(self, connection: AsyncConnection, match_id: str) -> None:
        """Let other processes know, once this is committed, that a match has changed."""
        if self.shared:
            notice = {"channel": CHANNEL, "match": match_id}
            await connection.execute(text("SELECT pg_notify(:channel, :match)"), notice)

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
            await self.tell(connection, match_id)
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

    async def write(self, change: Change) -> None:
        """Make a change in SQLite. Changes of many matches that come together are one transaction: the disk is waited
        for once.

        Raises:
            OutOfStep: the match does not stand where it must.
            NotWritten: the file could not take it.
        """
        made: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, made))
        async with self._lock:
            batch, self._waiting = self._waiting, []
            if batch:
                await self._write_all(batch)
        if not await made:
            raise OutOfStep

    async def _write_all(self, batch: Sequence[tuple[Change, asyncio.Future[bool]]]) -> None:
        def write() -> list[bool]:
            with self._writer.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return [change.make(connection) for change, _ in batch]

        try:
            found = await asyncio.to_thread(write)
        except (SQLAlchemyError, OSError) as error:
            refusal = NotWritten(f"the database could not take it: {_first_line(error)}")
            for _, made in batch:
                if not made.cancelled():
                    made.set_exception(refusal)
            return
        for (_, made), done in zip(batch, found, strict=True):
            if not made.cancelled():
                made.set_result(done)

    @asynccontextmanager
    async def hold(self, match_id: str, known: Standing | None) -> AsyncIterator[HeldRow]:
        """A match to be changed. On PostgreSQL its row is locked until the block is left, whichever process holds it.
        SQLite would lock all matches, so there a change that comes too late is refused instead.
        """
        if not self.shared:
            held = HeldRow(self, match_id, None)
            if known is None:
                await held.look()
            else:
                held.stands = known
            yield held
            return
        async with self.writing() as connection:
            held = HeldRow(self, match_id, connection)
            await held.look()
            yield held


_MATCH: Final = tuple(getattr(MatchRow, each.name) for each in fields(KeptMatch))
_SEAT: Final = tuple(getattr(SeatRow, each.name) for each in fields(KeptSeat))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Each connection: transactions begin where this program says, and what is committed is on the disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "navalcore.table:migrations")
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(19430517)"))  # two processes may start at once
    command.upgrade(config, "head")


def _first_line(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return (str(cause).splitlines() or [type(cause).__name__])[0]
