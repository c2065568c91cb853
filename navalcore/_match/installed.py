"""Installed games, found by their id and loaded."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from navalcore._match.match import Game
from navalcore._match.varying import vary
from navalcore._misfits import told_of_misfits
from navalcore._plugins.discovery import discover
from navalcore._plugins.installed import Plugins
from navalcore._plugins.manifest import VariantManifest
from navalcore._rules.variants import Variant
from navalcore.components._data_files import load_toml
from navalcore.components._laid_over import DATA_MARK, data_digest, lay_over, overlay_of, own_files
from navalcore.components._tables import check_own_columns
from navalcore.errors import BadData, BrokenPlugin, UnknownGame, UnknownName


def load(game_id: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """Load an installed game by its id, as it is or as variants change it.

    Args:
        game_id: the id, such as ``"tonnage_war"``; with a variant ``"tonnage_war:autumn_1940"``, with several
            ``"GAME:FIRST+SECOND"``, the later on top of the earlier.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        UnknownName: the game has no such variant; lists those it has.
        BrokenPlugin: the game or the variant cannot be loaded, is not derived from :class:`Game` or :class:`Variant`,
            or the variant does not fit the game.
        BadData: this process plays the game by other data: those of a variant that is not asked for, or files that have
            changed since they were laid over.
    """
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game is named by its id, such as 'tonnage_war', not by {game_id!r}")
    name, colon, wanted = game_id.partition(":")
    found = discover(plugins)
    for variant in found.variants_of(name).values() if colon else ():
        if isinstance(variant, VariantManifest) and variant.data and variant.id in wanted.split("+"):
            _lay_over_for(variant, plugins)
    game = _checked(found.game(name))
    laid_over = data_digest(game.folder)
    if laid_over and DATA_MARK not in game.version:
        setattr(game, "version", f"{game.version}{DATA_MARK}{laid_over}")  # noqa: B010 - of this game alone, not of its class
    overlay = overlay_of(game.folder)
    if overlay is not None and overlay.variant and overlay.variant not in wanted.split("+"):
        raise BadData(
            f"{game_id}: this process plays {name} by the data of its variant '{overlay.variant}'; play it in another"
        )
    return _varied(game, wanted.split("+"), found) if colon else game


def lay_data_over(game_id: str, folder: str | PathLike[str], plugins: Sequence[str] = (), *, variant: str = "") -> None:
    """Read an owner's data files in place of a game's own, in this process and those that it starts. It must be done
    before the game's rules are loaded, because a game reads its data once::

        nc.lay_data_over("tonnage_war", "mine")
        game = nc.load("tonnage_war")

    Args:
        game_id: the game.
        folder: the folder of the owner's files; each has the name of the file that it replaces.
        plugins: modules of further plug-ins to look for the game in.
        variant: the id of the variant that brings them, if one does.

    Raises:
        UnknownGame: it is not installed.
        BadData: its rules are loaded already, a file is not TOML or has a name that the game does not have, or it is
            not a package.
    """
    package, games = _package_of(game_id, plugins), discover(plugins).games
    if games[game_id].game.partition(":")[0] in sys.modules:
        raise BadData(f"the rules of {game_id} are loaded already; lay data over before that, or in another process")
    try:
        paths = sorted(Path(folder).expanduser().glob("*.toml"))
    except (OSError, ValueError) as error:
        raise BadData(f"{str(folder)!r} cannot be read as a folder: {error}") from None
    for path in paths:
        load_toml(path)
    if not variant:  # which may bring rules for other columns
        check_own_columns(package, folder)
    lay_over(package, folder, variant)


@told_of_misfits
def data_files(game_id: str, plugins: Sequence[str] = ()) -> dict[str, Path]:
    """The data files of a game by name, which :func:`~navalcore.lay_data_over` can lay others over; found without its
    rules.

    Args:
        game_id: the id of the game, without a variant.
        plugins: modules of further plug-ins to look for the game in.

    Raises:
        UnknownGame: it is not installed.
        BadData: it is not a package.
    """
    return own_files(_package_of(game_id, plugins))


def _package_of(game_id: str, plugins: Sequence[str]) -> Path:
    """The folder of a game's package, found without its rules."""
    games = discover(plugins).games
    if game_id not in games:
        raise UnknownGame(f"there is no game {game_id!r}; there are {', '.join(sorted(games))}")
    package = games[game_id].game.partition(":")[0].rpartition(".")[0]
    spec = find_spec(package) if package else None
    if spec is None or spec.origin is None:
        raise BadData(
            f"{game_id} is a single file without data/ and scenarios/ over which others could be laid: change its own "
            "data files, or make it a package"
        )
    return Path(spec.origin).resolve().parent


def _lay_over_for(variant: VariantManifest, plugins: Sequence[str]) -> None:
    """Lay the data files that a variant brings over those of its game, if they are not there already."""
    spec = find_spec(variant.variant.partition(":")[0])
    if spec is None or spec.origin is None:
        raise BrokenPlugin(f"the variant '{variant.id}' brings data, but {variant.variant} is not in a file")
    folder = Path(spec.origin).resolve().parent / variant.data
    overlay = overlay_of(_package_of(variant.game, plugins))
    if overlay is None or overlay.folder != str(folder):
        lay_data_over(variant.game, folder, plugins, variant=variant.id)


def _varied(game: Game[Any, Any, Any], wanted: Sequence[str], found: Plugins) -> Game[Any, Any, Any]:
    offered, variants = found.variants_of(game.id), list[Variant]()
    for name in wanted:
        if name not in offered:
            known = f"it has {', '.join(offered) or 'none'}"
            raise UnknownName("; ".join([f"{game.id} has no variant '{name}'", known, *map(str, found.broken)]))
        variant = offered[name]
        if isinstance(variant, VariantManifest):
            variant = variant.load()
        if not isinstance(variant, Variant):
            if isinstance(variant, type):
                said = f"the plug-in's variant is the class {variant.__name__}"
                raise BrokenPlugin(f"{said}; it should be an object of the class, {variant.__name__}()")
            raise BrokenPlugin(f"the plug-in's variant {variant!r} is not derived from navalcore.rules.Variant")
        if name in wanted[: len(variants)]:
            raise UnknownName(f"{game.id}:{'+'.join(wanted)} names the variant '{name}' twice")
        variants.append(variant)
    return vary(game, variants)


def _checked(offered: object) -> Game[Any, Any, Any]:
    if not isinstance(offered, Game):
        raise BrokenPlugin(f"the plug-in's game {offered!r} is not derived from navalcore.Game")
    return offered
