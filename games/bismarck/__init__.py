"""Computer Bismarck: the breakout of May 1941, with hidden movement and a computer as referee."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.bismarck.game import Bismarck

    return [Bismarck()]
