"""A match as it was: it is played once more, apart from the match itself, to look back and to see what luck did."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, TypeVar

from navalcore import AnyGame, AnyMatch
from navalcore.study import reporting
from navalcore.table._budgets import SPENDER, TokenBucket, aside
from navalcore.table._recorded_match import Past
from navalcore.table._store import Revision

R = TypeVar("R")

REPORTS: Final = ThreadPoolExecutor(1, "navalcore reports")
"""Where reports are made: however long that takes, people are answered by other threads."""
COURSES: Final = 500
"""Playouts that a luck report may take, where a game has no estimate of its own."""
SLICE, SOON = 0.25, 1.0
"""Seconds that a report is worked at before others come, and that one who asks for it waits."""


class Hindsight:
    """The past of one match: its stored ``pieces`` after the first so many; ``closed``: whether its room is."""

    def __init__(
        self, game: AnyGame, pieces: Callable[[Revision, int], Awaitable[list[str]]], closed: Callable[[], bool]
    ) -> None:
        self._game, self._pieces, self._closed = game, pieces, closed
        self._past: Past | None = None
        self._edition = -1
        self._looking = asyncio.Lock()
        self._report: asyncio.Task[Any] | None = None
        self._reported: tuple[int, int]

    @property
    def played(self) -> bool:
        """Whether the match has been played once more."""
        return self._past is not None

    async def past(self, revision: Revision, action: Callable[[Past], R]) -> R:
        """Look at the match as it was up to a revision. It is played once, for a while at a time, and then follows."""
        async with self._looking:
            past = self._past
            if past is None or self._edition != revision.edition or past.pieces > revision.pieces:
                (first,) = await self._pieces(Revision(revision.edition, 1), 0)
                past = await aside(lambda: Past.begun(self._game, first), REPORTS)
                past.fresh.clear()
                self._past, self._edition = None, revision.edition
            pieces = deque(await self._pieces(revision, past.pieces))

            def follow() -> None:
                end = monotonic() + SLICE
                while pieces and monotonic() < end:
                    past.follow(pieces.popleft())

            while pieces:
                if (spender := SPENDER.get()) is not None:
                    spender.check()
                await aside(follow, REPORTS)
                self._past = past  # as far as it is
            self._past = past
            return await aside(lambda: action(past), REPORTS)

    async def report(self, match_over: Callable[[], Awaitable[AnyMatch]], bill: TokenBucket | None) -> Any:
        """The luck report of a match that is over, worked out once; until then how much of it is ``done``.

        It is put on a ``bill``, and waits where that is spent: the one who asks for it has time left for all else.
        """
        if self._report is None or (self._report.done() and self._report.exception()):
            match = await match_over()
            self._reported = (0, match.count + 1)
            self._report = asyncio.create_task(self._work_out(match, bill))
        await asyncio.wait({self._report}, timeout=SOON)
        return self._report.result() if self._report.done() else dict(zip(("done", "of"), self._reported, strict=True))

    async def _work_out(self, match: AnyMatch, bill: TokenBucket | None) -> Any:
        SPENDER.set(bill)
        work = reporting(match, courses=COURSES)

        def go_on() -> Any:
            end = monotonic() + SLICE
            while monotonic() < end:
                try:
                    self._reported = next(work)
                except StopIteration as found:
                    return found.value.to_json()
            return None

        while (found := await aside(go_on, REPORTS)) is None and not self._closed():
            await asyncio.sleep(0)
            while bill is not None and bill.left <= 0 and not self._closed():
                await asyncio.sleep(SLICE)
        return found
