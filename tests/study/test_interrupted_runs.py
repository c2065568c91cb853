"""Simulations that are interrupted while results come in."""

import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from navalcore.study._simulate import in_batches


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_ctrl_c_while_a_result_is_taken_or_work_called_off_waits_until_no_lock_is_held() -> None:
    finished = []

    class Interrupted(Future[int]):
        def result(self, timeout: float | None = None) -> int:
            signal.raise_signal(signal.SIGINT)
            finished.append("result")
            return super().result(timeout)

        def cancel(self) -> bool:
            signal.raise_signal(signal.SIGINT)
            finished.append("cancel")
            return super().cancel()

    class Answering(Executor):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
            future = Interrupted()
            future.set_result(work(*arguments, **named))
            return future

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            list(in_batches(sum, [1, 2, 3], executor=Answering()))
    finally:
        signal.signal(signal.SIGINT, before)
    assert finished == ["result", "cancel", "cancel"]
