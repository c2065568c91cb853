"""The steps of a release: what they write, and what they refuse."""

import re
from datetime import date
from pathlib import Path

import pytest

from tests.release import ROOT, VERSION_LINES, NotReady, closed, with_version

LOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n\n## [0.2.0] - 2026-11-22\n\n- Old.\n"


def test_what_was_unreleased_stands_under_the_version_and_the_day() -> None:
    found = closed(LOG, "1.0.0", date(2026, 12, 1))
    assert found == LOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n")


@pytest.mark.parametrize(
    ("log", "version", "told"),
    [
        (LOG, "0.2.0", "has a section 0.2.0 already"),
        (LOG.replace("### Added\n\n- Something.\n\n", ""), "1.0.0", "nothing unreleased"),
        ("# Changelog\n", "1.0.0", "has no section"),
    ],
)
def test_a_changelog_that_cannot_be_closed_stops_the_release(log: str, version: str, told: str) -> None:
    with pytest.raises(NotReady, match=told):
        closed(log, version, date(2026, 12, 1))


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
