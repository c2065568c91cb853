"""Plug-ins: how games, variants, bots and observers from any package reach the library.

A plug-in is a module that implements some of the hooks in ``navalcore._plugins.hooks``::

    from navalcore._plugins import Manifest, hookimpl

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

from navalcore._plugins.contracts import ANY_GAME, BotLike, GameLike, Observer, VariantLike
from navalcore._plugins.discovery import discover, reset
from navalcore._plugins.hooks import hookimpl
from navalcore._plugins.installed import BrokenPluginReport, Plugins
from navalcore._plugins.manifest import BotManifest, Manifest, VariantManifest

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
