"""The messages between the page and the table. It is the same over a socket, over HTTP and in a browser's worker."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SerializeAsAny, StringConstraints

import navalcore as nc
from navalcore.errors import NavalCoreError

MOST: Final = 10_000_000
"""No number is greater."""


def _storable(text: str) -> str:
    """A text that every database can keep; raises ValueError for another."""
    if "\0" in text:
        raise ValueError("has a NUL character")
    return text


STORABLE: Final = AfterValidator(_storable)
ShortText: TypeAlias = Annotated[str, StringConstraints(max_length=200), STORABLE]
LongText: TypeAlias = Annotated[str, StringConstraints(max_length=400), STORABLE]
Name: TypeAlias = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True), STORABLE]
Secret: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
FileText: TypeAlias = Annotated[str, StringConstraints(max_length=100_000)]
OwnNotes: TypeAlias = Annotated[str, StringConstraints(max_length=4000), STORABLE]
Number: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]


class Message(BaseModel):
    """A message; a field that it does not have is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """A message of the table's own, of all its fields, unchecked: to check them takes longer than to send them."""
        made = cls.__new__(cls)
        for name, value in (("__dict__", fields), ("__pydantic_fields_set__", set(fields))):
            object.__setattr__(made, name, value)
        for name in ("__pydantic_extra__", "__pydantic_private__"):
            object.__setattr__(made, name, None)
        return made


class Hello(Message):
    """The first word on a socket: who I am, and what I have heard already."""

    secret: Secret | None = None
    """The secret that opens my seat; without it I watch."""
    cookie: bool = False
    """Whether what opens my seat is in a cookie."""
    seat: ShortText = ""
    """Which of my seats, by role: of those in cookies, or of those that the secret of my own page opens."""
    since: Annotated[int, Field(ge=-10_000, le=10_000_000)] = 0
    """How many events I have been told; less than nothing: the last so many."""
    edition: Number | None = None
    """Of which edition of the match they were."""
    pictures: bool = True
    """Whether I want to see the board as pictures; the snapshot has it as data otherwise."""
    changes: bool = False
    """Whether I put changes together: after the first state I am sent only what has changed."""


# ---- what the page says beside a match ------------------------------------------------------------------------------


class SeatWish(Message):
    """Who is to sit somewhere."""

    by: Literal["me", "person", "bot"]
    """The asker, the person who comes, or a bot."""
    bot: ShortText = ""
    """The bot's name; the game's default bot without one."""


class MatchTerms(Message):
    """The terms of a match."""

    scenario: ShortText | None = None
    """The scenario's id; the game's first without one."""
    options: dict[ShortText, Any] = Field(default_factory=dict, max_length=100)
    """The options by name."""


class WhatIf(Message):
    """A moment of a match that is over, to be played on from, with the same dice."""

    match: ShortText
    """The match's id."""
    choice: Annotated[int, Field(ge=0, le=10_000_000)]
    """After so many choices."""


class HouseRules(Message):
    """Rules of the table that the person who begins a match has set, besides the rules of the game; all see it before
    sitting down.
    """

    absent: Literal["wait", "free", "bot"] = "free"
    """The remedy against a person who has not chosen for long: nothing, that the seat becomes free, or
    that too and a bot plays on. With the last, any player may give a free seat to a bot; the host always may."""
    absent_days: Annotated[int, Field(ge=1, le=365)] = 14
    """How long that is."""
    move_hours: Annotated[float, Field(ge=0, le=1000)] = 0
    """The clock: hours for each time one is awaited."""
    reserve_hours: Annotated[float, Field(ge=0, le=10_000)] = 0
    """Hours beyond that, for the whole match; there is no clock where both are 0."""
    runs_out: Literal["claim", "bot", "loss"] = "claim"
    """The consequence: others may claim the match, a bot plays on, or it is lost. Among players of one side a bot plays
    on in each case, for the player who claims the match too.
    """
    leave_days: Annotated[int, Field(ge=0, le=365)] = 21
    """Days that each person may be on leave, with the clock stopped."""


