"""Convoy Dash: a game for navalcore."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from convoy_dash.game import ConvoyDash

    return [ConvoyDash()]
