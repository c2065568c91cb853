"""What a match tells to those who listen."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore import Event


@dataclass(frozen=True, slots=True)
class ShipSailed(Event):
    """The ship has sailed, and met its hazards."""

    sailed: int
    legs: int
    hits: int

    def __str__(self) -> str:
        hurt = f"{self.hits} hit{'s' * (self.hits != 1)}" if self.hits else "unhurt"
        return f"The ship comes to leg {self.sailed} of {self.legs}: {hurt}."
