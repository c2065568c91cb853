"""The kit as a pytest plug-in: one test a check."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SABOTEURS = "tests.kit.saboteurs"


def run_pytest(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Pytest in a folder with one test of its own; the plug-in is found by its entry point, or named, as here, where
    the tests run from a source tree that is not installed.
    """
    (folder / "test_own.py").write_text("def test_own(): pass\n")
    plain = ("-rA", "-p", "navalcore.testing._pytest_plugin", "-c", os.devnull, "--rootdir", ".")
    command = [sys.executable, "-m", "pytest", *plain, *arguments]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def test_each_check_of_each_game_named_is_a_test_of_its_own(tmp_path: Path) -> None:
    games = (f"{SABOTEURS}.honest:Pickets", f"{SABOTEURS}.broken_play:DeadEnd")
    named = [f"--navalcore-game={game}" for game in games]
    ran = run_pytest(
        tmp_path,
        "-k",
        "(plays or ends or test_own) and not ends_however",
        "--navalcore-matches",
        "1",
        "--navalcore-saves",
        "saves",
        *named,
    )
    assert ran.returncode == 1
    assert "honest:Pickets::plays" in ran.stdout
    assert "honest:Pickets::ends" in ran.stdout
    assert "DeadEnd::plays" in ran.stdout
    assert "RuleError: rule 2 asks red 'Choose from nothing' without any option" in ran.stdout
    assert "see it again: navalcore check dead_end --save saves" in ran.stdout
    assert "1 failed, 4 passed" in ran.stdout
    assert [path.suffix for path in (tmp_path / "saves").iterdir()] == [
        ".jsonl"
    ] * 2  # the scenario of one battle has no dead end


def test_without_a_game_the_plug_in_does_nothing_and_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "import sys\n"
        "def pytest_unconfigure():\n"
        "    print('LOADED', sorted({'pydantic', 'navalcore._rules', 'navalcore._plugins'} & set(sys.modules)))\n"
    )
    ran = run_pytest(tmp_path, "-p", "no:hypothesispytest")
    assert ran.returncode == 0
    assert "1 passed" in ran.stdout
    assert "LOADED []" in ran.stdout


def test_a_game_that_is_not_there_is_named_in_one_line(tmp_path: Path) -> None:
    ran = run_pytest(tmp_path, "--navalcore-game=pocket_battleships")
    assert ran.returncode == 4
    assert 'no game "pocket_battleships" is installed' in ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def test_without_its_extra_the_kit_says_in_one_line_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import sys\nsys.modules['allpairspy'] = None\n")
    ran = run_pytest(tmp_path, "--navalcore-game=uboat_cards")
    assert ran.returncode == 4
    assert "the conformance kit needs allpairspy: pip install 'navalcore[kit]'" in ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr
