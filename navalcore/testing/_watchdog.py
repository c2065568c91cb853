"""A watchdog for rules that run in a circle without ever asking or ending a step."""

from __future__ import annotations

import ctypes
import threading
import time
from traceback import extract_tb
from types import TracebackType
from typing import ClassVar, Final, NamedTuple

BUSY: Final = 5
"""How many times as long a block may take by the clock on the wall, which runs while others use the machine."""


class _Now(NamedTuple):
    """A moment, by the processor's time and by the clock on the wall."""

    worked: float
    wall: float

    @classmethod
    def now(cls) -> _Now:
        return cls(time.process_time(), time.monotonic())

    def due_in(self, seconds: float) -> float:
        """In how many seconds, at the soonest, what began at this moment has worked for so many."""
        now = _Now.now()
        return min(self.worked + seconds - now.worked, self.wall + BUSY * seconds - now.wall)


class Stuck(KeyboardInterrupt):
    """Raised in the thread that has not come back in time: an interruption, which no rules take for their own error."""


class Watchdog:
    """Raises :class:`Stuck` in its thread when its block works for ``seconds`` without a :meth:`beat`."""

    _beaten: ClassVar[_Now] = _Now(0.0, 0.0)
    _bell: ClassVar[threading.Condition] = threading.Condition()
    _watching: ClassVar[set[Watchdog]] = set()
    _watchman: ClassVar[threading.Thread | None] = None
    """The one thread that looks at all blocks under way: a thread for each would cost more than most of the checks."""
    _next_look: ClassVar[float] = 0.0

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._seconds = seconds
        self._guard = threading.Lock()
        self._left = False
        self._begun = _Now.now()

    @classmethod
    def beat(cls) -> None:
        """Something has come back: a choice was made."""
        cls._beaten = _Now.now()

    def __enter__(self) -> None:
        self._begun = _Now.now()
        due = time.monotonic() + self._seconds
        with Watchdog._bell:
            Watchdog._watching.add(self)
            if Watchdog._watchman is None or not Watchdog._watchman.is_alive():
                Watchdog._next_look = due
                Watchdog._watchman = threading.Thread(target=Watchdog._watch, name="watchdog", daemon=True)
                Watchdog._watchman.start()
            elif due < Watchdog._next_look:
                Watchdog._next_look = due
                Watchdog._bell.notify()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            self._left = True
        Watchdog._watching.discard(self)

    @classmethod
    def _watch(cls) -> None:
        """Look when the first of the blocks may be due, and again, until none is under way."""
        with cls._bell:
            while blocks := list(cls._watching):
                for block in blocks:
                    block._bark_if_late()
                cls._next_look = time.monotonic() + min(block._due_in for block in blocks)
                cls._bell.wait(max(0.05, cls._next_look - time.monotonic()))
            cls._watchman = None

    @property
    def _due_in(self) -> float:
        return max(self._begun, Watchdog._beaten).due_in(self._seconds)

    def _bark_if_late(self) -> None:
        if self._due_in > 0:
            return
        with self._guard:
            if not self._left:
                self._left = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Stuck))
        Watchdog._watching.discard(self)


def where_stuck(trace: TracebackType | None, package: str) -> str:
    """The innermost line of the game that was carried out; empty if none was."""
    folder = f"/{package.rpartition('.')[2]}/"
    frames = [each for each in extract_tb(trace) if folder in each.filename.replace("\\", "/")]
    return f" at {frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name}" if frames else ""
