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
    footnotes = { a = "Not in 1941." }
    [contact.rows]
    "0-5" = ["C1", "C2"]          # cells in the order of columns, or { early = "C1", late = "C2" }
    "6+" = ["TF", "TF"]

A range of rolls is written ``5``, ``1-3``, ``-3--1``, ``7+`` (or ``>=7``) or ``0-`` (or ``<=0``). Instead of
``rows``, a table whose columns have their own ranges has ``by_column``: for each column either a table of
ranges, or a list with one cell for each result of the die. A table of one column needs no ``columns``, and
its cells stand alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import inf
from os import PathLike
from typing import Any, Generic, NamedTuple, TypeVar

from navalcore.components._data_files import TomlDocument, closest, load_toml
from navalcore.components._dice import parse_dice
from navalcore.errors import BadData, UnknownName

C = TypeVar("C")
Path = tuple[str | int, ...]

SOURCES = ("exact", "historical", "reconstructed")
_TYPES: dict[str, type] = {"int": int, "float": float, "bool": bool, "str": str, "list": list}
_DIRECTIONS = ("rising", "falling")
_DETAILS = {"title": str, "rule": str, "source": str, "die": str, "clamp": bool}
_KEYS = frozenset({*_DETAILS, "span", "columns", "type", "types", "monotonic", "footnotes", "rows", "by_column"})
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
    """The range of rolls written as ``text``.

    >>> parse_span("1-3"), parse_span("7+"), parse_span("<=0"), parse_span("-3--1")
    (Span(low=1, high=3), Span(low=7, high=inf), Span(low=-inf, high=0), Span(low=-3, high=-1))

    Raises:
        BadData: it is not a range, or runs backwards.
    """
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


