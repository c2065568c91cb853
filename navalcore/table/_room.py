"""A room: one match as this process has it, in sync with what is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from operator import itemgetter
from time import monotonic
from typing import Any, Final, TypeVar

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.errors import NavalCoreError, NotWritten
from navalcore.rules import Order
from navalcore.study import reporting
from navalcore.table._errors import SeatRefused
from navalcore.table._messages import BoardPicture
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._seats import role_of
from navalcore.table._store import MatchStore, OutOfSync, Revision, StoredMatch, StoredOrder

R = TypeVar("R")

REPORTS: Final = ThreadPoolExecutor(1, "navalcore reports")
"""Where reports are made: however long that takes, people are answered by other threads."""
COURSES: Final = 500
"""Playouts that a luck report may take, where a game has no estimate of its own."""
SLICE, SOON = 0.25, 1.0
"""Seconds that a report is worked at before others come, and that one who asks for it waits."""
TRIES: Final = 5
"""How often an act is tried while others write."""

log = logging.getLogger("navalcore.table")


class Room(nc.Session):
    """A session of one stored match; what cannot be stored before anybody hears of it has not happened."""

    def __init__(self, store: MatchStore, stored: StoredMatch, game: AnyGame, recorded: RecordedMatch) -> None:
        super().__init__(recorded.match, seats={seat.role: seat.taken_by for seat in stored.seats})
        self.game = game
        self.id, self.commitment = stored.match.id, stored.match.commitment
        self.places = stored.seats
        self.revision = stored.revision  # as far as this process knows
        self.recorded = recorded
        self.face = nc.face_of(game)
        self.pictures: dict[str, tuple[tuple[int, int], tuple[BoardPicture, ...]]] = {}
        self._store = store
        self._lost = False  # whether this process has lost sync with what is stored
        self._given: list[tuple[StoredOrder, Order[Any]]] = []
        self._report: asyncio.Task[Any] | None = None
        self._reported: tuple[int, int]

    @classmethod
    async def open(cls, store: MatchStore, match_id: str, game_of: Callable[[str], AnyGame]) -> Room:
        """Load a match."""
        stored = await store.get(match_id)
        game = await cls.aside(partial(game_of, stored.match.game))
        first = await store.pieces(match_id, Revision(stored.match.edition, 1))
        room = cls(store, stored, game, await cls.aside(lambda: RecordedMatch.begun(game, first[0])))
        room._lost = True
        await room.look(lambda _: None)
        return room

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> int:
        """How often the match has been carried over to newer rules."""
        return self.revision.edition

    async def look(self, action: Callable[[AnyMatch], R]) -> R:
        """Look at the match in a worker thread, alone; if this process has lost sync with it, it is loaded first."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                return await super().look(lambda _match: action(self._at_hand()))
            with suppress(OutOfSync):  # whoever waits for the match may lose sync with it again: nobody comes between
                async with self.alone():
                    await self._catch_up()
                    return await self.aside(lambda: action(self._at_hand()))
        raise NotWritten("others keep changing the match: try again")

    def _at_hand(self) -> AnyMatch:
        if self._lost:
            raise OutOfSync
        return self.recorded.match

    async def moment(self, position: int) -> AnyMatch:
        """The match as it stood after so many choices; not to be changed."""
        return await self.look(lambda _: self.recorded.at(position))

    async def report(self, over: Callable[[AnyMatch], AnyMatch]) -> Any:
        """The luck report of a match that is over, worked out once; until then how much of it is ``done``."""
        if self._report is None or (self._report.done() and self._report.exception()):
            match = await self.look(lambda match: over(match).fork())
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

        while (found := await self.aside(go_on, REPORTS)) is None and not self.closed:
            await asyncio.sleep(0)
        return found

    async def role_of(self, secret: str | None) -> str:
        """The role whose seat a secret opens; without one, that of the spectator."""
        try:
            return role_of(self.places, secret)
        except SeatRefused:  # perhaps somebody has just sat down, by another process
            self.places = (await self._store.get(self.id)).seats
            return role_of(self.places, secret)

    # ---- what is done here ------------------------------------------------------------------------------------------

    async def run(self, action: Callable[[AnyMatch], R], pool: Executor | None = None) -> R:
        """Do something with the match and store it; if the action raises, nothing has changed."""
        for _ in range(TRIES):
            try:
                return await self._once(action, pool)
            except OutOfSync:
                continue
            except NavalCoreError:  # perhaps only because this process has not heard of what others have written
                if self._lost or (await self._store.get(self.id)).revision == self.revision:
                    raise
                await self.catch_up()
        raise NotWritten("others keep changing the match: try again")

    async def _once(self, action: Callable[[AnyMatch], R], pool: Executor | None) -> R:
        """Do something and store it, or let it not have happened."""
        async with self.alone():
            try:
                if self._lost:
                    await self._catch_up()
                recorded = self.recorded
                result = await self.aside(lambda: action(recorded.match), pool)
                outcome = recorded.match.outcome
                written = recorded.fresh, self._in_force(), outcome.reason if outcome else ""
                self.revision = await self._store.append(self.id, self.revision, *written)
            except BaseException as error:
                # Others have written, and what is stored is what holds; or it has happened here and is not stored.
                ahead = self.recorded.fresh or tuple(self._in_force()) != self.revision.orders
                self._lost = self._lost or isinstance(error, OutOfSync) or bool(ahead)
                raise
            recorded.fresh.clear()
            return result

    def _in_force(self) -> list[StoredOrder]:
        """The standing orders in force, each with the piece after which it was given."""
        known = {id(order): stored for stored, order in self._given}
        self._given = [
            (known.get(id(order), StoredOrder(str(role), order.given, self.recorded.pieces)), order)
            for role, order in sorted(self.orders_in_force(), key=itemgetter(0))
        ]
        return [stored for stored, _ in self._given]

    # ---- what is done elsewhere -------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Do what was done elsewhere."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                async with self.alone():
                    await self._catch_up()
                break
        self.go_on()

    async def _catch_up(self) -> None:
        """Do what was done elsewhere, or load the match, carried over if newer rules must write it anew."""
        recorded, revision = self.recorded, (await self._store.get(self.id)).revision
        if not self._lost:
            if revision == self.revision:
                return
            self._lost = True
            if revision.edition == self.edition and revision.pieces >= recorded.pieces:
                pieces = await self._store.pieces(self.id, revision, recorded.pieces)
                with suppress(OutOfSync):
                    await self.aside(lambda: self._follow(pieces, revision.orders))
                    self.revision, self._lost = revision, False
                    return
        pieces = await self._store.pieces(self.id, revision)
        with suppress(OutOfSync, NavalCoreError):
            if nc.read_save_text(pieces[0]).header.rules == self.game.version:
                await self.aside(lambda: self._read(pieces, revision.orders))
                self.revision, self._lost = revision, False
                return
        carried_over = await self.aside(lambda: RecordedMatch.carried_over(self.game, pieces))
        self.revision = await self._store.begin_edition(self.id, revision, carried_over.fresh, self.game.version)
        log.info("match %s: carried over to rules %s", self.id, self.game.version)
        carried_over.fresh.clear()
        self._take(carried_over)
        self._lost = False

    def _read(self, pieces: Sequence[str], orders: Sequence[StoredOrder]) -> None:
        """Load the match that these pieces are of."""
        self._take(RecordedMatch.begun(self.game, pieces[0]))
        self._follow(pieces, orders)

    def _take(self, recorded: RecordedMatch) -> None:
        """Go on with a match that was loaded."""
        self.recorded, self._given = recorded, []
        self.go_on_with(recorded.match)

    def _follow(self, pieces: Sequence[str], orders: Sequence[StoredOrder]) -> None:
        """Do what was written elsewhere, and give the orders that were given there."""
        known = self._in_force()
        for stored, order in self._given:
            if stored not in orders:
                self.orders(stored.role).take_back(order.text)
        due = [stored for stored in orders if stored not in known]
        for piece in pieces:
            if not self.recorded.fresh:
                self._give(due)
            self.recorded.follow(piece)
        self._give(due)

    def _give(self, due: list[StoredOrder]) -> None:
        for stored in [each for each in due if each.piece <= self.recorded.pieces]:
            due.remove(stored)
            with suppress(NavalCoreError):  # its bot may not be installed here any more
                self._given.append((stored, self.orders(stored.role).give(stored.words)))

    async def seats_changed(self) -> None:
        """Look again who sits where."""
        self.places = (await self._store.get(self.id)).seats
        self.tell()
