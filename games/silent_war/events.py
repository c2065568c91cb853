"""What happened, as events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navalcore.components.events import Event
from navalcore.engine.play import Play

DETAILS = frozenset({"tdc", "hit", "miss", "revealed", "gunnery", "counterattack", "ready"})
"""Kinds that only somebody who follows every blow of a fight and every boat in port wants to hear of."""


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something happened to a boat or in the war, in a sentence.

    Attributes:
        kind: a stable word for programs: ``sunk``, ``lost``, ``damaged``, ``contact``, ``arrived``, ``week``, ...
        subject: the boat, ship or area it happened to; the week that begins.
        text: the sentence.
        amount: its figure, if it has one (tonnage in thousands of tons for ``sunk``).
    """

    kind: str
    subject: str
    text: str
    amount: int = 0

    @property
    def detail(self) -> bool:
        """Whether it is one blow of a fight, or all in a day's work."""
        return self.kind in DETAILS

    def __str__(self) -> str:
        return self.text


def announce(play: Play[Any, Any], kind: str, subject: str, text: str, section: str, amount: int = 0) -> None:
    """Tell what happened in the war at large."""
    if play.listening:
        play.tell(Happened(kind, subject, text, amount, rule=section))
