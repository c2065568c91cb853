"""What the players choose from: small immutable values, whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass, field

from navalcore.components import place_id
from navalcore.rules import Option, Place, places


@dataclass(frozen=True, slots=True)
class Order(Option):
    """A boat goes to an area."""

    boat: int
    area: str
    start: str = field(default="", compare=False)
    """Where it is; empty if it is not placed yet."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and from where to where it goes, at first from anywhere."""
        start = place_id("area", self.start) if self.start else "somewhere"
        return places(subject=place_id("boat", self.boat), from_=start, to=place_id("area", self.area))

    def __str__(self) -> str:
        return f"U{self.boat} to {self.area}"


@dataclass(frozen=True, slots=True)
class Silence(Order):
    """No boat goes: the radio stays silent. Its key is that of an order to boat 0."""

    kind = "silence"
    keyed = "order"

    @property
    def places(self) -> tuple[Place, ...]:
        """It is an act without a place."""
        return ()

    def __str__(self) -> str:
        return "no order"


@dataclass(frozen=True, slots=True)
class Search(Option):
    """Aircraft search an area."""

    area: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The area."""
        return places(target=place_id("area", self.area))

    def __str__(self) -> str:
        return f"search {self.area}"


@dataclass(frozen=True, slots=True)
class Sail(Option):
    """The convoy sails to an area, or stays in its own."""

    area: str
    stays: bool = False
    start: str = field(default="", compare=False)
    """Where it is."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The convoy, and from where to where it sails."""
        return places(subject="convoy", from_=place_id("area", self.start), to=place_id("area", self.area))

    def __str__(self) -> str:
        return f"stay in {self.area}" if self.stays else f"sail to {self.area}"


NO_ORDER = Silence(0, "")
