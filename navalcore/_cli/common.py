"""The common part of the commands: the player's settings, arguments and options, reading ``name=value`` and saves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer
from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field

import navalcore as nc
from navalcore._cli.grammar import nearest
from navalcore._cli.output import Output
from navalcore.components import listed, load_toml
from navalcore.errors import BadData, NavalCoreError, UnknownGame, UnknownName
from navalcore.rules import discover

if TYPE_CHECKING:
    from navalcore import AnyGame, SaveFile
    from navalcore.study import Plan


MOST_MATCHES: Final = 10_000_000
"""The most matches of one command: weeks of work, whose records still have room in memory."""
STANDARD: Final = Path("-")
"""Standard input or output, where a file is to be named."""


class Config(BaseModel):
    """The settings, each by its name in the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)

    plain: bool = False
    """Plain lines, as with ``--plain``."""
    width: Annotated[int, Field(ge=20, le=1000)] | None = None
    """Characters in a line; those of the terminal if left out."""
    level: str = ""
    """The bot that ``play`` seats opposite you in a new match, as ``--bot`` names it."""
    role: dict[str, str] = {}
    """The role that you play in a new match, by the id of the game."""


def config_file() -> Path:
    """Where the settings are: ``NAVALCORE_CONFIG``, or ``config.toml`` in the user's folder for settings."""
    given = os.environ.get("NAVALCORE_CONFIG")
    return Path(given) if given else user_config_path("navalcore", appauthor=False) / "config.toml"


def read_config() -> Config:
    """The settings there are; BadData for one that is wrong, or if ``NAVALCORE_CONFIG`` names no file that is there."""
    file = config_file()
    if not file.exists() and not os.environ.get("NAVALCORE_CONFIG"):
        return Config()
    return load_toml(file).model(Config)


@dataclass(frozen=True)
class Settings:
    """The options before the command."""

    plugins: tuple[str, ...]
    """Modules of further plug-ins."""
    out: Output
    """Where results are printed."""
    config: Config = field(default_factory=Config)
    """The player's settings file."""
    data: tuple[str, ...] = ()
    """Folders of the player's own data, each as ``GAME=FOLDER``."""

    @property
    def words(self) -> list[str]:
        """The first words of a command for the same games."""
        named = (("--plugin", self.plugins), ("--data", self.data))
        return [word for option, given in named for each in given for word in (option, each)]

    def game(self, name: str) -> AnyGame:
        """The game of that id, from the installed packages and the named plug-ins; enough of the id will do."""
        try:
            return nc.load(name, self.plugins)
        except UnknownGame as unknown:
            if Path(name).is_file():
                raise UnknownGame(
                    f"{unknown}; {name} is a file: replay reads a saved match, as do others with --save"
                ) from None
            if name not in self.plugins and (Path(f"{name}.py").is_file() or Path(name, "__init__.py").is_file()):
                raise UnknownGame(f"{unknown}; to use {name} of this folder, write navalcore --plugin {name}") from None
            return nc.load(self._meant(name), self.plugins)
        except UnknownName:
            return nc.load(self._meant(name), self.plugins)

    def _meant(self, name: str) -> str:
        """The id of a game, and of variants, that a name means."""
        game, colon, variants = name.partition(":")
        game = nearest(game, nc.games(self.plugins))
        known = discover(self.plugins).variants_of(game)
        return f"{game}{colon}{'+'.join(nearest(each, known) for each in variants.split('+'))}"


def look_in_this_folder() -> None:
    """Let modules be imported from the current folder, and from ``src`` in it, where projects have their packages."""
    here = Path.cwd()
    sys.path[:0] = [str(each) for each in (here, here / "src") if each.is_dir() and str(each) not in sys.path]


def settings_of(context: typer.Context) -> Settings:
    """The settings made before the command ran."""
    settings = context.obj
    assert isinstance(settings, Settings)
    return settings


def viewer(game: AnyGame, role: str | None) -> str:
    """As whom something is shown: at the command line it is the umpire unless ``--role`` says otherwise."""
    if role is None:
        return nc.UMPIRE
    return role_option(role, (*game.roles, nc.SPECTATOR), game, "leave it out to see everything")


def role_option(role: str, known: Sequence[str], game: AnyGame, otherwise: str) -> str:
    """The role that ``--role`` names, if it is one of those known."""
    if (named := nearest(role, known)) in known:
        return named
    raise UnknownName(f"--role '{role}': {game.id} has {', '.join(known)}; choose one, or {otherwise}")


def pairs(texts: Sequence[str] | None, option: str, known: Iterable[str] = ()) -> dict[str, str]:
    """``name=value`` texts as a mapping, each by that of the ``known`` names which it means."""
    found: dict[str, str] = {}
    for text in texts or ():
        typed, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not typed:
            raise BadData(f"{option} {text or repr(text)}: write it as name=value")
        if (name := nearest(typed, known)) in found:
            raise BadData(f"{option} {text}: {name} is given twice")
        found[name] = value
    return found


def options_given(texts: Sequence[str] | None, game: AnyGame) -> dict[str, str]:
    """The rule options of a game that ``--option`` names."""
    return pairs(texts, "--option", game.options_class.model_fields)


def read_save(path: Path) -> SaveFile:
    """The saved match in a file or on standard input."""
    if path != STANDARD:
        return nc.read_save(path)
    try:
        return nc.read_save_text(sys.stdin.read())
    except NavalCoreError as error:
        raise type(error)(str(error).replace("(text)", "standard input", 1)) from None


def save_of(path: Path, game: AnyGame) -> SaveFile:
    """The saved match in a file or on standard input, which must be one of this game."""
    saved = read_save(path)
    if saved.header.game != game.id:
        raise BadData(f"{path}: holds a match of {saved.header.game}, not of {game.id}; choose another file")
    return saved


def need(what: str, extra: str, *modules: str) -> None:
    """Refuse what needs modules of an extra that is not installed; BadData that names them."""
    missing = [name for name in modules if sys.modules.get(name) is None and find_spec(name) is None]
    if missing:
        lacking = f"{what} needs {listed(missing)}: pip install 'navalcore[{extra}]'"
        raise BadData(lacking) from ModuleNotFoundError(lacking, name=missing[0])


def argument(name: str, text: str, **limits: Any) -> Any:
    """An argument by the name it has in the help, and what is said of it there."""
    return typer.Argument(metavar=name.strip("[]"), help=text, show_default=False, **limits)


def option(names: str, text: str, **limits: Any) -> Any:
    """An option as it is in the help, such as ``-n --matches N``, and what is said of it there."""
    words = names.split()
    value = None if words[-1].startswith("-") else words.pop()
    return typer.Option(*words, metavar=value, help=text, **limits)


def how_many(names: str, text: str) -> Any:
    """An option that says how many matches are played: at least one, and no more than have room in memory."""
    return option(names, text, min=1, max=MOST_MATCHES)


GameName: TypeAlias = Annotated[str, argument("GAME", "The game's id; navalcore games lists them.")]
GameOrModule: TypeAlias = Annotated[str, argument("GAME_OR_MODULE", "A game's id, or a module that offers games.")]
SaveArgument: TypeAlias = Annotated[Path, argument("SAVE", "A saved match, or - for standard input.")]
ScenarioName: TypeAlias = Annotated[
    str | None, option("--scenario S", "The scenario's id; the game's first scenario if left out.")
]
ScenarioNames: TypeAlias = Annotated[
    list[str] | None, option("--scenario S", "Play this scenario; may be repeated; all if left out.")
]
OptionPairs: TypeAlias = Annotated[list[str] | None, option("--option NAME=VALUE", "A rule option; may be repeated.")]
DataPack: TypeAlias = Annotated[
    str | None,
    option("--data-pack FOLDER", "A folder with charts of your own, laid over the game's (option data_pack)."),
]
BotPairs: TypeAlias = Annotated[
    list[str] | None,
    option(
        "--bot [ROLE=]NAME",
        "The bot of a role, or of every other: easy, standard, hard, another; in play exec:PROGRAM; may be repeated.",
    ),
]
Seed: TypeAlias = Annotated[str | None, option("--seed N", "The seed for all dice and draws; a fresh one if left out.")]
Viewer: TypeAlias = Annotated[
    str | None, option("--role R", "Show what this role may see (or spectator); everything if left out.")
]
FailuresFolder: TypeAlias = Annotated[
    Path | None, option("--failures FOLDER", "Write a save that leads up to each failure into this folder.")
]
Jobs: TypeAlias = Annotated[int, option("--jobs J", "How many processes.", min=1)]
AsJson: TypeAlias = Annotated[bool, option("--json", "Print one JSON document and nothing else.")]


@dataclass(frozen=True)
class TermsGiven:
    """The match to be played."""

    scenario: ScenarioName = None
    option: OptionPairs = None
    data_pack: DataPack = None
    seed: Seed = None

    def scenario_of(self, game: AnyGame) -> str | None:
        """The id of the scenario that is named, or None where none is."""
        return None if self.scenario is None else nearest(self.scenario, game.scenarios)

    def options_of(self, game: AnyGame) -> dict[str, str]:
        """The rule options, ``--data-pack`` among them."""
        pack = [] if self.data_pack is None else [f"data_pack={Path(self.data_pack).absolute()}"]
        return options_given([*(self.option or ()), *pack], game)

    def plan(self, game: AnyGame, bots: Mapping[str, str], seed: str, plugins: tuple[str, ...]) -> Plan:
        """Matches between bots on these terms."""
        from navalcore.study import Plan

        return Plan(game.id, self.scenario_of(game), self.options_of(game), bots, seed, plugins)
