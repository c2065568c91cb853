"""Mutants: small faults made on purpose in rules, engine and front ends, to see whether the tests notice.

``python -m tests.mutants [--part PART]... [--seed N] [--number N] [--again]``

A part is a game or one of ``places.PARTS``. Its mutants are a sample drawn with the seed. Cosmic Ray makes them, one at
a time in a copy of the sources, and each meets those of the part's own tests that execute the changed line, in their
process or in one that they start, quick ones first, until one fails. What is done is kept in ``.mutants/`` and not done
again; ``--again`` tries the survivors once more, against the tests as they are by now. The report beside this file is
brought up to date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections import Counter
from itertools import accumulate
from pathlib import Path

from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from coverage import CoverageData

from tests.mutants import places, report, trials

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutants"
FEW = 3
"""A line that so few tests of any file execute may have been executed once for all of them, as what is cached is."""
FOR_OTHERS = 15
"""Seconds of other tests that a mutant of such a line meets."""
MOST = 45
"""Seconds of tests that any mutant meets."""
CHILDREN_ONLY = "only in processes that tests start"


class Part:
    """A part: its modules, its tests, and which test executes what."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sources, self.tests = places.folders(name)
        self.modules = places.modules(name, ROOT)
        if not self.modules:
            raise SystemExit(f"no part {name!r}: give one of {', '.join(places.parts(ROOT))}")
        self.digest = self._digest(self.modules)
        self.tree = KEPT / name

    def _digest(self, paths: list[Path]) -> str:
        digest = hashlib.sha256()
        for path in paths:
            digest.update(str(path).encode() + (ROOT / path).read_bytes())
        return digest.hexdigest()[:8]

    def learn(self) -> None:
        """Which tests execute each line, from the last time or, file by file, from running them."""
        named = [ROOT / name for name in self.tests]
        found = [path for each in named for path in ([each] if each.is_file() else sorted(each.rglob("*.py")))]
        files = [path.relative_to(ROOT) for path in found]
        shared = [path for path in files if not path.name.startswith("test_")]
        tests = [path for path in files if path not in shared and not path.name.startswith(places.TOO_LONG)]
        self.seconds: dict[str, float] = {}
        self.covered = CoverageData(no_disk=True)
        for number, path in enumerate(tests, 1):
            kept = KEPT / f"{self.name}-{self._digest([*self.modules, *shared, path])}.coverage"
            if not kept.with_suffix(".json").exists():
                print(f"[{number}/{len(tests)}] which lines are executed by {path}?", flush=True)
                trials.gather(self.tree, str(path), self.sources, kept)
            self.seconds |= json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
            covered = CoverageData(str(kept))
            covered.read()
            self.covered.update(covered)

    def those_that_execute(self, mutant: MutationSpec) -> tuple[list[str], bool]:
        """The tests that execute the mutated line, quick ones first, then others where a cache may hide some; and
        whether the line is executed, but not in the tests' own process.
        """
        source = (self.tree / mutant.module_path).read_text(encoding="utf-8")
        by_line = self.covered.contexts_by_lineno(str(self.tree / mutant.module_path))
        here = {
            test for line in places.lines_of_statement(source, mutant.start_pos[0]) for test in by_line.get(line, ())
        }
        found = {test.removesuffix(trials.IN_CHILD) for test in here}
        quick_first = sorted(self.seconds, key=lambda test: self.seconds[test])
        chosen = [test for test in quick_first if test in found]
        by_file = Counter(test.partition("::")[0] for test in chosen)
        if found and max(by_file.values(), default=0) < FEW:
            chosen += self._within([test for test in quick_first if test not in found], FOR_OTHERS)
        return self._within(chosen, MOST), bool(here) and all(test.endswith(trials.IN_CHILD) for test in here)

    def _within(self, tests: list[str], most: float) -> list[str]:
        """The first of the tests, which take no longer than that together; at least one."""
        spent = accumulate(self.seconds[test] for test in tests)
        return [
            test for number, (test, total) in enumerate(zip(tests, spent, strict=True)) if not number or total < most
        ]


def try_one(part: Part, mutant: MutationSpec) -> WorkResult:
    """Make one mutant and run its tests."""
    tests, children_only = part.those_that_execute(mutant)
    operator, path = get_operator(mutant.operator_name)(), part.tree / mutant.module_path
    with use_mutation(path, operator, mutant.occurrence) as (was, now):
        status, noticed = trials.attempt(part.tree, tests, part.seconds) if tests else (trials.SURVIVED, "")
    if status == trials.SURVIVED:
        outcome, how = TestOutcome.SURVIVED, f"passed by {len(tests)} tests"
    else:
        outcome, how = TestOutcome.KILLED, "ran too long" if status == trials.ENDLESS else noticed or "cannot be loaded"
    told = f"{how} ({CHILDREN_ONLY})" if children_only else how
    return WorkResult(WorkerOutcome.NORMAL, told, outcome, report.changed_lines(was, now))


def run(part: Part, sessions: WorkDB, again: bool) -> None:
    """Try the mutants of a session that have no result yet, and show each as it is done."""
    tried = {item.job_id: result for item, result in sessions.completed_work_items}
    survived = {job for job, result in tried.items() if result.test_outcome is TestOutcome.SURVIVED}
    todo = [item for item in sessions.work_items if item.job_id not in tried or (again and item.job_id in survived)]
    if todo:
        trials.copy_sources(ROOT, part.tree)
        part.learn()
    for count, item in enumerate(todo, 1):
        mutant = item.mutations[0]
        begun = time.monotonic()
        result = try_one(part, mutant)
        sessions.set_result(item.job_id, result)
        where = f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.definition_name}"
        outcome = result.test_outcome.value if result.test_outcome else ""
        print(
            f"[{count}/{len(todo)}] {outcome:8} {time.monotonic() - begun:5.1f} s  {where}  {result.output}", flush=True
        )


def main() -> None:
    """Read the command line, try the mutants, bring the report up to date."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    known = places.parts(ROOT)
    parser.add_argument("--part", action="append", help=f"one of {', '.join(known)}; all if none is given")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample (default 1)")
    parser.add_argument("--number", type=int, default=100, help="mutants of each part (default 100)")
    parser.add_argument(
        "--again", action="store_true", help="try the survivors again, against the tests as they are now"
    )
    asked = parser.parse_args()
    os.nice(10)
    KEPT.mkdir(exist_ok=True)
    for name in asked.part or known:
        part = Part(name)
        with use_db(KEPT / f"{name}-{part.digest}-{asked.seed}-{asked.number}.sqlite") as sessions:
            if not sessions.num_work_items:
                drawn = places.sample(name, ROOT, asked.seed, asked.number)
                sessions.add_work_items(WorkItem.single(f"{n:04}", mutant) for n, mutant in enumerate(drawn))
            run(part, sessions, asked.again)
            print(report.enter(name, asked.seed, trials.last_commit(ROOT), sessions.completed_work_items))


if __name__ == "__main__":
    main()
