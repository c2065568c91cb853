"""Plug-ins of other versions, and owners' files with mistakes, are named for what they are."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._cli.check import to_change
from navalcore._plugins.offers import check_methods
from navalcore.components import Deck
from navalcore.errors import BadData, BrokenPlugin
from navalcore.rules import discover
from tests.kit.saboteurs.honest import Pickets


class Early:
    id = "river"

    def initial_state(self, scenario: Any, options: Any) -> None: ...


def test_a_plug_in_that_imports_what_navalcore_no_longer_has_is_made_for_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "up_river.py").write_text("from navalcore.afloat import Boat\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    (report,) = discover(["up_river"]).broken
    assert report.error.startswith("it is made for another version of navalcore: No module named 'navalcore.afloat'")
    assert report.error.endswith("`navalcore check --upgrade DIR` lists what to change in its source")


def test_a_game_of_0_1_is_told_from_one_of_today() -> None:
    check_methods(Pickets())
    with pytest.raises(BrokenPlugin, match=r"river is made for navalcore 0.1 .*takes \(scenario, options\).*--upgrade"):
        check_methods(Early())


def test_what_a_plug_in_of_earlier_versions_has_to_change_is_told_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        "from navalcore.engine import Game\n"
        "import navalcore as nc\n"
        "from navalcore.rules import Step\n"
        "class River(Game):\n"
        "    def initial_state(self, scenario, options): ...\n"
        "    def outcome(self, state, terms): ...\n"
        "setup = nc.Setup, nc.load\n",
        encoding="utf-8",
    )
    lines = [line.removeprefix(f"{tmp_path}/game.py:") for line in to_change(tmp_path)]
    assert [line.partition(":")[0] for line in lines] == ["1", "5", "7"]
    assert "navalcore and navalcore.rules" in lines[0]
    assert lines[1].endswith("River.initial_state takes (self, scenario, options); write (self, terms)")
    assert lines[2].endswith("since 1.0 it is navalcore.rules.MatchSetup")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadData, match="has no Python files"):
        list(to_change(tmp_path / "empty"))


def test_a_file_that_is_not_toml_is_refused_before_it_is_laid_over(tmp_path: Path) -> None:
    (tmp_path / "standard.toml").write_text('title = "x\n', encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "navalcore", "--data", f"uboat_cards={tmp_path}", "simulate", "uboat_cards", "-n", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert f"error [bad_data]: {tmp_path / 'standard.toml'}:1: is not valid TOML" in ran.stderr


def test_a_deck_of_more_cards_than_could_be_printed_is_refused_at_once() -> None:
    with pytest.raises(BadData, match="the mix asks for 100000000000000000000 of calm; it must be from 0 to 10000"):
        Deck.from_mix({"calm": 10**20})
    assert len(Deck.from_mix({"calm": 10_000})) == 10_000


def test_every_installed_game_meets_this_version() -> None:
    for game in nc.games():
        check_methods(nc.load(game))
