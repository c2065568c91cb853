"""What all tests share: property tests are the same every time, and not judged by the clock.

With ``NAVALCORE_FUZZ=N`` (``make fuzz``) they are random, and some of them N times as long. What that finds becomes a
fixed example of its test.
"""

import gc
import os
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# The tests start hundreds of processes that import the same modules: what one has compiled the others only read, even
# where the machine says that nothing is to be kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

TIMES_AS_LONG = int(os.environ.get("NAVALCORE_FUZZ", "0"))

settings.register_profile(
    "navalcore",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not TIMES_AS_LONG,
    max_examples=100 * max(1, TIMES_AS_LONG),
    **({} if TIMES_AS_LONG else {"database": None}),
)
settings.load_profile("navalcore")


def _listed(name: str) -> frozenset[str]:
    return frozenset(Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines())


LONG = _listed("long_tests.txt")
"""The tests that take long: ``make proofs`` runs them, ``make test`` the others."""
NIGHT = _listed("night_tests.txt")
"""Those that take longest, some for a part of their parameters alone: ``make night`` runs them."""
LISTED = {"long and not night": LONG, "night": NIGHT}
"""By what a command selects, the tests on its list."""
LONGEST = (
    "test_browser",
    "test_site",
    "test_attacks",
    "test_killed",
    "test_new",
    "test_hex_battle",
    "test_add_a_game",
    "test_kit",
    "test_every_game",
    "test_patrol",
    "test_wire_schemas",
    "test_front_end",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is there from the first test to the last is not searched for garbage again and again: that took a quarter of
    the processor's time.
    """
    gc.collect()
    gc.freeze()  # hidden from gc.get_referrers too, which Hypothesis before 6.140 could not bear
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: a good part of the time a test waits for a browser, a server or a disk."""
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files with nothing to run are not imported, which takes each process some seconds: without any of the longest
    where only those are run, and with those alone where the others are.
    """
    if collection_path.suffix != ".py":
        return None
    file, selected = collection_path.relative_to(config.rootpath).as_posix(), config.option.markexpr
    if selected in LISTED:
        return file not in _files(LISTED[selected]) or None
    return (selected.startswith("not long") and file in LONG | NIGHT) or None


@cache
def _files(tests: frozenset[str]) -> frozenset[str]:
    return frozenset(test.partition("::")[0] for test in tests)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those in a browser first, which share it, and then the longest others: several processes then end together."""
    items.sort(key=lambda item: (not _is_in_a_browser(item), not item.path.name.startswith(LONGEST)))
    for item in items:
        if _names(item) & (LONG | NIGHT):
            item.add_marker(pytest.mark.long)
        if _names(item) & NIGHT:
            item.add_marker(pytest.mark.night)
        # A browser on a busy machine is now and then late: such a test fails when it fails twice, and a second run is
        # listed in the summary.
        if _is_in_a_browser(item):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))


def _names(item: pytest.Item) -> set[str]:
    """How a list may name a test: with what its parameters are, for all that they are, or with all of its file."""
    return {item.nodeid, item.nodeid.partition("[")[0], item.nodeid.partition("::")[0]}


RUNNING = ExitStack()
"""The browser, from the first test that needs it to the last in a row."""
BROWSER: list[Any] = []


@pytest.fixture
def chromium() -> Any:
    """The browser."""
    if not BROWSER:
        from tests.table.people import launched  # it needs the extra of the table

        BROWSER.append(RUNNING.enter_context(launched()))
        RUNNING.callback(BROWSER.clear)
    return BROWSER[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that needs none: its driver leaves no room for another event loop."""
    if "chromium" not in getattr(nextitem, "fixturenames", ()):
        RUNNING.close()


def _is_in_a_browser(item: pytest.Item) -> bool:
    return not {"chromium", "browser_of"}.isdisjoint(getattr(item, "fixturenames", ()))
