"""The database: SQLite for one process, PostgreSQL where several share the matches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy import Connection, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from navalcore.errors import BadData, NotWritten, UnknownName
from navalcore.table.kept import KeptMatch, KeptOrder, KeptSeat, OutOfStep
from navalcore.table.schema import MatchRow, OrderRow, PieceRow, SeatRow

CHANNEL: Final = "navalcore_table"
"""Where the processes that share a PostgreSQL tell each other which match has changed."""
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def default_database() -> str:
    """Where matches are kept if nobody says: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('navalcore', ensure_exists=True) / 'table.sqlite'}"


def _now() -> datetime:
    return datetime.now(UTC)


class HeldRow:
    """A match that is about to be changed: :class:`~navalcore.table.kept.Held`."""

    def __init__(self, store: DatabaseStore, match_id: str, connection: AsyncConnection | None) -> None:
        self._store = store
        self._id = match_id
        self._connection = connection
        self.pieces = 0
        self.edition = 0
        self.orders: Sequence[KeptOrder] = ()

    async def look(self) -> None:
        """Find out where the match stands; on PostgreSQL its row is locked from now on."""
        where = MatchRow.id == self._id
        query = select(MatchRow.pieces, MatchRow.edition).where(where)
        async with self._reading() as connection:
            row = (await connection.execute(query if self._connection is None else query.with_for_update())).first()
            if row is None:
                raise UnknownName("there is no such match at this table")
            orders = select(OrderRow.role, OrderRow.words, OrderRow.piece).where(OrderRow.match == self._id)
            found = (await connection.execute(orders.order_by(OrderRow.n))).all()
        self.pieces, self.edition = row.pieces, row.edition
        self.orders = tuple(KeptOrder(role, words, piece) for role, words, piece in found)

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many."""
        query = select(PieceRow.text).where(
            PieceRow.match == self._id, PieceRow.edition == self.edition, PieceRow.n >= number
        )
        async with self._reading() as connection:
            return list((await connection.execute(query.order_by(PieceRow.n))).scalars())

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one."""
        if not pieces and tuple(orders) == tuple(self.orders):
            return
        count = self.pieces + len(pieces)
        async with self._writing() as connection:
            await self._step(connection, pieces=count, outcome=outcome)
            await self._insert(connection, pieces, self.pieces)
            if tuple(orders) != tuple(self.orders):
                await connection.execute(delete(OrderRow).where(OrderRow.match == self._id))
                rows = [{"match": self._id, "n": n, **asdict(order)} for n, order in enumerate(orders)]
                if rows:
                    await connection.execute(insert(OrderRow), rows)
            await self._store.tell(connection, self._id)
        self.pieces, self.orders = count, tuple(orders)

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them; the old ones stay as the edition before."""
        async with self._writing() as connection:
            await self._step(connection, pieces=len(pieces), edition=self.edition + 1, rules=rules)
            await connection.execute(delete(OrderRow).where(OrderRow.match == self._id))
            self.edition, self.pieces, self.orders = self.edition + 1, len(pieces), ()
            await self._insert(connection, pieces, 0)
            await self._store.tell(connection, self._id)

    async def _step(self, connection: AsyncConnection, **values: Any) -> None:
        """Move the match's row on, if it stands where it stood."""
        stands = (MatchRow.id == self._id, MatchRow.pieces == self.pieces, MatchRow.edition == self.edition)
        done = await connection.execute(update(MatchRow).where(*stands).values(**values, changed=_now()))
        if done.rowcount != 1:
            raise OutOfStep

    async def _insert(self, connection: AsyncConnection, pieces: Sequence[str], start: int) -> None:
        rows = [
            {"match": self._id, "edition": self.edition, "n": start + place, "text": piece}
            for place, piece in enumerate(pieces)
        ]
        if rows:
            await connection.execute(insert(PieceRow), rows)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with nullcontext(self._connection) if self._connection is not None else self._store.reading() as found:
            yield found

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with nullcontext(self._connection) if self._connection is not None else self._store.writing() as found:
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
        if self.shared:
            self.engine: AsyncEngine = create_async_engine(self.url, pool_size=10, max_overflow=10)
            self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        else:
            if parsed.database and parsed.database != ":memory:":
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_async_engine(self.url, connect_args={"timeout": 20})
            self._reader = self.engine
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)

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

    @asynccontextmanager
    async def hold(self, match_id: str) -> AsyncIterator[HeldRow]:
        """A match to be changed. On PostgreSQL its row is locked until the block is left, whichever process holds it.
        SQLite would lock all matches, so there a change that comes too late is refused instead.
        """
        if not self.shared:
            held = HeldRow(self, match_id, None)
            await held.look()
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
