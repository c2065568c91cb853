"""A watchdog for rules that run in a circle without ever asking or ending a step."""

from __future__ import annotations

import ctypes
import threading
import time
from types import TracebackType
from typing import ClassVar


class Stuck(KeyboardInterrupt):
    """Raised in the thread that has not come back in time: an interruption, which no rules and no engine take for an
    error of their own.
    """


class Watchdog:
    """Raises :class:`Stuck` in the thread that made it when neither the block has ended nor :meth:`beat` was called for
    ``seconds``: a long match that goes on is not stuck.
    """

    _beaten: ClassVar[float] = 0.0

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._seconds = seconds
        self._guard = threading.Lock()
        self._left = False
        self._timer = self._timer_for(seconds)

    @classmethod
    def beat(cls) -> None:
        """Something has come back: a choice was made."""
        cls._beaten = time.monotonic()

    def _timer_for(self, seconds: float) -> threading.Timer:
        timer = threading.Timer(seconds, self._bark)
        timer.daemon = True
        return timer

    def _bark(self) -> None:
        with self._guard:
            if self._left:
                return
            rest = Watchdog._beaten + self._seconds - time.monotonic()
            if rest > 0:
                self._timer = self._timer_for(rest)
                self._timer.start()
                return
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Stuck))

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            self._left = True
        self._timer.cancel()
