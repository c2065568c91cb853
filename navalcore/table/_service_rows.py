"""The rows of a service over days: what people hold, how they are told, and what is old."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from secrets import token_hex, token_urlsafe
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, insert, select, tuple_, update

from navalcore.errors import NavalCoreError
from navalcore.table import _messages as messages
from navalcore.table._clock import Turn
from navalcore.table._database import DELETED, SEATED, Database, stands
from navalcore.table._reading import aware, by_match
from navalcore.table._schema import HoldingRow, MatchRow, NoticeRow, OutboxRow, PieceRow, SeatRow, TurnRow, VoidPageRow
from navalcore.table._steps import HELD, notices_wanted
from navalcore.table._store import StoredMatch
from navalcore.table._write_queue import AT_ONCE

LOT: Final = 3000
"""Pieces that are deleted in one transaction at most, as no other can write to a SQLite file meanwhile."""
BETWEEN_LOTS: Final = 0.05
"""Seconds between two such transactions, in which others write."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something to be told: whom, in which way, how often it was tried, and how often it has been told."""

    id: int
    match: str
    game: str
    role: str
    notice: str
    asked: datetime
    tries: int
    sent: int
    acted: datetime
    """When something was done last in the match, if the person alone is awaited: who is in the middle of a turn knows
    of it."""

    @property
    def wait(self) -> tuple[str, ...]:
        """The notice to be sent: the same each time it is tried, and another when it is told once more."""
        return self.match, self.role, self.notice, self.asked.isoformat(), str(self.sent)


@dataclass(frozen=True, slots=True)
class Notice:
    """Where a person gets notices."""

    id: str
    channel: str
    address: str
    mention: str
    match: str
    trouble: str
    worked: datetime | None


