"""What is stored of a match, and the rules by which it changes; where the rows lie is a back end's business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, TypeAlias

from navalcore.errors import UnknownName

SeatKind: TypeAlias = Literal["person", "bot", "nobody"]


class OutOfSync(Exception):
    """What is stored is not what this process thought it was: somebody else has written. Load it and try again."""


@dataclass(frozen=True, slots=True)
class MatchDetails:
    """A match, but for its seats, its standing orders and its pieces."""

    id: str
    """Its name in links; who does not know it does not find a match that is not in the lobby."""
    game: str
    """The game's id."""
    rules: str
    """The version of the rules its pieces were written by."""
    scenario: str
    """The scenario's id."""
    options: Mapping[str, Any]
    """The options by name."""
    undo: str
    """Whether choices may be taken back after new information."""
    public: bool
    """Whether the lobby shows it."""
    commitment: str
    """What was promised of the seed at the start."""
    created: datetime
    """When it was begun."""
    changed: datetime
    """When the last choice was made."""
    pieces: int = 0
    """How many pieces of a save it has: one for the set-up, then one for each choice or taking back."""
    edition: int = 0
    """How often its pieces have been written anew, by newer rules."""
    outcome: str = ""
    """How it ended, or nothing."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat of a match."""

    role: str
    """The role that sits there."""
    kind: SeatKind
    """Who takes its decisions."""
    bot: str = ""
    """The name of the bot, where one does."""
    name: str = ""
    """What the person calls himself."""
    secret: str | None = field(default=None, repr=False)
    """The digest of what opens the seat; None while nobody has taken it."""
    invitation: str | None = field(default=None, repr=False)
    """The digest of what lets somebody take it; None once it is taken, and where anybody may."""

    @property
    def taken_by(self) -> str:
        """Who takes its decisions, as a save says it: ``person``, ``bot:NAME`` or ``nobody``."""
        return f"bot:{self.bot}" if self.kind == "bot" else self.kind

    @property
    def taken(self) -> bool:
        """Whether somebody has it."""
        return self.kind != "person" or self.secret is not None

    def free_for(self, invitation: str | None) -> bool:
        """Whether somebody may take it with the invitation of this digest; None: whether anybody may."""
        return not self.taken and self.invitation == invitation


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """A standing order in force: who gave it, in which words, and how many pieces the match had then."""

    role: str
    words: str
    piece: int


@dataclass(frozen=True, slots=True)
class Revision:
    """How far a match is stored: edition, number of pieces in it, and standing orders in force."""

    edition: int
    pieces: int
    orders: tuple[StoredOrder, ...] = ()


@dataclass(frozen=True)
class StoredMatch:
    """All that is stored of a match but for its pieces; the seats are in the order of the game's roles."""

    match: MatchDetails
    seats: tuple[StoredSeat, ...]
    orders: tuple[StoredOrder, ...] = ()

    @property
    def revision(self) -> Revision:
        """How far it is stored."""
        return Revision(self.match.edition, self.match.pieces, self.orders)


@dataclass(frozen=True, slots=True)
class Change:
    """A step of one match from a revision to another."""

    match: str
    """The match's id."""
    before: Revision
    """How far it must be stored."""
    after: Revision
    """How far it is stored then."""
    pieces: Sequence[str]
    """The last pieces of that."""
    details: Mapping[str, Any]
    """What else is then so of its details."""

    @property
    def first(self) -> int:
        """The number of the first of its pieces."""
        return self.after.pieces - len(self.pieces)


class Rows(Protocol):
    """A back end: it makes each change whole or not at all, for good, or raises NotRead or NotWritten."""

    async def add(self, stored: StoredMatch, pieces: Sequence[str]) -> None:
        """Add a match."""

    async def get(self, match_id: str) -> StoredMatch | None:
        """A match; None if there is none of this id."""

    async def public(self, most: int) -> list[StoredMatch]:
        """The public matches, those that changed last first."""

    async def pieces(self, match_id: str, edition: int, first: int, end: int) -> list[str]:
        """The pieces of an edition from a number up to another."""

    async def write(self, change: Change) -> bool:
        """Make a change if the match is stored as far as it says; whether it is."""

    async def replace_seat(self, match_id: str, before: StoredSeat, after: StoredSeat) -> bool:
        """Replace a seat if it is what it was; whether it is."""


class MatchStore:
    """Stores matches; every rule of what may be stored is here."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    async def create(self, details: MatchDetails, seats: Sequence[StoredSeat], pieces: Sequence[str]) -> None:
        """Store a new match."""
        await self.rows.add(StoredMatch(replace(details, pieces=len(pieces)), tuple(seats)), pieces)

    async def get(self, match_id: str) -> StoredMatch:
        """A match by its id; raises UnknownName if there is none."""
        stored = await self.rows.get(match_id)
        if stored is None:
            raise UnknownName("there is no such match at this table")
        return stored

    async def public(self, most: int) -> list[StoredMatch]:
        """The matches that everybody may see, those that changed last first."""
        return await self.rows.public(most)

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let somebody sit down who has the invitation of a digest (None: anybody may); whether the seat was free."""
        while True:
            seat = next((each for each in (await self.get(match_id)).seats if each.role == role), None)
            if seat is None or not seat.free_for(invitation):
                return False
            taken = replace(seat, secret=secret, invitation=None, name=name)
            if await self.rows.replace_seat(match_id, seat, taken):
                return True

    async def pieces(self, match_id: str, revision: Revision, after: int = 0) -> list[str]:
        """The pieces of a revision after the first so many."""
        return await self.rows.pieces(match_id, revision.edition, after, revision.pieces)

    async def append(
        self, match_id: str, revision: Revision, pieces: Sequence[str], orders: Sequence[StoredOrder], outcome: str
    ) -> Revision:
        """Store what follows on a revision; raises OutOfSync if others have written meanwhile."""
        after = Revision(revision.edition, revision.pieces + len(pieces), tuple(orders))
        if after != revision:
            await self._write(match_id, revision, after, pieces, outcome=outcome)
        return after

    async def begin_edition(self, match_id: str, revision: Revision, pieces: Sequence[str], rules: str) -> Revision:
        """Store the pieces as newer rules have written them; the edition before stays. Raises OutOfSync as well."""
        after = Revision(revision.edition + 1, len(pieces))
        await self._write(match_id, revision, after, pieces, rules=rules)
        return after

    async def _write(
        self, match_id: str, before: Revision, after: Revision, pieces: Sequence[str], **details: str
    ) -> None:
        now = {"edition": after.edition, "pieces": after.pieces, "changed": datetime.now(UTC), **details}
        if not await self.rows.write(Change(match_id, before, after, pieces, now)):
            raise OutOfSync
