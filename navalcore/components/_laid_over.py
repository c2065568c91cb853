"""An owner's data files in place of a game's own, for a whole process and those that it starts."""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from navalcore.components._model_errors import closest
from navalcore.errors import BadData

VARIABLE: Final = "NAVALCORE_DATA"
"""The environment variable that names what is laid over, for later processes too: an :class:`Overlay` by folder."""
KINDS: Final = (".toml", ".csv", ".json")


class Overlay(NamedTuple):
    """The files laid over the data of a game."""

    folder: str
    """The owner's folder."""
    digest: str
    """Distinguishes its files, as they were when they were laid over, from others."""
    variant: str = ""
    """The variant that brings them; empty if an owner gave them."""
    own: str = ""
    """The owner's folder where there is a variant's too; its files take the place of the variant's."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its files are; of two of one name the first is read."""
        return (*([Path(self.own)] if self.own else []), Path(self.folder))

    def file(self, name: str) -> Path | None:
        """The file that is read for one of the game's, if there is one."""
        return next((path for folder in self.folders if (path := folder / name).is_file()), None)


def own_files(game: Path) -> dict[str, Path]:
    """The data files of a game by name: those beneath ``data/`` and ``scenarios/`` in the folder of its package."""
    found: dict[str, Path] = {}
    for folder in ("data", "scenarios"):
        for path in sorted((game / folder).rglob("*")):
            if path.suffix in KINDS and path.is_file():
                found.setdefault(path.name, path)
    return found


def lay_over(game: Path, owner: str | PathLike[str], variant: str = "") -> None:
    """Read an owner's (or else a variant's) files in place of the game's of the same names from now on."""
    folder, known = Path(owner).expanduser().resolve(), own_files(game)
    if not folder.is_dir():
        raise BadData(f"data {owner}: there is no such folder")
    names = [path.name for path in sorted(folder.iterdir()) if path.suffix in KINDS]
    for name in names:
        if name not in known:
            raise BadData(f"{folder / name}: the game has no data file of this name; {closest(name, known)}")
    if not names:
        raise BadData(f"data {owner}: has none of the game's data files ({', '.join(known)})")
    given, here = _given(os.environ.get(VARIABLE, "")), str(game.resolve())
    overlay = Overlay(str(folder), "", variant)
    if (known_one := given.get(here)) is not None and known_one.folder != str(folder):
        if bool(known_one.variant) is bool(variant) or known_one.own:
            raise BadData(
                f"data {owner}: {known_one.own or known_one.folder} is laid over this game already, and only one "
                "folder can be, besides a variant's"
            )
        theirs, mine = (overlay, known_one) if variant else (known_one, overlay)
        overlay = theirs._replace(own=mine.folder)
    overlay = overlay._replace(digest=_digest(game, overlay))
    os.environ[VARIABLE] = json.dumps({**given, here: overlay})


def laid_over(path: str | PathLike[str]) -> str | PathLike[str]:
    """The file to read for a file of a game: the owner's, where there is one."""
    given = os.environ.get(VARIABLE)
    if not given:
        return path
    here = Path(path).resolve()
    for game, overlay in _given(given).items():
        if here.is_relative_to(game) and (theirs := overlay.file(here.name)) is not None:
            _check_unchanged(Path(game), overlay)
            return theirs
    return path


def overlay_of(game: Path) -> Overlay | None:
    """The files laid over the data of a game; None if nothing is."""
    return _given(os.environ.get(VARIABLE, "")).get(str(game.resolve()))


def data_digest(game: Path) -> str:
    """A mark that distinguishes the data of a game with an owner's files from the game's own; empty if none are."""
    overlay = overlay_of(game)
    if overlay is None:
        return ""
    _check_unchanged(game, overlay)
    return overlay.digest


def _check_unchanged(game: Path, overlay: Overlay) -> None:
    """A game that has read one file as it was must not read another as it is: no save could say what it played by."""
    if _digest(game, overlay) != overlay.digest:
        raise BadData(
            f"{overlay.folders[0]}: the data files have changed since they were laid over the game's; start again to "
            "play by them as they are now"
        )


def _digest(game: Path, overlay: Overlay) -> str:
    digest = blake2b(digest_size=4)
    for name in sorted(own_files(game)):
        if (theirs := overlay.file(name)) is not None:
            digest.update(name.encode() + b"\0" + theirs.read_bytes() + b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _given(text: str) -> dict[str, Overlay]:
    return {game: Overlay(*overlay) for game, overlay in json.loads(text).items()} if text else {}


DATA_MARK: Final = "+data."
"""Separates a game's own rules version from the mark of an owner's data, so that no save continues with other data."""
_DATA: Final = re.compile(rf"{re.escape(DATA_MARK)}(\w+)")


def other_data(game_id: str, played: str, here: str) -> str:
    """The fault in a match that was played by other data files; empty if it is not, or not only, that."""
    if played == here or _DATA.sub("", played) != _DATA.sub("", here):
        return ""
    theirs, ours = (_DATA.search(version) for version in (played, here))
    name = game_id.partition(":")[0]
    if theirs is None:
        return f"was played by the data of {name} itself, and here other files are laid over them; leave out --data"
    found = f"others ({ours[1]})" if ours else "none"
    return (
        f"was played with data files laid over those of {name} ({theirs[1]}), and here there are {found}; name the "
        f"folder with those files: navalcore --data {name}=FOLDER ..."
    )
