"""A room: one match as this process has it, in step with what is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, Final, TypeVar

import navalcore as nc
from navalcore.bots import Bot, make_bots, seat
from navalcore.engine.aio import InThread, Table, aside
from navalcore.errors import GameOver, NavalCoreError, NotWritten
from navalcore.study.report import reporting
from navalcore.table.errors import SeatRefused
from navalcore.table.kept import Held, KeptMatch, KeptSeat, OutOfStep, Standing, Store
from navalcore.table.messages import Picture
from navalcore.table.past import Past
from navalcore.table.secret import role_of
from navalcore.table.sheet import AnyGame, AnyMatch, Sheet

R = TypeVar("R")

AT_ONCE: Final = 0.1
"""Seconds that bots may answer before what they chose is kept and shown."""
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
    """One match, its seats, and whoever looks on.

    Everything that changes the match is kept before anybody hears of it, in one transaction; if it cannot be kept, it
    has not happened.

    Args:
        store: keeps it.
        kept: the match as it is kept.
        seats: its seats.
        game: its game.
        sheet: the match as far as it is written.

    Attributes:
        game: the game.
        kept: the match as it was kept when the room was opened.
        seats: who sits where.
        face: what people see of the game.
        edition: how often the match has been carried over to newer rules.
        pictures: the last one drawn for each role, and where the match stood then.
        clicks: the last clicks of each role, by which a doubled one is known.
        trouble: what a bot failed on, if one did; then its choices are not made.
    """

    def __init__(self, store: Store, kept: KeptMatch, seats: Sequence[KeptSeat], game: AnyGame, sheet: Sheet) -> None:
        self.game = game
        self.kept = kept
        self.seats = tuple(seats)
        self.edition = kept.edition
        self.trouble = ""
        self.face = nc.face_of(game)
        self.pictures: dict[str, tuple[tuple[int, int], Picture | None]] = {}
        self.clicks: dict[str, list[str]] = {}
        self._store = store
        self._table = Table(sheet.match)
        self._answering: asyncio.Task[None] | None = None
        self._asked, self._all_answered, self._closed = True, False, False
        self._past: Past | None = None
        self._report: asyncio.Task[Any] | None = None
        self._reported = (0, 1)
        self._take(sheet)

    def _take(self, sheet: Sheet) -> None:
        """Go on with a match that was loaded."""
        self._sheet = sheet
        self._table.go_on_with(sheet.match)
        names = {each.role: each.bot for each in self.seats if each.kind == "bot"}
        made = make_bots(self.game, names, f"table bots {sheet.match.setup.seed}") if names else {}
        self._bots: dict[str, Bot[Any]] = {role: made[role] for role in names}
        seat(sheet.match, self._bots)

    @classmethod
    async def open(cls, store: Store, match_id: str, game_of: Callable[[str], AnyGame]) -> Room:
        """Load a match.

        Raises:
            UnknownName: there is none of this id.
            UnknownGame: its game is not installed.
            IncompatibleSave: it was played by rules that cannot be carried over.
        """
        kept, seats = await store.match(match_id), await store.seats(match_id)
        game = await aside(lambda: game_of(kept.game))
        for _ in range(TRIES):
            with suppress(OutOfStep):
                async with store.hold(match_id, None) as held:
                    sheet = await _load(held, kept, game)
                room = cls(store, kept, seats, game, sheet)
                room.edition = held.stands.edition
                return room
            kept = await store.match(match_id)
        raise NotWritten("others keep changing the match: try again")

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def changed(self) -> asyncio.Event:
        """Set when something has changed after this was asked for."""
        return self._table.changed

    @property
    def standing(self) -> tuple[int, int]:
        """Edition and number of pieces."""
        return self.edition, self._sheet.pieces

    @property
    def _known(self) -> Standing | None:
        sheet = self._sheet
        return None if sheet is _GONE else Standing(self.edition, sheet.pieces, tuple(sheet.in_force()))

    async def look(self, action: Callable[[Sheet], R]) -> R:
        """Look at the match in a worker thread, alone; if this process has lost step with it, it is loaded first.

        Raises:
            NotWritten: it cannot be loaded, as others write it anew all the time.
        """
        for _ in range(TRIES):
            with suppress(OutOfStep):
                return await self._table.look(lambda _match: action(self._at_hand()))
            with suppress(OutOfStep):  # whoever waits for the match may lose step with it again: nobody comes between
                async with self._table.alone() as in_thread, self._store.hold(self.kept.id, None) as held:
                    await self._catch_up(held, in_thread)
                    return await in_thread(lambda _match: action(self._at_hand()))
        raise NotWritten("others keep changing the match: try again")

    def _at_hand(self) -> Sheet:
        if self._sheet is _GONE:
            raise OutOfStep
        return self._sheet

    async def moment(self, position: int) -> AnyMatch:
        """The match as it stood after so many choices; not to be changed."""

        def find(sheet: Sheet) -> AnyMatch:
            if self._past is None or not self._past.reaches(sheet.match):
                self._past = Past(sheet.match)
            return self._past.at(position)

        return await self.look(find)

    async def report(self, over: Callable[[AnyMatch], AnyMatch]) -> Any:
        """The luck report of a match that is over, worked out once, in a thread of its own; while that takes its time,
        how many decisions are ``done`` and how many there are.

        Args:
            over: refuses a match that is not.
        """
        if self._report is None or (self._report.done() and self._report.exception()):
            match = await self.look(lambda sheet: over(sheet.match).fork())
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

        while (found := await aside(go_on, THINKING)) is None and not self._closed:
            await asyncio.sleep(0)
        return found

    async def role_of(self, secret: str | None) -> str:
        """The role whose seat a secret opens; without one, that of the spectator.

        Raises:
            SeatRefused: it opens none.
        """
        try:
            return role_of(self.seats, secret)
        except SeatRefused:  # perhaps somebody has just sat down, by another process
            self.seats = tuple(await self._store.seats(self.kept.id))
            return role_of(self.seats, secret)

    # ---- acting -----------------------------------------------------------------------------------------------------

    async def act(self, action: Callable[[Sheet], R]) -> R:
        """Do something with the match and keep it; the errors are those of the action, and then nothing has changed.

        Raises:
            NotWritten: it could not be kept; the match is as it was.
        """
        result = await self._act_once(action)
        if self._asked:
            self.go_on()
        return result

    async def _act_once(self, action: Callable[[Sheet], R], pool: Executor | None = None) -> R:
        for _ in range(TRIES):
            try:
                return await self._once(action, pool)
            except OutOfStep:
                continue
            except NavalCoreError:  # perhaps only because this process has not heard of what others have written
                if not await self._behind():
                    raise
                await self.catch_up()
        raise NotWritten("others keep changing the match: try again")

    async def _once(self, action: Callable[[Sheet], R], pool: Executor | None) -> R:
        """Do something and keep it, or let it not have happened."""
        async with self._table.alone() as in_thread:
            try:
                async with self._store.hold(self.kept.id, self._known) as held:
                    await self._catch_up(held, in_thread)
                    sheet = self._sheet
                    result = await aside(lambda: self._done(sheet, action), pool)
                    outcome = sheet.match.outcome
                    await held.append(sheet.fresh, sheet.in_force(), outcome.reason if outcome else "")
            except OutOfStep:  # others have written, and what is kept is what holds
                self._sheet = _GONE
                raise
            except BaseException:
                if self._sheet.fresh:  # it has happened here and is not kept
                    self._sheet = _GONE
                raise
            sheet.fresh.clear()
            return result

    def _done(self, sheet: Sheet, action: Callable[[Sheet], R]) -> R:
        self._all_answered = False
        result = action(sheet)
        ordered = {order.role for order in sheet.in_force()}
        asked = any(role in self._bots or role in ordered for role in sheet.match.decisions)
        self._asked = asked and not self._all_answered
        return result

    def _answer_some(self, sheet: Sheet) -> None:
        self._all_answered = not sheet.answer(self._bots, AT_ONCE)

    async def _behind(self) -> bool:
        """Whether others have written what this process does not know."""
        if self._sheet is _GONE:
            return False  # it is loaded before it is looked at again
        async with self._store.hold(self.kept.id, None) as held:
            return (held.stands.edition, held.stands.pieces) != self.standing

    async def catch_up(self) -> None:
        """Do what was done elsewhere."""
        for _ in range(TRIES):
            with suppress(OutOfStep):
                async with self._table.alone() as in_thread, self._store.hold(self.kept.id, None) as held:
                    await self._catch_up(held, in_thread)
                break
        self.go_on()

    async def _catch_up(self, held: Held, in_thread: InThread) -> None:
        sheet, stands = self._sheet, held.stands
        if sheet is not _GONE and stands.edition == self.edition and stands.pieces >= sheet.pieces:
            pieces = await held.pieces_after(sheet.pieces) if stands.pieces > sheet.pieces else []
            if not pieces and list(stands.orders) == sheet.in_force():
                return
            with suppress(OutOfStep):
                await in_thread(lambda _match: sheet.follow(pieces, stands.orders))
                return
        self._take(await _load(held, self.kept, self.game))
        self.edition = held.stands.edition

    async def seats_changed(self) -> None:
        """Look again who sits where."""
        self.seats = tuple(await self._store.seats(self.kept.id))
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
            await self.look(lambda sheet: self._done(sheet, lambda _: None))
            while self._asked and not self._closed:
                await self._act_once(self._answer_some, THINKING)
                await asyncio.sleep(0)  # whoever waited for news comes first
            self.trouble = ""
        except GameOver:
            pass
        except NavalCoreError as error:
            self.trouble = str(error)
            log.warning("match %s: %s", self.kept.id, error)
            self._table.tell()


class _Gone:
    """In place of a match that this process has lost step with."""

    fresh: tuple[str, ...] = ()
    pieces = -1


_GONE: Any = _Gone()


async def _load(held: Held, kept: KeptMatch, game: AnyGame) -> Sheet:
    """The match as it is kept, carried over if newer rules must write it anew."""
    pieces = await held.pieces_after(0)
    with suppress(OutOfStep, NavalCoreError):
        header = nc.read_save_text(pieces[0]).header
        if header.rules == game.version:
            return await aside(lambda: Sheet.read(game, pieces, held.stands.orders))
    sheet = await aside(lambda: Sheet.carried_over(game, pieces))
    await held.rewrite(sheet.fresh, game.version)
    log.info("match %s: carried over to rules %s", kept.id, game.version)
    sheet.fresh.clear()
    return sheet
