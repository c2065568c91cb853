"""What the page and the table say to each other. It is the same over a socket, over HTTP and in a browser's worker."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny, StringConstraints

import navalcore as nc
from navalcore.errors import NavalCoreError

MOST: Final = 10_000_000
"""No number is greater."""
MOST_READ: Final = 100_000
"""Characters of a message that are looked at for its number."""
ShortText: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
LongText: TypeAlias = Annotated[str, StringConstraints(max_length=400)]
Name: TypeAlias = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)]
Secret: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


# ---- what the page says of a match ----------------------------------------------------------------------------------


class ChooseAct(_Message):
    """I take this option."""

    act: Literal["choose"]
    decision: Number
    """The number of the decision that is answered."""
    key: LongText
    """The option's key, its text, or words that mean no other option."""
    click: ShortText = ""
    """A word of the page's own; the same word again is the same click."""


class UndoAct(_Message):
    """I take my last choice back."""

    act: Literal["undo"]
    number: Number
    """How many choices I had made."""
    click: ShortText = ""
    """As for a choice."""


class GiveAct(_Message):
    """I hand something to a bot."""

    act: Literal["order"]
    words: LongText
    """What, such as ``turn``."""


class RecallAct(_Message):
    """I take standing orders back."""

    act: Literal["recall"]
    words: LongText = ""
    """Which; all of them without words."""


class WhyNotAct(_Message):
    """Why can I not do this?"""

    act: Literal["why_not"]
    text: LongText = ""
    """What; without it: all that is left out, and why."""


class OddsAct(_Message):
    """What may come of this option?"""

    act: Literal["odds"]
    decision: Number
    """The number of the decision."""
    key: LongText
    """As for a choice."""


class AtAct(_Message):
    """How did it stand, as I knew it then?"""

    act: Literal["at"]
    decision: Number | None = None
    """Before my own choice of this number."""
    choice: Number | None = None
    """After so many choices of all together; when the match is over."""
    event: Number | None = None
    """After the event that I was told under this number."""


class LogAct(_Message):
    """What was I told after so many events?"""

    act: Literal["log"]
    since: Number = 0
    """After how many."""


class BoardAct(_Message):
    """The table as text, and the whole picture."""

    act: Literal["board"]


class AskAct(_Message):
    """One of the game's own commands."""

    act: Literal["ask"]
    command: ShortText
    """Which."""
    argument: LongText = ""
    """What about."""


class ReportAct(_Message):
    """What did luck do in this match? While that is worked out, the answer is how far it is: ask again."""

    act: Literal["report"]


class SaveAct(_Message):
    """The match as a file."""

    act: Literal["save"]


Act: TypeAlias = Annotated[
    ChooseAct
    | UndoAct
    | GiveAct
    | RecallAct
    | WhyNotAct
    | OddsAct
    | AtAct
    | LogAct
    | BoardAct
    | AskAct
    | ReportAct
    | SaveAct,
    Field(discriminator="act"),
]


class Hello(_Message):
    """The first word on a socket: who I am, and what I have heard already."""

    secret: Secret | None = None
    """What opens my seat; without it I watch."""
    since: Annotated[int, Field(ge=-10_000, le=10_000_000)] = 0
    """How many events I have been told; less than nothing: the last so many."""
    edition: Number | None = None
    """Of which edition of the match they were."""
    pictures: bool = True
    """Whether I want to see the board."""


class Asked(_Message):
    """An act on a socket."""

    id: Number
    """The answer bears the same number."""
    say: Act
    """The act."""


# ---- what the page says beside a match ------------------------------------------------------------------------------


class SeatWish(_Message):
    """Who is to sit somewhere."""

    by: Literal["me", "person", "bot"]
    """Whoever asks, whoever comes, or a bot."""
    bot: ShortText = ""
    """The bot's name; the game's default bot without one."""


class MatchTerms(_Message):
    """What a match is to be played on."""

    scenario: ShortText | None = None
    """The scenario's id; the game's first without one."""
    options: dict[ShortText, Any] = Field(default_factory=dict, max_length=100)
    """The options by name."""


class NewMatch(MatchTerms):
    """A match to be begun."""

    game: ShortText
    """The game's id."""
    undo: Literal["barrier", "free"] = "barrier"
    """Whether choices may be taken back after new information."""
    public: bool = False
    """Whether everybody may see it in the lobby, and take a free seat."""
    name: Name = ""
    """What I call myself."""
    seats: dict[ShortText, SeatWish] = Field(default_factory=dict, max_length=20)
    """Who is to sit where, by role."""


class Take(_Message):
    """I sit down."""

    invitation: Secret | None = None
    """What was in the link; without it at a seat that anybody may take."""
    name: Name = ""
    """What I call myself."""


# ---- what the table says --------------------------------------------------------------------------------------------


class SeatInfo(_Message):
    """A seat, as everybody may see it."""

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
    name: str
    """What the person calls himself."""
    taken: bool
    """Whether somebody sits there."""


class BoardPicture(_Message):
    """The board as a picture, in two layers of one view box."""

    still: str
    """The digest of what does not change, to be fetched once."""
    moving: str
    """What may change, as SVG."""


class SeedInfo(_Message):
    """What the dice came from, shown after the end."""

    seed: str
    """The seed."""
    salt: str
    """Its salt."""


class State(_Message):
    """All that a seat is sent after something has changed."""

    type: Literal["state"] = "state"
    match: str
    """The match's id."""
    title: str
    """The game's title."""
    edition: int
    """How often the match has been carried over to newer rules; the events begin anew with each edition."""
    since: int
    """The events are those after so many; 0: all there are."""
    snapshot: SerializeAsAny[nc.Snapshot]
    """What the library sends of a match."""
    digest: str
    """Of what this seat knows at this moment; whoever comes back to the moment finds the same."""
    board: BoardPicture | None
    """The picture; null where the game draws none, or it is not wanted."""
    seats: tuple[SeatInfo, ...]
    """Who sits where."""
    meanings: dict[str, str]
    """What options mean whose text does not say it, such as letters: by the key of the option."""
    orders: tuple[str, ...]
    """This seat's own standing orders in force."""
    trouble: str
    """What a bot has failed on; nothing as a rule."""
    commitment: str
    """What was promised of the seed before the match."""
    seed: SeedInfo | None
    """The seed itself, when the match is over."""


class Error(_Message):
    """What was refused, and why."""

    code: str
    """A stable word."""
    sentence: str
    """A sentence for people."""
    rule: str = ""
    """The section of the rules that says so, if one does."""


class Answer(_Message):
    """The answer to an act."""

    type: Literal["answer"] = "answer"
    id: int = 0
    """Of the act that is answered."""
    error: Error | None = None
    """What was refused."""
    state: State | None = None
    """How it stands: with every refusal of a choice, and where an act came over HTTP."""
    said: Any = None
    """What was asked for."""


def refused(error: NavalCoreError, number: int = 0) -> Answer:
    """The answer that refuses an act."""
    return Answer(id=number, error=Error(code=error.code, sentence=str(error)))


def number_of(text: str) -> int:
    """The number of an act that is not understood, so that its refusal reaches whoever waits for it; or 0."""
    try:
        number = json.loads(text[:MOST_READ])["id"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return 0
    return number if type(number) is int and 0 <= number <= MOST else 0
