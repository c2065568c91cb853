"""Projects of games outside this one, each installed into a virtual environment of its own."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

from navalcore._cli.new import BUNDLE
from tests.conftest import TIMES_AS_LONG

FEW: Final = () if TIMES_AS_LONG else ("--navalcore-matches", "2")
"""The kit plays each scenario once or twice, where the project's own ``make test`` plays six matches."""
MADE_BY_USE = {".venv", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", "local.mk", BUNDLE}


def files(project: Path) -> dict[str, str]:
    """The texts of a project by path, without what is made by using it."""
    return {
        path.relative_to(project).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(project.rglob("*"))
        if path.is_file() and not MADE_BY_USE & set(path.relative_to(project).parts)
    }


def copied(project: Path, folder: Path) -> Path:
    """A copy of a project in a folder, as it would be cloned."""
    return Path(shutil.copytree(project, folder / project.name, ignore=lambda _, names: MADE_BY_USE & set(names)))


def install(project: Path) -> Path:
    """Install a project into its own ``.venv``, so that ``make`` finds it ready; returns the project.

    The environment borrows the libraries of this one, so nothing is fetched.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", project / ".venv"], check=True)
    python = project / ".venv" / "bin" / "python"
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip()
    borrowed = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (Path(own) / "borrowed.pth").write_text(borrowed, encoding="utf-8")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([python, "-m", "pip", "install", *options, "."], cwd=project, check=True, timeout=120)
    (project / ".venv" / ".installed").touch()
    return project


def alone(project: Path, folder: Path) -> Path:
    """A folder with a copy of a project's environment, for who changes what is installed: others use the project."""
    without = shutil.ignore_patterns("__pycache__")  # others may just be writing there
    shutil.copytree(project / ".venv", folder / ".venv", symlinks=True, ignore=without)
    return folder


def make(project: Path, target: str, *arguments: str) -> str:
    """What a target of the project's Makefile prints; it must succeed."""
    return _run(["make", target, f"ARGS={' '.join(arguments)}"], project)


def passed(printed: str) -> int:
    """How many tests passed, by what pytest printed; none may have failed, as ``make`` would have said."""
    (count,) = re.findall(r"(\d+) passed", printed)
    return int(count)


def command(project: Path, *arguments: str) -> str:
    """What the ``navalcore`` command prints in the project's environment; it must succeed."""
    return _run([_python(project), "-m", "navalcore", *arguments], project)


def failing(project: Path, *arguments: str) -> str:
    """What the ``navalcore`` command writes to the error stream in the project's environment; it must fail."""
    ran = _ran([_python(project), "-m", "navalcore", *arguments], project)
    assert ran.returncode != 0, ran.stdout
    return ran.stderr


def ran(project: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The ``navalcore`` command in the project's environment, whatever comes of it."""
    return _ran([_python(project), "-m", "navalcore", *arguments], project)


def _python(project: Path) -> str:
    return str(project / ".venv" / "bin" / "python")


def _run(line: list[str], folder: Path) -> str:
    ran = _ran(line, folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _ran(line: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON", "MAKE"))}
    clean["MYPY_CACHE_DIR"] = str(Path(__file__).parents[1] / ".mypy_cache" / "projects")  # shared, or each starts anew
    return subprocess.run(line, cwd=folder, env=clean, capture_output=True, text=True, timeout=300, check=False)
