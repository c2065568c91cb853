"""The journals that ``navalcore play`` keeps by itself at a terminal: a crash loses nothing, and a match left is found
again.

They lie in the folder for state of the user (on Linux ``~/.local/state/navalcore``), or where the environment variable
``NAVALCORE_STATE`` says. Each is a save file like any other. One that is being played is locked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from navalcore.engine.files import SaveFile, read_save
from navalcore.errors import NavalCoreError

KEPT = 10
"""How many journals of a game are kept; the oldest go when there are more."""
OVER = "-over"


def journal_folder() -> Path:
    """Where journals lie."""
    given = os.environ.get("NAVALCORE_STATE")
    return Path(given) if given else user_state_path("navalcore", appauthor=False)


class Journals:
    """The journals of one game.

    Raises:
        OSError: their folder cannot be made.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._folder = journal_folder() / game
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock: FileLock | None = None

    def unfinished(self) -> Iterator[SaveFile]:
        """The matches left before they were over and played nowhere now, the last one first."""
        for path in sorted(self._all(), reverse=True):
            if path.stem.endswith(OVER):
                continue
            try:
                kept = read_save(path)
            except NavalCoreError:
                continue  # not even its first line was written
            if kept.entries and self._acquire(path):
                self.release()
                yield kept

    def _all(self) -> list[Path]:
        return list(self._folder.glob("*.jsonl"))

    def new(self) -> Path:
        """A journal to be written."""
        for old in sorted(self._all())[: -(KEPT - 1)]:
            if self._acquire(old):
                self.release()
                old.unlink(missing_ok=True)
                old.with_suffix(".lock").unlink(missing_ok=True)
        return self._folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"

    def take(self, path: Path) -> None:
        """Lock a journal for as long as it is played."""
        self._acquire(path)

    def _acquire(self, path: Path) -> bool:
        lock = FileLock(path.with_suffix(".lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Let the journal that is locked be played elsewhere."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def close(self, path: Path, *, choices: int, over: bool) -> Path | None:
        """Put a journal away: nothing is kept of a match without choices, and one that is over is named so.

        Returns:
            Where it lies now.
        """
        self.release()
        if not choices:
            path.unlink(missing_ok=True)
            path.with_suffix(".lock").unlink(missing_ok=True)
            return None
        if not over:
            return path
        path.with_suffix(".lock").unlink(missing_ok=True)
        return path.rename(path.with_name(f"{path.stem}{OVER}.jsonl"))
