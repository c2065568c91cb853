"""The database: SQLite for one process, PostgreSQL where several share the matches."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from socket import gaierror
from threading import Lock
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from platformdirs import user_data_path
from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    case,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

import navalcore as nc
from navalcore.errors import BadData, NotWritten
from navalcore.table._errors import Closed, NotRead
from navalcore.table._reading import DAMAGED, MATCH, aware, by_match, only_ids, readable
from navalcore.table._schema import HoldingRow, MatchRow, PieceRow, SeatRow, TurnRow
from navalcore.table._signs import SignsOfLife
from navalcore.table._sqlite_file import (
    PATIENCE,
    REPLACED,
    identity_of,
    make_folder_of,
    no_room,
    prepare_sqlite,
    remove_database,
)
from navalcore.table._steps import MOVE, ORDERS, WRITE, PlainSteps, apply_changes, is_plain, revisions_of, write_orders
from navalcore.table._store import Change, MatchDetails, OutOfSync, Revision, StoredMatch, StoredOrder, StoredSeat
from navalcore.table._write_queue import WriteQueue, first_line

R = TypeVar("R")
CHANNEL: Final = "navalcore_table"
"""Where the processes that share a PostgreSQL notify each other of changes: process, what, and matches."""
MOVED: Final = "moved"
"""A choice was made or taken back, or a standing order given or recalled."""
SEATED: Final = "seated"
"""A person has sat down."""
LAST_READERS: Final = 1
"""Seconds that readers still have when a database is closed."""
_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

log = logging.getLogger("navalcore.table")


def default_database() -> str:
    """The default place of matches: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('navalcore', ensure_exists=True) / 'table.sqlite'}"


DELETED: Final = "it has been deleted"
"""Why a match is closed some of whose pieces are still to be deleted; there is no such match for anyone."""
_MATCHES: Final = select(*MATCH).where(MatchRow.closed != DELETED)
_PIECES: Final = (
    select(PieceRow.text)
    .where(PieceRow.match == bindparam("of"), PieceRow.edition == bindparam("edition"))
    .where(PieceRow.n >= bindparam("first"), PieceRow.n < bindparam("end"))
    .order_by(PieceRow.n)
)
_SEATS: Final = (
    select(SeatRow.match, *(getattr(SeatRow, each.name) for each in fields(StoredSeat)))
    .where(SeatRow.match.in_(bindparam("these", expanding=True)))
    .order_by(SeatRow.place)
)
_STANDS: Final = select(MatchRow.notes, MatchRow.house, MatchRow.outcome, MatchRow.closed).with_for_update()
_TELL: Final = text("SELECT pg_notify(:channel, :told)")


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise BadData("a database is named as sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME") from None


def sqlite_file(url: str) -> Path | None:
    """The file of a database of the kind that is one file, else None; raises BadData if it is not an address."""
    parsed = _parsed(url)
    plain = parsed.get_backend_name() == "sqlite" and "uri" not in parsed.query
    return Path(parsed.database) if plain and parsed.database else None


