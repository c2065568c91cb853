"""The files that commands write: whole or not at all, never over a match, and ``-`` for standard output."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from errno import EACCES
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from navalcore._cli.common import STANDARD, option
from navalcore.errors import BadData, InUse
from navalcore.study import is_locked

OURS: Final = re.compile(rb'\s*\{\s*"navalcore')
"""How saved matches, records, branch trees and journals of simulations begin."""

Force: TypeAlias = Annotated[bool, option("--force", "Replace files that are there already, even saved matches.")]


def output(names: str, text: str, *suffixes: str, packed: bool = False, **limits: Any) -> Any:
    """An option that names a file to write; its name must end in one of ``suffixes``, or, unless what is written is
    ``packed`` and no text, be ``-``.
    """

    def fitting(path: Path | None) -> Path | None:
        if path == STANDARD and packed:
            raise BadData(f"{names.split()[-2]} -: what is written is not text; name a file")
        if path is not None and path != STANDARD and suffixes and path.suffix.lower() not in suffixes:
            raise BadData(f"{path}: is written as {suffixes[0][1:].upper()}; name a file that ends in {suffixes[0]}")
        return path

    return option(names, text, callback=fitting, allow_dash=True, **limits)


def kept_file(names: str, text: str, example: str) -> Any:
    """An option that names a file which a command appends to or reads again, so that it cannot be ``-``."""

    return option(names, text, callback=no_stream(names.split()[-2], example))


def no_stream(name: str, example: str) -> Callable[[Path | None], Path | None]:
    """Refuses ``-`` for the option or argument ``name``, which takes a file alone."""

    def a_file(path: Path | None) -> Path | None:
        if path == STANDARD:
            raise BadData(f"{name} -: cannot be a standard stream; name a file, such as {example}")
        return path

    return a_file


SaveOutput: TypeAlias = Annotated[
    Path, output("-o --output FILE", "The saved match to write, or - for standard output.", ".jsonl")
]


def check_outputs(*paths: Path | None, force: bool, inputs: Sequence[Path | None] = (), as_json: bool = False) -> None:
    """Refuse what cannot or must not be written: better to hear of it before the work than after.

    Raises BadData for a folder, a folder that is not there or may not be written to, a file that the command reads, or
    a file named twice. Also for standard output where a JSON document goes there (``as_json``), and, without ``force``,
    for a file that holds a match, a tree or a simulation. Raises InUse, even with ``force``, for a file to which a
    match is recorded just now.
    """
    named = [path for path in paths if path is not None]
    if as_json and STANDARD in named:
        raise BadData("--json writes to standard output too; name a file for the other output")
    for at, path in enumerate(named):
        if any(_same(path, each) for each in named[:at]):
            raise BadData(f"{path}: is named for two outputs; name a file for each")
        if path != STANDARD:
            _check(path, force, [each for each in inputs if each is not None])


def written(*paths: Path | None) -> dict[str, Any]:
    """The files that a command wrote, for its JSON document; nothing where it wrote none.

    >>> written(Path("board.svg"), None)
    {'written': ['board.svg']}
    """
    named = [str(path) for path in paths if path is not None]
    return {"written": named} if named else {}


def check_place(path: Path) -> None:
    """Refuse a folder, a folder that is not there or may not be written to, and a file that is protected; BadData."""
    if path.is_dir():
        raise BadData(f"{path}: cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise BadData(f"{path}: cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadData(f"{path}: cannot be written: Permission denied") from PermissionError(EACCES, str(path))


def _check(path: Path, force: bool, inputs: Sequence[Path]) -> None:
    check_place(path)
    if any(_same(path, each) for each in inputs):
        raise BadData(f"{path}: is read by this command and would be lost; name another file to write")
    if not path.exists():
        return
    if not path.is_file() or not is_ours(path):
        return
    if is_locked(path):
        raise InUse(f"{path}: a match that is being played now is kept there; name another file")
    if not force:
        raise BadData(f"{path}: holds a match, a tree or a simulation; name another file, or replace it with --force")


def check_folder(folder: Path) -> None:
    """Refuse a folder for results that cannot be made or written to, before the work and not after it."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not there.is_dir():
        raise BadData(f"{folder}: cannot be made: {there} is a file")
    if not os.access(there, os.W_OK):
        raise BadData(f"{folder}: cannot be written: Permission denied") from PermissionError(EACCES, str(folder))


def _same(one: Path, other: Path) -> bool:
    """Whether two names, of files that need not be there yet, are those of one file."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)


def is_ours(path: Path) -> bool:
    """Whether a file holds a saved match, a record, a branch tree or the journal of a simulation."""
    try:
        with path.open("rb") as file:
            return OURS.match(file.read(64)) is not None
    except OSError:
        return False


def write_file(path: Path, text: str) -> None:
    """Write a result to a file, whole or not at all, or to standard output; BadData if it cannot be written."""
    if path == STANDARD:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        whole = Path(os.path.realpath(path))  # a link stays a link
        part = whole.with_name(f".{whole.name}.{os.getpid()}")
        try:
            part.write_text(text, encoding="utf-8", errors="surrogatepass", newline="\n")
            if whole.exists():
                part.chmod(whole.stat().st_mode & 0o777)
            part.replace(whole)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BadData(f"{path}: cannot be written: {error.strerror}") from error
