"""What the saboteurs have in common: the honest game with a step or a method replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from navalcore._rules.terms import Step, Terms
from tests.kit.saboteurs.honest import Pickets, Rules

SABOTEURS: dict[str, type[Saboteur]] = {}
"""Every saboteur by its id."""


def steps(**procedures: Callable[[Any], Any]) -> Mapping[str, Callable[[Any], Any]]:
    """Step procedures by the name of their step."""
    return procedures


class Saboteur(Pickets):
    """The honest game with one promise broken.

    ``caught_by`` names the checks that must reject it, ``may_follow`` those that may trip over the same fault;
    ``replaced`` holds its own step procedures.
    """

    caught_by: ClassVar[tuple[str, ...]] = ()
    may_follow: ClassVar[tuple[str, ...]] = ()
    replaced: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        SABOTEURS[cls.id] = cls

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """The honest steps, some of them replaced."""
        honest = super().sequence_of_play(terms)
        return [replace(step, procedure=self.replaced.get(step.name, step.procedure)) for step in honest]
