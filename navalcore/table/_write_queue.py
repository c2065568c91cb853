"""The changes of many matches in few transactions: those that come while others are written are written together."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from sqlalchemy.exc import InterfaceError, OperationalError

from navalcore.errors import NotWritten
from navalcore.table._metrics import STORED
from navalcore.table._store import Change

AT_ONCE: Final = 100
"""Changes in one transaction at most; their notice must fit into one message."""
GONE: Final = (OperationalError, InterfaceError, sqlite3.OperationalError, OSError)
"""The exception raised where the database itself does not answer."""


class WriteQueue:
    """Makes changes by ``step``, several in one transaction, holding the ``lock`` of all who write."""

    # It says of each whether its match was stored as far as the change says.

    def __init__(self, step: Callable[[Sequence[Change]], Awaitable[Sequence[bool]]], lock: asyncio.Lock) -> None:
        self._step, self._lock = step, lock
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, change: Change) -> bool:
        """Make a change if its match is stored as far as it says; whether it is."""
        made: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, made))
        if self._writing is None or self._writing.done():  # a task of its own: who has gone away holds nobody up
            self._writing = asyncio.create_task(self._write_waiting())
        return await made

    async def settled(self) -> None:
        """Wait until all are made."""
        if self._writing is not None:
            await self._writing

    async def _write_waiting(self) -> None:
        while self._waiting:
            async with self._lock:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                await self._write_all(batch)

    async def _write_all(self, batch: Sequence[tuple[Change, asyncio.Future[bool]]]) -> None:
        try:
            found = await self._step([change for change, _ in batch])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if len(batch) > 1 and not isinstance(error, GONE):
                for each in batch:  # the database is there, so what it cannot take is one of them
                    await self._write_all([each])
                return
            refusal = NotWritten(f"the database could not store it: {first_line(error)}")
            for _, made in batch:
                if not made.cancelled():
                    made.set_exception(refusal)
            return
        for (change, made), done in zip(batch, found, strict=True):
            STORED.inc(len(change.pieces) if done else 0)
            if not made.cancelled():
                made.set_result(done)


def first_line(error: BaseException) -> str:
    """An error of the database in a line: the driver's words, where it is of the driver."""
    cause = getattr(error, "orig", None) or error
    return (str(cause).splitlines() or [type(cause).__name__])[0]
