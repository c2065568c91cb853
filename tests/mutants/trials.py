"""Running tests over a copy of the sources, in children of a process that has the libraries loaded already."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

import coverage

# Loaded once and inherited by every child. Nothing of navalcore: that is what is mutated.
import hypothesis
import networkx  # noqa: F401
import pydantic  # noqa: F401
import pytest
import rich  # noqa: F401

for name in ("numpy", "gymnasium", "pettingzoo", "pyspiel", "fastapi", "sqlalchemy.ext.asyncio", "alembic", "httpx"):
    if find_spec(name.partition(".")[0]):
        import_module(name)

SURVIVED, NO_TESTS, ENDLESS = 0, 5, 90
LOADED_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"
MEMORY = 4 << 30
WAITED = 900
"""Seconds after which a child that does not even use the processor is stopped."""
IN_CHILD = " (in a child)"
"""Ends the context of what a test executes in a process that it starts."""
TEST = "NAVALCORE_MUTANTS_TEST"
"""The environment variable that says so to such a process."""

hypothesis.settings.register_profile(
    "mutants",
    derandomize=True,
    deadline=None,
    database=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    suppress_health_check=list(hypothesis.HealthCheck),
)


def copy_sources(root: Path, to: Path) -> None:
    """A fresh copy of everything under version control, and of new files; mutants are made there and not here."""
    shutil.rmtree(to, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)


def last_commit(root: Path) -> str:
    """The short name of the commit that is checked out, or nothing where there is no repository."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=root, capture_output=True, check=False, text=True).stdout.strip()


def in_child(tree: Path, work: Callable[[], int], log: Path) -> int:
    """Do a piece of work in a child that stands in the copy; its exit status."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 2
        try:
            os.setsid()
            os.chdir(tree)
            sys.path[0] = str(tree)
            os.environ["PYTHONPATH"] = os.pathsep.join([str(tree), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
            sys.dont_write_bytecode = True
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with log.open("w") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            status = work()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    until = time.monotonic() + WAITED
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return ENDLESS


def processor_time() -> float:
    """Seconds of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


class Watch:
    """Watches pytest: which tests are run and in which order, how long each may take, and what it covers."""

    def __init__(self, wanted: list[str], seconds: dict[str, float], meter: coverage.Coverage | None = None) -> None:
        self.order = {test: number for number, test in enumerate(wanted)}
        self.seconds = seconds
        self.meter = meter
        self.taken: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.order:
            items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.meter is not None:
            self.meter.switch_context(item.nodeid)
            os.environ[TEST] = item.nodeid + IN_CHILD
        else:
            signal.setitimer(signal.ITIMER_PROF, 5 + 4 * self.seconds.get(item.nodeid, 1))
        begun = processor_time()
        try:
            return (yield)
        finally:
            self.taken[item.nodeid] = processor_time() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def run_pytest(arguments: list[str], watch: Watch) -> int:
    """Run pytest in this process, without what is only for people."""
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutants", "--tb=line"]
    return int(pytest.main([*quiet, "-W", LOADED_BEFORE, *arguments], plugins=[watch]))


def gather(tree: Path, file: str, sources: Sequence[str], to: Path) -> None:
    """Run the tests of a file once and keep which of them executes each line, itself or in a process that it starts,
    and how long each takes.

    Raises:
        RuntimeError: if a test fails already without a mutation.
    """
    beside = to.with_suffix(".children")

    def work() -> int:
        measure_children(tree, sources, beside)
        ways = ["thread", *(["greenlet"] if find_spec("greenlet") else [])]
        meter = coverage.Coverage(data_file=str(to), source=sources, branch=False, config_file=False, concurrency=ways)
        meter.start()
        watch = Watch([], {}, meter)
        status = run_pytest([file], watch)
        meter.stop()
        meter.save()
        to.with_suffix(".json").write_text(json.dumps(watch.taken), encoding="utf-8")
        return status

    log = to.with_suffix(".log")
    if in_child(tree, work, log) != 0:
        to.with_suffix(".json").unlink(missing_ok=True)
        raise RuntimeError(f"the tests must pass before mutants are made: see {log}")
    covered = coverage.CoverageData(str(to))
    covered.read()
    for path in sorted(beside.glob("lines.*")):
        of_child = coverage.CoverageData(str(path))
        of_child.read()
        covered.update(of_child)
    shutil.rmtree(beside)


def measure_children(tree: Path, sources: Sequence[str], beside: Path) -> None:
    """Have the Python processes that tests start say what they execute, in files of a folder."""
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    (beside / "sitecustomize.py").write_text("import coverage\n\ncoverage.process_startup()\n", encoding="utf-8")
    settings = {
        "data_file": beside / "lines",
        "parallel": True,
        "context": f"${{{TEST}}}",
        "disable_warnings": "no-data-collected",
    }
    lines = ["[run]", *(f"{name} = {value}" for name, value in settings.items())]
    lines += ["source =", *(f"    {tree / source}" for source in sources)]
    (beside / "settings").write_text("\n".join(lines), encoding="utf-8")
    os.environ["COVERAGE_PROCESS_START"] = str(beside / "settings")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(beside), os.environ["PYTHONPATH"]])


def attempt(tree: Path, tests: list[str], seconds: dict[str, float]) -> tuple[int, str]:
    """Run these tests in this order until one fails: how it ended, and which test noticed."""
    log, told = tree.with_suffix(".log"), tree.with_suffix(".noticed")
    told.write_text("", encoding="utf-8")

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        os._exit(ENDLESS)

    def work() -> int:
        signal.signal(signal.SIGPROF, too_long)
        watch = Watch(tests, seconds)
        status = run_pytest(["-x", *dict.fromkeys(test.partition("::")[0] for test in tests)], watch)
        told.write_text("".join(watch.failed[:1]), encoding="utf-8")
        return status

    status = in_child(tree, work, log)
    if status == NO_TESTS:
        raise RuntimeError(f"tests that ran before are not there any more: see {log}")
    return status, told.read_text(encoding="utf-8")
