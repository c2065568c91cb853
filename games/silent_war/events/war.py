"""What happens in the war at large, as events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from navalcore.rules import Event, Place, places
from navalcore_games.silent_war.events.telling import SEVERAL, some
from navalcore_games.silent_war.words import Named


@dataclass(frozen=True, slots=True)
class WeekBegan(Event):
    """A week is over, and the next one begins."""

    month: str
    """As ``1942-07``."""
    week: int
    """1 to 4."""

    @property
    def begins_a_month(self) -> bool:
        """Whether a month is over too."""
        return self.week == 1

    def __str__(self) -> str:
        return f"{self.month}, week {self.week} begins."


@dataclass(frozen=True, slots=True)
class UltraReported(Event):
    """ULTRA reports traffic in an OpArea."""

    area: Named

    @property
    def places(self) -> tuple[Place, ...]:
        """Where."""
        return places(at=self.area.id)

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """Several OpAreas at once."""
        if len(events) < SEVERAL:
            return [str(event) for event in events]
        return [f"ULTRA reports traffic in {some([event.area for event in events])}."]

    def __str__(self) -> str:
        return f"ULTRA reports traffic in {self.area}."


@dataclass(frozen=True, slots=True)
class StormFormed(Event):
    """A storm formed in an OpArea."""

    area: Named
    typhoon: bool
    """Or a Tropical Storm."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where."""
        return places(at=self.area.id)

    def __str__(self) -> str:
        return f"A {'Typhoon' if self.typhoon else 'Tropical Storm'} forms in {self.area}."


@dataclass(frozen=True, slots=True)
class TorpedoesImproved(Event):
    """The torpedoes are better."""

    value: int
    """Their value now, -1 to +2."""

    def __str__(self) -> str:
        return f"The torpedoes improve: their value is now {self.value:+d}."


@dataclass(frozen=True, slots=True)
class WarEventHappened(Event):
    """A War Event happened."""

    event: Named
    """The event of the War Events Table."""

    def __str__(self) -> str:
        return f"A War Event happens: {self.event}."


@dataclass(frozen=True, slots=True)
class WarPeriodBegan(Event):
    """A War Period began."""

    number: int

    def __str__(self) -> str:
        return f"War Period {self.number} begins."


@dataclass(frozen=True, slots=True)
class BaseOpened(Event):
    """A forward base opened."""

    base: Named

    @property
    def places(self) -> tuple[Place, ...]:
        """Where."""
        return places(at=self.base.id)

    def __str__(self) -> str:
        return f"{self.base} is open as a forward base."


@dataclass(frozen=True, slots=True)
class BaseFell(Event):
    """A base is lost."""

    base: Named

    @property
    def places(self) -> tuple[Place, ...]:
        """Where."""
        return places(at=self.base.id)

    def __str__(self) -> str:
        return f"{self.base} falls."
