"""Ctrl-C at any moment of a choice: the match and its file say the same, and both go on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.engine.conftest import Lagoon, played, verified

WATCHED = tuple(f"navalcore/_play/{name}.py" for name in ("tape", "files", "recorder", "driver"))


def interrupted(act: Callable[[], object], at: int) -> bool:
    """Do something with a KeyboardInterrupt at the ``at``-th line of the engine; False if it ended before."""
    left = at

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.replace("\\", "/").endswith(WATCHED):
            return None
        if event == "line":
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def test_a_choice_that_is_interrupted_is_made_and_written_or_neither(lagoon: Lagoon, tmp_path: Path) -> None:
    made = set()
    for at in range(1, 1000):
        path = tmp_path / f"{at}.jsonl"
        match = lagoon.new_match(seed=5)
        match.record_to(path)
        played(match, "do nothing", "secretly in")
        before = match.count
        if not interrupted(lambda match=match: match.choose("yes"), at):  # type: ignore[misc]
            break
        assert match.count in (before, before + 1)
        made.add(match.count)
        played(match, *("yes",) * (before + 1 - match.count), "roll a die", "secretly out")
        match.stop_recording()
        again = verified(path, lagoon)
        assert (again.digest, again.choices()) == (match.digest, match.choices())
    else:
        pytest.fail("a choice has no end")
    assert made == {2, 3}, "taken back before it was written, and standing after"
    assert at > 30
