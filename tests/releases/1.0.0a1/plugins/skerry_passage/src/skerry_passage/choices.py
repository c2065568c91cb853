"""What the players choose from: small immutable values, whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from navalcore.components import place_id
from navalcore.rules import Option, Place, places

from skerry_passage.passage import cards


class Way(StrEnum):
    """How a ship sails a leg (3)."""

    AHEAD = "ahead"
    PORT = "to port"
    STARBOARD = "to starboard"
    STOP = "stop"
    SMOKE = "make smoke"


class Weapon(StrEnum):
    """What a ship fires (5)."""

    GUNS = "guns"
    TORPEDO = "torpedo"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Leg(Option):
    """A part of a ship's course. ``to`` is the hex that it leads to, "" where it leads off the map."""

    ship: str
    way: Way
    to: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, and the hex."""
        ship = place_id("ship", self.ship)
        goes = self.to and self.way is not Way.SMOKE
        return places(subject=ship, to=place_id("hex", self.to)) if goes else places(subject=ship)

    def __str__(self) -> str:
        name = cards()[self.ship].name
        if self.way is Way.SMOKE:
            return f"{name} makes smoke"
        if self.way is Way.STOP:
            return f"{name} stops in {self.to}"
        return f"{name} {self.way}: {self.to}" if self.to else f"{name} {self.way}: out of the passage"


@dataclass(frozen=True, slots=True)
class Shot(Option):
    """A ship fires at another, or holds her fire."""

    ship: str
    weapon: Weapon
    target: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The target; holding fire is an act without a place."""
        if not self.target:
            return ()
        return places(subject=place_id("ship", self.ship), target=place_id("ship", self.target))

    def __str__(self) -> str:
        name = cards()[self.ship].name
        return f"{name}: {self.weapon} at {cards()[self.target].name}" if self.target else f"{name} holds her fire"
