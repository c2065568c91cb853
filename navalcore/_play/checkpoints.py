"""Checkpoints: where a match can be taken up again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic

from navalcore._play.recording import TapePlace
from navalcore._rules.terms import S
from navalcore.components._chance import Chance

CHECKPOINT_EVERY: Final = 256
"""Choices between two checkpoints of a match that is neither forked nor taken back."""
CHECKPOINTS_KEPT: Final = 64


@dataclass(slots=True)
class Checkpoint(Generic[S]):
    """A match between two steps: with the line of play from here on, all that is needed to continue."""

    position: int
    """How many choices had been made."""
    state: S
    """A copy of the state as the step began."""
    source: Chance
    """A copy of the chance source."""
    place: TapePlace
    """Where the recorder was on its tape."""


class Checkpoints(Generic[S]):
    """The checkpoints of one match (of many the older ones are thinned out), and when the next one is due."""

    __slots__ = ("_due", "_every", "delivered", "here", "kept", "look")

    def __init__(self, first: Checkpoint[S] | None = None, every: int = CHECKPOINT_EVERY) -> None:
        self.kept: list[Checkpoint[S]] = [] if first is None else [first]
        self.here = first
        """That of the step under way, or None if it began without one."""
        self.look = 0
        """The number of choices from which on a step that begins has to ask :meth:`begin_step`."""
        self._due = 0 if first is None else first.position + every
        self._every = every
        self.delivered = 0
        """How many of the events told since ``here`` have been delivered."""

    def at_every_step(self) -> None:
        """From now on let every step take one: they will be used all the time."""
        self._every = self._due = self.look = 0

    def begin_step(self, count: int) -> bool:
        """Leave the step under way; whether the one that begins after so many choices takes a checkpoint."""
        self.here = None
        if count >= self._due:
            return True
        self.look = self._due
        return False

    def add(self, checkpoint: Checkpoint[S]) -> None:
        """Keep the checkpoint of the step that begins."""
        self.here = checkpoint
        self.kept.append(checkpoint)
        self.look = 0  # the next step leaves this one
        if self._every:
            self._due = checkpoint.position + self._every
        if len(self.kept) > CHECKPOINTS_KEPT:
            old, recent = self.kept[: -CHECKPOINTS_KEPT // 2], self.kept[-CHECKPOINTS_KEPT // 2 :]
            self.kept = old[::2] + recent

    def before(self, position: int) -> Checkpoint[S] | None:
        """The last one that was taken when at most ``position`` choices had been made."""
        return next((each for each in reversed(self.kept) if each.position <= position), None)

    def forget_after(self, answers: int) -> None:
        """Leave out those that were taken after more results had come from outside."""
        while self.kept and getattr(self.kept[-1].source, "used", 0) > answers:
            self.kept.pop()

    def back_to(self, position: int) -> Checkpoint[S] | None:
        """The same, which is that of the step under way again, without later ones; None: the match begins again."""
        while self.kept and self.kept[-1].position > position:
            self.kept.pop()
        self.look = 0
        if self.kept:
            self.here = self.kept[-1]
            return self.here
        self.here = None
        self._due = 0
        return None
