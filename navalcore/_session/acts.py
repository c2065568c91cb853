"""Acts: what a seat says, as JSON, and what it is answered."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from navalcore._misfits import shown
from navalcore.components._model_errors import in_words
from navalcore.errors import BadData, NavalCoreError

LONGEST: Final = 100_000
"""Characters of a message; a longer one is not read."""
MOST: Final = 10_000_000
"""No number is greater."""
WholeNumber: TypeAlias = Annotated[int, Field(strict=True, ge=-MOST, le=MOST)]
ShortWords: TypeAlias = Annotated[str, StringConstraints(strict=True, max_length=400)]


class _SeatSays(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)

    id: WholeNumber | ShortWords | None = None
    """Any value of the client's; the answer bears the same."""


class SeatChoose(_SeatSays):
    """I take these options one after the other: all of them, or none."""

    act: Literal["choose"]
    keys: Annotated[tuple[WholeNumber | ShortWords, ...], Field(min_length=1, max_length=100)]
    """Each option's key, whole text or index in the decision that is asked then."""
    decision: WholeNumber
    """The number of the decision that the first of them answers."""
    typed: bool = False
    """Whether a person has typed them: words that mean no other option do then as well."""
    click: ShortWords = ""
    """A word of the client's own: the same word again is the same act, and is answered as before."""


class SeatUndo(_SeatSays):
    """I take my last choice back."""

    act: Literal["undo"]
    decision: WholeNumber
    """How many choices I had made (``number`` of the snapshot)."""
    click: ShortWords = ""
    """As for a choice."""


class SeatOrder(_SeatSays):
    """I hand something to a bot."""

    act: Literal["order"]
    words: ShortWords
    """The orders, such as ``turn``."""


class SeatRecall(_SeatSays):
    """I take standing orders back."""

    act: Literal["recall"]
    words: ShortWords = ""
    """Which; all of them without words."""


class SeatWhyNot(_SeatSays):
    """Why can I not do this?"""

    act: Literal["why_not"]
    words: ShortWords = ""
    """The words of an option; without words: all that is left out, and why."""


class SeatOdds(_SeatSays):
    """What may come of this option?"""

    act: Literal["odds"]
    key: WholeNumber | ShortWords
    """As for a choice."""
    decision: WholeNumber
    """The number of the decision."""
    typed: bool = False
    """As for a choice."""


class SeatBoard(_SeatSays):
    """What does the board look like?"""

    act: Literal["board"]
    known: Annotated[tuple[ShortWords, ...], Field(max_length=100)] = ()
    """The digests of the scenes that I have."""


SeatAct: TypeAlias = SeatChoose | SeatUndo | SeatOrder | SeatRecall | SeatWhyNot | SeatOdds | SeatBoard

_ACT: Final[TypeAdapter[SeatAct]] = TypeAdapter(Annotated[SeatAct, Field(discriminator="act")])
_KINDS: Final = [each.model_fields["act"].annotation.__args__[0] for each in get_args(SeatAct)]
_EXAMPLES: Final = {
    "choose": '{"act": "choose", "keys": ["pass"], "decision": 3}',
    "undo": '{"act": "undo", "decision": 3}',
    "order": '{"act": "order", "words": "turn"}',
    "recall": '{"act": "recall"}',
    "why_not": '{"act": "why_not", "words": "pass"}',
    "odds": '{"act": "odds", "key": "pass", "decision": 3}',
    "board": '{"act": "board"}',
}
_EXAMPLE: Final = f"an act is a JSON object such as {_EXAMPLES['choose']}"


def read_act(text: object) -> tuple[SeatAct | dict[str, Any] | NavalCoreError, int | str | None]:
    """A client's act, the data of one of another kind, or what is wrong with it; and the id for the answer."""
    if not isinstance(text, str | bytes) or len(text) > LONGEST:
        return BadData(f"{_EXAMPLE}, of at most {LONGEST} characters"), None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        return BadData(f"{_EXAMPLE}; this is not JSON: {shown(error)}"), None
    if not isinstance(data, dict):
        return BadData(f"{_EXAMPLE}, not {shown(data)}"), None
    number, what = data.get("id"), data.get("act")
    number = number if type(number) is int or isinstance(number, str) else None
    if not isinstance(what, str) or what not in _KINDS:
        return data, number
    try:
        act = _ACT.validate_python(data)
        return act, act.id
    except ValidationError as error:
        return BadData(f"'{what}' is a JSON object such as {_EXAMPLES[what]}; {in_words(error, data)}"), number


def unknown_act() -> NavalCoreError:
    """The fault in an act of another kind."""
    return BadData(f"{_EXAMPLE}; act should be one of {', '.join(_KINDS)}")


class ActError(TypedDict):
    """Why an act is refused."""

    code: str
    message: str
    at: NotRequired[int]
    decision: NotRequired[int]
    rule: NotRequired[str]
    reason: NotRequired[str]


class Refused(NavalCoreError):
    """An act is refused, and the client is told more than the error says; what is None is not told."""

    def __init__(self, error: NavalCoreError, **told: Any) -> None:
        super().__init__(str(error))
        self.error = error
        self.told = {name: value for name, value in told.items() if value is not None}


class Reply(dict[str, Any]):
    """The answer to an act, JSON-ready."""

    @classmethod
    def yes(cls, **said: Any) -> Reply:
        """It is done."""
        return cls(ok=True, **said)

    @classmethod
    def no(cls, error: NavalCoreError) -> Reply:
        """It is refused; nothing has changed."""
        why: ActError = {"code": error.code, "message": str(error)}
        if isinstance(error, Refused):
            why = {**why, "code": error.error.code, **error.told}  # type: ignore[typeddict-item]
        return cls(ok=False, error=why)

    def text(self, number: int | str | None = None) -> str:
        """As JSON, with the id of the act."""
        return json.dumps(self if number is None else {**self, "id": number})
