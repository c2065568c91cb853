"""The acts of a page at a match, besides those that the seats of any session have."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from navalcore.table._messages import MOST, LongText, Message, Number, OwnNotes, ShortText


class _Act(Message):
    id: Number | ShortText | None = None
    """The answer bears the same."""


class AtAct(_Act):
    """What was the position, as I knew it then?"""

    act: Literal["at"]
    decision: Number | None = None
    """Before my own choice of this number."""
    choice: Number | None = None
    """After so many choices of all together; when the match is over."""
    event: Number | None = None
    """After the event that I was told under this number."""
    eye: ShortText = ""
    """Whose knowledge; another role's, or the umpire's, who sees everything, when the match is over."""


class DigestAct(_Act):
    """What is the digest of all that I know now? Whoever comes back to the moment finds the same."""

    act: Literal["digest"]


class LogAct(_Act):
    """What was I told after so many events?"""

    act: Literal["log"]
    since: Number = 0
    """After how many."""


class TextBoardAct(_Act):
    """The table as text, and the whole picture."""

    act: Literal["text_board"]


class AskAct(_Act):
    """One of the game's own commands."""

    act: Literal["ask"]
    command: ShortText
    """Which."""
    argument: LongText = ""
    """The words of the question."""


class HowAct(_Act):
    """How something that was told came about: the choice, the dice, what they were the sum of, and the rule."""

    act: Literal["how"]
    event: Number
    """Its number."""


class ReasonInfo(Message):
    """A part of how something came about."""

    text: str
    """A description of the part."""
    value: int | None
    """The figure that it adds; null where it adds nothing."""
    rule: str
    """The section it comes from, or nothing."""


class ReportAct(_Act):
    """What did luck do in this match? While that is worked out, the answer is how far it is: ask again."""

    act: Literal["report"]


class RevocableAct(_Act):
    """Could I take this choice back, as far as I can know?"""

    act: Literal["revocable"]
    key: ShortText
    """The option's key."""
    decision: Number
    """The number of the decision."""


class MeantAct(_Act):
    """Which option do these words mean? Nothing is chosen."""

    act: Literal["meant"]
    words: LongText
    """The typed words."""
    decision: Number
    """The number of the decision."""


class SaveAct(_Act):
    """The match as a file: when it is over, or where no other person plays; then it is noted that I saw all."""

    act: Literal["save"]
    whole: bool = False
    """With who sat where, the rules of the table, what happened there and my notes: what a table takes back."""


class RollAct(_Act):
    """A real die shows a face, or a real card was drawn: I say which. Any person at the match may."""

    act: Literal["roll"]
    roll: Annotated[int, Field(ge=-MOST, lt=0)]
    """Which roll or draw it is: its number in the state."""
    key: ShortText
    """The result, by its words."""


class UnrollAct(_Act):
    """The last roll or draw was wrong: take it back, and keep everything before it."""

    act: Literal["unroll"]
    rolled: int | None = None
    """The state's ``rolled``; checked if given, so that a double tap takes back one."""


class PassOnAct(_Act):
    """The state of a companion, as a position that another device can begin with."""

    act: Literal["pass_on"]


class SeatLifeAct(_Act):
    """I do something about my seat, or about another, outside the game."""

    act: Literal["seat"]
    do: Literal[
        "renew", "link", "invite", "hand", "resign", "draw", "decline", "claim", "abandon", "delete", "leave", "back",
        "note",
    ]  # fmt: skip
    """``renew``: a new secret for me, the old one void. ``link``: a link that lets one more device of mine in, once.
    ``invite``: a new invitation to a free seat, the old one void. ``hand``: my seat, or an absent person's, becomes
    free, or a bot's. ``resign``, ``claim``, ``abandon``, ``delete``: the match. ``draw``: offer one, or accept it;
    ``decline``: not this one, or no longer mine. ``leave`` and ``back``: my clock stops, and runs again. ``note``: my
    own notes on the match are from now on these, which I alone read."""
    role: ShortText = ""
    """Whose seat, where it is not mine."""
    bot: ShortText | None = None
    """The bot that takes a seat over; the game's own without a name; none does where this is left out."""
    days: Annotated[int, Field(ge=1, le=60)] = 7
    """How long I leave for."""
    text: OwnNotes = ""
    """My notes."""


TableAct: TypeAlias = (
    AtAct | DigestAct | LogAct | TextBoardAct | AskAct | HowAct | ReportAct | RevocableAct | MeantAct | SaveAct
    | SeatLifeAct | RollAct | UnrollAct | PassOnAct
)  # fmt: skip
TABLE_ACT: Final[TypeAdapter[TableAct]] = TypeAdapter(Annotated[TableAct, Field(discriminator="act")])
