"""The screen: board, question and options, log, odds and rules, and a line to type in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Event, Key
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, RichLog, Static, TabbedContent, TabPane
from textual.widgets.option_list import Option

import navalcore as nc
from navalcore._cli.screen.chart import Chart
from navalcore._cli.screen.commands import LineCommands
from navalcore._cli.screen.drawing import UNLIT, Spot
from navalcore._cli.screen.reading import Answers, lit_for, naming, option_text, read_line

NARROW: Final = 96
"""With fewer columns the question is beneath the board."""
CHANGES: Final = ("choose", "undo", "order")
"""The acts that change the match."""


class ReadFirst(ModalScreen[None]):
    """Some words and nothing of the match, until a player presses Enter."""

    DEFAULT_CSS = """
    ReadFirst { align: center middle; background: $background; } ReadFirst Static { width: auto; max-width: 90%; }
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """The words."""
        yield Static(self._words, markup=False)

    def on_key(self, event: Key) -> None:
        """Enter continues."""
        event.stop()
        if event.key == "enter":
            self.dismiss()


class HandOver(ReadFirst):
    """The next player is to sit down."""

    def __init__(self, who: str) -> None:
        super().__init__(f"Hand over to {who}, who presses Enter.")


class TextPage(ModalScreen[None]):
    """A text that is wider than a pane, instead of the board until it is closed."""

    DEFAULT_CSS = """
    TextPage { background: $background; } TextPage Static { width: auto; } TextPage VerticalScroll { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss", "Back to the board")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text, and how to leave it."""
        with VerticalScroll():
            yield Static(self._text, markup=False)
        yield Footer()


