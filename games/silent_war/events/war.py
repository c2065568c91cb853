"""Events of the war at large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from navalcore.rules import Event, Move, Place, places
from navalcore_games.silent_war.events.telling import SEVERAL, some
from navalcore_games.silent_war.ids import STORM, TRACK, ULTRA, marks_id
from navalcore_games.silent_war.words import Named


def _marks(area: Named) -> str:
    """Where the markers of an OpArea are."""
    return marks_id(area.id.partition("/")[2])


@dataclass(frozen=True, slots=True)
class WeekBegan(Event):
    """A week is over, and the next one begins."""

    month: str
    """As ``1942-07``."""
    week: int
    """1 to 4."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the war."""
        return places(at=TRACK)

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

    @property
    def moves(self) -> tuple[Move, ...]:
        """The marker."""
        return (Move(ULTRA, "", _marks(self.area)),)

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """Several OpAreas at once."""
        if len(events) < SEVERAL:
            return [str(event) for event in events]
        return [f"ULTRA reports traffic in {some([event.area for event in events])}."]

    def __str__(self) -> str:
        return f"ULTRA reports traffic in {self.area}."


@dataclass(frozen=True, slots=True)
class UltraEnded(Event):
    """The week is over for which ULTRA has reported traffic."""

    areas: tuple[Named, ...]

    @property
    def detail(self) -> bool:
        """It ends every week."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """The markers come off."""
        return tuple(Move(ULTRA, _marks(area), "") for area in self.areas)

    def __str__(self) -> str:
        return f"What ULTRA reported of {some(self.areas)} is out of date."


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

    @property
    def moves(self) -> tuple[Move, ...]:
        """The marker."""
        return (Move(STORM, "", _marks(self.area)),)

    def __str__(self) -> str:
        return f"A {'Typhoon' if self.typhoon else 'Tropical Storm'} forms in {self.area}."


@dataclass(frozen=True, slots=True)
class TyphoonMoved(Event):
    """A typhoon went on to another OpArea."""

    start: Named
    area: Named
    merges: bool
    """It becomes one with a typhoon that is there."""

    @property
    def places(self) -> tuple[Place, ...]:
        """From where to where."""
        return places(from_=self.start.id, to=self.area.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The marker, which comes off if the typhoon there has one."""
        if self.merges:
            return (Move(STORM, _marks(self.start), "", way=(_marks(self.area),)),)
        return (Move(STORM, _marks(self.start), _marks(self.area)),)

    def __str__(self) -> str:
        merges = ", where it merges with another" if self.merges else ""
        return f"The typhoon in {self.start} moves to {self.area}{merges}."


@dataclass(frozen=True, slots=True)
class StormEnded(Event):
    """A storm is over, or gives way to another one."""

    area: Named

    @property
    def detail(self) -> bool:
        """The map shows it."""
        return True

    @property
    def places(self) -> tuple[Place, ...]:
        """Where."""
        return places(at=self.area.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The marker comes off."""
        return (Move(STORM, _marks(self.area), ""),)

    def __str__(self) -> str:
        return f"The storm in {self.area} is over."


@dataclass(frozen=True, slots=True)
class TorpedoesImproved(Event):
    """The torpedoes are better."""

    value: int
    """Their value now, -1 to +2."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the war."""
        return places(at=TRACK)

    def __str__(self) -> str:
        return f"The torpedoes improve: their value is now {self.value:+d}."


@dataclass(frozen=True, slots=True)
class SkipperLeft(Event):
    """A Super Skipper whose boat is gone is given no other."""

    skipper: Named

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the war."""
        return places(at=TRACK)

    def __str__(self) -> str:
        return f"The Super Skipper {self.skipper} gets no other boat and leaves the game."


@dataclass(frozen=True, slots=True)
class WarEventHappened(Event):
    """A War Event happened."""

    event: Named
    """The event of the War Events Table."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the war."""
        return places(at=TRACK)

    def __str__(self) -> str:
        return f"A War Event happens: {self.event}."


@dataclass(frozen=True, slots=True)
class WarPeriodBegan(Event):
    """A War Period began."""

    number: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The place of news of the war."""
        return places(at=TRACK)

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
