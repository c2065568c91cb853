"""Finding plug-ins and loading them one by one, so that a broken one is reported and the others work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from navalcore._misfits import told_of_misfits
from navalcore._plugins import installed
from navalcore._plugins.hooks import PROJECT
from navalcore._plugins.installed import Plugins
from navalcore._plugins.manifest import Manifest
from navalcore._plugins.offers import check_distribution, check_versions, offer_of
from navalcore.errors import BadData

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_found: dict[tuple[str, ...], Plugins] = {}


class _PluginSource(NamedTuple):
    """Where a plug-in comes from; ``load`` imports it."""

    name: str
    distribution: str | None
    load: Callable[[], object]
    requirements: Sequence[str] = ()


@told_of_misfits
def discover(extra: Sequence[str] = ()) -> Plugins:
    """Load every installed plug-in, and the modules named in ``extra``; found once, then remembered.

    A plug-in that cannot be used is in ``broken`` of the result and logged as one warning. Where two offer
    the same, the first has it: this library's own, then the installed ones by name, then ``extra`` in the
    order given.

    >>> from navalcore.rules import discover
    >>> list(discover().variants_of("tonnage_war"))
    ['autumn_1940', 'companion']

    Raises:
        BadData: ``extra`` is not a sequence of names of modules.
    """
    key = tuple(extra)
    if isinstance(extra, str) or not all(isinstance(name, str) for name in key):
        raise BadData(f"plug-ins are named in a sequence of modules, such as ('my_game',), not by {extra!r}")
    if key not in _found:
        _found[key] = _load(key)
    return _found[key]


def games(plugins: Sequence[str] = ()) -> dict[str, Manifest]:
    """The manifest of every installed game, by its id; :func:`load` loads one.

    Args:
        plugins: modules of further plug-ins to look in.
    """
    return dict(discover(plugins).games)


def reset() -> None:
    """Forget what was found, so that the next :func:`discover` looks again."""
    _found.clear()
    installed.logged.clear()


def _load(extra: tuple[str, ...]) -> Plugins:
    plugins = Plugins()
    loaded: list[object] = []
    for source in [*_installed(), *(_PluginSource(name, None, partial(import_module, name)) for name in extra)]:
        try:
            check_distribution(source.requirements)
            plugin = source.load()
            check_versions("it", getattr(plugin, "requires_navalcore", None))
            if not any(plugin is known for known in loaded):
                plugins._add(source.name, source.distribution, offer_of(plugin, source.name))
                loaded.append(plugin)
        except (Exception, SystemExit) as error:
            plugins._report(source.name, source.distribution, error)
    return plugins


def _installed() -> list[_PluginSource]:
    from importlib import metadata  # slow to import, and only needed here

    sources = [
        _PluginSource(entry.name, entry.dist.name if entry.dist else None, entry.load, _requirements(entry.dist))
        for entry in metadata.entry_points(group=PROJECT)
    ]
    return sorted(sources, key=lambda source: (source.distribution != PROJECT, source.name, source.distribution or ""))


def _requirements(distribution: Distribution | None) -> Sequence[str]:
    """The requirements of an installed distribution; our own is not asked."""
    if distribution is None or distribution.name == PROJECT:
        return ()
    return distribution.requires or ()
