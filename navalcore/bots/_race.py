"""The race of the options at the decision a search bot is asked."""

from __future__ import annotations

from math import sqrt
from typing import Final

from navalcore._misfits import told_when_made, whole
from navalcore.errors import BadData

FIELD: Final = 6
"""Where more options than this run, the worse half drops out after every round."""
WARM_UP: Final = 5
"""Rounds before an option drops out for being behind, or is taken for being ahead."""
BEHIND: Final = 1.5
"""An option so many standard errors behind the preferred one, or behind the leader, drops out."""
CAUTION: Final = 2.0
"""The preferred option is left only for one so many standard errors ahead: estimates err more than playouts show."""


@told_when_made
class Race:
    """Options tried in the same imagined matches, round by round.

    An option is compared with another by the differences within rounds: luck that both met alike cancels out.

    Args:
        options: how many options there are, one at least.

    Attributes:
        preferred: the index of the option that is taken unless another proves better.
        round: the round under way, from 0.
        values: the value of each option for the role that chooses (0 to 1), in every round it took part in.
        running: the options still in the race.
        playouts: how many tries it took so far.

    Raises:
        BadData: there is no option, or the preferred one is none of them.
    """

    def __init__(self, options: int, preferred: int) -> None:
        if preferred not in range(whole("a race has a number of options", options, 1)):
            raise BadData(f"of {options} options one from 0 to {options - 1} is preferred, not {preferred!r}")
        self.preferred: int = preferred
        self.round: int = 0
        self.values: list[list[float]] = [[] for _ in range(options)]
        self.running: list[int] = [preferred, *(index for index in range(options) if index != preferred)]
        self.playouts: int = 0
        self._turn = 0

    @property
    def undecided(self) -> bool:
        """Whether more than one option is left."""
        return len(self.running) > 1

    @property
    def next(self) -> int:
        """The option to be tried now."""
        return self.running[self._turn]

    def note(self, value: float) -> None:
        """Record ``value``, from 0 (lost) to 1 (won), as the result of trying :attr:`next`."""
        self.values[self.running[self._turn]].append(value)
        self.playouts += 1
        self._turn += 1
        if self._turn == len(self.running):
            self._turn = 0
            self.round += 1
            self._drop()

    def mean(self, index: int) -> float:
        """The average worth of the option ``index``, from 0 to 1; one half if it was never tried."""
        values = self.values[index]
        return sum(values) / len(values) if values else 0.5

    def lead(self, index: int, other: int) -> tuple[float, float]:
        """How far the option ``index`` is ahead of ``other``, from -1 to 1, and the standard error of that. With fewer
        than two rounds in common it is 0, with an error of 1.
        """
        differences = [a - b for a, b in zip(self.values[index], self.values[other], strict=False)]
        count = len(differences)
        if count < 2:
            return 0.0, 1.0
        mean = sum(differences) / count
        variance = sum((each - mean) ** 2 for each in differences) / (count - 1)
        return mean, sqrt(variance / count)

    @property
    def leader(self) -> int:
        """The running option with the best mean over the rounds that all running options finished."""
        rounds = min(len(self.values[index]) for index in self.running)
        return max(self.running, key=lambda index: sum(self.values[index][:rounds]))

    @property
    def best(self) -> int:
        """The option to take: the leader, if it is far enough ahead of the preferred one."""
        leader = self.leader
        lead, error = self.lead(leader, self.preferred)
        clear = self.round >= WARM_UP and lead > CAUTION * error
        return leader if clear else self.preferred

    def _drop(self) -> None:
        """Let those go that are behind; the preferred option stays, to be compared with."""
        if len(self.running) > FIELD:
            ranked = sorted(self.running, key=lambda index: -sum(self.values[index]))
            kept = ranked[: max(FIELD, len(ranked) // 2)]
            self.running = [index for index in self.running if index in kept or index == self.preferred]
        elif self.round >= WARM_UP:
            leader, preferred = self.leader, self.preferred
            self.running = [
                index
                for index in self.running
                if index == preferred
                or not (self._behind(index, preferred) or (index != leader and self._behind(index, leader)))
            ]

    def _behind(self, index: int, other: int) -> bool:
        """Whether an option need not be tried any more; one that never differs from the other need not either."""
        lead, error = self.lead(other, index)
        return lead > BEHIND * error or (lead == 0 and error == 0)
