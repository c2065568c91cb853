"""``navalcore new --kind``: a small game in one file plays, is checked, and is all there to read."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._cli.new import make_kind
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData
from navalcore.testing import check_game


@pytest.fixture
def night_raid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> nc.AnyGame:
    make_kind("cards", tmp_path / "night_raid", "night_raid", "Night Raid", "Ann Example")
    monkeypatch.syspath_prepend(str(tmp_path / "night_raid"))
    monkeypatch.delitem(sys.modules, "night_raid", raising=False)
    game: nc.AnyGame = import_module("night_raid").NightRaid()
    return game


def test_the_card_game_goes_by_its_own_name_everywhere(night_raid: nc.AnyGame) -> None:
    assert (night_raid.id, night_raid.title, night_raid.rulebook.source.designer) == (
        "night_raid",
        "Night Raid",
        "Ann Example",
    )
    files = {file.name: file.read_text(encoding="utf-8") for file in night_raid.folder.glob("*.*")}
    assert set(files) == {"night_raid.py", "night_raid.toml", "rulebook.toml", "test_night_raid.py"}
    assert not any("my_game" in text or "MyGame" in text or "My Game" in text for text in files.values())
    assert all(len(line) <= 120 for line in files["night_raid.py"].splitlines())


def test_the_card_game_keeps_every_promise(night_raid: nc.AnyGame) -> None:
    report = check_game(night_raid, matches=2, only=None, shrinking=False)
    left_out = [each for each in report.failures if each.check != "same_in_another_process"]
    assert left_out == [], report.text()  # another process would look for the file elsewhere


def test_its_estimate_makes_the_bot_that_plays_it_by_default(night_raid: nc.AnyGame) -> None:
    from navalcore.bots import bot_names

    assert bot_names(night_raid)[0] == "standard"
    match = night_raid.new_match("short", seed=1)
    play_out(match, make_bots(night_raid, seed=1))
    assert match.over


def test_a_kind_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="--kind hexagons: there is no small game of this kind; there are cards"):
        make_kind("hexagons", tmp_path / "x", "night_raid", "", "")
