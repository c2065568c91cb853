"""The page "A battle on hexes": its steps make the example, and the game keeps its promises."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from navalcore._cli.new import make_project
from navalcore.testing import CHECKS
from tests.projects import FEW, alone, command, copied, files, install, make, passed, ran
from tests.shared import made_once

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "skerry_passage"
PAGE = (ROOT / "docs" / "hex_battle.md").read_text(encoding="utf-8")
LINKED = re.findall(r"\]\(\.\./examples/skerry_passage/(\S+)\)", PAGE)
COMMANDS = [line[2:] for line in PAGE.splitlines() if line.startswith("$ ")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, its wheel built and installed."""
    return made_once(tmp_path_factory, "hexes", lambda folder: install(copied(EXAMPLE, folder))) / EXAMPLE.name


def test_the_steps_of_the_page_turn_a_fresh_project_into_the_example(tmp_path: Path) -> None:
    (line,) = [line for line in COMMANDS if line.startswith("navalcore new ")]
    _, _, game, *options = shlex.split(line)
    answers = {name.removeprefix("--"): value for name, value in zip(options[::2], options[1::2], strict=True)}
    project = tmp_path / game
    make_project(project, {"game": game, "navalcore": "0.2", "year": 2026, **answers})
    (removal,) = [line for line in COMMANDS if line.startswith("git rm ")]
    for name in shlex.split(removal)[2:]:
        (project / name).unlink()
    assert len(set(LINKED)) == len(LINKED) > 20
    for name in LINKED:
        (project / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(EXAMPLE / name, project / name)
    made, example = files(project), files(EXAMPLE)
    assert sorted(made) == sorted(example)
    assert [name for name in made if made[name] != example[name]] == []


def test_the_example_passes_its_tests_and_with_them_the_conformance_kit(installed: Path) -> None:
    assert passed(make(installed, "test", *FEW)) > len(CHECKS) + 40


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("data/tables.toml", '"4" = [3, 2, 0]\n', "", "nothing covers 4 before it; widen one or add another"),
        ("data/ships.toml", "hull = 9", "hull = 0", "ships.toml:33: resolve.hull: should be at least 1, not 0"),
        ("data/tables.toml", '"3-5"', '"3-4"', "tables.toml"),
        ("scenarios/scenarios.toml", 'bow = "WNW"', 'bow = "NNW"', "scenarios.toml"),
    ],
)
def test_check_says_what_is_missing_in_the_data_before_a_match_dies_of_it(
    installed: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    changed = alone(installed, tmp_path)
    (folder,) = (changed / ".venv").rglob("site-packages/skerry_passage")
    good = (folder / file).read_text(encoding="utf-8")
    assert old in good
    (folder / file).write_text(good.replace(old, new, 1), encoding="utf-8")
    done = ran(changed, "check", "skerry_passage", "--matches", "1")
    assert done.returncode == 1
    assert "data_is_whole" in done.stdout
    assert message in done.stdout
    assert "(0 matches, 0 choices)" in done.stdout


def test_the_example_is_laid_out_well_strictly_typed_and_covered(installed: Path) -> None:
    shown = make(installed, "check")
    assert "Success: no issues found" in shown
    assert "rule coverage skerry_passage: 100 % (9 of 9 sections have code and tests)" in shown


def test_the_commands_of_the_page_work_once_the_game_is_installed(installed: Path) -> None:
    lines = [line for line in COMMANDS if re.match(r"navalcore (odds|render|check)", line)]
    assert len(lines) == 3
    for line in lines:
        # The whole kit has been through with "make test".
        few = ["--matches", "1", "--only", "ends"] if " check " in line else []
        words = shlex.split(re.sub(r" --matches \d+", "", line))[1:]
        command(installed, *words, *few)
    assert (installed / "passage.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_figures_of_the_page_say_that_neither_side_is_favoured() -> None:
    shares = [
        (name.strip(), float(share))
        for name, share in re.findall(r"^(Grey squadron|Blue squadron)  \d+ +([\d.]+)%", PAGE, re.MULTILINE)
    ]
    assert len(shares) == 4
    assert all(45 <= share <= 55 for _, share in shares), shares


@pytest.mark.parametrize("scenario", ["forenoon", "dusk"])
def test_in_the_first_matches_of_the_page_s_figures_both_sides_win(installed: Path, scenario: str) -> None:
    told = command(
        installed,
        "simulate",
        "skerry_passage",
        "-n",
        "16",
        "--seed",
        "1",
        "--scenario",
        scenario,
        "--jobs",
        "1",
        "--json",
    )
    wins = {side: counted["count"] for side, counted in json.loads(told)["wins"].items()}
    assert wins["grey"] >= 2
    assert wins["blue"] >= 2
