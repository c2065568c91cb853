"""Names of units as short as the squares of the chart ask for."""

from __future__ import annotations

from typing import Final

from navalcore.rules import rule
from navalcore_games.bismarck.cards import is_ship, unit_name
from navalcore_games.bismarck.words import UnitNumber

SHORT: Final = {
    "Arethusa": "Areth.", "Ark Royal": "Ark R.", "Belchen": "Belch.", "Birmingham": "Birm.", "Bismarck": "Bism.",
    "Britannic": "Britan.", "Destroyer Flotilla 1": "DF 1", "Destroyer Flotilla 2": "DF 2",
    "Destroyer Flotilla 3": "DF 3", "Dorsetshire": "Dorset", "Edinburgh": "Edinb.", "Galatea": "Galat.",
    "Hamburg": "Hamb.", "Hermione": "Herm.", "King George V": "KGV", "Lothringen": "Lothr.", "Manchester": "Manch.",
    "Prince of Wales": "PoW", "Prinz Eugen": "Eugen", "Ramillies": "Ramil.", "Renown": "Ren.", "Repulse": "Repul.",
    "Sheffield": "Sheff.", "Sub Group 1": "Sub 1", "Sub Group 2": "Sub 2", "Victorious": "Victor.",
    "Wolfpack 1": "Wolf 1", "Wolfpack 2": "Wolf 2", "Wolfpack 3": "Wolf 3", "Wolfpack 4": "Wolf 4",
}  # fmt: skip
"""Names of ships that are too long for a square."""


@rule("5.27")
def square_name(unit: UnitNumber) -> str:
    """A name that fits a square, whole or shortened by a full stop: a ship's, or a plane's type and base."""
    name = unit_name(unit).removeprefix("Convoy ")
    if is_ship(unit):
        return SHORT.get(name, name)
    letter, base, *more = name.split()
    return f"{letter} {base[:2]}{_number(more)}"


def _number(words: list[str]) -> str:
    """Which of several units of one base it is."""
    return words[-1] if words and words[-1].isdigit() else ""
