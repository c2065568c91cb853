"""What the options of the game are made of: a word, or one thing out of several, and what they are about."""

from __future__ import annotations

from dataclasses import field
from typing import Generic, Self, TypeVar

from navalcore.rules import Option

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
    """Which: the id printed in the charts (of a boat its card's); of a unit on the display all that is known of it."""
    index: I = field(compare=False)
    """Its index here (for a unit its number on the display)."""
    text: str = field(compare=False)
    """Its notation."""
    boat: str = field(default="", compare=False)
    """The id of the boat that would do it, where the thing chosen is not the boat."""
    start: str = field(default="", compare=False)
    """The id of the place where that boat is now."""


class Pick(Thing[I]):
    """One of several things, where nothing else is asked in the same breath."""
