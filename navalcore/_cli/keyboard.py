"""Reading lines from a person or a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from navalcore._cli.output import is_plain

if TYPE_CHECKING:
    from navalcore._cli.editor import LineEditor

PROMPT: Final = "> "
SHORTCUTS: Final = {"f1": "help", "f2": "board", "f3": "odds", "f4": "log"}
"""The commands of the function keys, where there is line editing."""


class Keyboard:
    """Reads answers from standard input: from a person at a ``terminal``, or from a script at a pipe."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._editor: LineEditor | None = None
        if self.terminal:
            if not is_plain(sys.stdout):
                self._editor = _editor()
            if self._editor is None:
                with suppress(ImportError):
                    import readline  # noqa: F401 - gives input() line editing and history

    def ask(self, who: str = "", words: Sequence[str] = (), told: Callable[[str], str] | None = None) -> str:
        """The next line, without control characters and the blanks around it."""
        if self._editor is not None:
            return _printable(self._editor.ask(who, words, told or (lambda _: "")))
        if sys.stdin.isatty():
            return _printable(input(PROMPT))
        print(PROMPT, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print(flush=True)
            raise EOFError
        answer = _printable(line)
        print(answer, flush=True)  # nobody has echoed it: keeps a transcript readable
        return answer


def _printable(line: str) -> str:
    """A line without the control characters that came with it: repeated to a terminal, they would be carried out."""
    return "".join(each if each.isprintable() else " " for each in line).strip()


def _editor() -> LineEditor | None:
    """Line editing, if its library is installed."""
    try:
        from navalcore._cli.editor import LineEditor
    except ImportError:
        return None
    return LineEditor(PROMPT, SHORTCUTS)