class NewMatch(MatchTerms):
    """A match to be begun."""

    game: ShortText
    """The game's id."""
    undo: Literal["barrier", "free"] = "barrier"
    """Whether choices may be taken back after new information."""
    dice: Literal["committed", "physical"] = "committed"
    """Whether the table rolls and draws, or people do at a real one."""
    position: dict[ShortText, Any] | None = None
    """The state with which a companion begins, as another device has passed it on."""
    example: ShortText = ""
    """The lesson, puzzle or worked example of the game whose position it begins with."""
    what_if: WhatIf | None = None
    """The match that it continues; scenario and options are then those of that match."""
    public: bool = False
    """Whether everybody may see it in the lobby, and take a free seat."""
    name: Name = ""
    """The name by which I am known."""
    seats: dict[ShortText, SeatWish] = Field(default_factory=dict, max_length=20)
    """Who is to sit where, by role."""
    house: HouseRules = HouseRules()
    """The rules of the table."""


class OwnFigures(Message):
    """Figures of a group's own for an evening with a companion."""

    files: dict[ShortText, FileText] = Field(max_length=20)
    """Texts of data files, by name."""


class ImportedMatch(Message):
    """A file that is to become a match."""

    save: str
    """A save, a position, or what a table has written of a match."""
    dice: Literal["new", "same"] = "new"
    """Whether a match that is not over continues with unknown dice, from where it is, or is the same match,
    whose dice are in the file."""
    public: bool = False
    """Whether everybody may see it in the lobby, and take a free seat."""
    name: Name = ""
    """The name by which I am known."""
    seats: dict[ShortText, SeatWish] = Field(default_factory=dict, max_length=20)
    """Who is to sit where, by role, where it is to be another than in the file."""
    house: HouseRules | None = None
    """The rules of the table; those in the file without them."""


class Enter(Message):
    """I come in by a link, after a click on it."""

    secret: Secret
    """The secret of the link: it opens my seat, or lets one more device of mine in, once."""
    seat: ShortText = ""
    """Which of my seats, by role, where the secret is that of my own page."""


class Hold(Message):
    """A seat for my own page."""

    match: ShortText
    """The match."""
    secret: Secret | None = None
    """The secret that opens my seat there; without one it is put away, or taken back."""
    seat: ShortText = ""
    """Which of my seats there, by role; all of them without it."""
    away: bool = False
    """Whether it is put away among those that I do not look at."""


class Wish(Message):
    """How I want to be told that it is my turn."""

    channel: Literal["webhook", "mail", "push"]
    """A webhook as Discord and Slack take it, a mail, or a push to this browser."""
    address: Annotated[str, StringConstraints(max_length=2000), STORABLE]
    """The https address, the mail address, or the browser's subscription as JSON."""
    mention: ShortText = ""
    """The beginning of a webhook's message, such as ``<@1234>``."""
    match: ShortText = ""
    """Only for this match; for all seats of my page without it."""


class Take(Message):
    """I sit down."""

    invitation: Secret | None = None
    """The secret of the link; without it at a seat that anyone may take."""
    name: Name = ""
    """The name by which I am known."""


# ---- what the table says --------------------------------------------------------------------------------------------


class SeatInfo(Message):
    """A seat, as all may see it."""

    role: str
    """The role."""
    title: str
    """Its name for people."""
    called: str
    """Its name within a sentence."""
    kind: Literal["person", "bot", "nobody"]
    """Who takes its decisions."""
    bot: str
    """The bot's name, where one does."""
    bot_title: str
    """Its name for people."""
    name: str
    """The name that the person goes by."""
    taken: bool
    """Whether a person sits there."""


class BoardPicture(Message):
    """A scene of the board as a picture, in two layers of one view box."""

    id: str
    """The scene's id."""
    title: str
    """Its name for people."""
    still: str
    """The digest of the fixed part, to be fetched once."""
    moving: str
    """The changing part, as SVG."""


class SeedInfo(Message):
    """The origin of the dice, shown after the end."""

    seed: str
    """The seed."""
    salt: str
    """Its salt."""


class NoteInfo(Message):
    """The events at the table besides the match."""

    at: str
    """When, to the minute."""
    what: str
    """What, in a word: ``sat``, ``freed``, ``bot``, ``resigned``, ``draw``, ``claimed``, ``left``, ``back`` ..."""
    role: str
    """To whose seat."""
    text: str
    """More of it, in words."""


