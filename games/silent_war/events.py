"""What happened, as events."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.components.events import Event


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something happened to a boat or in the war, in a sentence.

    Attributes:
        kind: a stable word for programs: ``sunk``, ``lost``, ``damaged``, ``contact``, ``arrived``, ...
        subject: the boat, ship or area it happened to.
        text: the sentence.
        amount: its figure, if it has one (tonnage in thousands of tons for ``sunk``).
    """

    kind: str
    subject: str
    text: str
    amount: int = 0

    def __str__(self) -> str:
        return self.text
