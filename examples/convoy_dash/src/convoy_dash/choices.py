"""What the players choose from: small immutable values, whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore import Option


@dataclass(frozen=True, slots=True)
class Order(Option):
    """A boat goes to an area; boat 0 is none: the radio stays silent."""

    boat: int
    area: str

    def __str__(self) -> str:
        return f"U{self.boat} to {self.area}" if self.boat else "no order"


@dataclass(frozen=True, slots=True)
class Search(Option):
    """Aircraft search an area."""

    area: str

    def __str__(self) -> str:
        return f"search {self.area}"


@dataclass(frozen=True, slots=True)
class Sail(Option):
    """The convoy sails to an area, or stays in its own."""

    area: str
    stays: bool = False

    def __str__(self) -> str:
        return f"stay in {self.area}" if self.stays else f"sail to {self.area}"


NO_ORDER = Order(0, "")
