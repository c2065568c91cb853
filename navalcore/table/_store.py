"""Everything stored of a match, and the rules by which it changes; where the rows are is a back end's business."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal, Protocol, TypeAlias

from navalcore.errors import UnknownName
from navalcore.table._clock import TimeSpan

SeatKind: TypeAlias = Literal["person", "bot", "nobody"]


class OutOfSync(Exception):
    """The stored match is not the one that this process knew: another process has written. Load it and try again."""


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
    """The commitment to the seed at the start."""
    created: datetime
    """When it was begun."""
    changed: datetime
    """When the last choice was made."""
    pieces: int = 0
    """How many pieces of a save it has: one for the set-up, then one for each choice or taking back."""
    edition: int = 0
    """How often its pieces have been written again, by newer rules."""
    outcome: str = ""
    """How it ended, or nothing."""
    closed: str = ""
    """Why nothing can be chosen any more though the rules would continue, or nothing."""
    origin: str = ""
    """A digest of the address that began it."""
    size: int = 0
    """Bytes of its pieces."""
    shown: datetime | None = None
    """The time of the latest public event."""
    headline: str = ""
    """How it stood then, as a spectator sees it."""
    waiting: Sequence[str] = field(default_factory=list)
    """The people who are awaited, by role."""
    asked: datetime | None = None
    """Since when it is these."""
    told: Mapping[str, int] = field(default_factory=dict)
    """How many events each role, and the spectator, has been told."""
    house: Mapping[str, Any] = field(default_factory=dict)
    """The rules that the person who began it has set for the table: ``messages.HouseRules``."""
    notes: Sequence[Mapping[str, Any]] = field(default_factory=list)
    """The events at the table besides the match, such as that a player has left: when, what, and to which role."""


AMENDED: Final = ("outcome", "closed", "public", "house", "notes", "waiting", "asked")
"""The details that change without a choice."""


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
    """The name that the person goes by."""
    secret: str | None = field(default=None, repr=False)
    """The digest of the secret that opens the seat; None until it is taken."""
    invitation: str | None = field(default=None, repr=False)
    """The digest of the invitation to it; None once it is taken, and where it needs none."""
    notes: str = field(default="", repr=False)
    """The person's own notes on the match."""

    @property
    def taken_by(self) -> str:
        """Who takes its decisions, as a save says it: ``person``, ``bot:NAME`` or ``nobody``."""
        return f"bot:{self.bot}" if self.kind == "bot" else self.kind

    @property
    def taken(self) -> bool:
        """Whether it is taken."""
        return self.kind != "person" or self.secret is not None


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

    @property
    def standing(self) -> tuple[Any, ...]:
        """Everything that acts of people outside the game depend on; if it has changed, the act is decided again."""
        return self.seats, list(self.match.notes), dict(self.match.house), self.match.outcome, self.match.closed

    @property
    def free(self) -> list[str]:
        """The roles whose seats no person has taken."""
        return [seat.role for seat in self.seats if not seat.taken]

    def amended(self, after: StoredMatch) -> dict[str, Any]:
        """The details that are others after an act: those alone are written, for a choice may have changed the rest."""
        new = {name: getattr(after.match, name) for name in AMENDED}
        return {name: value for name, value in new.items() if value != getattr(self.match, name)}

    def noted(self, note: Mapping[str, Any], **details: Any) -> StoredMatch:
        """The same with one more note, and other details."""
        return replace(self, match=replace(self.match, notes=[*self.match.notes, note], **details))

    def ordered(self, role: str, words: str) -> StoredMatch:
        """The same with a standing order of a role in the place of all that were in force there."""
        others = (order for order in self.orders if order.role != role)
        return replace(self, orders=(*others, StoredOrder(role, words, self.match.pieces)))

    def stands_for(self, before: StoredMatch, after: StoredMatch) -> bool:
        """Whether an act may be written here that was decided on ``before`` and leaves the match as ``after``."""
        same = before.orders == after.orders or self.revision == before.revision
        return same and self.standing == before.standing

    def seated(self, seat: StoredSeat) -> StoredMatch:
        """The same with a seat replaced."""
        return replace(self, seats=tuple(seat if each.role == seat.role else each for each in self.seats))


@dataclass(frozen=True, slots=True)
class NewTurn:
    """Who is awaited from now on, and whether that is kept for clocks, and told to those who want to be told."""

    waiting: Sequence[str]
    clocked: bool
    telling: bool
    was: Sequence[str] = ()
    """Who was awaited before: they are not told of the same wait again."""
    since: datetime | None = None
    """The beginning of the turn that a taken-back choice had begun. That turn does not count: the wait before it
    continues, and gains no time."""


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
    """Other details that are so then."""
    turn: NewTurn | None = None
    """Who is awaited from then on, where that is to be kept."""

    @property
    def first(self) -> int:
        """The number of the first of its pieces."""
        return self.after.pieces - len(self.pieces)


def note_of(what: str, role: str = "", text: str = "") -> dict[str, Any]:
    """News of a table."""
    return {"at": datetime.now(UTC).isoformat(timespec="seconds"), "what": what, "role": role, "text": text}


def told_note(note: Mapping[str, Any]) -> dict[str, Any]:
    """The note as all may read it, without the seat whose act has made it."""
    return {name: note[name] for name in ("at", "what", "role", "text")}


