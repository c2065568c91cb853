"""Sessions: a match, those who sit at it, and what each of them is sent."""

from __future__ import annotations

from typing import Self

from navalcore._session.seat_session import SeatSession
from navalcore._session.seated_match import SeatedMatch


class Session(SeatedMatch):
    """A match that is being played by people and bots, each at a seat.

    A seat is sent a snapshot whenever something has changed that it may know, and nothing else ever; it acts by JSON.
    Bots and standing orders answer by themselves. A session belongs to one event loop, or to threads: each coroutine
    has a twin whose name ends in ``_now``. The match must not be used beside it: look at it by :meth:`look`, change it
    by :meth:`run`.

    >>> import asyncio
    >>> import navalcore as nc
    >>> async def play() -> None:
    ...     match = nc.load("uboat_cards").new_match(seed=17, seats={"convoy": "bot:standard"})
    ...     async with nc.Session(match) as session:
    ...         seat = session.seat("uboat")
    ...         print((await seat.news()).told)
    ...         print(await seat.act('{"act": "choose", "keys": ["discard_card/Sonar"], "decision": 0}'))
    ...         print((await seat.news()).told)
    ...         print(await seat.act('{"act": "choose", "keys": ["discard_card/Sonar"], "decision": 0}'))
    >>> asyncio.run(play())  # doctest: +ELLIPSIS
    12
    {"ok": true, "chosen": ["discard_card/Sonar"], "number": 1}
    14
    {"ok": false, "error": {"code": "stale_decision", "message": "...", "decision": 1}}

    Args:
        match: the match. If it keeps no history, it begins one.
        seats: who sits where, by role: ``person`` or ``bot:NAME``, where it is to be another than :attr:`Match.seats`
            says.
        plugins: modules of further plug-ins to look for bots in.

    Attributes:
        trouble: what a bot has failed on; nothing as a rule. Its choices are not made then.

    Raises:
        UnknownName: the game has no such role or bot.
        BadData: a seat that there is not.
    """

    def seat(self, role: str, *, since: int = 0) -> SeatSession:
        """The seat of a role, of ``SPECTATOR`` or of ``UMPIRE``, for one client: it is sent everything that it is told
        from now on.

        Args:
            role: whose seat.
            since: the number of the last event that the client was told before (:attr:`Snapshot.told
                <navalcore.Snapshot.told>`).

        Raises:
            UnknownName: nobody is named, or the game has no such role.
        """
        return SeatSession(self, role, since)

    async def __aenter__(self) -> Self:
        self.begin()
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.close()
        await self.settled()

    def __enter__(self) -> Self:
        self.begin_now()
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
