"""``navalcore --data GAME=FOLDER``: an owner's or a variant's data in place of a game's, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.tonnage_war.values import VALUES_FILE

MODULE = """
from navalcore import Variant
from navalcore.plugins import VariantManifest, hookimpl

HARD = VariantManifest(game="tonnage_war", id="hard", title="Harder hulls", variant="harder:Harder", data="harder_data")

@hookimpl
def navalcore_variants():
    return [HARD]

class Harder(Variant):
    manifest = HARD
"""


def ran(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-m", "navalcore.cli", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with unit values of an owner: the first unit attacks with 9 more."""
    folder = tmp_path / "harder_data"
    folder.mkdir()
    text = VALUES_FILE.read_text(encoding="utf-8")
    assert "attack = " in text
    (folder / VALUES_FILE.name).write_text(text.replace("attack = ", "attack = 1", 1), encoding="utf-8")
    return folder


def test_unit_values_of_an_owner_are_listed_as_his_and_played_by(mine: Path, tmp_path: Path) -> None:
    listed = json.loads(ran(tmp_path, "--data", f"tonnage_war={mine}", "charts", "tonnage_war", "--json").stdout)
    labels = {chart["name"]: chart["label"] for chart in listed["charts"]}
    assert labels.pop(VALUES_FILE.name) == "your own"
    assert set(labels.values()) == {"the game's"}
    simulate = ("simulate", "tonnage_war", "-n", "2", "--seed", "1", "--jobs", "1", "--json")
    bots = ("--bot", "uboat=random", "--bot", "escort=random")
    own, theirs = ran(tmp_path, "--data", f"tonnage_war={mine}", *simulate, *bots), ran(tmp_path, *simulate, *bots)
    assert own.returncode == theirs.returncode == 0, own.stderr + theirs.stderr
    assert own.stdout != theirs.stdout


def test_a_variant_may_bring_data_files_and_its_saves_say_so(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "harder.py").write_text(MODULE)
    script = (
        "import navalcore as nc\n"
        "match = nc.load('tonnage_war:hard', ['harder']).new_match(seed=1)\n"
        "print(match.game.version)\n"
        "from games.tonnage_war.values import UNITS\n"
        "print(next(iter(UNITS.values())).attack)\n"
    )
    environment = {**os.environ, "PYTHONPATH": f"{Path(__file__).parents[2]}{os.pathsep}{tmp_path}"}
    line = [sys.executable, "-c", script.replace("\\\n", "\n")]
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    version, attack = done.stdout.split("\n")[:2]
    assert "+data." in version, done.stderr
    assert int(attack) >= 10


def test_data_for_a_game_that_is_not_there_or_does_not_fit_is_refused(mine: Path, tmp_path: Path) -> None:
    for given, message in [
        (f"nowhere={mine}", "there is no game 'nowhere'"),
        (f"bismarck={mine}", f"{VALUES_FILE.name}: the game has no data file of this name"),
    ]:
        done = ran(tmp_path, "--data", given, "games")
        assert done.returncode == 2
        assert message in done.stderr
