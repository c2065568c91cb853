"""What is kept of a match at the table, and what keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias

SeatKind: TypeAlias = Literal["person", "bot", "nobody"]


class OutOfStep(Exception):
    """What is kept is not what this process thought it was: somebody else has written. Load it and try again."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match, but for its lines.

    Attributes:
        id: its name in links; who does not know it does not find a match that is not in the lobby.
        game: the game's id.
        rules: the version of the rules its lines were written by.
        scenario: the scenario's id.
        options: the options by name.
        undo: whether choices may be taken back after new information.
        public: whether the lobby shows it.
        commitment: what was promised of the seed at the start.
        created: when it was begun.
        changed: when the last choice was made.
        pieces: how many pieces its lines came in.
        edition: how often its lines have been written anew, by newer rules.
        outcome: how it ended, or nothing.
    """

    id: str
    game: str
    rules: str
    scenario: str
    options: Mapping[str, Any]
    undo: str
    public: bool
    commitment: str
    created: datetime
    changed: datetime
    pieces: int = 0
    edition: int = 0
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat of a match.

    Attributes:
        role: the role that sits there.
        kind: who takes its decisions.
        bot: the name of the bot, where one does.
        name: what the person calls himself.
        secret: the digest of what opens the seat; None while nobody has taken it.
        invitation: the digest of what lets somebody take it; None once it is taken, and where anybody may.
    """

    role: str
    kind: SeatKind
    bot: str = ""
    name: str = ""
    secret: str | None = field(default=None, repr=False)
    invitation: str | None = field(default=None, repr=False)

    @property
    def taken(self) -> bool:
        """Whether somebody has it."""
        return self.kind != "person" or self.secret is not None


@dataclass(frozen=True, slots=True)
class KeptOrder:
    """A standing order that is in force.

    Attributes:
        role: who gave it.
        words: how it was given.
        piece: how many pieces the match had then; it speaks of that moment.
    """

    role: str
    words: str
    piece: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands.

    Attributes:
        edition: how often its lines have been written anew.
        pieces: how many pieces they have come in.
        orders: the standing orders in force.
    """

    edition: int
    pieces: int
    orders: tuple[KeptOrder, ...] = ()


class Held(Protocol):
    """A match that is about to be changed. Nothing is kept unless all of it is.

    Attributes:
        stands: where it stands.
    """

    stands: Standing

    async def pieces_after(self, number: int) -> list[str]:
        """The pieces after the first so many."""

    async def append(self, pieces: Sequence[str], orders: Sequence[KeptOrder], outcome: str) -> None:
        """Keep further pieces, the orders that are now in force, and the outcome, if there is one.

        Raises:
            OutOfStep: others have written meanwhile.
        """

    async def rewrite(self, pieces: Sequence[str], rules: str) -> None:
        """Keep the lines as newer rules have written them; the old ones stay as the edition before.

        Raises:
            OutOfStep: others have written meanwhile.
        """


class Store(Protocol):
    """Keeps matches: a database, or for a single visitor the memory."""

    async def create(self, match: KeptMatch, seats: Sequence[KeptSeat], pieces: Sequence[str]) -> None:
        """Keep a new match."""

    async def match(self, match_id: str) -> KeptMatch:
        """A match by its id.

        Raises:
            UnknownName: there is none.
        """

    async def seats(self, match_id: str) -> list[KeptSeat]:
        """The seats of a match, in the order of the game's roles."""

    async def take_seat(self, match_id: str, role: str, invitation: str | None, secret: str, name: str) -> bool:
        """Let somebody sit down where a seat is free for whoever has the invitation; whether it was.

        Args:
            match_id: the match.
            role: the seat's role.
            invitation: the digest of the invitation; None: of a seat that anybody may take.
            secret: the digest of what is to open the seat from now on.
            name: what the person calls himself.
        """

    async def lobby(self, most: int) -> list[tuple[KeptMatch, list[KeptSeat]]]:
        """The matches that everybody may see, those that changed last first."""

    def hold(self, match_id: str, known: Standing | None) -> AbstractAsyncContextManager[Held]:
        """A match to be changed, kept from others until the block is left. What was appended is then kept, unless
        the block raises.

        Args:
            match_id: the match.
            known: where it stands for all this process knows; where nobody can hold it, this is believed until
                something is appended. None: nothing is known.
        """
