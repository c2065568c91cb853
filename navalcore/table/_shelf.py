"""Matches kept as rows of text on a shelf, such as a browser's own database."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, Protocol

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from navalcore.errors import NotWritten, UnknownName
from navalcore.table._kept import KeptMatch, KeptOrder, KeptSeat, OutOfStep, Standing


class Shelf(Protocol):
    """Keeps rows of text under keys."""

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        """The rows whose keys begin so, keys and texts, in the order of the keys."""

    async def change(self, rows: Mapping[str, str], key: str, was: str) -> bool:
        """Write rows, all or none, if the row of a key is what it was; whether it is. When this returns they last.

        Args:
            rows: texts by their keys.
            key: the row that must not have changed.
            was: what it was; nothing: there was no such row.

        Raises:
            NotWritten: the rows could not be written.
        """


class Memory:
    """A shelf that lasts as long as the program runs: :class:`Shelf`."""

    def __init__(self) -> None:
        self._rows: dict[str, str] = {}

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        """The rows whose keys begin so."""
        return sorted((key, text) for key, text in self._rows.items() if key.startswith(beginning))

    async def change(self, rows: Mapping[str, str], key: str, was: str) -> bool:
        """Write rows, if the row of a key is what it was."""
        if self._rows.get(key, "") != was:
            return False
        self._rows.update(rows)
        return True


class BrowserShelf:
    """A shelf on the other side of a border that only text crosses, such as a browser's database: :class:`Shelf`.

    Args:
        rows: given the beginning of keys, the rows as JSON.
        change: given rows, key and what it was as JSON, whether it ``stands``, or the ``fault``.
    """

    def __init__(self, rows: Callable[[str], Awaitable[str]], change: Callable[[str], Awaitable[str]]) -> None:
        self._rows = rows
        self._change = change

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        """The rows whose keys begin so."""
        return [(key, text) for key, text in json.loads(await self._rows(beginning))]

    async def change(self, rows: Mapping[str, str], key: str, was: str) -> bool:
        """Write rows, if the row of a key is what it was."""
        done = json.loads(await self._change(json.dumps({"rows": dict(rows), "key": key, "was": was})))
        if "fault" in done:
            raise NotWritten(f"this browser could not keep it: {done['fault']}")
        return bool(done["stands"])


@dataclass(frozen=True)
class Head:
    """All that is kept of a match but for its lines.

    Attributes:
        match: the match.
        seats: its seats, in the order of the game's roles.
        orders: the standing orders in force.
    """

    match: KeptMatch
    seats: tuple[KeptSeat, ...]
    orders: tuple[KeptOrder, ...] = ()

    @property
    def stands(self) -> Standing:
        """Where the match stands."""
        return Standing(self.match.edition, self.match.pieces, self.orders)


_HEAD: Final = TypeAdapter(Head)


def _piece(match_id: str, edition: int, number: int | None = None) -> str:
    """The key of a piece; without a number what all of them begin with."""
    return f"piece {match_id} {edition} " + ("" if number is None else f"{number:08}")


class HeldRows:
    """A match that is about to be changed: ``Held``."""

    def __init__(self, store: ShelfStore, text: str) -> None:
        self._store = store
        self._text = text
        self._head = _HEAD.validate_json(text)
        self.stands = self._head.stands

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many."""
        match = self._head.match
        found = await self._store.shelf.rows(_piece(match.id, match.edition))
        return [text for _, text in found[number : match.pieces]]

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one."""
        if not pieces and tuple(orders) == self._head.orders:
            return
        match = self._head.match
        count = match.pieces + len(pieces)
        after = replace(match, pieces=count, outcome=outcome, changed=datetime.now(UTC))
        await self._write(after, orders, pieces, match.pieces)

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them; the old ones stay as the edition before."""
        match = self._head.match
        after = replace(match, rules=rules, edition=match.edition + 1, pieces=len(pieces), changed=datetime.now(UTC))
        await self._write(after, (), pieces, 0)

    async def _write(self, after: KeptMatch, orders: Sequence[KeptOrder], pieces: Sequence[str], start: int) -> None:
        rows = {_piece(after.id, after.edition, start + place): piece for place, piece in enumerate(pieces)}
        self._head = replace(self._head, match=after, orders=tuple(orders))
        self._text = await self._store.change(self._head, rows, self._text)
        self.stands = self._head.stands


class ShelfStore:
    """Keeps matches on a shelf that several programs may share: ``Store``.

    Args:
        shelf: keeps the rows.

    Attributes:
        shelf: the same.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._texts: dict[str, str] = {}

    async def create(self, match: KeptMatch, seats: Sequence[KeptSeat], pieces: Sequence[str]) -> None:
        """Keep a new match."""
        rows = {_piece(match.id, 0, place): piece for place, piece in enumerate(pieces)}
        await self.change(Head(replace(match, pieces=len(pieces)), tuple(seats)), rows, "")

    async def match(self, match_id: str) -> KeptMatch:
        """A match by its id."""
        return _HEAD.validate_json(await self._head(match_id)).match

    async def seats(self, match_id: str) -> list[KeptSeat]:
        """The seats of a match, in the order of the game's roles."""
        return list(_HEAD.validate_json(await self._head(match_id)).seats)

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let somebody sit down where a seat is free for whoever has the invitation; whether it was."""
        text = await self._head(match_id)
        head = _HEAD.validate_json(text)
        seats = list(head.seats)
        for place, seat in enumerate(seats):
            if seat.role == role and not seat.taken and seat.invitation == invitation:
                seats[place] = replace(seat, secret=secret, invitation=None, name=name)
                try:
                    await self.change(replace(head, seats=tuple(seats)), {}, text)
                except OutOfStep:
                    return await self.take_seat(match_id, role, invitation, secret, name)
                return True
        return False

    async def lobby(self, most: int) -> list[tuple[KeptMatch, list[KeptSeat]]]:
        """The matches that everybody may see, those that changed last first."""
        heads = [_HEAD.validate_json(text) for _, text in await self.shelf.rows("match ")]
        found = sorted((head for head in heads if head.match.public), key=lambda head: head.match.changed, reverse=True)
        return [(head.match, list(head.seats)) for head in found[:most]]

    @asynccontextmanager
    async def hold(self, match_id: str, known: Standing | None) -> AsyncIterator[HeldRows]:
        """A match to be changed; a change that comes too late is refused."""
        text = self._texts.get(match_id, "")
        if not text or known is None or _HEAD.validate_json(text).stands != known:
            text = await self._head(match_id)
        yield HeldRows(self, text)

    async def change(self, head: Head, rows: Mapping[str, str], was: str) -> str:
        """Write what is kept of a match, and further rows, unless others have written meanwhile.

        Args:
            head: what is kept of the match from now on.
            rows: further rows.
            was: the text that was read of the match before; nothing: there was no such match.

        Returns:
            the text of ``head``.

        Raises:
            OutOfStep: they have.
            NotWritten: the rows could not be written.
        """
        match_id = head.match.id
        key, text = f"match {match_id}", _HEAD.dump_json(head).decode()
        if not await self.shelf.change({**rows, key: text}, key, was):
            self._texts.pop(match_id, None)
            raise OutOfStep
        self._texts[match_id] = text
        return text

    async def _head(self, match_id: str) -> str:
        """The text of what is kept of a match."""
        key = f"match {match_id}"
        for found, text in await self.shelf.rows(key):
            if found == key:
                self._texts[match_id] = text
                return text
        raise UnknownName("there is no such match at this table")
