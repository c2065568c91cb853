"""Promises about the house itself: what importing costs, what it is shipped with, how its folders look."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grimp
import pytest

from tests.conftest import LONG, pytest_ignore_collect

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

HEAVY = {
    *("click", "rich", "typer"),
    *("matplotlib", "networkx", "numpy", "pandas", "scipy"),
    *("hypothesis", "pytest", "sphinx"),
    *("aiohttp", "flask", "http", "requests", "starlette"),
    *("games", "navalcore._cli", "navalcore.testing"),
}
WITHOUT_A_COMPANION = {"uboat_cards"}
"""Games that are played without a board."""
LONGEST_FILE = 550
SOMEBODYS_FOLDER = re.compile(r"(?<![\w.])/(?:home|root|Users|work|workspace)/[\w.-]+|\b[A-Z]:\\Users\\")


def tracked_files() -> list[Path]:
    """Every file under version control, or skip where there is none (a source archive)."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def game_folders() -> list[Path]:
    """The folder of every game that has its code."""
    return sorted(path.parent for path in ROOT.glob("games/*/game.py"))


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after ``statement``."""
    program = f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return set(ran.stdout.split())


def test_import_navalcore_loads_no_terminal_plotting_web_or_test_library() -> None:
    assert not modules_after("import navalcore") & HEAVY


def test_the_heavy_modules_would_be_seen_if_they_were_loaded() -> None:
    assert {"rich", "typer", "networkx"} <= modules_after("import networkx, rich, typer") & HEAVY


def circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """Modules that import each other in a circle, the first named again at the end; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_package_of_others_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no clone")
    assert "pyproject.toml" in listed.stdout.splitlines()
    assert not [name for name in listed.stdout.splitlines() if name.endswith(".whl")]


