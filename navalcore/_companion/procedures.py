"""Procedures on their own: rules that people at a real board want resolved, with forms made from their types."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Final, Generic, NamedTuple, ParamSpec

from pydantic import ValidationError

from navalcore._misfits import told_when_made
from navalcore._rules.decision import Flow
from navalcore._rules.play import Play
from navalcore.components._model_errors import mistakes, quoted
from navalcore.errors import BadData
from navalcore.odds._answers import Odds
from navalcore.odds._questions import Choice, Parameters, documented, parameters_model

P = ParamSpec("P")
MOST_VALUES: Final = 400
"""Values that a field may be filled in with, at most: each is an option."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form, made from a parameter of a procedure."""

    name: str
    """The parameter's name."""
    text: str
    """Its meaning, in a few words."""
    default: str
    """Its contents before it is filled in."""
    titles: Mapping[str, str]
    """The words that people read for each value, by the text it is kept as."""
    number: bool = False
    """Whether the values are whole numbers that follow one another."""


class Misfit(NamedTuple):
    """A value of a form with which its procedure cannot be carried out, such as
    ``Misfit("destroyers", "no unit hunts; at least 1 is needed")``.
    """

    field: str
    """The field; "" if it is none of the form."""
    words: str
    """The fault in it, and what would be right."""

    def __str__(self) -> str:
        return f"{self.field}: {self.words}" if self.field else self.words


