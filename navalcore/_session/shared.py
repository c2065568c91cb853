"""A match that several coroutines, or several threads, use."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from threading import Condition, Lock
from time import monotonic
from typing import Any, Final, TypeVar

from navalcore._match.match import Match

R = TypeVar("R")

THREADS: Final = sys.platform != "emscripten"
"""Whether there are worker threads: in a browser there are none."""


class SharedMatch:
    """A match that many coroutines of one event loop share, or many threads.

    Everything that touches the match goes through here, one call after the other. Calls of coroutines run in a worker
    thread, so the loop is never held up; each has a twin for plain programs, whose name ends in ``_now``, which does
    the same in the thread that calls it. The match must not be used beside it.

    Args:
        match: the match.
    """

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self._match = match
        self._queue, self._lock = asyncio.Lock(), Lock()
        self._changed, self._news = asyncio.Event(), Condition()
        self._changes = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    # ---- one after the other -----------------------------------------------------------------------------------------

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

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the match alone among coroutines until the block is left, for several actions that belong together, such
        as a choice and its way into a database; :meth:`aside` takes each to a worker thread. Streams then look whether
        there is something new.
        """
        async with self._queue:
            try:
                yield
            finally:
                self.tell()

    async def run(self, action: Callable[[Match[Any, Any, Any]], R], pool: Executor | None = None) -> R:
        """Do something with the match in a worker thread (of a pool of your own, if you like), alone; returns what it
        returns. Streams then look whether there is something new; if it raises, they do not.

        Every act, and whatever bots choose, goes through here: a class of your own that derives from this one may store
        what was done before anybody hears of it.
        """
        async with self._queue:
            result = await self.aside(lambda: self._alone(action), pool)
        self.tell()
        return result

    async def look(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Look at the match in a worker thread, alone; returns what the action returns. Nobody is told."""
        async with self._queue:
            return await self.aside(lambda: self._alone(action))

    def run_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Do something with the match, as :meth:`run` does."""
        result = self._alone(action)
        self.tell()
        return result

    def look_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Look at the match, as :meth:`look` does."""
        return self._alone(action)

    def _alone(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        with self._lock:
            return action(self._match)

    def go_on_with(self, match: Match[Any, Any, Any]) -> None:
        """Put another match in its place, such as the same loaded anew; to be called within :meth:`alone`."""
        self._match = match

    # ---- changes -----------------------------------------------------------------------------------------------------

    @property
    def changed(self) -> asyncio.Event:
        """Set when something has changed after this was asked for; the next change has an event of its own."""
        self._loop = asyncio.get_running_loop()
        return self._changed

    def tell(self) -> None:
        """Wake whoever waits for a change: they look whether there is something new."""
        with self._news:
            self._changes += 1
            self._news.notify_all()
        changed, self._changed = self._changed, asyncio.Event()
        if self._loop is None or _running() is self._loop:
            changed.set()
            return
        with suppress(RuntimeError):  # that loop has ended, and nobody waits in it
            self._loop.call_soon_threadsafe(changed.set)

    def _await_change(self, since: int, end: float | None) -> bool:
        """Wait in this thread until something has changed since so many changes, or it is too late."""
        with self._news:
            wait = None if end is None else max(0.0, end - monotonic())
            return self._news.wait_for(lambda: self._changes != since, wait)


def _running() -> asyncio.AbstractEventLoop | None:
    """The event loop of this thread, if it runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
