"""Data files: every error names the file, the line and the key or column, and what would be right."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Self, TypeAlias, TypeVar

from navalcore._misfits import told_in_methods
from navalcore.components._laid_over import laid_over
from navalcore.components._model_errors import closest as closest, mistakes
from navalcore.components._reading import read_file
from navalcore.components._toml_errors import toml_fault
from navalcore.errors import BadData

if TYPE_CHECKING:
    from pydantic import BaseModel

M = TypeVar("M", bound="BaseModel")
T = TypeVar("T")
Key = str | Sequence[str | int]
RowCheck: TypeAlias = "Callable[[Sequence[M]], Iterable[tuple[int | None, str, str]]]"
"""A check that finds mistakes among entries: the number of an entry (None: the file), its key, and the advice."""
_ERRORS_SHOWN = 10


class _ByName:
    """The mark of :data:`Named`: each model of a table of tables is told its name there."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        def told(given: Any) -> Any:
            tables = given.items() if isinstance(given, dict) else ()
            if all(isinstance(each, dict) for _, each in tables):
                return {name: {"id": name, **each} for name, each in tables}
            return given

        return core_schema.no_info_before_validator_function(told, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        made = handler(schema)
        entry = handler.resolve_ref_schema(made["additionalProperties"])
        entry.get("properties", {}).pop("id", None)
        entry["required"] = [name for name in entry.get("required", ()) if name != "id"]
        return made


Named: TypeAlias = Annotated[dict[str, T], _ByName()]
"""A table of tables, such as ``[ships.hood]``, as models by their names; the field ``id`` of each is its name there."""

LARGEST_DATA: Final = 1 << 23
"""Bytes a data file may have."""


def read_text(path: str | PathLike[str]) -> str:
    """The text of the UTF-8 file ``path``.

    Raises:
        BadData: there is no such file, it is larger than data files are, or it is not UTF-8.
    """
    path = laid_over(path)
    try:
        return read_file(path, LARGEST_DATA).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from error


@told_in_methods
@dataclass(frozen=True)
class TomlDocument:
    """A TOML file: its data, and the line each key is on."""

    path: str
    """The name of the file."""
    text: str
    """Its text."""
    data: dict[str, Any]
    """Its contents."""

    @classmethod
    def parse(cls, text: str, path: str = "<text>") -> Self:
        """The document that a text holds.

        Arguments:
            text: TOML, as a file has it.
            path: the name that the text goes by in messages.

        Raises:
            BadData: the text is not TOML; the message names ``path``, line and column.
        """
        text = text.replace("\r\n", "\n")
        try:
            return cls(path, text, tomllib.loads(text))
        except RecursionError:
            raise BadData(f"{path}: is nested too deep to be read") from None
        except tomllib.TOMLDecodeError as error:
            line, wrong = toml_fault(error, text)
            raise BadData(f"{path}:{line}: is not valid TOML {wrong}") from error
        except ValueError:
            raise BadData(f"{path}: has a number of thousands of digits; give it fewer") from None

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
        """The error to raise about ``key``: ``file:line: key: message``.

        Args:
            key: the key, as for :meth:`line_of`.
            message: what is wrong, and what would be right.
        """
        shown = key if isinstance(key, str) else ".".join(map(str, key))
        return BadData(f"{self.path}:{self.line_of(key)}: {f'{shown}: ' if shown else ''}{message}")

    def error_below(self, key: str) -> Callable[[tuple[str | int, ...], str], BadData]:
        """Return a function that makes the errors to raise about data below ``key``, from the path below it and a
        message.
        """
        return lambda path, message: self.error((key, *path), message)

    def errors(self, problems: Iterable[tuple[Key, str]]) -> BadData:
        """The error to raise about several keys, in the order of the file; it shows ten at most. ``problems`` has pairs
        of a key and a message, one at least.
        """
        in_order = sorted(problems, key=lambda problem: self.line_of(problem[0]))
        return _together([str(self.error(key, message)) for key, message in in_order])

    def model(self, model: type[M], key: Key = (), given: Mapping[str, Any] | None = None) -> M:
        """The table under a key as a pydantic model; without a key, the whole file.

        Arguments:
            model: the model.
            key: the path of keys and array positions (from 0) of the table.
            given: fields that are not in the file, such as an ``id`` that is the file's name.

        Raises:
            BadData: the table is not there, or keys are unknown, missing or do not fit; file, line, key and what
                would be right for up to ten such places.
        """
        from pydantic import ValidationError

        parts = tuple(key.split(".")) if isinstance(key, str) and key else tuple(key)
        data = {**(given or {}), **self._table(parts)}
        try:
            return model.model_validate(data, context=self.data)
        except ValidationError as error:
            raise self.errors(((*parts, *found.key), found.message) for found in mistakes(error, data, model)) from None

    def _at(self, parts: Sequence[str | int]) -> Any:
        here: Any = self.data
        for depth, part in enumerate(parts):
            try:
                here = here[int(part) if isinstance(here, list) else part]
            except (KeyError, IndexError, TypeError, ValueError):
                raise self.error(parts[: depth + 1], "is missing; a table of keys is wanted") from None
        return here

    def _table(self, parts: Sequence[str | int]) -> dict[str, Any]:
        found = self._at(parts)
        if not isinstance(found, dict):
            raise self.error(parts, f"should be a table of keys, not {found!r}")
        return found

    def models(
        self, model: type[M], key: str = "", *, named_by: str = "id", check: RowCheck[M] | None = None
    ) -> list[M]:
        """The entries under a key, a pydantic model each. Arguments are as for :func:`load_models`."""
        parts = tuple(key.split(".")) if key else ()
        entries = self._at(parts)
        if isinstance(entries, list):
            places: list[tuple[Key, dict[str, Any]]] = [((*parts, at), {}) for at in range(len(entries))]
        else:
            named = named_by in model.model_fields
            places = [((*parts, name), {named_by: name} if named else {}) for name in self._table(parts)]
        if not places:
            raise self.error(key, "has no entries; at least one is wanted")
        found = [self.model(model, place, given) for place, given in places]
        _no_twins(found, named_by, lambda at, message: self.error((*places[at][0], named_by), message))
        wrong = [*check(found)] if check else ()
        if wrong:
            raise self.errors(
                (key if at is None else (*places[at][0], *filter(None, (name,))), message)
                for at, name, message in wrong
            )
        return found


def load_toml(path: str | PathLike[str]) -> TomlDocument:
    """Read the TOML file ``path``.

    Raises:
        BadData: it cannot be read or is not TOML; the message names file and line.
    """
    path = laid_over(path)
    return TomlDocument.parse(read_text(path), str(path))


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


def load_models(
    path: str | PathLike[str],
    model: type[M],
    key: str = "",
    *,
    named_by: str = "id",
    check: RowCheck[M] | None = None,
) -> list[M]:
    """The entries of a data file, each checked by a pydantic model.

    In a CSV file (``.csv``) with a header line every row is an entry, and an empty cell is a value not given. In a TOML
    file the entries are an array of tables (``[[ship]]``) or a table of tables (``[ship.hood]``), whose names are then
    the entries' ``named_by``.

    Arguments:
        path: the file, TOML or CSV.
        model: the model of an entry.
        key: where the entries are in a TOML file, such as ``"ship"``; left out if each is a table of the file itself.
        named_by: the field that names entries. If the model has it, no two entries may have the same.
        check: is given all entries and says what is wrong among them, or with other files. Of each fault it gives the
            number of the entry (from 0; None: the file as a whole), its key, and what would be right.

    Raises:
        BadData: the file cannot be read; a key or column is unknown, missing or does not fit. Or a row has too many or
            too few cells, two entries have the same name, or ``check`` says so. The message says the file, the line,
            the key and what would be right, for up to ten such places.
    """
    path = laid_over(path)
    if Path(path).suffix.lower() != ".csv":
        return load_toml(path).models(model, key, named_by=named_by, check=check)
    lines, rows = _csv_rows(path, model)
    _no_twins(rows, named_by, lambda at, message: BadData(f"{path}:{lines[at]}:{named_by}: {message}"))
    wrong = [*check(rows)] if check else ()
    if wrong:
        raise _together(
            [f"{path}:{1 if at is None else lines[at]}:{name and f'{name}:'} {message}" for at, name, message in wrong]
        )
    return rows


def _no_twins(found: Sequence[M], named_by: str, error: Callable[[int, str], BadData]) -> None:
    """Refuse entries that have the same name."""
    known: dict[object, int] = {}
    for at, entry in enumerate(found):
        name = getattr(entry, named_by, at)
        if name in known:
            raise error(at, f"there is already an entry {name!r}; each {named_by} may be given once")
        known[name] = at


def _together(problems: Sequence[str]) -> BadData:
    """One error for several problems, a line each, of which it shows the first ten."""
    more = len(problems) - _ERRORS_SHOWN
    return BadData("\n".join([*problems[:_ERRORS_SHOWN]] + ([f"... and {more} more"] if more > 0 else [])))


def _csv_rows(path: str | PathLike[str], model: type[M]) -> tuple[list[int], list[M]]:
    """The line each row ends on, and the rows."""
    from pydantic import ValidationError

    reader = csv.reader(read_text(path).splitlines(keepends=True), strict=True)
    lines: list[int] = []
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
                lines.append(reader.line_num)
            except ValidationError as error:
                place = f"{path}:{reader.line_num}"
                found = mistakes(error, given, model)
                problems += [f"{place}:{(mistake.key or ('row',))[0]}: {mistake.message}" for mistake in found]
    except csv.Error as error:
        problems.append(f"{path}:{reader.line_num}: is not valid CSV: {error}")
    if problems:
        raise _together(problems)
    return lines, rows


def _check_header(path: str | PathLike[str], header: list[str], model: type[BaseModel]) -> None:
    names = {field.alias or name: field.is_required() for name, field in model.model_fields.items()}
    absent = [name for name in names if name not in header]
    for name in header:
        if name not in names:
            right = closest(name, absent) if absent else "leave it out"
            raise BadData(f"{path}:1: unknown column {name!r}; {right}")
        if header.count(name) > 1:
            raise BadData(f"{path}:1: column {name!r} is there twice")
    missing = [name for name, required in names.items() if required and name not in header]
    if missing:
        raise BadData(f"{path}:1: column{'s' * (len(missing) > 1)} missing: {', '.join(missing)}")
