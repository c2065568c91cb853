"""Ctrl-C at any moment of a choice, or while one is taken back: the match and its file say the same, and both go on."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from navalcore import loads_match
from tests.engine.conftest import Lagoon, played, verified
from tests.engine.test_together import Regatta

WATCHED = tuple(f"navalcore/_play/{name}.py" for name in ("tape", "files", "recorder", "driver"))


ALL_OF_IT = tuple(
    f"navalcore/{name}.py"
    for name in ("_play/undo", "_play/submission", "_play/line", "_play/checkpoints", "_play/group", "_saves/journal")
)


def interrupted(act: Callable[[], object], at: int, watched: tuple[str, ...] = WATCHED) -> bool:
    """Do something with a KeyboardInterrupt at the ``at``-th line of the engine; False if it ended before."""
    left = at

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.replace("\\", "/").endswith(watched):
            return None
        if event == "line":
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return trace

    gc.disable()  # a file that an earlier test left open is not to be let go here
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
        gc.enable()
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


def after_a_choice() -> Any:
    return played(Lagoon().new_match(seed=5, recorded=True), "do nothing", "secretly in")


def amid_simultaneous_choices() -> Any:
    match = Regatta().new_match(seed=5, recorded=True)
    while len(match.decisions) < 3:
        match.choose(0)
    for role in ("red", "green"):
        match.choose(0, role=role)
    return match


def before_a_roll() -> Any:
    match: Any = Lagoon().new_match(chance="physical", undo="free", recorded=True)
    while "roll a die" not in match.decision.texts:
        match.choose(0)
    match.choose("roll a die")
    return match


def after_a_roll() -> Any:
    match = before_a_roll()
    match.choose(0)  # what was rolled
    return match


@pytest.mark.parametrize("kept", ["in a file", "in memory"])
@pytest.mark.parametrize(
    ("begun", "act"),
    [
        (after_a_choice, lambda match: match.undo()),
        (amid_simultaneous_choices, lambda match: match.undo("green")),
        (amid_simultaneous_choices, lambda match: match.undo("red")),
        (before_a_roll, lambda match: match.choose(0)),
        (after_a_roll, lambda match: match.unroll()),
        (after_a_roll, lambda match: match.undo()),
        (after_a_choice, lambda match: match.reseed(7)),
    ],
)
def test_what_is_taken_back_rolled_or_reseeded_and_interrupted_is_done_and_written_or_neither(
    begun: Callable[[], Any], act: Callable[[Any], object], kept: str, tmp_path: Path
) -> None:
    done = begun()
    before = done.digest, done.count
    act(done)
    for at in range(1, 3000):
        match, path = begun(), tmp_path / f"{at}.jsonl"
        if kept == "in a file":
            match.record_to(path)
        if not interrupted(lambda match=match: act(match), at, (*WATCHED, *ALL_OF_IT)):  # type: ignore[misc]
            break
        assert (match.digest, match.count) in (before, (done.digest, done.count))
        for _ in range(2):
            role = next(iter(match.decisions))
            match.choose(0, role=role)
        match.stop_recording()
        again = verified(path, match.game) if kept == "in a file" else loads_match(match.dumps(), match.game)
        assert (again.digest, again.choices()) == (match.digest, match.choices())
    else:
        pytest.fail("it has no end")
    assert at > 10
