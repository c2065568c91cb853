"""What is written where: plain lines or a console's, notes on long work, and the first lines of a match."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

import navalcore as nc
from navalcore._cli import editor, keyboard, output, serve
from navalcore._cli.editor import LineEditor
from navalcore._cli.journals import is_worth_keeping
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.odds_command import OddsCommand
from navalcore._cli.output import Output, is_plain
from navalcore._cli.rules import _print_coverage
from navalcore._cli.session import _first_viewer
from navalcore.odds import Odds, exact, question
from tests.cli.conftest import Command


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("set_to", "plain"),
    [({}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, True), ({"NO_COLOR": "1", "TERM": "dumb"}, True)],
)
def test_a_terminal_is_plain_if_the_user_wants_no_colours_or_it_has_none(
    monkeypatch: pytest.MonkeyPatch, set_to: dict[str, str], plain: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    assert is_plain(Terminal()) is plain
    assert is_plain(io.StringIO()), "and whatever is not a terminal"


def test_the_lines_that_parts_take_are_counted_by_their_words_and_not_by_their_style() -> None:
    out = Output(Console(file=io.StringIO(), width=10))
    assert [out.lines_of(("x" * letters, "number"), "yy") for letters in (0, 8, 9, 18, 19)] == [1, 1, 2, 2, 3]


def test_long_work_is_told_of_once_a_minute_and_not_more_often(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [5.0]
    monkeypatch.setattr(output, "monotonic", lambda: now[0])
    told = output._told_now_and_then("matches", 400)
    for done, seconds in ((1, 59.9), (100, 60.0), (199, 119.9), (300, 150.0)):
        now[0] = 5.0 + seconds
        told(done)
    assert capsys.readouterr().err.splitlines() == [
        "navalcore: matches 100 of 400, 1.67 a second",
        "navalcore: matches 300 of 400, 2 a second",
    ]


def test_who_rolls_by_hand_is_told_how_and_nobody_else(navalcore: Command) -> None:
    line = "Roll and draw at your table and type what comes up"
    assert line in navalcore("play", "uboat_cards", "--dice", "physical", typed=["quit"]).out
    committed = navalcore("play", "uboat_cards", "--commit", typed=["quit"]).out
    assert "The dice are committed to: " in committed
    assert line not in committed
    assert line not in navalcore("play", "uboat_cards", "--seed", 1, typed=["quit"]).out


def test_a_match_in_which_only_the_computer_has_rolled_is_not_worth_keeping() -> None:
    match = nc.load("uboat_cards").new_match(seed=1)
    assert any(entry.kind == "chance" for entry in match.tape())
    assert not is_worth_keeping(match)
    match.choose(0)
    assert is_worth_keeping(match)


def test_a_section_that_is_cited_and_does_not_exist_is_named_with_its_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = SimpleNamespace(number="99", file="tests/test_rules.py", line=12)
    report = SimpleNamespace(
        without_code=(), without_tests=(), unknown=(place,), tests_seen=True, summary_line=lambda: "rule coverage"
    )
    _print_coverage(Output(), cast(Any, report))
    assert capsys.readouterr().out.splitlines() == [
        "unknown section 99 cited in tests/test_rules.py:12",
        "rule coverage",
    ]


@pytest.mark.parametrize(("people", "viewer"), [((), "umpire"), (("red",), "red"), (("red", "blue"), nc.SPECTATOR)])
def test_the_first_board_is_that_of_the_only_person_of_nobody_of_several_or_of_who_watches(
    people: tuple[str, ...], viewer: str
) -> None:
    assert _first_viewer(cast(Any, SimpleNamespace(people=people, watcher="umpire"))) == viewer


def test_of_what_the_match_has_a_question_is_given_what_it_takes() -> None:
    @question("salvo")
    def salvo(guns: int = 2, scenario: int = 1) -> Odds:
        """Does any gun hit?

        Args:
            guns: how many.
            scenario: which.
        """
        return Odds.of(exact(lambda chance: guns + scenario))

    match = nc.load("uboat_cards").new_match(seed=1)
    face = SimpleNamespace(known=lambda view, terms: {"guns": 3, "ships": 4})
    asker = cast(Any, SimpleNamespace(_match=match, _viewer="uboat", _face=face))
    assert OddsCommand._known_of(asker, salvo) == {"guns": 3}, "the id of a scenario is no number"


@pytest.mark.parametrize("database", [None, "sqlite:///of_mine"])
def test_who_names_no_database_is_told_where_matches_are_kept(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, database: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("navalcore.table.default_database", lambda: "sqlite:///by_default")

    class Server:
        def __init__(self, app: Any, host: str, port: int, opened: Any) -> None:
            self.opened = opened

        def run(self) -> None:
            self.opened("0.0.0.0", 4711)

    monkeypatch.setattr("navalcore.table.Server", Server)
    ran = navalcore("serve", "--port", 0, *(["--database", database] if database else []))
    assert ran.status == 0, ran.err
    first, *more = ran.out.splitlines()
    assert first == "The table is open at http://localhost:4711"
    assert more == ([] if database else ["Matches are kept in by_default. Stop with Ctrl-C."])
    assert serve.NEEDED


def test_at_a_terminal_without_an_editor_lines_can_still_be_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(sys, stream, Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for found, loaded in ((None, True), (object(), False)):
        monkeypatch.delitem(sys.modules, "readline", raising=False)
        monkeypatch.setattr(keyboard, "_editor", lambda found=found: found)
        Keyboard()
        assert ("readline" in sys.modules) is loaded


@pytest.mark.parametrize(("typed", "shown"), [("", 24), ("fire", 20), ("f" * 24, 0), ("f" * 40, 0)])
def test_what_is_typed_means_is_cut_off_before_it_meets_what_is_typed(
    monkeypatch: pytest.MonkeyPatch, typed: str, shown: int
) -> None:
    asked: dict[str, Any] = {}

    class Session:
        def __init__(self, **_settings: Any) -> None:
            self.default_buffer = SimpleNamespace(text=typed)
            self.output = SimpleNamespace(get_size=lambda: SimpleNamespace(columns=30))

        def prompt(self, _prompt: str, **settings: Any) -> str:
            asked.update(settings)
            return "fire"

    monkeypatch.setattr(editor, "PromptSession", Session)
    monkeypatch.setattr(editor, "_output", lambda: None)
    assert LineEditor("> ", {}).ask("red", ["fire"], lambda _line: "m" * 100) == "fire"
    assert asked["rprompt"]() == "m" * shown
