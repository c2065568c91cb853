"""The page "Add a game": its steps make its game, its commands work, and the game keeps its promises."""

import ast
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from navalcore._cli.new import make_project
from navalcore.testing import CHECKS
from tests.projects import FEW, alone, command, copied, failing, files, install, make, passed
from tests.shared import made_once

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "convoy_dash"
PAGE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")
LINKED = re.findall(r"\]\(\.\./examples/convoy_dash/(\S+)\)", PAGE)
COMMANDS = [line[2:] for line in PAGE.splitlines() if line.startswith("$ ")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, installed."""
    return made_once(tmp_path_factory, "tutorial", lambda folder: install(copied(EXAMPLE, folder))) / EXAMPLE.name


def test_a_slip_in_the_example_s_data_is_told_with_file_line_and_key(installed: Path, tmp_path: Path) -> None:
    changed = alone(installed, tmp_path)
    (folder,) = (changed / ".venv").rglob("site-packages/convoy_dash")
    scenarios, sea = folder / "scenarios" / "scenarios.toml", folder / "data" / "map.toml"
    for file, old, new, message in [
        (scenarios, "ships = 8", "ships = 0", ":4: autumn.ships: should be at least 1, not 0"),
        (scenarios, "salvos = 2", "salvoes = 2", ":8: autumn.salvoes: unknown key; did you mean salvos?"),
        (scenarios, "turns = 9", "turns = 99", ":1: autumn: the cup needs a counter for each of the 99"),
        (sea, "column = 0", "colum = 0", ":4: areas.Merrow.colum: unknown key; did you mean column?"),
    ]:
        good = file.read_text(encoding="utf-8")
        file.write_text(good.replace(old, new, 1), encoding="utf-8")
        try:
            shown = failing(changed, "simulate", "convoy_dash", "-n", "1")
        finally:
            file.write_text(good, encoding="utf-8")
        assert f"{file}{message}" in shown
        assert ("error [bad_data]: " if file == scenarios else "BadData") in shown


def test_the_steps_of_the_page_turn_a_fresh_project_into_the_example(tmp_path: Path) -> None:
    (line,) = [line for line in COMMANDS if line.startswith("navalcore new ")]
    _, _, game, *options = shlex.split(line)
    answers = {name.removeprefix("--"): value for name, value in zip(options[::2], options[1::2], strict=True)}
    project = tmp_path / game
    make_project(project, {"game": game, "navalcore": "0.2", "year": 2026, **answers})
    (removal,) = [line for line in COMMANDS if line.startswith("git rm ")]
    for name in shlex.split(removal)[2:]:
        (project / name).unlink()
    for name in LINKED:
        (project / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(EXAMPLE / name, project / name)
    made, example = files(project), files(EXAMPLE)
    assert sorted(made) == sorted(example)
    assert [name for name in made if made[name] != example[name]] == []


def test_the_page_links_every_file_once_and_under_its_name() -> None:
    assert len(set(LINKED)) == len(LINKED)
    assert re.findall(r"File: \[`(\S+)`\]", PAGE) == LINKED


def test_the_page_links_no_file_before_those_that_it_imports() -> None:
    seen: set[str] = set()
    for name in LINKED:
        if not name.endswith(".py"):
            continue
        tree = ast.parse((EXAMPLE / name).read_text(encoding="utf-8"))
        modules = {node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.module}
        needed = {module.removeprefix("convoy_dash.") for module in modules if module.startswith("convoy_dash.")}
        assert needed <= seen, name
        seen.add(Path(name).stem)


def test_the_example_passes_its_tests_and_with_them_the_conformance_kit(installed: Path) -> None:
    assert passed(make(installed, "test", *FEW)) > len(CHECKS) + 20


def test_the_example_is_laid_out_well_strictly_typed_and_covered(installed: Path) -> None:
    shown = make(installed, "check")
    assert "Success: no issues found" in shown
    assert "rule coverage convoy_dash: 100 % (8 of 8 sections have code and tests)" in shown


def test_the_commands_of_the_page_work_once_the_game_is_installed(installed: Path) -> None:
    lines = [
        line for line in COMMANDS if line.startswith("navalcore ") and " new " not in line and " play " not in line
    ]
    assert len(lines) == 6
    for line in lines:
        quick = line.replace("--matches 50", "--matches 2 --only ends")  # "make test" has the whole kit
        if " simulate " in quick:
            quick = f"{quick} --jobs 1" if quick.endswith("--seed 1") else quick.replace("-n 400", "-n 4 --jobs 1")
        shown = command(installed, *shlex.split(quick)[1:])
        if line == "navalcore simulate convoy_dash -n 400 --seed 1":
            (figures,) = re.findall(r"```text\n(winner .*?)```", PAGE, re.DOTALL)
            assert figures in shown
    assert (installed / "sea.svg").is_file()


def test_a_person_can_play_the_example() -> None:
    program = [sys.executable, "-m", "navalcore", "--plugin", "convoy_dash"]
    arguments = ["play", "convoy_dash", "--role", "convoy", "--seed", "7"]
    typed = "search Fogbank\nsail to Fogbank\nquit\n"
    ran = subprocess.run(
        [*program, *arguments], input=typed, capture_output=True, text=True, cwd=EXAMPLE, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "The search of Fogbank" in ran.stdout
    assert "The convoy is in Fogbank." in ran.stdout
