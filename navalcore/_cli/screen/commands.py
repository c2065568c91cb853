"""The commands of the line: what they change, and what they show next to the board or instead of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from io import StringIO
from typing import Any, Final

from rich.console import Console

import navalcore as nc
from navalcore._cli.answering import MANY, save_to
from navalcore._cli.events import print_sum
from navalcore._cli.output import Output
from navalcore._cli.rules import find_rule, print_glossary
from navalcore._cli.screen.reading import odds_text
from navalcore.boards import WIDTH
from navalcore.bots import StandingOrders
from navalcore.errors import NavalCoreError

WORDS: Final = {
    "undo": "undo", "why": "why", "how": "how", "odds": "odds", "rule": "rule", "rules": "rule", "log": "log",
    "help": "help", "?": "help", "glossary": "glossary", "orders": "orders", "recall": "recall", "save": "save",
    "quit": "quit", "exit": "quit", "q": "quit",
}  # fmt: skip
"""Commands of the line, under all their names."""
HELP: Final = """On the board, arrows go from one lit thing to the next and Enter chooses; so does a click. \
Yellow: who may act. Orange: where to, or what with. Esc goes back, + and - zoom, F2 shows the next scene, \
Tab goes to the list.

A line answers with an option's number or enough of its words, and may continue with the answers that follow: all of \
them count, or none (hood m ne stop; 2 1 3).

