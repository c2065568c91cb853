"""What the engine itself tells: choices and the end of a match. (Dice tell their rolls, games everything else.)"""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.components.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(Event):
    """A role has chosen an option; secret choices are seen by that role only."""

    role: str
    prompt: str
    text: str

    @property
    def detail(self) -> bool:
        """A choice is a detail; what came of it is told apart."""
        return True

    def __str__(self) -> str:
        return f"{self.role}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over; ``winner`` is None after a draw."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"The match is over: {self.reason}"
