"""Saves as they are written: whole or not at all, or line by line, so that nothing is lost."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final

from navalcore._saves.files import SaveFile, path_of, read_save, stamp_of, why_not
from navalcore._saves.locks import FileLock
from navalcore._saves.tape import Tape, header_line
from navalcore.errors import BadData, NotWritten

NO_ROOM: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The errors of a system that has no room to write."""


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; links, devices and files that are protected stay what they are."""
    path, real = path_of(path), _real(path)
    with _told_of(path):
        if real.exists() and not real.is_file():
            raise BadData(f"{path}: cannot be written: it is not a file")
        check_permission(path)
        _put(real, text)


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """A new file that takes the place of ``path`` once it is written; a device is given as it is."""
    path, real = path_of(path), _real(path)
    with _told_of(path):
        check_permission(path)
        if not real.parent.is_dir():
            raise BadData(f"{path}: cannot be written: there is no folder {path.parent}")
        if real.exists() and not real.is_file():
            yield real
            return
        with _replacing(real) as part:
            yield part


def _real(path: Path) -> Path:
    """Where a file is, behind all links."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:  # a name that no file can have
        raise BadData(f"{str(path)!r}: cannot be written: {why_not(error)}") from None


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeError) as error:
        raise BadData(f"{path}: cannot be written: {why_not(error)}") from None


def check_permission(path: Path) -> None:
    """Refuse a file that may not be written to, or one that may not be made in its folder."""
    if not os.access(path if path.exists() else path.parent, os.W_OK) and path.parent.is_dir():
        raise BadData(f"{path}: cannot be written: Permission denied") from PermissionError(errno.EACCES, str(path))


def _put(path: Path, text: str) -> None:
    """Write a file whole or not at all, with the errors of the system."""
    with _replacing(path) as part, part.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A new file that takes the place of another when all is written, with the errors of the system."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link that leads back to itself")  # as it is what no link leads from
    try:
        yield part
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    except BaseException:
        with suppress(OSError, UnicodeError):
            part.unlink()
        raise


def same_file(one: Path, other: Path) -> bool:
    """Whether two names are those of one file, which need not be there yet."""
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except ValueError:  # one of them is no name for a file
        return False


def write_save(path: Path, text: str) -> None:
    """Write a save whole or not at all, unless a match records to that file."""
    lock = FileLock(path)
    try:
        write_whole(path, text)
    finally:
        lock.release()


def open_journal(path: Path, tape: Tape, origin: SaveFile | None, *, durable: bool) -> JournalWriter:
    """Open a journal for a tape: a new file, or the one the tape was read from, continued after its last whole line."""
    lock = FileLock(path)
    try:
        file, whole = _opened(path, tape, origin)
    except BaseException as error:
        lock.release()
        if not isinstance(error, OSError | UnicodeError):
            raise
        kind = NotWritten if getattr(error, "errno", None) in NO_ROOM else BadData
        raise kind(f"{path}: cannot be written: {why_not(error)}") from None
    return JournalWriter(file, path, whole, lock, durable)


def _opened(path: Path, tape: Tape, origin: SaveFile | None) -> tuple[FileIO, int]:
    """The file, open where the tape is to be written on, and how many bytes it has."""
    real = Path(os.path.realpath(path))
    status = real.stat() if real.exists() else None
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise BadData(f"{path}: cannot be written: it is not a file")
    if status is None or not status.st_size:
        header = header_line(tape.header)
        _put(real, header)
        whole = len(header.encode(errors="surrogatepass"))
        tape.resume_after(0, tape.header.root())
    else:
        saved = origin if origin is not None and origin.stamp == stamp_of(status) else read_save(path)
        if saved.header.root() != tape.header.root() or not tape.begins_with(saved.entries):
            raise BadData(f"{path}: holds another match; choose another file, or load that match to continue it")
        whole = saved.whole
        tape.resume_after(len(saved.entries), saved.head)
    file = real.open("r+b", buffering=0)
    file.truncate(whole)
    file.seek(whole)
    return file, whole


class JournalWriter:
    """Writes to an open journal, a text wholly or not at all: what is interrupted has happened if ``whole`` grew."""

    def __init__(self, file: FileIO, path: Path, whole: int, lock: FileLock, durable: bool) -> None:
        self._file = file
        self.path = path
        self._real = Path(os.path.realpath(path))
        self.whole = whole
        self._durable = durable  # wait until the disk has every line
        self._torn = False
        self.close = weakref.finalize(self, _let_go, file, lock)  # not __del__: garbage may finalise the file first

    def __call__(self, text: str) -> None:
        """Write lines; they are in the file when this returns."""
        data = text.encode(errors="surrogatepass")
        if not self._is_in_place():
            raise NotWritten(
                f"{self.path}: what has just happened could not be written (the file was moved or deleted), so it has "
                "not happened; put the file back, or save the match to another one"
            )
        try:
            if self._torn:
                self._cut()
            self._torn = True
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            if self._durable:
                os.fsync(self._file.fileno())
        except BaseException as error:
            with suppress(OSError):
                self._cut()
            if isinstance(error, OSError):
                raise NotWritten(
                    f"{self.path}: what has just happened could not be written ({error.strerror}), so it has not "
                    "happened; make room and try again"
                ) from error
            raise
        self.whole += len(data)
        self._torn = False

    def _is_in_place(self) -> bool:
        """Whether the file that is open is still the one of that name."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._real.stat())
        except OSError:
            return False

    def _cut(self) -> None:
        """Cut off the end of the file if it was written only in part."""
        self._file.truncate(self.whole)
        self._file.seek(self.whole)
        self._torn = False


def _let_go(file: FileIO, lock: FileLock) -> None:
    file.close()
    lock.release()
