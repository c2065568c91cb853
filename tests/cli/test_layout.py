"""A question, its options and what matters of the board stand on one screen of 24 lines and 80 columns."""

import io
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from rich.console import Console

import navalcore as nc
from navalcore._cli.events import EventLog
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.menu import LEAST, REST, print_question, rows_of, shortened
from navalcore._cli.output import Output
from navalcore._cli.seats import seats_for
from navalcore._cli.session import Leave, TerminalSession
from navalcore.bots import make_bots

COLUMNS, LINES = 80, 24


def terminal(lines: int = LINES, columns: int = COLUMNS) -> tuple[io.StringIO, Output]:
    file = io.StringIO()
    return file, Output(Console(file=file, width=columns, height=lines, force_terminal=True, color_system=None))


class Player(Keyboard):
    """Answers with a random option every third time and else as a bot would, and keeps what stood above each answer."""

    def __init__(self, match: Any, file: io.StringIO, answers: int) -> None:
        super().__init__()
        self.terminal = True
        self.screens: list[tuple[int, list[str]]] = []
        self._match, self._file, self._left = match, file, answers
        self._chance = Random("fitting")
        self._bots = make_bots(match.game, seed="fitting")

    def ask(self, who: str = "", words: Sequence[str] = (), told: Callable[[str], str] | None = None) -> str:
        """The text of an option."""
        decision = self._match.decision
        self.screens.append((len(decision.options), self._file.getvalue().splitlines()))
        self._file.seek(0)
        self._file.truncate()
        self._left -= 1
        if self._left < 0:
            raise Leave
        if self._chance.random() < 1 / 3:
            return str(self._chance.choice(decision.texts))
        bot = self._bots[decision.role]
        choice = bot.decide(self._match.view(decision.role), decision.bare())
        return str(decision.texts[choice if isinstance(choice, int) else decision.options.index(choice)])


@pytest.mark.parametrize("plainly", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=str)
@pytest.mark.parametrize("there", [True, False], ids=["terminal", "pipe"])
def test_plain_lines_are_folded_at_words_on_a_terminal_and_are_whole_elsewhere(
    monkeypatch: pytest.MonkeyPatch, plainly: dict[str, str], there: bool
) -> None:
    file = io.StringIO()
    monkeypatch.setattr(file, "isatty", lambda: there)
    monkeypatch.setattr("sys.stdout", file)
    for name, value in {**plainly, "COLUMNS": "40"}.items():
        monkeypatch.setenv(name, value)
    Output().line(("1234567  ", "number"), "one two three four five six seven eight nine ten", hang=9)
    folded = ["1234567  one two three four five six", "         seven eight nine ten"]
    assert file.getvalue().splitlines() == (folded if there else [f"{folded[0]} {folded[1].strip()}"])


def test_what_has_no_room_in_a_line_goes_on_beneath_where_its_words_began() -> None:
    file, out = terminal(columns=40)
    out.line("1234567  ", "one two three four five six seven eight nine ten", hang=9)
    assert [line.rstrip() for line in file.getvalue().splitlines()] == [
        "1234567  one two three four five six",
        "         seven eight nine ten",
    ]
    file, out = terminal(columns=52)
    out.entries([("undo", "take the last choice of yours back")])
    assert [line.rstrip() for line in file.getvalue().splitlines()] == [
        "  undo                      take the last choice of",  # the second column begins after 28 letters
        "                            yours back",
    ]


def test_on_a_narrow_terminal_what_is_said_of_a_command_is_beneath_it() -> None:
    file, out = terminal(columns=40)
    out.entries([("undo [N]", "take the last choice or roll back, or the last N")])
    assert [line.rstrip() for line in file.getvalue().splitlines()] == [
        "  undo [N]",
        "    take the last choice or roll back,",
        "    or the last N",
    ]


def test_an_option_that_has_no_room_in_a_line_goes_on_beneath_its_words() -> None:
    file, out = terminal(columns=40)
    print_question(out, "", ["Which?"], lambda **_: [["  1  ", "submarine Sz5 > Sz6 (stopped in Sz6 50 %)"]])
    assert [line.rstrip() for line in file.getvalue().splitlines()][-2:] == [
        "  1  submarine Sz5 > Sz6 (stopped in Sz6",
        "     50 %)",
    ]


@pytest.mark.parametrize(
    ("name", "role", "seed", "answers", "many"),
    [
        ("bismarck", "british", "5", 165, 33),
        ("aa50_subwar", "allies", "1", 40, 29),
        ("tonnage_war", "uboat", "3", 30, 20),
    ],
)
def test_question_options_and_board_fit_a_screen_of_24_lines(
    name: str, role: str, seed: str, answers: int, many: int
) -> None:
    game: Any = nc.load(name)
    log = EventLog()
    match = game.new_match(seed=seed, on_event=log.add)
    file, out = terminal()
    player = Player(match, file, answers)
    TerminalSession(match, seats_for(game, (role,), {}), out, log, None, keyboard=player, bot_seed="fitting").run()
    shown = [(options, table(lines)) for options, lines in player.screens]
    assert max(options for options, _ in shown) >= many, "otherwise nothing is tried here"
    assert max(len(lines) for _, lines in shown) < LINES, "the answer has a line too"
    assert max(len(line) for _, lines in shown for line in lines) <= COLUMNS


