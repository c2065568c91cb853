"""Frozen action tables: the file next to a game's code that gives each key of an option its number for good."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from navalcore._match.match import Game
from navalcore.errors import BadData

TABLE: Final = "actions.txt"
"""The name of the file."""


def table_of(game: Game[Any, Any, Any]) -> Path:
    """Where the frozen action table of a game is, or would be. A varied game has a table of its own, such as
    ``actions.whole_board.txt``: its variants may bring other options and other data.
    """
    variants = game.id.partition(":")[2]
    return game.folder / (f"actions.{variants}.txt" if variants else TABLE)


def read_table(path: Path) -> tuple[str, tuple[str, ...]]:
    """The rules version and the keys of a frozen action table."""
    try:
        first, *keys = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadData(f"{path} is not an action table: {error}; make one with python -m navalcore.learn") from error
    if not first.startswith("rules "):
        raise BadData(f"{path}:1: the first line of an action table is 'rules VERSION', not '{first}'")
    if len(set(keys)) < len(keys) or not all(keys):
        wrong = next(n for n, key in enumerate(keys) if not key or key in keys[:n])
        raise BadData(f"{path}:{wrong + 2}: '{keys[wrong]}' is empty or there twice; every line is a key of its own")
    return first.removeprefix("rules "), tuple(keys)
