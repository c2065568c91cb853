"""The state of a match, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from navalcore import Options, Scenario

CAPTAIN = "captain"
"""The only role."""


class Speed(StrEnum):
    """What the captain chooses every turn (2)."""

    FULL = "full speed"
    SLOW = "dead slow"


class Crossing(Scenario):
    """A strait to cross (1).

    Attributes:
        legs: how many legs it has.
        turns: how many turns there are.
        hull: hits that sink the ship.
    """

    legs: int
    turns: int
    hull: int


class Rules(Options):
    """The optional rules: one field each, with a default and a description."""

    rough_sea: bool = False
    """Whether one is added to every roll for hazards."""


@dataclass(slots=True)
class State:
    """The whole match: plain data, changed in place by the rules.

    Attributes:
        phase: the step of the sequence of play.
        legs: the legs of the strait.
        turns: the turns there are.
        hull: hits that sink the ship.
        turn: turns begun.
        sailed: legs sailed.
        hits: hits taken.
    """

    phase: str
    legs: int
    turns: int
    hull: int
    turn: int = 0
    sailed: int = 0
    hits: int = 0
