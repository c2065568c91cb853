"""Where in a TOML file a key stands, which ``tomllib`` does not tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

Location = tuple[str | int, ...]

_TEXT_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'" r"|\#[^\n]*",
    re.DOTALL,
)
_ARRAY_HEADER = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")
_TABLE_HEADER = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*[.=]")


class TomlLines:
    """The lines of the tables and keys of a valid TOML text.

    A location is a path such as ``("section", 3, "kind")``, entries of ``[[section]]`` counted from 0.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Location, int] = {}
        # Quoted text and comments may hold what looks like a key: blank them, keep their line breaks.
        blanked = _TEXT_OR_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
        table: Location = ()
        entries: Counter[str] = Counter()
        for number, line in _lines_outside_brackets(blanked):
            if header := _ARRAY_HEADER.match(line):
                table = (header[1], entries[header[1]])
                entries[header[1]] += 1
                self._lines.setdefault(table[:1], number)
                self._lines[table] = number
            elif header := _TABLE_HEADER.match(line):
                table = (header[1],)
                self._lines[table] = number
            elif key := _KEY.match(line):
                self._lines[(*table, key[1])] = number

    def line_of(self, location: Location) -> int:
        """The line of that key, or of the nearest table or key around it in the text; else the first."""
        while location:
            if location in self._lines:
                return self._lines[location]
            location = location[:-1]
        return 1


def _lines_outside_brackets(text: str) -> Iterator[tuple[int, str]]:
    """The lines that begin outside lists and inline tables, with their numbers."""
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if depth == 0:
            yield number, line
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
