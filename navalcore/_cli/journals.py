"""The journals that ``navalcore play`` keeps by itself: saves in the user's folder for state, locked while played."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from navalcore import AnyMatch, SaveFile, read_save
from navalcore.errors import NavalCoreError
from navalcore.study import is_locked

KEPT = 10
"""How many journals of a game are kept; the oldest go when there are more."""
OVER = "-over"


def journal_folder() -> Path:
    """Where journals lie."""
    given = os.environ.get("NAVALCORE_STATE")
    return Path(given) if given else state_folder() / "navalcore"


def state_folder() -> Path:
    """Where programs keep what a user will want to find again, by the custom of the system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state")


def is_worth_keeping(match: AnyMatch) -> bool:
    """Whether anybody has made a choice, or a roll or draw by hand."""
    return match.count > 0 or any(entry.kind == "chance" and entry.manual for entry in match.tape())


class Journals:
    """The journals of one game; OSError if their folder cannot be made."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._folder = journal_folder() / game
        self._folder.mkdir(parents=True, exist_ok=True)

    def unfinished(self) -> Iterator[SaveFile]:
        """The matches left before they were over and played nowhere now, the last one first."""
        for path in sorted(self._all(), reverse=True):
            if path.stem.endswith(OVER):
                continue
            try:
                kept = read_save(path)
            except NavalCoreError:
                continue  # not even its first line was written
            if kept.entries and not is_locked(path):
                yield kept

    def _all(self) -> list[Path]:
        return list(self._folder.glob("*.jsonl"))

    def new(self) -> Path:
        """A journal to be written."""
        for old in sorted(self._all())[: -(KEPT - 1)]:
            if not is_locked(old):
                old.unlink(missing_ok=True)
        return self._folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"

    def close(self, path: Path, match: AnyMatch) -> Path | None:
        """Put the journal of a match away that is recorded no more. One that is over is named so."""
        if not is_worth_keeping(match):
            path.unlink(missing_ok=True)
            return None
        if not match.over:
            return path
        return path.rename(path.with_name(f"{path.stem}{OVER}.jsonl"))
