"""``navalcore matches``: what was played is listed, resumed, named, exported and deleted."""

import json
import os
import shutil
from pathlib import Path
from time import time

import pytest

import navalcore as nc
from navalcore._cli.journals import KEPT, Journals
from tests.cli.conftest import Command


@pytest.fixture
def played() -> list[Path]:
    """Two matches of the card game, of which the second was played last."""
    journals, found = Journals("uboat_cards"), []
    for at, choices in enumerate((3, 5)):
        match = nc.load("uboat_cards").new_match(seed=at, seats={"uboat": "bot:sensible"})
        match.play_bots()
        path = journals.new()
        match.record_to(path)
        for _ in range(choices):
            match.choose(0)
            match.play_bots()
        match.stop_recording()
        os.utime(path, (1000 + at, 1000 + at))
        found.append(path)
    return found


def listed(navalcore: Command) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(navalcore("matches", "--json").out)["matches"]
    return found


def test_matches_are_listed_the_one_played_last_first(played: list[Path], navalcore: Command) -> None:
    found = listed(navalcore)
    assert [each["file"] for each in found] == [str(played[1]), str(played[0])]
    assert found[0]["people"] == ["convoy"]
    assert found[0]["bots"] == {"uboat": "sensible"}
    told = navalcore("matches").out
    assert "Wolf pack: sensible" in told
    assert "Convoy" in told, "roles have the names that people know"
    assert "uboat:" not in told


def test_a_match_that_is_dated_in_the_future_is_neither_listed_nor_resumed_before_the_one_played_last(
    played: list[Path], navalcore: Command
) -> None:
    in_a_year = time() + 31_536_000
    os.utime(played[0], (in_a_year, in_a_year))
    assert [each["file"] for each in listed(navalcore)] == [str(played[1]), str(played[0])]
    assert next(Journals("uboat_cards").unfinished()).path == played[1]


def test_a_match_that_is_over_and_dated_in_the_future_is_not_deleted_as_one_played_long_ago(
    played: list[Path], navalcore: Command
) -> None:
    in_a_year = time() + 31_536_000
    late = played[0].rename(played[0].with_name("late-over.jsonl"))
    for number in range(KEPT + 1):
        shutil.copy(played[1], played[1].with_name(f"{number}-over.jsonl"))
    os.utime(late, (in_a_year, in_a_year))
    Journals("uboat_cards").new()
    found = [each["file"] for each in listed(navalcore) if each["over"]]
    assert str(late) in found
    assert len(found) == KEPT + 1


def test_a_resumed_match_goes_on_in_the_seats_it_was_left_with(played: list[Path], navalcore: Command) -> None:
    before = nc.read_save(played[0]).count
    ran = navalcore("matches", "resume", 2, typed=["1", "quit"])
    assert "Convoy" in ran.out
    assert "wolf pack (you)" not in ran.out.casefold()
    assert nc.read_save(played[0]).count > before


def test_a_match_may_be_given_the_name_that_it_has(played: list[Path], navalcore: Command) -> None:
    assert len(played) > 1
    assert navalcore("matches", "name", 2, "long war").status == 0
    before = next(each for each in listed(navalcore) if each["name"])
    content = Path(str(before["file"])).read_bytes()
    assert navalcore("matches", "name", "long war", "long war").status == 0
    assert [each["file"] for each in listed(navalcore) if each["name"]] == [before["file"]]
    assert Path(str(before["file"])).read_bytes() == content


def test_a_name_leads_to_a_match_and_keeps_it(played: list[Path], navalcore: Command, tmp_path: Path) -> None:
    assert navalcore("matches", "name", 2, "long war").status == 0
    copy = tmp_path / "war.jsonl"
    assert navalcore("matches", "export", "long war", "-o", copy).status == 0
    assert copy.read_bytes() == next(Path(str(each["file"])) for each in listed(navalcore) if each["name"]).read_bytes()
    assert "has the name 'long war' already" in navalcore("matches", "name", 1, "long war").error()[1]
    for wrong in ("../up", "7", ""):
        assert navalcore("matches", "name", 1, wrong).error()[0] == "bad_data"
    assert navalcore("verify", copy).status == 0


