"""The promises of ``pyproject.toml``: every Python it names, and the oldest releases of what it requires.

``python -m tests.versions`` makes an environment for each other Python that is here (3.11 or newer) and runs the tests
of components and engine in it. One of them has the lowest direct requirements, the others the newest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
LONG = (
    "engine/test_lives_of_matches.py",
    "engine/test_plotting.py",
    "engine/test_variants.py::test_a_varied_game_passes_the_conformance_kit",
    "engine/test_saves.py::test_every_byte_of_a_save_that_is_changed_is_noticed",
    "components/test_cards.py::test_cards_are_never_lost_or_doubled",
)
"""What takes longest and says least about other versions: it is left out."""
TESTS = ("tests/components", "tests/engine", *(f"--deselect=tests/{test}" for test in LONG))
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
    """The Pythons that are here and run, by their minor version, but for the one that runs this."""
    found = {}
    for minor in PYTHONS:
        kept = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser().glob(f"versions/3.{minor}.*/bin/python")
        places: list[str] = [which(f"python3.{minor}") or "", *map(str, kept)]
        for place in filter(None, places):
            told = subprocess.run([place, "-c", "import sys, venv; print(sys.version_info[1])"], capture_output=True)
            if told.stdout.split() == [str(minor).encode()] and minor != sys.version_info[1]:
                found[minor] = place
                break
    return found


def run_tests(python: str, constraints: list[str]) -> bool:
    """Whether the tests pass in a new environment of a Python, under constraints."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        subprocess.run([python, "-m", "venv", here / "venv"], check=True)
        inside = str(here / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
        (here / "constraints.txt").write_text("\n".join(constraints), encoding="utf-8")
        install = [inside, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        wanted = ["--constraint", str(here / "constraints.txt"), "--editable", f"{ROOT}[test]"]
        subprocess.run([*install, *wanted], check=True)
        told = subprocess.run(
            [inside, "-m", "pytest", "--quiet", "-n", "auto", "-p", "no:cacheprovider", *TESTS], cwd=ROOT
        )
        return told.returncode == 0


def main() -> int:
    """Run the tests with every Python that is here; returns the exit status."""
    others = pythons()
    oldest = next((minor for minor in others if minor < NO_WHEELS), sys.version_info[1])
    failed = []
    for minor, python in {oldest: sys.executable, **others}.items():
        constraints = lowest() if minor == oldest else []
        name = f"Python 3.{minor} with {'the lowest requirements' if constraints else 'the newest releases'}"
        print(name, flush=True)
        if not run_tests(python, constraints):
            failed.append(name)
    print(f"failed: {'; '.join(failed)}" if failed else "all pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
