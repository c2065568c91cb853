"""The events of the engine itself: choices and the end of a match. (Dice report their rolls, games everything else.)"""

from __future__ import annotations

from dataclasses import dataclass

from navalcore._rules.decision import CHANCE, Decision
from navalcore._rules.option import key_of
from navalcore.components._events import Event
from navalcore.components._places import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(Event):
    """A role has chosen an option; secret choices are seen by that role only."""

    role: str
    """Who has chosen."""
    prompt: str
    """The question."""
    text: str
    """The notation of the option."""
    asked: str
    """The kind of the decision."""
    key: str
    """The key of the option."""
    places: tuple[Place, ...] = ()
    """The parts of the board that the option names."""

    @property
    def detail(self) -> bool:
        """A choice is a detail; its results are events of their own."""
        return True

    def __str__(self) -> str:
        return f"{self.role}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """A choice was taken back with all its results; of a secret choice only that role is told. Or people took back
    their last roll or draw.
    """

    role: str
    """Whose choice; ``chance`` for a roll or a draw."""
    text: str
    """The notation of the option that was chosen; of a roll, the face and what it was for."""
    number: int
    """The number of the decision, which is now asked again."""
    takes_back: tuple[int, ...] = ()
    """In a history (``navalcore._wire.history``) the numbers of the events that do not hold any more."""

    def __str__(self) -> str:
        return f"Taken back: {self.text}" if self.role == CHANCE else f"{self.role} takes back: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollUndone(Undone):
    """The same of a roll, before a history has found the events that do not hold any more."""

    kind = Undone.kind

    brought: int = 0
    """How many events the roll had brought, secret ones too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over; ``winner`` is None after a draw."""

    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"The match is over. {self.reason}"


def choice_made(decision: Decision, index: int) -> ChoiceMade:
    """The event that a role has given this answer to a decision."""
    option = decision.options[index]
    return ChoiceMade(
        role=decision.role,
        prompt=decision.prompt,
        text=str(option),
        asked=decision.kind,
        key=key_of(option),
        places=decision.places_of(option),
        rule=decision.rule,
        to=(decision.role,) if decision.secret else None,
    )


def undone(decision: Decision, index: int) -> Undone:
    """The event that this answer to a decision, which is now asked again, was taken back."""
    return Undone(
        role=decision.role,
        text=str(decision.options[index]),
        number=decision.number,
        rule=decision.rule,
        to=(decision.role,) if decision.secret else None,
    )
