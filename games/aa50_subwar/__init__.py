"""Submarine warfare and convoy disruption for the Anniversary edition: the Battle of the Atlantic, and its resolver."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.aa50_subwar.game import SubmarineWarfare

    return [SubmarineWarfare()]
