"""Lines of plain text that fit a screen."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import TextWrapper
from typing import Final

from navalcore.errors import BadData

WIDTH: Final = 80
"""Characters in a line where their number is not given."""


def wrapped(text: str, width: int = WIDTH, hang: str = "  ") -> str:
    """Return ``text`` in lines no longer than ``width`` characters. Words that do not fit in a line begin the next one,
    after the blanks ``hang``.

    >>> print(wrapped("In sight: Bismarck 1622, Prinz Eugen 1622", 30))
    In sight: Bismarck 1622, Prinz
      Eugen 1622

    Raises:
        BadData: there is no room for a character.
    """
    if not width >= 1:
        raise BadData(f"lines are wrapped to a number of characters, 1 or more, not to {width}")
    wrapper = TextWrapper(width, subsequent_indent=hang, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(
        each for line in text.splitlines() for each in ([line] if _fits(line, width) else wrapper.wrap(line) or [""])
    )


def check_rows(head: Sequence[object], rows: Sequence[Sequence[object]]) -> None:
    """Refuse rows of a table that have fewer or more cells than there are headings; BadData."""
    for number, row in enumerate(rows, start=1):
        if len(row) != len(head):
            raise BadData(f"row {number} of the table has {len(row)} cells, and there are {len(head)} headings")


def _fits(line: str, width: int) -> bool:
    """Whether a line stays as it is."""
    return len(line) <= width and "\t" not in line and not line[-1:].isspace()