def test_no_files_of_the_core_import_each_other_in_a_circle_not_even_for_annotations() -> None:
    # import-linter's contracts do not look at imports within a layer, and ours leave out those for annotations.
    graph = grimp.build_graph("navalcore", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "navalcore._match.match" in imports["navalcore._match.loading"]
    assert "navalcore._match.match" in imports["navalcore.bots._makers"]
    assert circle(imports) == []


def test_a_circle_of_imports_would_be_seen() -> None:
    assert set(circle({"match": ["saves"], "saves": ["tape", "match"], "tape": []})) == {"match", "saves"}


def test_the_wheel_carries_both_packages_and_the_marker_of_types() -> None:
    wheel = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["navalcore", "games", "_navalcore_command.py"], "nothing is excluded"
    assert wheel["sources"] == {"games": "navalcore_games"}
    assert (ROOT / "navalcore" / "py.typed").is_file()
    assert all((folder / "py.typed").is_file() for folder in game_folders())


def test_games_is_a_namespace_that_other_distributions_can_add_to() -> None:
    assert not (ROOT / "games" / "__init__.py").exists()


def files_of_a_game() -> list[str]:
    """The files and folders that the page on the architecture lists for a game."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = page.partition("\ngames/<game>/")[2].partition("```")[0].splitlines()[1:]
    return [name for line in lines for name in re.findall(r"(?<=  )(\w+(?:\.\w+|/))(?=\s|$)", line)]


def test_the_picture_of_the_house_has_every_room_of_the_table_as_high_as_the_layers_of_imports() -> None:
    """The picture promises that imports point down it."""
    docs = ROOT / "docs"
    table = (docs / "architecture.md").read_text(encoding="utf-8").partition("| room | what is in it |")[2]
    cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table.partition("\n\n")[0], re.MULTILINE)
    rooms = set(re.findall(r"`(\w+)`", " ".join(cells)))
    drawn = (docs / "images" / "house.svg").read_text(encoding="utf-8")
    heights = {
        name: int(height)
        for height, text in re.findall(r'class="name"[^>]* y="(\d+)">([^<]+)<', drawn)
        for name in text.split(", ")
    }
    (layers,) = [each["layers"] for each in PYPROJECT["tool"]["importlinter"]["contracts"] if "layers" in each]
    floors = [sorted(set(re.findall(r"\w+", layer)) & rooms) for layer in layers]
    assert {"_session", "_lessons", "_companion", "components"} <= rooms
    assert rooms == {name for floor in floors for name in floor}
    assert rooms - set(heights) == set()
    at = [heights[name] for floor in floors for name in floor]
    assert at == sorted(at)


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_game_has_the_files_that_the_architecture_lists_and_is_registered(folder: Path) -> None:
    assert {"__init__.py", "game.py", "odds.py", "scenarios/", "puzzles/", "briefing.toml"} <= set(files_of_a_game())
    missing = [
        name
        for name in files_of_a_game()
        if not (folder / name).exists() and not (folder / name.removesuffix(".py")).is_dir()
    ]
    assert missing == ["companion.py"] * (folder.name in WITHOUT_A_COMPANION)
    assert PYPROJECT["project"]["entry-points"]["navalcore"].get(folder.name) == f"navalcore_games.{folder.name}"


def test_every_registered_game_has_its_code() -> None:
    registered = set(PYPROJECT["project"]["entry-points"]["navalcore"])
    assert registered == {folder.name for folder in game_folders()}


def test_no_code_file_is_too_long_to_read() -> None:
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in tracked_files()
        if path.suffix == ".py"
    }
    assert lengths
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {name}" for name in SOMEBODYS_FOLDER.findall(text)]
    assert found == []


@pytest.mark.parametrize("text", ["see /home" + "/ann/x", "'/Users" + "/ann'", r"C:\Users" + r"\ann"])
def test_a_folder_of_somebodys_machine_is_recognised(text: str) -> None:
    assert SOMEBODYS_FOLDER.search(text)


@pytest.mark.parametrize("text", ["games/home/x", "https://example.org/home" + "/x", "~/home", "at /rooting"])
def test_other_paths_are_not_taken_for_somebodys_machine(text: str) -> None:
    assert not SOMEBODYS_FOLDER.search(text)


def test_every_file_of_the_project_that_a_page_names_is_there() -> None:
    named = re.compile(r"`((?!docs/_build)(?:benchmarks|deploy|docs|examples|games|navalcore|tests)/[\w./-]+\.\w+)`")
    pages = [page for page in tracked_files() if page.suffix == ".md" and page.name != "CHANGELOG.md"]
    missing = [
        f"{page}: {name}"
        for page in pages
        for name in named.findall(page.read_text("utf-8"))
        if not any((each / name).exists() for each in (ROOT, *(ROOT / "examples").iterdir()))
    ]
    assert missing == []


@pytest.mark.parametrize(("name", "marks"), [("long_tests.txt", "long and not night"), ("night_tests.txt", "night")])
def test_every_test_of_a_list_is_run_by_the_command_of_the_list(name: str, marks: str) -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:cacheprovider", "-m", marks]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    found = {test for each in run for test in (each, each.partition("[")[0], each.partition("::")[0])}
    assert sorted(set((ROOT / "tests" / name).read_text(encoding="utf-8").splitlines()) - found) == []


@pytest.mark.parametrize("marks", ["not long", "not long and not browser"])
def test_a_file_whose_tests_are_all_long_is_not_imported_where_the_others_are_run(marks: str) -> None:
    config: Any = SimpleNamespace(rootpath=ROOT, option=SimpleNamespace(markexpr=marks))
    files = {test.partition("::")[0] for test in LONG}
    left_out = {file for file in files if pytest_ignore_collect(ROOT / file, config)}
    assert left_out == {test for test in LONG if "::" not in test}
    assert left_out


def test_the_list_of_decisions_has_each_record_with_its_date_and_title() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "index.md").read_text(encoding="utf-8").splitlines()
    records = sorted(path for path in folder.glob("*.md") if path.name != "index.md")
    assert records
    for path in records:
        first, _, date = path.read_text(encoding="utf-8").splitlines()[:3]
        number, _, title = first.removeprefix("# ").partition(": ")
        assert f"| [{number}]({path.name}) | {date[1:11]} | {title} |" in listed, path.name
        assert path.stem in listed


def test_a_record_that_another_replaces_says_so_itself() -> None:
    folder = ROOT / "docs" / "decisions"
    records = {path.name[:4]: path.read_text(encoding="utf-8") for path in folder.glob("[0-9]*.md")}
    replaced = [
        (old, new) for new, text in records.items() for old in re.findall(r"This replaces \[record (\d{4})\]", text)
    ]
    assert replaced
    assert [(old, new) for old, new in replaced if f"[Record {new}]" not in records[old]] == []
