"""A disk without room: of that SQLite says only that it could not write."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

AS_MUCH: Final = 1 << 20
"""The bytes that a new database and the files beside it take, and some more."""
COULD_NOT_WRITE: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def no_room(file: Path, error: BaseException) -> OSError | None:
    """The refusal behind SQLite's error: the one that writing beside its file meets; None where there is none."""
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
    """Remove a SQLite file and those beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            file.with_name(file.name + suffix).unlink(missing_ok=True)
