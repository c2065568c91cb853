"""An owner's data files in place of a game's own, for a whole process and those that it starts."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Final

from navalcore.components.model_errors import closest
from navalcore.errors import BadData

VARIABLE: Final = "NAVALCORE_DATA"
"""The environment variable that says whose files are laid over, so that processes started later know it too: JSON, the
folder of the owner by the folder of the game.
"""
KINDS: Final = (".toml", ".csv", ".json")


def own_files(game: Path) -> dict[str, Path]:
    """The data files of a game by name: those beneath ``data/`` and ``scenarios/`` in the folder of its package."""
    found: dict[str, Path] = {}
    for folder in ("data", "scenarios"):
        for path in sorted((game / folder).rglob("*")):
            if path.suffix in KINDS and path.is_file():
                found.setdefault(path.name, path)
    return found


def lay_over(game: Path, owner: str | PathLike[str]) -> None:
    """From now on the files in an owner's folder are read in place of the game's of the same names.

    Args:
        game: the folder of the game's package.
        owner: the folder with some of its files, changed.

    Raises:
        BadData: there is no such folder, it has none of the game's files, or one that the game does not have.
    """
    folder, known = Path(owner).expanduser().resolve(), own_files(game)
    if not folder.is_dir():
        raise BadData(f"data {owner}: there is no such folder")
    names = [path.name for path in sorted(folder.iterdir()) if path.suffix in KINDS]
    for name in names:
        if name not in known:
            raise BadData(f"{folder / name}: the game has no data file of this name; {closest(name, known)}")
    if not names:
        raise BadData(f"data {owner}: has none of the game's data files ({', '.join(known)})")
    os.environ[VARIABLE] = json.dumps({**_given(os.environ.get(VARIABLE, "")), str(game.resolve()): str(folder)})


def laid_over(path: str | PathLike[str]) -> str | PathLike[str]:
    """The file to read for a file of a game: the owner's, where there is one."""
    given = os.environ.get(VARIABLE)
    if not given:
        return path
    here = Path(path).resolve()
    for game, owner in _given(given).items():
        if here.is_relative_to(game) and (theirs := Path(owner, here.name)).is_file():
            return theirs
    return path


def owner_of(game: Path) -> Path | None:
    """The folder that is laid over the data of a game; None if none is."""
    owner = _given(os.environ.get(VARIABLE, "")).get(str(game.resolve()))
    return None if owner is None else Path(owner)


def data_digest(game: Path) -> str:
    """What tells the data of a game with an owner's files laid over from the game's own; empty if none are."""
    owner = owner_of(game)
    if owner is None:
        return ""
    digest = blake2b(digest_size=4)
    for name in sorted(own_files(game)):
        if (theirs := owner / name).is_file():
            digest.update(name.encode() + b"\0" + theirs.read_bytes() + b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _given(text: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(text) if text else {}
    return found
