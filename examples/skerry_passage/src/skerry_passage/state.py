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
    """What a match starts from (1).

    Attributes:
        turns: the turns there are.
        sight: how many hexes far one can see.
        start: where each ship begins, by its id.
    """

    turns: int = Field(ge=1)
    sight: int = Field(ge=1)
    start: dict[str, Start]


class Rules(Options):
    """The optional rules."""

    smoke: bool = True
    """SKE-R1. Whether ships can make smoke; in a gale they cannot."""


@dataclass(slots=True)
class Ship:
    """A ship.

    Attributes:
        id: its card.
        side: whose it is.
        space: its hex; "" once it has left the passage.
        facing: where its bow points.
        damage: its damage track.
        torpedoes: those it has left.
        smoke: how often it can still make smoke.
        smoking: whether it makes smoke in this turn.
        sailed: hexes sailed in this turn.
    """

    id: str
    side: Side
    space: str
    facing: Bearing
    damage: DamageTrack
    torpedoes: int
    smoke: int
    smoking: bool = False
    sailed: int = 0

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
    """The whole match: plain data, changed in place by the rules.

    Attributes:
        phase: the step of the sequence of play.
        turns: the turns there are.
        sight: how many hexes far one can see.
        ships: all ships, flagships first.
        missions: what each side is out for.
        courses: the legs that the sides have written.
        shots: the shots that the sides have written.
        markers: the smoke on the map.
        turn: turns begun.
    """

    phase: str
    turns: int
    sight: int
    ships: list[Ship]
    missions: dict[Side, Mission] = field(default_factory=dict)
    courses: Plots[Leg] = field(default_factory=Plots)
    shots: Plots[Shot] = field(default_factory=Plots)
    markers: Markers[str] = field(default_factory=Markers)
    turn: int = 0

    def ship(self, name: str) -> Ship:
        """A ship by its id."""
        return next(ship for ship in self.ships if ship.id == name)

    def squadron(self, side: str) -> Iterator[Ship]:
        """The ships of a side that are in the passage, the flagship first."""
        return (ship for ship in self.ships if ship.side == side and ship.here)


Play: TypeAlias = rules.Play[State, Rules]
"""What every rule is given: the state, the options, the dice."""
