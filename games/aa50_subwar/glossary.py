"""The words and letters of submarine warfare that a new player has to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "Sz7": "a sea zone, by its number",
    "C2": "convoy limit: a space loses at most so many IPC in a turn to convoy disruption",
    "IPC": "money: territories bring it in, units cost it, convoy disruption takes it away",
    "lost": "what a space has lost to convoy disruption in this turn",
    "submarine": "6 IPC; it attacks by surprise, may submerge, and disrupts convoys",
    "destroyer": "8 IPC; it stops submarines and hunts them",
    "cruiser": "12 IPC; a strong ship that hits on 3 or less",
    "carrier": "14 IPC; two fighters may land on it",
    "battleship": "20 IPC; it takes two hits",
    "transport": "7 IPC; it does not fight and is lost when nothing else is left",
    "fighter": "10 IPC; it moves 4 spaces and may land on a carrier",
    "bomber": "12 IPC; it moves 6 spaces and lands on land only",
    "bomber (6)": "an aircraft with the movement points it has left; it must keep enough of them to land",
    "to fight": "a flight into a fleet battle",
    "to search": "a flight to hunt submarines, which costs movement points of its own",
    "hunt": "submarines alone in a zone are searched for, one unit after another, and then attacked",
    "submerge": "a submarine leaves the battle",
}
