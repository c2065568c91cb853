"""Matches in a key-value store of texts, such as a browser's own database."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol

from pydantic import TypeAdapter

from navalcore.errors import NotWritten
from navalcore.table._clock import TimeSpan
from navalcore.table._store import Change, OutOfSync, StoredMatch

_STORED: Final = TypeAdapter(StoredMatch)


class KeyValueStore(Protocol):
    """Stores texts under keys."""

    async def rows(self, beginning: str) -> list[tuple[str, str]]:
        """The rows whose keys begin so, keys and texts, in the order of the keys."""

    async def change(self, rows: Mapping[str, str], key: str, was: str) -> bool:
        """Write rows, all or none, if the row of a key is what it was; whether it is. When this returns they last."""


class BrowserStore:
    """A :class:`KeyValueStore` across a border that only JSON crosses: a change ``stands``, or has a ``fault``."""

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


class TextRows:
    """Each match is a row, and each of its pieces, in a store that several programs may share: ``Rows``."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store
        self._texts: dict[str, str] = {}

    async def add(self, stored: StoredMatch, pieces: Sequence[str]) -> None:
        """Add a match."""
        if not await self._put(stored, _pieces(stored.match.id, 0, 0, pieces), ""):
            raise OutOfSync

    async def get(self, match_id: str) -> StoredMatch | None:
        """A match; None if there is none of this id."""
        text = await self._read(match_id)
        return _STORED.validate_json(text) if text else None

    async def public(self, most: int) -> list[StoredMatch]:
        """The public matches, those with the latest public event first."""
        found = [_STORED.validate_json(text) for _, text in await self._store.rows("match ") if text]
        found.sort(key=lambda each: each.match.shown or each.match.created, reverse=True)
        return [each for each in found if each.match.public][:most]

    async def kept_by(self, origin: str) -> tuple[int, int]:  # noqa: ARG002
        """Nothing is kept for others here."""
        return 0, 0

    async def hold(self, holder: str, match_id: str, role: str, seat: str, *, page: bool = False) -> None:
        """There are no other keys here."""

    async def keep_on_page(self, holder: str, match_id: str, role: str, seat: str) -> None:
        """There are no pages of people here."""

    async def turns(self, match_id: str) -> list[tuple[datetime, Sequence[str]]]:  # noqa: ARG002
        """There are no clocks here."""
        return []

    def pauses(self, now: datetime) -> list[TimeSpan]:  # noqa: ARG002
        """There are no clocks here."""
        return []

    async def delete(self, before: StoredMatch) -> bool:
        """Delete a match if its standing is as before; whether it is. Its rows stay, without a text."""
        match_id = before.match.id
        key, text = f"match {match_id}", await self._read(match_id)
        while text and _STORED.validate_json(text).standing == before.standing:
            pieces = [name for name, _ in await self._store.rows(f"piece {match_id} ")]
            if await self._store.change(dict.fromkeys((key, *pieces), ""), key, text):
                self._texts.pop(match_id, None)
                return True
            text = await self._read(match_id)
        return False

    async def held(self, match_id: str, holder: str) -> list[tuple[str, str]]:  # noqa: ARG002
        """There are no other keys here."""
        return []

    async def pieces(self, match_id: str, edition: int, first: int, end: int) -> list[str]:
        """The pieces of an edition from a number up to another."""
        return [text for _, text in await self._store.rows(f"piece {match_id} {edition} ")][first:end]

    async def write(self, change: Change) -> bool:
        """Make a change if the match is stored as far as it says; whether it is."""

        def changed(stored: StoredMatch) -> StoredMatch | None:
            if stored.revision != change.before or (stored.match.closed and "rules" not in change.details):
                return None
            return replace(stored, match=replace(stored.match, **change.details), orders=change.after.orders)

        rows = _pieces(change.match, change.after.edition, change.first, change.pieces)
        return await self._change(change.match, changed, rows)

    async def amend(self, before: StoredMatch, after: StoredMatch) -> bool:
        """Change the seats, details and orders that differ, if its standing is as before; whether it is."""

        def changed(stored: StoredMatch) -> StoredMatch | None:
            if not stored.stands_for(before, after):
                return None
            orders = stored.orders if before.orders == after.orders else after.orders
            match = replace(stored.match, **before.amended(after))
            return replace(stored, match=match, seats=after.seats, orders=orders)

        return await self._change(before.match.id, changed, {})

    async def _change(
        self, match_id: str, changed: Callable[[StoredMatch], StoredMatch | None], rows: Mapping[str, str]
    ) -> bool:
        """Change a match and write further rows, unless that no longer fits; whether it does."""
        text = self._texts.get(match_id) or await self._read(match_id)
        while text and (after := changed(_STORED.validate_json(text))) is not None:
            if await self._put(after, rows, text):
                return True
            text = await self._read(match_id)
        return False

    async def _put(self, stored: StoredMatch, rows: Mapping[str, str], was: str) -> bool:
        key, text = f"match {stored.match.id}", _STORED.dump_json(stored).decode()
        done = await self._store.change({**rows, key: text}, key, was)
        if done:
            self._texts[stored.match.id] = text
        return done

    async def _read(self, match_id: str) -> str:
        """The row of a match; nothing if there is none."""
        key = f"match {match_id}"
        text = dict(await self._store.rows(key)).get(key, "")
        self._texts[match_id] = text
        return text


def _pieces(match_id: str, edition: int, first: int, pieces: Sequence[str]) -> dict[str, str]:
    """Pieces by their keys."""
    return {f"piece {match_id} {edition} {number:08}": piece for number, piece in enumerate(pieces, first)}
