"""The installed games, as the engine knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalcore.engine.game import Game
from navalcore.errors import BrokenPlugin, UnknownName


def find_game(game_id: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id, as it is or as variants change it.

    Args:
        game_id: the id, such as ``"tonnage_war"``; with a variant ``"tonnage_war:autumn_1940"``, with several
            ``"GAME:FIRST+SECOND"``, the later on top of the earlier.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        UnknownName: the game has no such variant; lists those it has.
        BrokenPlugin: the plug-in offers something that is no :class:`Game` or :class:`Variant`, or the variant does not
            fit the game.
    """
    from navalcore.plugins import discover

    name, colon, wanted = game_id.partition(":")
    found = discover(plugins)
    game = _checked(found.game(name))
    if not colon:
        return game
    return _varied(game, wanted.split("+"), found.variants_of(name))


def _varied(game: Game[Any, Any, Any], wanted: Sequence[str], offered: Mapping[str, object]) -> Game[Any, Any, Any]:
    from navalcore.engine.variants import Variant, vary

    variants: list[Variant] = []
    for name in wanted:
        if name not in offered:
            raise UnknownName(f"{game.id} has no variant '{name}'; it has {', '.join(offered) or 'none'}")
        variant = offered[name]
        if not isinstance(variant, Variant):
            raise BrokenPlugin(f"the plug-in's variant {variant!r} is not derived from navalcore.Variant")
        if name in wanted[: len(variants)]:
            raise UnknownName(f"{game.id}:{'+'.join(wanted)} names the variant '{name}' twice")
        variants.append(variant)
    return vary(game, variants)


def installed_games(plugins: Sequence[str] = ()) -> dict[str, Game[Any, Any, Any]]:
    """Every installed game by its id; plug-ins that offer something else are left out."""
    from navalcore.plugins import discover

    return {name: game for name, game in discover(plugins).games.items() if isinstance(game, Game)}


def _checked(offered: object) -> Game[Any, Any, Any]:
    if not isinstance(offered, Game):
        raise BrokenPlugin(f"the plug-in's game {offered!r} is not derived from navalcore.Game")
    return offered
