"""Manifests: what a plug-in says of a game, variant or bot, so that nothing of it is imported before it is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from navalcore._misfits import checked_when_made, fault_of, told_in_methods
from navalcore.errors import BrokenPlugin


def resolve(where: str) -> Any:
    """The object that ``module:Name`` names; the module is imported."""
    module, _, name = where.partition(":")
    if not module or not name:
        raise BrokenPlugin(f"'{where}' does not name an object of a module; write module:Name")
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:  # the module is a stranger's: it may fail in any way
        raise BrokenPlugin(f"{module} cannot be imported: {fault_of(error)}") from error
    try:
        return getattr(found, name)
    except AttributeError:
        raise BrokenPlugin(f"{module} has no {name}") from None


@told_in_methods
@checked_when_made
@dataclass(frozen=True, kw_only=True)
class Manifest:
    """A description of a game without its rules. It is in the ``__init__`` of the game's package, which imports
    none of them; the Game takes its id, title, version and roles from it.
    """

    id: str
    """Its name in commands and files, without spaces; one game of an installation may have it."""
    title: str
    """Its name for people."""
    version: str
    """The version of its rules, as saves record it."""
    summary: str = ""
    """One line about it for people."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Every role that decides, and its title, in the order of the game. The title includes its article for sentences:
    "the Allies", or "Britain" without one; a title in lower case gets "the" by itself. It is a noun, as sentences want
    it: "red squadron", not "red"."""
    scenarios: Mapping[str, str] = field(default_factory=dict)
    """Every scenario by its id, with its title, the default one first."""
    game: str
    """Where its Game is, as ``module:Class``."""
    face: str = ""
    """Where its Face is, as ``module:Class``; empty for a game without one."""
    requires_navalcore: str = ""
    """The versions of navalcore it works with, such as ``">=0.2,<1"``; any if empty."""

    def briefing(self, scenario: str) -> Mapping[str, Any] | None:
        """The briefing of a scenario for newcomers, from ``briefing.toml`` in the game's package: ``players``,
        ``length``, ``weight`` (1 to 5), the ``goal`` of each role, how it may ``end``, what one does in a ``turn``.
        What differs in a scenario is under ``scenario.ID``. None if the game has no such file.

        Args:
            scenario: the id of a scenario, for the briefing with that scenario's own words; "": that of the game.

        Raises:
            BadData: the file breaks its layout.
        """
        from navalcore._plugins.briefing import briefing_in  # it needs pydantic, and a list of games does not

        package = find_spec(self.game.partition(":")[0].rpartition(".")[0])
        return briefing_in(Path(package.origin).parent, scenario) if package is not None and package.origin else None

    def role_title(self, role: str) -> str:
        """The title of ``role`` on its own, without its article; the id itself where the game has no such role."""
        return self.roles.get(role, role).removeprefix("the ")

    @classmethod
    def of(cls, game: Any) -> Manifest:
        """The manifest of a ``game`` that is already loaded: its own statements, and for the rest the manifest that it
        names. If it names none, scenarios are left out, because listing them may mean reading all its data.
        """
        titles: Mapping[Any, str] = getattr(game, "role_titles", {})
        known: Manifest | None = getattr(game, "manifest", None)
        return cls(
            id=game.id,
            title=game.title,
            version=game.version,
            roles={str(role): titles.get(role, str(role)) for role in getattr(game, "roles", ())},
            summary=known.summary if known else "",
            scenarios=known.scenarios if known else {},
            game=f"{type(game).__module__}:{type(game).__qualname__}",
            requires_navalcore=getattr(game, "requires_navalcore", ""),
        )

    def load(self) -> Any:
        """The game, made from its class; its rules are imported.

        Raises:
            BrokenPlugin: it cannot be made, or it does not agree with the manifest.
        """
        made = _made(self.game)
        for name, stated in (("id", self.id), ("title", self.title), ("version", self.version)):
            if getattr(made, name, None) != stated:
                raise BrokenPlugin(f"its manifest says {name} {stated!r}, {self.game} {getattr(made, name, None)!r}")
        roles = [str(role) for role in getattr(made, "roles", ())]
        if roles != list(self.roles):
            raise BrokenPlugin(f"its manifest says roles {', '.join(self.roles)}, {self.game} {', '.join(roles)}")
        return made


@checked_when_made
@dataclass(frozen=True, kw_only=True)
class VariantManifest:
    """A description of a variant without its rules; the Variant takes the first three from it."""

    game: str
    """The id of the game it changes."""
    id: str
    """Its name in commands and files, without spaces; one variant of the game may have it."""
    title: str
    """Its name for people."""
    variant: str
    """Where its Variant is, as ``module:Class``."""
    data: str = ""
    """A folder next to that module with data files that take the place of the game's own of the same names; empty for
    none. A game reads its data once, so such a variant is played in a process of its own."""

    def load(self) -> Any:
        """The variant, made from its class.

        Raises:
            BrokenPlugin: it cannot be made.
        """
        return _made(self.variant)


@checked_when_made
@dataclass(frozen=True, kw_only=True)
class BotManifest:
    """A description of a bot without its code. It is called like the bot's class, which it then imports."""

    game: str
    """The id of the game it plays, or ``*`` for every game."""
    name: str
    """Its name in commands, without spaces; one bot of the game may have it."""
    bot: str
    """Where its class is, as ``module:Class``."""

    def __call__(self, role: str, chance: Any) -> Any:
        """The bot, made for a role with a stream of chance."""
        return resolve(self.bot)(role, chance)


def _made(where: str) -> Any:
    try:
        return resolve(where)()
    except BrokenPlugin:
        raise
    except Exception as error:
        raise BrokenPlugin(f"{where} cannot be made: {fault_of(error)}") from error
