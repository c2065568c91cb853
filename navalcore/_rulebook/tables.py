"""The tables of a game for people: each with the sections that need it and where its figures come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from navalcore._misfits import checked_when_made, told_of_misfits
from navalcore.components._lines import check_rows
from navalcore.errors import UnknownName


@told_of_misfits
def markdown_table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Make a Markdown table of a row of headings (``head``) and the ``rows`` under it. A cell that is None is shown as
    a dash.

    Raises:
        BadData: a row has fewer or more cells than there are headings.
    """
    body = list(rows)
    check_rows(head, body)
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join("-" if cell is None else str(cell) for cell in line) + " |" for line in lines)


@checked_when_made
@dataclass(frozen=True, slots=True)
class DataTable:
    """A table that play needs, made from the game's own data so that a page cannot differ from it."""

    name: str
    """The name by which a page asks for it, such as "gunnery"."""
    title: str
    """Its heading, which says what it holds."""
    sections: tuple[str, ...]
    """The numbers of the sections that need it."""
    standing: str
    """Where its figures come from, as one sentence or word: exact, historical, reconstructed."""
    make: Callable[[], str]
    """Draws it up as Markdown."""


def table_named(tables: Sequence[DataTable], name: str) -> DataTable:
    """The table of that name."""
    for table in tables:
        if table.name == name:
            return table
    raise UnknownName(f"there is no table '{name}'; there are {', '.join(table.name for table in tables)}")
