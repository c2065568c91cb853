"""Tonnage War: a card game of wolf packs and convoy escorts in the North Atlantic, 1940-43."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.tonnage_war.game import TonnageWar

    return [TonnageWar()]
