"""Odds questions: what a game can be asked about its chances, by name and with parameters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from navalcore.analysis.answers import Comparison, Odds
from navalcore.components.model_errors import mistakes
from navalcore.errors import BadData


class Parameters(BaseModel):
    """The parameters of an odds question; subclasses add fields with defaults and descriptions."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


P = TypeVar("P", bound=Parameters)


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

    def compare(self, changes: Iterable[Mapping[str, Any]], parameters: Mapping[str, Any] | None = None) -> Comparison:
        """The answer to ``parameters`` beside the answers with some of them changed.

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
        settings = understood.model_dump(mode="json", by_alias=True)
        answers = {", ".join(f"{name}={settings.get(name)}" for name in changed) or "as asked": first}
        for change in changes:
            label = ", ".join(f"{name}={value}" for name, value in change.items())
            if label in answers:
                raise BadData(f"{self.name}: {label} is compared with itself; name another value")
            answers[label] = self.ask(given | dict(change))[1]
        return Comparison(answers)

    def _parameter_error(self, error: ValidationError) -> str:
        first = mistakes(error)[0]
        known = self.parameters_class.model_fields
        if first.unknown and len(first.key) == 1:
            return f"{self.name} has no parameter '{first.key[0]}'; it has {', '.join(known) or 'none'}"
        name = ".".join(map(str, first.key))
        return f"parameter {name} of {self.name}: {first.message}" if name else f"parameters of {self.name}: {first}"
