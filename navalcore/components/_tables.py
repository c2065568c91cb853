"""Lookup tables: typed cells found by a total and a column; read from files, checked and proved complete.

A table in a TOML file::

    [contact]
    title = "Contact Table"
    rule = "13.1"
    source = "exact"              # or "historical", "reconstructed"
    die = "d10z"                  # or: span = "-3-12", the totals that must be covered
    clamp = true                  # totals beyond the last row use the nearest row
    columns = ["early", "late"]
    type = "str"                  # int, float, bool, str or list; or types = { early = "str", late = "int" }
    monotonic = "rising"          # numbers that must not fall; or monotonic = { late = "falling" }
    [contact.rows]
    "0-5" = ["C1", "C2"]          # cells in the order of columns
    "6+" = ["TF", "TF"]

A range of rolls is written ``5``, ``1-3``, ``-3--1``, ``7+`` (or ``>=7``) or ``0-`` (or ``<=0``). A table of one column
needs no ``columns``, and its cells need no list.
"""

from __future__ import annotations

import pathlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from operator import index
from os import PathLike
from typing import Any, Generic, NamedTuple, TypeVar

from navalcore._misfits import told_when_made
from navalcore.components._data_files import TomlDocument, closest, load_toml, read_text
from navalcore.components._dice import parse_dice
from navalcore.components._laid_over import own_files
from navalcore.errors import BadData, UnknownName

C = TypeVar("C")
Path = tuple[str | int, ...]

SOURCES = ("exact", "historical", "reconstructed")
_TYPES: dict[str, type] = {"int": int, "float": float, "bool": bool, "str": str, "list": list}
_DIRECTIONS = ("rising", "falling")
_DETAILS = {"title": str, "rule": str, "source": str, "die": str, "clamp": bool}
_KEYS = frozenset({*_DETAILS, "span", "columns", "type", "types", "monotonic", "rows"})
_ONLY_COLUMN = "result"
_RANGE = re.compile(r"(<=|>=)?([+-]?\d+)(?:(\+|-)|(?:-|\.\.| to )([+-]?\d+))?")


class Span(NamedTuple):
    """A range of totals, both ends included; an open end is infinite."""

    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.high == inf:
            return "any" if self.low == -inf else f"{self.low} or more"
        if self.low == -inf:
            return f"{self.high} or less"
        return f"{self.low} to {self.high}" if self.low < 0 else f"{self.low}-{self.high}"


def parse_span(text: str) -> Span:
    """The range of rolls written as ``text``."""
    match = _RANGE.fullmatch(text.strip())
    if match is None or (match[1] and (match[3] or match[4])):
        raise BadData(f'{text!r} is not a range of rolls; write "5", "1-3", "-3--1", "7+", ">=7", "0-" or "<=0"')
    low = int(match[2])
    if match[1] == ">=" or match[3] == "+":
        return Span(low, inf)
    if match[1] == "<=" or match[3] == "-":
        return Span(-inf, low)
    high = int(match[4]) if match[4] else low
    if high < low:
        raise BadData(f'the range {text!r} runs backwards; write the lower number first, "{high}-{low}"')
    return Span(low, high)


@dataclass(frozen=True, slots=True)
class TableRow(Generic[C]):
    """One row of a table: the range of totals that find it, and its cell in every column."""

    span: Span
    cells: tuple[C, ...]


