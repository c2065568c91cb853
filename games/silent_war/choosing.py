"""What the options of the game are made of: a word, or one thing out of several, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Self, TypeVar

from navalcore.rules import Option, Place, places
from navalcore_games.silent_war.ids import UnitNumber, area_id, base_id, boat_id, unit_id, zone_id

I = TypeVar("I", bound=int)  # noqa: E741 (an index)


@dataclass(frozen=True, slots=True)
class Word(Option):
    """A choice that a word or two name, and what it is about."""

    words: ClassVar[str] = ""
    boat: str = field(default="", compare=False)
    """The id of the boat that would do it."""
    unit: str = field(default="", compare=False)
    """The id of the unit of the display to which it would be done."""
    at: str = field(default="", compare=False)
    """The id of the place where it would be done."""

    def of(self, boat: str = "", at: str = "", unit: str = "") -> Self:
        """The same choice for a boat, at a place or for a unit."""
        return type(self)(boat, unit, at)

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, the unit and the place."""
        return places(subject=self.boat, target=self.unit, at=self.at)

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Thing(Option, Generic[I]):
    """A choice of one thing out of several of a kind: an area, a base, a unit, a boat."""

    id: str
    """Which: the id printed in the charts (of a boat its card's); of a unit on the display all that is known of it."""
    index: I = field(compare=False)
    """Its index here (for a unit its number on the display)."""
    text: str = field(compare=False)
    """Its notation."""
    boat: str = field(default="", compare=False)
    """The id of the boat that would do it, where the thing chosen is not the boat."""
    start: str = field(default="", compare=False)
    """The id of the place where that boat is now."""

    def __str__(self) -> str:
        return self.text


class Pick(Thing[I]):
    """One of several things, where nothing else is asked in the same breath."""

    __slots__ = ()


class OnMap:
    """What makes the thing chosen a place of the board."""

    __slots__ = ()
    id: str
    boat: str
    start: str


class ToArea(OnMap):
    """A boat would go to the OpArea chosen."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she is, and the OpArea she would go to."""
        return places(subject=self.boat, from_=self.start, to=area_id(self.id))


class AtArea(OnMap):
    """Something would happen in the OpArea chosen."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, if it is about one, and the OpArea."""
        return places(subject=self.boat, at=area_id(self.id))


class ToBase(OnMap):
    """A boat would go to the base chosen."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she is, and the base she would go to."""
        return places(subject=self.boat, from_=self.start, to=base_id(self.id))


class IntoZone(OnMap):
    """A boat would enter the zone chosen."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she is, and the zone she would enter."""
        return places(subject=self.boat, from_=self.start, to=zone_id(self.id))


class OfBoat(OnMap):
    """The boat chosen would do something."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat chosen."""
        return places(subject=boat_id(self.id))


class OfUnit(Pick[UnitNumber]):
    """A unit of the combat display, by its number there."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and the unit."""
        return places(subject=self.boat, target=unit_id(self.index))
