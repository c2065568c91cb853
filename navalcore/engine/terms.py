"""The terms a match is played on: what the rules, the engine and the people who look at a match all speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from navalcore.engine.decision import Flow

O_co = TypeVar("O_co", bound="Options", covariant=True)

UndoPolicy: TypeAlias = Literal["barrier", "free"]
ChanceKind: TypeAlias = Literal["seeded", "committed", "physical", "recorded"]


class Options(BaseModel):
    """A game's optional rules and switchable rulings: one field each, with a default and a description."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @field_validator("*", mode="before")
    @classmethod
    def _as_typed(cls, value: Any, info: ValidationInfo) -> Any:
        """A number out of a few (``Literal[10, 20]``) may be typed as text, like every other option."""
        annotation = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, str) and get_origin(annotation) is Literal:
            return next((each for each in get_args(annotation) if str(each) == value), value)
        return value


class Scenario(BaseModel):
    """What a match starts from. Games add fields of their own.

    Attributes:
        id: the name used on the command line and in saves.
        title: its name for people.
        note: a sentence or a few about it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str
    note: str = ""


class View(BaseModel):
    """Everything one role may know of a match and nothing else. Games add their fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    _names: ClassVar[set[str]]
    """The names of all fields, shared by the views that were given all of them."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls._names = set(cls.__pydantic_fields__)

    if not TYPE_CHECKING:  # to type checkers it has the signature that pydantic gives it

        @classmethod
        def model_construct(cls, _fields_set: set[str] | None = None, **values: Any) -> Self:
            """A view made of values that need no checking; the way for games to make theirs, as every decision of a bot
            needs one. Fastest when every field is given, in the order of the class.
            """
            names = cls._names
            if len(values) != len(names) or _fields_set is not None:
                return super().model_construct(_fields_set, **values)
            made = _new(cls)
            _set_values(made, values)
            _set_names(made, names)
            _set_extra(made, None)
            _set_private(made, None)
            return made

    def _repr_html_(self) -> str:
        """The fields in a notebook; ``nc.face_of(game).board_svg(view)`` is the picture."""
        rows = [f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in self]
        return f"<table>{''.join(rows)}</table>"


# A view is made for every decision of a bot: what pydantic's own model_construct sets, by the shortest way.
_new = object.__new__
_set_values = BaseModel.__dict__["__dict__"].__set__
_set_names = BaseModel.__dict__["__pydantic_fields_set__"].__set__
_set_extra = BaseModel.__dict__["__pydantic_extra__"].__set__
_set_private = BaseModel.__dict__["__pydantic_private__"].__set__


@dataclass(frozen=True, slots=True)
class Terms(Generic[O_co]):
    """The terms a match is played on.

    Attributes:
        scenario: what it starts from.
        options: the optional rules and rulings it is played with.
    """

    scenario: Any
    options: O_co


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    Attributes:
        winner: the winning role, or None for a draw.
        reason: a sentence for people.
        rule: the section that ends the match.
        scores: the final figures by name (a role, a kind of loss).
        ending: a short stable word for the way it ended, for statistics.
    """

    winner: str | None
    reason: str
    rule: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    ending: str = ""

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON-ready data."""
        return {
            "winner": self.winner,
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
            "ending": self.ending,
        }

    def __str__(self) -> str:
        return self.reason


Procedure: TypeAlias = Callable[[Any], Flow[str | None] | str | None]
"""A step's procedure: takes the :class:`Play`; returns (or, as a generator, ends with) the name of the next step, or
None for the one that follows in the sequence of play."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sequence of play.

    Attributes:
        name: what ``state.phase`` holds while it is carried out.
        procedure: the rules of it.
        title: its name for people.
        rule: its section.
        once: done at the start only (set-up), not again when the sequence comes round.
    """

    name: str
    procedure: Procedure
    title: str = ""
    rule: str = ""
    once: bool = False
