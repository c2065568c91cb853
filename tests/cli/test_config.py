"""The player's settings file: it holds where the command line says nothing, and for new matches alone."""

import os
from pathlib import Path

import pytest

import navalcore as nc
from tests.cli.conftest import Command


@pytest.fixture
def settings() -> Path:
    return Path(os.environ["NAVALCORE_CONFIG"])


def seats_in(file: Path) -> dict[str, str] | None:
    return nc.read_save(file).header.seats


def test_a_new_match_has_the_role_and_the_level_of_the_settings(
    navalcore: Command, settings: Path, tmp_path: Path
) -> None:
    settings.write_text('level = "hard"\n\n[role]\nuboat_cards = "convoy"\n', encoding="utf-8")
    navalcore("play", "uboat_cards", "--save", tmp_path / "a.jsonl", typed=["quit"])
    assert seats_in(tmp_path / "a.jsonl") == {"uboat": "bot:hard", "convoy": "person"}
    navalcore("play", "tonnage_war", "--save", tmp_path / "b.jsonl", typed=["quit"])
    assert seats_in(tmp_path / "b.jsonl") == {"uboat": "person", "escort": "bot:hard"}, "it has no role there"
    settings.write_text("[role]\nUboat-Cards = 'convoy'\n", encoding="utf-8")
    navalcore("play", "uboat_cards", "--save", tmp_path / "c.jsonl", typed=["quit"])
    assert seats_in(tmp_path / "c.jsonl") == {"uboat": "bot:sensible", "convoy": "person"}, "written otherwise"


def test_the_command_line_goes_before_the_settings(navalcore: Command, settings: Path, tmp_path: Path) -> None:
    settings.write_text('level = "hard"\n\n[role]\nuboat_cards = "convoy"\n', encoding="utf-8")
    file = tmp_path / "a.jsonl"
    navalcore("play", "uboat_cards", "--role", "uboat", "--bot", "easy", "--save", file, typed=["quit"])
    assert seats_in(file) == {"uboat": "person", "convoy": "bot:easy"}


def test_a_match_that_goes_on_keeps_its_seats_whatever_the_settings_say(
    navalcore: Command, settings: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    navalcore("play", "uboat_cards", "--role", "uboat", "--save", file, typed=["1", "quit"])
    before = seats_in(file)
    settings.write_text('level = "hard"\n\n[role]\nuboat_cards = "convoy"\n', encoding="utf-8")
    ran = navalcore("play", "uboat_cards", "--save", file, typed=["quit"])
    assert "In the file" not in ran.out, "nothing was asked for that is not in the file"
    assert seats_in(file) == before


def test_boards_are_as_wide_as_the_settings_say(
    navalcore: Command, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    boards = []
    for width in (100, 140):
        settings.write_text(f"width = {width}\n", encoding="utf-8")
        boards.append(navalcore("play", "bismarck", "--role", "british", "--seed", "1", typed=["board", "quit"]).out)
    narrow, wide = (max(map(len, board.splitlines())) for board in boards)
    assert narrow <= 100 < wide <= 140


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("levle = 'hard'", "levle"),
        ("width = 3", "width"),
        ("plain = 'perhaps'", "plain"),
        ("plain = 'yes'", "plain: should be true or false, not 'yes'"),
        ("level = ", "is not valid TOML"),
        ("level = 'unbeatable'", "unbeatable"),
        ("[role]\nuboat_cards = 'kaiser'", "kaiser"),
        ("[role]\nuboat_crads = 'convoy'", "no game 'uboat_crads' is installed"),
    ],
)
def test_settings_that_mean_nothing_are_refused_in_one_line(
    navalcore: Command, settings: Path, text: str, message: str
) -> None:
    settings.write_text(text, encoding="utf-8")
    _, said = navalcore("play", "uboat_cards", typed=["quit"]).error()
    assert message in said
    assert "config.toml: " in said or "config.toml:1: " in said, "and not in the words of the command line"


def test_a_project_with_its_package_in_src_is_found_from_its_own_folder(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "src" / "boats_of_mine"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert navalcore("--plugin", "boats_of_mine", "games").status == 0


def test_a_role_that_the_command_line_gives_to_a_bot_is_not_the_players(
    navalcore: Command, settings: Path, tmp_path: Path
) -> None:
    settings.write_text('role.uboat_cards = "convoy"\n', encoding="utf-8")
    file = tmp_path / "a.jsonl"
    navalcore("play", "uboat_cards", "--bot", "convoy=hard", "--save", file, typed=["quit"])
    assert seats_in(file) == {"uboat": "person", "convoy": "bot:hard"}


def test_settings_that_are_named_and_not_there_are_refused(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAVALCORE_CONFIG", str(tmp_path / "confg.toml"))
    assert "confg.toml" in navalcore("games").error()[1]
    monkeypatch.delenv("NAVALCORE_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert navalcore("games").status == 0, "nobody needs any"
