"""A watchdog for rules that run in a circle without ever asking or ending a step."""

from __future__ import annotations

import ctypes
import threading
from types import TracebackType


class Stuck(BaseException):
    """Raised in the thread that has not come back in time."""


class Watchdog:
    """Raises :class:`Stuck` in the thread that made it if the block takes longer than ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._timer = threading.Timer(seconds, self._bark)
        self._timer.daemon = True
        self._guard = threading.Lock()
        self._left = False

    def _bark(self) -> None:
        with self._guard:
            if not self._left:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Stuck))

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            self._left = True
        self._timer.cancel()
