"""The promises of ``pyproject.toml``: every Python it names, and the oldest releases of what it requires.

``python -m tests.versions`` makes an environment for each other Python that is here (3.11 or newer) and runs the tests
of components and engine in it. One of them has the lowest direct requirements, the others the newest; the newest
Python runs all that ``make test`` runs but for the tests of what is not Python: the page in a browser, the
documentation and its words. With ``--whole`` each other Python runs those too.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LONG = (
    "engine/test_lives_of_matches.py",
    "engine/test_plotting.py",
    "engine/test_variants.py::test_a_varied_game_passes_the_conformance_kit",
    "engine/test_saves.py::test_every_byte_of_a_save_that_is_changed_is_noticed",
    "components/test_cards.py::test_cards_are_never_lost_or_doubled",
)
"""What takes longest and says least about other versions: it is left out."""
CORE = ("tests/components", "tests/engine", *(f"--deselect=tests/{test}" for test in LONG))
NOT_PYTHON = (
    "tests/pages",
    "tests/rulebook/test_titles.py",
    "tests/test_prose.py",
    "tests/test_terms.py",
)
"""Of pages and their words, which are the same on every Python: the oldest runs them."""
PYTHONS = range(11, 15)
NO_WHEELS = 13
"""From Python 3.13 on the lowest requirements have no wheels."""


def lowest() -> list[str]:
    """The lowest release of every direct requirement of the library and its tests, as constraints for pip."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    requirements = [*project["dependencies"], *extras["kit"], *extras["test"]]
    bounds = [re.match(r"([A-Za-z0-9_.-]+)>=([0-9.]+)", requirement) for requirement in requirements]
    return [f"{found[1]}=={found[2]}" for found in bounds if found]


def pythons() -> dict[int, str]:
    """The Pythons that are here and make environments, by their minor version, but for the one that runs this."""
    found = {}
    for minor in PYTHONS:
        kept = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser().glob(f"versions/3.{minor}.*/bin/python")
        places: list[str] = [which(f"python3.{minor}") or "", *map(str, kept)]
        for place in filter(None, places):
            told = subprocess.run(
                [place, "-c", "import sys, ensurepip, venv; print(sys.version_info[1])"], capture_output=True
            )
            if told.stdout.split() == [str(minor).encode()] and minor != sys.version_info[1]:
                found[minor] = place
                break
    return found


class Run(NamedTuple):
    """Tests in a new environment of a Python."""

    title: str
    python: str
    requirements: tuple[str, ...]
    tests: tuple[str, ...]
    constraints: tuple[str, ...] = ()
    marked: str = "not long"

    def passes(self) -> bool:
        """Whether the tests pass."""
        with TemporaryDirectory() as folder:
            here = Path(folder)
            subprocess.run([self.python, "-m", "venv", here / "venv"], check=True)
            inside = str(here / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
            (here / "constraints.txt").write_text("\n".join(self.constraints), encoding="utf-8")
            # Compiled by pip, as the oldest networkx warns when it is compiled, and in a test a warning is an error.
            install = [inside, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
            wanted = ["--constraint", str(here / "constraints.txt"), *self.requirements]
            subprocess.run([*install, *wanted], check=True, cwd=ROOT)
            # Other checks run beside, so there is no time that one process more could use while these wait.
            parallel = ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
            pytest = [inside, "-m", "pytest", "--quiet", *parallel, "-p", "no:cacheprovider", "-m", self.marked]
            return subprocess.run([*pytest, *self.tests], cwd=ROOT).returncode == 0


def runs(others: Mapping[int, str], *, whole: bool) -> list[Run]:
    """What is run with the Pythons that are here beside this one."""
    if whole:
        return [Run(f"Python 3.{minor}, all", python, ("--editable", ".[dev]"), ()) for minor, python in others.items()]
    this = sys.version_info[1]
    oldest = next((minor for minor in others if minor < NO_WHEELS), this)
    newest = max(others, default=this)
    found = []
    for minor, python in {oldest: sys.executable, **others}.items():
        if minor == oldest:
            title = f"Python 3.{minor} with the lowest requirements"
            found.append(Run(title, python, ("--editable", ".[test]"), CORE, tuple(lowest())))
        elif minor == newest:
            tests, marked = tuple(f"--ignore={each}" for each in NOT_PYTHON), "not long and not browser"
            found.append(Run(f"Python 3.{minor}", python, ("--editable", ".[dev]"), tests, marked=marked))
        else:
            found.append(Run(f"Python 3.{minor}, components and engine", python, ("--editable", ".[test]"), CORE))
    return found


def main() -> int:
    """Run the tests with every Python that is here; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.versions", description="run tests on other Pythons")
    parser.add_argument("--whole", action="store_true", help="the whole suite on each of them")
    failed = []
    for run in runs(pythons(), whole=parser.parse_args().whole):
        print(run.title, flush=True)
        if not run.passes():
            failed.append(run.title)
    print(f"failed: {'; '.join(failed)}" if failed else "all pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
