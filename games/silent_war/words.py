"""The parts of events: printed things with their ids and names, and the words for the states of a boat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

COLUMNS: Final = "ABCD"
"""The columns of the combat display."""


@dataclass(frozen=True, slots=True)
class Named:
    """A boat, OpArea, base, zone or skipper: the id by which views, options and boards know it, and its name."""

    id: str
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Target:
    """A unit of the combat display, as far as the player knows it."""

    id: str
    number: int
    """Its number on the display."""
    column: str
    """A to D."""
    name: str
    """Its name if the player knows it, otherwise the words for its back."""

    def __str__(self) -> str:
        return f"#{self.number} {self.column} {self.name}"


class Result(StrEnum):
    """The effects that the Counterattack and Transit Event Tables may have on a boat."""

    NO_EFFECT = "no_effect"
    SPOTTED = "spotted"
    RTB = "rtb"
    DAMAGED = "damaged"
    DAMAGED_RTB = "damaged_rtb"
    SUNK = "sunk"


RESULTS: Final = {
    Result.NO_EFFECT: ", without effect",
    Result.SPOTTED: ": she is Spotted",
    Result.RTB: ": she must return to base",
    Result.DAMAGED: ": she is damaged",
    Result.DAMAGED_RTB: ": she is damaged and must return to base",
    Result.SUNK: ": she is sunk",
}
"""The meaning of a result, as the end of a sentence about a boat."""


class Cause(StrEnum):
    """How a boat came to be lost."""

    ESCORTS = "escorts"
    DILIGENT_ESCORT = "diligent_escort"
    TRANSIT_EVENT = "transit_event"
    PATROL_BOMBER = "patrol_bomber"
    SECOND_DAMAGE = "second_damage"
    THIRD_DAMAGE = "third_damage"
    EARLY_TORPEDO = "early_torpedo"
    CIRCLING_TORPEDO = "circling_torpedo"
    ENEMY_SUBMARINE = "enemy_submarine"
    TYPHOON = "typhoon"
    BASE_FALLS = "base_falls"


CAUSES: Final = {
    Cause.ESCORTS: "the escorts sink her",
    Cause.DILIGENT_ESCORT: "a Diligent Escort sinks her",
    Cause.TRANSIT_EVENT: "she is sunk in a Transit Event",
    Cause.PATROL_BOMBER: "a patrol bomber sinks her",
    Cause.SECOND_DAMAGE: "she is damaged for the second time",
    Cause.THIRD_DAMAGE: "she is damaged for the third time",
    Cause.EARLY_TORPEDO: "her own torpedo goes off early and sinks her",
    Cause.CIRCLING_TORPEDO: "her own torpedo circles back and sinks her",
    Cause.ENEMY_SUBMARINE: "an enemy submarine torpedoes her",
    Cause.TYPHOON: "she founders in a typhoon",
    Cause.BASE_FALLS: "her base falls",
}
"""The words for each loss."""


class Found(StrEnum):
    """The possible finds of a search where the Contact Table is not asked."""

    NOTHING = "nothing"
    LONER = "loner"
    SUBMARINE = "submarine"


class Force(StrEnum):
    """The contacts that the Contact Table may bring."""

    C1 = "C1"
    C2 = "C2"
    TASK_FORCE = "TF"


class Effect(StrEnum):
    """The effects that the Attack Results Table may have on a ship."""

    NOTHING = "nothing"
    DAMAGED = "damaged"
    SUNK = "sunk"


COMBAT_EVENTS: Final = (
    "a target lumbers into the way",
    "surface gunnery",
    "a torpedo malfunctions",
    "a patrol bomber",
    "mechanical trouble",
    "perfect setup or deadly division",
    "tonnage doubled",
    "counterattack, then combat",
    "counterattack only",
    "combat, then combat again",
)
"""The name of each combat event, by its number."""


class Twist(StrEnum):
    """The outcome of a Combat Event where its second die or the circumstances decide it."""

    NOTHING = "nothing"
    CIRCULAR_RUN = "circular_run"
    HOT_RUN = "hot_run"
    PREMATURE_DETONATION = "premature_detonation"
    DEAD_TORPEDO = "dead_torpedo"
    CLOSE_CALL = "close_call"
    PERFECT_SETUP = "perfect_setup"
    DEADLY_DIVISION = "deadly_division"


TWISTS: Final = {
    Twist.NOTHING: "no such event after all: its conditions are not met",
    Twist.CIRCULAR_RUN: "a circular run: a torpedo of hers comes back after her attack",
    Twist.HOT_RUN: "a hot run: her attack is cancelled, but not the counterattack",
    Twist.PREMATURE_DETONATION: "a premature detonation: her attack value is halved, and the escorts have 1 ASW more",
    Twist.DEAD_TORPEDO: "a dead torpedo: her attack value is halved",
    Twist.CLOSE_CALL: "a close call: her attack and the counterattack are cancelled",
    Twist.PERFECT_SETUP: "a perfect setup: every TDC marker counts as negative in this round",
    Twist.DEADLY_DIVISION: "a deadly division: every Diligent Escort revealed from now on stays in play",
}
"""Each in words."""