class ServiceRows(Database):
    """A database of matches, with the people who play them over days."""

    # ---- pages of people ---------------------------------------------------------------------------------------------

    async def holdings(self, holder: str) -> list[tuple[str, bool, StoredMatch]]:
        """The seats on a person's page that are still that person's: role, whether put away, match."""
        mine = select(HoldingRow.match, HoldingRow.role, HoldingRow.away).join(SeatRow, HELD)
        held = await self.read(lambda connection: connection.execute(mine.where(HoldingRow.holder == holder)).all())
        stored = {each.match.id: each for each in await self.matches({match for match, _, _ in held})}
        return [(role, away, stored[match]) for match, role, away in held if match in stored]

    async def put_away(self, holder: str, match: str, role: str, away: bool) -> None:
        """Put a seat away, or take it back; all those at a match without a role."""
        mine = update(HoldingRow).where(HoldingRow.holder == holder, HoldingRow.match == match).values(away=away)
        mine = mine.where(HoldingRow.role == role) if role else mine
        await self._write_alone(lambda connection: connection.execute(mine))

    async def is_void(self, holder: str) -> bool:
        """Whether a person's page has another link by now."""
        query = select(exists().where(VoidPageRow.holder == holder))
        return bool(await self.read(lambda connection: connection.execute(query).scalar()))

    async def renew_page(self, holder: str, new: str) -> list[str]:
        """Let a digest's secret alone open a page and the seats on it; its notices end. Returns its matches."""
        mine = select(HoldingRow.match, HoldingRow.role).join(SeatRow, HELD).where(HoldingRow.holder == holder)

        def renew(connection: Connection) -> list[str]:
            held: Sequence[Any] = connection.execute(mine).all()
            for match, role in held:
                key = token_hex(32)  # the digest of no secret
                seat = update(SeatRow).where(SeatRow.match == match, SeatRow.role == role)
                connection.execute(seat.values(secret=key, invitation=None))
                own = update(HoldingRow).where(HoldingRow.match == match, HoldingRow.role == role)
                connection.execute(own.where(HoldingRow.holder == holder).values(seat=key))
            ids = list({match for match, _ in held})
            ended = connection.execute(delete(NoticeRow).where(NoticeRow.holder == holder)).rowcount
            moved = update(HoldingRow).where(HoldingRow.holder == holder).values(holder=new)
            if connection.execute(moved).rowcount or ended:
                connection.execute(insert(VoidPageRow), {"holder": holder})
            self._tell_all(connection, ids)
            return ids

        return await self._write_alone(renew)

    # ---- notices -----------------------------------------------------------------------------------------------------

    async def anybody_wants_notices(self) -> bool:
        """Whether any person wants notices."""
        query = select(exists(select(NoticeRow.id)))
        return bool(await self.read(lambda connection: connection.execute(query).scalar()))

    async def want(self, holder: str, wish: messages.Wish) -> str:
        """Send notices to a person; returns the name by which they are ended."""
        name = token_urlsafe(16)
        row = {"id": name, "holder": holder, "trouble": "", "worked": None, **wish.model_dump()}
        await self._write_alone(lambda connection: connection.execute(insert(NoticeRow), row))
        return name

    async def end_notice(self, name: str) -> bool:
        """End the notices of a person; returns whether there were any."""
        gone = delete(NoticeRow).where(NoticeRow.id == name)
        return bool(await self._write_alone(lambda connection: connection.execute(gone).rowcount))

    async def notices_of(self, holder: str) -> list[Notice]:
        """How a person wants to be told."""
        return await self._notices(select(*_NOTICE).where(NoticeRow.holder == holder))

    async def notices_for(self, due: Due) -> list[Notice]:
        """Where something is to be told; nothing if the person wants that no more, or has lost the seat."""
        return await self._notices(
            select(*_NOTICE)
            .join(HoldingRow, HoldingRow.holder == NoticeRow.holder)
            .join(SeatRow, HELD)
            .where(SeatRow.match == due.match, SeatRow.role == due.role, NoticeRow.id == due.notice)
        )

    async def _notices(self, query: Any) -> list[Notice]:
        return [Notice(*row) for row in await self.read(lambda connection: connection.execute(query).all())]

    async def note_sending(self, name: str, trouble: str) -> None:
        """Note that a notice was sent, or what the trouble is."""
        how: dict[str, Any] = {"trouble": trouble} if trouble else {"trouble": "", "worked": datetime.now(UTC)}
        noted = update(NoticeRow).where(NoticeRow.id == name).values(how)
        await self._write_alone(lambda connection: connection.execute(noted))

    async def claim_due(self, lease: float, most: int) -> list[Due]:
        """The notices due now, the longest due first; no other process is given them for so many seconds."""
        now = datetime.now(UTC)
        columns = (
            OutboxRow.id, OutboxRow.match, MatchRow.game, OutboxRow.role, OutboxRow.notice, OutboxRow.asked,
            OutboxRow.tries, OutboxRow.sent, OutboxRow.due, MatchRow.waiting, MatchRow.changed,
        )  # fmt: skip
        found = select(*columns).join(MatchRow, MatchRow.id == OutboxRow.match).where(OutboxRow.due <= now)
        found = found.order_by(OutboxRow.due).limit(most)

        def claim(connection: Connection) -> list[Due]:
            claimed: list[Due] = []
            rows: Sequence[Any] = connection.execute(found).all()
            for number, match, game, role, notice, asked, tries, sent, when, waiting, changed in rows:
                mine = update(OutboxRow).where(OutboxRow.id == number, OutboxRow.due == when)
                if connection.execute(mine.values(due=now + timedelta(seconds=lease))).rowcount:
                    acted = aware(changed) if list(waiting) == [role] else aware(asked)
                    claimed.append(Due(number, match, game, role, notice, aware(asked), tries, sent, acted))
            return claimed

        return await self._write_alone(claim)

    async def put_off(self, due: Due, seconds: float, tries: int, sent: int) -> None:
        """Send it later."""
        new = {"due": datetime.now(UTC) + timedelta(seconds=seconds), "tries": tries, "sent": sent}
        later = update(OutboxRow).where(*_row_of(due)).values(new)
        await self._write_alone(lambda connection: connection.execute(later))

    async def told(self, due: Due) -> None:
        """It need not be told any more."""
        await self._write_alone(lambda connection: connection.execute(delete(OutboxRow).where(*_row_of(due))))

    async def tell_again(self, match: str, role: str) -> None:
        """Notify a person once more, even if that was done before."""
        now = datetime.now(UTC)
        mine = (OutboxRow.match == match, OutboxRow.role == role)
        row = {"match": match, "role": role, "asked": now - timedelta(days=1), "due": now, "tries": 0, "sent": 1}

        def again(connection: Connection) -> None:
            connection.execute(delete(OutboxRow).where(*mine))
            for _, notice in notices_wanted(connection, match, [role]):
                connection.execute(insert(OutboxRow), {**row, "notice": notice})

        await self._write_alone(again)

    # ---- clocks and old matches --------------------------------------------------------------------------------------

    async def clocked(self) -> dict[str, datetime]:
        """The matches that are not over and have clocks, each with the time of its last change."""
        query = select(MatchRow.id, MatchRow.changed)
        query = query.where(MatchRow.outcome == "", exists().where(TurnRow.match == MatchRow.id))
        found: Sequence[Any] = await self.read(partial(_all_of, query))
        return dict(found)

    async def with_turns(self, ids: Sequence[str]) -> AsyncIterator[tuple[StoredMatch, list[Turn]]]:
        """Some matches, each with its turns; without those that are damaged."""
        for first in range(0, len(ids), AT_ONCE):
            these = ids[first : first + AT_ONCE]
            query = select(TurnRow.match, TurnRow.at, TurnRow.waiting).where(TurnRow.match.in_(these))
            turns = by_match(await self.read(partial(_all_of, query.order_by(TurnRow.n))))
            for stored in await self.matches(these):
                yield stored, [(aware(at), waiting) for at, waiting in turns[stored.match.id]]

    # ---- what is deleted ---------------------------------------------------------------------------------------------

    async def delete(self, before: StoredMatch) -> bool:
        """Delete a match if its standing is as before; whether it is. It is gone at once, its pieces soon after."""

        def gone(connection: Connection) -> bool:
            if not stands(connection, before, before):
                return False
            self._hide(connection, [before.match.id])
            return True

        if not await self._write_alone(gone):
            return False
        with suppress(NavalCoreError):  # what is left is deleted when the table looks for old matches
            await self.delete_hidden()
        return True

    async def delete_older(self, than: datetime, *, finished: bool) -> int:
        """Delete matches in which nothing was done since; with ``finished`` only those that are over."""
        return await self._delete_all(
            select(MatchRow.id).where(MatchRow.changed < than, *([MatchRow.outcome != ""] if finished else []))
        )

    async def delete_hidden(self) -> int:
        """Delete the rest of the matches that are hidden."""
        return await self._delete_all(select(MatchRow.id).where(MatchRow.closed == DELETED))

    async def _delete_all(self, these: Select[Any]) -> int:
        """Delete the matches of a query of ids, as long as they belong to it."""
        # SQLite lets one write at a time, and whoever waits looks again up to 25 milliseconds later.
        found = await self.read(partial(_all_of, these.add_columns(MatchRow.pieces).order_by(MatchRow.pieces)))
        deleted = 0
        for lot in _lots(found):
            query = these.where(MatchRow.id.in_(lot))
            while (gone := await self._write_alone(partial(self._delete_lot, query))) is None:
                await asyncio.sleep(BETWEEN_LOTS)
            deleted += gone
            await asyncio.sleep(BETWEEN_LOTS)
        return deleted

    def _delete_lot(self, lot: Select[Any], connection: Connection) -> int | None:
        """Delete the matches of a query and return how many they were; None if they have pieces after that."""
        ids = connection.execute(lot.order_by(MatchRow.id).with_for_update()).scalars().all()
        key = PieceRow.match, PieceRow.edition, PieceRow.n
        last = select(*key).where(PieceRow.match.in_(ids)).order_by(*(each.desc() for each in key)).limit(LOT)
        if connection.execute(delete(PieceRow).where(tuple_(*key).in_(last))).rowcount == LOT:
            self._hide(connection, ids)
            return None
        connection.execute(delete(MatchRow).where(MatchRow.id.in_(ids)))
        self._tell_all(connection, ids)
        return len(ids)

    def _hide(self, connection: Connection, ids: Sequence[str]) -> None:
        """Hide matches from now on, as if there were none: some of their pieces are missing, or soon will be."""
        hidden = {"closed": DELETED, "outcome": DELETED, "public": False}
        connection.execute(update(MatchRow).where(MatchRow.id.in_(ids)).values(hidden))
        connection.execute(delete(SeatRow).where(SeatRow.match.in_(ids)))
        connection.execute(delete(OutboxRow).where(OutboxRow.match.in_(ids)))
        self._tell_all(connection, ids)

    def _tell_all(self, connection: Connection, ids: Sequence[str]) -> None:
        """Let other processes know that something at some matches has changed besides the game."""
        for first in range(0, len(ids), AT_ONCE):
            self._tell(connection, SEATED, *ids[first : first + AT_ONCE])


def _lots(found: Sequence[Any]) -> Iterator[list[str]]:
    """The ids of matches, with the number of their pieces, in lots to be deleted in one transaction each."""
    lot: list[str] = []
    size = 0
    for match, pieces in found:
        if lot and (size + pieces >= LOT or len(lot) == AT_ONCE):
            yield lot
            lot, size = [], 0
        lot.append(match)
        size += pieces
    if lot:
        yield lot


def _all_of(query: Any, connection: Connection) -> Sequence[Any]:
    return connection.execute(query).all()


def _row_of(due: Due) -> tuple[Any, ...]:
    """Which row it is: SQLite gives the number of one that is gone to a new one, of another wait."""
    of = (OutboxRow.match == due.match, OutboxRow.role == due.role, OutboxRow.notice == due.notice)
    return OutboxRow.id == due.id, OutboxRow.asked == due.asked, *of


_NOTICE = tuple(getattr(NoticeRow, name) for name in Notice.__dataclass_fields__)
