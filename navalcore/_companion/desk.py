"""Everything a companion keeps: the form that is filled in, what was asked last, and how people answer it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import ConfigDict

from navalcore._misfits import refuse_misfits
from navalcore._rules.field_marks import harmless
from navalcore._rules.option import Option
from navalcore._rules.terms import View
from navalcore.components._events import Event


@dataclass(slots=True)
class Desk:
    """The form of a companion, and what was asked before. The state of a companion holds one as ``desk``."""

    procedure: str = ""
    """The procedure whose form is filled in, or "" if none is."""
    values: dict[str, str] = field(default_factory=dict)
    """The contents of the form, by field."""
    weighed: bool = False
    """Whether people have asked for the chances of this form."""
    last: dict[str, dict[str, str]] = field(default_factory=dict)
    """By procedure, what its form held when it was carried out last, or left for another."""
    recent: list[str] = field(default_factory=list)
    """The procedures carried out, the last first."""
    runs: int = 0
    """How many have been carried out."""
    over: bool = False
    """Whether the evening is over."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is on the real board and is kept from one question to the next."""

    text: str
    """Its words."""
    count: int = 0
    """A number of its own, such as the IPC lost; 0 if it has none."""
    key: str = ""
    """The place where it is kept, so that people can take it off alone. It names a field of the state, and the key or
    number of an entry in it, as in ``dived/sz8``. "" if it goes only with others.
    """

    def __post_init__(self) -> None:
        if not (isinstance(self.text, str) and isinstance(self.count, int) and isinstance(self.key, str)):
            refuse_misfits(self)


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the form as seen."""

    name: str
    text: str
    value: str
    shown: str
    number: bool


@dataclass(frozen=True, slots=True)
class ProcedureView:
    """A procedure that may be asked for as seen."""

    name: str
    title: str
    rule: str
    last: str
    """The last contents of its form, in a line."""


class CompanionView(View):
    """The desk, as all see it: nothing at it is hidden."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: str
    """Who looks."""
    procedure: str
    """The procedure whose form is filled in, or ""."""
    title: str
    """Its title."""
    form: tuple[FieldView, ...]
    """Its fields."""
    misfit: tuple[str, str] | None
    """The field that it cannot begin with, and what would be right; None if it can."""
    weighed: bool
    """Whether its chances are shown: at once, or because people have asked for them."""
    assumes: str
    """The answers of the owners that its chances assume, or ""."""
    procedures: tuple[ProcedureView, ...]
    """All procedures, the last used first."""
    marks: tuple[Mark, ...]
    """Everything kept from one question to the next."""
    runs: Annotated[int, harmless("counts what was done in the open")]
    """How many procedures have been carried out."""
    kept: dict[str, Any]
    """The kept figures, as data to be laid over the state of an evening that begins; for the chances of the form."""


class AskFor(Option, text="{title}"):
    """Ask for a procedure."""

    procedure: str
    title: str = field(compare=False)


class Fill(Option, text="{label}: {shown}"):
    """Fill in a field of the form."""

    field: str
    value: str
    label: str = dataclasses.field(compare=False)
    shown: str = dataclasses.field(compare=False)


class TakeOff(Option, text="take off: {words}"):
    """Take a mark off the board, without the others."""

    mark: str
    words: str = field(compare=False)


class Weigh(Option, text="show the chances"):
    """Work out the chances of the form, where that takes a while."""


class Begin(Option, text="begin"):
    """Carry the procedure out as the form says."""


class EndEvening(Option, text="end the evening"):
    """Ask for nothing more."""


BEGIN, WEIGH, END_EVENING = Begin(), Weigh(), EndEvening()
OPTIONS: tuple[type[Option], ...] = (AskFor, Fill, TakeOff, Weigh, Begin, EndEvening)


@dataclass(frozen=True, slots=True)
class AskedFor(Event):
    """A procedure begins."""

    title: str
    given: Mapping[str, str]
    """The contents of the form, by field, in words."""

    def __str__(self) -> str:
        given = ", ".join(f"{name} {value}" for name, value in self.given.items())
        return f"{self.title}{f': {given}' if given else ''}."


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """A procedure has come to its result."""

    title: str
    result: str

    def __str__(self) -> str:
        return f"{self.result[:1].upper()}{self.result[1:]}."


@dataclass(frozen=True, slots=True)
class TakenOff(Event):
    """People take a mark off the board."""

    words: str

    def __str__(self) -> str:
        return f"Taken off: {self.words}."


EVENTS: tuple[type[Event], ...] = (AskedFor, Resolved, TakenOff)
