"""The journals kept at a terminal: a crash loses nothing, and what was left is offered again."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from navalcore._cli.journals import KEPT, Journals, journal_folder, rename
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.files import read_save
from tests.cli.conftest import Command
from tests.cli.test_terminal import Terminal


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.kill()


def start(terminals: list[Terminal], *arguments: object) -> Terminal:
    terminals.append(Terminal("play", "duel", *arguments))
    return terminals[-1]


def kept() -> list[Path]:
    return sorted((journal_folder() / "duel").glob("*.jsonl"))


def choices(path: Path) -> list[str]:
    return [entry.text for entry in read_save(path).entries if isinstance(entry, ChoiceEntry)]


def leave(terminal: Terminal) -> None:
    terminal.wait_for_prompt()
    terminal.type("quit\r")
    assert terminal.close() == 0


def begin(terminals: list[Terminal]) -> Terminal:
    """A match with one choice made, waiting for the next."""
    terminal = start(terminals)
    terminal.wait_for("Every choice is kept in")
    terminal.wait_for_prompt()
    terminal.type("port\r")
    terminal.wait_for("How do you fire?")
    terminal.wait_for_prompt()
    return terminal


def test_a_match_that_was_killed_goes_on_where_it_stood(terminals: list[Terminal]) -> None:
    begin(terminals).kill()
    (path,) = kept()
    made = choices(path)
    assert made[0] == "port"
    again = start(terminals)
    again.wait_for(f"A match of calm was left after {len(made)} choice")
    again.wait_for_prompt()
    again.type("\r")
    again.wait_for("Continuing the match in")
    again.wait_for("How do you fire?")
    leave(again)
    assert choices(path) == made


def test_a_match_left_may_be_passed_over_for_another_and_one_being_played_is_not_offered(
    terminals: list[Terminal],
) -> None:
    first = begin(terminals)
    elsewhere = start(terminals)
    elsewhere.wait_for("Lay your course")
    leave(elsewhere)
    assert "was left after" not in elsewhere.shown
    assert "Nothing was chosen, so nothing is kept of the match." in elsewhere.shown
    assert len(kept()) == 1, "nothing is kept of a match without choices"
    first.type("quit\r")
    first.close()
    other = start(terminals)
    other.wait_for("was left after")
    other.wait_for_prompt()
    other.type("new\r")
    other.wait_for("Lay your course")
    leave(other)
    assert len(kept()) == 1


def test_a_script_keeps_no_journal_and_is_asked_nothing(duel: Command) -> None:
    duel("play", "duel", typed=["port"])
    assert not journal_folder().exists()


def test_resume_goes_on_without_asking_and_says_when_there_is_nothing_to_go_on_with(
    duel: Command, terminals: list[Terminal]
) -> None:
    assert duel("play", "duel", "--resume").error()[1].startswith("no unfinished match fits this command line")
    begin(terminals).kill()
    assert "Continuing the match" in duel("play", "duel", "--resume", typed=["quit"]).out
    assert duel("play", "duel", "--resume", "--option", "hard=true").error()[0] == "bad_data", "another match"


def test_a_match_played_out_is_kept_as_over_and_not_offered(duel: Command, terminals: list[Terminal]) -> None:
    begin(terminals).kill()
    ran = duel("play", "duel", "--resume", typed=["orders match"])
    assert "The match is over" in ran.out
    assert [path.stem.endswith("-over") for path in kept()] == [True]
    assert list(Journals("duel").unfinished()) == []


def test_no_journal_is_kept_if_the_player_wants_none(terminals: list[Terminal]) -> None:
    terminal = start(terminals, "--no-journal")
    leave(terminal)
    assert "The match was not kept" in terminal.shown
    assert not journal_folder().exists()


def test_a_match_whose_journal_cannot_be_written_is_played_and_its_player_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, duel: Command
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NAVALCORE_STATE", str(tmp_path / "file"))
    monkeypatch.setattr("navalcore._cli.play.Keyboard", lambda: SimpleNamespace(terminal=True))
    ran = duel("play", "duel", typed=["port", "quit"])
    assert ran.err.startswith("navalcore: no journal is kept, and the command save FILE writes the match elsewhere: ")
    assert (ran.status, "The match was not kept" in ran.out) == (0, True)


def test_a_match_that_is_not_over_is_never_deleted_and_of_those_that_are_the_last_fifty_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    journals = Journals("duel")
    unfinished = [journals.new() for _ in range(KEPT + 5)]
    for path in unfinished:
        path.write_text("", encoding="utf-8")
    over = [journals.new() for _ in range(KEPT + 3)]
    for at, path in enumerate(over):
        ended = path.with_name(f"{path.stem}-over.jsonl")
        ended.write_text("", encoding="utf-8")
        os.utime(ended, (at, at))
    named = rename(kept()[-1], "long war")
    os.utime(named, (0, 0))
    journals.new()
    assert all(path.exists() for path in unfinished)
    assert named.exists(), "a match with a name stays"
    assert len([path for path in kept() if path.stem.endswith("-over")]) == KEPT + 1
    assert "2 matches that had ended were deleted" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the custom of Linux")
def test_journals_lie_where_the_custom_of_the_system_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NAVALCORE_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", "/elsewhere/state")
    assert journal_folder() == Path("/elsewhere/state/navalcore")


def test_what_was_rolled_by_hand_is_kept_before_the_first_choice_too(terminals: list[Terminal]) -> None:
    first = Terminal("play", "uboat_cards", "--dice", "physical")
    terminals.append(first)
    for card in ("Sonar", "Water"):
        first.wait_for_prompt()
        first.type(f"{card}\r")
    leave(first)
    assert "Goodbye. The match is kept in" in first.shown
    again = Terminal("play", "uboat_cards", "--dice", "physical")
    terminals.append(again)
    again.wait_for("was left after 0 choices")
    again.wait_for_prompt()
    again.type("\r")
    again.wait_for("Continuing the match in")
    for _ in range(3):
        again.wait_for("which one is it?")
        again.wait_for_prompt()
        again.type("Dive\r")
    again.wait_for("The wolf pack draws Sonar, Water, 3 Dive.")


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_who_quits_when_asked_which_match_to_play_begins_none(terminals: list[Terminal], word: str) -> None:
    begin(terminals).kill()
    again = start(terminals)
    again.wait_for("anything else begins another")
    again.wait_for_prompt()
    again.type(f"{word}\r")
    assert again.close() == 0
    assert len(kept()) == 1


@pytest.mark.parametrize("more", [["--protocol"], ["--role", "spectator", "--json"], ["--save", "new.jsonl"]])
def test_resume_is_refused_where_no_match_is_kept_of_itself(
    duel: Command, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, message = duel("play", "duel", "--resume", *more).error()
    assert code == "bad_data"
    assert "--resume continues a match kept without --save" in message
    assert not list(tmp_path.glob("*.jsonl"))
