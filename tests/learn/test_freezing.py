"""``python -m navalcore.learn``: the action tables of games are written by name, and what is wrong ends it."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore.learn import __main__ as freezing
from navalcore.learn._actions import frozen


def test_the_table_of_a_game_is_written_where_the_game_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(freezing, "table_of", lambda game: tmp_path / f"{game.id}.txt")
    assert freezing.main(["uboat_cards", "tonnage_war"]) == 0
    lines = frozen(nc.load("uboat_cards"))
    assert (tmp_path / "uboat_cards.txt").read_text(encoding="utf-8") == lines
    assert (tmp_path / "tonnage_war.txt").is_file()
    first, _ = capsys.readouterr().out.splitlines()
    assert first == f"{tmp_path / 'uboat_cards.txt'}: 22 keys"


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([], "name the games whose action tables are to be written"),
        (["silent_war"], "silent_war does not list its keys"),
        (["chess"], "chess"),
    ],
)
def test_without_a_game_that_has_a_table_nothing_is_written_and_the_status_is_2(
    games: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(freezing, "table_of", lambda game: pytest.fail("nothing is to be written"))
    assert freezing.main(games) == 2
    assert said in capsys.readouterr().err
