"""A SQLite file: how it is opened, a folder that is none, a disk without room, and a file that another has replaced."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from navalcore.errors import BadData

AS_MUCH: Final = 1 << 20
"""The bytes that a new database and the files of its changes take, and some more."""
PATIENCE: Final = 20
"""Seconds to wait for a SQLite file that others write to."""
REPLACED: Final = "its file has been removed or replaced since it was opened; start the table again"
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


def identity_of(file: Path) -> tuple[int, int] | None:
    """The numbers of a file in the file system; None if there is no file of that name."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Each connection: transactions begin where this program says, and what is committed is on the disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={1000 * PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    _journal_ahead(cursor)
    cursor.close()


def _journal_ahead(cursor: Any) -> None:
    """Have a file written ahead of; SQLite refuses at once while another process does the same to a new file."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return
