"""The state of a match, and the words it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from navalcore import rules
from navalcore.components import Bearing, DamageTrack, Markers
from navalcore.rules import Options, Plots, Scenario
from pydantic import BaseModel, Field

from skerry_passage.choices import Leg, Shot
from skerry_passage.passage import Card, cards


class Side(StrEnum):
    """The two players (1)."""

    GREY = "grey"
    BLUE = "blue"


GREY, BLUE = Side.GREY, Side.BLUE
SIDES = (GREY, BLUE)
ENEMY = {GREY: BLUE, BLUE: GREY}


class Mission(StrEnum):
    """What a side may be out for (2)."""

    BREAK_THROUGH = "break through"
    FLAGSHIP = "cripple the flagship"
    LIGHT = "hold the light"


class Start(BaseModel, extra="forbid"):
    """Where a ship begins: its hex, and the side of it that the bow points to."""

    hex: str
    bow: Literal["N", "ENE", "ESE", "S", "WSW", "WNW"]


class Action(Scenario):
    """What a match starts from (1)."""

    turns: int = Field(ge=1)
    """The turns there are."""
    sight: int = Field(ge=1)
    """How many hexes far one can see."""
    start: dict[str, Start]
    """Where each ship begins, by its id."""


class Rules(Options):
    """The optional rules."""

    smoke: bool = True
    """SKE-R1. Whether ships can make smoke; in a gale they cannot."""


@dataclass(slots=True)
class Ship:
    """A ship."""

    id: str
    """Its card."""
    side: Side
    """Whose it is."""
    space: str
    """Its hex; "" once it has left the passage."""
    facing: Bearing
    """Where its bow points."""
    damage: DamageTrack
    """Its damage track."""
    torpedoes: int
    """Those it has left."""
    smoke: int
    """How often it can still make smoke."""
    smoking: bool = False
    """Whether it makes smoke in this turn."""
    sailed: int = 0
    """Hexes sailed in this turn."""

    @property
    def card(self) -> Card:
        """What is printed of it."""
        return cards()[self.id]

    @property
    def sunk(self) -> bool:
        """Whether every box of its track is filled."""
        return self.damage.full

    @property
    def here(self) -> bool:
        """Whether it is in the passage."""
        return bool(self.space) and not self.sunk

    @property
    def slowed(self) -> bool:
        """Whether it has been slowed (8); a ship that sinks has been."""
        return "slowed" in self.damage.in_force

    @property
    def speed(self) -> int:
        """The legs of its course, at most."""
        return min(self.card.speed, 2) if self.slowed else self.card.speed


@dataclass(slots=True)
class State:
    """The whole match: plain data, changed in place by the rules."""

    phase: str
    """The step of the sequence of play."""
    turns: int
    """The turns there are."""
    sight: int
    """How many hexes far one can see."""
    ships: list[Ship]
    """All ships, flagships first."""
    missions: dict[Side, Mission] = field(default_factory=dict)
    """What each side is out for."""
    courses: Plots[Leg] = field(default_factory=Plots)
    """The legs that the sides have written."""
    shots: Plots[Shot] = field(default_factory=Plots)
    """The shots that the sides have written."""
    markers: Markers[str] = field(default_factory=Markers)
    """The smoke on the map."""
    turn: int = 0
    """Turns begun."""

    def ship(self, name: str) -> Ship:
        """A ship by its id."""
        return next(ship for ship in self.ships if ship.id == name)

    def squadron(self, side: str) -> Iterator[Ship]:
        """The ships of a side that are in the passage, the flagship first."""
        return (ship for ship in self.ships if ship.side == side and ship.here)


Play: TypeAlias = rules.Play[State, Rules]
"""What every rule is given: the state, the options, the dice."""