class Database:
    """The rows of matches in a database; ``process`` is a word by which it knows what it has told itself."""

    def __init__(self, url: str) -> None:
        parsed = _parsed(url)
        kind = parsed.drivername.partition("+")[0]
        if kind not in _DRIVERS:
            raise BadData(f"matches are kept in sqlite or postgresql, not in {kind}")
        self.url = parsed.set(drivername=_DRIVERS[kind])
        self.shared = kind != "sqlite"
        if not self.shared and parsed.database in (None, "", ":memory:"):
            raise BadData("each thread would have a database of its own in memory: name a file, as sqlite:///FILE")
        self.process = token_hex(8)
        self.signs = SignsOfLife(self.process, self._write_alone, shared=self.shared)
        self.pauses = self.signs.pauses
        self._lock = asyncio.Lock()
        self._queue = WriteQueue(self._step, self._lock)
        self._counted = 0
        self._readers = 0
        if self.shared:
            self._server: AsyncEngine = create_async_engine(self.url, pool_size=10, max_overflow=10, pool_pre_ping=True)
        else:
            self._path = file = sqlite_file(url)
            self._new = file is not None and not file.exists()
            self._opened: tuple[int, int] | None = None
            if file is not None:
                make_folder_of(file)
            self._file = create_engine(self.url, connect_args={"timeout": PATIENCE})
            self._plain = PlainSteps(self._file.dialect)
            self._kept: Connection | None = None
            self._at_it = Lock()  # a thread works on when whoever waited for it has gone away
            event.listen(self._file, "connect", prepare_sqlite)

    async def open(self, *, migrated: bool = True, written: bool = False) -> None:
        """Bring the tables up to date if they are to be ``migrated``; else see that the database can be used."""
        try:
            await self.transaction(migrate if migrated else version_of)
            if written:
                await self.transaction(lambda connection: connection.execute(MOVE, {"of": "", "pieces": 0}))
            if not self.shared and self._path is not None:
                self._opened = identity_of(self._path)
        except (SQLAlchemyError, OSError) as error:
            safe = self.url.set(drivername=self.url.get_backend_name()).render_as_string(hide_password=True)
            if not self.shared and self._path is not None and (refusal := no_room(self._path, error)) is not None:
                await self._leave_nothing_new(self._path)
                why = f"{refusal.strerror}; make room and try again"
                raise BadData(f"{safe}: cannot be opened: {why}") from refusal
            unknown = f"no address is known of the host {self.url.host}; look for a slip in its name"
            why = unknown if isinstance(error, gaierror) else first_line(error)
            raise BadData(f"{safe}: cannot be opened: {why}") from None

    async def _leave_nothing_new(self, file: Path) -> None:
        await nc.Session.aside(self._let_go_of_file)
        if self._new:
            await nc.Session.aside(lambda: remove_database(file))

    async def close(self) -> None:
        """Let go of the database."""
        await self._queue.settled()
        try:
            async with asyncio.timeout(LAST_READERS):
                while self._readers:  # a connection that comes back later would be nobody's to close
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("the database is closed while it is read")
        if self.shared:
            await self._server.dispose()
        else:
            await nc.Session.aside(self._let_go_of_file)

    async def read(self, look: Callable[[Connection], R]) -> R:
        """Look at the rows."""
        try:
            return await self._look(look, "AUTOCOMMIT")
        except (SQLAlchemyError, OSError) as error:
            raise NotRead(f"the database cannot be read at this moment: {first_line(error)}") from error

    async def read_at_a_moment(self, look: Callable[[Connection], R]) -> R:
        """Look at all the rows as they are at one moment. Errors are those of ``look``."""
        return await self._look(look, "REPEATABLE READ")

    async def _look(self, look: Callable[[Connection], R], level: IsolationLevel) -> R:
        self._readers += 1
        try:
            if self.shared:
                async with self._server.connect() as connection:
                    return await (await connection.execution_options(isolation_level=level)).run_sync(look)

            def looked() -> R:
                self._check_file()
                with self._file.connect() as connection:
                    if level != "AUTOCOMMIT":
                        connection.exec_driver_sql("BEGIN")
                    return look(connection)

            return await nc.Session.aside(looked)
        finally:
            self._readers -= 1

    async def add(self, stored: StoredMatch, pieces: Sequence[str]) -> None:
        """Add a match."""
        match = stored.match

        def add(connection: Connection) -> None:
            row = {each.name: getattr(match, each.name) for each in fields(match)}
            connection.execute(insert(MatchRow), {**row, "options": dict(match.options)})
            rows = [{"match": match.id, "place": place, **asdict(seat)} for place, seat in enumerate(stored.seats)]
            connection.execute(insert(SeatRow), rows)
            connection.execute(
                WRITE, [{"match": match.id, "edition": 0, "n": n, "text": piece} for n, piece in enumerate(pieces)]
            )

        await self._write_alone(add)

    async def get(self, match_id: str) -> StoredMatch | None:
        """A match; None if there is none of this id."""
        mine = _MATCHES.where(MatchRow.id == match_id)
        found = next(iter(await self._stored(mine)), None)
        if found is None and await self.read(lambda connection: connection.execute(only_ids(mine)).first() is not None):
            raise Closed(DAMAGED)
        return found

    async def matches(self, ids: Collection[str]) -> list[StoredMatch]:
        """Some matches."""
        return await self._stored(_MATCHES.where(MatchRow.id.in_(ids))) if ids else []

    async def public(self, most: int) -> list[StoredMatch]:
        """The public matches, those with the latest public event first."""
        last = func.coalesce(MatchRow.shown, MatchRow.created)
        return await self._stored(_MATCHES.where(MatchRow.public).order_by(last.desc()).limit(most))

    async def kept_by(self, origin: str) -> tuple[int, int]:
        """How many unfinished matches an address has begun, and how many bytes all of its matches have."""
        going_on = func.count(case((MatchRow.outcome == "", 1)))
        query = select(going_on, func.coalesce(func.sum(MatchRow.size), 0)).where(MatchRow.origin == origin)
        unfinished, size = await self.read(lambda connection: connection.execute(query).one())
        return int(unfinished), int(size)

    async def hold(self, holder: str, match_id: str, role: str, seat: str, *, page: bool = False) -> None:
        """Let the secret of a digest open a seat besides the seat's own, as long as that is of a digest."""

        def hold(connection: Connection) -> None:
            mine = (HoldingRow.holder == holder, HoldingRow.match == match_id, HoldingRow.role == role)
            connection.execute(delete(HoldingRow).where(*mine))
            row = {"holder": holder, "match": match_id, "role": role, "seat": seat, "away": False, "page": page}
            connection.execute(insert(HoldingRow), row)

        await self._write_alone(hold)

    async def keep_on_page(self, holder: str, match_id: str, role: str, seat: str) -> None:
        """Let a page that holds a seat hold it by the seat's new digest."""
        mine = update(HoldingRow).where(HoldingRow.holder == holder, HoldingRow.match == match_id, HoldingRow.page)
        kept = mine.where(HoldingRow.role == role).values(seat=seat)
        await self._write_alone(lambda connection: connection.execute(kept))

    async def turns(self, match_id: str) -> list[tuple[datetime, Sequence[str]]]:
        """Who was awaited from when on, where there are clocks."""
        query = select(TurnRow.at, TurnRow.waiting).where(TurnRow.match == match_id).order_by(TurnRow.n)
        turns = await self.read(lambda connection: connection.execute(query).all())
        return [(aware(at), waiting) for at, waiting in turns]

    async def held(self, match_id: str, holder: str) -> list[tuple[str, str]]:
        """The seats of a match that the secret of a digest opens besides their own, each with that one's digest."""
        mine = select(HoldingRow.role, HoldingRow.seat).where(HoldingRow.holder == holder, HoldingRow.match == match_id)
        return [(role, seat) for role, seat in await self.read(lambda connection: connection.execute(mine).all())]

    async def _stored(self, query: Select[Any]) -> list[StoredMatch]:
        def look(connection: Connection) -> tuple[list[MatchDetails], Sequence[Any], Sequence[Any]]:
            matches = readable(connection, query)
            these = {"these": [match.id for match in matches]}
            return matches, connection.execute(_SEATS, these).all(), connection.execute(ORDERS, these).all()

        matches, *belonging = await self.read(look)
        seats, orders = (by_match(rows) for rows in belonging)
        return [
            StoredMatch(
                match,
                tuple(StoredSeat(*seat) for seat in seats[match.id]),
                tuple(StoredOrder(*order) for order in orders[match.id]),
            )
            for match in matches
        ]

    async def pieces(self, match_id: str, edition: int, first: int, end: int) -> list[str]:
        """The pieces of an edition from a number up to another."""
        these = {"of": match_id, "edition": edition, "first": first, "end": end}
        return await self.read(lambda connection: list(connection.execute(_PIECES, these).scalars()))

    async def amend(self, before: StoredMatch, after: StoredMatch) -> bool:
        """Change the seats, details and orders that differ, if its standing is as before; whether it is."""
        match, details = before.match.id, before.amended(after)
        new = [(old, seat) for old, seat in zip(before.seats, after.seats, strict=True) if old != seat]

        def amend(connection: Connection) -> bool:
            if not stands(connection, before, after):
                return False
            if details:
                connection.execute(MOVE, {"of": match, **details})
            for old, seat in new:
                mine = update(SeatRow).where(SeatRow.match == match, SeatRow.role == old.role)
                connection.execute(mine.values(**asdict(seat)))
            if after.orders != before.orders:
                write_orders(connection, match, after.orders)
            self._tell(connection, SEATED, match)
            return True

        return await self._write_alone(amend)

    async def revisions(self, ids: Sequence[str]) -> dict[str, Revision]:
        """How far some matches are stored."""
        return await self.read(lambda connection: revisions_of(connection, ids))

    async def others_wrote(self) -> bool:
        """Whether other processes may have written to a SQLite file since this was asked last."""
        # No table is looked at for that: SQLite counts for each connection what others have committed, and here it is
        # that of the choices.

        def count() -> int:
            with self._alone() as connection:
                driver: Any = connection.connection.driver_connection
                return int(driver.execute("PRAGMA data_version").fetchone()[0])

        try:
            async with self._lock:
                now = await nc.Session.aside(count)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise NotRead(f"the database cannot be read at this moment: {first_line(error)}") from error
        before, self._counted = self._counted, now
        return now != before

    async def write(self, change: Change) -> bool:
        """Make a change if the match is stored as far as it says; changes that come together are one transaction."""
        return await self._queue.write(change)

    async def _step(self, changes: Sequence[Change]) -> Sequence[bool]:
        """Make changes in one transaction; of each, whether its match was stored as far as it says."""
        if not self.shared and all(map(is_plain, changes)) and await nc.Session.aside(lambda: self._plainly(changes)):
            return [True] * len(changes)
        return await self.transaction(lambda connection: self._make(connection, changes))

    def _plainly(self, changes: Sequence[Change]) -> bool:
        """Make plain changes, and the transaction too, by the driver alone; whether all fit, else nothing is done."""
        with self._alone() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("BEGIN IMMEDIATE")
            try:
                fit = all(self._plain.make(driver, change) for change in changes)
                driver.execute("COMMIT" if fit else "ROLLBACK")
            except BaseException:
                driver.rollback()
                raise
        return fit

    def _make(self, connection: Connection, changes: Sequence[Change]) -> list[bool]:
        if self.shared:
            found = apply_changes(connection, changes)
        else:
            driver = connection.connection.driver_connection
            found = [self._plain.make(driver, each) or apply_changes(connection, [each])[0] for each in changes]
        done = {change.match for change, made in zip(changes, found, strict=True) if made}
        self._tell(connection, MOVED, *sorted(done))
        return found

    def _tell(self, connection: Connection, what: str, *matches: str) -> None:
        """Let other processes know, once this is committed, what has changed of some matches."""
        if self.shared and matches:
            connection.execute(_TELL, {"channel": CHANNEL, "told": f"{self.process} {what} {' '.join(matches)}"})

    async def _write_alone(self, work: Callable[[Connection], R]) -> R:
        """Do something in a transaction of its own."""
        try:
            async with self._lock:
                return await self.transaction(work)
        except IntegrityError:
            raise OutOfSync from None
        except (SQLAlchemyError, OSError) as error:
            raise NotWritten(f"the database could not store it: {first_line(error)}") from error

    async def transaction(self, work: Callable[[Connection], R]) -> R:
        """Do something, and commit it unless it raises."""
        if self.shared:
            async with self._server.begin() as connection:
                return await connection.run_sync(work)

        def write() -> R:
            with self._alone() as connection, connection.begin():
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return work(connection)

        return await nc.Session.aside(write)

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        """The connection that writes to a SQLite file, for one thread at a time."""
        # It is kept: to take one for each choice costs more than the choice's own statements.
        with self._at_it:
            self._check_file()
            if self._kept is None:
                self._kept = self._file.connect()
            yield self._kept

    def _check_file(self) -> None:
        """Raise OSError if another file has the name of the one that was opened, or none: SQLite would write on."""
        if self._opened is not None and self._path is not None and identity_of(self._path) != self._opened:
            raise OSError(REPLACED)

    def _let_go_of_file(self) -> None:
        with self._at_it:
            if self._kept is not None:
                self._kept.close()
                self._kept = None
            self._file.dispose()


