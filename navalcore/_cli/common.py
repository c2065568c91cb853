"""What the commands share: settings, kinds of arguments, and reading ``name=value``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from navalcore import SPECTATOR, UMPIRE, Game, Match, load
from navalcore._cli.output import Output
from navalcore.errors import BadData, UnknownName

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyMatch: TypeAlias = Match[Any, Any, Any]

GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id; navalcore games lists them.", show_default=False)
]
ScenarioName: TypeAlias = Annotated[
    str | None,
    typer.Option("--scenario", metavar="S", help="The scenario's id; the game's first scenario if left out."),
]
GameOrModule: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="GAME_OR_MODULE", help="A game's id, or a module that offers games.", show_default=False),
]
ScenarioNames: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--scenario", metavar="S", help="Play this scenario; may be repeated; all if left out."),
]
OptionPairs: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="A rule option; may be repeated.")
]
DataPack: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--data-pack", metavar="DIR", help="A folder with charts of your own, laid over the game's (option data_pack)."
    ),
]
BotPairs: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="ROLE=NAME",
        help="The bot that plays a role: easy, standard, hard, or another by its name; may be repeated.",
    ),
]
Seed: TypeAlias = Annotated[
    str | None, typer.Option("--seed", metavar="N", help="The seed for all dice and draws; a fresh one if left out.")
]
Viewer: TypeAlias = Annotated[
    str | None,
    typer.Option("--role", metavar="R", help="Show what this role may see (or spectator); everything if left out."),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def viewer(game: AnyGame, role: str | None) -> str:
    """As whom something is shown: whoever sits at the command line is the umpire unless ``--role`` says otherwise."""
    if role is None:
        return UMPIRE
    return role_option(role, (*game.roles, SPECTATOR), game, "leave it out to see everything")


def role_option(role: str, known: Sequence[str], game: AnyGame, otherwise: str) -> str:
    """What ``--role`` names, if it is one of those known."""
    if role in known:
        return role
    raise UnknownName(f"--role '{role}': {game.id} has {', '.join(known)} to choose from; {otherwise}")


@dataclass(frozen=True)
class Settings:
    """What the options before the command say."""

    plugins: tuple[str, ...]
    """Modules of further plug-ins."""
    out: Output
    """Where results are printed."""

    def game(self, name: str) -> AnyGame:
        """The game of that id, from the installed packages and the named plug-ins."""
        return load(name, self.plugins)


def settings_of(context: typer.Context) -> Settings:
    """The settings made before the command ran."""
    settings = context.obj
    assert isinstance(settings, Settings)
    return settings


def pairs(texts: Sequence[str] | None, option: str) -> dict[str, str]:
    """``name=value`` texts as a mapping."""
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise BadData(f"{option} {text}: write it as name=value")
        if name in found:
            raise BadData(f"{option} {text}: {name} is given twice")
        found[name] = value
    return found


def option_pairs(texts: Sequence[str] | None, data_pack: Path | None) -> dict[str, str]:
    """The rule options of a command line, ``--data-pack`` among them."""
    return pairs(
        [*(texts or ()), *([f"data_pack={data_pack.absolute()}"] if data_pack is not None else [])], "--option"
    )


def check_picture(path: Path | None) -> None:
    """Refuse a file that no picture can be written as."""
    if path is not None and path.suffix.lower() != ".svg":
        raise BadData(f"{path}: pictures are written as SVG; name a file that ends in .svg")


def write_file(path: Path, text: str) -> None:
    """Write a result to a file."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadData(f"{path}: cannot be written: {error.strerror}") from None
