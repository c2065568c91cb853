"""What only a terminal shows: colours, line editing, a hidden screen between players, a progress bar."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.cli.conftest import DUEL, environment, program

# The terminal must be the one that controls the program, or Ctrl-C would not reach it.
IN_ITS_TERMINAL = """
import fcntl, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background has it ignored
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from navalcore._cli import main
main()
"""


UNDER_A_SHELL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from navalcore._cli import main
    main()
status = os.waitpid(child, os.WUNTRACED)[1]
if os.WIFSTOPPED(status):
    os.tcsetpgrp(0, os.getpid())
    print("the shell asks", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
    status = os.waitpid(child, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""As a shell does that can put a program into the background: Ctrl-Z stops no other."""


class Terminal:
    """A program that runs in a terminal of its own."""

    code = IN_ITS_TERMINAL

    def __init__(self, *arguments: object, **variables: str) -> None:
        outer, inner = pty.openpty()
        self._outer = outer
        known = {name: value for name, value in environment(DUEL).items() if name != "NO_COLOR"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", self.code, "--plugin", "duel", *map(str, arguments)],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**known, "TERM": "xterm-256color", "COLUMNS": "100", **variables},
            start_new_session=True,
        )
        os.close(inner)
        self.shown = ""
        self._unread = ""
        self._decoder = getincrementaldecoder("utf-8")()

    def wait_for(self, text: str) -> str:
        """Read until ``text`` is shown; returns what was shown since the last wait, up to and with it."""
        limit = monotonic() + 20
        while text not in self._unread:
            ready, _, _ = select.select([self._outer], [], [], limit - monotonic())
            assert ready, self._unread
            self._take(os.read(self._outer, 65536))
        end = self._unread.index(text) + len(text)
        seen, self._unread = self._unread[:end], self._unread[end:]
        return seen

    def wait_for_prompt(self) -> None:
        """Read until an answer is asked for; line editing moves the cursor over the blank behind the sign."""
        limit = monotonic() + 30
        while not (found := re.search(r">( |\x08?\x1b\[2C)", self._unread)):
            ready, _, _ = select.select([self._outer], [], [], limit - monotonic())
            assert ready, self._unread
            self._take(os.read(self._outer, 65536))
        self._unread = self._unread[found.end() :]

    def _take(self, more: bytes) -> None:
        text = self._decoder.decode(more)
        self.shown += text
        self._unread += text

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._outer, text.encode())

    def press_until(self, key: str, text: str) -> None:
        """Press a key until ``text`` is shown: a signal that comes a moment before the program reads is only seen with
        the next key, as people know who press Ctrl-C twice.
        """
        limit = monotonic() + 30
        while text not in self._unread:
            assert monotonic() < limit, self._unread
            self.type(key)
            while text not in self._unread and select.select([self._outer], [], [], 2)[0]:
                self._take(os.read(self._outer, 65536))

    def close(self) -> int:
        """Read to the end; returns the exit status."""
        try:
            while select.select([self._outer], [], [], 20)[0] and (more := os.read(self._outer, 65536)):
                self._take(more)
        except OSError:
            pass  # how a terminal says that nobody is left on the other side
        os.close(self._outer)
        return self._process.wait(timeout=30)

    def kill(self) -> None:
        """End the program if a test has left it running."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(timeout=30)


class Shell(Terminal):
    """A program that a shell has started in a terminal."""

    code = UNDER_A_SHELL


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.kill()


def test_a_terminal_shows_colours_and_none_if_the_user_wants_none(terminals: list[Terminal]) -> None:
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        terminal = Terminal("play", "duel", **variables)
        terminals.append(terminal)
        asked = terminal.wait_for("starboard")
        assert bool(re.search(r"\x1b\[[0-9;]*m", asked)) is coloured
        terminal.wait_for_prompt()
        terminal.type("quit\r")
        assert terminal.close() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_key_is_polite_and_keeps_the_match(terminals: list[Terminal], tmp_path: Path, key: str) -> None:
    terminal = Terminal("play", "duel", "--save", tmp_path / "m")
    terminals.append(terminal)
    terminal.wait_for_prompt()
    terminal.type("port\r")
    terminal.wait_for("How do you fire?")
    terminal.wait_for_prompt()
    terminal.press_until(key, "Goodbye")
    assert terminal.close() == 0
    assert "Goodbye. The match is kept in" in terminal.shown
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("how", [[], ["--screen"]], ids=["dialogue", "screen"])
def test_ctrl_z_gives_the_terminal_back_to_the_shell_until_the_match_is_continued(
    terminals: list[Terminal], how: list[str]
) -> None:
    terminal = Shell("play", "duel", *how)
    terminals.append(terminal)
    terminal.wait_for("Lay your course")
    if not how:
        terminal.wait_for_prompt()
    terminal.press_until("\x1a", "the shell asks")
    terminal.wait_for("the shell asks")
    terminal.type("\r")
    if how:
        terminal.wait_for("Lay your course")
    else:
        terminal.wait_for_prompt()
    terminal.type("port\r")
    terminal.wait_for("How do you fire?")
    terminal.press_until("\x03", "Goodbye")
    assert terminal.close() == 0


def test_players_who_share_a_terminal_do_not_see_each_others_screen(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "duel", "--role", "all")
    terminals.append(terminal)
    terminal.wait_for("Hand over to the red ship, who presses Enter.")
    terminal.type("\r")
    own = terminal.wait_for("starboard")
    assert "\x1b[H" in own or "\x1b[2J" in own, "the screen is cleared"
    terminal.wait_for_prompt()
    terminal.type("port\r")
    terminal.wait_for("log")
    terminal.wait_for_prompt()
    terminal.type("log\r")
    terminal.wait_for("Hand over to the blue ship, who presses Enter.")
    terminal.type("\r")
    others = terminal.wait_for("Lay your course")
    assert "The blue ship looks now" in others
    assert "Red ship: log" in others
    assert "own course port" not in others
    assert "Red ship: port" not in others
    terminal.wait_for_prompt()
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_the_whole_screen_says_first_that_no_journal_can_be_kept(terminals: list[Terminal], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    terminal = Terminal("play", "duel", "--screen", NAVALCORE_STATE=str(tmp_path / "file"))
    terminals.append(terminal)
    terminal.wait_for("\x1b[?1049h")  # from here on the whole screen covers what was said before
    terminal.wait_for("no journal is kept")
    terminal.wait_for("Enter begins.")
    terminal.type("\r")
    terminal.wait_for("several answers in a row")
    terminal.press_until("\x03", "Goodbye")
    assert terminal.close() == 0


def test_a_progress_bar_goes_to_standard_error_and_leaves_json_alone() -> None:
    outer, inner = pty.openpty()
    line = program("simulate", "uboat_cards", "-n", 5, "--scenario", "short", "--jobs", 1, "--json")
    ran = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=inner, env={**environment(), "TERM": "xterm"})
    os.close(inner)
    out, _ = ran.communicate(timeout=60)
    bar = os.read(outer, 65536).decode()
    os.close(outer)
    assert ran.returncode == 0
    assert json.loads(out)["matches"] == 5
    assert "uboat_cards: matches" in bar


def test_a_number_stays_with_its_option_while_the_question_is_asked_again(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "uboat_cards", "--seed", "3", "--no-journal")
    terminals.append(terminal)
    first = plain(terminal.wait_for("discard Water"))
    numbers = dict(re.findall(r"(\d+)  (discard [A-Z][\w -]*\w)", first))
    assert numbers["6"] == "discard Water"
    terminal.wait_for_prompt()
    terminal.type("1\r")
    again = plain(terminal.wait_for("discard Water"))
    left = dict(re.findall(r"(\d+)  (discard [A-Z][\w -]*\w)", again))
    assert left == {number: text for number, text in numbers.items() if number != "1"}
    terminal.wait_for_prompt()
    terminal.type("1\r")
    terminal.wait_for("'1' is not offered")
    terminal.wait_for_prompt()
    terminal.type("q\r")
    assert terminal.close() == 0


def test_what_is_typed_is_completed_and_told_beside_it_and_keys_type_commands(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "uboat_cards", "--seed", "3", "--no-journal")
    terminals.append(terminal)
    terminal.wait_for_prompt()
    terminal.type("wat")
    terminal.wait_for("6 discard W")
    terminal.type("\t")
    terminal.wait_for("discard Water")
    terminal.type("\r")
    terminal.wait_for("discards Water")
    terminal.wait_for_prompt()
    terminal.type("\x1bOQ")
    terminal.wait_for("0 of 4 U-boats")
    terminal.wait_for_prompt()
    terminal.type("\x04")
    assert terminal.close() == 0


def plain(text: str) -> str:
    """What a terminal shows without the codes for colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
