"""All the rooms of this process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import inf
from secrets import token_hex, token_urlsafe
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from navalcore import AnyGame
from navalcore.table._budgets import SPENDER, Budgets, FairQueue, TokenBucket
from navalcore.table._errors import SeatRefused, TooLong
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._room import Room
from navalcore.table._seats import digest_of
from navalcore.table._settings import Limits
from navalcore.table._store import MatchDetails, MatchStore, StoredMatch, StoredSeat
from navalcore.table._worker import WorkBench, Worker, Workers

P = ParamSpec("P")
R = TypeVar("R")

VERIFYING: Final = ThreadPoolExecutor(2, "navalcore files")
"""Where a person waits for a file to be verified: no player at a match waits for these threads."""


class Rooms:
    """Opens rooms, and leaves empty ones; bots of strangers have ``budgets``, and ``workers`` do what takes long."""

    def __init__(
        self, store: MatchStore, game_of: Callable[[str], AnyGame], budgets: Budgets | None = None,
        workers: Workers | None = None,
    ) -> None:  # fmt: skip
        self.store = store
        self.workers = workers
        self.budgets = budgets
        self._most = (budgets.limits if budgets else Limits()).room_bytes
        self.game_of = game_of
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._guests: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._files, self._long_files = FairQueue(1), FairQueue(1)

    async def stop(self) -> None:
        """Come to an end: bots choose no more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.close()
        if self.workers is not None:
            self.workers.close()
        await asyncio.gather(*(room.settled() for room in self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    async def begin(
        self, make: Callable[[Mapping[str, str]], RecordedMatch], public: bool, seats: Sequence[StoredSeat],
        house: Mapping[str, Any] | None = None, origin: str = "",
    ) -> Room:  # fmt: skip
        """Begin the match that is made in a thread of who sits where."""
        recorded = await Room.aside(lambda: make({seat.role: seat.taken_by for seat in seats}))
        return await self.add(to_store(recorded, public, seats, house, origin), recorded)

    async def add(self, stored: StoredMatch, recorded: RecordedMatch) -> Room:
        """Store a new match, and open its room."""
        await self.store.create(stored.match, stored.seats, recorded.fresh)
        recorded.fresh.clear()
        room = self._rooms[stored.match.id] = Room(
            self.store, stored, recorded.match.game, recorded, self.budgets, self._searching
        )
        room.go_on()
        self._leave_empty_rooms()
        return room

    @property
    def _searching(self) -> Worker | None:
        return None if self.workers is None else self.workers.searching

    async def verified(
        self, origin: str, work: Callable[Concatenate[WorkBench, P], R], *given: P.args, **named: P.kwargs
    ) -> R:
        """The result of work that verifies a file, in a worker or a thread; the address that used least comes first."""
        workers = self.workers
        if workers is None:
            return await self._verified(self._files, origin, partial(work, WorkBench(self.game_of), *given, **named))
        try:
            return await self._verified(self._files, origin, partial(workers.verifying.ask, work, *given, **named))
        except TooLong:
            asking = partial(workers.verifying_long.ask, work, *given, **named)
            return await self._verified(self._long_files, origin, asking)

    async def _verified(self, queue: FairQueue, origin: str, work: Callable[[], R]) -> R:
        """The result of work, when its turn has come. A person who has spent all by then is refused."""
        spender = SPENDER.get() or TokenBucket(0, inf)
        async with queue.turn(origin, False, spender):
            spender.check()
            return await Room.aside(work, VERIFYING)

    async def room(self, match_id: str) -> Room:
        """The room of a match."""
        room = self._rooms.get(match_id)
        if room is not None and room.closed:  # it was deleted
            room = self._rooms.pop(match_id, None) and None
        if room is None:
            task = self._opening.get(match_id)
            if task is None:
                task = self._opening[match_id] = self.run_beside(self._open(match_id))
                task.add_done_callback(lambda _: self._opening.pop(match_id, None))
            room = self._rooms.setdefault(match_id, await asyncio.shield(task))
            room.go_on()
            self._leave_empty_rooms()
        self._rooms.move_to_end(match_id)
        return room

    async def _open(self, match_id: str) -> Room:
        room = await Room.open(self.store, match_id, self.game_of, self.budgets, self._searching)
        of = room.stored.match.origin
        if self.budgets is not None and of not in self.budgets.bytes:
            self.budgets.bytes[of] = (await self.store.rows.kept_by(of))[1]
        return room

    async def enter(self, room: Room, secret: str, wanted: str = "") -> tuple[str, str]:
        """The role that a secret opens, the ``wanted`` one of several, and the secret for the next time."""
        # It is another one if the secret was to let in one more device, once.
        digest = digest_of(secret)
        seat = next((each for each in room.places if each.secret and each.invitation == digest), None)
        if seat is None:
            return await room.role_of(secret, wanted), secret
        new = token_hex(16)

        def spent(stored: StoredMatch) -> StoredMatch:
            if seat not in stored.seats:
                raise SeatRefused("this link has been used already, and works once; ask for a new one")
            return stored.seated(replace(seat, invitation=None))

        await room.amend(spent)
        await self.store.rows.hold(digest_of(new), room.id, seat.role, str(seat.secret))
        return seat.role, new

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
        weights = {match_id: room.weight for match_id, room in self._rooms.items()}
        weight = sum(weights.values())
        for match_id, room in list(self._rooms.items())[:-1]:
            if weight <= self._most:
                return
            if match_id not in self._guests and not room.answering:
                del self._rooms[match_id]
                weight -= weights[match_id]

    async def seats_changed(self, ids: Iterable[str]) -> None:
        """Look again who sits where in the open rooms among these."""
        for match_id in ids:
            if match_id in self._rooms:
                await self._rooms[match_id].seats_changed()

    def leave(self, match_id: str) -> None:
        """Leave a match that is no more."""
        room = self._rooms.pop(match_id, None)
        if room is not None:
            room.close()

    def run_beside(self, work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def to_store(
    recorded: RecordedMatch, public: bool, seats: Sequence[StoredSeat], house: Mapping[str, Any] | None = None,
    origin: str = "", notes: Sequence[Mapping[str, Any]] = (),
) -> StoredMatch:  # fmt: skip
    """The part to be stored of a new match, without its pieces."""
    match, now = recorded.match, datetime.now(UTC)
    game, setup = match.game, match.setup
    details = MatchDetails(
        token_urlsafe(12), game.id, game.version, setup.scenario.id, setup.options.model_dump(mode="json"),
        setup.undo, public, match.commitment, now, now, len(recorded.fresh), shown=now,
        outcome=match.outcome.reason if match.outcome else "",
        waiting=[seat.role for seat in seats if seat.taken_by == "person" and seat.role in match.decisions],
        asked=now, origin=origin, house=house or {}, size=sum(map(len, recorded.fresh)), told=dict(recorded.told),
        notes=list(notes), headline=recorded.headline,
    )  # fmt: skip
    return StoredMatch(details, tuple(seats))
