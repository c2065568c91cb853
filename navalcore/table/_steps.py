"""The steps of matches in a database: what every choice asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, Dialect, and_, bindparam, delete, exists, insert, select, update

from navalcore.table._schema import HoldingRow, MatchRow, NoticeRow, OrderRow, OutboxRow, PieceRow, SeatRow, TurnRow
from navalcore.table._store import Change, Revision, StoredOrder

# What every choice asks of the database, made once: SQLAlchemy takes longer to build a statement than to run it.
_STANDS: Final = (
    select(MatchRow.id, MatchRow.edition, MatchRow.pieces, MatchRow.closed)
    .where(MatchRow.id.in_(bindparam("these", expanding=True)))
    .order_by(MatchRow.id)  # in every process, so that none waits for another that waits for it
)
_LOCK: Final = _STANDS.with_for_update()
MOVE: Final = update(MatchRow.__table__).where(MatchRow.id == bindparam("of"))  # type: ignore[arg-type]
_MOVE_FROM: Final = MOVE.where(
    MatchRow.edition == bindparam("was_edition"),
    MatchRow.pieces == bindparam("was_pieces"),
    MatchRow.closed == "",
    ~exists().where(OrderRow.match == bindparam("of")),
)
HELD: Final = and_(SeatRow.match == HoldingRow.match, SeatRow.secret == HoldingRow.seat)
"""Whether what holds a seat opens it: another person may have it by now, or its own may have another key."""
WRITE: Final = insert(PieceRow.__table__)  # type: ignore[arg-type]
ORDERS: Final = (
    select(OrderRow.match, OrderRow.role, OrderRow.words, OrderRow.piece)
    .where(OrderRow.match.in_(bindparam("these", expanding=True)))
    .order_by(OrderRow.n)
)


def apply_changes(connection: Connection, changes: Sequence[Change]) -> list[bool]:
    """Make changes of several matches; of each, whether its match was stored as far as it says."""
    closed: set[str] = set()
    stored = revisions_of(connection, [change.match for change in changes], _LOCK, closed)
    fits: list[bool] = []
    for change in changes:
        shut = change.match in closed and "rules" not in change.details  # newer rules may write it anew all the same
        fits.append(stored.get(change.match) == change.before and not shut)
        if fits[-1]:
            stored[change.match] = change.after
            connection.execute(MOVE, {"of": change.match, **change.details})
            if change.turn is not None:
                note_turn(connection, change)
    made = [change for change, fit in zip(changes, fits, strict=True) if fit]
    if rows := [row for change in made for row in _pieces(change)]:
        connection.execute(WRITE, rows)
    for change in made:
        if change.after.orders != change.before.orders:
            write_orders(connection, change.match, change.after.orders)
    return fits


def write_orders(connection: Connection, match: str, orders: Sequence[StoredOrder]) -> None:
    """Let these be the standing orders in force at a match."""
    connection.execute(delete(OrderRow).where(OrderRow.match == match))
    if rows := [{"match": match, "n": n, **asdict(each)} for n, each in enumerate(orders)]:
        connection.execute(insert(OrderRow), rows)


def is_plain(change: Change) -> bool:
    """Whether a change is of the commonest kind: a choice where no standing order is in force and no notice is due."""
    return (
        change.turn is None and not change.before.orders and not change.after.orders and "rules" not in change.details
    )


class PlainSteps:
    """Makes the commonest change by the driver alone."""

    # SQLAlchemy takes three times as long to have its two statements executed as SQLite to do it.

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._write = PlainStatement(WRITE, dialect, ("match", "edition", "n", "text"))
        self._moves: dict[frozenset[str], PlainStatement] = {}

    def make(self, driver: Any, change: Change) -> bool:
        """Make a plain change by the driver, if its match is stored as far as it says; whether it was made."""
        if not is_plain(change):
            return False
        names = frozenset(change.details)
        if names not in self._moves:
            self._moves[names] = PlainStatement(_MOVE_FROM, self._dialect, names)
        was = {"of": change.match, "was_edition": change.before.edition, "was_pieces": change.before.pieces}
        if self._moves[names].execute(driver, {**change.details, **was}) != 1:
            return False
        for row in _pieces(change):
            self._write.execute(driver, row)
        return True


class PlainStatement:
    """A statement as a driver takes it, made once: its SQL, and how its values are written."""

    def __init__(self, statement: Any, dialect: Dialect, names: Collection[str]) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=sorted(names))
        self._sql = str(compiled)
        self._values = [
            (name, compiled.binds[name].value, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ]

    def execute(self, driver: Any, given: Mapping[str, Any]) -> int:
        """Execute it with these values; how many rows it has changed."""
        values = ((given.get(name, own), written) for name, own, written in self._values)
        return int(
            driver.execute(self._sql, [each if write is None else write(each) for each, write in values]).rowcount
        )


def note_turn(connection: Connection, change: Change) -> None:
    """Note who is awaited from now on, and that they are to be told of it if they do not answer."""
    match, now, turn = change.match, change.details["asked"], change.turn
    assert turn is not None
    if turn.clocked:
        n = change.after.pieces
        connection.execute(
            insert(TurnRow), {"match": match, "n": n, "at": turn.since or now, "waiting": list(turn.waiting)}
        )
    if turn.telling:
        connection.execute(delete(OutboxRow).where(OutboxRow.match == match, OutboxRow.role.not_in(turn.waiting)))
        rows = select(OutboxRow.role, OutboxRow.notice).where(OutboxRow.match == match)
        known = {(role, notice) for role, notice in connection.execute(rows)}
        told = {"match": match, "asked": now, "due": now, "tries": 0, "sent": 0}
        new = [role for role in turn.waiting if role not in turn.was]
        for role, notice in notices_wanted(connection, match, new):
            if (role, notice) not in known:
                connection.execute(insert(OutboxRow), {**told, "role": role, "notice": notice})


def notices_wanted(connection: Connection, match: str, roles: Sequence[str]) -> list[tuple[str, str]]:
    """The ways in which those who have the seats of some roles want to be told: each with the role."""
    wanted = (
        select(SeatRow.role, NoticeRow.id).distinct().join(HoldingRow, HELD)
        .join(NoticeRow, NoticeRow.holder == HoldingRow.holder)
        .where(SeatRow.match == match, SeatRow.role.in_(roles), NoticeRow.match.in_(("", match)))
    )  # fmt: skip
    return [(role, notice) for role, notice in connection.execute(wanted)]


def revisions_of(
    connection: Connection, ids: Sequence[str], query: Any = _STANDS, closed: set[str] | None = None
) -> dict[str, Revision]:
    """How far some matches are stored; ``closed`` takes those in which nothing can be chosen any more."""
    stands = connection.execute(query, {"these": ids}).all()
    if closed is not None:
        closed |= {match for match, _, _, why in stands if why}
    orders: Sequence[Any] = connection.execute(ORDERS, {"these": ids}).all()
    return {
        match: Revision(edition, pieces, tuple(StoredOrder(*order) for of, *order in orders if of == match))
        for match, edition, pieces, _ in stands
    }


def _pieces(change: Change) -> list[dict[str, Any]]:
    of = {"match": change.match, "edition": change.after.edition}
    return [{**of, "n": n, "text": text} for n, text in enumerate(change.pieces, change.first)]
