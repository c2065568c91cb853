"""The committed report: how many mutants of each sample were noticed, and what is to be said of the others."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

REPORT = Path(__file__).with_name("report.toml")
HEAD = """\
# Written by `make mutants`, which keeps the verdicts: why a mutant that no test noticed is equal to the original
# ("equal: ..."), or why it is let be. Without a verdict nobody has looked at it yet. ``commit`` is the last one before
# the sample was tried: file names and lines are as they were there.
"""


def changed_lines(was: str, now: str) -> str:
    """The lines taken away and put in their place, each with its sign."""
    compared = difflib.unified_diff(was.splitlines(), now.splitlines(), n=0, lineterm="")
    return "\n".join(line[0] + line[1:].strip() for line in compared if not line.startswith(("---", "+++", "@@")))


def enter(part: str, seed: int, commit: str, done: Iterable[tuple[WorkItem, WorkResult]]) -> str:
    """Put the results of a sample into the report; what is to be said of them in a line."""
    known = tomllib.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
    verdicts = {
        (one["file"], one["change"]): one["verdict"] for run in known.get("run", []) for one in run.get("survivor", [])
    }
    results = list(done)
    survivors: list[dict[str, Any]] = []
    for item, result in results:
        if result.test_outcome is TestOutcome.SURVIVED:
            mutant = item.mutations[0]
            change, file = result.diff or "", str(mutant.module_path)
            survivors.append(
                {
                    "file": file,
                    "line": mutant.start_pos[0],
                    "function": mutant.definition_name or "",
                    "operator": mutant.operator_name.removeprefix("core/"),
                    "change": change,
                    "tests": result.output or "",
                    "verdict": verdicts.get((file, change), ""),
                }
            )
    survivors.sort(key=lambda one: (one["file"], one["line"]))
    noticed = len(results) - len(survivors)
    equal = sum(one["verdict"].startswith("equal") for one in survivors)
    run = {"part": part, "seed": seed, "commit": commit, "mutants": len(results), "noticed": noticed, "equal": equal}
    others = [one for one in known.get("run", []) if (one["part"], one["seed"]) != (part, seed)]
    write(sorted([*others, {**run, "survivor": survivors}], key=lambda one: (one["part"], one["seed"])))
    return (
        f"{part}, seed {seed}: {noticed} of {len(results)} mutants noticed, {equal} equal to the "
        f"original, {len(survivors) - equal} left"
    )


def write(runs: list[dict[str, Any]]) -> None:
    """The report as TOML: a table for each sample, and below it one for each survivor."""
    lines = [HEAD]
    for run in runs:
        lines += ["[[run]]", *pairs(run), ""]
        for survivor in run.get("survivor", []):
            lines += ["[[run.survivor]]", *pairs(survivor), ""]
    REPORT.write_text("\n".join(lines), encoding="utf-8")


def pairs(table: dict[str, Any]) -> list[str]:
    """The keys and values of a table, one a line; JSON's strings and numbers are TOML's too."""
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items() if key != "survivor"]
