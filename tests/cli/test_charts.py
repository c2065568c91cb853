"""``navalcore charts``: where charts come from, and a check of an owner's."""

import json
import re
from pathlib import Path
from shutil import copy

import pytest

from navalcore_games.silent_war.data_pack.loading import OWN
from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy(OWN / "general_asw.toml", tmp_path)
    return tmp_path


def test_every_chart_is_listed_with_its_label_and_an_owners_as_his(navalcore: Command, folder: Path) -> None:
    listed = {c["name"]: c for c in json.loads(navalcore("charts", "silent_war", "--json").out)["charts"]}
    assert set(listed) == {path.name for path in OWN.iterdir() if path.suffix in (".toml", ".csv")} | {"scenarios.toml"}
    assert listed["ultra.toml"]["label"] == "exact"
    assert listed["contact.toml"]["label"] == "reconstructed"
    out = navalcore("charts", "silent_war", "--data-pack", folder).out
    assert "general_asw.toml          owner's chart" in out
    assert "are reconstructions, in whole or in part" in out
    assert re.search(r"They are in [^ ,]+, [^ ,]+ and [^ ,]+; copy one", out), "a list with one and"


def test_a_wrong_cell_is_one_error_with_file_line_and_key(navalcore: Command, folder: Path) -> None:
    file = folder / "general_asw.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("wp2"))
    lines[number - 1] = "wp2 = -3"
    file.write_text("\n".join(lines), encoding="utf-8")
    for command in (("charts", "silent_war"), ("play", "silent_war"), ("simulate", "silent_war", "-n", "1")):
        code, message = navalcore(*command, "--data-pack", folder).error()
        assert code == "bad_data"
        assert message.startswith(f"{file}:{number}: general_asw.wp2: ")


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck"])
def test_every_data_file_of_a_game_is_listed(navalcore: Command, game: str) -> None:
    folder = Path(OWN).parents[1] / game
    files = {path.name for part in ("data", "scenarios") for path in (folder / part).rglob("*") if path.is_file()}
    listed = json.loads(navalcore("charts", game, "--json").out)["charts"]
    assert {chart["name"] for chart in listed} == files
    assert all(chart["summary"] and chart["label"] in ("the game's", "exact") for chart in listed)
    assert f"use the copy with --data {game}=FOLDER" in navalcore("charts", game).out


def test_a_data_pack_is_laid_over_by_an_option_where_the_game_has_one(navalcore: Command) -> None:
    assert navalcore("charts", "uboat_cards", "--data-pack", ".").error()[1].startswith("uboat_cards has no option")


def test_other_pictures_are_drawn_by_name(navalcore: Command, tmp_path: Path) -> None:
    for name, title in (("campaign", "The campaign up to 1941-12"), ("map", "The Pacific")):
        file = tmp_path / f"{name}.svg"
        navalcore("render", "silent_war", "--scenario", "campaign_wp1", "--picture", name, "-o", file)
        assert f"<title>{title}" in file.read_text(encoding="utf-8")
    code, message = navalcore("render", "silent_war", "--picture", "x", "-o", tmp_path / "x.svg").error()
    assert (code, message) == (
        "unknown_name",
        "silent_war draws no picture 'x'; besides its board it has map, campaign",
    )
