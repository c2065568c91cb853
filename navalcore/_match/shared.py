"""Matches in asynchronous programs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from navalcore._match.match import Match
from navalcore._wire.messages import Snapshot

R = TypeVar("R")


THREADS: Final = sys.platform != "emscripten"
"""Whether there are worker threads: in a browser there are none."""


class SharedMatch:
    """A match that many coroutines of one event loop share.

    Everything that touches the match goes through here: each call waits for the one before and runs in a worker thread,
    so the loop is never held up. The match must not be used beside it. Each seat has a stream of snapshots.

    >>> import asyncio
    >>> import navalcore as nc
    >>> async def watch() -> list[int]:
    ...     shared = nc.SharedMatch(nc.load("uboat_cards").new_match(seed=17, history=True))
    ...     news = shared.snapshots("convoy")
    ...     first = await anext(news)
    ...     await shared.choose("discard Sonar", role="uboat")
    ...     return [first.told, (await anext(news)).told]
    >>> asyncio.run(watch())
    [12, 14]

    Args:
        match: the match; for streams of snapshots it keeps its history (``new_match(history=True)``).
    """

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self._match = match
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()

    @staticmethod
    async def aside(function: Callable[[], R], pool: Executor | None = None) -> R:
        """Call a function in a worker thread (of a pool of your own, if you like); where there are none, at once.
        Returns what it returns. Who is cancelled meanwhile waits for its end none the less: what it works on is not
        free before.
        """
        if not THREADS:
            return function()
        work = asyncio.get_running_loop().run_in_executor(pool, function)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            while not work.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([work])
            raise

    @property
    def changed(self) -> asyncio.Event:
        """Set when something has changed after this was asked for; the next change has an event of its own."""
        return self._changed

    def tell(self) -> None:
        """Wake whoever waits for a change: streams send what is new."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the match alone until the block is left, for several actions that belong together, such as a choice and
        its way into a database; :meth:`aside` takes each to a worker thread. Streams then send what is new.
        """
        async with self._lock:
            try:
                yield
            finally:
                self.tell()

    async def _in_thread(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        return await self.aside(lambda: action(self._match))

    def go_on_with(self, match: Match[Any, Any, Any]) -> None:
        """Put another match in its place, such as the same loaded anew; to be called within :meth:`alone`."""
        self._match = match

    async def run(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Do something with the match in a worker thread, alone; returns what it returns. Streams then send what is
        new.
        """
        async with self.alone():
            return await self._in_thread(action)

    async def look(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Look at the match in a worker thread, alone; returns what the action returns. Nobody is told."""
        async with self._lock:
            return await self._in_thread(action)

    async def choose(self, choice: object, *, role: str, decision: int | None = None) -> None:
        """Answer the decision of a role."""
        await self.run(lambda match: match.choose(choice, role=role, decision=decision))

    async def undo(self, role: str) -> None:
        """Take back the last choice of a role."""
        await self.run(lambda match: match.undo(role))

    async def snapshot(self, role: str, *, since: int | None = None, odds: bool = False) -> Snapshot:
        """One snapshot of a seat, see :meth:`Match.snapshot <navalcore.Match.snapshot>`."""
        return await self.look(lambda match: match.snapshot(role, since=since, odds=odds))

    async def snapshots(self, role: str, *, since: int = 0) -> AsyncIterator[Snapshot]:
        """The snapshots of a seat: one at once, then one whenever something has changed, each with the events since the
        one before; ends with the one that has the outcome. Who reads slowly gets fewer, none the less complete.
        """
        while True:
            changed = self._changed
            snapshot = await self.snapshot(role, since=since)
            yield snapshot
            if snapshot.outcome is not None:
                return
            since = snapshot.told
            await changed.wait()
