"""The steps of a release: what they write, and what they refuse."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.release import ROOT, VERSION_LINES, NotReady, check_addresses, draft, with_version
from tests.versions import NOT_PYTHON, PYTHONS, pythons, runs

LONGEST_PAGE = 1000
"""Words of a release in the changelog: a page."""


def pages_of_releases() -> list[str]:
    """The pages of the changelog, the newest first."""
    return re.split(r"^## (?=\[)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def test_what_has_changed_makes_one_page_of_the_changelog() -> None:
    """Between a release and the first change after it the newest page is that of the release."""
    waiting, version = any((ROOT / "changes").glob("*.md")), "9.9.9"
    if not waiting:
        version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    page = draft(version) if waiting else pages_of_releases()[0]
    assert page[page.index("[") :].startswith(f"[{version}]")
    headings = re.findall(r"^### (.*)$", page, re.MULTILINE)
    assert headings
    assert headings == [kind for kind in ("Added", "Changed", "Fixed", "Removed", "How to upgrade") if kind in headings]
    assert len(page.split()) < LONGEST_PAGE


def test_every_release_has_a_page_of_the_changelog_and_no_more() -> None:
    assert [len(page.split()) for page in pages_of_releases() if len(page.split()) >= LONGEST_PAGE] == []


def test_a_release_does_not_bring_the_address_of_nobody_and_its_rehearsal_may() -> None:
    unfilled = 'Source = "https://example.org/OWNER/navalcore"'
    with pytest.raises(NotReady, match="OWNER"):
        check_addresses(unfilled, "1.0.0")
    check_addresses(unfilled, "1.0.0a1")
    check_addresses(unfilled.replace("OWNER", "somebody"), "1.0.0")


def test_a_release_in_which_nothing_has_changed_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.release.ROOT", tmp_path)
    with pytest.raises(NotReady, match="nothing has changed"):
        draft("9.9.9")


@pytest.mark.parametrize("name", VERSION_LINES)
def test_every_file_that_names_the_version_names_the_same_one(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.search(VERSION_LINES[name], text)
    project = re.search(VERSION_LINES["pyproject.toml"], (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found is not None
    assert project is not None
    assert found[1] == project[1]
    assert with_version(text, VERSION_LINES[name], "9.9.9").count("9.9.9") == 1


def test_the_workflow_for_the_public_runs_what_decides_here_and_every_promised_python() -> None:
    workflow = (Path(ROOT) / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert "- run: .ci/run" in workflow
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert promised
    assert [version for version in promised if f'"{version}"' not in workflow] == []
    assert "- run: make test PYTHON=python" in workflow


def test_the_address_of_the_repository_is_written_in_one_file_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = project["urls"]["Source"]
    listed = subprocess.run(
        ["git", "grep", "--files-with-matches", "--fixed-strings", address],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout.split() == ["pyproject.toml"]


def test_the_newest_python_here_runs_every_test_but_the_long_ones_and_those_of_pages_words_and_browsers() -> None:
    made = runs({12: "python3.12", 13: "python3.13"}, whole=False)
    assert [run.title for run in made] == ["Python 3.12 with the lowest requirements", "Python 3.13"]
    assert made[1].marked == "not long and not browser"
    left_out = [each.removeprefix("--ignore=") for each in made[1].tests]
    assert left_out == list(NOT_PYTHON)
    assert [each for each in left_out if not (ROOT / each).exists()] == []
    assert [(run.tests, run.marked) for run in runs({13: "python3.13"}, whole=True)] == [((), "not long")]


def test_a_python_that_cannot_make_environments_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian has some that come without the module for it."""
    other = next(minor for minor in PYTHONS if minor != sys.version_info[1])
    python = tmp_path / f"python3.{other}"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    python.write_text(f"#!/bin/sh\necho {other}\n", encoding="utf-8")
    python.chmod(0o755)
    assert pythons() == {other: str(python)}
    python.write_text(f'#!/bin/sh\ncase "$2" in *ensurepip*) exit 1 ;; *) echo {other} ;; esac\n', encoding="utf-8")
    assert pythons() == {}
