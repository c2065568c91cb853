"""The letters and words of Computer Bismarck that a new player has to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "B C A D": "battleship, cruiser, carrier and destroyers on the map; a figure is so many units in one square",
    "S O M": "submarines, oiler and convoy (merchantmen) on the map",
    "R L T": "reconnaissance, land-based attack and torpedo planes",
    "square": "a place on the map: two digits for the row, two for the column, such as 1622",
    "DM": "done moving: ends the orders of the turn, after which nothing can be ordered",
    "mode M": "move: a ship sails at her speed, a plane flies to a square and searches there",
    "mode P": "patrol: a ship searches better and moves less; a plane searches for longer",
    "mode F": "full speed: a ship moves farther and pays more fuel",
    "mode C": "a ship keeps company with a convoy and moves at its pace",
    "mode L": "launch: a carrier sends out and takes in planes",
    "mode R": "refuel for a ship, reconnaissance for a plane",
    "mode A": "attack: a plane flies out, attacks and comes back",
    "mode B": "base: a plane stays on the ground or on deck",
    "mode H": "home: a plane flies straight back to its base",
    "V I": "the visibility of each row, 1 to 8: a search total that reaches it finds the enemy",
    "search total": "the search factors of a side in a square (NS shows them), F where there is fog",
    "endurance": "the turns a plane may still stay in the air",
    "salvo": "one factor of firepower",
    "VP": "victory points; both totals stand in the heading",
}
