"""Tonnage War: a card game of wolf packs and convoy escorts in the North Atlantic, 1940-43."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.tonnage_war.game import TonnageWar

    return [TonnageWar()]


@hookimpl
def navalcore_variants() -> list[Any]:
    """Register the variant."""
    from games.tonnage_war.variants.autumn_1940 import Autumn1940

    return [Autumn1940()]
