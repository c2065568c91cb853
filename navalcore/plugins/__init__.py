"""Plug-ins: how games, variants, bots and observers from any package reach the library.

A plug-in is a module that implements some of the hooks in :mod:`navalcore.plugins.hooks`::

    from navalcore.plugins import hookimpl

    @hookimpl
    def navalcore_games():
        from my_package.game import MyGame
        return [MyGame()]

It is found by the entry-point group ``navalcore`` of its distribution, or named to :func:`discover`.
"""

from navalcore.plugins.contracts import ANY_GAME, BotLike, GameLike, Observer, VariantLike
from navalcore.plugins.discovery import discover, reset
from navalcore.plugins.hooks import hookimpl
from navalcore.plugins.installed import BrokenPluginReport, Plugins

__all__ = [
    "ANY_GAME",
    "BotLike",
    "BrokenPluginReport",
    "GameLike",
    "Observer",
    "Plugins",
    "VariantLike",
    "discover",
    "hookimpl",
    "reset",
]