@told_when_made
class LookupTable(Generic[C]):
    """A table of results by total and column; ``C`` is the type of its cells (lists are kept as tuples).

    :func:`~navalcore.components.load_tables` and
    :func:`~navalcore.components.make_table` build one and prove it complete.

    Args:
        about: the table's other keys in the file, such as ``title``, ``rule`` and ``die``.

    Attributes:
        name: its key in the file; of a table in a model its title, or else the name of the field.
        title: its name for people.
        rule: the section of the rules it belongs to, or "".
        source: where its numbers come from, "exact", "historical" or "reconstructed", or "" if not said.
        die: the die that is rolled on it, or "" if it is read by a number that is not rolled.
        clamp: whether totals beyond the first and last row use the nearest row.
        columns: the names of its columns.
        rows: its rows from the lowest total up.

    >>> from navalcore.components import make_table
    >>> table = make_table("weather", {
    ...     "die": "d6", "type": "str", "rows": {"1-2": "calm", "3-5": "fog", "6+": "gale"}})
    >>> table[3], table[9]
    ('fog', 'gale')
    """

    def __init__(
        self, name: str, columns: Sequence[str], rows: Sequence[TableRow[C]], about: Mapping[str, Any]
    ) -> None:
        self.name = name
        self.title: str = about.get("title", name.replace("_", " ").capitalize())
        self.rule: str = about.get("rule", "")
        self.source: str = about.get("source", "")
        self.die: str = about.get("die", "")
        self.clamp: bool = about.get("clamp", False)
        self.columns: tuple[str, ...] = tuple(columns)
        self.rows: tuple[TableRow[C], ...] = tuple(rows)
        self._cells = {column: [row.cells[number] for row in self.rows] for number, column in enumerate(self.columns)}
        self._starts = [row.span.low for row in self.rows]
        self._low = -inf if self.clamp else self.rows[0].span.low
        self._high = inf if self.clamp else self.rows[-1].span.high

    def _index(self, total: int) -> int:
        try:
            total = index(total)
        except TypeError:
            raise BadData(f"table {self.name} is read by a total that is a whole number, not {total!r}") from None
        if not self._low <= total <= self._high:
            raise BadData(
                f"table {self.name} has no row for {total}; its rows are for"
                f" {Span(self._low, self._high)} (clamp = true would use the nearest)"
            )
        return max(bisect_right(self._starts, total) - 1, 0)

    def __getitem__(self, key: int | tuple[int, str]) -> C:
        total, column = key if isinstance(key, tuple) else (key, self.columns[0])
        if column not in self._cells:
            raise UnknownName(f"table {self.name} has no column {column!r}; {closest(column, self.columns)}")
        if not isinstance(key, tuple) and len(self.columns) > 1:
            raise UnknownName(f"table {self.name} needs a column: {', '.join(self.columns)}")
        return self._cells[column][self._index(total)]

    def shifted(self, total: int, column: str, by: int) -> C:
        """The cell of a column further right (``by`` above 0) or left, as modifiers shift it; the outermost at most.

        >>> from navalcore.components import make_table
        >>> guns = make_table("guns", {
        ...     "die": "d6", "type": "int", "columns": ["far", "near"], "rows": {"1-4": [0, 1], "5-6": [1, 2]}})
        >>> guns.shifted(5, "far", 1), guns.shifted(5, "far", 3), guns.shifted(5, "far", -1)
        (2, 2, 1)

        Args:
            total: the total of the roll.
            column: the name of the column before the shift.

        Raises:
            UnknownName: there is no such column.
            BadData: there is no row for the total, or a number is not whole.
        """
        if column not in self._cells:
            raise UnknownName(f"table {self.name} has no column {column!r}; {closest(column, self.columns)}")
        try:
            at = min(max(self.columns.index(column) + index(by), 0), len(self.columns) - 1)
        except TypeError:
            raise BadData(f"a column is shifted by a whole number of columns, not by {by!r}") from None
        return self.rows[self._index(total)].cells[at]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """As a field of a model of a data file."""
        from pydantic_core import core_schema

        field = handler.field_name or "table"

        def read(data: object) -> LookupTable[Any]:
            def error(path: Path, message: str) -> ValueError:
                return ValueError(f"{'.'.join(map(str, path))}: {message}" if path else message)

            title = data.get("title") if isinstance(data, Mapping) else None
            name = title if isinstance(title, str) else field  # a field may hold many tables
            return _Reader(name, data, error).table()

        return core_schema.no_info_plain_validator_function(read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        table: dict[str, Any] = table_schema()["additionalProperties"]
        return table

    def __iter__(self) -> Iterator[TableRow[C]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<LookupTable {self.name}: {len(self.rows)} rows, columns {', '.join(self.columns)}>"


def load_tables(path: str | PathLike[str]) -> dict[str, LookupTable[Any]]:
    """Every table of the TOML file ``path`` by name, each proved complete. A table ``meta`` is not a lookup table.

    Raises:
        BadData: a table is not complete or not well formed; the message names file, line and key.
    """
    document = load_toml(path)
    tables = {key: data for key, data in document.data.items() if key != "meta"}
    return {key: _Reader(key, data, document.error_below(key)).table() for key, data in tables.items()}


def check_own_columns(game: pathlib.Path, owner: str | PathLike[str]) -> None:
    """Check that lookup tables in an owner's folder have all columns of the game's: rules ask for them by name."""
    for name, own in own_files(game).items():
        theirs = pathlib.Path(owner).expanduser() / name
        if own.suffix != ".toml" or not theirs.is_file():
            continue
        document = TomlDocument.parse(read_text(theirs), str(theirs.resolve()))
        needed = dict(_columns(TomlDocument.parse(own.read_text(encoding="utf-8"), str(own)).data))
        for path, found in _columns(document.data):
            missing = [column for column in needed.get(path, ()) if column not in found]
            if missing:
                raise document.error(
                    (*path, "columns"), f"needs the column {missing[0]}, which the rules ask for by name"
                )


def _columns(data: Any, *path: str) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The lookup tables of a file, each by where it is, with the names of its columns."""
    if not isinstance(data, dict):
        return
    if isinstance(data.get("columns"), list) and "rows" in data:
        yield path, data["columns"]
    for key, below in data.items():
        yield from _columns(below, *path, key)


def make_table(name: str, data: Mapping[str, Any]) -> LookupTable[Any]:
    """The table called ``name``, made from ``data`` with the same structure that a TOML file has.

    Raises:
        BadData: the table is not complete or not well formed.
    """

    def error(path: Path, message: str) -> BadData:
        return BadData(f"{'.'.join(map(str, (name, *path)))}: {message}")

    return _Reader(name, data, error).table()


def table_schema() -> dict[str, Any]:
    """The JSON Schema of a file of lookup tables. Loading, not the schema, proves that rolls are covered."""
    cell: dict[str, Any] = {"type": ["string", "number", "boolean", "array"]}
    direction = {"enum": list(_DIRECTIONS)}
    kind = {"enum": list(_TYPES)}
    ranges = r"^(-?\d+(--?\d+)?|-?\d+[+-]|(>=|<=)-?\d+)$"
    properties: dict[str, Any] = {
        "title": {"type": "string", "description": "The table's name."},
        "rule": {"type": "string", "description": "The section it belongs to."},
        "source": {"enum": list(SOURCES), "description": "Where its figures come from."},
        "die": {"type": "string", "description": "The die that is rolled, such as d10z; proves that all is covered."},
        "span": {"type": "string", "description": "The totals that must be covered, such as -3-12."},
        "clamp": {"type": "boolean", "description": "Totals beyond the last row use the nearest row."},
        "columns": {"type": "array", "items": {"type": "string"}, "description": "Names of the columns in order."},
        "type": {**kind, "description": "The type of every cell."},
        "types": {"type": "object", "additionalProperties": kind, "description": "The type of each column's cells."},
        "monotonic": {"anyOf": [direction, {"type": "object", "additionalProperties": direction}]},
        "rows": {"type": "object", "patternProperties": {ranges: cell}, "additionalProperties": False},
    }
    table = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"type": "object", "properties": {"meta": {"type": "object"}}, "additionalProperties": table}


class _FileRow(NamedTuple):
    """A row, and where in the file it is."""

    span: Span
    cells: tuple[Any, ...]
    path: Path


class _Reader:
    """Turns the data of one table into a LookupTable, or raises the error that says why it cannot."""

    def __init__(self, name: str, data: object, error: Callable[[Path, str], Exception]) -> None:
        self.error = error
        if not isinstance(data, Mapping):
            raise error((), f"is {_kind(data)}, not a lookup table")
        self.name = name
        self.data = data

    def table(self) -> LookupTable[Any]:
        for key in self.data:
            if key not in _KEYS:
                raise self.error((key,), f"unknown key; {closest(key, _KEYS)}")
        self._check_details()
        columns, required = self._columns(), self._required()
        rows = sorted(self._rows(columns), key=lambda row: row.span.low)
        if self.data.get("clamp", False):
            low = rows[0].span.low if required.low == -inf else required.low
            required = Span(low, rows[-1].span.high if required.high == inf else required.high)
        prove_covered([(row.span, row.path) for row in rows], self.error, required)
        self._prove_monotonic(columns, rows)
        return LookupTable(self.name, columns, [TableRow(row.span, row.cells) for row in rows], self.data)

    def _check_details(self) -> None:
        data = self.data
        for key, kind in _DETAILS.items():
            if not isinstance(data.get(key, kind()), kind):
                raise self.error((key,), f"is {_kind(data[key])}; it must be {_KINDS[kind]}")
        if data.get("source", "exact") not in SOURCES:
            raise self.error(("source",), f"{data['source']!r} must be one of {', '.join(SOURCES)}")

    def _required(self) -> Span:
        """The totals that must be covered."""
        key = "span" if "span" in self.data else "die"
        if key not in self.data:
            raise self.error((), 'needs die = "d6", or span = "1-6" for the totals it must cover')
        try:
            if key == "span":
                return parse_span(str(self.data["span"]))
            die = parse_dice(self.data["die"])
        except BadData as error:
            raise self.error((key,), str(error)) from None
        return Span(die.number * die.low, die.number * die.high)

    def _types(self, columns: Sequence[str]) -> dict[str, str]:
        """The declared type of every column."""
        if ("type" in self.data) == ("types" in self.data):
            raise self.error((), f'needs type = "..." or a type for each column in types: {", ".join(_TYPES)}')
        types = self.data.get("types", dict.fromkeys(columns, self.data.get("type")))
        key = "types" if "types" in self.data else "type"
        if not isinstance(types, Mapping):
            raise self.error((key,), "must be a table of types by column")
        for column in (*columns, *types):
            path = (key, column) if key == "types" else (key,)
            if column not in types:
                raise self.error((key,), f"column {column} has no type")
            if column not in columns:
                raise self.error(path, f"there is no such column; {closest(column, columns)}")
            if types[column] not in _TYPES:
                raise self.error(path, f"{types[column]!r} is not a type; legal are {', '.join(_TYPES)}")
        return dict(types)

    def _columns(self) -> list[str]:
        columns = self.data.get("columns", [_ONLY_COLUMN])
        if not isinstance(columns, list) or not columns or not all(isinstance(name, str) for name in columns):
            raise self.error(("columns",), 'must be a list of names, such as ["early", "late"]')
        if len(set(columns)) < len(columns):
            raise self.error(("columns",), "names a column twice")
        return columns

    def _rows(self, columns: list[str]) -> Iterator[_FileRow]:
        """The rows in the order of the file."""
        rows, types = self.data.get("rows"), self._types(columns)
        if not isinstance(rows, Mapping) or not rows:
            raise self.error(("rows",), 'must be a table of rows by range of rolls, such as "1-3" = ["C1", "C2"]')
        for key, row in rows.items():
            path: Path = ("rows", key)
            span = self._span(key, path)
            if "columns" not in self.data:
                yield _FileRow(span, (self._cell(row, _ONLY_COLUMN, types, path),), path)
                continue
            if not isinstance(row, list):
                raise self.error(path, f"must be a list of cells for the columns {', '.join(columns)}")
            if len(row) != len(columns):
                raise self.error(path, f"has {len(row)} cells; the columns are {', '.join(columns)}")
            cells = (self._cell(row[at], column, types, (*path, at)) for at, column in enumerate(columns))
            yield _FileRow(span, tuple(cells), path)

    def _span(self, key: str, path: Path) -> Span:
        try:
            return parse_span(key)
        except BadData as error:
            raise self.error(path, str(error)) from None

    def _cell(self, cell: object, column: str, types: Mapping[str, str], path: Path) -> object:
        kind = types[column]
        if kind == "float" and isinstance(cell, int) and not isinstance(cell, bool):
            return float(cell)
        if type(cell) is not _TYPES[kind]:
            where = "" if column == _ONLY_COLUMN else f" of column {column}"
            raise self.error(path, f"the cell{where} is {_kind(cell)}, {cell!r}; its type is {kind}")
        return _frozen(cell)

    def _prove_monotonic(self, columns: Sequence[str], rows: Sequence[_FileRow]) -> None:
        """Columns declared rising never fall, and the other way round."""
        declared = self.data.get("monotonic", {})
        directions = declared if isinstance(declared, Mapping) else dict.fromkeys(columns, declared)
        for column, direction in directions.items():
            if column not in columns:
                raise self.error(("monotonic", column), f"there is no such column; {closest(column, columns)}")
            if direction not in _DIRECTIONS:
                raise self.error(("monotonic",), f"{direction!r} must be one of {', '.join(_DIRECTIONS)}")
            sign, at = (1 if direction == "rising" else -1), columns.index(column)
            for before, row in pairwise(rows):
                one, other = before.cells[at], row.cells[at]
                if not isinstance(one, int | float):
                    raise self.error(("monotonic",), f"column {column} holds no numbers")
                if sign * other < sign * one:
                    message = f"column {column} is declared {direction}, but {other} comes after {one}"
                    raise self.error(row.path, message)


def prove_covered(
    spans: Sequence[tuple[Span, Path]], error: Callable[[Path, str], Exception], required: Span | None = None
) -> None:
    """Refuse ranges, given in order with their places in a file, that overlap or leave something out.

    Args:
        spans: the ranges, and the keys that lead to each.
        error: makes the error of a key and a message, such as that of a :class:`TomlDocument`.
        required: what the ranges must cover together; if left out, all between the first and the last.

    Raises:
        BadData: something is covered twice, or by none.
    """
    for span, path in spans:
        if span.high < span.low:
            raise error(path, f"ends at {span.high}, before it begins at {span.low}")
    for (one, _), (other, path) in pairwise(spans):
        if other.low <= one.high:
            twice = Span(other.low, min(one.high, other.high))
            raise error(path, f"covers {twice} again; {one} already does")
        if other.low > one.high + 1:
            hole = Span(one.high + 1, other.low - 1)
            raise error(path, f"nothing covers {hole} before it; widen one or add another")
    (first, begins), (last, ends) = spans[0], spans[-1]
    if required is not None and first.low > required.low:
        hole = Span(required.low, first.low - 1)
        raise error(begins, f"nothing covers {hole} before it; add a row or widen one")
    if required is not None and last.high < required.high:
        hole = Span(last.high + 1, required.high)
        raise error(ends, f"nothing covers {hole} after it; add a row or widen one")


def _frozen(cell: object) -> object:
    return tuple(map(_frozen, cell)) if isinstance(cell, list) else cell


_KINDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", list: "a list"}


def _kind(value: object) -> str:
    return "a table" if isinstance(value, Mapping) else _KINDS.get(type(value), type(value).__name__)
