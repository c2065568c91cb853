"""What a match tells to those who listen. All of it is public: where boats go is never told."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.rules import Event

from convoy_dash.state import Sighting


@dataclass(frozen=True, slots=True)
class ContactLost(Event):
    """A boat that was sighted has moved."""

    boat: int

    def __str__(self) -> str:
        return f"U{self.boat} dives and is lost from sight."


@dataclass(frozen=True, slots=True)
class AreaSearched(Event):
    """Aircraft have searched, and sighted some boats or none."""

    area: str
    counter: Sighting
    boats: tuple[int, ...]

    def __str__(self) -> str:
        found = ", ".join(f"U{boat}" for boat in self.boats) or "nothing"
        return f"The search of {self.area} ({self.counter}) finds {found}."


@dataclass(frozen=True, slots=True)
class ConvoySailed(Event):
    """The convoy is in an area."""

    area: str

    def __str__(self) -> str:
        return f"The convoy is in {self.area}."


@dataclass(frozen=True, slots=True)
class ShipsTorpedoed(Event):
    """A boat has attacked."""

    boat: int
    sunk: int
    left: int

    def __str__(self) -> str:
        return f"U{self.boat} sinks {self.sunk or 'no'} ship{'s' * (self.sunk != 1)}; {self.left} are left."


@dataclass(frozen=True, slots=True)
class EscortsStruck(Event):
    """The escorts have hunted a boat."""

    boat: int
    result: str

    def __str__(self) -> str:
        return f"U{self.boat} {'is destroyed' if self.result == 'destroyed' else 'escapes the escorts'}."
