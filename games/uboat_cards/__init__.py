"""The wolf-pack card game: a German wolf pack against an Allied convoy, three cards in a row to sink a vessel."""

from __future__ import annotations

from typing import Any

from navalcore.plugins import hookimpl


@hookimpl
def navalcore_games() -> list[Any]:
    """Register the game."""
    from games.uboat_cards.game import UboatCards

    return [UboatCards()]
