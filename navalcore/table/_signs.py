"""Signs of life of the processes that serve a database, and the pauses in which none of them served it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from navalcore.table._clock import TimeSpan, merged
from navalcore.table._reading import aware
from navalcore.table._schema import OutboxRow, ServedRow

Writing: TypeAlias = Callable[[Callable[[Connection], list[TimeSpan]]], Awaitable[list[TimeSpan]]]
"""Does something in a transaction of its own."""
EVERY: Final = timedelta(seconds=10)
"""The time between two signs of life of a process."""
LATE: Final = timedelta(seconds=30)
"""The time after a sign within which the next one must come. Otherwise the process has not served: its machine has
slept, or the database did not answer.
"""
_LOCK: Final = text("SELECT pg_advisory_xact_lock(19430518)")
_LATER: Final = update(OutboxRow.__table__).where(OutboxRow.id == bindparam("of"))  # type: ignore[arg-type]


class SignsOfLife:
    """The signs of life of a process that serves a database, which several may write to at once if ``shared``."""

    def __init__(self, process: str, writing: Writing, *, shared: bool) -> None:
        self._process, self._writing, self._shared = process, writing, shared
        self._giving = asyncio.Lock()
        self._since = self._last = datetime.min.replace(tzinfo=UTC)
        self._pauses: list[TimeSpan] = []

    def pauses(self, now: datetime) -> list[TimeSpan]:
        """The times up to now in which no process has served the database, as this process knows them."""
        serves = self._last.year > 1
        return [*self._pauses, (self._last, now)] if serves and now - self._last > LATE else self._pauses

    async def give(self, *, at_last: bool = False) -> None:
        """Give a sign of life, unless the last one is new; with ``at_last`` in any case."""
        # If this process did not serve before it, notices that were due in the pause are due as much later.
        async with self._giving:
            now = datetime.now(UTC)
            since = self._since if self._last <= now <= self._last + LATE else now
            if at_last or not self._last <= now < self._last + EVERY:
                self._pauses = await self._writing(lambda connection: self._give(connection, since, now))
                self._since, self._last = since, now

    def _give(self, connection: Connection, since: datetime, now: datetime) -> list[TimeSpan]:
        """Note the sign; the pauses that are known then."""
        if self._shared:
            connection.execute(_LOCK)
        mine = {"process": self._process, "since": since}
        known = update(ServedRow).filter_by(**mine).values(until=now)
        if not connection.execute(known).rowcount:
            before = [end for _, end in _served(connection)]
            if self._last - now > LATE:  # the time of the system was wrong and has been set back
                connection.execute(delete(ServedRow).where(ServedRow.since > now))
                _put_off(connection, self._last, now)
            elif before and max(before) < now:
                _put_off(connection, max(before), now)
            connection.execute(insert(ServedRow), {**mine, "until": now})
        return pauses_between(_served(connection))


def pauses_between(served: Iterable[TimeSpan]) -> list[TimeSpan]:
    """The times between those in which some process has served."""
    return [(end, begin) for (_, end), (begin, _) in pairwise(merged(served))]


def _served(connection: Connection) -> list[TimeSpan]:
    rows: Sequence[Any] = connection.execute(select(ServedRow.since, ServedRow.until)).all()
    return [(aware(since), aware(until)) for since, until in rows]


def _put_off(connection: Connection, begin: datetime, end: datetime) -> None:
    """Put off the notices that were to be sent after the beginning of a pause; one that ends before is taken back."""
    later = OutboxRow.due > min(begin, end)
    due: Sequence[Any] = connection.execute(select(OutboxRow.id, OutboxRow.due).where(later)).all()
    if due:
        connection.execute(_LATER, [{"of": number, "due": aware(at) + (end - begin)} for number, at in due])
