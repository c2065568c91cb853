"""The kit as a pytest plug-in: one test a check."""

import os
import subprocess
import sys
from pathlib import Path

SABOTEURS = "navalcore.testing.saboteurs"


def test_each_check_of_each_game_named_is_a_test_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n")
    games = (f"{SABOTEURS}.honest:Pickets", f"{SABOTEURS}.broken_play:DeadEnd")
    chosen = ("-k", "plays or ends or own", "--navalcore-matches", "1")
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-rA",
            "-p",
            "navalcore.testing.pytest_plugin",
            "-c",
            os.devnull,
            "--rootdir",
            ".",
            *chosen,
        ]
        + [f"--navalcore-game={game}" for game in games],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "honest:Pickets::plays" in ran.stdout
    assert "honest:Pickets::ends" in ran.stdout
    assert "DeadEnd::plays" in ran.stdout
    assert "RuleError: rule 2 asks red 'Choose from nothing' without any option" in ran.stdout
    assert "1 failed, 4 passed, " in ran.stdout
