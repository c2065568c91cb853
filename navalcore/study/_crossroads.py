"""Where luck could have gone another way: every result that a roll or a draw of a played match could have had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore._match.again import begin_again
from navalcore._match.match import Match, driver_of
from navalcore._play.chance import AnsweredChance
from navalcore._saves.entries import ChanceEntry, ChoiceEntry, Entry
from navalcore.components._chance import Chance, SeededChance
from navalcore.odds._paths import Draw


@dataclass(slots=True)
class Probe:
    """Findings by results given to a match."""

    draw: Draw | None = None
    """The die or draw of the last given result."""
    further: bool = False
    """Whether a result beyond it was wanted."""


class ProbingChance(AnsweredChance):
    """Given results first, then a seeded stream. What is found out, ``probe``, is shared by its copies."""

    __slots__ = ("_then", "probe")

    def __init__(self, given: Sequence[int], then: SeededChance) -> None:
        super().__init__([*given])
        self._then = then
        self.probe = Probe()

    def next(self, question: str, values: Sequence[int], items: Sequence[object] | None, why: str, rule: str) -> int:
        """The next given result, or one of the stream."""
        if self.used == len(self.answers):
            self.probe.further = True
            return values[self._then.below(len(values))]
        if self.used + 1 == len(self.answers):
            of = Draw.of_die(values[0], values[-1], why, rule) if items is None else Draw.of_items(items, why, rule)
            self.probe.draw = of
        return super().next(question, values, items, why, rule)

    def at(self, used: int, answers: list[int] | None = None) -> ProbingChance:
        """A copy at another place of the results, with a stream of its own."""
        copied = ProbingChance(self.answers if answers is None else answers, self._then.fork())
        copied.used, copied.probe = used, self.probe
        return copied


@dataclass(frozen=True, slots=True)
class Stretch:
    """The events from one decision of a match to the next."""

    choice: ChoiceEntry | None
    """The choice made; None before the first decision."""
    results: tuple[ChanceEntry, ...]
    """The chance results that followed it."""
    number: int
    """How many choices were made before."""


def stretches(entries: Sequence[Entry]) -> list[Stretch]:
    """A tape, decision by decision."""
    found: list[tuple[ChoiceEntry | None, list[ChanceEntry]]] = [(None, [])]
    for entry in entries:
        if isinstance(entry, ChoiceEntry):
            found.append((entry, []))
        elif isinstance(entry, ChanceEntry):
            found[-1][1].append(entry)
    return [Stretch(choice, tuple(results), max(0, place - 1)) for place, (choice, results) in enumerate(found)]


class PlayedMatch:
    """A played match told again decision by decision, with a way into everything that could have come instead."""

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self.game = match.game
        self._setup = driver_of(match).setup
        self.stretches = stretches(match.tape())
        self._source = AnsweredChance([entry.value for each in self.stretches for entry in each.results])

    def __len__(self) -> int:
        return len(self.stretches)

    def __iter__(self) -> Iterator[tuple[Stretch, Match[Any, Any, Any] | None]]:
        """Each stretch with the match before it (None: not begun); the last is not played, as people may still roll."""
        match: Match[Any, Any, Any] | None = None
        yield self.stretches[0], match
        for stretch in self.stretches[1:]:
            if match is None:
                match = self._begun(self._source)
            yield stretch, match
            assert stretch.choice is not None
            if stretch is not self.stretches[-1]:
                match.choose(stretch.choice.pick, role=stretch.choice.role)

    def _begun(self, source: Chance) -> Match[Any, Any, Any]:
        return begin_again(self._setup, source)

    def otherwise(
        self, stretch: Stretch, before: Match[Any, Any, Any] | None, source: ProbingChance
    ) -> Match[Any, Any, Any]:
        """The match after a stretch whose chance results came from ``source``."""
        if before is None:
            return self._begun(source)
        copied = before.fork(chance=source)
        assert stretch.choice is not None
        copied.choose(stretch.choice.pick, role=stretch.choice.role)
        return copied
