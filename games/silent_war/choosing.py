"""The parts of the game's options: a word, or one thing out of several, and what they are about."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Generic, Self, TypeVar

from pydantic import Field

from navalcore.rules import Option
from navalcore_games.silent_war.ids import UnitNumber, unit_id

I = TypeVar("I", bound=int)  # noqa: E741 (an index)


class Word(Option, places={"subject": "{boat}", "target": "{unit}", "at": "{at}"}):
    """A choice that a word or two name, and what it is about."""

    boat: str = field(default="", compare=False)
    """The id of the boat that would do it."""
    unit: str = field(default="", compare=False)
    """The id of the unit of the display to which it would be done."""
    at: str = field(default="", compare=False)
    """The id of the place where it would be done."""

    def of(self, boat: str = "", at: str = "", unit: str = "") -> Self:
        """The same choice for a boat, at a place or for a unit."""
        return type(self)(boat, unit, at)


class Thing(Option, Generic[I], text="{text}"):
    """A choice of one thing out of several of a kind: an area, a base, a unit, a boat."""

    id: str
    """Which: its id on the board. The key has the part of it that is printed in the charts, of a boat on her card."""
    index: Annotated[I, Field(exclude=True)] = field(default=-1, compare=False)  # type: ignore[assignment]
    """Its index in the rules (for a unit its number on the display), which no client is sent."""
    text: str = field(default="", compare=False)
    """Its notation."""
    boat: str = field(default="", compare=False)
    """The id of the boat that would do it, where the thing chosen is not the boat."""
    start: str = field(default="", compare=False)
    """The id of the place where that boat is now."""

    @property
    def key(self) -> str:
        """The kind, and the id without its word, which follows from the kind."""
        return f"{self.kind}/{self.id.partition('/')[2]}"


class Pick(Thing[I]):
    """One of several things, where nothing else is asked in the same breath."""


class OnUnit(Pick[UnitNumber], places={"subject": "{boat}", "target": "{id}"}):
    """A unit of the display. Its key says what is known of it, because its number belongs to one match."""

    id: str = field(compare=False)
    """Its id on the board."""
    known: str = ""
    """All that is known of it."""

    @classmethod
    def of(cls, number: UnitNumber, known: str, boat: str, text: str = "{}") -> Self:
        """The unit with this number.

        Args:
            boat: the id of the boat that does it.
            text: the notation, with ``{}`` for the known facts of the unit.
        """
        return cls(unit_id(number), number, text.format(known), boat, known=known)

    @property
    def key(self) -> str:
        """The kind, and what is known of the unit."""
        return super(Thing, self).key
