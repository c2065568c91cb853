"""Installed games, found by their id and loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalcore.engine.start import Game
from navalcore.engine.variants import Variant
from navalcore.engine.varying import vary
from navalcore.errors import BrokenPlugin, UnknownGame, UnknownName
from navalcore.plugins import VariantManifest, discover


def find_game(game_id: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id, as it is or as variants change it.

    Args:
        game_id: the id, such as ``"tonnage_war"``; with a variant ``"tonnage_war:autumn_1940"``, with several
            ``"GAME:FIRST+SECOND"``, the later on top of the earlier.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        UnknownName: the game has no such variant; lists those it has.
        BrokenPlugin: the game or the variant cannot be loaded, is not derived from :class:`Game` or :class:`Variant`,
            or the variant does not fit the game.
    """
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game is named by its id, such as 'tonnage_war', not by {game_id!r}")
    name, colon, wanted = game_id.partition(":")
    found = discover(plugins)
    game = _checked(found.game(name))
    if not colon:
        return game
    return _varied(game, wanted.split("+"), found.variants_of(name))


def _varied(game: Game[Any, Any, Any], wanted: Sequence[str], offered: Mapping[str, object]) -> Game[Any, Any, Any]:
    variants: list[Variant] = []
    for name in wanted:
        if name not in offered:
            raise UnknownName(f"{game.id} has no variant '{name}'; it has {', '.join(offered) or 'none'}")
        variant = offered[name]
        if isinstance(variant, VariantManifest):
            variant = variant.load()
        if not isinstance(variant, Variant):
            raise BrokenPlugin(f"the plug-in's variant {variant!r} is not derived from navalcore.Variant")
        if name in wanted[: len(variants)]:
            raise UnknownName(f"{game.id}:{'+'.join(wanted)} names the variant '{name}' twice")
        variants.append(variant)
    return vary(game, variants)


def _checked(offered: object) -> Game[Any, Any, Any]:
    if not isinstance(offered, Game):
        raise BrokenPlugin(f"the plug-in's game {offered!r} is not derived from navalcore.Game")
    return offered
