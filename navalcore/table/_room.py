"""A room: one match as this process has it, in sync with the store."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from operator import itemgetter
from typing import Any, Final, TypeVar

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.bots import Bot, ImaginingBot
from navalcore.components import SeededChance
from navalcore.errors import NavalCoreError, NotWritten
from navalcore.rules import Order
from navalcore.table._budgets import SPENDER, Budgets, Presence, aside
from navalcore.table._clock import TimeSpan, Turn, on_leave, taken_back_to, time_left
from navalcore.table._errors import Closed, SeatRefused
from navalcore.table._hindsight import Hindsight
from navalcore.table._messages import BoardPicture, HouseRules
from navalcore.table._recorded_match import LONG, Past, RecordedMatch
from navalcore.table._searching import SearchesElsewhere
from navalcore.table._seats import digest_of, role_of
from navalcore.table._store import MatchStore, NewTurn, OutOfSync, Revision, StoredMatch, StoredOrder, StoredSeat
from navalcore.table._worker import Worker

K = TypeVar("K")
R = TypeVar("R")

OWN_WEIGHT, TIMES = 300_000, 10
"""Bytes of memory that every match takes, and how many more for each byte of its pieces."""
TRIES: Final = 5
"""How often an act is tried while others write."""

log = logging.getLogger("navalcore.table")


class Room(nc.Session):
    """A session of one stored match; a choice that cannot be stored before clients hear of it has not happened."""

    def __init__(
        self, store: MatchStore, stored: StoredMatch, game: AnyGame, recorded: RecordedMatch,
        budgets: Budgets | None = None, worker: Worker | None = None,
    ) -> None:  # fmt: skip
        self._worker = worker
        self._made: dict[str, tuple[Any, Any]] = {}
        super().__init__(recorded.match, seats={seat.role: seat.taken_by for seat in stored.seats})
        self.game = game
        self.id, self.commitment = stored.match.id, stored.match.commitment
        self.stored = stored
        self.presence = Presence()
        self.damage = ""
        self.holders: set[tuple[str, str]] = set()  # who have come to a seat by a key besides its own: digest and role
        self.turns: list[Turn] = []
        self._budgets = budgets
        self._resting = False
        self.revision = stored.revision  # as far as this process knows
        self.recorded = recorded
        self.face = nc.face_of(game)
        self.pictures: dict[str, tuple[nc.View, tuple[BoardPicture, ...]]] = {}
        self._store = store
        self._lost = False  # whether this process has lost sync with what is stored
        self._given: list[tuple[StoredOrder, Order[Any]]] = []
        self._hindsight = Hindsight(
            game, lambda revision, after: self._store.pieces(self.id, revision, after), lambda: self.closed
        )

    def make_bot(self, role: str, name: str, chance: SeededChance) -> Bot[Any]:
        """A bot; one that tries things out thinks in a worker, if there is one."""
        bot = super().make_bot(role, name, chance)
        if self._worker is None or not isinstance(bot, ImaginingBot):
            return bot
        return SearchesElsewhere(self._worker, lambda: self.recorded, role, name, chance)

    @classmethod
    async def open(
        cls, store: MatchStore, match_id: str, game_of: Callable[[str], AnyGame], budgets: Budgets | None = None,
        worker: Worker | None = None,
    ) -> Room:  # fmt: skip
        """Load a match."""
        stored = await store.get(match_id)
        game = await cls.aside(partial(game_of, stored.match.game))
        pieces = await store.pieces(match_id, stored.revision)
        if not pieces:
            raise Closed("the match is damaged: its first piece is missing")
        try:
            recorded = await cls.aside(lambda: RecordedMatch.begun(game, pieces[0]))
        except NavalCoreError as error:
            raise Closed(f"the match is damaged: its first piece cannot be read: {error}") from error
        room = cls(store, stored, game, recorded, budgets, worker)
        room._lost = True
        room.presence.seen -= 1e9  # nobody has been here yet
        with suppress(OutOfSync):  # whoever looks at it loads it then
            await room._read_anew(stored, pieces)
        return room

    @staticmethod
    async def aside(function: Callable[[], R], pool: Executor | None = None) -> R:
        """Call a function in a worker thread, or at once if it is quick, at the cost of the person who asks."""
        return await aside(function, pool)

    # ---- the table it is played at ----------------------------------------------------------------------------------

    @property
    def house(self) -> HouseRules:
        """The rules of the table."""
        return self.once(
            "house", self.stored.match.house, lambda kept: HouseRules.model_validate(kept.get("rules", {}))
        )

    def once(self, what: str, kept: K, made: Callable[[K], R]) -> R:
        """A value made of a part of the match, made again when that part is another object."""
        known = self._made.get(what)
        if known is None or known[0] is not kept:
            known = self._made[what] = kept, made(kept)
        return known[1]

    @property
    def host(self) -> str:
        """The role of the person who began it."""
        return str(self.stored.match.house.get("host", ""))

    def clocks(self) -> dict[str, float]:
        """Seconds that each person has left; nothing where there is no clock, or the match is over."""
        if self.stored.match.outcome or not self.clocked:
            return {}
        now = datetime.now(UTC)
        return time_left(self.house, self.turns, self.stored.match.notes, now, self.pauses(now), self.stored.free)

    def pauses(self, now: datetime) -> list[TimeSpan]:
        """The times up to now that count for no player."""
        return self._store.rows.pauses(now)

    def running(self, role: str) -> bool:
        """Whether the clock of a person runs: the person has the seat, is awaited, and not on leave."""
        match = self.stored.match
        return (
            role in match.waiting
            and role not in self.stored.free
            and not on_leave(role, self.house, match.notes, datetime.now(UTC))
        )

    async def amend(self, change: Callable[[StoredMatch], StoredMatch | None]) -> None:
        """Change seats, details and orders by an act outside the game (``MatchStore.amend``); all are told of it."""
        async with self.alone():
            self.stored = await self._store.amend(self.id, change) or self.stored
        if self.stored.orders != self.revision.orders:
            await self.catch_up()

    async def keep_on_page(self, holder: str, role: str, seat: str) -> None:
        """Let the page that a person came by keep a seat whose key is another now."""
        with suppress(NavalCoreError):  # the new key is made in any case, and its person must be told of it
            await self._store.rows.keep_on_page(holder, self.id, role, seat)

    async def delete(self, allowed: Callable[[StoredMatch], object]) -> None:
        """Delete the match, unless ``allowed`` raises for it as it is stored then."""
        await self._store.delete(self.id, allowed)
        self.close()

    # ---- what it weighs, and who is there ---------------------------------------------------------------------------

    @property
    def places(self) -> tuple[StoredSeat, ...]:
        """Who sits where."""
        return self.stored.seats

    @property
    def ended(self) -> str:
        """Why nothing can be chosen any more though the rules would continue."""
        return self.damage or self.stored.match.closed

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        return OWN_WEIGHT + (2 if self._hindsight.played else 1) * TIMES * self.size

    @contextmanager
    def attended(self, role: str) -> Iterator[None]:
        """A person is at a seat while the block runs."""
        seated = role != nc.SPECTATOR
        self.presence.here += seated
        self.come(role)
        try:
            yield
        finally:
            self.presence.here -= seated

    def come(self, role: str) -> None:
        """A person at a seat has done something: bots that rest continue."""
        if role != nc.SPECTATOR:
            self.presence.come()
            if self._resting:
                self._resting = False
                self.go_on()

    @asynccontextmanager
    async def bots_turn(self) -> AsyncIterator[bool]:
        """A turn of bots and orders, where people are or within a budget; addresses that used least come first."""
        budgets, origin = self._budgets, self.stored.match.origin
        if self.ended:
            yield False
        elif budgets is None:
            yield True
        elif not budgets.endless(self.presence, origin, self.size):
            self._resting = True
            yield False
        else:
            SPENDER.set(bill := budgets.bots.of(origin))
            searching = any(seat.bot.startswith("search") for seat in self.places) or bool(self.revision.orders)
            async with budgets.queue.turn(origin, searching, bill):
                pieces, spent = self.recorded.pieces, bill.spent
                yield True
            if not self.presence.somebody(budgets.limits):
                self.presence.spent += bill.spent - spent
                self.presence.choices += self.recorded.pieces - pieces

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> int:
        """How often the match has been carried over to newer rules."""
        return self.revision.edition

    async def look(self, action: Callable[[AnyMatch], R]) -> R:
        """Look at the match, alone; if this process has lost sync with it, it is loaded first."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                return await super().look(self.likewise(action, lambda _match: action(self._at_hand())))
            with suppress(OutOfSync):  # whoever waits for the match may lose sync with it again: nobody comes between
                async with self.alone():
                    await self._catch_up()
                    return await self.aside(lambda: action(self._at_hand()))
        raise NotWritten("others keep changing the match: try again")

    def _at_hand(self) -> AnyMatch:
        if self._lost:
            raise OutOfSync
        return self.recorded.match

    async def past(self, action: Callable[[Past], R]) -> R:
        """Look at the match as it was; no player at the match waits for that."""
        return await self._hindsight.past(self.revision, action)

    async def report(self, over: Callable[[AnyMatch], AnyMatch]) -> Any:
        """The luck report of a match that is over, worked out once; until then how much of it is ``done``."""
        bill = self._budgets.bots.of(self.stored.match.origin) if self._budgets else None
        return await self._hindsight.report(lambda: self.look(lambda match: over(match).fork()), bill)

    async def role_of(self, secret: str | None, wanted: str = "") -> str:
        """The role whose seat a secret opens, of several the ``wanted`` one; without a secret that of the spectator."""
        try:
            return role_of(self.places, secret)
        except SeatRefused:  # perhaps somebody has just sat down, by another process
            await self.seats_changed()
            try:
                return role_of(self.places, secret)
            except SeatRefused:
                holder = digest_of(str(secret))
                role = await self._store.held(self.id, self.places, holder, wanted)
                if role is None:
                    raise
                self.holders.add((holder, role))
                return role

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
                if self.ended:
                    raise Closed(f"nothing can be chosen here any more: {self.ended}")
                recorded = self.recorded
                seen = recorded.told[nc.SPECTATOR]
                moved = self.likewise(action, lambda: (action(recorded.match), self._facts(seen)))
                result, facts = await self.aside(moved, pool)
                turn = self._turn(facts) if recorded.fresh else None
                self.revision = await self._store.append(
                    self.id, self.revision, recorded.fresh, self._in_force(), turn=turn, **facts
                )
                self._have(facts, turn)
            except BaseException as error:
                # Others have written, and what is stored is what holds; or it has happened here and is not stored.
                ahead = self.recorded.fresh or tuple(self._in_force()) != self.revision.orders
                self._lost = self._lost or isinstance(error, OutOfSync) or bool(ahead)
                raise
            recorded.fresh.clear()
            return result

    def _facts(self, seen: int) -> dict[str, Any]:
        """The table's record of a match besides its pieces, if a spectator had heard so many events before."""
        match, told = self.recorded.match, self.recorded.told
        people = [seat.role for seat in self.places if seat.kind == "person"]
        facts: dict[str, Any] = {
            "outcome": match.outcome.reason if match.outcome else "",
            "waiting": [role for role in people if role in match.decisions],
            "told": dict(told),
            "size": self.size + sum(map(len, self.recorded.fresh)),
        }
        if told[nc.SPECTATOR] != seen or match.over:
            facts |= {"shown": datetime.now(UTC), "headline": self.recorded.headline}
        return facts

    def _turn(self, facts: dict[str, Any]) -> NewTurn | None:
        """Who is awaited from now on, if that has changed and is to be kept."""
        begins = self.clocked and not self.turns
        if list(facts["waiting"]) == list(self.stored.match.waiting) and not begins:
            return None
        facts["asked"], telling = datetime.now(UTC), self._budgets is not None and self._budgets.telling
        if not self.clocked and not telling:
            return None
        since = taken_back_to(facts["waiting"], self.turns) if self.clocked and self.recorded.took_back() else None
        return NewTurn(facts["waiting"], self.clocked, telling, self.stored.match.waiting, since)

    @property
    def clocked(self) -> bool:
        """Whether there are clocks."""
        return bool(self.house.move_hours or self.house.reserve_hours)

    def _have(self, facts: dict[str, Any], turn: NewTurn | None) -> None:
        """Everything stored now."""
        if turn is not None:
            self.turns.append((turn.since or facts["asked"], turn.waiting))
        if self._budgets is not None:
            of, more = self.stored.match.origin, facts["size"] - self.size
            self._budgets.bytes[of] = self._budgets.bytes.get(of, 0) + more
        self.stored = replace(self.stored, match=replace(self.stored.match, **facts))

    @property
    def size(self) -> int:
        """Bytes of its pieces."""
        return self.stored.match.size

    def _in_force(self) -> list[StoredOrder]:
        """The standing orders in force, each with the piece after which it was given."""
        known = {id(order): stored for stored, order in self._given}
        self._given = [
            (known.get(id(order), StoredOrder(str(role), order.given, self.recorded.pieces)), order)
            for role, order in sorted(self.orders_in_force(), key=itemgetter(0))
        ]
        return [stored for stored, _ in self._given]

    # ---- what is done elsewhere -------------------------------------------------------------------------------------

    async def catch_up(self, stored: Revision | None = None) -> None:
        """Repeat choices made elsewhere. There are none if the store holds only what this process was just storing."""
        for _ in range(TRIES):
            with suppress(OutOfSync):
                async with self.alone():
                    if self._lost or stored is None or stored != self.revision:
                        await self._catch_up()
                self.go_on()
                return
        raise NotWritten("others keep changing the match: try again")

    async def _catch_up(self) -> None:
        """Do what was done elsewhere, or load the match, carried over if newer rules must write it again."""
        stored = await self._store.get(self.id)
        recorded, revision = self.recorded, stored.revision
        if not self._lost:
            if revision == self.revision:
                return
            self._lost = True
            if revision.edition == self.edition and revision.pieces >= recorded.pieces:
                pieces = await self._store.pieces(self.id, revision, recorded.pieces)
                with suppress(OutOfSync):
                    await self.aside(lambda: self._follow(pieces, revision.orders))
                    await self._found(stored)
                    return
        await self._read_anew(stored, await self._store.pieces(self.id, revision))

    async def _read_anew(self, stored: StoredMatch, pieces: list[str]) -> None:
        """Load the match from its pieces, or carry it over."""
        revision = stored.revision
        if nc.read_save_text(pieces[0]).header.rules == self.game.version:
            await self._load(stored, pieces)
            return
        carried_over = await self.aside(lambda: RecordedMatch.carried_over(self.game, pieces))
        self.revision = await self._store.begin_edition(self.id, revision, carried_over.fresh, self.game.version)
        log.info("match carried over to rules %s", self.game.version)
        carried_over.fresh.clear()
        self._take(carried_over)
        self.stored, self._lost = await self._store.get(self.id), False

    async def _load(self, stored: StoredMatch, pieces: list[str]) -> None:
        """Load a match as far as it is whole: from its last checkpoint, or in full if that is needed."""
        revision = stored.revision
        if len(pieces) == revision.pieces:
            for told in (stored.match.told, {}):
                with suppress(OutOfSync, NavalCoreError):
                    await self.aside(lambda told=told: self._read(pieces, revision.orders, told))  # type: ignore[misc]
                    await self._found(stored)
                    return
        self.damage = "its record is damaged, and is shown as far as it is whole; a backup may have the rest"
        log.error("match %s: damaged: %s of %s pieces can be read", self.id, len(pieces), revision.pieces)
        with suppress(OutOfSync, NavalCoreError):
            await self.aside(lambda: self._read(pieces, (), {}))
        await self._found(stored)

    async def _found(self, stored: StoredMatch) -> None:
        self.stored, self.revision, self._lost = stored, stored.revision, False
        if self.clocked:
            self.turns = await self._store.rows.turns(self.id)

    def _read(self, pieces: Sequence[str], orders: Sequence[StoredOrder], told: Mapping[str, int]) -> None:
        """The match of these pieces; from its last checkpoint if it is known how many events were reported."""
        if told and len(pieces) > LONG and not any(order.piece < len(pieces) for order in orders):
            self._take(RecordedMatch.resumed(self.game, pieces, told))
            self._follow((), orders)
        else:
            if self.recorded.pieces > 1 or not self.recorded.fresh:  # else it has just begun
                self._take(RecordedMatch.begun(self.game, pieces[0]))
            self._follow(pieces, orders)

    def _take(self, recorded: RecordedMatch) -> None:
        """Continue a match that was loaded."""
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
        """Look again who sits where, and which keys open a seat besides its own."""
        async with self.alone():
            self.stored = await self._store.get(self.id)
            self.holders = {
                (holder, role)
                for holder, role in self.holders
                if await self._store.held(self.id, self.places, holder, role)
            }
