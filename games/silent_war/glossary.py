"""The markers and figures of Silent War that a new player has to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "OpArea": "an area of operations; its chart says how much traffic there is",
    "transit": "the way from base to an OpArea and back; a boat in transit is not on patrol",
    "patrol side": "a boat that searches, rather than one in transit",
    "Range": "how many steps from the nearest active base a boat may go",
    "Special Mission Zone": "a place beside an OpArea that calls for boats this turn",
    "War Period": "1 to 5: charts and torpedoes change with it",
    "torpedo": "a modifier to every torpedo attack; it is bad early in the war",
    "ULTRA": "decoded signals: more traffic in an OpArea",
    "RTB": "return to base: a boat that has to go home",
    "spotted": "the enemy knows of the boat, which makes contacts more dangerous",
    "damage": "hits that a boat has taken; it goes to repair at its base",
    "loner": "one merchantman without escort",
    "column A-D": "the columns of a Japanese formation on the combat display",
    "DE 1t": "a kind of ship and its tonnage in thousands",
    "9-2": "a revealed ship's Defense and ASW value",
    "ASW": "anti-submarine warfare: what a ship adds to the counterattack",
    "TDC": "torpedo data computer: the modifier of a boat's attack on a unit",
    "posture": "cautious, standard or aggressive: more attack points for more danger",
    "attack points": "a boat shares them out among the units it can reach",
    "wolfpack": "up to three boats that move and attack together",
    "pier side, ready": "boxes of a base: a boat rests at pier side, and may sail from ready",
}
