"""Line editing at a terminal, by prompt_toolkit (``navalcore[terminal]``): completion, history, keys for commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

MARGIN: Final = 4
"""Blanks between what is typed and what it means."""


class LineEditor:
    """Reads lines; each role has a history of its own, since people who share a keyboard may keep secrets."""

    def __init__(self, prompt: str, shortcuts: Mapping[str, str]) -> None:
        self._prompt = prompt
        self._sessions: dict[str, PromptSession[str]] = {}
        self._keys = _key_bindings(shortcuts)

    def ask(self, who: str, words: Sequence[str], told: Callable[[str], str]) -> str:
        """The next line that ``who`` types."""
        session = self._sessions.get(who)
        if session is None:
            session = self._sessions[who] = PromptSession(
                history=InMemoryHistory(),
                key_bindings=self._keys,
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
                reserve_space_for_menu=0,
                enable_suspend=True,
                output=_output(),
            )

        def meaning() -> str:
            typed = session.default_buffer.text
            room = session.output.get_size().columns - len(self._prompt) - len(typed) - MARGIN
            return told(typed.strip())[: max(0, room)]

        return session.prompt(self._prompt, completer=PartCompleter(words), rprompt=meaning)


class PartCompleter(Completer):
    """Completes a line to the options and commands that begin with it, or else to those it is a part of."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        """The words to which the text before the cursor can be completed."""
        typed = document.text_before_cursor.lstrip()
        wanted = typed.casefold()
        begun = [word for word in self._words if word.casefold().startswith(wanted)]
        for word in begun or [word for word in self._words if wanted in word.casefold()]:
            yield Completion(word, start_position=-len(typed))


def _key_bindings(shortcuts: Mapping[str, str]) -> KeyBindings:
    """The keys that type a command."""
    keys = KeyBindings()
    for key, command in shortcuts.items():

        def enter(event: KeyPressEvent, command: str = command) -> None:
            event.current_buffer.text = command
            event.current_buffer.validate_and_handle()

        keys.add(key)(enter)
    return keys


def _output() -> Output:
    """Standard output, without asking the terminal where its cursor is: not every terminal answers."""
    if sys.platform == "win32":
        return create_output(sys.stdout)
    output = Vt100_Output.from_pty(sys.stdout)
    output.enable_cpr = False
    return output
