"""Data files: every error names the file, the line and the key or column, and what would be right."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from navalcore.errors import BadData

if TYPE_CHECKING:
    from pydantic import BaseModel

M = TypeVar("M", bound="BaseModel")
Key = str | Sequence[str | int]
_ERRORS_SHOWN = 10


def closest(name: str, known: Iterable[str]) -> str:
    """A hint for a message about an unknown ``name``: what was probably meant, or else all that is known.

    >>> closest("Halifx", ["Halifax", "Boston"])
    'did you mean Halifax?'
    >>> closest("Rabaul", ["Halifax", "Boston"])
    'known are Boston, Halifax'
    """
    names = sorted(known)
    near = get_close_matches(name, names, n=3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    shown = ", ".join(names[:20]) or "none"
    return f"known are {shown}{', ...' if len(names) > 20 else ''}"


def read_text(path: str | PathLike[str]) -> str:
    """The text of a UTF-8 file.

    Raises:
        BadData: there is no such file, or it is not UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from error


@dataclass(frozen=True)
class TomlDocument:
    """A TOML file: its data, and the line each key is on.

    Attributes:
        path: the name of the file.
        text: its text.
        data: what it says.
    """

    path: str
    text: str
    data: dict[str, Any]

    @cached_property
    def _lines(self) -> dict[tuple[str, ...], int]:
        return _KeyLines(self.text).lines

    def line_of(self, key: Key) -> int:
        """The line (from 1) of a key, or of the nearest key around it if the file has no such key.

        Arguments:
            key: the path of keys and array positions (from 0), such as ``"rows.3.name"`` or, where keys
                contain dots, ``("rows", 3, "name")``.
        """
        parts = tuple(key.split(".")) if isinstance(key, str) else tuple(map(str, key))
        while parts and parts not in self._lines:
            parts = parts[:-1]
        return self._lines.get(parts, 1)

    def error(self, key: Key, message: str) -> BadData:
        """The error to raise about ``key``: ``file:line: key: message``."""
        shown = key if isinstance(key, str) else ".".join(map(str, key))
        return BadData(f"{self.path}:{self.line_of(key)}: {shown}: {message}")


def load_toml(path: str | PathLike[str]) -> TomlDocument:
    """Read a TOML file.

    Raises:
        BadData: it cannot be read or is not TOML; the message names file and line.
    """
    return parse_toml(read_text(path), str(path))


def parse_toml(text: str, path: str = "<text>") -> TomlDocument:
    """Read TOML ``text``; ``path`` is the name it goes by in messages.

    >>> document = parse_toml('[ship]\\nname = "Hood"\\nguns = [8,\\n  14]')
    >>> document.line_of("ship.guns.1")
    4

    Raises:
        BadData: it is not TOML; the message names the line.
    """
    text = text.replace("\r\n", "\n")
    try:
        return TomlDocument(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise BadData(f"{path}:{line}: is not valid TOML: {error}") from error


class _KeyLines:
    """Notes the line of every key and array element of a text that is known to be valid TOML."""

    _GAP = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
    _KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*""")
    _STRING = re.compile(
        r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
        re.DOTALL,
    )
    _PLAIN = re.compile(r"[^,\]}#\n]+")

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines: dict[tuple[str, ...], int] = {}
        self._line, self._counted = 1, 0
        self._lengths: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        self._skip(self._GAP)
        while self.position < len(text):
            if text[self.position] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(self._GAP)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        assert match is not None, "the text is valid TOML"
        self.position = match.end()
        return match[0]

    def _note(self, path: tuple[str, ...]) -> None:
        self._line += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], self._line)

    def _key(self) -> tuple[str, ...]:
        parts = []
        while True:
            part = self._skip(self._KEY_PART).strip(" \t")
            parts.append(next(iter(tomllib.loads(f"{part} = 0"))))
            if self.text[self.position] != ".":
                return tuple(parts)
            self.position += 1

    def _header(self) -> tuple[str, ...]:
        brackets = 2 if self.text.startswith("[[", self.position) else 1
        self.position += brackets
        named = self._key()
        self.position += brackets
        path: tuple[str, ...] = ()
        for depth, part in enumerate(named, 1):
            path = (*path, part)
            if depth == len(named) and brackets == 2:
                self._lengths[path] = self._lengths.get(path, 0) + 1
            if path in self._lengths:
                self._note(path)
                path = (*path, str(self._lengths[path] - 1))
        self._note(path)
        return path

    def _pair(self, table: tuple[str, ...]) -> None:
        path = (*table, *self._key())
        self._note(path)
        self.position += 1
        self._value(path)

    def _value(self, path: tuple[str, ...]) -> None:
        self._skip(self._GAP)
        opening = self.text[self.position]
        if opening == "[":
            self._enclosed("]", lambda number: self._element((*path, str(number))))
        elif opening == "{":
            self._enclosed("}", lambda _: self._pair(path))
        else:
            self._skip(self._STRING if opening in "\"'" else self._PLAIN)

    def _element(self, path: tuple[str, ...]) -> None:
        self._note(path)
        self._value(path)

    def _enclosed(self, closing: str, read: Callable[[int], None]) -> None:
        self.position += 1
        self._skip(self._GAP)
        number = 0
        while self.text[self.position] != closing:
            read(number)
            number += 1
            self._skip(self._GAP)
            if self.text[self.position] == ",":
                self.position += 1
                self._skip(self._GAP)
        self.position += 1


def read_csv_rows(path: str | PathLike[str], model: type[M]) -> list[M]:
    """The rows of a CSV file with a header line, each checked by a pydantic model.

    An empty cell is a value not given: the model's default holds.

    Raises:
        BadData: a column is unknown or missing, a row has the wrong number of cells, or cells do not fit the
            model; the message names file, line and column of up to ten such cells.
    """
    from pydantic import ValidationError

    reader = csv.reader(read_text(path).splitlines(keepends=True), strict=True)
    rows: list[M] = []
    problems: list[str] = []
    try:
        header = next(reader, [])
        _check_header(path, header, model)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                problems.append(f"{path}:{reader.line_num}: has {len(cells)} cells; the header has {len(header)}")
                continue
            given = {name: cell for name, cell in zip(header, cells, strict=True) if cell.strip()}
            try:
                rows.append(model.model_validate(given))
            except ValidationError as error:
                problems += _cell_problems(f"{path}:{reader.line_num}", error, given)
    except csv.Error as error:
        problems.append(f"{path}:{reader.line_num}: is not valid CSV: {error}")
    if problems:
        more = len(problems) - _ERRORS_SHOWN
        raise BadData("\n".join(problems[:_ERRORS_SHOWN] + ([f"... and {more} more"] if more > 0 else [])))
    return rows


def _check_header(path: str | PathLike[str], header: list[str], model: type[BaseModel]) -> None:
    names = {field.alias or name: field.is_required() for name, field in model.model_fields.items()}
    for name in header:
        if name not in names:
            raise BadData(f"{path}:1: unknown column {name!r}; {closest(name, names)}")
        if header.count(name) > 1:
            raise BadData(f"{path}:1: column {name!r} is there twice")
    missing = [name for name, required in names.items() if required and name not in header]
    if missing:
        raise BadData(f"{path}:1: column{'s' * (len(missing) > 1)} missing: {', '.join(missing)}")


def _cell_problems(place: str, error: Any, given: Mapping[str, str]) -> list[str]:
    problems = []
    for detail in error.errors():
        column = str(detail["loc"][0]) if detail["loc"] else "row"
        found = f"{given[column]!r}: " if column in given else ""
        problems.append(f"{place}:{column}: {found}{detail['msg']}")
    return problems
