"""The state of a match, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeAlias

from navalcore import rules
from navalcore.components import Cup
from navalcore.rules import Options, Scenario
from pydantic import Field, model_validator


class Side(StrEnum):
    """The two players (1)."""

    CONVOY = "convoy"
    PACK = "pack"


CONVOY, PACK = Side.CONVOY, Side.PACK


class Sighting(StrEnum):
    """The counters in the cup (4)."""

    HAZE = "haze"
    CLEAR = "clear"
    SUN = "sun"


class Dash(Scenario):
    """What a match starts from (1).

    Attributes:
        ships: merchant ships of the convoy.
        needed: how many must come home.
        turns: the turns there are.
        boats: boats of the pack.
        salvos: attacks each boat can make.
        cup: sighting counters, at least one for each turn.
    """

    ships: int = Field(ge=1)
    needed: int = Field(ge=1)
    turns: int = Field(ge=1)
    boats: int = Field(ge=1, le=8)
    salvos: int = Field(ge=1)
    cup: dict[Sighting, int]

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if sum(self.cup.values()) < self.turns:
            raise ValueError(f"the cup needs a counter for each of the {self.turns} turns")
        return self


class Rules(Options):
    """The optional rules: one field each, with a default and a description."""

    night: bool = False
    """CON-R1. Whether boats attack by night: then every boat attacks as if it were unseen."""


@dataclass(slots=True)
class Boat:
    """A boat of the pack.

    Attributes:
        number: its name, from 1.
        area: where it is; "" before it is placed.
        salvos: attacks it can still make.
        sighted: whether the convoy knows where it is.
    """

    number: int
    area: str
    salvos: int
    sighted: bool = False


@dataclass(slots=True)
class State:
    """The whole match: plain data, changed in place by the rules.

    Attributes:
        phase: the step of the sequence of play.
        convoy: the convoy's area.
        ships: merchant ships afloat.
        needed: how many must come home.
        turns: the turns there are.
        boats: the boats that are still there.
        cup: the sighting counters that are left.
        swept: areas the convoy knows to hold no boat that it has not sighted.
        turn: turns begun.
    """

    phase: str
    convoy: str
    ships: int
    needed: int
    turns: int
    boats: list[Boat]
    cup: Cup[Sighting]
    swept: list[str] = field(default_factory=list)
    turn: int = 0


Play: TypeAlias = rules.Play[State, Rules]
"""What every rule is given: the state, the options, the dice."""
