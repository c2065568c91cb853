"""The terms a match is played on: what the rules, the engine and the people who look at a match all speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Final, Generic, Literal, Self, TypeAlias, get_args, get_origin

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, ValidationInfo, field_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypeVar

from navalcore._misfits import checked_when_made, refuse_misfits
from navalcore._rules.decision import Flow
from navalcore._rules.views import WrittenInJson, described, take_from, viewed
from navalcore.components._model_errors import bounds_in

O_co = TypeVar("O_co", bound="Options", covariant=True)
Sc_co = TypeVar("Sc_co", default=Any, covariant=True)
"""A game's class of scenarios: any where a game does not name it."""

UndoPolicy: TypeAlias = Literal["barrier", "free"]
ChanceKind: TypeAlias = Literal["seeded", "committed", "physical", "recorded"]


class Options(WrittenInJson, BaseModel):
    """A game's optional rules and switchable rulings: one field each, with a default and a description. Forms show a
    field's ``title``, made of its name where ``Field(title=...)`` gives none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @field_validator("*", mode="before")
    @classmethod
    def _as_typed(cls, value: Any, info: ValidationInfo) -> Any:
        """A number out of a few (``Literal[10, 20]``) may be typed as text, like every other option."""
        annotation = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, str) and get_origin(annotation) is Literal:
            return next((each for each in get_args(annotation) if str(each) == value), value)
        return value

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue:
        made, titles = handler(core_schema), {each.alias or name: each.title for name, each in cls.model_fields.items()}
        for name, option in handler.resolve_ref_schema(made).get("properties", {}).items():
            option["title"] = titles.get(name) or name.replace("_", " ").capitalize()
            for part in (option, *option.get("anyOf", ())):
                bounded = dict(bounds_in(part))
                part.clear()
                part.update(bounded)
        return made


class Scenario(WrittenInJson, BaseModel):
    """The start of a match. Games add fields of their own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """The name used on the command line and in saves."""
    title: str
    """Its name for people."""
    note: str = ""
    """A sentence or a few about it."""


class View(WrittenInJson, BaseModel):
    """Everything one role may know of a match and nothing else. Games add their fields.

    A class of views says with ``of=`` which dataclass of the state it is a view of. :meth:`of` takes the fields that
    have the same name there; those that some roles do not see are marked with :func:`~navalcore.rules.seen_by`; all
    others are given::

        class TableView(View, of=State):
            role: str
            turn: int
            row: tuple[Card, ...]
            hand: Annotated[tuple[Card, ...] | None, seen_by(owner)]
            hand_size: int

        def see(state: State, role: str) -> TableView:
            return TableView.of(state, role, role=role, hand_size=len(state.hand))
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    def __init_subclass__(cls, *, of: type[Any] | None = None) -> None:
        super().__init_subclass__()
        take_from(cls, of)

    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Self:
        """A view of ``source`` as ``looker`` sees it, without a check of its values.

        Lists become tuples, dictionaries and dataclasses are copied, so nothing in a view changes with the state.

        Args:
            source: the state, or the part of it, that this is a view of.
            looker: the viewer, as the tests of ``seen_by`` expect it: a role, or a value that the game makes of one.
            given: the fields that are not taken from ``source``, the same in every call; their marks hide them too.

        Raises:
            BadData: a field is neither given nor can it be taken as its type says (found when the first view is made).
        """
        made: Self = viewed(View, cls, source, looker, given)
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue:
        return described(cls, core_schema, handler)

    def _repr_html_(self) -> str:
        """The fields in a notebook; ``nc.face_of(game).board_svg(view)`` is the picture."""
        rows = [f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in self]
        return f"<table>{''.join(rows)}</table>"


S = TypeVar("S")
"""A game's class of states,"""
O = TypeVar("O", bound=Options)  # noqa: E741
"""its options,"""
V = TypeVar("V", bound=View)
"""and its views."""


@dataclass(frozen=True, slots=True, init=False)
class Terms(Generic[O_co, Sc_co]):
    """The terms a match is played on."""

    scenario: Sc_co
    """The scenario that it starts from; ``Terms[Rules, Raid]`` says its class."""
    options: O_co
    """The optional rules and rulings it is played with."""

    def __init__(self, scenario: Any, options: O_co) -> None:
        """The terms of a scenario.

        Args:
            scenario: the scenario that the match starts from.
            options: the optional rules and rulings it is played with.
        """
        object.__setattr__(self, "scenario", scenario)
        object.__setattr__(self, "options", options)


WHOLE: Final = frozenset({int})
NUMBERS: Final = frozenset({int, float})


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match."""

    winner: str | None
    """The winning role, or None for a draw."""
    reason: str
    """A sentence for people."""
    rule: str = ""
    """The section that ends the match."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """The final figures by name (a role, a kind of loss)."""
    ending: str = ""
    """A short stable word for the way it ended, for statistics."""
    returns: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)
    """Its worth to each role of the game, from -1 (lost) to 1 (won); filled in by ``Game.returns``."""

    def __post_init__(self) -> None:
        texts = isinstance(self.reason, str) and isinstance(self.rule, str) and isinstance(self.ending, str)
        figures = _are_figures(self.scores, WHOLE) and _are_figures(self.returns, NUMBERS)
        if not texts or not figures or not isinstance(self.winner, str | None):
            refuse_misfits(self)

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON-ready data."""
        return asdict(self)

    def __str__(self) -> str:
        return self.reason


def _are_figures(given: Mapping[str, object], kinds: frozenset[type]) -> bool:
    """Whether these are plainly numbers by name: the end of every match is looked at, and the whole check is slow."""
    return given.__class__ is dict and kinds.issuperset(map(type, given.values()))


@dataclass(frozen=True, slots=True)
class Seat:
    """The person or bot that takes the decisions of a role in a match."""

    role: str
    """The role."""
    title: str
    """The role's name for people."""
    taken_by: str
    """``person``; ``bot:NAME``, where the game gives the role to a bot of its own; or ``nobody``, where the role is
    not asked anything on these terms."""


Procedure: TypeAlias = Callable[[Any], Flow[str | None] | str | None]
"""A step's procedure: takes the :class:`Play`, and returns (or, as a generator, ends with) the name of the next step.
None means the one that follows in the sequence of play."""


@checked_when_made
@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sequence of play."""

    name: str
    """Its name, which is in ``state.phase`` while it is carried out."""
    procedure: Procedure
    """The procedure that carries it out."""
    title: str = ""
    """Its name for people."""
    rule: str = ""
    """Its section."""
    once: bool = False
    """Done at the start only (set-up), not again when the sequence comes round."""