@pytest.mark.parametrize(("lines", "whole"), [(60, True), (40, False)])
def test_a_screen_with_room_for_it_shows_the_whole_board_when_a_turn_begins(lines: int, whole: bool) -> None:
    game: Any = nc.load("aa50_subwar")
    log = EventLog()
    match = game.new_match(seed="1", on_event=log.add)
    board = nc.face_of(game).board_text(match.view("axis"), 100)
    file, out = terminal(lines, 100)
    player = Player(match, file, 1)
    TerminalSession(match, seats_for(game, ("axis",), {}), out, log, None, keyboard=player).run()
    (_, first), *_ = player.screens
    assert (board in "\n".join(line.rstrip() for line in first)) is whole
    assert len(table(first)) < lines


def table(lines: list[str]) -> list[str]:
    """What stands beneath the news: from the first empty line on."""
    return lines[lines.index("") :] if "" in lines else []


def test_on_a_narrow_terminal_options_stand_in_as_many_columns_as_have_room() -> None:
    game: Any = nc.load("bismarck")
    match = game.new_match(seed=5)
    file, out = terminal(60, columns=40)
    player = Player(match, file, 0)
    TerminalSession(match, seats_for(game, (), {}), out, EventLog(), None, keyboard=player, bot_seed="fitting").run()
    ((_, screen),) = player.screens
    for number, text in enumerate(match.decision.texts, start=1):
        (line,) = [each for each in screen if f"{number:>3} {text}" in each]
        assert len(line) <= 40, "no row is torn"


def test_where_there_is_room_nothing_is_cut_and_options_stand_in_columns() -> None:
    board, loose, close = "\n".join(f"row {n}" for n in range(10)), [["1 a"], ["2 b"], ["3 c"]], [["1 a 2 b 3 c"]]

    def rows(close_too: bool = False, **asked: bool) -> list[list[str]]:
        return close if close_too or asked.get("close") else loose

    def printed(lines: int) -> list[str]:
        file, out = terminal(lines)
        print_question(out, board, ["Which?"], rows)
        return file.getvalue().splitlines()

    whole = ["", *board.splitlines(), "", "Which?", "1 a", "2 b", "3 c"]
    assert printed(len(whole) + 1) == whole
    assert printed(len(whole)) == [*whole[:-3], "1 a 2 b 3 c"]
    assert printed(len(whole) - 2) == ["", *board.splitlines()[:8], REST, "", "Which?", "1 a 2 b 3 c"]


def test_the_beginning_of_a_board_is_shown_however_many_options_there_are() -> None:
    board = "\n".join(f"row {n}" for n in range(10))
    assert shortened(board, -20).splitlines() == [*board.splitlines()[: LEAST - 1], REST]
    assert shortened(board, 10) == board


@pytest.mark.parametrize("boats", [60, 130])
def test_a_question_for_one_of_very_many_boats_fits_a_screen_and_enter_lists_all_of_them(boats: int) -> None:
    texts = [f"Boat {number}" for number in range(boats)] + ["end the turn"]
    numbers = list(range(1, boats + 2))
    groups = [("Pearl Harbor", "Fremantle", "Solomons")[number % 7 // 3] for number in range(boats)] + ["end turn"]
    board = "\n".join(f"row {n}" for n in range(30))

    def printed(whole: bool) -> str:
        file, out = terminal()
        print_question(
            out, board, ["Which boat operates next?"],
            lambda **asked: list(rows_of(texts, numbers, groups, COLUMNS, plain=False, **asked)), whole=whole,
        )  # fmt: skip
        return file.getvalue()

    assert len(printed(whole=False).splitlines()) < LINES
    assert max(map(len, printed(whole=False).splitlines())) <= COLUMNS
    assert printed(whole=False).splitlines()[-1].endswith(f"{boats + 1} end the turn")
    left_out = sum(int(number) for number in re.findall(r"and (\d+) more", printed(whole=False)))
    assert (left_out > 0) == (boats > 100), "otherwise nothing is tried here"
    assert left_out == sum(not re.search(rf"{text}\b", printed(whole=False)) for text in texts)
    assert all(re.search(rf"{text}\b", printed(whole=True)) for text in texts)


@pytest.mark.parametrize("width", [30, 60, 80, 100, 120])
def test_a_table_cuts_no_word_however_narrow_the_terminal(width: int) -> None:
    shown, out = terminal(columns=width)
    header = ["number", "scenario", "against", "last played", ""]
    row = ["1", "patrol_swordfish_1941", "Commander Submarines, Pacific Fleet: sensible", "2026-11-30 12:44", "over"]
    out.table(header, [row])
    words = shown.getvalue().replace(";", "").split()
    assert [word for cell in row for word in cell.split() if word not in words] == []
