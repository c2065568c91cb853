"""A match that several coroutines or threads use, and whose bots and standing orders answer by themselves."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from threading import Condition, Lock
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from navalcore._face.order import Order
from navalcore._match.again import keep_history
from navalcore._match.match import Match
from navalcore._misfits import told_in_methods
from navalcore._play.seating import seating
from navalcore._session.clicks import Clicks
from navalcore._session.players import Players
from navalcore.bots._bot import Bot
from navalcore.bots._makers import make_bot
from navalcore.bots._orders import StandingOrders
from navalcore.components._chance import SeededChance
from navalcore.errors import NavalCoreError

R = TypeVar("R")

THREADS: Final = sys.platform != "emscripten"
"""Whether there are worker threads: in a browser there are none."""
AT_ONCE: Final = 0.1
"""Seconds that bots may answer before what they chose is shown and others may act."""
THINKING: Final = ThreadPoolExecutor(2, "navalcore bots")
"""Where bots think: however long that takes, people are answered by other threads."""

QUICK: Final = 0.002
"""Processor seconds, by which others on the machine do not count: what took less last time needs no worker thread."""

log = logging.getLogger("navalcore")


class Quick(Generic[R]):
    """An action that needs no worker thread, as the like took little the last time."""

    def __init__(self, action: Callable[..., R]) -> None:
        self._action = action

    def __call__(self, *given: Any) -> R:
        return self._action(*given)


@told_in_methods
class SeatedMatch:
    """A match that many coroutines of one event loop share, or many threads: everything goes through here in turn.

    With ``autopass`` a person's decision that has a single answer is answered at once.
    """

    def __init__(
        self,
        match: Match[Any, Any, Any],
        *,
        seats: Mapping[str, str] | None = None,
        plugins: Sequence[str] = (),
        autopass: bool = True,
    ) -> None:
        setup = match.setup
        self._game = match.game
        self._seats = seating(match.game, setup.terms, {**(setup.seats or {}), **(seats or {})})
        self._plugins, self._autopass = tuple(plugins), autopass
        self._answering: asyncio.Task[None] | None = None
        self._begun = self._closed = False
        self._queue, self._lock = asyncio.Lock(), Lock()
        self._changed, self._news = asyncio.Event(), Condition()
        self._changes = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self.trouble: str = ""
        self.go_on_with(match)

    def go_on_with(self, match: Match[Any, Any, Any]) -> None:
        """Put ``match`` in the place of the present one, such as the same loaded again, to be called within
        :meth:`alone`. Standing orders have to be given again.
        """
        self._match = match
        keep_history(match)
        self._players = Players(match, self._seats, self._plugins, self._autopass, self.make_bot)
        self._clicks = Clicks(match)

    # ---- one after the other -----------------------------------------------------------------------------------------

    @staticmethod
    async def aside(function: Callable[[], R], pool: Executor | None = None) -> R:
        """Call a function in a worker thread and return its result. Where there are no threads, or the function takes
        next to no time, it is called at once. A task that is cancelled meanwhile still waits for the end, because
        until then the match is not free.

        Args:
            function: takes no arguments.
            pool: the executor whose threads are used; that of the event loop if left out.
        """
        if isinstance(function, Quick) or not THREADS:
            return function()
        work = asyncio.get_running_loop().run_in_executor(pool, function)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            while not work.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([work])
            raise

    @staticmethod
    def likewise(action: Callable[..., Any], function: Callable[..., R]) -> Callable[..., R]:
        """Return a function that :meth:`aside` carries out where it would carry out another: for a class of your own
        that puts an action into another.

        Args:
            action: the action that the function calls.
            function: the function.
        """
        return Quick(function) if isinstance(action, Quick) else function

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the match alone among coroutines until the block is left, for several actions that belong together, such
        as a choice and its way into a database. :Meth:`aside` takes each to a worker thread. Streams then look whether
        there is something new.
        """
        async with self._queue:
            try:
                yield
            finally:
                self.tell()

    async def run(self, action: Callable[[Match[Any, Any, Any]], R], pool: Executor | None = None) -> R:
        """Do something with the match as :meth:`aside` does it, alone, and return the result. Streams then look whether
        there is something new; if the action raises an exception, they do not.

        Every act, and every choice of bots, goes through here: a class of your own that derives from this one may store
        what was done before clients hear of it.

        Args:
            action: called with the match, which it may change.
            pool: the executor whose threads are used; that of the event loop if left out.
        """
        async with self._queue:
            result = await self.aside(self.likewise(action, lambda: self._alone(action)), pool)
        self.tell()
        return result

    async def look(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Call ``action`` with the match as :meth:`aside` does it, alone, and return its result. The action only looks,
        so streams are not woken.
        """
        async with self._queue:
            return await self.aside(self.likewise(action, lambda: self._alone(action)))

    def run_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Call ``action`` with the match, which it may change, in this thread, and return its result; for the rest see
        :meth:`run`.
        """
        result = self._alone(action)
        self.tell()
        return result

    def look_now(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        """Call ``action`` with the match, which it only looks at, in this thread, and return its result."""
        return self._alone(action)

    def _alone(self, action: Callable[[Match[Any, Any, Any]], R]) -> R:
        with self._lock:
            return action(self._match)

    # ---- changes -----------------------------------------------------------------------------------------------------

    @property
    def changed(self) -> asyncio.Event:
        """Set when something has changed after this was asked for; the next change has an event of its own."""
        self._loop = asyncio.get_running_loop()
        return self._changed

    def tell(self) -> None:
        """Wake anyone who waits for a change: they look whether there is something new."""
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

    # ---- those who sit at it -----------------------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where, by role."""
        return MappingProxyType(self._seats)

    def orders(self, role: str) -> StandingOrders[Any]:
        """The standing orders of ``role``. After giving some, call :meth:`go_on`.

        Raises:
            UnknownName: the game has no such role.
        """
        return self._players.orders(self._match.game.check_player(role))

    def orders_in_force(self) -> list[tuple[str, Order[Any]]]:
        """The standing orders in force, each with the role that gave it."""
        return self._players.given()

    # ---- those who answer by themselves ------------------------------------------------------------------------------

    def make_bot(self, role: str, name: str, chance: SeededChance) -> Bot[Any]:
        """Make a bot that answers for a role, at its seat or by a standing order. A class of your own may have another
        one answer in its place, such as one that asks another machine.

        Args:
            role: the role.
            name: the name of the bot, as for :func:`~navalcore.bots.make_bot`.
            chance: the source of its chance.
        """
        return make_bot(self._game, role, name, chance, self._plugins)

    def begin(self) -> None:
        """Let bots answer if they are asked, in the background; called by the first call of anything else."""
        if not self._begun:
            self.go_on()

    def begin_now(self) -> None:
        """Let bots answer if they are asked, in this thread; likewise."""
        if not self._begun:
            self.go_on_now()

    def go_on(self) -> None:
        """Let bots and standing orders answer, in the background."""
        self._begun = True
        if not self.answering:
            self._answering = asyncio.get_running_loop().create_task(self._answer())

    def go_on_now(self) -> None:
        """Let bots and standing orders answer, in this thread."""
        self._begun = True
        error: NavalCoreError | None = None
        try:
            while self._to_answer() and self.run_now(self._answer_some):
                pass
        except NavalCoreError as failed:
            error = failed
        self._note(error)

    async def _answer(self) -> None:
        error: NavalCoreError | None = None
        try:
            while self._to_answer():
                async with self.bots_turn() as granted:
                    if not granted or not await self.run(self._answer_some, THINKING):
                        break
                await asyncio.sleep(0)  # whoever waited for news comes first
        except NavalCoreError as failed:
            error = failed
        self._note(error)

    @asynccontextmanager
    async def bots_turn(self) -> AsyncIterator[bool]:
        """A turn of bots and standing orders to answer for a while: whether they may. A class of your own may have them
        wait here, or say no; they are asked again at the next :meth:`go_on`.
        """
        yield True

    def _to_answer(self) -> bool:
        return not self._closed and self._players.asked()

    def _answer_some(self, _match: Match[Any, Any, Any]) -> bool:
        """Let them answer for a while; whether they would continue."""
        return self._players.answer(AT_ONCE)

    def _note(self, error: NavalCoreError | None) -> None:
        """Note what they have failed on, if they have; not of a session that has ended in the middle of it."""
        if self._closed:
            return
        if error is not None:
            log.warning("a bot or a standing order: %s", error)
        if error is not None or self.trouble:
            self.trouble = "" if error is None else str(error)
            self.tell()

    # ---- beginning and end -------------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until bots and standing orders have answered."""
        while self.answering:
            assert self._answering is not None
            await asyncio.shield(self._answering)

    @property
    def answering(self) -> bool:
        """Whether bots or standing orders are at work."""
        return self._answering is not None and not self._answering.done()

    def close(self) -> None:
        """Accept no more answers, and end the streams."""
        self._closed = True
        self.tell()

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed


def _running() -> asyncio.AbstractEventLoop | None:
    """The event loop of this thread, if it runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
