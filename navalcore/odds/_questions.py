"""Odds questions: what a game can be asked about its chances, by name and with parameters.

A question is one typed function. Its parameters with their types and defaults are those of the question. The first line
of its docstring is the title, and the ``Args`` of the docstring describe each parameter::

    @question("crash-dive")
    def crash_dive(rating: Annotated[int, Field(ge=1, le=5)] = 4, shallow: bool = False) -> Odds:
        '''Does a crash dive succeed?

        Args:
            rating: its Crash Dive rating.
            shallow: whether the OpArea is Shallow.
        '''

The types are those that pydantic knows; what a type does not allow is refused before the function is called. A
parameter whose name is a word of Python (``from``) is written with an underscore behind it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import update_wrapper
from inspect import Parameter, cleandoc, signature
from typing import Annotated, Any, Final, Generic, Literal, ParamSpec, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
)

from navalcore._misfits import shown, told_when_made
from navalcore._rules.words import meant
from navalcore.components._model_errors import allowed, mistakes, quoted
from navalcore.errors import BadData
from navalcore.odds._answers import Odds
from navalcore.odds._comparison import Comparison

P = ParamSpec("P")
_UNDERSCORED = re.compile(r"[+-]?\d+(_\d+)+")
_NUMBER = re.compile(r"[+-]?\d{1,18}", re.ASCII)

Samples: TypeAlias = Annotated[int, Field(ge=2, le=100_000)]
"""How many runs a sampled answer rests on."""
SampleSeed: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
"""A seed of chance."""
WholeNumber: Final = BeforeValidator(
    lambda value: int(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value
)
"""Metadata of a parameter that is one of some numbers (``Literal[10, 20]``): reads them from text too."""
INDENT: Final = 4
"""How far the names of a docstring's Args are indented."""


class Parameters(BaseModel):
    """The parameters of an odds question as understood: a field for each, by the name it is asked with."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, arbitrary_types_allowed=True)

    @field_validator("*", mode="before")
    @classmethod
    def _as_typed(cls, value: Any, info: ValidationInfo) -> Any:
        """Refuse underscores in a number typed as text; take one of some words as an answer may be typed."""
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, str) and get_origin(kind) is Literal:
            return _meant(value, {str(each): str(each) for each in get_args(kind)})
        if isinstance(value, str) and _UNDERSCORED.fullmatch(value.strip()) and kind is not str:
            raise ValueError(f"should be a whole number in plain figures, not {quoted(value)}")
        return value


def _meant(typed: str, titles: Mapping[str, str]) -> str:
    """The one of some names that is typed, or means, by itself or its title; else what is typed."""
    if typed in titles:
        return typed
    names = list(titles)
    found = meant(typed, names) or meant(typed, list(titles.values()))
    return str.__str__(names[found[0]]) if len(found) == 1 else typed  # a plain text, even of a member of an enum


class Choice:
    """Metadata of a text parameter that is one of some names, such as the ids of a chart.

    Args:
        what: what they are names of, in one word or two.
        names: returns the names there are, when they are needed; in a mapping, each with its title.
        hint: said instead of listing them all, where they are too many.
    """

    def __init__(self, what: str, names: Callable[[], Iterable[str]], hint: str = "") -> None:
        self.what = what
        self.names = names
        self.hint = hint

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """The schema of the text, with the check behind it."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def titles(self) -> dict[str, str]:
        """Every name, with its title."""
        names = self.names()
        titles = names if isinstance(names, Mapping) else {}
        found = {name: titles.get(name) for name in names}
        return {name: title if isinstance(title, str) else name.replace("_", " ") for name, title in found.items()}

    def check(self, name: str) -> str:
        """Return the one of the names that ``name`` is, or means as an answer of a player would, by its title too.

        Raises:
            ValueError: it is none of them, or may be several; says which there are.
        """
        titles = self.titles()
        found = _meant(name, titles)
        if found not in titles:
            right = self.hint or f"there are {', '.join(titles)}"
            raise ValueError(f"there is no {self.what} {quoted(name)}; {right}")
        return found


@told_when_made
class Question(Generic[P]):
    """One odds question of a game, made of a function by :func:`question`.

    Called like the function, it answers with typed arguments; :meth:`ask` takes them by name, as texts too.

    Args:
        name: its name on the command line, such as ``opening-hand``.
        function: works the answer out.

    Attributes:
        name: its name.
        title: what it asks, in a sentence.
        parameters_class: the model that its parameters are read with; its JSON schema describes them.

    Raises:
        BadData: the function has no title, or a parameter without type, default or description.
    """

    def __init__(self, name: str, function: Callable[P, Odds]) -> None:
        update_wrapper(self, function)
        self.name = name
        title, described = documented(function)
        self.title: str = title
        self._function: Callable[..., Odds] = function
        self._signature = signature(function)
        self._keywords = {keyword.removesuffix("_"): keyword for keyword in self._signature.parameters}
        self.parameters_class: type[Parameters] = parameters_model(name, function, described)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Odds:
        """The answer.

        Raises:
            BadData: an impossible value; says which, and what would be right.
            TypeError: not the arguments of the function.
        """
        bound = self._signature.bind(*args, **kwargs).arguments
        return self.ask({keyword.removesuffix("_"): value for keyword, value in bound.items()})[1]

    def ask(self, parameters: Mapping[str, Any] | None = None) -> tuple[Parameters, Odds]:
        """Answer the question: the parameters as understood, and the odds.

        Args:
            parameters: values by name; texts will do, and those left out have their defaults.

        Raises:
            BadData: an unknown parameter or an impossible value; says which, and what would be right.
        """
        given = dict(parameters or {})
        try:
            understood = self.parameters_class.model_validate(given)
        except ValidationError as error:
            raise BadData(parameter_error(self, error, given)) from None
        arguments = {keyword: getattr(understood, name) for name, keyword in self._keywords.items()}
        odds: object = self._function(**arguments)
        if not isinstance(odds, Odds):
            raise BadData(f"question {self.name} returns {shown(odds, repr)}; it should return Odds, as of Odds.of()")
        return understood, odds

    def compare(self, changes: Iterable[Mapping[str, Any]], parameters: Mapping[str, Any] | None = None) -> Comparison:
        """The answer to ``parameters``, and the answers with some of them changed.

        Args:
            changes: for each further answer, the parameters that are different.
            parameters: those of the first answer; all others are as the question has them by default.

        Raises:
            BadData: as :meth:`ask`; or two answers would have the same label, being the same.
        """
        given = dict(parameters or {})
        changes = list(changes)
        understood, first = self.ask(given)
        changed = list(dict.fromkeys(name for change in changes for name in change))
        settings = understood.model_dump(mode="json")
        answers = {", ".join(f"{name}={settings.get(name)}" for name in changed) or "as asked": first}
        for change in changes:
            label = ", ".join(f"{name}={value}" for name, value in change.items())
            if label in answers:
                raise BadData(f"{self.name}: {label} is compared with itself; name another value")
            answers[label] = self.ask(given | dict(change))[1]
        return Comparison(answers)

    def described(self) -> list[dict[str, Any]]:
        """Its parameters for people and programs: each with ``name``, ``default``, ``text`` and what is ``allowed``."""
        properties = self.parameters_class.model_json_schema().get("properties", {})
        return [
            {
                "name": name,
                "default": each.get("default"),
                "text": each.get("description", ""),
                "allowed": allowed(each),
            }
            for name, each in properties.items()
        ]


def question(name: str) -> Callable[[Callable[P, Odds]], Question[P]]:
    """Make a question of a typed function; the module says how.

    Args:
        name: the question's name on the command line.

    Raises:
        BadData: the function has no title, or a parameter without type, default or description.
    """

    def made(function: Callable[P, Odds]) -> Question[P]:
        return Question(name, function)

    return made


def parameter_error(asked: Question[Any], error: ValidationError, given: Mapping[str, Any]) -> str:
    """The fault in the parameters of a question, in a sentence."""
    first = mistakes(error, given, asked.parameters_class)[0]
    known = asked.parameters_class.model_fields
    if first.unknown:
        return f"{asked.name} has no parameter {quoted(first.key[0])}; it has {', '.join(known) or 'none'}"
    return f"parameter {first.key[0]} of {asked.name}: {first.message}"


def parameters_model(
    name: str, function: Callable[..., object], described: Mapping[str, str] | None, leave_out: int = 0
) -> type[Parameters]:
    """The model of a function's parameters without the first so many; BadData for one that is not declared in full."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for keyword, parameter in list(signature(function).parameters.items())[leave_out:]:
        public = keyword.removesuffix("_")
        missing = [
            what
            for what, there in (
                ("type", keyword in hints),
                ("default", parameter.default is not Parameter.empty),
                ("description under Args", described is None or described.get(public)),
            )
            if not there
        ]
        if missing:
            raise BadData(f"odds question {name}: parameter {public} has no {' and no '.join(missing)}")
        text = (described or {}).get(public)
        fields[public] = (hints[keyword], Field(parameter.default, description=text))
    unknown = [each for each in described or () if each not in fields]
    if unknown:
        raise BadData(f"odds question {name}: its Args describe {', '.join(unknown)}, which is not a parameter")
    return create_model(f"{name} parameters", __base__=Parameters, **fields)


def documented(function: Callable[..., object]) -> tuple[str, dict[str, str] | None]:
    """The title of a function (BadData if it has none) and its parameters' descriptions, from its docstring."""
    if function.__doc__ is None and sys.flags.optimize > 1:  # python -OO leaves no docstrings to read
        return function.__name__.replace("_", " "), None
    lines = cleandoc(function.__doc__ or "").splitlines()
    if not lines or not lines[0].strip():
        raise BadData(f"odds question {function.__name__}: the first line of its docstring has to say what it asks")
    described: dict[str, str] = {}
    name = ""
    for line in lines[lines.index("Args:") + 1 :] if "Args:" in lines else ():
        if line and not line.startswith(" "):
            break
        key, colon, text = line.strip().partition(": ")
        if colon and key.isidentifier() and len(line) - len(line.lstrip()) == INDENT:
            name = key.removesuffix("_")
            described[name] = text
        elif name and line.strip():
            described[name] += f" {line.strip()}"
    return lines[0].strip(), described
