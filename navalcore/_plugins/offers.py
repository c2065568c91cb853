"""The offers of one plug-in, asked through its hooks and checked, the version of navalcore that it needs first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

import pluggy

from navalcore._plugins import hooks
from navalcore._plugins.contracts import BotLike, GameLike, VariantLike
from navalcore._plugins.manifest import BotManifest, Manifest, VariantManifest
from navalcore._version import VERSION
from navalcore.errors import BrokenPlugin


@dataclass(frozen=True, slots=True)
class Offer:
    """The offers of one plug-in."""

    games: list[Manifest | GameLike]
    variants: list[VariantLike]
    bots: list[BotLike]


def offer_of(plugin: object, name: str) -> Offer:
    """Ask a plug-in for all it offers; raises what its hooks raise, or what says how it breaks the contract."""
    # A manager for each: pluggy stops at the first implementation that raises, and the others must go on.
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    manager.register(plugin, name=name)
    manager.check_pending()
    if not manager.get_hookcallers(plugin):
        raise BrokenPlugin("it has no hook; mark functions such as navalcore_games() with @hookimpl")
    offered = _returned(manager, "navalcore_games")
    for game in offered:
        check_versions(f"its game {getattr(game, 'id', game)}", getattr(game, "requires_navalcore", None))
    games = [game() if isinstance(game, type) else game for game in offered]
    for made in (each for each in games if not isinstance(each, Manifest)):
        check_methods(made)
    for manifest in (each for each in games if isinstance(each, Manifest)):
        _place("navalcore_games", manifest, manifest.game)
        if manifest.face:
            _place("navalcore_games", manifest, manifest.face)
        if not manifest.roles or not manifest.scenarios:
            raise BrokenPlugin(f"navalcore_games() gave the manifest of {manifest.id} without roles or scenarios")
    return Offer(
        games=_named(games, "navalcore_games", ("id", "title", "version")),
        variants=_named(_returned(manager, "navalcore_variants"), "navalcore_variants", ("game", "id", "title")),
        bots=_named(_returned(manager, "navalcore_bots"), "navalcore_bots", ("game", "name")),
    )


def _returned(manager: pluggy.PluginManager, hook: str) -> list[Any]:
    """The result of the plug-in's hook, as a list; nothing if it does not implement it."""
    caller = getattr(manager.hook, hook)
    if not caller.get_hookimpls():
        return []
    results = caller()  # one result for each implementation; pluggy leaves out None
    result = results[0] if results else None
    if not isinstance(result, Iterable) or isinstance(result, str | bytes | Mapping):
        raise BrokenPlugin(f"{hook}() returned {result!r}; it must return a list")
    return list(result)


def _place(hook: str, manifest: object, where: str) -> None:
    """See that a manifest says where something is in the right form, without looking there."""
    module, colon, name = where.partition(":")
    if not (module and colon and name.isidentifier()):
        raise BrokenPlugin(f"{hook}() gave {manifest!r}, where '{where}' is not of the form module:Class")


def _named(things: list[Any], hook: str, attributes: Sequence[str]) -> list[Any]:
    """The things, once each is seen to have these attributes as text, the names among them without spaces."""
    for thing in things:
        check_versions(f"{hook}() gave {thing!r}, which", getattr(thing, "requires_navalcore", None))
        for attribute in attributes:
            value = getattr(thing, attribute, None)
            if not isinstance(value, str) or not value:
                raise BrokenPlugin(f"{hook}() gave {thing!r}, whose {attribute} is not a text but {value!r}")
            if attribute in ("id", "game", "name") and value.split() != [value]:
                raise BrokenPlugin(f"{hook}() gave {thing!r}, whose {attribute} {value!r} has spaces")
        if isinstance(thing, VariantManifest):
            _place(hook, thing, thing.variant)
        if isinstance(thing, BotManifest):
            _place(hook, thing, thing.bot)
    return things


CORE = "navalcore"
ADVICE = "`navalcore check --upgrade DIR` lists what to change in its source"
GIVEN: Final = {"initial_state": 1, "sequence_of_play": 1, "outcome": 2, "view": 3, "redeal": 4}
"""How many arguments the methods of a game are given; in 0.1 scenario and options were two of them."""


def check_distribution(requirements: Iterable[str]) -> None:
    """Hold what a distribution says it requires (``Requires-Dist``) against this version of navalcore."""
    for text in requirements:
        if not text.lower().startswith(CORE):
            continue
        from packaging.requirements import InvalidRequirement, Requirement

        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue  # the installer's business, not ours
        if requirement.name.lower() == CORE and (requirement.marker is None or requirement.marker.evaluate()):
            check_versions("its distribution", str(requirement.specifier))


def check_methods(game: object) -> None:
    """Refuse a game whose methods take what another version of navalcore gave them."""
    for name, number in GIVEN.items():
        method = getattr(game, name, None)
        try:
            if method is not None:
                signature(method).bind(*range(number))
        except TypeError:
            takes = ", ".join(signature(method).parameters) if callable(method) else "nothing"
            raise BrokenPlugin(
                f"its game {getattr(game, 'id', game)} is made for navalcore 0.1 or another version: {name} takes "
                f"({takes}); {ADVICE}"
            ) from None
        except ValueError:  # a callable that tells nothing of its arguments
            continue


def check_versions(what: str, needed: object) -> None:
    """Hold the ``requires_navalcore`` of a plug-in, game, variant or bot against this version."""
    if needed in (None, ""):
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        accepted = isinstance(needed, str) and SpecifierSet(needed).contains(VERSION, prereleases=True)
    except InvalidSpecifier:
        raise BrokenPlugin(f"{what} has requires_navalcore = {needed!r}; write it like '>=0.2,<1'") from None
    if not isinstance(needed, str):
        raise BrokenPlugin(f"{what} has requires_navalcore = {needed!r}; write it as text like '>=0.2,<1'")
    if not accepted:
        raise BrokenPlugin(f"{what} needs navalcore {needed}, and this is {VERSION}")
