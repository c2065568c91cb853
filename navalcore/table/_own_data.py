"""Data files of a person's own in a browser: kept in its database, and laid over a game's before its rules are loaded.

It is what ``navalcore --data GAME=FOLDER`` is in a terminal. A file is chosen on the phone or pasted; the page starts
its Python again then, because a game reads its data once.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, StringConstraints

import navalcore as nc
from navalcore.components import TomlDocument, closest
from navalcore.errors import BadData, NavalCoreError
from navalcore.rules import data_files, discover
from navalcore.table._text_rows import KeyValueStore

MOST_LETTERS: Final = 300_000
"""Letters that a file may have."""
Text = Annotated[str, StringConstraints(max_length=MOST_LETTERS)]


class OwnFiles(BaseModel):
    """The files that are laid over those of a game from now on; all others of a person's own are gone."""

    model_config = ConfigDict(extra="forbid")

    files: dict[str, Text]


class OwnData:
    """The files of one browser; ``folder`` is where its Python reads them."""

    def __init__(self, store: KeyValueStore, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._faults: dict[str, str] = {}

    async def lay_over(self) -> None:
        """Lay what is kept over the games' data. Has to come before a game's rules are loaded."""
        for game in discover().games:
            if files := await self._own(game):
                folder = self._folder / game
                folder.mkdir(parents=True, exist_ok=True)
                for name, text in files.items():
                    (folder / name).write_text(text, encoding="utf-8")
                try:
                    nc.lay_data_over(game, folder)
                except NavalCoreError as error:
                    self._faults[game] = str(error)

    async def told(self, game: str) -> dict[str, Any]:
        """The names of a game's data files, the person's own texts, and what is wrong with these."""
        return {"files": list(data_files(game)), "own": await self._own(game), "fault": self._faults.get(game, "")}

    async def keep(self, game: str, wanted: OwnFiles) -> dict[str, Any]:
        """Keep these files for a game, from the next start on; BadData if one cannot be read or is not the game's."""
        known = data_files(game)
        for name, text in wanted.files.items():
            if name not in known:
                raise BadData(f"{name}: the game has no data file of this name; {closest(name, known)}")
            _check(name, text, known[name])
        before = await self._own(game)
        for name in {*before, *wanted.files}:
            key = _key(game, name)
            await self._store.change({key: wanted.files.get(name, "")}, key, before.get(name, ""))
        return await self.told(game)

    async def _own(self, game: str) -> dict[str, str]:
        beginning = _key(game, "")
        return {key.removeprefix(beginning): text for key, text in await self._store.rows(beginning) if text}


def _key(game: str, name: str) -> str:
    return f"data {game} {name}"


def _check(name: str, text: str, own: Path) -> None:
    """Refuse what cannot be such a file at all; the game itself reads it more closely."""
    try:
        if own.suffix == ".toml":
            TomlDocument.parse(text, name)
        elif own.suffix == ".json":
            json.loads(text)
        else:
            columns = next(csv.reader(own.read_text(encoding="utf-8").splitlines()))
            given = next(csv.reader(io.StringIO(text)), [])
            if unknown := [each for each in given if each not in columns]:
                raise BadData(f"{name}: has no column '{unknown[0]}'; it has {', '.join(columns)}")
            if not given:
                raise BadData(f"{name}: is empty; its first line names the columns {', '.join(columns)}")
    except json.JSONDecodeError as error:
        raise BadData(f"{name}:{error.lineno}: is not valid JSON: {error.msg}") from None
    except RecursionError:
        raise BadData(f"{name}: is nested too deep to be read") from None
    except (csv.Error, ValueError) as error:
        raise BadData(f"{name} cannot be read: {error}") from None