@told_when_made
class StandAlone(Generic[P]):
    """One procedure of a :class:`~navalcore.rules.Companion`, as :func:`resolves` makes it.

    Args:
        function: carries the procedure out: it takes the play, then a value for each field of the form.
        misfit: says of a state and values why they do not go together; None: all values do.
        known: gives the values that follow from a state, by field; None: no value does.

    Attributes:
        name: its name on the command line and in options.
        title: what it does, in a few words: the first line of its docstring, without the full stop.
        rule: the section it begins with.
        odds: works out its chances, as :func:`resolves` says; None: it is carried out for them.
        odds_when_asked: whether they are worked out only when people ask for them.
        assumes: what the chances assume that the owners answer, in a sentence; "" if no question is asked.
        sure: whether it leaves nothing to chance, so that no chances are shown.
    """

    def __init__(
        self,
        name: str,
        rule: str,
        function: Callable[..., Flow[str | None] | str | None],
        odds: Callable[..., Odds] | None = None,
        misfit: Callable[..., Misfit | None] | None = None,
        odds_when_asked: bool = False,
        known: Callable[[Any], Mapping[str, object]] | None = None,
        assumes: str = "",
        sure: bool = False,
    ) -> None:
        update_wrapper(self, function)
        self.name, self.rule, self.odds, self.odds_when_asked = name, rule, odds, odds_when_asked
        self.assumes, self.sure = assumes, sure
        title, described = documented(function)
        self.title: str = title.removesuffix(".")
        self._function = function
        self._misfit = misfit
        self._known = known
        self._described = described
        self._model: type[Parameters] | None = None
        self._fields: tuple[FormField, ...] | None = None

    def __call__(self, play: Play[Any, Any], *args: P.args, **kwargs: P.kwargs) -> Flow[str | None]:
        """Carry it out."""
        result = self._function(play, *args, **kwargs)
        return (yield from result) if isinstance(result, Generator) else result

    @property
    def model(self) -> type[Parameters]:
        """The model that its arguments are read with; its JSON schema describes them."""
        if self._model is None:
            self._model = parameters_model(self.name, self._function, self._described, leave_out=1)
        return self._model

    @property
    def fields(self) -> tuple[FormField, ...]:
        """The fields of its form, in the order of its parameters.

        Raises:
            BadData: the values of a parameter cannot be listed.
        """
        if self._fields is None:
            self._fields = tuple(self._field(name) for name in self.model.model_fields)
        return self._fields

    def _field(self, name: str) -> FormField:
        field = self.model.model_fields[name]
        schema = self.model.model_json_schema()["properties"][name]
        choice = next((each for each in field.metadata if isinstance(each, Choice)), None)
        low, high, number = schema.get("minimum"), schema.get("maximum"), False
        if choice is not None:
            titles = choice.titles()
        elif field.annotation is bool:
            titles = {"yes": "yes", "no": "no"}
        elif "enum" in schema:
            titles = {str(each): str(each).replace("_", " ") for each in schema["enum"]}
        elif field.annotation is int and low is not None and high is not None:
            titles, number = {str(each): str(each) for each in range(low, high + 1)}, True
        else:
            titles = {}
        if not 0 < len(titles) <= MOST_VALUES:
            raise BadData(
                f"{self.name}: the values of {name} cannot be listed; its type is a bool, a Literal, an int with "
                f"bounds (Field(ge=0, le=6)) or a text with a Choice"
            )
        kept = _as_kept(field.default)
        if kept not in titles:  # as a group's own data may have it
            kept = next(iter(titles))
        return FormField(name, field.description or "", kept, titles, number)

    def filled(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The arguments of the procedure, read from a form.

        Args:
            values: the form: texts by field, such as ``{"destroyers": "2"}``. A field left out has its default.

        Raises:
            BadData: an unknown field or an impossible value; says which, and what would be right.
        """
        known = {each.name: each for each in self.fields}
        for name in values.keys() - known.keys():
            raise BadData(f"{self.name} has no field {quoted(name)}; it has {', '.join(known) or 'none'}")
        given = {each.name: values.get(each.name, each.default) for each in self.fields}
        try:
            understood = self.model.model_validate(given)
        except ValidationError as error:
            first = mistakes(error, given, self.model)[0]
            raise BadData(f"field {first.key[0]} of {self.name}: {first.message}") from None
        return {name: getattr(understood, name) for name in self.model.model_fields}

    def kept(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values of a form as it keeps them: ``yes`` where ``true`` was written.

        Args:
            values: some of the form: texts by field.

        Raises:
            BadData: an unknown field or an impossible value; says which, and what would be right.
        """
        understood = self.filled(values)
        return {name: _as_kept(understood[name]) for name in values}

    def misfit(self, state: Any, values: Mapping[str, str]) -> Misfit | None:
        """The reason why it cannot be carried out with these values and this state; None if it can.

        Args:
            state: the state, with the marks on the board.
            values: the form, a text for each field.
        """
        return None if self._misfit is None else self._misfit(state, **self.filled(values))

    def known(self, state: Any) -> dict[str, str]:
        """The values of its form that follow from the state, by field.

        Args:
            state: the state, with the marks on the board.
        """
        found = {} if self._known is None else self._known(state)
        texts = {name: _as_kept(value) for name, value in found.items()}
        return {each.name: text for each in self.fields if (text := texts.get(each.name, "")) in each.titles}


def _as_kept(value: object) -> str:
    """A value as the text that a form keeps it as."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def resolves(
    name: str,
    rule: str,
    *,
    odds: Callable[..., Odds] | None = None,
    misfit: Callable[..., Misfit | None] | None = None,
    odds_when_asked: bool = False,
    known: Callable[[Any], Mapping[str, object]] | None = None,
    assumes: str = "",
    sure: bool = False,
) -> Callable[[Callable[..., Flow[str | None] | str | None]], StandAlone[...]]:
    """Make a procedure of a companion of a function that is given the play and what the form holds::

        @resolves("hunt", "S7")
        def hunt(play: Play, zone: AnyZone = "sz8", destroyers: Annotated[int, Field(ge=0, le=9)] = 1) -> Flow[str]:
            '''Hunt submarines that are alone.

            Args:
                zone: sea zone
                destroyers: destroyers that hunt
            '''

    It is a rule procedure like any other: it asks, rolls, reports and changes the state. One that asks nothing is an
    ordinary function. It returns its result in a phrase, which is reported, and counted for its chances; None if there
    is nothing to report.

    Args:
        name: its name on the command line, such as ``hunt``.
        rule: the section it begins with.
        odds: a function that works out its chances. Its arguments are those of the procedure, with a play of a copy of
            the kept state. None: the procedure is carried out for them, exactly where it has few courses and otherwise
            200 times, with each question answered by its first option; ``assumes`` says what that is.
        misfit: a function of the state and the same arguments that says which of them does not go with the others. The
            procedure begins only if it returns None.
        odds_when_asked: the chances are worked out only when people ask for them, because it takes a second or more.
        known: a function of the state that returns the fields of the form that follow from it, such as the date. They
            are filled in when the procedure is asked for.
        assumes: what the chances assume that the owners answer, in a sentence that people read beneath them.
        sure: nothing of it is left to chance, so no chances are shown.

    Raises:
        BadData: the function has no title, or a parameter without type, default or description.
    """

    def made(function: Callable[..., Flow[str | None] | str | None]) -> StandAlone[...]:
        return StandAlone(name, rule, function, odds, misfit, odds_when_asked, known, assumes, sure)

    return made


def named(procedures: Sequence[StandAlone[...]], name: str) -> StandAlone[...]:
    """A procedure by its name; BadData lists those there are."""
    for procedure in procedures:
        if procedure.name == name:
            return procedure
    raise BadData(f"there is no procedure '{name}'; there are {', '.join(each.name for each in procedures)}")
