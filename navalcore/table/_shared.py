"""Rooms of a database that other processes write to as well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

import asyncpg

from navalcore import AnyGame
from navalcore.errors import NavalCoreError, UnknownName
from navalcore.table._budgets import Budgets
from navalcore.table._database import CHANNEL, SEATED
from navalcore.table._room import Room
from navalcore.table._rooms import Rooms
from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import MatchStore, Revision
from navalcore.table._worker import Workers

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the matches of people who are here, in case something was missed."""
FILE_EVERY: Final = 10.0
"""The same where the database is a file, which is asked all the time whether others have written."""
ASK_EVERY: Final = 0.05
"""Seconds between two questions to a database that does not say whether others have written to it."""
PATIENCE: Final = 10.0
"""Seconds after which a database that does not answer is connected to again."""

log = logging.getLogger("navalcore.table")


class SharedRooms(Rooms):
    """Rooms that are stored in sync with a database: PostgreSQL reports what has changed, SQLite is looked at."""

    def __init__(
        self, database: ServiceRows, game_of: Callable[[str], AnyGame], budgets: Budgets | None = None,
        workers: Workers | None = None,
    ) -> None:  # fmt: skip
        super().__init__(MatchStore(database), game_of, budgets, workers)
        self._database = database
        self._listener: asyncio.Task[None] | None = None
        self._unsure: set[str] = set()  # open rooms at whose seats others may have changed something
        self._missed: set[str] = set()  # open rooms whose news were heard of and could not be read

    async def start(self) -> None:
        """Listen to the other processes."""
        self._listener = asyncio.create_task(self._listen() if self._database.shared else self._look())

    async def stop(self) -> None:
        """Hear of nothing any more, and come to an end."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await super().stop()

    async def room(self, match_id: str) -> Room:
        """The room of a match, in sync with the store."""
        if match_id in self._rooms:
            if not self._database.shared:
                await self._others_wrote()
            await self._bring_up(match_id)
        return await super().room(match_id)

    async def _bring_up(self, *ids: str) -> None:
        """Bring the open rooms among these up to the store; the error of the last that fails is raised at the end."""
        failed: NavalCoreError | None = None
        mine = {match_id: self._rooms[match_id] for match_id in ids if match_id in self._rooms}
        stored = await self._database.revisions(list(mine)) if mine else {}
        for match_id, room in mine.items():
            if match_id not in stored:  # it was deleted
                self.leave(match_id)
            else:
                try:
                    await self._news_of(room, stored[match_id])
                except NavalCoreError as error:
                    failed = error
        if failed is not None:
            raise failed

    async def _news_of(self, room: Room, stored: Revision) -> None:
        """Bring a room up to the store; it is left if its match is deleted meanwhile."""
        try:
            if room.id in self._unsure:
                self._unsure.discard(room.id)
                await room.seats_changed()
            if stored != room.revision:
                await room.catch_up(stored)
        except UnknownName:
            self.leave(room.id)

    async def _others_wrote(self) -> bool:
        """Whether others may have written to a file since that was asked last: a key may be void that is known here."""
        wrote = await self._database.others_wrote()
        if wrote:
            self._unsure |= set(self._rooms)
        return wrote

    def _told(self, told: str) -> None:
        """Hear what another process has done."""
        # Choices are made again only where a person is here: a match whose people are all elsewhere costs nothing.
        process, what, *matches = told.split(" ")
        if process == self._database.process:
            return
        for match in matches:
            room = self._rooms.get(match)
            if room is not None and (what == SEATED or match in self._guests):
                self.run_beside(self._heard(room, what))

    async def _heard(self, room: Room, what: str) -> None:
        if what == SEATED:
            self._unsure.add(room.id)
        await self._hear_of({room.id})

    async def _hear_again(self) -> None:
        """Read the news that could not be read before."""
        missed, self._missed = self._missed, set()
        await self._hear_of(missed)

    async def _hear_of(self, matches: set[str]) -> None:
        try:
            await self._bring_up(*matches)
        except NavalCoreError as error:
            log.warning("hearing of other processes: %s", error)
            self._missed |= matches

    async def _look(self) -> None:
        looked = 0.0  # until all has been brought up, when that began
        while True:
            await asyncio.sleep(ASK_EVERY)
            try:
                if self._guests and (await self._others_wrote() or monotonic() - looked > FILE_EVERY):
                    began, looked = monotonic(), 0.0
                    await self._bring_up(*self._guests)
                    looked = began
            except NavalCoreError as error:
                log.warning("looking for news: %s", error)
                await asyncio.sleep(LOOK_EVERY)

    async def _listen(self) -> None:
        """Hear the notices on the channel; after a gap look at everything."""
        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await connection.add_listener(CHANNEL, lambda *told: self._told(str(told[-1])))
                    self._missed |= set(self._rooms)
                    while True:
                        await self._hear_again()
                        await asyncio.sleep(LOOK_EVERY)
                        await connection.execute("SELECT 1", timeout=PATIENCE)  # a line that is dead says nothing else
                finally:
                    await connection.close()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, NavalCoreError) as error:
                log.warning("hearing of other processes: %s", error)
                await asyncio.sleep(LOOK_EVERY)
