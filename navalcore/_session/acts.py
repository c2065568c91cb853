"""Acts: what a seat says, as JSON, and what it is answered."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from navalcore.components._model_errors import in_words
from navalcore.components._typed import shown
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
    """Whatever the client likes; the answer bears the same."""


class SeatChoose(_SeatSays):
    """I take these options one after the other: all of them, or none."""

    act: Literal["choose"]
    keys: Annotated[tuple[WholeNumber | ShortWords, ...], Field(min_length=1, max_length=100)]
    """Each option's key, whole text or index in the decision that is asked then."""
    decision: WholeNumber
    """The number of the decision that the first of them answers."""


class SeatUndo(_SeatSays):
    """I take my last choice back."""

    act: Literal["undo"]
    decision: WholeNumber
    """How many choices I had made (``number`` of the snapshot)."""


class SeatOrder(_SeatSays):
    """I hand something to a bot."""

    act: Literal["order"]
    words: ShortWords
    """What, such as ``turn``."""


class SeatRecall(_SeatSays):
    """I take standing orders back."""

    act: Literal["recall"]
    words: ShortWords = ""
    """Which; all of them without words."""


class SeatWhyNot(_SeatSays):
    """Why can I not do this?"""

    act: Literal["why_not"]
    words: ShortWords = ""
    """What; without words: all that is left out, and why."""


class SeatOdds(_SeatSays):
    """What may come of this option?"""

    act: Literal["odds"]
    key: WholeNumber | ShortWords
    """As for a choice."""
    decision: WholeNumber
    """The number of the decision."""


class SeatBoard(_SeatSays):
    """What does the board look like?"""

    act: Literal["board"]
    known: Annotated[tuple[ShortWords, ...], Field(max_length=100)] = ()
    """The digests of the scenes that I have."""


SeatAct: TypeAlias = SeatChoose | SeatUndo | SeatOrder | SeatRecall | SeatWhyNot | SeatOdds | SeatBoard

_ACT: Final[TypeAdapter[SeatAct]] = TypeAdapter(Annotated[SeatAct, Field(discriminator="act")])
_KINDS: Final = [each.model_fields["act"].annotation.__args__[0] for each in get_args(SeatAct)]
_EXAMPLE: Final = 'an act is a JSON object such as {"act": "choose", "keys": ["pass"], "decision": 3}'


def read_act(text: object) -> tuple[SeatAct | None, int | str | None, NavalCoreError | None]:
    """What a client has said: the act, or what is wrong with it; and the id that the answer is to bear."""
    if not isinstance(text, str | bytes) or len(text) > LONGEST:
        return None, None, BadData(f"{_EXAMPLE}, of at most {LONGEST} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        return None, None, BadData(f"{_EXAMPLE}; this is not JSON: {shown(error)}")
    if not isinstance(data, dict):
        return None, None, BadData(f"{_EXAMPLE}, not {shown(data)}")
    number, what = data.get("id"), data.get("act")
    number = number if type(number) is int or isinstance(number, str) else None
    if what not in _KINDS:
        return None, number, BadData(f"{_EXAMPLE}; act should be one of {', '.join(_KINDS)}")
    try:
        act = _ACT.validate_python(data)
        return act, act.id, None
    except ValidationError as error:
        return None, number, BadData(f"{_EXAMPLE}; {in_words(error, data)}")


class Reply(dict[str, Any]):
    """What an act is answered, JSON-ready."""

    @classmethod
    def yes(cls, **said: Any) -> Reply:
        """It is done."""
        return cls(ok=True, **said)

    @classmethod
    def no(cls, error: NavalCoreError, **more: Any) -> Reply:
        """It is refused; nothing has changed."""
        told = {name: value for name, value in more.items() if value is not None}
        return cls(ok=False, error={"code": error.code, "message": str(error), **told})

    def text(self, number: int | str | None = None) -> str:
        """As JSON, with the id of the act."""
        return json.dumps(self if number is None else {**self, "id": number})
