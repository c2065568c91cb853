"""Commands with which a person at the keyboard looks something up: rules, words, commands, events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from navalcore import AnyMatch, face_of
from navalcore._cli.events import print_event, print_sum
from navalcore._cli.output import Output
from navalcore._cli.rules import find_rule, print_glossary, print_terms
from navalcore.components import DiceRolled
from navalcore.errors import BadData
from navalcore.rules import Event

Command: TypeAlias = tuple[str, str, Callable[[str], None]]
"""How a command is written, what it is for, and what carries it out."""


class Lookups:
    """The commands that only show something.

    Args:
        out: where they print.
        match: the match they are about.
        commands: all commands of the keyboard by name, which help lists.
        seen: the events so far, as the person who looks may know them.
        people: the roles that people play.
    """

    def __init__(
        self,
        out: Output,
        match: AnyMatch,
        commands: Mapping[str, Command],
        seen: Callable[[], Sequence[Event]],
        people: Collection[str],
    ) -> None:
        self._out = out
        self._match = match
        self._game = match.game
        self._face = face_of(match.game)
        self._commands = commands
        self._seen = seen
        self._people = people

    def how(self, words: str) -> None:
        """Why something happened: its dice, modifiers and rule."""
        print_sum(self._out, self._game, self._seen(), words)

    def log(self, argument: str) -> None:
        """The events so far, with their dice if these are asked for."""
        if argument not in ("", "dice"):
            raise BadData("write log, or log dice for every die and choice")
        events = self._seen()
        for event in events:
            if argument or not isinstance(event, DiceRolled):
                print_event(self._out, self._game, event)
        dice = sum(isinstance(event, DiceRolled) for event in events)
        if dice and not argument:
            self._out.line((f"  ({dice} dice left out; log dice shows them)", "faint"))

    def help(self, words: str) -> None:
        """All commands, or the meaning of words."""
        if words.casefold() in self._commands:
            usage, text, _ = self._commands[words.casefold()]
            self._out.entries([(usage, text)])
            return
        if words:
            self.glossary(words)
            return
        self._out.line("Answer with an option's number, or with any words of it that no other option has.")
        self._out.line("A line may continue with the answers to the questions that follow: all of them count, or none.")
        entries = [(usage, text) for usage, text, _ in self._commands.values()]
        for name, command in {**self._face.info_commands(), **self._face.reports()}.items():
            meaning = (command.__doc__ or "information of this game").strip().splitlines()[0]
            entries.append((f"{name} [WORDS]", meaning))
        self._out.entries(entries)
        self._out.line("Enter alone repeats the question, with every option and everything that can be drawn.")
        self._out.line("A slash marks a command that has the name of an option: /log")
        print_terms(self._out, self._face.glossary())

    def rule(self, words: str) -> None:
        """A section, a ruling, or all that have these words; the help of a command."""
        if words.casefold() in self._commands and not self._game.rulebook.find(words):
            self.help(words)
            return
        said = {event.rule: str(event) for event in self._seen()}
        decision = self._match.decision
        asked = "" if decision is None or decision.role not in self._people else decision.rule
        question = {asked: decision.prompt} if decision is not None and asked else {}
        find_rule(self._out, self._game, words, said | question, asked)

    def glossary(self, words: str) -> None:
        """The meaning of words, cards and counters."""
        print_glossary(self._out, self._face.glossary(), words)
