"""Opening files that others have made: nothing that is not a file, nothing without end."""

from __future__ import annotations

import os
import stat
from os import PathLike
from typing import IO

from navalcore.errors import BadData

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def size_in_words(size: int) -> str:
    """A size in the largest unit that fits, MB or kB."""
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} kB"


def open_file(path: str | PathLike[str], largest: int) -> IO[bytes]:
    """Open a file to be read; a pipe, a device or a folder is not waited for and not read."""
    try:
        number = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise BadData(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    status = os.fstat(number)
    if not stat.S_ISREG(status.st_mode):
        os.close(number)
        what = "is a directory" if stat.S_ISDIR(status.st_mode) else "is a pipe or a device"
        raise BadData(f"{path}: cannot be read: {what}, and a file is wanted")
    if status.st_size > largest:
        os.close(number)
        raise BadData(
            f"{path}: cannot be read: has {size_in_words(status.st_size)}, and may have {size_in_words(largest)}"
        )
    return os.fdopen(number, "rb")


def read_file(path: str | PathLike[str], largest: int) -> bytes:
    """All bytes of a file."""
    with open_file(path, largest) as file:
        try:
            raw = file.read(largest + 1)
        except OSError as error:
            raise BadData(f"{path}: cannot be read: {error.strerror}") from None
    if len(raw) > largest:
        raise BadData(f"{path}: cannot be read: has more than {size_in_words(largest)}")
    return raw
