"""Reading lines from a person or a script."""

from __future__ import annotations

import sys
from contextlib import suppress

PROMPT = "> "


class Keyboard:
    """Reads answers from standard input.

    Attributes:
        terminal: whether a person sits at a terminal, rather than a script at a pipe.
    """

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.terminal:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives input() line editing and history

    def ask(self) -> str:
        """The next line, without the blanks around it.

        Raises:
            EOFError: there is none.
        """
        if sys.stdin.isatty():
            return input(PROMPT).strip()
        print(PROMPT, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print(flush=True)
            raise EOFError
        answer = line.strip()
        print(answer, flush=True)  # nobody has echoed it: keeps a transcript readable
        return answer
