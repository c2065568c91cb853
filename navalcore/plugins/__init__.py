"""Plug-ins: how games, variants, bots and observers from any package reach the library.

A plug-in is a module that implements some of the hooks in :mod:`navalcore.plugins.hooks`::

    from navalcore.plugins import Manifest, hookimpl

    MANIFEST = Manifest(
        id="my_game",
        title="My Game",
        version="1.0",
        roles={"red": "red fleet", "blue": "blue fleet"},
        scenarios={"calm": "A calm sea"},
        game="my_package.game:MyGame",
        face="my_package.face:MyFace",
    )

    @hookimpl
    def navalcore_games():
        return [MANIFEST]

It is found by the entry-point group ``navalcore`` of its distribution, or named to :func:`discover`.
"""

from navalcore.plugins.contracts import ANY_GAME, BotLike, GameLike, Observer, VariantLike
from navalcore.plugins.discovery import discover, reset
from navalcore.plugins.hooks import hookimpl
from navalcore.plugins.installed import BrokenPluginReport, Plugins
from navalcore.plugins.manifest import BotManifest, Manifest, VariantManifest

__all__ = [
    "ANY_GAME",
    "BotLike",
    "BotManifest",
    "BrokenPluginReport",
    "GameLike",
    "Manifest",
    "Observer",
    "Plugins",
    "VariantLike",
    "VariantManifest",
    "discover",
    "hookimpl",
    "reset",
]
