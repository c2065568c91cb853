"""A match at the keyboard: shows the table to anyone who is asked, reads the answer, carries out commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

from navalcore import CHANCE, UMPIRE, AnyMatch, Decision, face_of
from navalcore._cli.answering import MANY, answers_in, explained, is_die, one_back, roll_here, rolled, save_to
from navalcore._cli.events import EventLog, capital, digest, print_line
from navalcore._cli.journals import say_goodbye, say_how_it_ended
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.lookups import Command, Lookups
from navalcore._cli.menu import matching, names_option, print_board
from navalcore._cli.odds import OddsCommand
from navalcore._cli.orders import OrdersAtKeyboard
from navalcore._cli.output import Output
from navalcore._cli.protocol import Programs
from navalcore._cli.questions import QuestionSheet
from navalcore._cli.rules import print_reasons
from navalcore._cli.seats import Seats
from navalcore.boards import parts_with
from navalcore.bots import broken_bot, seat
from navalcore.components import counted
from navalcore.errors import Ambiguous, BadData, BrokenPlugin, NavalCoreError, NotOffered, NotWritten, UndoBarrier
from navalcore.rules import ChoiceMade

OTHER_WORDS = {"?": "help", "exit": "quit", "q": "quit", "view": "board", "rules": "rule"}
"""Commands under other names."""
TOLD = 12
"""The most choices made by order that are reported one by one."""


class Leave(Exception):
    """The person wants to stop."""


class TerminalSession:
    """One match at one keyboard; a journal kept ``of_itself`` goes if nothing is made."""

    # With ``autopass`` a question that has a single answer is answered at once; ``after_turn`` is called after each.

    def __init__(
        self,
        match: AnyMatch,
        seats: Seats,
        out: Output,
        log: EventLog,
        journal: Path | None,
        plugins: Sequence[str] = (),
        keyboard: Keyboard | None = None,
        of_itself: bool = False,
        bot_seed: str = "",
        autopass: bool = True,
        after_turn: Callable[[], object] = lambda: None,
    ) -> None:
        self._match = match
        self._game = match.game
        self._face = face_of(match.game)
        self._seats = seats
        self._bots = seats.bots(bot_seed or f"bots {match.setup.seed or token_hex(8)} {match.count or ''}".strip())
        seat(match, self._bots)
        self._out = out
        self._log = log
        self._journal = journal
        self._of_itself, self._autopass = of_itself, autopass
        self._after_turn = after_turn
        self._saved: tuple[Path, int] | None = None
        self._keyboard = keyboard or Keyboard()
        self._viewer = seats.first_viewer
        self._sheet = QuestionSheet(match, out)
        self._warned: tuple[int, int] | None = None
        self._orders = OrdersAtKeyboard(match, seats.people, out, plugins)
        self._commands: dict[str, Command] = {}
        seen, news = (lambda: log.seen_by(self._viewer)), (lambda: len(log.last_news(self._viewer)))
        looked_up = Lookups(out, match, self._commands, seen, news, seats.people)
        self._commands |= {
            "why": ("why WORDS", "why something cannot be chosen now", self._why),
            "how": ("how [WORDS]", "why something happened: dice, modifiers, rule; alone: the last", looked_up.how),
            "undo": ("undo [N]", "take the last choice or roll back, or the last N", self._undo),
            "board": ("board", "the whole board (also: view)", self._show_board),
            "map": ("map WORDS", "what the board says of something", self._show_board),
            "log": ("log [dice]", "what has happened; with dice: every die and choice", looked_up.log),
            **self._orders.commands(),
            "roll": ("roll", "where a person rolls: let the program roll this die", lambda _: roll_here(match)),
            "odds": ("odds [OPTION]", "what may come of it; odds questions: what else to ask", self._odds),
            "rule": ("rule WORDS", "a section, a ruling, or all that have these words", looked_up.rule),
            "save": ("save FILE", "write the match to a file", self._save),
            "help": ("help [WORDS]", "this list; with words, what they mean in this game", looked_up.help),
            "glossary": ("glossary [WORDS]", "what words, cards and counters mean", looked_up.glossary),
            "quit": ("quit", "leave the match (also: q, exit)", _quit),
        }
        self._programs = Programs(match, seats.programs)  # last: what has started must be ended

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        try:
            self._play()
        finally:
            self._programs.close()

    def _play(self) -> None:
        try:
            while not self._match.over:
                try:
                    self._turn()
                except NotWritten as error:
                    if not self._seats.people:
                        raise
                    self._hold(error)
                self._after_turn()
        except (Leave, EOFError, KeyboardInterrupt) as end:
            self._say_goodbye()
            if isinstance(end, KeyboardInterrupt) and not self._seats.people:
                raise  # nobody was asked, so a script must not take it for a match that is over
            return
        except BrokenPlugin:
            if self._seats.people:
                self._say_goodbye()
                self._out.line("To continue with another opponent, add --bot ROLE=NAME.")
            raise
        self._show_news()
        if len(self._seats.people) > 1:
            self._viewer = UMPIRE  # nothing is left to hide from those who shared the keyboard
        print_board(self._out, self._sheet.changed_board(self._viewer))
        self._out.line()
        say_how_it_ended(self._out, self._match, (), self._journal, of_itself=self._of_itself)

    def _say_goodbye(self) -> None:
        given = self._orders.lasting()
        say_goodbye(self._out, self._match, given, self._journal, self._saved, of_itself=self._of_itself)

    # ---- turns ------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Have the current decision answered by the player or bot it belongs to."""
        decision = self._next_decision()
        if decision.role in self._programs:
            self._programs.answer(decision.role)
            return
        bot = self._bots.get(decision.role)
        if bot is not None:
            view = self._match.view(decision.role)
            try:
                choice = bot.decide(view, decision.bare())
            except Exception as error:
                raise broken_bot(bot, decision, error) from error
            self._match.choose(choice, role=decision.role)
            if not self._seats.people:
                self._show_news()
            return
        if self._carried_out(decision.role) or self._passed(decision):
            return
        if decision.role != CHANCE:
            self._hand_over(decision)
        self._show_news()
        self._sheet.number(decision, self._moment() if self._keyboard.terminal else self._match.count)
        self._sheet.show(self._viewer, decision, forced=self._has_one_answer(decision), board=decision.role != CHANCE)
        while not self._answered(decision, self._ask(decision)):
            pass

    def _hold(self, error: NotWritten) -> None:
        """Let the person try again, or keep the match elsewhere, where a choice that was not theirs is not written."""
        self._fault(str(error))
        while True:
            self._out.line("Enter tries again; save FILE keeps the match elsewhere; quit leaves.")
            word, _, argument = self._keyboard.ask().partition(" ")
            if not word:
                return
            word = OTHER_WORDS.get(word, word)
            try:
                if word not in ("save", "quit"):
                    raise BadData(f"'{word}' has to wait until the match can continue")
                self._carry_out(word, argument.strip())
            except NavalCoreError as refused:
                self._fault(str(refused))

    def _next_decision(self) -> Decision:
        """The first that a bot is to answer, so that no player waits for another; else the first of all."""
        others = (each for role, each in self._match.decisions.items() if role in self._bots or role in self._programs)
        return next(others, self._decision)

    def _carried_out(self, role: str) -> bool:
        """Carry out the person's standing orders, if there are any; whether a choice was made."""
        if not self._orders.in_force(role):
            return False
        made, why = self._orders.carry_out(role)
        if made:
            self._show_what_was_done(role)
        if why:
            self._out.line((f"Your orders rest: {why} To continue, type: orders go", "title"))
        return bool(made)

    def _passed(self, decision: Decision) -> bool:
        """Answer a question that has a single answer, if that is wanted, and say so."""
        role = decision.role
        if not self._passes(role):
            return False
        if self._viewer == role:
            self._show_news()
        self._match.choose(0, role=role)
        self._out.line((f"  {decision.prompt} Only one answer: {decision.texts[0]}.", "faint"))
        return True

    def _passes(self, role: str = "") -> bool:
        """Whether what a person is asked is answered at once."""
        role = role or self._decision.role
        return self._autopass and role in self._seats.people and self._match.answers_itself(role, self._seats.people)

    def _has_one_answer(self, decision: Decision) -> bool:
        """Whether a person has no choice and only says when others may look, who would learn it from the haste."""
        return self._autopass and decision.role in self._seats.people and len(decision.options) == 1

    def _show_what_was_done(self, role: str) -> None:
        """Show the choices by order and what came of them: as the game sums it up, else choice by choice."""
        news = self._log.news_for(self._viewer)
        if lines := self._face.digest(news, self._match.view(self._viewer)):
            for line in lines:
                self._out.line(f"  {line}")
            return
        chosen = [event.text for event in news if isinstance(event, ChoiceMade) and event.role == role]
        if chosen and role == self._viewer:
            many = f"  {len(chosen)} choices were made for you; log lists them all."
            self._out.line((f"  Chosen for you: {'; '.join(chosen)}" if len(chosen) <= TOLD else many, "faint"))
        for told in digest(news, self._viewer, self._game, brief=True):
            print_line(self._out, told)

    def _moment(self) -> object:
        """The turn and phase: within one, an option that is offered again has the number it had."""
        return self._match.state.phase, self._game.length(self._match.state)

    def _ask(self, decision: Decision) -> str:
        """The next line typed."""
        words = [*self._commands, *self._information(), *(text for text in decision.texts if decision.role != CHANCE)]
        return self._keyboard.ask(decision.role, words, partial(self._meant_so_far, decision))

    def _meant_so_far(self, decision: Decision, typed: str) -> str:
        """The options that what is being typed could mean, in a line."""
        if decision.role == CHANCE or not typed:
            return ""
        found = matching(decision, self._sheet.numbers, typed)
        return "   ".join(f"{number} {text}" for number, text in found.items())

    def _hand_over(self, decision: Decision) -> None:
        """Where people at the keyboard do not see the same, say who looks now, and let them sit down first."""
        role = decision.role
        if len(self._seats.people) > 1 and role != self._viewer:
            if not decision.secret and self._match.sees_alike(role, self._viewer):
                self._log.share(self._viewer, role)
                self._viewer = role
                return
            who = self._game.the_role(role)
            if self._keyboard.terminal:
                self._out.clear()
                self._out.line((f"Hand over to {who}, who presses Enter.", "title"))
                self._keyboard.ask()
                self._out.clear()
            self._out.line((f"{capital(who)} looks now; all others look away.", "faint"))
            self._sheet.forget_board()
        self._viewer = role

    def _show_news(self) -> None:
        """The events that the viewer has not seen yet."""
        for line in digest(self._log.news_for(self._viewer), self._viewer, self._game):
            print_line(self._out, line)

    def _repeat(self, decision: Decision) -> None:
        """The question again with all its options, and what can be drawn: not told at first, as it may be in a hand."""
        self._sheet.show(self._viewer, decision, forced=self._has_one_answer(decision), whole=True)
        if decision.role == CHANCE and not is_die(decision):
            self._out.line(f"One of: {', '.join(decision.texts)}")

    # ---- answers ----------------------------------------------------------------------------------------------

    def _answered(self, decision: Decision, answer: str) -> bool:
        """Deal with one line; whether the question has been answered or is no longer the one to ask."""
        try:
            command, argument = self._command(decision, answer)
            if command:
                self._carry_out(command, argument)
                return self._match.decision is not decision or (
                    command == "orders" and bool(argument) and self._orders.at_work(decision.role)
                )
            if not answer and self._has_one_answer(decision):
                answer = decision.texts[0]
            if not answer:
                self._repeat(decision)
                return False
            if decision.role == CHANCE and is_die(decision) and len(answer.split()) > 1:
                if fault := rolled(self._match, answer.replace(",", " ").split()):
                    self._fault(fault)
                return True
            index = decision.read(answer, self._sheet.numbers)
            if self._held_back(decision, index):
                return False
            self._match.choose(index)
            return True
        except Ambiguous as error:
            if decision.role == CHANCE:
                self._fault(str(error))
            else:
                self._out.line((f"'{answer}' could be any of:", "bad"))
                for row in self._sheet.rows_of(
                    self._viewer, decision, [decision.texts.index(text) for text in error.legal]
                ):
                    self._out.line(*row)
        except NotOffered:
            if (line := self._face.typed_line(answer)) != answer:
                return self._answered(decision, line)
            if made := answers_in(self._match, decision.role, answer, self._sheet.numbers):
                for index in made:
                    if self._held_back(self._match.decisions[decision.role], index):
                        break
                    self._match.choose(index, role=decision.role)
                return True
            words = [*self._commands, *self._information()]
            self._fault(explained(self._match, decision, answer, self._sheet.numbers, words))
        except NavalCoreError as error:
            self._fault(str(error))
        return False

    def _held_back(self, decision: Decision, index: int) -> bool:
        """Warn of an option that would cost more than a player may see; at a terminal it has to be chosen once more."""
        if decision.role == CHANCE:
            return False
        warning = self._face.warning(self._match.view(self._viewer), decision.options[index])
        asked = (self._match.count, index)
        if not warning or self._warned == asked:
            return False
        self._warned = asked
        self._out.line((warning, "bad"), hang=2)
        if self._keyboard.terminal:
            self._out.line(f"Choose {decision.texts[index]} once more if you mean it.")
        return self._keyboard.terminal

    def _command(self, decision: Decision, answer: str) -> tuple[str, str]:
        """The command a line gives, with its argument; ``("", "")`` if it gives none or names an option."""
        word, _, argument = answer.removeprefix("/").partition(" ")
        word = word.casefold()
        if word not in self._information():
            word = OTHER_WORDS.get(word, word)
        known = word in self._commands or word in self._information()
        if not (known or answer.startswith("/")) or names_option(decision, answer):
            return "", ""
        if not known:
            raise BadData(f"there is no command '{word}'; help lists the commands")
        return word, argument.strip()

    def _carry_out(self, command: str, argument: str) -> None:
        if command in self._commands:
            self._commands[command][2](argument)
        else:
            self._out.block(self._information()[command](self._match.view(self._viewer), argument))

    def _fault(self, message: str) -> None:
        self._out.line((" ".join(message.split()), "bad"))

    # ---- commands ---------------------------------------------------------------------------------------------

    @property
    def _decision(self) -> Decision:
        decision = self._match.decision
        assert decision is not None
        return decision

    def _why(self, words: str) -> None:
        if words.casefold().startswith("did "):
            how = self._commands["how"][2]
            how("" if words.casefold().split()[1:] in (["this"], ["this", "happen"]) else words[4:])
            return
        print_reasons(self._out, self._decision, self._sheet.numbers, words)

    def _undo(self, number: str) -> None:
        if number and MANY.fullmatch(number) is None:
            raise BadData(f"'{number}' does not say how many choices; write undo, or undo 3")
        for done in range(int(number or 1)):
            try:
                self._take_back()
            except UndoBarrier as barrier:
                if not done:
                    raise
                self._out.line((f"Taken back {counted(done, 'time')}, and no further: {barrier}", "title"))
                return

    def _take_back(self) -> None:
        self._orders.choice_taken_back()
        if self._match.setup.undo == "free":
            one_back(self._match)
            while self._match.count and (self._bots.keys() >= self._match.decisions.keys() or self._passes()):
                one_back(self._match)
        else:
            role = self._last_chooser()
            self._match.undo(role)
            while self._passes():
                try:
                    self._match.undo(role)
                except UndoBarrier:
                    self._match.choose(0)  # as it was
                    raise
        self._sheet.forget_board()

    def _last_chooser(self) -> str:
        """The person who made a choice last, and (unless a bot has, since) may take it back."""
        people = self._seats.people
        if not people:
            raise UndoBarrier("no choice has been made at the keyboard yet, so there is nothing to take back")
        choices = [entry.role for entry in self._match.tape() if entry.kind == "choice"]
        return next((role for role in reversed(choices) if role in people), people[0])

    def _show_board(self, words: str) -> None:
        view = self._match.view(self._viewer)
        text = self._face.board_text(view, self._out.width)
        if not words:
            self._out.line()
            self._out.block(text)
        elif found := parts_with(text, words):
            self._out.block(found)
        elif (board := self._face.board(view)) and (found := parts_with("\n".join(board.lines()), words)):
            for line in found.splitlines():  # what the text has no room for is told by the pieces on the board
                self._out.line(line, hang=2)
        else:
            raise BadData(f"nothing on the board says '{words}'; board shows all of it")

    def _odds(self, argument: str) -> None:
        OddsCommand(self._out, self._match, self._viewer).ask(self._decision, self._sheet.numbers, argument)

    def _save(self, name: str) -> None:
        path = save_to(self._match, name, self._journal)
        if path is None:
            self._out.line(f"Every choice is already kept in {self._journal}.")
            return
        self._saved = path, self._match.count
        self._out.line((f"Saved to {path}.", "good"))

    def _information(self) -> dict[str, Callable[[Any, str], str]]:
        """The game's own commands; capitals do not matter."""
        commands = {name.casefold(): command for name, command in self._face.info_commands().items()}
        return commands | {name.casefold(): partial(self._report, told) for name, told in self._face.reports().items()}

    def _report(self, told: Callable[..., str], view: Any, argument: str) -> str:
        return told(self._log.seen_by(self._viewer), view, argument)


def _quit(argument: str) -> None:
    if argument:
        raise BadData(f"quit takes no '{argument}'; quit alone leaves the match")
    raise Leave
