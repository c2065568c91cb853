"""Matches kept in memory: for one visitor, such as the page with the library in the browser itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from navalcore.errors import UnknownName
from navalcore.table.kept import KeptMatch, KeptOrder, KeptSeat, Standing


class _Match:
    """All that is kept of one match."""

    def __init__(self, kept: KeptMatch, seats: Sequence[KeptSeat], pieces: Sequence[str]) -> None:
        self.kept = kept
        self.seats = list(seats)
        self.pieces = list(pieces)
        self.orders: tuple[KeptOrder, ...] = ()


class _Held:
    """A match that is about to be changed: :class:`~navalcore.table.kept.Held`."""

    def __init__(self, match: _Match) -> None:
        self._match = match
        self.stands = Standing(match.kept.edition, len(match.pieces), match.orders)

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many."""
        return self._match.pieces[number:]

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one."""
        match = self._match
        match.pieces += pieces
        match.orders = tuple(orders)
        match.kept = replace(match.kept, pieces=len(match.pieces), outcome=outcome)
        self.stands = Standing(match.kept.edition, len(match.pieces), match.orders)

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them."""
        match = self._match
        match.pieces, match.orders = list(pieces), ()
        match.kept = replace(match.kept, rules=rules, edition=match.kept.edition + 1, pieces=len(pieces))
        self.stands = Standing(match.kept.edition, len(pieces))


class MemoryStore:
    """Keeps matches as long as the program runs: :class:`~navalcore.table.kept.Store`."""

    def __init__(self) -> None:
        self._matches: dict[str, _Match] = {}

    def _of(self, match_id: str) -> _Match:
        if match_id not in self._matches:
            raise UnknownName("there is no such match at this table")
        return self._matches[match_id]

    async def create(self, match: KeptMatch, seats: Sequence[KeptSeat], pieces: Sequence[str]) -> None:
        """Keep a new match."""
        self._matches[match.id] = _Match(match, seats, pieces)

    async def match(self, match_id: str) -> KeptMatch:
        """A match by its id."""
        return self._of(match_id).kept

    async def seats(self, match_id: str) -> list[KeptSeat]:
        """The seats of a match, in the order of the game's roles."""
        return list(self._of(match_id).seats)

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let somebody sit down where a seat is free for whoever has the invitation; whether it was."""
        seats = self._of(match_id).seats
        for place, seat in enumerate(seats):
            if seat.role == role and not seat.taken and seat.invitation == invitation:
                seats[place] = replace(seat, secret=secret, invitation=None, name=name)
                return True
        return False

    async def lobby(self, most: int) -> list[tuple[KeptMatch, list[KeptSeat]]]:
        """The matches that everybody may see, those that were begun last first."""
        found = [(match.kept, list(match.seats)) for match in self._matches.values() if match.kept.public]
        return found[::-1][:most]

    @asynccontextmanager
    async def hold(self, match_id: str, known: Standing | None) -> AsyncIterator[_Held]:  # noqa: ARG002
        """A match to be changed; nobody else is there to change it."""
        yield _Held(self._of(match_id))
