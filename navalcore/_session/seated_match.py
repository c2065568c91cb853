"""A match whose bots and standing orders answer by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, Final

from navalcore._match.match import Match
from navalcore._match.told import keep_history
from navalcore._play.seating import seating
from navalcore._session.players import Players
from navalcore._session.shared import SharedMatch
from navalcore.errors import NavalCoreError

AT_ONCE: Final = 0.1
"""Seconds that bots may answer before what they chose is shown and others may act."""
THINKING: Final = ThreadPoolExecutor(2, "navalcore bots")
"""Where bots think: however long that takes, people are answered by other threads."""

log = logging.getLogger("navalcore")


class SeatedMatch(SharedMatch):
    """A shared match at which people and bots sit; what :class:`Session` is made of.

    Args:
        match: the match.
        seats: who sits where, where it is to be another than the match says.
        plugins: modules of further plug-ins to look for bots in.

    Attributes:
        trouble: what a bot has failed on; nothing as a rule.
    """

    def __init__(
        self, match: Match[Any, Any, Any], *, seats: Mapping[str, str] | None = None, plugins: Sequence[str] = ()
    ) -> None:
        super().__init__(match)
        keep_history(match)
        setup = match.setup
        self._game = match.game
        self._seats = seating(match.game, setup.terms, {**(setup.seats or {}), **(seats or {})})
        self._players = Players(match, self._seats, plugins)
        self._answering: asyncio.Task[None] | None = None
        self._begun = self._closed = False
        self.trouble: str = ""

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where, by role."""
        return MappingProxyType(self._seats)

    # ---- those who answer by themselves ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Let bots answer if they are asked, beside everything else; called by whatever else is called first."""
        if not self._begun:
            self.go_on()

    def begin_now(self) -> None:
        """Let bots answer if they are asked, in this thread; likewise."""
        if not self._begun:
            self.go_on_now()

    def go_on(self) -> None:
        """Let bots and standing orders answer, beside everything else."""
        self._begun = True
        if self._answering is None or self._answering.done():
            self._answering = asyncio.get_running_loop().create_task(self._answer())

    def go_on_now(self) -> None:
        """Let bots and standing orders answer, in this thread."""
        self._begun = more = True
        while more and not self._closed:
            made, more = self._alone(self._answer_some)
            if made:
                self.tell()

    async def _answer(self) -> None:
        more = True
        while more and not self._closed:
            async with self._queue:
                made, more = await self.aside(lambda: self._alone(self._answer_some), THINKING)
            if made:
                self.tell()
            await asyncio.sleep(0)  # whoever waited for news comes first

    def _answer_some(self, _match: Match[Any, Any, Any]) -> tuple[int, bool]:
        try:
            made = self._players.answer(AT_ONCE)
        except NavalCoreError as error:
            self.trouble = str(error)
            log.warning("a bot or a standing order: %s", error)
            return 1, False
        self.trouble = ""
        return made

    # ---- beginning and end -------------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until bots and standing orders have answered."""
        while self._answering is not None and not self._answering.done():
            await asyncio.shield(self._answering)

    def close(self) -> None:
        """Let nobody answer any more, and end the streams."""
        self._closed = True
        self.tell()

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed
