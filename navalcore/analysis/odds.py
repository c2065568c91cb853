"""Odds: the chances of what the rules may bring, found by running the rules themselves."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import GeneratorType
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from navalcore.components.chance import Chance
from navalcore.engine.chance import BranchingChance
from navalcore.engine.decision import Flow, Policy, first_option, run
from navalcore.errors import BadData

T = TypeVar("T", bound=Hashable)


def exact(procedure: Callable[[Chance], T | Flow[T]], policy: Policy = first_option) -> dict[T, Fraction]:
    """The exact chance of every result of a procedure.

    The procedure is run once for every path its chance can take, each time from the start, so it must build what it
    changes afresh. Equal items of a draw count as one path.

    Args:
        procedure: takes a chance source and returns the result, or is a rules procedure that asks for choices.
        policy: answers those choices.

    >>> odds = exact(lambda chance: chance.roll(1, 6) + chance.roll(1, 6) >= 10)
    >>> odds[True]
    Fraction(1, 6)
    """
    chance = BranchingChance()
    odds: dict[T, Fraction] = {}
    while True:
        result = procedure(chance)
        if isinstance(result, GeneratorType):
            result = run(result, policy)
        odds[result] = odds.get(result, Fraction(0)) + chance.weight  # type: ignore[index, arg-type]
        if not chance.advance():
            return odds


class Parameters(BaseModel):
    """The parameters of an odds question; subclasses add fields with defaults and descriptions."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


P = TypeVar("P", bound=Parameters)


@dataclass(frozen=True)
class Odds:
    """The answer to an odds question.

    Attributes:
        method: ``exact`` or ``sampled``.
        outcomes: the chance of each outcome by name, as fractions if exact.
        marginals: where outcomes are joint: for each part, the chance of each of its results.
        expected: expected values by name.
        standard_error: the standard error of each outcome's chance (sampled), by outcome.
        notes: remarks for people.
    """

    method: Literal["exact", "sampled"]
    outcomes: Mapping[str, Fraction | float]
    marginals: Mapping[str, Mapping[str, Fraction | float]] = field(default_factory=dict)
    expected: Mapping[str, Fraction | float] = field(default_factory=dict)
    standard_error: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The answer in the form that ``navalcore odds --json`` prints for every game."""
        answer: dict[str, Any] = {
            "game": game,
            "question": question,
            "parameters": dict(parameters),
            "method": self.method,
            "outcomes": {name: _figure(chance) for name, chance in self.outcomes.items()},
            "marginals": {
                part: {name: _figure(chance) for name, chance in odds.items()} for part, odds in self.marginals.items()
            },
            "expected": {name: float(value) for name, value in self.expected.items()},
        }
        if self.standard_error:
            answer["standard_error"] = dict(self.standard_error)
        if self.notes:
            answer["notes"] = list(self.notes)
        return answer


def _figure(chance: Fraction | float) -> dict[str, Any]:
    if isinstance(chance, Fraction):
        return {"fraction": f"{chance.numerator}/{chance.denominator}", "probability": float(chance)}
    return {"probability": chance}


class Question(Generic[P]):
    """One odds question of a game; subclasses set the class attributes and write :meth:`answer`."""

    name: ClassVar[str]
    """Its name on the command line, such as ``opening-hand``."""
    title: ClassVar[str]
    """What it asks, in a sentence."""
    parameters_class: type[P]

    @abstractmethod
    def answer(self, parameters: P) -> Odds:
        """Work the answer out."""

    def ask(self, parameters: Mapping[str, Any] | None = None) -> tuple[P, Odds]:
        """The parameters as understood (texts will do) and the answer.

        Raises:
            BadData: an unknown parameter or an impossible value; says which, and what would be right.
        """
        try:
            understood = self.parameters_class.model_validate(dict(parameters or {}))
        except ValidationError as error:
            raise BadData(self._parameter_error(error)) from None
        return understood, self.answer(understood)

    def _parameter_error(self, error: ValidationError) -> str:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        known = self.parameters_class.model_fields
        if name and name.split(".")[0] not in known:
            return f"{self.name} has no parameter '{name}'; it has {', '.join(known) or 'none'}"
        message = first["msg"].removeprefix("Value error, ")
        return f"parameter {name} of {self.name}: {message} (given: {first['input']!r})"
