"""The variant whole board: all powers and all seas of the Anniversary game, by its data (B19 to B21)."""

from __future__ import annotations

from navalcore.rules import Variant
from navalcore_games.aa50_subwar import WHOLE_BOARD


class WholeBoard(Variant):
    """Six powers at sea in all 65 sea zones; the rules are the same, and all that differs is data."""

    manifest = WHOLE_BOARD
