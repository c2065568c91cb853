"""The hooks a plug-in may implement, at least one, each marked ``@hookimpl``."""

from __future__ import annotations

from collections.abc import Iterable

import pluggy

from navalcore._plugins.contracts import BotLike, GameLike, VariantLike
from navalcore._plugins.manifest import Manifest

PROJECT = "navalcore"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Decorator: the function implements the hook of its name for a plug-in."""


@hookspec
def navalcore_games() -> Iterable[Manifest | GameLike | type[GameLike]]:  # type: ignore[empty-body]
    """Return the games of this plug-in: a :class:`~navalcore.Manifest` for each.

    Called whenever plug-ins are discovered, for every game, so nothing here should import the rules: a manifest says
    where they are. ``Game`` objects, or ``Game`` classes to be made without arguments, will do too; then anyone who
    plays any game pays for importing this one.
    """


@hookspec
def navalcore_variants() -> Iterable[VariantLike]:  # type: ignore[empty-body]
    """Return the variants of this plug-in, of its own games or of those of others: a
    :class:`~navalcore.rules.VariantManifest` for each, or ``Variant`` objects.
    """


@hookspec
def navalcore_bots() -> Iterable[BotLike]:  # type: ignore[empty-body]
    """Return the bots of this plug-in, for one game or for every game.

    A :class:`~navalcore.rules.BotManifest` for each, or ``Bot`` classes with ``game`` and ``name`` as class
    attributes; both are called with a role and a stream of chance.
    """
