"""Silent War: the submarine campaign against Japan, 1941-45, after the solitaire game by Compass Games."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.silent_war.game import SilentWar

    return [SilentWar()]


@hookimpl
def navalcore_variants() -> list[Any]:
    """Register the variant."""
    from games.silent_war.variants.mine_laying import MineLaying

    return [MineLaying()]
