"""What a match tells to those who listen. All of it is public: where boats go is never told."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.components import place_id
from navalcore.rules import Event, Move, Place, places

from convoy_dash.state import Sighting


@dataclass(frozen=True, slots=True)
class ContactLost(Event):
    """A boat that was sighted has moved."""

    boat: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, which is somewhere."""
        return places(subject=place_id("boat", self.boat), at="somewhere")

    def __str__(self) -> str:
        return f"U{self.boat} dives and is lost from sight."


@dataclass(frozen=True, slots=True)
class BoatMoved(Event):
    """A boat has moved; only the pack is told."""

    boat: int
    start: str
    area: str

    @property
    def moves(self) -> tuple[Move, ...]:
        """From area to area; at first from anywhere."""
        start = place_id("area", self.start) if self.start else "somewhere"
        return (Move(place_id("boat", self.boat), start, place_id("area", self.area)),)

    def __str__(self) -> str:
        return f"U{self.boat} goes to {self.area}."


@dataclass(frozen=True, slots=True)
class AreaSearched(Event):
    """Aircraft have searched, and sighted some boats or none."""

    area: str
    counter: Sighting
    boats: tuple[int, ...]
    areas: tuple[str, ...]
    """Where they are."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boats sighted, and the areas."""
        areas = dict.fromkeys(place_id("area", area) for area in (self.area, *self.areas))
        return places(target=[place_id("boat", boat) for boat in self.boats], at=[*areas])

    def __str__(self) -> str:
        found = ", ".join(f"U{boat}" for boat in self.boats) or "nothing"
        return f"The search of {self.area} ({self.counter}) finds {found}."


@dataclass(frozen=True, slots=True)
class ConvoySailed(Event):
    """The convoy is in an area."""

    area: str
    start: str

    @property
    def moves(self) -> tuple[Move, ...]:
        """From area to area."""
        return (Move("convoy", place_id("area", self.start), place_id("area", self.area)),)

    def __str__(self) -> str:
        return f"The convoy is in {self.area}."


@dataclass(frozen=True, slots=True)
class ShipsTorpedoed(Event):
    """A boat has attacked."""

    boat: int
    sunk: int
    left: int
    area: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, which is seen now, and the convoy."""
        return places(subject=place_id("boat", self.boat), target="convoy", at=place_id("area", self.area))

    def __str__(self) -> str:
        return f"U{self.boat} sinks {self.sunk or 'no'} ship{'s' * (self.sunk != 1)}; {self.left} are left."


@dataclass(frozen=True, slots=True)
class EscortsStruck(Event):
    """The escorts have hunted a boat."""

    boat: int
    result: str
    area: str
    leaves: bool
    """The boat is destroyed, or has no salvos left."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """A boat that leaves the map."""
        return (Move(place_id("boat", self.boat), place_id("area", self.area), ""),) if self.leaves else ()

    def __str__(self) -> str:
        return f"U{self.boat} {'is destroyed' if self.result == 'destroyed' else 'escapes the escorts'}."
