"""How an attack round continues after a unit was turned up, and why it was."""

from __future__ import annotations

from enum import Enum


class After(Enum):
    """How a boat's attack round continues after something happened in it."""

    GO_ON = "go on"
    COUNTERATTACK = "no attack, straight to the counterattack"
    ROUND_OVER = "neither attack nor counterattack"
    COMBAT_OVER = "the boat's combat is over"


class Stage(Enum):
    """Why a unit is turned up."""

    REVEALED = "14.13"
    TARGETED = "14.15"
    LUMBERING = "19.21"
