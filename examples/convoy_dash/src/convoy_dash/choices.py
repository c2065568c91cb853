"""What the players choose from: small immutable values, whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.components import place_id
from navalcore.rules import Option, Place, places


@dataclass(frozen=True, slots=True)
class Order(Option):
    """A boat goes to an area; boat 0 is none: the radio stays silent."""

    boat: int
    area: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and where it goes; silence is an act without a place."""
        return places(subject=place_id("boat", self.boat), to=place_id("area", self.area)) if self.boat else ()

    def __str__(self) -> str:
        return f"U{self.boat} to {self.area}" if self.boat else "no order"


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

    @property
    def places(self) -> tuple[Place, ...]:
        """The convoy, and where it sails to."""
        return places(subject="convoy", to=place_id("area", self.area))

    def __str__(self) -> str:
        return f"stay in {self.area}" if self.stays else f"sail to {self.area}"


NO_ORDER = Order(0, "")
