"""Submarine warfare and convoy disruption for the Anniversary edition: the Battle of the Atlantic, and its resolver."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.aa50_subwar.game import SubmarineWarfare

    return [SubmarineWarfare()]


@hookimpl
def navalcore_variants() -> list[Any]:
    """Register the variant."""
    from games.aa50_subwar.variants.original_spotting import OriginalSpotting

    return [OriginalSpotting()]
