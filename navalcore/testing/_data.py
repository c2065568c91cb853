"""All data of a game, loaded before a match dies of what is missing."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final

from navalcore._match.match import Game

WHOLE_DATA: Final = "data that can be read, and scenarios that can be set up"
"""What a game must have."""


def data_problems(game: Game[Any, Any, Any]) -> list[str]:
    """What is wrong with the data of a game, a sentence each: its scenarios, and all that its modules cache."""
    found: dict[str, None] = {}

    def tried(what: str, load: Callable[[], object]) -> None:
        try:
            load()
        except Exception as error:
            kind = "" if getattr(error, "code", "") == "bad_data" else f"{type(error).__name__}: "
            found.setdefault(f"{what}: {kind}{error}")

    tried("the scenarios", lambda: list(game.scenarios.items()))
    if not found:
        for name in game.scenarios:
            tried(f"scenario {name}", partial(_set_up, game, name))
    for module in dict.fromkeys([type(game).__module__, *_modules(game.package, tried)]):
        for name, loader in vars(sys.modules[module]).items():
            if isinstance(loader, _lru_cache_wrapper) and loader.__module__ == module and _takes_nothing(loader):
                tried(f"{module}.{name}", loader)
    return list(found)


def _modules(package: str, tried: Callable[[str, Callable[[], object]], None]) -> Iterator[str]:
    """The modules of a game's package, imported; those that cannot be are tried once more, to be told of."""
    top = import_module(package)
    yield package
    # A namespace, such as a folder of tests, holds what is not the game's.
    folders = getattr(top, "__path__", ()) if getattr(top, "__file__", None) else ()
    for found in walk_packages(folders, f"{package}.", onerror=lambda _: None):
        if found.name.rpartition(".")[2] == "__main__":
            continue
        try:
            import_module(found.name)
        except Exception as error:
            if not isinstance(error, ModuleNotFoundError) or (error.name or "").startswith(package):
                tried(found.name, partial(import_module, found.name))
            continue
        yield found.name


def _set_up(game: Game[Any, Any, Any], scenario: str) -> object:
    return game.initial_state(game.terms(scenario))


def _takes_nothing(function: Callable[..., Any]) -> bool:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(
        each.default is not inspect.Parameter.empty or each.kind in kinds
        for each in inspect.signature(function).parameters.values()
    )
