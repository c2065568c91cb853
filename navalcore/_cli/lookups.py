"""Commands with which a person at the keyboard looks something up: rules, words, commands, events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Lookups:
    """The commands that only show something."""

    out: Output
    match: AnyMatch
    commands: Mapping[str, Command]
    """All commands of the keyboard by name, which help lists."""
    seen: Callable[[], Sequence[Event]]
    """The events so far, as the person who looks may know them."""
    news: Callable[[], int]
    """How many of them are the last news."""
    people: Collection[str]
    """The roles that people play."""

    def how(self, words: str) -> None:
        """Why something happened: its dice, modifiers and rule."""
        print_sum(self.out, self.match.game, self.seen(), words, self.news())

    def log(self, argument: str) -> None:
        """The events so far, with their dice if these are asked for."""
        if argument not in ("", "dice"):
            raise BadData("write log, or log dice for every die and choice")
        events = self.seen()
        for event in events:
            if argument or not isinstance(event, DiceRolled):
                print_event(self.out, self.match.game, event)
        dice = sum(isinstance(event, DiceRolled) for event in events)
        if dice and not argument:
            self.out.line((f"  ({dice} dice left out; log dice shows them)", "faint"))

    def help(self, words: str) -> None:
        """All commands, or the meaning of words."""
        if words.casefold() in self.commands:
            usage, text, _ = self.commands[words.casefold()]
            self.out.entries([(usage, text)])
            return
        if words:
            self.glossary(words)
            return
        self.out.line("Answer with an option's number, or with any words of it that no other option has.")
        self.out.line("A line may continue with the answers to the questions that follow: all of them count, or none.")
        physical = self.match.setup.chance == "physical"
        listed = (command for name, command in self.commands.items() if physical or name != "roll")
        entries = [(usage, text) for usage, text, _ in listed]
        for name, command in {**face_of(self.match.game).info_commands(), **face_of(self.match.game).reports()}.items():
            meaning = (command.__doc__ or "information of this game").strip().splitlines()[0]
            entries.append((f"{name} [WORDS]", meaning))
        self.out.entries(entries)
        self.out.line("Enter alone repeats the question, with every option and everything that can be drawn.")
        self.out.line("A slash marks a command that has the name of an option: /log")
        print_terms(self.out, face_of(self.match.game).glossary())

    def rule(self, words: str) -> None:
        """A section, a ruling, or all that have these words; the help of a command."""
        if words.casefold() in self.commands and not self.match.game.rulebook.find(words):
            self.help(words)
            return
        said = {event.rule: str(event) for event in self.seen()}
        decision = self.match.decision
        asked = "" if decision is None or decision.role not in self.people else decision.rule
        question = {asked: decision.prompt} if decision is not None and asked else {}
        find_rule(self.out, self.match.game, words, said | question, asked)

    def glossary(self, words: str) -> None:
        """The meaning of words, cards and counters."""
        print_glossary(self.out, face_of(self.match.game).glossary(), words)