class MatchScreen(App[None]):
    """A match on the whole screen, for ``people`` who share it, or for an onlooker who sees it as ``watcher``."""

    # The log begins with the greeting; a notice is read before the match.

    CSS = """
    #table { height: 1fr; } #chart { width: 2fr; height: 1fr; }
    #side { width: 1fr; min-width: 34; height: 1fr; } #question { padding: 0 1; height: auto; max-height: 6; }
    #options { height: 1fr; min-height: 5; border: none; padding: 0; } #panes { height: 1fr; min-height: 6; }
    TabPane { padding: 0 1; } RichLog { background: $surface; scrollbar-size-vertical: 1; }
    #told { height: auto; min-height: 1; max-height: 3; padding: 0 1; color: $text-muted; } #line { height: 3; }
    .-narrow #table { layout: vertical; } .-narrow #chart { width: 1fr; height: 3fr; }
    .-narrow #side { width: 1fr; height: 2fr; layout: horizontal; } .-narrow #asked { width: 1fr; }
    .-narrow #panes { width: 1fr; } .-narrow #line { height: 1; border: none; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012 (as Textual declares it)
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "command('help')", "Help"),
        Binding("f2", "next_scene", "Scene"),
        Binding("f3", "command('odds')", "Odds"),
        Binding("f4", "command('rule')", "Rule"),
        Binding("f5", "command('log')", "Log"),
        Binding("f8", "command('undo')", "Undo"),
        Binding("escape", "give_up", "Back"),
        Binding("ctrl+q", "quit", "Leave"),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        match: nc.AnyMatch,
        people: Sequence[str],
        *,
        watcher: str = nc.UMPIRE,
        seats: Mapping[str, str] | None = None,
        plugins: Sequence[str] = (),
        autopass: bool = True,
        greeting: Sequence[str] = (),
        notice: str = "",
        journal: Path | None = None,
    ) -> None:
        super().__init__()
        self.journal = journal
        self.saved: tuple[Path, int] | None = None
        self.greeting, self.notice = tuple(greeting), notice
        self.game, self.face = match.game, nc.face_of(match.game)
        self.title = f"{match.game.title}: {match.setup.scenario.title}"
        self.session = nc.Session(match, seats=seats, plugins=plugins, autopass=autopass)
        self.people = tuple(people)
        self.commands = LineCommands(self)
        self.seats = {role: self.session.seat(role) for role in (self.people or (watcher,))}
        self.snapshots: dict[str, nc.Snapshot] = {}
        self.curtained = len(self.people) > 1
        self.viewer = "" if self.curtained else next(iter(self.seats))  # nobody looks before somebody is asked
        self.picked: list[Spot] = []
        self.offered: list[Any] = []
        self.shown: tuple[str, int, int] | None = None
        self.warned: tuple[object, ...] = ()
        self.logs: dict[str, list[Any]] = {role: [] for role in self.seats}
        self.logged: tuple[str, int] = "", 0

    def compose(self) -> ComposeResult:
        """The board, to its right question, options and panes, beneath it the line."""
        with Horizontal(id="table"):
            yield Chart()
            with Vertical(id="side"):
                with Vertical(id="asked"):
                    yield Static(id="question", markup=False)
                    yield OptionList(id="options")
                with TabbedContent(id="panes"):
                    with TabPane("Log", id="log-pane"):
                        yield RichLog(id="log", wrap=True, markup=False, min_width=20)
                    with TabPane("Odds", id="odds-pane"), VerticalScroll():
                        yield Static(id="odds", markup=False)
                    with TabPane("Rule", id="rule-pane"), VerticalScroll():
                        yield Static(id="rule", markup=False)
        yield Static(id="told", markup=False)
        yield Input(
            placeholder="a number or words, several answers in a row, or help", id="line", select_on_focus=False
        )
        yield Footer()

    async def on_mount(self) -> None:
        """Listen to every seat that is played here."""
        self.chart, self.line = self.query_one(Chart), self.query_one("#line", Input)
        self.question, self.told = self.query_one("#question", Static), self.query_one("#told", Static)
        self.options, self.log_lines = self.query_one("#options", OptionList), self.query_one("#log", RichLog)
        self.panes = self.query_one("#panes", TabbedContent)
        self.texts = {name: self.query_one(f"#{name}", Static) for name in ("odds", "rule")}
        self.chart.focus()
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # a shell had the terminal
        if self.notice:
            await self.push_screen(ReadFirst(f"{self.notice}\n\nEnter begins."), lambda _: self.show_match())
        self.session.begin()
        for role in self.seats:
            self.listen(role)
        self.await_bots()

    async def on_unmount(self) -> None:
        """The session ends with the screen."""
        self.session.close()
        await self.session.settled()

    # ---- what comes --------------------------------------------------------------------------------------------------

    @work
    async def listen(self, role: str) -> None:
        """Take in any message that a seat is sent, and those after the end: the last choice may be taken back."""
        while (snapshot := await self.seats[role].news()) is not None:
            self.snapshots[role] = snapshot
            self.logs[role] += snapshot.events
            await self.look_again()

    @work(exclusive=True, group="bots")
    async def await_bots(self) -> None:
        """Say what bots and standing orders have failed on: no seat is sent a message then."""
        await self.session.settled()
        if self.session.trouble and not isinstance(self.screen, ReadFirst):
            self.show_match()
            if self.offered:
                self.say(self.session.trouble, bad=True)
            else:
                self.say("Enter tries again, Ctrl+Q leaves.")
                self.screen.set_focus(self.line)

    async def look_again(self) -> None:
        """Show the match as it is now to anyone who is asked; where several share the screen, they hand over first."""
        asked = [role for role in self.people if (now := self.snapshots.get(role)) and now.decision]
        over = any(snapshot.outcome for snapshot in self.snapshots.values())
        if asked and self.viewer not in asked:
            self.viewer, hidden = asked[0], self.curtained
            if hidden and not over:
                while isinstance(self.screen, TextPage):
                    self.pop_screen()
                self.blank()
                await self.push_screen(HandOver(self.game.the_role(self.viewer)), lambda _: self.show_match())
                return
        if not isinstance(self.screen, ReadFirst):
            self.show_match()

    def blank(self) -> None:
        """Nothing that the next player may not see stays on the screen."""
        self.chart.show(None, UNLIT)
        self.options.clear_options()
        for each in (self.question, self.told, *self.texts.values()):
            each.update("")
        self.log_lines.clear()
        self.logged = "", 0

    def show_match(self) -> None:
        """Everything that the viewer's snapshot says."""
        snapshot = self.snapshots.get(self.viewer)
        if snapshot is None:
            return
        decision = snapshot.decision
        moment = (self.viewer, snapshot.number, -1 if decision is None else decision.number)
        if moment != self.shown:
            self.shown, self.picked = moment, []
        self.tell_news()
        self.ask(snapshot)

    def tell_news(self) -> None:
        """Show the events so far in the log; of a player who looks again, everything."""
        log, events = self.log_lines, self.logs[self.viewer]
        if self.logged[0] != self.viewer:
            log.clear()
            for line in self.greeting:
                log.write(Text(line, style="bold"))
            self.logged = self.viewer, 0
        undone = {number for event in events for number in event.fields.get("takes_back", ())}
        for event in events[self.logged[1] :]:
            if not event.detail and event.n not in undone:
                rule = Text(f"  [{event.rule}]" if event.rule else "", style="dim")
                log.write(Text(event.text).append_text(rule))
        self.logged = self.viewer, len(events)

    def ask(self, snapshot: nc.Snapshot) -> None:
        """The question with the options that are left, and what of the board is highlighted."""
        decision, board = snapshot.decision, self.face.board(snapshot.view)
        self.options.clear_options()
        if decision is None:
            self.offered = []
            self.say("")
            self.question.update(self.waiting(snapshot))
            self.chart.show(board, UNLIT)
            return
        self.offered = naming(decision.options, self.picked)
        words = Text(f"{self.game.role_title(self.viewer)}: ", style="bold").append(decision.prompt, style="bold cyan")
        self.question.update(words.append(f"  [{decision.rule}]" if decision.rule else "", "dim"))
        self.options.add_options([Option(option_text(decision, each), id=str(each.index)) for each in self.offered])
        self.chart.show(board, lit_for(self.offered, self.picked, decision.places))

    def waiting(self, snapshot: nc.Snapshot) -> Text:
        """The line that says for whom the viewer waits, or how the match ended."""
        if snapshot.outcome is not None:
            return Text(f"{snapshot.outcome.reason}  [{snapshot.outcome.rule}]\nCtrl+Q leaves.", style="bold green")
        if self.session.trouble:
            return Text(self.session.trouble, style="red")
        waits = " and ".join(self.game.the_role(role) for role in snapshot.waiting_for)
        return Text(f"Waiting for {waits} ...", style="dim")

    # ---- the board ---------------------------------------------------------------------------------------------------

    @on(Chart.Picked)
    async def pick(self, event: Chart.Picked) -> None:
        """Something on the board is meant: choose what it names, or show what is left to choose."""
        for place in event.places:
            left = naming(self.offered, [place])
            if place in self.picked or not left:
                continue
            if len(left) == 1:
                await self.choose(left[0])
            else:
                self.picked.append(place)
                self.ask(self.snapshots[self.viewer])
            return
        if self.offered:
            self.say(f"{self.title_of(event.places[0])}: nothing to choose there")

    @on(Chart.Pointed)
    def point(self, event: Chart.Pointed) -> None:
        """The pieces at a place, and the options with them."""
        if event.place is None:
            return
        left = naming(self.offered, [event.place]) if self.offered else []
        told = option_text(self.snapshots[self.viewer].decision, left[0]).plain if len(left) == 1 else ""
        told = told or (f"{len(left)} options" if left else "")
        self.say(f"{self.title_of(event.place)}{f' | {told}' if told else ''}")

    def title_of(self, place: Spot) -> str:
        """The name for people of something on the board."""
        board = self.chart.board
        if board is None:
            return ""
        lying = next((each.title for each in board.pieces if (each.id, each.at) == place), "")
        here = next((scene.by_id[place.id].title for scene in board.scenes if place.id in scene.by_id), "")
        return lying or here or place.id

    def say(self, words: str, *, bad: bool = False) -> None:
        """A line beneath the board."""
        self.told.update(Text(" ".join(words.split()), style="bold red" if bad else ""))

    # ---- choosing ----------------------------------------------------------------------------------------------------

    @on(OptionList.OptionSelected, "#options")
    async def take(self, event: OptionList.OptionSelected) -> None:
        """An option of the list is chosen."""
        await self.choose(next(each for each in self.offered if str(each.index) == event.option_id))

    async def choose(self, option: Any) -> None:
        """Take an option."""
        await self.answer(Answers((option.key,), option.warning))

    async def answer(self, answers: Answers) -> None:
        """Take options one after the other; what warns has to be chosen twice."""
        decision = self.snapshots[self.viewer].decision
        assert decision is not None
        once = (decision.number, answers)
        if answers.warning and self.warned != once:
            self.warned = once
            self.say(f"{answers.warning} Choose it once more if you mean it.", bad=True)
            return
        await self.act(act="choose", keys=answers.keys, decision=decision.number)

    async def act(self, *, typed_words: str = "", **said: Any) -> dict[str, Any]:
        """Say something at the viewer's seat; what is refused is told, with the words that a person has typed."""
        if (seat := self.seats.get(self.viewer)) is None:
            return {"ok": False}
        reply: dict[str, Any] = json.loads(await seat.act(json.dumps(said)))
        if not reply["ok"]:
            error = reply["error"]
            why = f"{error['reason']} [{error['rule']}]" if error.get("rule") else error["message"]
            self.say(f"'{typed_words}': {why}" if typed_words else why, bad=True)
        else:
            self.say("")
            if said["act"] in CHANGES:  # the player looks for the news, and the odds were of another question
                self.texts["odds"].update("")
                self.panes.active = "log-pane"
            self.await_bots()
        return reply

    # ---- the line ----------------------------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Letters and numbers go into the line, and so does the key after them, which may have come already."""
        if isinstance(event, Key) and not event.is_forwarded and self.begins_a_line(event):
            self.screen.set_focus(self.line)
        await super().on_event(event)

    def begins_a_line(self, event: Key) -> bool:
        """Whether a key belongs to no other part of the screen."""
        typed = event.is_printable and event.character not in (None, " ")
        return typed and self.line.screen is self.screen and event.key not in self.screen.active_bindings

    @on(Input.Submitted, "#line")
    async def enter(self, event: Input.Submitted) -> None:
        """A line is a command, or answers."""
        words = event.value.strip()
        self.line.value = ""
        self.chart.focus()
        argument = words.partition(" ")[2]
        command = self.commands.meant(words)
        if command:
            await self.action_command(command, argument.strip())
        elif self.session.trouble and not self.offered:
            self.say("")
            self.session.go_on()
            self.await_bots()
        elif words:
            await self.read(words)

    async def read(self, words: str) -> None:
        """Answer with the typed words: one answer, or several in a row."""
        snapshot = self.snapshots.get(self.viewer)
        if snapshot is None or snapshot.decision is None:
            self.say("nothing is asked now", bad=True)
            return
        viewer, number = self.viewer, snapshot.decision.number
        answers = await self.session.look(lambda match: read_line(match, viewer, words))
        if answers.keys:
            await self.answer(answers)
            return
        await self.act(typed_words=words, act="choose", keys=[words], decision=number, typed=True)

    async def action_command(self, command: str, words: str = "") -> None:
        """Carry out a command of the line or of a key."""
        await self.commands.carry_out(command, words)

    def show_text(self, pane: str, text: str) -> None:
        """A text in a pane, which comes to the front."""
        self.texts[pane].update(text)
        self.panes.active = f"{pane}-pane"

    def show_page(self, text: str) -> None:
        """A text instead of the board, until the player closes it."""
        self.push_screen(TextPage(text))

    def marked_option(self) -> Any:
        """The one at the cursor, or the one that is marked in the list."""
        here = [] if self.chart.cursor is None or self.options.has_focus else naming(self.offered, [self.chart.cursor])
        marked = self.options.highlighted or 0
        return here[0] if len(here) == 1 else self.offered[min(marked, len(self.offered) - 1)]

    # ---- keys --------------------------------------------------------------------------------------------------------

    def action_give_up(self) -> None:
        """Take the last pick back; from the line, go to the board."""
        if self.focused is self.line:
            self.line.value = ""
            self.chart.focus()
        elif self.picked:
            self.picked.pop()
            self.ask(self.snapshots[self.viewer])

    def action_help_quit(self) -> None:
        """Ctrl-C, where no text is marked to be copied: leave, as elsewhere in a terminal."""
        self.exit()

    def action_next_scene(self) -> None:
        """The next scene of the board."""
        self.say(self.chart.next_scene())
