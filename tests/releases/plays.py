"""Matches and games of a release, which play on: a journal of every game of ours, and games of others.

What is chosen is compared by its key, what is told by its kind, so a reworded key or a kind that is gone shows here
even where no schema names it. Games of others run in a process of their own and are found by their entry points.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import navalcore as nc

ROOT: Final = Path(__file__).parents[2]
CHOICES: Final = 60
"""How long the matches are that are written down."""
MORE: Final = 30
"""How many choices more are made in a match that is loaded again."""
OURS: Final = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
PLUGINS: Final = ("convoy_dash", "skerry_passage")
"""The games among the examples that stand for those of others."""
NOT_THE_GAME: Final = {
    "__pycache__",
    "tests",
    "docs",
    "Makefile",
    "README.md",
    ".gitignore",
    ".copier-answers.yml",
    ".navalcore-template.toml",
}


def write_journals(folder: Path) -> None:
    """A match of every game, begun, with what was chosen and told in it."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for game in sorted(OURS):
        match = nc.load(game).new_match(seed=1943)
        _play_on(match, CHOICES)
        match.save(folder / f"{game}.jsonl")
        told[game] = _account(nc.load_match(folder / f"{game}.jsonl", history=True))
    text = json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False)
    (folder / "journals.json").write_text(text + "\n", encoding="utf-8")


def broken_journals(folder: Path) -> list[str]:
    """The journals that can no longer be read, come out otherwise or cannot be played on, in sentences."""
    found = []
    expected = json.loads((folder / "journals.json").read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.jsonl")):
        try:
            match = nc.load_match(path, history=True)
            account = _account(match)
            _play_on(match, MORE)
        except Exception as error:
            found.append(f"the journal {path.name}: {type(error).__name__}: {error}")
            continue
        for what, then in expected[path.stem].items():
            if gone := [each for each in then if each not in account[what]]:
                found.append(f"the journal {path.name}: {what} of before are not there: {', '.join(gone)}")
    found += [f"the journal {game}.jsonl: is gone" for game in expected if not (folder / f"{game}.jsonl").exists()]
    return found


def _play_on(match: Any, choices: int) -> None:
    """Choose by turns the first option, the last one and one between: every match of a game does the same."""
    for n in range(choices):
        if match.over:
            return
        options = match.decision.options
        match.choose(options[(0, -1, len(options) // 2)[n % 3]])


def _account(match: Any) -> dict[str, list[str]]:
    """What was asked, chosen and told in a match with a history: the kinds and keys, each once."""
    chosen, kinds = [], []
    for event in match.snapshot(nc.UMPIRE, since=0).events:
        kinds.append(event.kind)
        if event.kind == "choice_made":
            chosen.append(event.fields["key"])
    return {"kinds of events": sorted(set(kinds)), "keys of choices": sorted(set(chosen))}


def write_plugins(folder: Path) -> None:
    """The games of the examples as they are now: their code, their data, their project file."""
    for name in PLUGINS:
        shutil.copytree(
            ROOT / "examples" / name,
            folder / name,
            ignore=lambda _, names: NOT_THE_GAME & set(names),
            dirs_exist_ok=True,
        )


PLAY = """
import json, sys, traceback
import navalcore as nc
from navalcore.testing import check_game
broken = []
for game in sys.argv[1:]:
    try:
        match = nc.load(game).new_match(seed=7)
        match.snapshot(match.decision.role)
        nc.play_out(match, nc.make_bots(match.game, seed=7))
        assert match.over, "it does not end"
        report = check_game(game, matches=1, only=["ends", "invariants"])
        assert report.ok, report
    except Exception as error:
        broken.append(f"the game {game}: {type(error).__name__}: {error}")
print(json.dumps(broken))
"""


def broken_plugins(folder: Path) -> list[str]:
    """The games of others that are not found any more, or cannot be played to their end, in sentences."""
    projects = sorted(path.parent for path in folder.glob("*/pyproject.toml"))
    if not projects:
        return [f"{folder.name}: the games of others are gone"]
    with_metadata = folder / "installed"
    try:
        for project in projects:
            _lay_metadata(project, with_metadata)
        path = os.pathsep.join([str(ROOT), str(with_metadata), *(str(project / "src") for project in projects)])
        names = [project.name for project in projects]
        ran = subprocess.run(
            [sys.executable, "-B", "-c", PLAY, *names],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        shutil.rmtree(with_metadata, ignore_errors=True)
    if ran.returncode:
        return [f"the games of others: {ran.stderr.strip().splitlines()[-1]}"]
    broken: list[str] = json.loads(ran.stdout.splitlines()[-1])
    return broken


def _lay_metadata(project: Path, site: Path) -> None:
    """What an installer would write down of a project: its name, its version and its entry points."""
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = site / f"{declared['name']}-{declared['version']}.dist-info"
    folder.mkdir(parents=True)
    entries = [f"{name} = {value}" for name, value in declared["entry-points"]["navalcore"].items()]
    (folder / "entry_points.txt").write_text("\n".join(["[navalcore]", *entries]) + "\n", encoding="utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: {declared['version']}\n"
    (folder / "METADATA").write_text(metadata, encoding="utf-8")
