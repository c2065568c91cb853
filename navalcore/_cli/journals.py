"""The journals that ``navalcore play`` keeps by itself, in the user's folder for state, and the words at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shlex import quote
from time import time

from platformdirs import user_state_path

from navalcore import AnyMatch, SaveFile, read_save
from navalcore._cli.events import print_outcome
from navalcore._cli.output import Output, print_note
from navalcore.components import counted
from navalcore.errors import InUse, NavalCoreError
from navalcore.study import is_locked

KEPT = 50
"""How many matches of a game that are over are kept; those that are not are never deleted."""
OVER = "-over"
NAMED = "~"
"""The part of a file's name before the name that a player has given the match."""
AHEAD = 60.0
"""Seconds that the clock of a file server may be ahead of ours."""


def journal_folder() -> Path:
    """Where journals are."""
    given = os.environ.get("NAVALCORE_STATE")
    return Path(given) if given else user_state_path("navalcore", appauthor=False)


def is_worth_keeping(match: AnyMatch) -> bool:
    """Whether a player has made a choice, or a roll or draw by hand."""
    return match.count > 0 or any(entry.kind == "chance" and entry.manual for entry in match.tape())


def by_last_played(folder: Path) -> list[Path]:
    """The journals in a folder and those below it, the one played last first; those dated in the future come last."""
    return [path for _, path in _dated(folder)]


def _dated(folder: Path) -> list[tuple[bool, Path]]:
    """The same, each with whether it is known when it was played: a date in the future is the fault of a clock."""
    played, now = [], time()
    for path in folder.rglob("*.jsonl"):
        with suppress(OSError):  # renamed or deleted by another program in the meantime, or a link to nothing
            date = path.stat().st_mtime
            played.append((date <= now + AHEAD, date, path.name, path))
    return [(known, path) for known, *_, path in sorted(played, reverse=True)]


def is_over(path: Path) -> bool:
    """Whether the match of a journal is over."""
    return path.stem.endswith(OVER)


def name_of(path: Path) -> str:
    """The name that a player has given the match of a journal, or nothing."""
    return path.stem.removesuffix(OVER).partition(NAMED)[2]


def rename(path: Path, name: str) -> Path:
    """Give the match of a journal a name; it is over or not as before."""
    begun = path.stem.removesuffix(OVER).partition(NAMED)[0]
    return path.rename(path.with_name(f"{begun}{NAMED}{name}{OVER if is_over(path) else ''}.jsonl"))


class Journals:
    """The journals of one game."""

    def __init__(self, game: str) -> None:
        self._folder = journal_folder() / game

    def unfinished(self) -> Iterator[SaveFile]:
        """The matches left before they were over and played nowhere now, the one played last first."""
        for path in by_last_played(self._folder):
            if is_over(path):
                continue
            try:
                kept = read_save(path)
            except NavalCoreError:
                continue  # not even its first line was written
            if kept.entries and not is_locked(path):
                yield kept

    def begin(
        self,
        match: AnyMatch,
        path: Path | None = None,
        *,
        otherwise: str = "no journal is kept, and the command save FILE writes the match elsewhere",
        say: Callable[[str], object] = print_note,
    ) -> Path | None:
        """Record a match to a new journal, or to its own; None, with a note for the player, where none can be kept."""
        try:
            path = path or self.new()
            match.record_to(path)
        except InUse:
            raise
        except (OSError, NavalCoreError) as error:
            why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
            say(f"{otherwise}: {why}")
            return None
        return path

    def new(self) -> Path:
        """A journal to be written (OSError without a folder); of matches that are over, the last fifty stay."""
        self._folder.mkdir(parents=True, exist_ok=True)
        over = [path for known, path in _dated(self._folder) if known and is_over(path) and not name_of(path)]
        for old in over[KEPT:]:
            old.unlink(missing_ok=True)
        if over[KEPT:]:
            gone = counted(len(over) - KEPT, "match", "matches")
            print_note(f"{gone} that had ended were deleted: the last {KEPT} of a game are kept, and those with a name")
        return self._folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"

    def close(self, path: Path, match: AnyMatch) -> Path | None:
        """Put the journal of a match away that is recorded no more. One that is over is named so."""
        if not is_worth_keeping(match):
            path.unlink(missing_ok=True)
            return None
        if not match.over:
            return path
        return path.rename(path.with_name(f"{path.stem}{OVER}.jsonl"))


def say_goodbye(
    out: Output,
    match: AnyMatch,
    orders: Sequence[str],
    journal: Path | None,
    saved: tuple[Path, int] | None,
    *,
    of_itself: bool,
) -> None:
    """Say how to continue; ``saved``: a file that the match was saved to, and after how many choices."""
    out.line()
    if orders:
        out.line("Your orders end here; to give them again, type:")
    for text in orders:
        out.line(f"  orders {text}")
    if of_itself and not is_worth_keeping(match):
        out.line("Goodbye. Nothing was chosen, so nothing is kept of the match.")
    elif journal is not None:
        how = (
            "navalcore matches lists it, and the same command resumes it"
            if of_itself
            else "resume it with the same command"
        )
        out.line(f"Goodbye. The match is kept in {journal}; {how}.")
    elif saved is None:
        out.line("Goodbye. The match was not kept; --save FILE would have kept it.")
    else:
        path, count = saved
        missing = "" if match.count == count else f", as it was after {counted(count, 'choice')}"
        out.line(f"Goodbye. The match is saved in {path}{missing}; resume it with --save {quote(str(path))}.")


def say_how_it_ended(
    out: Output,
    match: AnyMatch,
    orders: Sequence[str],
    journal: Path | None,
    saved: tuple[Path, int] | None = None,
    *,
    of_itself: bool,
) -> None:
    """Say goodbye to the players as they leave, or how the match ended and where it is kept."""
    if match.outcome is None:
        say_goodbye(out, match, orders, journal, saved, of_itself=of_itself)
        return
    print_outcome(out, match.game, match.outcome)
    if match.setup.seed:
        salt = f", its salt {match.setup.salt}" if match.setup.chance == "committed" else ""
        out.line((f"The seed was {match.setup.seed}{salt}.", "faint"))
    if journal is not None:
        out.line((f"The match is kept in {journal}.", "faint"))
