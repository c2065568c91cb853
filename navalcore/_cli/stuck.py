"""Says where rules run that do not come back: a step without an end would be silence otherwise."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final

import navalcore

_ENGINE: Final = Path(navalcore.__file__).parent / "_play"
EVERY: Final = 5.0
"""Seconds between two looks."""
LOOKS: Final = 4
"""Looks in a row that find the same step at work before it counts as stuck."""


class Lookout:
    """Looks at its thread while a block runs, and says once where rules (of ``folder``) are that do not come back."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self._folder, self._say = str(folder), say
        self._thread, self._ended = threading.get_ident(), threading.Event()
        self._step: tuple[int, int] | None = None
        self._seen = 0

    def __enter__(self) -> None:
        threading.Thread(target=self._watch, name="lookout", daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()

    def _watch(self) -> None:
        while self._seen < LOOKS and not self._ended.wait(EVERY):
            self.look()

    def look(self) -> None:
        """Look once. A bot that thinks plays many steps, each for a moment."""
        frames = self._frames(vars(sys)["_current_frames"]().get(self._thread))
        step = None if not frames else (id(frames[-1]), frames[-1].f_code.co_firstlineno)
        self._seen = self._seen + 1 if step is not None and step == self._step else 1 if step else 0
        self._step = step
        if self._seen == LOOKS:
            inner, outer = frames[0], frames[-1]
            self._say(
                f"the step {outer.f_code.co_name} has run for {EVERY * (LOOKS - 1):g} seconds and more, now at "
                f"{Path(inner.f_code.co_filename).name}:{inner.f_lineno}, in {inner.f_code.co_name}; Ctrl-C ends it"
            )

    def _frames(self, frame: FrameType | None) -> list[FrameType]:
        """The calls of the game's rules that the engine has under way, the innermost first; none while a bot thinks."""
        found: list[FrameType] = []
        while frame is not None:
            if _ENGINE in Path(frame.f_code.co_filename).parents:
                return found
            if frame.f_code.co_filename.startswith(self._folder):
                found.append(frame)
            frame = frame.f_back
        return []
