"""What all tests share: property tests are the same every time, and not judged by the clock.

With ``NAVALCORE_FUZZ=N`` (``make fuzz``) they are random, and some of them N times as long. What that finds becomes a
fixed example of its test.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

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

LONGEST = ("test_browser", "test_site", "test_attacks", "test_new", "test_hex_battle", "test_add_a_game", "test_kit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests first: several processes then end together, and those in a browser share one."""
    items.sort(key=lambda item: not item.path.name.startswith(LONGEST))
