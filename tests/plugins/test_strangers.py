"""Packages of strangers, installed beside the library: the good one appears, the broken one is named."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

HERE = Path(__file__).parent
WRONG = "RuntimeError: the charts went overboard (broken_stranger.py:3)"

LOOK = """
import json, sys
from navalcore._plugins.discovery import discover
plugins = discover(sys.argv[1:])
print(json.dumps({
    "games": {id: [game.title, game.version] for id, game in plugins.games.items()},
    "variants": list(plugins.variants_of("stranger_game")),
    "bots": list(plugins.bots_of("stranger_game")),
    "broken": [[r.name, r.distribution, r.error, r.traceback] for r in plugins.broken],
}))
"""


def install(package: str, site: Path) -> None:
    """Lay module and metadata as an installer would; quicker than one, and without a network."""
    project = tomllib.loads((HERE / package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    copy(HERE / package / f"{package}.py", site)
    metadata = site / f"{package}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    entries = [f"{name} = {value}" for name, value in project["entry-points"]["navalcore"].items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[navalcore]", *entries]), encoding="utf-8")


def look(site: Path, *extra: str) -> tuple[dict[str, Any], str]:
    """What a fresh Python finds with that folder on its path, and what it wrote on standard error."""
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *extra],
        env={**os.environ, "PYTHONPATH": path},
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found, done.stderr


def test_an_installed_stranger_appears_with_all_it_offers(tmp_path: Path) -> None:
    install("stranger", tmp_path)
    found, _ = look(tmp_path)
    assert found["games"]["stranger_game"] == ["A stranger's game", "0.3"]
    assert found["variants"] == ["fog"]
    assert found["bots"] == ["timid"]


def test_a_stranger_that_is_not_installed_does_not_appear(tmp_path: Path) -> None:
    found, _ = look(tmp_path)
    assert "stranger_game" not in found["games"]


def test_a_broken_stranger_is_named_with_its_error_and_its_line_and_the_others_work(tmp_path: Path) -> None:
    install("stranger", tmp_path)
    install("broken_stranger", tmp_path)
    found, errors = look(tmp_path)
    assert "stranger_game" in found["games"]
    (report,) = [report for report in found["broken"] if report[0] == "broken_stranger"]
    assert report[1:3] == ["broken-stranger", WRONG]
    assert "broken_stranger.py" in report[3]
    warning = f"plug-in broken_stranger of broken-stranger is broken: {WRONG}"
    assert errors.splitlines().count(warning) == 1
    assert "Traceback" not in errors


@pytest.mark.parametrize("installed", [False, True])
def test_a_module_named_by_hand_is_a_plugin_once_installed_or_not(tmp_path: Path, installed: bool) -> None:
    if installed:
        install("stranger", tmp_path)
    else:
        copy(HERE / "stranger" / "stranger.py", tmp_path)
    found, _ = look(tmp_path, "stranger")
    assert "stranger_game" in found["games"]
    assert not [report for report in found["broken"] if report[0] == "stranger"]


def test_importing_the_marker_costs_a_plugin_next_to_nothing() -> None:
    heavy = "{'pydantic', 'networkx', 'importlib.metadata', 'navalcore._rules', 'navalcore._rulebook', 'games'}"
    code = f"import sys; from navalcore.rules import hookimpl; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