class Rows(Protocol):
    """A back end: it makes each change whole or not at all, for good, or raises NotRead or NotWritten."""

    async def add(self, stored: StoredMatch, pieces: Sequence[str]) -> None:
        """Add a match."""

    async def get(self, match_id: str) -> StoredMatch | None:
        """A match; None if there is none of this id."""

    async def public(self, most: int) -> list[StoredMatch]:
        """The public matches, those with the latest public event first."""

    async def kept_by(self, origin: str) -> tuple[int, int]:
        """How many unfinished matches an address has begun, and how many bytes all of its matches have."""

    async def hold(self, holder: str, match_id: str, role: str, seat: str, *, page: bool = False) -> None:
        """Let a digest's secret, of a ``page`` or another device, open a seat as long as that is of a digest."""

    async def keep_on_page(self, holder: str, match_id: str, role: str, seat: str) -> None:
        """Let a page hold a seat by its new digest; the secret of another device opens it no more."""

    async def turns(self, match_id: str) -> list[tuple[datetime, Sequence[str]]]:
        """Who was awaited from when on, where there are clocks."""

    def pauses(self, now: datetime) -> list[TimeSpan]:
        """The times up to now that count for no player."""

    async def delete(self, before: StoredMatch) -> bool:
        """Delete a match if its standing is as before (:attr:`StoredMatch.standing`); whether it is."""

    async def held(self, match_id: str, holder: str) -> list[tuple[str, str]]:
        """The seats of a match that the secret of a digest opens besides their own, each with that one's digest."""

    async def pieces(self, match_id: str, edition: int, first: int, end: int) -> list[str]:
        """The pieces of an edition from a number up to another."""

    async def write(self, change: Change) -> bool:
        """Make a change if the match is stored as far as it says; whether it is."""

    async def amend(self, before: StoredMatch, after: StoredMatch) -> bool:
        """Change seats, details, orders and revision that differ, if the standing is as before; whether it is."""


class MatchStore:
    """Stores matches; every rule for stored data is here."""

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

    async def held(self, match_id: str, seats: Sequence[StoredSeat], holder: str, wanted: str = "") -> str | None:
        """The role (of several the ``wanted`` one) of a seat that another secret than its own opens, or None."""
        opened = await self.rows.held(match_id, holder)
        roles = [role for role, key in opened for seat in seats if (seat.role, seat.secret) == (role, key)]
        return next((role for role in roles if wanted in ("", role)), None)

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let a person with the invitation of a digest (None: none is needed) sit down; whether the seat was free."""

        def sit(stored: StoredMatch) -> StoredMatch | None:
            seat = next((each for each in stored.seats if each.role == role), None)
            if seat is None or seat.taken or seat.invitation != invitation:
                return None
            taken = replace(seat, secret=secret, invitation=None, name=name)
            return stored.seated(taken).noted(note_of("sat", role, name))

        return await self.amend(match_id, sit) is not None

    async def amend(self, match_id: str, change: Callable[[StoredMatch], StoredMatch | None]) -> StoredMatch | None:
        """Change seats and details by ``change``, a function of the match as stored; None from it changes nothing."""
        # It is called again if others have changed the match meanwhile: of two acts that exclude each other one is
        # refused.
        while True:
            before = await self.get(match_id)
            after = change(before)
            if after is None or await self.rows.amend(before, after):
                return after

    async def delete(self, match_id: str, allowed: Callable[[StoredMatch], object]) -> None:
        """Delete a match, unless ``allowed`` raises for it as it is stored."""
        # It is called again if others have changed the match meanwhile: a person who sits down just before is asked
        # for.
        while True:
            before = await self.get(match_id)
            allowed(before)
            if await self.rows.delete(before):
                return

    async def pieces(self, match_id: str, revision: Revision, after: int = 0) -> list[str]:
        """The pieces of a revision after the first so many; fewer if some are missing."""
        return await self.rows.pieces(match_id, revision.edition, after, revision.pieces)

    async def append(
        self, match_id: str, revision: Revision, pieces: Sequence[str], orders: Sequence[StoredOrder], outcome: str,
        turn: NewTurn | None = None, **details: Any,
    ) -> Revision:  # fmt: skip
        """Store what follows on a revision; raises OutOfSync if others have written meanwhile."""
        after = Revision(revision.edition, revision.pieces + len(pieces), tuple(orders))
        if after != revision:
            await self._write(match_id, revision, after, pieces, turn, outcome=outcome, **details)
        return after

    async def begin_edition(self, match_id: str, revision: Revision, pieces: Sequence[str], rules: str) -> Revision:
        """Store the pieces as newer rules have written them; the edition before stays. Raises OutOfSync as well."""
        after = Revision(revision.edition + 1, len(pieces))
        await self._write(match_id, revision, after, pieces, None, rules=rules, told={})
        return after

    async def _write(
        self, match_id: str, before: Revision, after: Revision, pieces: Sequence[str], turn: NewTurn | None,
        **details: Any,
    ) -> None:  # fmt: skip
        now = {"edition": after.edition, "pieces": after.pieces, "changed": datetime.now(UTC), **details}
        if not await self.rows.write(Change(match_id, before, after, pieces, now, turn)):
            raise OutOfSync
