"""``navalcore new``: the project it makes works as made, is found once installed, and can be updated."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from navalcore._cli import new
from navalcore.errors import BadData
from navalcore.testing import CHECKS
from tests.cli.conftest import Command
from tests.projects import FEW, alone, command, failing, install, make, passed
from tests.shared import made_once

GAME = "my_strait"
PROJECT_TITLE = "The Strait of Tests"
ROOMS = ("__init__.py", "game.py", "state.py", "views.py", "bots.py", "odds.py", "render.py", "rulebook.toml")


def answers(**more: object) -> dict[str, object]:
    return {"game": GAME, "navalcore": "0.2", "year": 2026, "title": PROJECT_TITLE, **more}


def quiet_git(folder: Path, *arguments: str) -> str:
    return new._git(folder, *arguments)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project as made, installed."""

    def install_one(folder: Path) -> None:
        new.make_project(folder, answers())
        install(folder)

    return made_once(tmp_path_factory, GAME, install_one)


def test_make_test_is_green_as_made(project: Path) -> None:
    assert passed(make(project, "test", *FEW)) > len(CHECKS) + 10, "a test for each check of the kit, and its own"


def test_make_check_is_green_as_made_with_strict_types_and_every_rule_covered(project: Path) -> None:
    shown = make(project, "check")
    assert "All checks passed!" in shown
    assert "Success: no issues found" in shown
    assert f"rule coverage {GAME}: 100 % (4 of 4 sections have code and tests)" in shown


def test_a_slip_in_a_scenario_file_is_told_with_file_line_and_key(project: Path, tmp_path: Path) -> None:
    changed = alone(project, tmp_path)
    (file,) = (changed / ".venv").rglob(f"{GAME}/scenarios/scenarios.toml")
    good = file.read_text(encoding="utf-8")
    line = good.splitlines().index("hull = 3") + 1
    for bad, message in [
        ("hull = 0", "hull: should be at least 1, not 0"),
        ("hull = 'thick'", "hull: should be a whole number, not 'thick'"),
        ("hulls = 3", "hulls: unknown key; did you mean hull?"),
    ]:
        file.write_text(good.replace("hull = 3", bad, 1), encoding="utf-8")
        shown = failing(changed, "play", GAME)
        assert "error [bad_data]: " in shown
        assert f"scenarios.toml:{line}: strait.{message}" in shown
        assert "Traceback" not in shown


