"""``python -m tests.release VERSION``: everything that a release needs before somebody publishes it, step by step.

It writes the version and the changelog's page, builds wheel and source archive, tries both in clean environments on
every Python that is here, and writes the baseline for the next release. It stops at the first step that fails. The tag
and the publishing are left to people: the last line says how.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.version import InvalidVersion, Version

from tests.versions import pythons

ROOT = Path(__file__).parent.parent
VERSION_LINES = {
    "pyproject.toml": r'(?m)^version = "([^"]+)"$',
    "navalcore/_version.py": r'(?m)^VERSION: Final = "([^"]+)"$',
    "CITATION.cff": r"(?m)^version: (\S+)$",
}
"""The files that name the version, and where."""
SMOKE = (
    ("--version",),
    ("games", "--strict"),
    ("simulate", "uboat_cards", "-n", "3", "--seed", "1"),
    ("rules", "silent_war", "14.15"),
    ("odds", "uboat_cards", "opening-hand", "--json"),
)
"""Commands that must end well wherever navalcore is installed."""
MANUAL = Path("share", "man", "man1", "navalcore-play.1")
"""A page of the manual that must be there then, as seen from the environment."""


class NotReady(Exception):
    """The tree cannot be released; says why."""


def with_version(text: str, pattern: str, version: str) -> str:
    """A file's text with another version.

    >>> with_version('version = "0.2.0"', VERSION_LINES["pyproject.toml"], "1.0.0")
    'version = "1.0.0"'
    """
    found = re.search(pattern, text)
    if found is None:
        raise NotReady(f"no line fits {pattern}")
    return text[: found.start(1)] + version + text[found.end(1) :]


def draft(version: str) -> str:
    """The page of the changelog that the files in ``changes`` make. Raises NotReady if there are none."""
    if not any((ROOT / "changes").glob("*.md")):
        raise NotReady("nothing has changed: the folder changes is empty")
    made = subprocess.run(_towncrier(version, "--draft"), cwd=ROOT, check=True, capture_output=True, text=True)
    return made.stdout


def _towncrier(version: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "towncrier", "build", "--version", version, *arguments]


def check_addresses(project: str, version: str) -> None:
    """Refuse to publish the addresses of nobody; a pre-release is a rehearsal and may have them."""
    if "/OWNER/" in project and not Version(version).is_prerelease:
        raise NotReady("pyproject.toml: [project.urls] has OWNER where it should name who owns the repository")


def _write_version(version: str) -> None:
    check_addresses((ROOT / "pyproject.toml").read_text(encoding="utf-8"), version)
    before = re.search(VERSION_LINES["pyproject.toml"], (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert before is not None
    if Version(version) <= Version(before[1]):
        raise NotReady(f"{version} does not come after {before[1]}")
    draft(version)
    subprocess.run(_towncrier(version, "--yes"), cwd=ROOT, check=True)
    for name, pattern in VERSION_LINES.items():
        path = ROOT / name
        path.write_text(with_version(path.read_text(encoding="utf-8"), pattern, version), encoding="utf-8")


def _build(version: str) -> None:
    subprocess.run([sys.executable, "-m", "docs.man", MANUAL.parent], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=ROOT, check=True)
    for built in _built(version):
        if not built.is_file():
            raise NotReady(f"{built} was not built")


def _built(version: str) -> list[Path]:
    normal = str(Version(version))
    return [ROOT / "dist" / f"navalcore-{normal}-py3-none-any.whl", ROOT / "dist" / f"navalcore-{normal}.tar.gz"]


def _smoke(version: str) -> None:
    for python in [sys.executable, *pythons().values()]:
        for built in _built(version):
            with TemporaryDirectory() as folder:
                tried(python, built, Path(folder))


def tried(python: str, built: Path, folder: Path) -> None:
    """Install what was built in a clean environment of a Python, and run the commands there."""
    subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
    inside = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip: list[str | Path] = [inside / "python", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", built], check=True, cwd=folder)
    for command in SMOKE:
        subprocess.run([inside / "navalcore", *command], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    if not (folder / "venv" / MANUAL).is_file():
        raise NotReady(f"{built} brings no manual: {MANUAL} is not there")


def _write_baseline(version: str) -> None:
    subprocess.run([sys.executable, "-m", "tests.releases", "write", version], cwd=ROOT, check=True)


def steps(version: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is done, in order, each with what it is called."""
    yield "version and changelog", lambda: _write_version(version)
    yield "wheel and source archive", lambda: _build(version)
    yield "a clean installation of both on every Python here", lambda: _smoke(version)
    yield "the baseline for the next release", lambda: _write_baseline(version)


def main() -> int:
    """Go through the steps; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.release", description="prepare a release")
    parser.add_argument("version")
    version = parser.parse_args().version
    try:
        Version(version)
    except InvalidVersion:
        parser.error(f"{version} is not a version; write it as 1.0.0")
    for name, step in steps(version):
        print(f"{name} ...", flush=True)
        try:
            step()
        except (NotReady, subprocess.CalledProcessError) as error:
            print(f"stopped at {name}: {error}", file=sys.stderr)
            return 1
    print(f"Ready. Commit, run .ci/run, make proofs and make night, tag v{version}, and upload what lies in dist/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
