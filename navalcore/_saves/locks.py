"""One writer a file: anyone who records to a file locks a small one next to it, which says to the next who that is."""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from navalcore.errors import BadData, InUse

if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 30  # a locked byte cannot be read there, so one is locked where nothing is written

    def _lock(file: int) -> bool:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _beside(path: Path) -> Path:
    """The small file that is locked for a file."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock")


class FileLock:
    """Holds a file for one writer, from when it is made until :meth:`release`, or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._owner = os.getpid()
        try:
            self._path = _beside(path)
            file = self._taken()
            if file is None and _holder(self._path).get("pid") == self._owner:
                gc.collect()  # a match that nobody has any more may not have been cleared away yet
                file = self._taken()
        except (OSError, ValueError) as error:
            why = f"the file cannot be locked: {getattr(error, 'strerror', None) or error}"
            if isinstance(error, FileNotFoundError):
                why = f"there is no folder {path.parent}"
            raise BadData(f"{path}: cannot be written: {why}") from None
        if file is None:
            raise InUse(_in_use(path, _holder(self._path)))
        self._file = file
        about = {
            "pid": self._owner,
            "program": Path(sys.argv[0] or sys.executable).name,
            "since": datetime.now().isoformat(sep=" ", timespec="seconds"),
        }
        try:
            os.ftruncate(file, 0)
            os.lseek(file, 0, os.SEEK_SET)
            os.write(file, json.dumps(about).encode())
        except OSError as error:
            self.release()
            raise BadData(f"{path}: cannot be written: {error.strerror}") from error

    def _taken(self) -> int | None:
        """The small file, open and locked; None if another has locked it."""
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
            if not _lock(file):
                os.close(file)
                return None
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file), self._path.stat()):
                    return file
            os.close(file)  # whoever held it has taken it away in the meantime

    def release(self) -> None:
        """Let others write to the file."""
        if os.getpid() == self._owner:  # a process forked from this one has no say
            with suppress(OSError):
                self._path.unlink()
        with suppress(OSError):
            os.close(self._file)


def is_locked(path: Path) -> bool:
    """Whether a program is recording to the file ``path`` just now, in this process or another::

        if not is_locked(path):
            match = nc.load_match(path)
            match.record_to(path)

    Nothing is written if no program has left its mark there: a disk may have no room. Raises BadData where such a mark
    cannot be locked at all.
    """
    try:
        if _beside(path).exists():
            FileLock(path).release()
    except InUse:
        return True
    return False


def _holder(beside: Path) -> dict[str, Any]:
    """The small file's text, which names the holder; empty if it says nothing (yet)."""
    try:
        with beside.open("rb") as file:
            found = json.loads(file.read(4096))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _in_use(path: Path, about: dict[str, Any]) -> str:
    who = f"{about['program']}, process {about['pid']}, since {about['since']}" if about.keys() >= _SAID else "another"
    if about.get("pid") == os.getpid():
        who = f"another match of this program, since {about.get('since')}"
    return f"{path}: is being recorded to by {who}; wait until that has ended, or choose another file"


_SAID: Final = {"pid", "program", "since"}
