"""The interface between a driver and the writers of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from navalcore._play.line import Reseed
from navalcore._rules.decision import Decision
from navalcore._rules.terms import Outcome
from navalcore.components._chance import Chance


class TapePlace(NamedTuple):
    """A place on the tape of a recorded match."""

    entries: int = 0
    """How many entries are before it."""
    step_began: int = 0
    """How many choices had been made when the last step began."""


BEGINNING: Final = TapePlace()


class Recording(Protocol):
    """Notes what happens in a match. While a loaded match follows its tape, to note something is to check it."""

    @property
    def place(self) -> TapePlace:
        """Where it is on its tape."""

    @property
    def progress(self) -> Any:
        """How far its tape has come, for :meth:`rollback`."""

    def choice(self, decision: Decision, index: int) -> None:
        """A decision was answered."""

    def chance(self, source: Chance) -> Chance:
        """The source, with every result noted."""

    def step(self, count: int, name: str, source: Chance, state: Callable[[], Any]) -> None:
        """A step begins after ``count`` choices."""

    def reseed(self, reseed: Reseed) -> None:
        """Chance continues from another seed."""

    def outcome(self, outcome: Outcome) -> None:
        """The match has ended."""

    def flush(self) -> None:
        """Write what has been noted since; raises NotWritten if that cannot be done."""

    def go_to(self, place: TapePlace) -> None:
        """Be at an earlier place again: what comes must be what the tape has from there on."""

    def rollback(self, progress: Any) -> bool:
        """Forget what has been noted since; False if it has been written, and is kept."""

    def announce_undo(self, remaining: int, role: str | None = None) -> None:
        """Choices (or the last one of ``role``) are about to be taken back; raises NotWritten."""

    def undo(self) -> None:
        """Choices were taken back."""

    def take_out(self, role: str) -> None:
        """The role's last choice was taken back, though others have chosen since."""
