"""All the rooms of this process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any, Final, TypeVar

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._room import Room
from navalcore.table._store import MatchDetails, MatchStore, StoredMatch, StoredSeat

R = TypeVar("R")
ROOMS_KEPT: Final = 500
"""Rooms that stay open though nobody is in them."""


class Rooms:
    """Opens rooms, and leaves those that nobody is in; ``game_of`` loads the game of an id."""

    def __init__(self, store: MatchStore, game_of: Callable[[str], AnyGame]) -> None:
        self.store = store
        self.game_of = game_of
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._guests: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def stop(self) -> None:
        """Come to an end: bots choose no more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.close()
        await asyncio.gather(*(room.settled() for room in self._rooms.values()))

    async def begin(
        self, game: AnyGame, scenario: str | None, options: Mapping[str, Any], undo: str, public: bool,
        seats: Sequence[StoredSeat], past: tuple[AnyMatch, int] | None = None,
    ) -> Room:  # fmt: skip
        """Begin a match; one with a ``past`` goes on from another match after so many of its choices."""
        taken_by = {seat.role: seat.taken_by for seat in seats}

        def made() -> RecordedMatch:
            if past is None:
                return RecordedMatch.new(game, scenario, options, undo, taken_by)
            return RecordedMatch.going_on(*past, undo, taken_by)

        recorded = await nc.Session.aside(made)
        match, now = recorded.match, datetime.now(UTC)
        details = MatchDetails(
            token_urlsafe(12), game.id, game.version, match.setup.scenario.id,
            match.setup.options.model_dump(mode="json"), undo, public, match.commitment, now, now, 1,
        )  # fmt: skip
        await self.store.create(details, seats, recorded.fresh)
        recorded.fresh.clear()
        room = self._rooms[details.id] = Room(self.store, StoredMatch(details, tuple(seats)), game, recorded)
        room.go_on()
        self._leave_empty_rooms()
        return room

    async def room(self, match_id: str) -> Room:
        """The room of a match."""
        room = self._rooms.get(match_id)
        if room is None:
            task = self._opening.get(match_id)
            if task is None:
                task = self._opening[match_id] = self.run_beside(Room.open(self.store, match_id, self.game_of))
                task.add_done_callback(lambda _: self._opening.pop(match_id, None))
            room = self._rooms.setdefault(match_id, await asyncio.shield(task))
            room.go_on()
            self._leave_empty_rooms()
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
        for match_id, room in list(self._rooms.items())[:-1]:
            if len(self._rooms) <= ROOMS_KEPT:
                return
            if match_id not in self._guests and not room.answering:
                del self._rooms[match_id]

    def run_beside(self, work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
