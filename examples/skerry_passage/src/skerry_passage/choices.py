"""What the players choose from: small immutable values, whose text is their notation."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    start: str = field(default="", compare=False)
    """The hex that it leads from."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, the hex that she leaves, and the hex where she is then, if that is on the map."""
        start, to = (place_id("hex", space) if space else "" for space in (self.start, self.to))
        return places(subject=place_id("ship", self.ship), from_=start, to=to)

    def __str__(self) -> str:
        name = cards()[self.ship].name
        if self.way is Way.SMOKE:
            return f"{name} makes smoke"
        if self.way is Way.STOP:
            return f"{name} stops in {self.to}"
        return f"{name} {self.way}: {self.to}" if self.to else f"{name} {self.way}: out of the passage"


@dataclass(frozen=True, slots=True)
class Shot(Option):
    """A ship fires at another."""

    ship: str
    weapon: Weapon
    target: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The target; who fires and from where, the question says."""
        return places(target=place_id("ship", self.target))

    def __str__(self) -> str:
        return f"{cards()[self.ship].name}: {self.weapon} at {cards()[self.target].name}"


@dataclass(frozen=True, slots=True)
class HoldFire(Shot):
    """A ship does not fire; nothing stands for the target, and its key is that of a shot."""

    kind = "hold_fire"
    keyed = "shot"

    @property
    def places(self) -> tuple[Place, ...]:
        """The question says who does not fire."""
        return ()

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} holds her fire"
