"""The installed games, as the engine knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore.engine.game import Game
from navalcore.errors import BrokenPlugin


def find_game(game_id: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id.

    Args:
        game_id: the id, such as ``"tonnage_war"``.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        BrokenPlugin: the plug-in offers something that is no :class:`Game`.
    """
    from navalcore.plugins import discover

    return _checked(discover(plugins).game(game_id))


def installed_games(plugins: Sequence[str] = ()) -> dict[str, Game[Any, Any, Any]]:
    """Every installed game by its id; plug-ins that offer something else are left out."""
    from navalcore.plugins import discover

    return {name: game for name, game in discover(plugins).games.items() if isinstance(game, Game)}


def _checked(offered: object) -> Game[Any, Any, Any]:
    if not isinstance(offered, Game):
        raise BrokenPlugin(f"the plug-in's game {offered!r} is not derived from navalcore.Game")
    return offered
