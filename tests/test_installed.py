"""The library as strangers have it: installed from this tree or from a wheel, beside whatever modules they have."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.shared import made_once

ROOT = Path(__file__).parents[1]
GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")

BESIDE: dict[str, Mapping[str, str]] = {
    "nothing": {},
    "a module": {"games.py": "CHESS = 'chess'"},
    "a package": {"games/__init__.py": "CHESS = 'chess'"},
    "a package with one of our names": {"games/__init__.py": "", "games/bismarck/__init__.py": "CHESS = 'chess'"},
    "a folder with one of our names": {"games/bismarck/__init__.py": "CHESS = 'chess'"},
}

FIND = """
import navalcore as nc
for game in {games!r}:
    assert nc.load(game).id == game
    assert type(nc.load(game)).__module__.startswith(f"navalcore_games.{{game}}"), type(nc.load(game))
import navalcore_games.bismarck
print(*sorted(nc.games()))
"""

TYPED = """
from typing import Any, assert_type
import navalcore as nc
from navalcore.rules import Game
from navalcore_games.bismarck.game import Bismarck
from navalcore_games.bismarck.state import State

snapshot = nc.load("bismarck").new_match(seed=1).snapshot("british")
assert_type(snapshot.waiting_for, tuple[str, ...])
assert_type(nc.load_match("a.jsonl"), nc.Match[Any, Any, Any])
assert_type(Bismarck().title, str)


def turn(game: Game[State, nc.Options, nc.View], state: State) -> int:
    return state.turn
"""


def laid(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def ran(folder: Path, script: str, python: str = sys.executable) -> "subprocess.CompletedProcess[str]":
    """A script of a stranger, run in its folder as anybody would."""
    (folder / "script.py").write_text(script, encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    line = [python, "script.py"]
    return subprocess.run(line, cwd=folder, env=clean, capture_output=True, text=True, timeout=120, check=False)


def build(folder: Path) -> None:
    """The wheel and the source archive of this tree, and the wheel of the unpacked archive."""
    hatch = [sys.executable, "-m", "hatchling", "build"]
    quiet = {"check": True, "capture_output": True, "timeout": 300}
    subprocess.run([*hatch, "-t", "wheel", "-t", "sdist", "-d", str(folder / "first")], cwd=ROOT, **quiet)  # type: ignore[call-overload]
    (archive,) = (folder / "first").glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    subprocess.run([*hatch, "-t", "wheel", "-d", str(folder / "second")], cwd=source, **quiet)  # type: ignore[call-overload]
    site = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", site], **quiet)  # type: ignore[call-overload]
    (wheel,) = (folder / "first").glob("*.whl")
    ZipFile(wheel).extractall(own_site(site))
    libraries = folder / "libraries"
    libraries.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "navalcore" not in path.name:
            (libraries / path.name).symlink_to(path)
    (own_site(site) / "borrowed.pth").write_text(f"{libraries}\n", encoding="utf-8")  # the libraries without this tree


def own_site(environment: Path) -> Path:
    """Where packages of a virtual environment lie."""
    python = environment / "bin" / "python"
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return Path(subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is built of this tree: two wheels, an archive, and an environment with the first wheel."""
    return made_once(tmp_path_factory, "built", build)


@pytest.fixture(params=["this tree", "the wheel"])
def python(request: pytest.FixtureRequest) -> str:
    """The interpreter of an environment with the library."""
    if request.param == "this tree":
        return sys.executable
    folder: Path = request.getfixturevalue("built")
    return str(folder / "venv" / "bin" / "python")


@pytest.mark.parametrize("beside", BESIDE)
def test_modules_named_games_beside_a_script_are_harmless_and_stay_theirs(
    beside: str, python: str, tmp_path: Path
) -> None:
    own = "import games\n" if beside not in ("nothing", "a folder with one of our names") else ""
    loaded = GAMES if beside == "nothing" else ("bismarck", "uboat_cards")
    done = ran(laid(tmp_path, BESIDE[beside]), own + FIND.format(games=loaded), python)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(GAMES)


def test_the_package_of_a_game_of_0_2_says_where_it_is_now(built: Path, tmp_path: Path) -> None:
    python = str(built / "venv" / "bin" / "python")
    for line in ("import games.bismarck", "from games import bismarck", "import games.bismarck.game"):
        done = ran(tmp_path, f"import navalcore\n{line}", python)
        assert done.stderr.splitlines()[-1].endswith("are in navalcore_games, a package for each game"), done.stderr
    laid(tmp_path, {"games/__init__.py": ""})
    done = ran(tmp_path, "import navalcore\nimport games.bismarck", python)
    assert done.stderr.splitlines()[-1].endswith("are in navalcore_games.bismarck")
    done = ran(tmp_path, "import navalcore\nimport games.chess", python)
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'games.chess'"


def test_a_stranger_s_script_has_the_types_of_library_and_games(python: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(TYPED, encoding="utf-8")
    line = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", python, "script.py"]
    cache = {"MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "strangers")}
    done = subprocess.run(
        line, cwd=tmp_path, env={**os.environ, **cache}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_has_library_and_games_whole(built: Path) -> None:
    (wheel,) = (built / "first").glob("*.whl")
    carried = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name and ".data/" not in name}
    ours = {"navalcore": "navalcore", "games": "navalcore_games"}
    there = {
        f"{ours[folder]}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder in ours
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert carried == there | {"_navalcore_command.py"}
    for game in GAMES:
        assert {f"navalcore_games/{game}/{name}" for name in ("py.typed", "rulebook.toml", "game.py")} <= carried
        assert any(name.startswith(f"navalcore_games/{game}/data/") for name in carried)
    assert {"navalcore/__init__.pyi", "navalcore/rules.pyi", "navalcore/odds/__init__.pyi"} <= carried
    assert any(name.startswith("navalcore/table/page/") and name.endswith(".html") for name in carried)


def test_the_readme_in_the_wheel_leads_to_no_path_of_a_clone(built: Path) -> None:
    (wheel,) = (built / "first").glob("*.whl")
    with ZipFile(wheel) as carried:
        (name,) = (each for each in carried.namelist() if each.endswith(".dist-info/METADATA"))
        told = carried.read(name).decode("utf-8")
    assert "# navalcore\n" in told
    assert [address for address in re.findall(r"\]\((.*?)\)", told) if not address.startswith("https://")] == []


def test_the_source_archive_builds_the_same_wheel(built: Path) -> None:
    (first,), (second,) = ((built / name).glob("*.whl") for name in ("first", "second"))
    one, other = ({info.filename: info.CRC for info in ZipFile(wheel).infolist()} for wheel in (first, second))
    assert one == other
