"""A room: one match as this process has it, in sync with what is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final, TypeVar

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.bots import Bot, make_bots, seat
from navalcore.errors import GameOver, NavalCoreError, NotWritten
from navalcore.study import reporting
from navalcore.table._errors import SeatRefused
from navalcore.table._match_history import MatchHistory
from navalcore.table._messages import BoardPicture
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._seats import role_of
from navalcore.table._store import MatchStore, OutOfSync, Revision, StoredMatch

R = TypeVar("R")

AT_ONCE: Final = 0.1
"""Seconds that bots may answer before what they chose is stored and shown."""
THINKING: Final = ThreadPoolExecutor(2, "navalcore bots")
"""Where bots think and reports are made: however long that takes, people are answered by other threads."""
COURSES: Final = 500
"""Playouts that a luck report may take, where a game has no estimate of its own."""
SLICE, SOON = 0.25, 1.0
"""Seconds that a report is worked at before others come, and that one who asks for it waits."""
TRIES: Final = 5
"""How often an act is tried while others write."""

log = logging.getLogger("navalcore.table")


class Room:
    """One match, its seats, and whoever looks on; what cannot be stored before anybody hears of it has not happened."""

    def __init__(self, store: MatchStore, stored: StoredMatch, game: AnyGame, recorded: RecordedMatch) -> None:
        self.game = game
        self.id, self.commitment = stored.match.id, stored.match.commitment
        self.seats = stored.seats
        self.revision = stored.revision  # as far as this process knows
        self.trouble = ""  # what a bot failed on; then its choices are not made
        self.face = nc.face_of(game)
        self.pictures: dict[str, tuple[tuple[int, int], BoardPicture | None]] = {}
        self.clicks: dict[str, list[str]] = {}  # of each role, by which a doubled one is known
        self._store = store
        self._table = nc.Session(recorded.match)
        self._answering: asyncio.Task[None] | None = None
        self._asked, self._all_answered, self._closed = True, False, False
        self._history: MatchHistory | None = None
        self._report: asyncio.Task[Any] | None = None
        self._reported: tuple[int, int]
        self._take(recorded)

    def _take(self, recorded: RecordedMatch) -> None:
        """Go on with a match that was loaded."""
        self._recorded = recorded
        self._table.go_on_with(recorded.match)
        names = {each.role: each.bot for each in self.seats if each.kind == "bot"}
        made = make_bots(self.game, names, f"table bots {recorded.match.setup.seed}") if names else {}
        self._bots: dict[str, Bot[Any]] = {role: made[role] for role in names}
        seat(recorded.match, self._bots)

    @classmethod
    async def open(cls, store: MatchStore, match_id: str, game_of: Callable[[str], AnyGame]) -> Room:
        """Load a match."""
        for _ in range(TRIES):
            stored = await store.get(match_id)
            game = await nc.Session.aside(partial(game_of, stored.match.game))
            with suppress(OutOfSync):
                recorded, revision = await _load(store, match_id, stored.revision, game)
                room = cls(store, stored, game, recorded)
                room.revision = revision
                return room
        raise NotWritten("others keep changing the match: try again")

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def changed(self) -> asyncio.Event:
        """Set when something has changed after this was asked for."""
        return self._table.changed

    @property
    def edition(self) -> int:
        """How often the match has been carried over to newer rules."""
        return self.revision.edition

    async def look(self, action: Callable[[RecordedMatch], R]) -> R:
        """Look at the match in a worker thread, alone; if this process has lost sync with it, it is loaded first."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                return await self._table.look(lambda _match: action(self._at_hand()))
            with suppress(OutOfSync):  # whoever waits for the match may lose sync with it again: nobody comes between
                async with self._table.alone():
                    await self._catch_up()
                    return await nc.Session.aside(lambda: action(self._at_hand()))
        raise NotWritten("others keep changing the match: try again")

    def _at_hand(self) -> RecordedMatch:
        if self._recorded is _GONE:
            raise OutOfSync
        return self._recorded

    async def moment(self, position: int) -> AnyMatch:
        """The match as it stood after so many choices; not to be changed."""

        def find(recorded: RecordedMatch) -> AnyMatch:
            if self._history is None or not self._history.reaches(recorded.match):
                self._history = MatchHistory(recorded.match)
            return self._history.at(position)

        return await self.look(find)

    async def report(self, over: Callable[[AnyMatch], AnyMatch]) -> Any:
        """The luck report of a match that is over, worked out once; until then how much of it is ``done``."""
        if self._report is None or (self._report.done() and self._report.exception()):
            match = await self.look(lambda recorded: over(recorded.match).fork())
            self._reported = (0, match.count + 1)
            self._report = asyncio.create_task(self._work_out(match))
        await asyncio.wait({self._report}, timeout=SOON)
        return self._report.result() if self._report.done() else dict(zip(("done", "of"), self._reported, strict=True))

    async def _work_out(self, match: AnyMatch) -> Any:
        work = reporting(match, courses=COURSES)

        def go_on() -> Any:
            end = monotonic() + SLICE
            while monotonic() < end:
                try:
                    self._reported = next(work)
                except StopIteration as found:
                    return found.value.to_json()
            return None

        while (found := await nc.Session.aside(go_on, THINKING)) is None and not self._closed:
            await asyncio.sleep(0)
        return found

    async def role_of(self, secret: str | None) -> str:
        """The role whose seat a secret opens; without one, that of the spectator."""
        try:
            return role_of(self.seats, secret)
        except SeatRefused:  # perhaps somebody has just sat down, by another process
            self.seats = (await self._store.get(self.id)).seats
            return role_of(self.seats, secret)

    # ---- acting -----------------------------------------------------------------------------------------------------

    async def act(self, action: Callable[[RecordedMatch], R]) -> R:
        """Do something with the match and store it; if the action raises, nothing has changed."""
        result = await self._act_once(action)
        if self._asked or self.trouble:
            self.go_on()
        return result

    async def _act_once(self, action: Callable[[RecordedMatch], R], pool: Executor | None = None) -> R:
        for _ in range(TRIES):
            try:
                return await self._once(action, pool)
            except OutOfSync:
                continue
            except NavalCoreError:  # perhaps only because this process has not heard of what others have written
                if not await self._behind():
                    raise
                await self.catch_up()
        raise NotWritten("others keep changing the match: try again")

    async def _once(self, action: Callable[[RecordedMatch], R], pool: Executor | None) -> R:
        """Do something and store it, or let it not have happened."""
        async with self._table.alone():
            try:
                if self._recorded is _GONE:
                    await self._catch_up()
                recorded = self._recorded
                result = await nc.Session.aside(lambda: self._done(recorded, action), pool)
                outcome = recorded.match.outcome
                written = recorded.fresh, recorded.in_force(), outcome.reason if outcome else ""
                self.revision = await self._store.append(self.id, self.revision, *written)
            except BaseException as error:
                now = self._recorded
                # Others have written, and what is stored is what holds; or it has happened here and is not stored.
                if isinstance(error, OutOfSync) or (now is not _GONE and now.is_ahead_of(self.revision)):
                    self._recorded = _GONE
                raise
            recorded.fresh.clear()
            return result

    def _done(self, recorded: RecordedMatch, action: Callable[[RecordedMatch], R]) -> R:
        self._all_answered = False
        result = action(recorded)
        ordered = {order.role for order in recorded.in_force()}
        asked = any(role in self._bots or role in ordered for role in recorded.match.decisions)
        self._asked = asked and not self._all_answered
        return result

    def _answer_some(self, recorded: RecordedMatch) -> None:
        self._all_answered = not recorded.answer(self._bots, AT_ONCE)

    async def _behind(self) -> bool:
        """Whether others have written what this process does not know."""
        if self._recorded is _GONE:
            return False  # it is loaded before it is looked at again
        return (await self._store.get(self.id)).revision != self.revision

    async def catch_up(self) -> None:
        """Do what was done elsewhere."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                async with self._table.alone():
                    await self._catch_up()
                break
        self.go_on()

    async def _catch_up(self) -> None:
        """Do what was done elsewhere, or load the match."""
        recorded, revision = self._recorded, (await self._store.get(self.id)).revision
        if recorded is not _GONE:
            if revision == self.revision:
                return
            if revision.edition == self.edition and revision.pieces >= recorded.pieces:
                pieces = await self._store.pieces(self.id, revision, recorded.pieces)
                with suppress(OutOfSync):
                    await nc.Session.aside(lambda: recorded.follow(pieces, revision.orders))
                    self.revision = revision
                    return
        loaded, self.revision = await _load(self._store, self.id, revision, self.game)
        self._take(loaded)

    async def seats_changed(self) -> None:
        """Look again who sits where."""
        self.seats = (await self._store.get(self.id)).seats
        self._table.tell()

    # ---- bots and standing orders -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots and standing orders answer, if they are asked, beside everything else."""
        if not self.answering:
            self._answering = asyncio.get_running_loop().create_task(self._answer())

    @property
    def answering(self) -> bool:
        """Whether bots or standing orders are at work."""
        return self._answering is not None and not self._answering.done()

    async def close(self) -> None:
        """Let bots and standing orders answer no more."""
        self._closed = True
        await self.settled()

    async def settled(self) -> None:
        """Wait until bots and standing orders have answered."""
        while self._answering is not None and not self._answering.done():
            await asyncio.shield(self._answering)

    async def _answer(self) -> None:
        try:
            await self.look(lambda recorded: self._done(recorded, lambda _: None))
            while self._asked and not self._closed:
                await self._act_once(self._answer_some, THINKING)
                await asyncio.sleep(0)  # whoever waited for news comes first
            if self.trouble:
                self.trouble = ""
                self._table.tell()
        except GameOver:
            pass
        except NavalCoreError as error:
            self.trouble = str(error)
            log.warning("match %s: %s", self.id, error)
            self._table.tell()


_GONE: Any = object()
"""In place of a match that this process has lost sync with."""


async def _load(store: MatchStore, match_id: str, revision: Revision, game: AnyGame) -> tuple[RecordedMatch, Revision]:
    """The match as it is stored, carried over if newer rules must write it anew; and how far it is stored then."""
    pieces = await store.pieces(match_id, revision)
    with suppress(OutOfSync, NavalCoreError):
        header = nc.read_save_text(pieces[0]).header
        if header.rules == game.version:
            return await nc.Session.aside(lambda: RecordedMatch.read(game, pieces, revision.orders)), revision
    recorded = await nc.Session.aside(lambda: RecordedMatch.carried_over(game, pieces))
    revision = await store.begin_edition(match_id, revision, recorded.fresh, game.version)
    log.info("match %s: carried over to rules %s", match_id, game.version)
    recorded.fresh.clear()
    return recorded, revision
