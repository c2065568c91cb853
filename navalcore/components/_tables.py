"""Lookup tables: typed cells found by a total and a column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from navalcore.components._data_files import closest
from navalcore.errors import BadData, UnknownName

C = TypeVar("C")

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
        self,
        name: str,
        columns: Sequence[str],
        rows: Sequence[TableRow[C]],
        about: Mapping[str, Any],
    ) -> None:
        self.name = name
        self.title: str = about.get("title", name.replace("_", " ").capitalize())
        self.rule: str = about.get("rule", "")
        self.source: str = about.get("source", "")
        self.die: str = about.get("die", "")
        self.clamp: bool = about.get("clamp", False)
        self.footnotes: dict[str, str] = dict(about.get("footnotes", {}))
        self.columns = tuple(columns)
        self.rows = tuple(rows)
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