def test_a_name_of_a_match_need_not_be_exact_unless_the_match_is_deleted(
    played: list[Path], navalcore: Command, tmp_path: Path
) -> None:
    assert navalcore("matches", "name", 2, "long war").status == 0
    for way in ("Long-War", "LONG WAR", "lon"):
        assert navalcore("matches", "export", way, "-o", tmp_path / f"{way}.jsonl").status == 0
    assert navalcore("matches", "delete", "lon", "--yes").error()[0] == "unknown_name"
    assert len(listed(navalcore)) == 2
    assert navalcore("matches", "delete", "LONG-WAR", "--yes").status == 0
    assert [each["file"] for each in listed(navalcore)] == [str(played[1])]


def test_a_number_is_never_the_beginning_of_a_name(played: list[Path], navalcore: Command) -> None:
    assert navalcore("matches", "name", 1, "3rd flotilla").status == 0
    assert navalcore("matches", "resume", 3).error()[0] == "unknown_name"


def test_an_export_replaces_no_other_match(played: list[Path], navalcore: Command) -> None:
    assert "holds a match" in navalcore("matches", "export", 1, "-o", played[0]).error()[1]
    assert "is read by this command" in navalcore("matches", "export", 1, "-o", played[1]).error()[1]


def test_only_what_is_agreed_to_is_deleted(played: list[Path], navalcore: Command) -> None:
    assert "add --yes" in navalcore("matches", "delete", 1).error()[1], "nobody can be asked"
    assert len(listed(navalcore)) == 2
    assert navalcore("matches", "delete", 1, "--yes").status == 0
    assert [each["file"] for each in listed(navalcore)] == [str(played[0])]
    assert "there is only 1" in navalcore("matches", "delete", 2, "--yes").error()[1]


def test_a_match_that_is_being_played_is_left_alone(played: list[Path], navalcore: Command) -> None:
    match = nc.load_match(nc.read_save(played[1]))
    match.record_to(played[1])
    try:
        assert listed(navalcore)[0]["being_played"] is True
        for line in (("resume", 1), ("delete", 1, "--yes"), ("name", 1, "mine")):
            assert "is being played now" in navalcore("matches", *line).error()[1]
    finally:
        match.stop_recording()


def test_an_empty_name_leads_to_no_match(played: list[Path], navalcore: Command) -> None:
    """As in a script whose variable is empty."""
    assert navalcore("matches", "delete", "", "--yes").error()[0] == "unknown_name"
    assert all(path.exists() for path in played)


def test_no_name_says_that_a_match_is_over(played: list[Path], navalcore: Command) -> None:
    assert "-over" in navalcore("matches", "name", 1, "all but-over").error()[1]
    assert [each["over"] for each in listed(navalcore)] == [False, False]


def test_a_name_leaves_room_for_the_lock_beside_the_file(played: list[Path], navalcore: Command) -> None:
    assert navalcore("matches", "name", 1, "\U00020000" * 60).error()[0] == "bad_data"
    assert navalcore("matches", "name", 1, "\u6f22" * 60).status == 0
    assert "goodbye" in navalcore("matches", "resume", 1, typed=["quit"]).out.casefold()


def test_what_cannot_be_read_in_the_folder_does_not_hide_the_matches(played: list[Path], navalcore: Command) -> None:
    played[0].with_name("gone.jsonl").symlink_to("nowhere")
    assert len(listed(navalcore)) == 2


def test_a_match_resumed_while_the_question_stands_is_not_deleted(
    played: list[Path], navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed = nc.load_match(played[1])

    def agreed(*_: object) -> bool:
        resumed.record_to(played[1])
        return True

    monkeypatch.setattr("navalcore._cli.matches._agreed", agreed)
    assert "is being played now" in navalcore("matches", "delete", 1).error()[1]
    resumed.stop_recording()
    assert played[1].exists()


def test_an_export_leaves_a_torn_line_behind_and_writes_to_standard_output(
    played: list[Path], navalcore: Command, tmp_path: Path
) -> None:
    sound = played[1].read_bytes()
    played[1].write_bytes(sound + '{"kind":"é'.encode()[:-1])
    os.utime(played[1], (1001, 1001))
    assert navalcore("matches", "export", 1, "-o", tmp_path / "copy.jsonl").status == 0
    assert (tmp_path / "copy.jsonl").read_bytes() == sound
    assert navalcore("matches", "export", 1, "-o", "-").out == sound.decode()
