"""The words of the game: sides, types, modes and fates, with the letters the cards and charts use."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

from navalcore.rules import Features

Square = NewType("Square", int)
"""A square of the sea map: row and column of two digits each (2.6); made by ``sea_map`` and the data cards alone."""

GRID_LINES = Features(("row", "column"), lambda square: divmod(square, 100))
"""A square's row and column, for those who turn views into numbers."""

UnitNumber = NewType("UnitNumber", int)
"""A ship or a plane (see ``is_ship``)."""

ShipNumber = NewType("ShipNumber", UnitNumber)
"""A ship: its place in ``cards.SHIPS``, which is its unit number too."""

PlaneNumber = NewType("PlaneNumber", int)
"""A plane: its place in ``cards.PLANES``."""


class Side(StrEnum):
    """The two players (1.3)."""

    BRITISH = "british"
    GERMAN = "german"


OPPONENT = {Side.BRITISH: Side.GERMAN, Side.GERMAN: Side.BRITISH}
"""The other player."""


class ShipType(StrEnum):
    """Types of ship unit (2.3)."""

    BATTLESHIP = "B"
    CRUISER = "C"
    CARRIER = "A"
    DESTROYERS = "D"
    SUBMARINES = "S"
    OILER = "O"
    CONVOY = "M"


class PlaneType(StrEnum):
    """Types of plane unit (2.3)."""

    RECONNAISSANCE = "R"
    LEVEL_BOMBER = "L"
    TORPEDO_BOMBER = "T"


class Mode(StrEnum):
    """The modes of charts B and C; R is refuel/rearm for ships and reconnaissance for planes."""

    MOVE = "M"
    PATROL = "P"
    LAUNCH = "L"
    FAST = "F"
    SLOW = "C"
    R = "R"
    ATTACK = "A"
    HOME = "Z"
    BASE = "B"


MODE_NAMES: Final = {
    Mode.MOVE: "move",
    Mode.PATROL: "patrol",
    Mode.LAUNCH: "launch",
    Mode.FAST: "fast convoy",
    Mode.SLOW: "slow convoy",
    Mode.R: "refuel / recon",
    Mode.ATTACK: "attack",
    Mode.HOME: "fly home",
    Mode.BASE: "at base",
}
"""The names of the modes, in a word or two."""


class Fate(StrEnum):
    """Whether a unit is in play, and how it left."""

    WAITING = "waiting"
    ACTIVE = "active"
    SUNK = "sunk"
    CRASHED = "crashed"
    DISPERSED = "dispersed"
    ARRIVED = "arrived"


OUT_OF_PLAY = {
    Fate.SUNK: "has been sunk",
    Fate.CRASHED: "has crashed",
    Fate.DISPERSED: "has been dispersed",
    Fate.ARRIVED: "has reached its destination",
}
"""The fate of a unit that is not in play any more."""


class Hunt(StrEnum):
    """The shadowing that a unit has done in this turn; all but NONE have no regular move (10.1)."""

    NONE = ""
    SHADOWED = "shadowed"
    FOLLOWED = "followed"
    ATTEMPTED = "attempted"
    FOLLOWING = "following"