def test_the_installed_game_appears_in_every_command(project: Path) -> None:
    (listed,) = [game for game in json.loads(command(project, "games", "--json"))["games"] if game["id"] == GAME]
    assert listed["title"] == PROJECT_TITLE
    (told,) = json.loads(command(project, "games", GAME, "--json"))["games"]
    assert told["bots"] == ["careful", "easy", "standard", "hard", "random", "search"]
    simulated = json.loads(command(project, "simulate", GAME, "-n", "20", "--seed", "1", "--jobs", "1", "--json"))
    assert simulated["matches"] == 20
    odds = json.loads(command(project, "odds", GAME, "leg", "-p", "speed=slow", "--json"))
    assert odds["outcomes"]["0"]["fraction"] == "5/6"
    command(project, "render", GAME, "-o", "board.svg")
    assert (project / "board.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_project_has_the_rooms_of_our_games(tmp_path: Path) -> None:
    project = tmp_path / GAME
    new.make_project(project, answers())
    package = project / "src" / GAME
    assert [room for room in (*ROOMS, "data", "scenarios") if not (package / room).exists()] == []
    assert tomllib.loads((project / "pyproject.toml").read_text())["project"]["entry-points"]["navalcore"] == {
        GAME: GAME
    }
    texts = [path for path in project.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    assert texts
    assert [path for path in texts if "{{" in path.read_text()] == []


@pytest.mark.parametrize("game", ["abc", "abcdefghij_klmnopqrst_uvwxyz12"])
def test_whatever_the_length_of_its_names_the_code_is_laid_out_well(tmp_path: Path, game: str) -> None:
    new.make_project(tmp_path / game, answers(game=game, title="T" * 60, author="A" * 60))
    for arguments in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *arguments]
        ran = subprocess.run(ruff, cwd=tmp_path / game, capture_output=True, text=True, check=False, timeout=60)
        assert ran.returncode == 0, ran.stdout


def test_a_later_template_is_merged_with_what_its_owner_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / GAME
    new.make_project(folder, answers())
    changed = folder / "README.md"
    changed.write_text(changed.read_text().replace("## Where things are", "## Where everything is"))
    quiet_git(folder, "init", "--quiet")
    quiet_git(folder, "add", "--all")
    quiet_git(folder, "commit", "--quiet", "--message", "mine")

    later = tmp_path / "later"
    shutil.copytree(new.TEMPLATE, later)
    readme = later / "project" / "README.md.jinja"
    readme.write_text(readme.read_text().replace("make play ", "make play ARGS=--hints "))
    monkeypatch.setattr(new, "TEMPLATE", later)
    monkeypatch.setattr(new, "TAG", "v9.0")
    assert str(new.upgrade_project(folder)).endswith("Look at git diff HEAD, run make test, and commit.")
    text = changed.read_text()
    assert "make play ARGS=--hints" in text
    assert "## Where everything is" in text
    assert 'template = "v9.0"' in (folder / new.ANSWERS).read_text()
    assert "not committed" in refused(folder)
    quiet_git(folder, "add", "--all")
    quiet_git(folder, "commit", "--quiet", "--message", "merged")
    assert "already" in str(new.upgrade_project(folder))

    changed.write_text(text.replace("make play ARGS=--hints", "make play ARGS=--mine"))
    quiet_git(folder, "commit", "--quiet", "--all", "--message", "mine again")
    readme.write_text(readme.read_text().replace("make play ARGS=--hints", "make play ARGS=--theirs"))
    monkeypatch.setattr(new, "TAG", "v9.1")
    assert "merged, but both sides have changed README.md; settle" in str(new.upgrade_project(folder))


def refused(folder: Path) -> str:
    with pytest.raises(BadData) as found:
        new.upgrade_project(folder)
    return str(found.value)


def test_an_upgrade_wants_a_project_under_version_control(tmp_path: Path) -> None:
    new.make_project(tmp_path / GAME, answers())
    assert "run git init first" in refused(tmp_path / GAME)


def test_a_project_made_by_0_1_0_moves_to_the_shape_of_today_and_keeps_what_its_owner_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / GAME
    with monkeypatch.context() as old:
        old.setattr(new, "TEMPLATE", Path(__file__).parent / "template_0_1_0")
        new.make_project(folder, answers())
    assert not (folder / "src" / GAME / "face.py").exists(), "faces came later"
    (folder / new.ANSWERS).unlink()  # the answers as projects of 0.1 and 0.2 have them
    (folder / new.OLD_ANSWERS).write_text(
        "# Where this project comes from.\n_commit: v0.2.0\n_src_path: .navalcore-template.bundle\n"
        f"game: {GAME}\nnavalcore: '0.2'\ntitle: {PROJECT_TITLE}\nyear: 2026\n",
        encoding="utf-8",
    )
    rules, scenarios = folder / "docs" / "rules.md", folder / "src" / GAME / "scenarios" / "scenarios.toml"
    rules.write_text(rules.read_text() + "\nMind the rocks.\n")
    scenarios.write_text(scenarios.read_text().replace('title = "The narrows"', 'title = "The narrows by night"'))
    quiet_git(folder, "init", "--quiet")
    quiet_git(folder, "add", "--all")
    quiet_git(folder, "commit", "--quiet", "--message", "mine")

    told = str(new.upgrade_project(folder))

    assert "files have changed" in told
    assert 'template = "v0.2.0.post1"' in (folder / new.ANSWERS).read_text()
    assert not (folder / new.OLD_ANSWERS).exists()
    assert "Mind the rocks." in rules.read_text()
    assert "by night" in scenarios.read_text()
    fresh = tmp_path / "fresh"
    new.make_project(fresh, answers())
    ours = {path.relative_to(fresh) for path in fresh.rglob("*.py")}
    assert {path.relative_to(folder) for path in folder.rglob("*.py")} == ours
    assert [name for name in ours if (folder / name).read_text() != (fresh / name).read_text()] == []
    manifest = folder / "src" / GAME / "__init__.py"
    manifest.write_text(manifest.read_text().replace('"The narrows"', '"The narrows by night"'))
    # Its code is that of a project made today, whose own tests are run above; the data are its owner's.
    only = ("--only", "plays", "--only", "data_is_whole", "--only", "invariants")
    (report,) = json.loads(command(install(folder), "check", GAME, "--matches", "2", *only, "--json"))
    assert report["checks"] == {"plays": True, "data_is_whole": True, "invariants": True}


@pytest.mark.parametrize(
    "game", ["My_Game", "my-game", "1game", "my__game", "_game", "a", "x" * 31, "../game", "my game"]
)
def test_an_id_that_is_no_name_is_refused_with_what_would_be_right(navalcore: Command, game: str) -> None:
    code, message = navalcore("new", "--into", "nowhere", "--", game).error()
    assert code == "bad_data"
    assert f"'{game}' cannot be the id of a game" in message
    assert "such as my_game" in message


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("uboat_cards", "installed already"),
        ("json", "a word or module of Python; try json_game"),
        ("while", "a word or module of Python"),
        ("pydantic", "a Python package 'pydantic' is there already"),
        ("games", "a Python package 'games' is there already"),
    ],
)
def test_an_id_that_is_taken_is_refused(navalcore: Command, game: str, why: str) -> None:
    code, message = navalcore("new", game).error()
    assert code == "bad_data"
    assert why in message