class ClockInfo(Message):
    """A person's clock."""

    role: str
    """Whose."""
    seconds: int
    """The time left, for this time and of the reserve; less than nothing when it has run out."""
    runs: bool
    """Whether it runs at the moment."""


class RollInfo(Message):
    """A die that a person has to roll, or a card to draw."""

    number: int
    """Its number, which counts down from -1."""
    prompt: str
    """The dice or the draw, and the purpose."""
    rule: str
    """The section that asks for it."""
    faces: tuple[int, int] | None
    """The lowest and the highest face of the die; null where it is a draw."""
    items: tuple[str, ...]
    """Everything that may be drawn; nothing where it is a die."""


class State(Message):
    """All that a seat is sent after something has changed."""

    type: Literal["state"] = "state"
    match: str
    """The match's id."""
    title: str
    """The game's title."""
    edition: int
    """How often the match has been carried over to newer rules; the events begin again with each edition."""
    since: int
    """The events are those after so many; 0: all there are."""
    snapshot: SerializeAsAny[nc.Snapshot]
    """The library's snapshot of a match."""
    board: tuple[BoardPicture, ...]
    """A picture of each scene, the foremost first; none where the game draws none, or they are not wanted."""
    headline: tuple[str, ...]
    """The state of the match, in a few words each: the turn, the score."""
    seats: tuple[SeatInfo, ...]
    """Who sits where."""
    orders: tuple[str, ...]
    """This seat's own standing orders in force."""
    undo: Literal["barrier", "free"]
    """Whether choices may be taken back after new information."""
    roll: RollInfo | None
    """The roll or draw that people have to make now at their real table; null where the table does, and for onlookers.
    """
    rolled: int
    """How many rolls and draws since the last choice can be taken back one by one; none for onlookers."""
    house: HouseRules
    """The rules of the table."""
    host: str
    """The role of the person who began the match, if they have a seat."""
    notes: tuple[NoteInfo, ...]
    """The events at the table besides the match."""
    mine: str
    """This seat's own notes, which no other player reads."""
    clocks: tuple[ClockInfo, ...]
    """The clocks, as of now; none where no player has one."""
    absent: dict[str, str]
    """From when on the seats of those who are awaited may be freed by others, by role and to the minute."""
    resigning: Literal["loss", "bot", "end"]
    """The consequence where this seat resigns: the match is lost, a bot plays on there for partners, or the match ends
    without a result.
    """
    closed: str
    """Why nothing can be chosen any more though the rules would continue; nothing as a rule."""
    trouble: str
    """That a bot has failed; nothing as a rule. The error is in the table's log: it may name hidden things."""
    commitment: str
    """The commitment to the seed before the match."""
    seed: SeedInfo | None
    """The seed itself, when the match is over."""


class ChangedPicture(Message):
    """A picture of the board, by its changes."""

    id: str
    """The scene's id."""
    title: str
    """Its name for people."""
    still: str
    """The digest of the fixed part."""
    parts: list[str | tuple[int, int]]
    """The pieces that move, by its lines. A new one is sent as it is; of those in a row that were in the picture
    before, which is the first there and how many they are."""


class StateChanges(Message):
    """The changes in the state that was sent before on this connection. Of the other fields of ``State`` it has those
    that differ.
    """

    model_config = ConfigDict(extra="allow")

    type: Literal["changes"] = "changes"
    since: int
    """The events are those after so many."""
    snapshot: dict[str, Any]
    """The changes in the snapshot: put together by ``merged`` of the library's ``seat.mjs``."""
    board: tuple[ChangedPicture, ...] | None = None
    """The pictures; left out where none has changed."""


def refused(error: NavalCoreError, text: str = "") -> str:
    """The answer that refuses a message which no seat was asked; it bears the message's id."""
    try:
        number = json.loads(text)["id"]
    except (ValueError, LookupError, TypeError, RecursionError):
        number = None
    answer = {"ok": False, "error": {"code": error.code, "message": str(error)}}
    return json.dumps({**answer, "id": number} if type(number) is int and 0 <= number <= MOST else answer)