class LookupTable(Generic[C]):
    """A table of results by total and column; ``C`` is the type of its cells (lists are kept as tuples).

    :func:`~navalcore.components.load_tables` and
    :func:`~navalcore.components.make_table` build one and prove it complete.

    Attributes:
        name: its key in the file.
        title: its name for people.
        rule: the section of the rules it belongs to, or "".
        source: where its numbers come from, "exact", "historical" or "reconstructed", or "" if not said.
        die: what is rolled on it, or "" if it is found by a number that is not rolled.
        clamp: whether totals beyond the first and last row use the nearest row.
        columns: the names of its columns.
        rows: its rows from the lowest total up.
        footnotes: the text of each footnote by its mark.

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
        self.footnotes: dict[str, str] = dict(about.get("footnotes", {}))
        self.columns: tuple[str, ...] = tuple(columns)
        self.rows: tuple[TableRow[C], ...] = tuple(rows)
        self._cells = {column: [row.cells[number] for row in self.rows] for number, column in enumerate(self.columns)}
        self._starts = [row.span.low for row in self.rows]
        self._low = -inf if self.clamp else self.rows[0].span.low
        self._high = inf if self.clamp else self.rows[-1].span.high

    def _index(self, total: int) -> int:
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

    def row(self, total: int) -> TableRow[C]:
        """The row that ``total`` finds.

        Raises:
            BadData: no row is for that total, and the table does not clamp.
        """
        return self.rows[self._index(total)]

    def __iter__(self) -> Iterator[TableRow[C]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<LookupTable {self.name}: {len(self.rows)} rows, columns {', '.join(self.columns)}>"

    def _caption(self) -> str:
        details = [f"rule {self.rule}"] if self.rule else []
        details += [self.source] if self.source else []
        return f"{self.title} ({', '.join(details)})" if details else self.title

    def _text_rows(self) -> Iterator[list[str]]:
        for row in self.rows:
            yield [str(row.span), *map(_cell_text, row.cells)]

    def to_html(self) -> str:
        """The table as an HTML ``<table>`` element."""

        def line(tag: str, cells: Sequence[str]) -> str:
            first, *others = map(escape, cells)
            return f"<tr><th>{first}</th>{''.join(f'<{tag}>{cell}</{tag}>' for cell in others)}</tr>"

        lines = ['<table class="lookup-table">', f"<caption>{escape(self._caption())}</caption>"]
        lines += ["<thead>", line("th", [self.die or "total", *self.columns]), "</thead>", "<tbody>"]
        lines += [line("td", cells) for cells in self._text_rows()]
        lines.append("</tbody>")
        if self.footnotes:
            notes = "<br>".join(escape(f"{mark}: {text}") for mark, text in self.footnotes.items())
            lines.append(f'<tfoot><tr><td colspan="{len(self.columns) + 1}">{notes}</td></tr></tfoot>')
        return "\n".join([*lines, "</table>"])

    def _repr_html_(self) -> str:
        return self.to_html()


def _cell_text(cell: object) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return ", ".join(map(_cell_text, cell)) if isinstance(cell, tuple) else str(cell)


def load_tables(path: str | PathLike[str]) -> dict[str, LookupTable[Any]]:
    """Every table of a TOML file by name, each proved complete. A table ``meta`` is not a lookup table.

    Raises:
        BadData: a table is not complete or not well formed; the message names file, line and key.
    """
    document = load_toml(path)
    return {key: read_table(document, key) for key in document.data if key != "meta"}


def read_table(document: TomlDocument, key: str) -> LookupTable[Any]:
    """The table at ``key`` (dotted if nested) of a TOML file that also holds other things.

    Raises:
        BadData: there is no such table, or it is not complete or not well formed.
    """
    parts, data = document.at(key, "there is no such table")
    return _Reader(parts[-1], data, lambda path, message: document.error((*parts, *path), message)).table()


def make_table(name: str, data: Mapping[str, Any]) -> LookupTable[Any]:
    """A table from the same structure that a TOML file has.

    Raises:
        BadData: the table is not complete or not well formed.
    """

    def error(path: Path, message: str) -> BadData:
        return BadData(f"{'.'.join(map(str, (name, *path)))}: {message}")

    return _Reader(name, data, error).table()


def table_schema() -> dict[str, Any]:
    """The JSON Schema of a file of lookup tables. Loading, not the schema, proves that rolls are covered."""
    cell: dict[str, Any] = {"type": ["string", "number", "boolean", "array"]}
    cells = {"anyOf": [cell, {"type": "object", "additionalProperties": cell}]}
    direction = {"enum": list(_DIRECTIONS)}
    kind = {"enum": list(_TYPES)}
    ranges = r"^(-?\d+(--?\d+)?|-?\d+[+-]|(>=|<=)-?\d+)$"
    column = {"type": ["array", "object"]}
    properties: dict[str, Any] = {
        "title": {"type": "string", "description": "What the table is called."},
        "rule": {"type": "string", "description": "The section it belongs to."},
        "source": {"enum": list(SOURCES), "description": "Where its figures come from."},
        "die": {"type": "string", "description": "The die that is rolled, such as d10z; proves that all is covered."},
        "span": {"type": "string", "description": "The totals that must be covered, such as -3-12."},
        "clamp": {"type": "boolean", "description": "Totals beyond the last row use the nearest row."},
        "columns": {"type": "array", "items": {"type": "string"}, "description": "Names of the columns in order."},
        "type": {**kind, "description": "What every cell is."},
        "types": {"type": "object", "additionalProperties": kind, "description": "What the cells of each column are."},
        "monotonic": {"anyOf": [direction, {"type": "object", "additionalProperties": direction}]},
        "footnotes": {"type": "object", "additionalProperties": {"type": "string"}},
        "rows": {"type": "object", "patternProperties": {ranges: cells}, "additionalProperties": False},
        "by_column": {"type": "object", "additionalProperties": column},
    }
    table = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"type": "object", "properties": {"meta": {"type": "object"}}, "additionalProperties": table}


class _Entry(NamedTuple):
    """One cell of one column: the totals that find it, and where in the file it stands."""

    span: Span
    cell: Any
    path: Path


class _Reader:
    """Turns the data of one table into a LookupTable, or raises the error that says why it cannot."""

    def __init__(self, name: str, data: object, error: Callable[[Path, str], BadData]) -> None:
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
        required = self._required()
        if ("rows" in self.data) == ("by_column" in self.data):
            raise self.error((), "a table needs either rows or by_column")
        columns = self._read_rows() if "rows" in self.data else self._read_by_column(required)
        for entries in columns.values():
            entries.sort(key=lambda entry: entry.span.low)
        for column, entries in columns.items():
            self._prove_covered(column, entries, required)
        self._prove_equal_extent(columns)
        self._prove_monotonic(columns)
        return LookupTable(self.name, tuple(columns), _common_rows(columns), self.data)

    def _check_details(self) -> None:
        data = self.data
        for key, kind in _DETAILS.items():
            if not isinstance(data.get(key, kind()), kind):
                raise self.error((key,), f"is {_kind(data[key])}; it must be {_KINDS[kind]}")
        if data.get("source", "exact") not in SOURCES:
            raise self.error(("source",), f"{data['source']!r} must be one of {', '.join(SOURCES)}")
        notes = data.get("footnotes", {})
        if not isinstance(notes, Mapping) or not all(isinstance(text, str) for text in notes.values()):
            raise self.error(("footnotes",), 'must be a table of texts by mark, such as { a = "Not at night." }')

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
        return Span(die.lowest, die.highest)

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

    def _read_rows(self) -> dict[str, list[_Entry]]:
        """The cells of ``rows``, by column."""
        rows, named = self.data["rows"], "columns" in self.data
        columns = self.data.get("columns", [_ONLY_COLUMN])
        if not isinstance(columns, list) or not columns or not all(isinstance(name, str) for name in columns):
            raise self.error(("columns",), 'must be a list of names, such as ["early", "late"]')
        if len(set(columns)) < len(columns):
            raise self.error(("columns",), "names a column twice")
        if not isinstance(rows, Mapping) or not rows:
            raise self.error(("rows",), 'must be a table of rows by range of rolls, such as "1-3" = ["C1", "C2"]')
        types = self._types(columns)
        found: dict[str, list[_Entry]] = {column: [] for column in columns}
        for key, row in rows.items():
            path: Path = ("rows", key)
            span = self._span(key, path)
            cells = self._row_cells(row, columns, path) if named else {_ONLY_COLUMN: (row, path)}
            for column, (cell, cell_path) in cells.items():
                found[column].append(_Entry(span, self._cell(cell, column, types, cell_path), path))
        return found

    def _row_cells(self, row: object, columns: list[str], path: Path) -> dict[str, tuple[object, Path]]:
        """The cells of one row by column, each with its place."""
        if isinstance(row, list):
            if len(row) != len(columns):
                raise self.error(path, f"has {len(row)} cells; the columns are {', '.join(columns)}")
            return {column: (row[at], (*path, at)) for at, column in enumerate(columns)}
        if not isinstance(row, Mapping):
            raise self.error(path, f"must be a list of cells for the columns {', '.join(columns)}")
        for column in row:
            if column not in columns:
                raise self.error((*path, column), f"there is no such column; {closest(column, columns)}")
        for column in columns:
            if column not in row:
                raise self.error(path, f"the cell of column {column} is missing")
        return {column: (row[column], (*path, column)) for column in columns}

    def _read_by_column(self, required: Span) -> dict[str, list[_Entry]]:
        """The cells of ``by_column``, by column."""
        by_column = self.data["by_column"]
        if "columns" in self.data:
            raise self.error(("columns",), "must be left out: by_column names the columns")
        if not isinstance(by_column, Mapping) or not by_column:
            raise self.error(("by_column",), "must be a table with one entry for each column")
        types = self._types(list(by_column))
        found: dict[str, list[_Entry]] = {}
        for column, cells in by_column.items():
            path: Path = ("by_column", column)
            if isinstance(cells, list):
                keyed = self._listed(cells, required, path)
            elif isinstance(cells, Mapping) and cells:
                keyed = [(self._span(key, (*path, key)), cell, (*path, key)) for key, cell in cells.items()]
            else:
                raise self.error(path, "must be a table of cells by range of rolls, or a list of cells")
            found[column] = [_Entry(span, self._cell(cell, column, types, place), place) for span, cell, place in keyed]
        return found

    def _listed(self, cells: list[object], required: Span, path: Path) -> list[tuple[Span, object, Path]]:
        """A list of cells, one for each result."""
        if required.low == -inf or required.high == inf:
            raise self.error(path, "a list of cells needs a die or a span with two ends")
        results = range(int(required.low), int(required.high) + 1)
        if len(cells) != len(results):
            raise self.error(path, f"has {len(cells)} cells for the {len(results)} results {required}")
        return [
            (Span(result, result), cell, (*path, at))
            for at, (result, cell) in enumerate(zip(results, cells, strict=True))
        ]

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

    def _prove_covered(self, column: str, entries: list[_Entry], required: Span) -> None:
        """Every total is covered exactly once, from the first row to the last, and none is missing."""
        where = "" if "rows" in self.data else f" in column {column}"
        for one, other in pairwise(entries):
            if other.span.low <= one.span.high:
                twice = Span(other.span.low, min(one.span.high, other.span.high))
                raise self.error(other.path, f"covers {twice} again; {one.path[-1]} already does{where}")
            if other.span.low > one.span.high + 1:
                hole = Span(one.span.high + 1, other.span.low - 1)
                raise self.error(other.path, f"nothing covers {hole} before it{where}; add a row or widen one")
        first, last = entries[0], entries[-1]
        if first.span.low > required.low and not (self._clamps and required.low == -inf):
            hole = Span(required.low, first.span.low - 1)
            raise self.error(first.path, f"nothing covers {hole} before it{where}; add a row or widen one")
        if last.span.high < required.high and not (self._clamps and required.high == inf):
            hole = Span(last.span.high + 1, required.high)
            raise self.error(last.path, f"nothing covers {hole} after it{where}; add a row or widen one")

    @property
    def _clamps(self) -> bool:
        return bool(self.data.get("clamp", False))

    def _prove_equal_extent(self, columns: Mapping[str, list[_Entry]]) -> None:
        """All columns begin and end with the same total."""
        extents = {column: Span(e[0].span.low, e[-1].span.high) for column, e in columns.items()}
        first = next(iter(extents))
        for column, extent in extents.items():
            if extent != extents[first]:
                raise self.error(("by_column", column), f"covers {extent}, but column {first} covers {extents[first]}")

    def _prove_monotonic(self, columns: Mapping[str, list[_Entry]]) -> None:
        """Columns declared rising never fall, and the other way round."""
        declared = self.data.get("monotonic", {})
        directions = declared if isinstance(declared, Mapping) else dict.fromkeys(columns, declared)
        for column, direction in directions.items():
            if column not in columns:
                raise self.error(("monotonic", column), f"there is no such column; {closest(column, columns)}")
            if direction not in _DIRECTIONS:
                raise self.error(("monotonic",), f"{direction!r} must be one of {', '.join(_DIRECTIONS)}")
            sign = 1 if direction == "rising" else -1
            for one, other in pairwise(columns[column]):
                if not isinstance(one.cell, int | float):
                    raise self.error(("monotonic",), f"column {column} holds no numbers")
                if sign * other.cell < sign * one.cell:
                    raise self.error(
                        other.path,
                        f"column {column} is declared {direction}, but {other.cell} comes after {one.cell}",
                    )


def _common_rows(columns: Mapping[str, list[_Entry]]) -> list[TableRow[Any]]:
    """One list of rows for all columns: a new row begins wherever one does in any column."""
    starts = sorted({entry.span.low for entries in columns.values() for entry in entries})
    end = next(iter(columns.values()))[-1].span.high
    own_starts = {column: [entry.span.low for entry in entries] for column, entries in columns.items()}
    rows = []
    for low, after in zip(starts, [*starts[1:], end + 1], strict=True):
        cells = [entries[bisect_right(own_starts[c], low) - 1].cell for c, entries in columns.items()]
        rows.append(TableRow(Span(low, after - 1), tuple(cells)))
    return rows


def _frozen(cell: object) -> object:
    return tuple(map(_frozen, cell)) if isinstance(cell, list) else cell


_KINDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", list: "a list"}


def _kind(value: object) -> str:
    return "a table" if isinstance(value, Mapping) else _KINDS.get(type(value), type(value).__name__)
