"""Budgets: how much a client may have computed, how much may run at an empty table, and who comes first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from threading import local
from time import monotonic
from typing import Final, TypeVar

import navalcore as nc
from navalcore.table._errors import TooMany
from navalcore.table._settings import Limits

try:
    from time import thread_time
except ImportError:  # in a browser there is one thread, and no clock of its own
    from time import process_time as thread_time

R = TypeVar("R")
ADDRESSES_KNOWN: Final = 10_000
AT_ONCE: Final = 2
"""Matches whose bots think at the same time; one of them at most searches."""
HALF_LIFE: Final = 60.0
"""Seconds after which the queue forgets half of an address's use."""


class TokenBucket:
    """An amount at once, and an amount for each second after that; anything spent beyond it is a debt."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._then = float(most), monotonic()
        self.spent = 0.0

    @property
    def left(self) -> float:
        """How many there are to take."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left

    def take(self, much: float = 1) -> None:
        """Take one, or so much, if it is there."""
        if self.left < much:
            raise TooMany("you have sent too much in a short time: wait a moment and try again")
        self._left -= much

    def check(self) -> None:
        """Refuse those who have spent all."""
        if self.left <= 0:
            raise TooMany("your requests have used up this machine's time for now: wait a while and try again")

    def spend(self, much: float) -> None:
        """Spend what something has cost."""
        self._left = self.left - much
        self.spent += much


class TokenBuckets:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, address: str) -> TokenBucket:
        """The bucket of an address."""
        bucket = self._of.setdefault(address, TokenBucket(self._rate, self._most))
        self._of.move_to_end(address)
        if len(self._of) > ADDRESSES_KNOWN:
            self._of.popitem(last=False)
        return bucket

    def take(self, address: str, much: float = 1) -> None:
        """Take one, or so much, for an address."""
        self.of(address).take(much)


SPENDER: Final[ContextVar[TokenBucket | None]] = ContextVar("SPENDER", default=None)
"""Whose processor seconds are spent at the moment."""


def metered(function: Callable[[], R]) -> Callable[[], R]:
    """The same, at the cost of the person who asks for it."""
    spender = SPENDER.get()
    if spender is None:
        return function

    def spending() -> R:
        before, _ELSEWHERE.seconds = thread_time(), 0.0
        try:
            return function()
        finally:
            spender.spend(thread_time() - before + _ELSEWHERE.seconds)

    return spending


async def aside(function: Callable[[], R], pool: Executor | None = None) -> R:
    """Call a function in a worker thread, or at once if it is quick, at the cost of the person who asks."""
    return await nc.Session.aside(nc.Session.likewise(function, metered(function)), pool)


_ELSEWHERE: Final = local()
"""The work that this thread has had computed by other processes since its function began."""


def charge(seconds: float) -> None:
    """Charge this thread's task for processor seconds of another process."""
    _ELSEWHERE.seconds = getattr(_ELSEWHERE, "seconds", 0.0) + seconds


class FairQueue:
    """Who comes next: the address that has used least; those that search come last, one of them at a time."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._most = at_once
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._waiting: list[tuple[bool, float, int, bool, asyncio.Future[None]]] = []
        self._at_work = self._searching = 0
        self._count = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def used(self, address: str) -> float:
        """Processor seconds that an address has used here lately."""
        much, then = self._used.get(address, (0.0, 0.0))
        return float(much * 0.5 ** ((monotonic() - then) / HALF_LIFE))

    @asynccontextmanager
    async def turn(self, address: str, searching: bool, bill: TokenBucket) -> AsyncIterator[None]:
        """A turn at the processor, which is put on a bill."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (searching, self.used(address), next(self._count), searching, mine))
        self._next()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._leave(searching)
            raise
        before = bill.spent
        try:
            yield
        finally:
            self._used[address] = self.used(address) + bill.spent - before, monotonic()
            self._used.move_to_end(address)
            if len(self._used) > ADDRESSES_KNOWN:
                self._used.popitem(last=False)
            self._leave(searching)

    def _leave(self, searching: bool) -> None:
        self._at_work, self._searching = self._at_work - 1, self._searching - searching
        self._next()

    def _next(self) -> None:
        while self._waiting and self._at_work < self._most:
            searching = self._waiting[0][3]
            if searching and self._searching:
                return  # all others that wait search too
            turn = heappop(self._waiting)[-1]
            if not turn.done():
                self._at_work, self._searching = self._at_work + 1, self._searching + searching
                turn.set_result(None)


@dataclass
class Presence:
    """Who was last in a room, and what its bots and standing orders have had since it is empty."""

    seen: float = field(default_factory=monotonic)
    here: int = 0
    """Connections of people with a seat."""
    spent: float = 0
    choices: int = 0

    def come(self) -> None:
        """A person with a seat is there."""
        self.seen, self.spent, self.choices = monotonic(), 0, 0

    def somebody(self, limits: Limits) -> bool:
        """Whether a person with a seat is there, or was a while ago."""
        return self.here > 0 or monotonic() - self.seen < limits.linger

    def endless(self, limits: Limits) -> bool:
        """Whether bots may answer."""
        return self.somebody(limits) or (self.spent < limits.alone and self.choices < limits.alone_choices)


class Budgets:
    """The work that all matches of a process share."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.queue = FairQueue()
        self.bots = TokenBuckets(limits.bots, limits.bots_at_once)
        self.work = TokenBuckets(limits.work, limits.work_at_once)
        self.telling = False
        """Whether any person wants notices."""
        self.bytes: dict[str, int] = {}
        """Of each address, the bytes of its matches, as far as this process has heard of them."""

    def endless(self, presence: Presence, address: str, size: int) -> bool:
        """Whether the bots of a match of so many bytes may answer."""
        limits = self.limits
        if not presence.endless(limits) or size > limits.match_bytes:
            return False
        return self.bots.of(address).left > 0 and self.bytes.get(address, 0) <= limits.address_bytes
