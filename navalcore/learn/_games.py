"""Which game is meant: everything in this package that wants a game takes it, or its id."""

from __future__ import annotations

from typing import Any, TypeAlias

from navalcore._match.installed import load
from navalcore._match.match import AnyGame as AnyGame, Game
from navalcore.errors import BadData

GameOrId: TypeAlias = str | Game[Any, Any, Any]
"""A game, or the id that :func:`navalcore.load` loads it by."""


def game_of(game: GameOrId) -> AnyGame:
    """The game itself, or the one of an id."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise BadData(f"{game!r} is neither a game nor the id of one; give nc.load('uboat_cards') or 'uboat_cards'")
    return load(game)