def stands(connection: Connection, before: StoredMatch, after: StoredMatch) -> bool:
    """``StoredMatch.stands_for`` the rows of a match, which are locked then."""
    match = before.match.id
    stands = connection.execute(_STANDS.where(MatchRow.id == match)).one_or_none()
    if stands is None:
        return False
    seats = tuple(StoredSeat(*seat) for _, *seat in connection.execute(_SEATS, {"these": [match]}).all())
    if (seats, *stands) != before.standing:
        return False
    return before.orders == after.orders or revisions_of(connection, [match])[match] == before.revision


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring the tables up to a version; raises BadData for those of a newer program, or of none."""
    config = Config()
    config.set_main_option("script_location", "navalcore.table:_migrations")
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(19430517)"))
    known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
    found = version_of(connection)
    if to not in {"head", *known}:
        raise BadData(f"these rows are of a newer navalcore (their tables are {to}): update the program")
    if found and found not in known:
        raise BadData(f"the database is of a newer navalcore (its tables are {found}): update the program")
    if not found and inspect(connection).has_table("matches"):
        raise BadData("the database has tables of these names that are not navalcore's: name another database")
    if found and found != max(known) and to == "head":
        log.warning("the database is of an older navalcore: its tables are brought from %s to %s", found, max(known))
    command.upgrade(config, to)


def version_of(connection: Connection) -> str:
    """The version of a database's tables; nothing where there are none."""
    return MigrationContext.configure(connection).get_current_revision() or ""


async def prepare_database(url: str) -> None:
    """Bring the tables of a database up to date, or make them.

    Args:
        url: as for :func:`make_app`.

    Raises:
        BadData: that is not an address of a database, or it cannot be opened or written.
    """
    rows = Database(url)
    try:
        await rows.open(written=True)
    finally:
        await rows.close()