def test_a_folder_that_exists_is_left_alone(navalcore: Command, tmp_path: Path) -> None:
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "mine.txt").write_text("mine", encoding="utf-8")
    for kind in ([], ["--kind", "cards"]):
        assert "exists already" in navalcore("new", GAME, *kind, "--into", tmp_path).error()[1]
        assert [each.name for each in (tmp_path / GAME).iterdir()] == ["mine.txt"]
    assert (tmp_path / GAME / "mine.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("title", ['a "title"', "a {title}", "", "x" * 61, "two\nlines"])
def test_a_title_that_code_would_stumble_over_is_refused(navalcore: Command, tmp_path: Path, title: str) -> None:
    assert "--title" in navalcore("new", GAME, "--into", tmp_path, "--title", title).error()[1]
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_or_with_too_much_the_command_says_how(navalcore: Command, tmp_path: Path) -> None:
    assert "navalcore new my_game" in navalcore("new").error()[1]
    assert "--upgrade FOLDER" in navalcore("new", GAME, "--upgrade", tmp_path).error()[1]
    assert "was not made by navalcore new" in navalcore("new", "--upgrade", tmp_path).error()[1]


def test_without_jinja_or_git_the_error_says_what_to_install(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "jinja2", None)
        assert "pip install 'navalcore[new]'" in navalcore("new", GAME, "--into", tmp_path).error()[1]
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadData, match="needs git, which is not installed"):
        new.make_project(tmp_path / GAME, answers())


def test_the_command_says_what_to_do_next(navalcore: Command, tmp_path: Path) -> None:
    ran = navalcore("new", GAME, "--into", tmp_path, "--title", PROJECT_TITLE, "--author", "Ann O'Nym")
    assert ran.status == 0
    assert "make test" in ran.out
    assert "Ann O'Nym" in (tmp_path / GAME / "pyproject.toml").read_text()
