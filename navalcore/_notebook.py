"""How a match shows itself in a notebook. The engine draws nothing: a module that can draw registers here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _nothing(match: Any) -> str | None:  # noqa: ARG001
    return None


board_svg: Callable[[Any], str | None] = _nothing
"""A function that draws the board of a match, as the umpire sees it; ``import navalcore`` puts the game's face here."""
