"""A folder that is none and a disk without room: of the latter SQLite says only that it could not write."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from navalcore.errors import BadData

AS_MUCH: Final = 1 << 20
"""The bytes that a new database and the files of its changes take, and some more."""
COULD_NOT_WRITE: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def make_folder_of(file: Path) -> None:
    """Make the folder that a database is to be in; BadData if that cannot be."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"there can be no folder {file.parent} ({error.strerror})"
        raise BadData(f"{file}: cannot be made: {why}; name a database elsewhere") from error


def no_room(file: Path, error: BaseException) -> OSError | None:
    """The refusal by the system behind an error of SQLite, found by writing a file in the same folder; or None."""
    code: int = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    if code & 0xFF not in COULD_NOT_WRITE:
        return None
    try:
        with TemporaryFile(dir=file.parent) as beside:
            beside.write(bytes(AS_MUCH))
            beside.flush()
    except OSError as refusal:
        return refusal
    return None


def remove_database(file: Path) -> None:
    """Remove a SQLite file and those of its changes."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            file.with_name(file.name + suffix).unlink(missing_ok=True)
