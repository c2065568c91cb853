"""The state of a match, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeAlias

from navalcore import rules
from navalcore.components import Deck
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
    """What a match starts from (1)."""

    ships: int = Field(ge=1)
    """Merchant ships of the convoy."""
    needed: int = Field(ge=1)
    """How many must come home."""
    turns: int = Field(ge=1)
    """The turns there are."""
    boats: int = Field(ge=1, le=8)
    """Boats of the pack."""
    salvos: int = Field(ge=1)
    """Attacks each boat can make."""
    cup: dict[Sighting, int]
    """Sighting counters, at least one for each turn."""

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
    """A boat of the pack."""

    number: int
    """Its name, from 1."""
    area: str
    """Where it is; "" before it is placed."""
    salvos: int
    """Attacks it can still make."""
    sighted: bool = False
    """Whether the convoy knows where it is."""


@dataclass(slots=True)
class State:
    """The whole match: plain data, changed in place by the rules."""

    phase: str
    """The step of the sequence of play."""
    convoy: str
    """The convoy's area."""
    ships: int
    """Merchant ships afloat."""
    needed: int
    """How many must come home."""
    turns: int
    """The turns there are."""
    boats: list[Boat]
    """The boats that are still there."""
    cup: Deck[Sighting]
    """The sighting counters that are left."""
    swept: list[str] = field(default_factory=list)
    """Areas the convoy knows to hold no boat that it has not sighted."""
    turn: int = 0
    """Turns begun."""


Play: TypeAlias = rules.Play[State, Rules]
"""What every rule is given: the state, the options, the dice."""