why [WORDS]    why something cannot be chosen
how [WORDS]    why something happened
odds [OPTION]  what may come of it
rule [WORDS]   a section, a ruling, or what has these words
help WORDS     what they mean in this game
undo [N]       take the last choice back, or the last N
orders WHAT    let a bot answer for you (turn, phase ...)
recall [WHAT]  take standing orders back
save FILE      write the match to a file
log, glossary, quit"""
UNENDING: Final = 10_000
"""The width of lines that a pane folds."""


def printed(width: int, tell: Callable[[Output], None]) -> str:
    """The text that the dialogue would print on a terminal of so many columns."""
    text = StringIO()
    tell(Output(Console(file=text, width=width, color_system=None, highlight=False, markup=False, emoji=False)))
    return text.getvalue().rstrip()


class LineCommands:
    """Carries out the commands of a ``MatchScreen`` for its viewer."""

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        face = screen.face
        self._of_the_game = {name.casefold(): name for name in (*face.info_commands(), *face.reports())}
        self._known: Mapping[str, Callable[[str], Any]] = {
            "quit": self._quit,
            "undo": self._take_back,
            "help": self._help,
            "glossary": self._glossary,
            "odds": self._odds,
            "rule": self._rule,
            "how": self._how,
            "orders": self._orders,
            "recall": lambda words: screen.act(act="recall", words=words),
            "save": self._save,
            "why": self._why,
        }

    def meant(self, line: str) -> str:
        """The command that a line gives, or nothing. The whole text of an option is not a command of the game."""
        word = line.partition(" ")[0].casefold()
        if word in self._of_the_game and line not in [each.text for each in self._screen.offered]:
            return word
        return WORDS.get(word, "")

    async def carry_out(self, command: str, words: str) -> None:
        """Carry out a command; a fault of the words is told beneath the board."""
        if command == "log":
            self._screen.panes.active = "log-pane"
            return
        try:
            doing = partial(self._ask_game, command) if command in self._of_the_game else self._known[command]
            done = doing(words)
            if done is not None:
                await done
        except NavalCoreError as error:
            self._screen.say(str(error), bad=True)

    # ---- the match ---------------------------------------------------------------------------------------------------

    def _quit(self, words: str) -> None:
        if words:
            self._screen.say(f"quit takes no '{words}'; quit alone leaves the match", bad=True)
        else:
            self._screen.exit()

    async def _take_back(self, many: str) -> None:
        """Take the last choice back, or so many."""
        screen = self._screen
        if many and MANY.fullmatch(many) is None:
            screen.say(f"'{many}' does not say how many choices; write undo, or undo 3", bad=True)
            return
        if (snapshot := screen.snapshots.get(screen.viewer)) is None:
            return
        number = snapshot.number
        for _ in range(int(many or 1)):
            reply = await screen.act(act="undo", decision=number)
            if not reply["ok"]:
                return
            number = reply["number"]

    async def _orders(self, words: str) -> None:
        screen, role = self._screen, self._screen.viewer
        if words:
            reply = await screen.act(act="order", words=words)
            if reply["ok"]:
                screen.say(reply["said"])
        elif (seat := screen.seats.get(role)) is not None:
            kinds = await screen.session.look(lambda match: StandingOrders(match, role, "").kinds())
            given = [f"In force: {each}" for each in seat.orders]
            screen.show_text("rule", "\n".join([*given, *(f"orders {word}: {text}" for word, text in kinds.items())]))

    async def _save(self, name: str) -> None:
        """Write the match to a file."""
        screen = self._screen
        count, path = await screen.session.look(lambda match: (match.count, save_to(match, name, screen.journal)))
        if path is None:
            screen.say(f"Every choice is already kept in {screen.journal}.")
            return
        screen.saved = path, count
        screen.say(f"Saved to {path}.")

    # ---- what is shown -----------------------------------------------------------------------------------------------

    def _help(self, words: str) -> None:
        """The commands, or what words mean."""
        if words:
            self._glossary(words)
            return
        own = f"\n{', '.join(self._of_the_game.values())}: of this game" if self._of_the_game else ""
        self._screen.show_text("rule", HELP + own)

    def _glossary(self, words: str) -> None:
        self._show_page(lambda out: print_glossary(out, self._screen.face.glossary(), words))

    async def _why(self, words: str) -> None:
        """Why something is not offered."""
        reply = await self._screen.act(act="why_not", words=words)
        if reply["ok"]:
            told = "\n".join(f"{each['text']}: {each['reason']} [{each['rule']}]" for each in reply["refusals"])
            self._screen.show_text("rule", told or "Nothing is ruled out here.")

    def _how(self, words: str) -> None:
        """Why something happened."""
        self._show_rule(lambda out: print_sum(out, self._screen.game, self._seen(), words))

    async def _odds(self, words: str) -> None:
        """The possible results of an option: the one of these words, else the one that is marked."""
        screen = self._screen
        snapshot = screen.snapshots.get(screen.viewer)
        decision = None if snapshot is None else snapshot.decision
        if decision is None or not screen.offered:
            screen.say("nothing is asked now", bad=True)
            return
        one = screen.marked_option()
        reply = await screen.act(act="odds", key=words or one.key, decision=decision.number, typed=bool(words))
        if reply["ok"]:
            screen.show_text("odds", odds_text(words or one.text, reply["odds"]))

    def _rule(self, words: str) -> None:
        """A section of the rule book, or the sections that have these words; without words that of the question."""
        screen = self._screen
        snapshot = screen.snapshots.get(screen.viewer)
        asked = snapshot.decision.rule if snapshot is not None and snapshot.decision is not None else ""
        self._show_rule(lambda out: find_rule(out, screen.game, words or asked))

    def _ask_game(self, command: str, words: str) -> None:
        """Answer a command that the game brings along."""
        screen, name = self._screen, self._of_the_game[command]
        if (snapshot := screen.snapshots.get(screen.viewer)) is None:
            return
        if found := screen.face.info_commands().get(name):
            text = found(snapshot.view, words)
        else:
            text = screen.face.reports()[name](self._seen(), snapshot.view, words)
        self._show_page(lambda out: out.block(text))

    def _seen(self) -> list[nc.Event]:
        """Everything that the viewer was told."""
        screen = self._screen
        return [screen.game.from_json(each.model_dump(mode="json")) for each in screen.logs.get(screen.viewer, ())]

    def _show_rule(self, tell: Callable[[Output], None]) -> None:
        """Show in the pane of the rule what the dialogue would print."""
        self._screen.show_text("rule", "\n".join(map(str.strip, printed(UNENDING, tell).splitlines())))

    def _show_page(self, tell: Callable[[Output], None]) -> None:
        """Show instead of the board what the dialogue would print."""
        self._screen.show_page(printed(max(WIDTH, self._screen.size.width - 4), tell))
