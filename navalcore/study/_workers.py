"""Numbered work spread over an executor: processes, threads, a cluster, or none of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
LARGEST_BATCH = 16
"""Pieces of work handed to a worker at a time, at most: what is lost when the run is stopped."""
BATCHES = 64
"""Into how many batches small work is cut, so that every worker has some and progress is seen."""


def in_batches(
    work: Callable[[Sequence[int]], T], numbers: Sequence[int], *, jobs: int = 1, executor: Executor | None = None
) -> Iterator[T]:
    """Have ``work`` done for all numbers, some at a time, and yield the results as they are ready, in any order."""
    if executor is None and (jobs == 1 or len(numbers) < 2):
        for number in numbers:
            yield work([number])
        return
    size = max(1, min(LARGEST_BATCH, len(numbers) // BATCHES))
    batches = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    if executor is not None:
        yield from _as_completed(executor, work, batches)
        return
    pool = ProcessPoolExecutor(min(jobs, len(batches)), mp_context=get_context("spawn"), initializer=_worker_begins)
    try:
        yield from _as_completed(pool, work, batches)
    finally:
        pool.shutdown(cancel_futures=True)


def _as_completed(
    executor: Executor, work: Callable[[Sequence[int]], T], batches: Sequence[Sequence[int]]
) -> Iterator[T]:
    futures = {executor.submit(work, batch) for batch in batches}
    try:
        for future in as_completed(futures):
            futures.discard(future)
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _worker_begins() -> None:
    """Leave the interrupt key to the main process, and do not outlive it when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
