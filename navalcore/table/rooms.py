"""All the rooms of this process, and how it hears of what others do in them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any, Final

import asyncpg

from navalcore.errors import NavalCoreError
from navalcore.table.kept import KeptMatch, KeptSeat
from navalcore.table.room import Room
from navalcore.table.sheet import AnyGame, Sheet
from navalcore.table.store import CHANNEL, DatabaseStore

ROOMS_KEPT: Final = 500
"""Rooms that stay open though nobody is in them."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks for what other processes have written, where none of them can tell."""

log = logging.getLogger("navalcore.table")


class Rooms:
    """Opens rooms and keeps them in step with the database.

    Args:
        store: keeps the matches.
        game_of: the game of an id.
    """

    def __init__(self, store: DatabaseStore, game_of: Callable[[str], AnyGame]) -> None:
        self.store = store
        self.game_of = game_of
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._guests: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ear: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Hear of what other processes do."""
        self._ear = asyncio.create_task(self._listen() if self.store.shared else self._look())

    async def stop(self) -> None:
        """Hear of nothing any more, and let bots come to an end."""
        if self._ear is not None:
            self._ear.cancel()
            await asyncio.gather(self._ear, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            await room.settled()

    async def begin(
        self, game: AnyGame, scenario: str | None, options: Mapping[str, Any], undo: str, public: bool,
        seats: Sequence[KeptSeat],
    ) -> Room:  # fmt: skip
        """Begin a match.

        Raises:
            UnknownName, BadData: no such scenario, or options that do not fit.
        """
        sheet = await asyncio.to_thread(Sheet.new, game, scenario, options, undo)
        match, now = sheet.match, datetime.now(UTC)
        kept = KeptMatch(
            token_urlsafe(12), game.id, game.version, match.setup.scenario.id,
            match.setup.options.model_dump(mode="json"), undo, public, match.commitment, now, now, 1,
        )  # fmt: skip
        await self.store.create(kept, seats, sheet.fresh)
        sheet.fresh.clear()
        room = self._rooms[kept.id] = Room(self.store, kept, seats, game, sheet)
        room.go_on()
        return room

    async def room(self, match_id: str) -> Room:
        """The room of a match, in step with what is kept.

        Raises:
            the errors of :meth:`Room.open`.
        """
        room = self._rooms.get(match_id)
        if room is None:
            task = self._opening.get(match_id)
            if task is None:
                task = self._opening[match_id] = self._keep(Room.open(self.store, match_id, self.game_of))
                task.add_done_callback(lambda _: self._opening.pop(match_id, None))
            room = self._rooms.setdefault(match_id, await asyncio.shield(task))
            room.go_on()
            self._leave_empty_rooms()
        elif self.store.shared:
            await self._bring_up(match_id)
        self._rooms.move_to_end(match_id)
        return room

    @asynccontextmanager
    async def guest(self, match_id: str) -> AsyncIterator[Room]:
        """The room of a match, which stays open as long as the guest is in it."""
        self._guests[match_id] = self._guests.get(match_id, 0) + 1
        try:
            yield await self.room(match_id)
        finally:
            self._guests[match_id] -= 1
            if not self._guests[match_id]:
                del self._guests[match_id]

    def _leave_empty_rooms(self) -> None:
        for match_id in list(self._rooms):
            if len(self._rooms) <= ROOMS_KEPT:
                return
            if match_id not in self._guests:
                del self._rooms[match_id]

    # ---- hearing of others ------------------------------------------------------------------------------------------

    async def _bring_up(self, *ids: str) -> None:
        """Catch up with what is kept of the open rooms among these."""
        mine = [match_id for match_id in ids if match_id in self._rooms]
        standing = await self.store.standing(mine)
        for match_id in mine:
            room = self._rooms[match_id]
            if standing.get(match_id, room.standing) != room.standing:
                await room.catch_up()

    async def _heard(self, match_id: str) -> None:
        room = self._rooms.get(match_id)
        if room is not None:
            with suppress(NavalCoreError):
                await self._bring_up(match_id)
                await room.seats_changed()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self._bring_up(*self._guests)
            except NavalCoreError as error:
                log.warning("looking for news: %s", error)

    async def _listen(self) -> None:
        """Hear what is told on the channel; after a gap look at everything."""
        url = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await connection.add_listener(CHANNEL, lambda *told: self._keep(self._heard(str(told[-1]))))
                    await self._bring_up(*self._rooms)
                    while not connection.is_closed():
                        await asyncio.sleep(LOOK_EVERY)
                finally:
                    await connection.close()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, NavalCoreError) as error:
                log.warning("hearing of other processes: %s", error)
                await asyncio.sleep(LOOK_EVERY)

    def _keep(self, work: Any) -> asyncio.Task[Any]:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
