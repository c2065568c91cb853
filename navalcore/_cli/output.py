"""Everything the command prints goes through here: coloured on a terminal, plain text everywhere else.

Libraries that draw on a terminal are imported where they are used: a script that reads plain text does not wait for it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

from navalcore.boards import WIDTH, printable, wrapped

if TYPE_CHECKING:
    from rich.console import Console

Styled: TypeAlias = str | tuple[str, str]
"""A piece of a line, bare or with the name of its style."""

STYLES: Final = {
    "title": "bold",
    "question": "bold cyan",
    "number": "cyan",
    "option": "",
    "rule": "dim",
    "faint": "dim",
    "good": "green",
    "bad": "red",
}

COLUMN: Final = 26
"""Where the second column of entries begins."""
GAP: Final = 3
"""Characters between two columns of a table."""


def is_plain(stream: TextIO) -> bool:
    """Whether a stream gets plain text: it is not a terminal, or the user wants neither colours nor lines drawn."""
    return not stream.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"


class Output:
    """Writes to standard output, ``plain`` (without colours and boxes) or not, or to the console of a terminal."""

    documents = 0
    """How many JSON documents this process has printed."""

    def __init__(self, console: Console | None = None) -> None:
        self.plain = console is None and is_plain(sys.stdout)
        self._folds = console is not None or sys.stdout.isatty()
        self._given = console

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return self._given or Console(file=sys.stdout, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        """Characters in a line: those of the terminal, and of anything else as many as a page has."""
        return max(WIDTH, self._console.width)

    @property
    def room(self) -> int:
        """Characters that have room in a line: on a narrow terminal they are fewer than the width of a board."""
        if self.plain:
            return get_terminal_size().columns if self._folds else self.width
        return self._console.width

    @property
    def height(self) -> int | None:
        """Lines on the screen of a terminal; None where lines are plain."""
        return None if self.plain else self._console.height

    def lines_of(self, *parts: Styled) -> int:
        """How many lines these parts take, as :meth:`line` would print them without a hanging indent."""
        return -(-sum(len(part if isinstance(part, str) else part[0]) for part in parts) // self._console.width)

    def line(self, *parts: Styled, hang: int = 0) -> None:
        """One line made of parts; no parts make an empty line."""
        pieces = [(part, "") if isinstance(part, str) else part for part in parts]
        if self.plain:
            whole = "".join(text for text, _ in pieces)
            print(wrapped(whole, self.room, " " * hang) if self._folds else whole, flush=True)
            return
        from rich.text import Text

        text = Text.assemble(*((text, STYLES.get(style, style)) for text, style in pieces))
        if not hang or text.cell_len <= self._console.width:
            self._console.print(text)
            return
        first = text.wrap(self._console, self._console.width)[0]
        self._console.print(first)
        rest = text[len(first) :]
        while rest.plain.startswith(" "):
            rest = rest[1:]
        for each in rest.wrap(self._console, self._console.width - hang):
            self._console.print(Text(" " * hang) + each)

    def block(self, text: str) -> None:
        """Text that is laid out already, such as a board: never wrapped."""
        if self.plain:
            print(text, flush=True)
        else:
            from rich.text import Text

            self._console.print(Text(text), soft_wrap=True)

    def title(self, text: str) -> None:
        """A heading."""
        self.line((text, "title"))

    def fields(self, *pairs: tuple[str, object]) -> None:
        """Lines of the form ``name: value``; empty values are left out."""
        for name, value in pairs:
            if value not in (None, "", ()):
                self.line((f"{name}: ", "faint"), printable(str(value)))

    def entries(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Terms or commands, each with its meaning in a second column."""
        below = self.room < 2 * COLUMN
        for name, text in pairs:
            if below:
                self.line((f"  {name}", "number"))
                self.line("    ", text, hang=4)
            else:
                self.line((f"  {name.ljust(COLUMN - 2)}  ", "number"), text, hang=COLUMN + 2)

    def table(self, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Rows under a header; on a terminal where words would be cut, a line for each, with the names of its cells."""
        if self.plain:
            from navalcore.boards import ruled_table

            print(ruled_table(header, rows), flush=True)
            return
        if _narrowest(header, rows) > self._console.width:
            for row in rows:
                cells = [(name, str(cell)) for name, cell in zip(header, row, strict=True) if str(cell)]
                told = "; ".join(f"{name} {cell}" if name else cell for name, cell in cells[1:])
                self.line((f"{cells[0][1]}  " if cells else "", "number"), told, hang=4)
            return
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for name, *cells in zip(header, *rows, strict=True):  # a column of single words keeps its width
            table.add_column(name, overflow="fold", no_wrap=not any(" " in str(cell) for cell in cells))
        for row in rows:
            table.add_row(*(Text(str(cell)) for cell in row))
        self._console.print(table)

    def document(self, data: Any, *, one_line: bool = False) -> None:
        """One JSON document; ``one_line`` for a program that reads lines."""
        Output.documents += 1
        print(json.dumps(data, indent=None if one_line else 2, ensure_ascii=False), flush=True)

    def done(self, as_json: bool, data: Mapping[str, Any], *said: Styled) -> None:
        """The result of a command: one JSON document, or one line."""
        if as_json:
            self.document(data)
        else:
            self.line(*said)

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Everything printed within is shown page by page on a terminal, as PAGER or less does it."""
        if self.plain:
            yield
            return
        with self._console.pager(
            styles="-R" in os.environ.get("LESS", "") or "r" in os.environ.get("LESS", "").lower()
        ):
            yield

    def clear(self) -> None:
        """An empty screen, on a terminal."""
        if not self.plain:
            self._console.clear()


def _narrowest(header: Sequence[str], rows: Sequence[Sequence[object]]) -> int:
    """The characters of a line in which no word of a table is cut: of each column the longest, and what is between."""
    columns = zip(header, *rows, strict=True)
    words = (max((len(word) for cell in column for word in str(cell).split()), default=0) for column in columns)
    return sum(words) + GAP * (len(header) - 1)


def print_error(code: str, message: str) -> None:
    """The one line that every error is, on standard error."""
    lines = [printable(" ".join(line.split())) for line in message.splitlines()]
    print(f"navalcore: error [{code}]: {'; '.join(line for line in lines if line)}", file=sys.stderr, flush=True)


def print_note(message: str) -> None:
    """A remark apart from the result, on standard error."""
    print(f"navalcore: {message}", file=sys.stderr, flush=True)


TOLD_EVERY = 60.0
"""Seconds between the lines that report progress where no bar can be drawn."""


@contextmanager
def progress_bar(label: str, total: int | None = None, rate: bool = False) -> Iterator[Callable[..., None]]:
    """A bar on standard error, or, if that is not a terminal, a line now and then; what it yields moves it on."""
    if not sys.stderr.isatty():
        yield _told_now_and_then(label, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

    columns: list[ProgressColumn] = [TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    if rate:
        columns.append(TextColumn("{task.fields[rate]}"))
    began = monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total, rate="")

        def move(done: int, in_all: int | None = total) -> None:
            progress.update(task, completed=done, total=in_all, rate=_rate(done, monotonic() - began))

        yield move


def _rate(done: int, seconds: float) -> str:
    return f"{done / seconds:.3g} a second" if seconds > 0 else ""


def _told_now_and_then(label: str, total: int | None) -> Callable[..., None]:
    began = told = monotonic()

    def move(done: int, in_all: int | None = total) -> None:
        nonlocal told
        now = monotonic()
        if now - told >= TOLD_EVERY:
            told = now
            print_note(f"{label} {done}{f' of {in_all}' if in_all else ''}, {_rate(done, now - began)}")

    return move


def prepare_streams() -> None:
    """Let no character that a stream cannot carry stop the command, nor a stream that is closed.

    A closed one (``>&-``) is the null device from now on; else a file could be opened in its place and be written to.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for as long as the command
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors=errors)  # type: ignore[union-attr]
