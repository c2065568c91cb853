"""A match whose bots and standing orders answer by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, Final

from navalcore._face.order import Order
from navalcore._match.match import Match
from navalcore._match.told import keep_history
from navalcore._play.seating import seating
from navalcore._session.clicks import Clicks
from navalcore._session.players import Players
from navalcore._session.shared import SharedMatch
from navalcore.bots._orders import StandingOrders
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
        setup = match.setup
        self._game = match.game
        self._seats = seating(match.game, setup.terms, {**(setup.seats or {}), **(seats or {})})
        self._plugins = tuple(plugins)
        self._answering: asyncio.Task[None] | None = None
        self._begun = self._closed = False
        self.trouble: str = ""
        self.go_on_with(match)

    def go_on_with(self, match: Match[Any, Any, Any]) -> None:
        """Put another match in its place, such as the same loaded anew, to be called within :meth:`alone`. Standing
        orders have to be given anew.
        """
        super().go_on_with(match)
        keep_history(match)
        self._players = Players(match, self._seats, self._plugins)
        self._clicks = Clicks(match)

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where, by role."""
        return MappingProxyType(self._seats)

    def orders(self, role: str) -> StandingOrders[Any]:
        """The standing orders of a role; whoever gives some calls :meth:`go_on` then."""
        return self._players.orders(self._match.game.check_player(role))

    def orders_in_force(self) -> list[tuple[str, Order[Any]]]:
        """The standing orders in force, each with the role that gave it."""
        return self._players.given()

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
            while self._to_answer() and await self.run(self._answer_some, THINKING):
                await asyncio.sleep(0)  # whoever waited for news comes first
        except NavalCoreError as failed:
            error = failed
        self._note(error)

    def _to_answer(self) -> bool:
        return not self._closed and self._players.asked()

    def _answer_some(self, _match: Match[Any, Any, Any]) -> bool:
        """Let them answer for a while; whether they would go on."""
        return self._players.answer(AT_ONCE)

    def _note(self, error: NavalCoreError | None) -> None:
        """Note what they have failed on, if they have."""
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
        """Let nobody answer any more, and end the streams."""
        self._closed = True
        self.tell()

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed
