"""Arguments and options: how one is declared, and those that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from navalcore.errors import BadData


def argument(name: str, text: str) -> Any:
    """An argument by the name it has in the help, and what is said of it there."""
    return typer.Argument(metavar=name, help=text, show_default=False)


def option(names: str, text: str, **limits: Any) -> Any:
    """An option as it stands in the help, such as ``-n --matches N``, and what is said of it there.

    ``limits`` are those of ``typer.Option``: ``min``, ``max``, ``envvar`` and so on.
    """
    words = names.split()
    value = None if words[-1].startswith("-") else words.pop()
    return typer.Option(*words, metavar=value, help=text, **limits)


def picture(names: str, text: str, **limits: Any) -> Any:
    """An option that names the file of a picture."""
    return option(names, text, callback=_svg, **limits)


def _svg(path: Path | None) -> Path | None:
    if path is not None and path.suffix.lower() != ".svg":
        raise BadData(f"{path}: pictures are written as SVG; name a file that ends in .svg")
    return path


GameName: TypeAlias = Annotated[str, argument("GAME", "The game's id; navalcore games lists them.")]
GameOrModule: TypeAlias = Annotated[str, argument("GAME_OR_MODULE", "A game's id, or a module that offers games.")]
SaveArgument: TypeAlias = Annotated[Path, argument("FILE", "A saved match.")]
ScenarioName: TypeAlias = Annotated[
    str | None, option("--scenario S", "The scenario's id; the game's first scenario if left out.")
]
ScenarioNames: TypeAlias = Annotated[
    list[str] | None, option("--scenario S", "Play this scenario; may be repeated; all if left out.")
]
OptionPairs: TypeAlias = Annotated[list[str] | None, option("--option K=V", "A rule option; may be repeated.")]
DataPack: TypeAlias = Annotated[
    Path | None,
    option("--data-pack DIR", "A folder with charts of your own, laid over the game's (option data_pack)."),
]
BotPairs: TypeAlias = Annotated[
    list[str] | None,
    option(
        "--bot ROLE=NAME",
        "The bot that plays a role: easy, standard, hard, or another by its name; may be repeated.",
    ),
]
Seed: TypeAlias = Annotated[str | None, option("--seed N", "The seed for all dice and draws; a fresh one if left out.")]
Viewer: TypeAlias = Annotated[
    str | None, option("--role R", "Show what this role may see (or spectator); everything if left out.")
]
AsJson: TypeAlias = Annotated[bool, option("--json", "Print one JSON document and nothing else.")]
