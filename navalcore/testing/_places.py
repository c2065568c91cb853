"""Places: how many of the options that are offered name one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from navalcore._rules.option import kind_of, places_of


@dataclass
class Placed:
    """How many options name a place."""

    offered: Counter[str] = field(default_factory=Counter)
    """Options offered, by kind."""
    placed: Counter[str] = field(default_factory=Counter)
    """Those that name a place, by kind."""

    def note(self, options: Iterable[object]) -> None:
        """Count the options of one decision."""
        for option in options:
            kind = kind_of(option)
            self.offered[kind] += 1
            if places_of(option):
                self.placed[kind] += 1

    def add(self, other: Placed) -> None:
        """Count what another has counted."""
        self.offered += other.offered
        self.placed += other.placed

    @property
    def share(self) -> float:
        """The share of all options that name a place."""
        return self.placed.total() / max(1, self.offered.total())

    @property
    def acts(self) -> dict[str, int]:
        """The kinds of which no option names a place, with how often they were offered."""
        return {kind: number for kind, number in sorted(self.offered.items()) if not self.placed[kind]}

    @property
    def share_without_acts(self) -> float:
        """The share of options that name a place among those of the other kinds."""
        others = self.offered.total() - sum(self.acts.values())
        return self.placed.total() / max(1, others)

    def __str__(self) -> str:
        if not self.offered:
            return "no options looked at"
        acts = ", ".join(f"{kind} ({number})" for kind, number in self.acts.items())
        return f"{self.share:.1%} of {self.offered.total()} options" + (f"; kinds without any: {acts}" if acts else "")
