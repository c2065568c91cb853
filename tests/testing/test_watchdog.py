"""The watchdog stops what runs in a circle, in the thread that does, and nothing else."""

from __future__ import annotations

import threading
import time

import pytest

from navalcore.testing._watchdog import Stuck, Watchdog


def run_in_a_circle(seconds: float) -> None:
    """Python code that goes on for so long unless it is interrupted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_short_patience_is_kept_while_a_longer_one_is_under_way() -> None:
    with Watchdog(60):
        begun = time.monotonic()
        with pytest.raises(Stuck), Watchdog(0.1):
            run_in_a_circle(20)
        assert time.monotonic() - begun < 10
        run_in_a_circle(0.3)  # it is stopped once, and what follows in the outer block is not


def test_whoever_is_stuck_is_stopped_and_another_thread_is_not() -> None:
    done = []

    def patient() -> None:
        with Watchdog(60):
            run_in_a_circle(0.5)
            done.append("patient")

    other = threading.Thread(target=patient)
    other.start()
    with pytest.raises(Stuck), Watchdog(0.1):
        run_in_a_circle(20)
    other.join()
    assert done == ["patient"]


def test_whoever_waits_for_a_busy_machine_is_not_taken_for_stuck() -> None:
    with Watchdog(0.5):
        wait(1.0)


def wait(seconds: float) -> None:
    """Nothing is done for so long, in pieces that can be interrupted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


def test_whoever_waits_for_ever_is_stopped() -> None:
    begun = time.monotonic()
    with pytest.raises(Stuck), Watchdog(0.1):
        wait(20)
    assert time.monotonic() - begun < 10


def test_all_blocks_are_watched_by_one_thread() -> None:
    with Watchdog(60), Watchdog(50):
        assert sum(thread.name == "watchdog" for thread in threading.enumerate()) == 1
