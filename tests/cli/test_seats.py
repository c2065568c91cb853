"""Seats belong to the match: a save says who sits where, and a match that is continued is seated so."""

from pathlib import Path

import pytest

import navalcore as nc
from tests.cli.conftest import Command


def seats_in(file: Path) -> dict[str, str] | None:
    return nc.read_save(file).header.seats


def bots_choices(file: Path, role: str) -> int:
    return sum(entry.kind == "choice" and entry.role == role for entry in nc.read_save(file).entries)


@pytest.fixture
def german(navalcore: Command, tmp_path: Path) -> Path:
    """A match of Computer Bismarck that was left by its German player before any German order."""
    file = tmp_path / "g.jsonl"
    ran = navalcore(
        *("play", "bismarck", "--role", "german", "--bot", "british=hard", "--seed", "40", "--save", file),
        typed=["quit"],
    )
    assert ran.status == 0, ran
    return file


def test_a_save_says_who_plays_and_which_bot(german: Path) -> None:
    assert seats_in(german) == {"british": "bot:hard", "german": "person"}


def test_whoever_resumes_without_naming_a_role_sits_where_the_file_says(navalcore: Command, german: Path) -> None:
    orders = bots_choices(german, "german")
    ran = navalcore("play", "bismarck", "--save", german, typed=["quit"])
    assert "German player: Which unit" in ran.out
    assert "British player:" not in ran.out
    assert "Hood" not in ran.out, "the other side's fleet is not shown"
    assert bots_choices(german, "german") == orders == 0, "nobody has answered for the player"


def test_another_role_is_asked_for_by_name_and_told_what_it_will_see(navalcore: Command, german: Path) -> None:
    ran = navalcore("play", "bismarck", "--role", "british", "--save", german, typed=["quit"])
    words = " ".join(ran.out.split())
    assert "In the file the German player is at the keyboard; for now it is as you asked:" in words
    assert "you play the British player, and see all that is known there." in words
    assert "A bot answers for the German player, and its choices are kept in the file." in words
    assert seats_in(german) == {"british": "bot:hard", "german": "person"}, "the file goes on saying what it said"


def test_a_role_is_named_by_as_much_of_it_as_no_other_has(navalcore: Command, german: Path, tmp_path: Path) -> None:
    ran = navalcore("play", "bismarck", "--role", "GER", "--save", german, typed=["quit"])
    assert "In the file" not in ran.out, "it is the role of the file"
    navalcore("play", "bismarck", "--role", "Brit", "--bot", "hard", "--save", tmp_path / "b.jsonl", typed=["quit"])
    assert seats_in(tmp_path / "b.jsonl") == {"british": "person", "german": "bot:hard"}


def test_the_same_role_named_again_is_told_nothing(navalcore: Command, german: Path) -> None:
    ran = navalcore("play", "bismarck", "--role", "german", "--save", german, typed=["quit"])
    assert "In the file" not in ran.out
    assert "German player: Which unit" in ran.out


def test_those_who_shared_the_keyboard_share_it_again(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    duel("play", "duel", "--role", "all", "--save", file, typed=["port"])
    assert seats_in(file) == {"red": "person", "blue": "person"}
    again = duel("play", "duel", "--save", file, typed=["log"])
    assert "Blue ship: Lay your course" in again.out


def test_a_match_that_bots_played_alone_is_watched_when_it_is_continued(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "bots.jsonl"
    duel("play", "duel", "--role", "spectator", "--save", file)
    assert seats_in(file) == {"red": "bot:random", "blue": "bot:random"}


def test_a_file_that_does_not_say_who_sits_where_asks_for_the_role(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "library.jsonl"
    match = nc.load("bismarck").new_match(seed=1)
    match.save(file)
    assert seats_in(file) is None
    code, message = navalcore("play", "bismarck", "--save", file).error()
    assert code == "bad_data"
    assert message.endswith(
        "does not say who sits where; name the role that you play: --role british, --role german, --role all"
    )
    assert (
        "German player: Which unit"
        in navalcore("play", "bismarck", "--role", "german", "--save", file, typed=["quit"]).out
    )


def test_a_match_arranged_by_a_program_is_resumed_as_it_was_arranged(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "library.jsonl"
    nc.load("bismarck").new_match(seed=1, seats={"british": "bot:easy"}).save(file)
    ran = navalcore("play", "bismarck", "--save", file, typed=["quit"])
    assert "German player: Which unit" in ran.out
    assert "Hood" not in ran.out


def test_a_game_with_one_player_needs_no_seat_named(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "alone.jsonl"
    nc.load("silent_war").new_match(seed=1).save(file)
    assert navalcore("play", "silent_war", "--save", file, typed=["quit"]).status == 0


def test_a_person_may_take_a_bots_seat_but_not_one_where_nobody_sits() -> None:
    bismarck, silent_war = nc.load("bismarck"), nc.load("silent_war")
    match = bismarck.new_match("solitaire", seed=1, seats={"german": "person"})
    assert match.seats["german"] == "person"
    with pytest.raises(nc.NavalCoreError, match="taken by nobody, not by person"):
        silent_war.new_match(seats={"comsubsowespac": "person"})
    with pytest.raises(nc.NavalCoreError, match="not by nobody"):
        bismarck.new_match(seats={"german": "nobody"})


def test_a_journal_is_resumed_with_its_seats_and_offered_to_nobody_else(
    navalcore: Command, german: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "state" / "bismarck"
    folder.mkdir(parents=True)
    german.rename(folder / "2026-01-01.jsonl")
    monkeypatch.setenv("NAVALCORE_STATE", str(tmp_path / "state"))
    ran = navalcore("play", "bismarck", "--resume", typed=["quit"])
    assert "German player: Which unit" in ran.out
    assert "Hood" not in ran.out
    code, _ = navalcore("play", "bismarck", "--resume", "--role", "british").error()
    assert code == "bad_data", "no unfinished match of a British player"
