"""Where luck could have gone another way: every result that a roll or a draw of a played match could have had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from navalcore.components.chance import Chance, SeededChance
from navalcore.engine.chance import AnsweredChance
from navalcore.engine.entries import ChanceEntry, ChoiceEntry, Entry
from navalcore.engine.match import Match
from navalcore.engine.start import begin_again


@dataclass(frozen=True, slots=True)
class Way:
    """One result that could come: its number (a face, or the index of an item), its text, and its chance."""

    value: int
    text: str
    chance: Fraction


class Crossroads(Chance):
    """Given results first, among them the one that is looked at; then a seeded stream.

    Shared by its copies: ``ways``, what the result looked at could have been; ``further``, whether a result beyond it
    was wanted.
    """

    __slots__ = ("_given", "_log", "_then", "_used")

    def __init__(self, given: Sequence[int], then: SeededChance) -> None:
        self._given = given
        self._used = 0
        self._then = then
        self._log: dict[str, Any] = {"ways": (), "further": False}

    @property
    def ways(self) -> tuple[Way, ...]:
        """What the last of the given results could have been."""
        ways: tuple[Way, ...] = self._log["ways"]
        return ways

    @property
    def further(self) -> bool:
        """Whether results beyond the given ones were wanted."""
        return bool(self._log["further"])

    def _next(self) -> int | None:
        if self._used == len(self._given):
            self._log["further"] = True
            return None
        self._used += 1
        return self._given[self._used - 1]

    def _looked_at(self) -> bool:
        return self._used == len(self._given)

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """The next given number, or one of the stream."""
        value = self._next()
        if value is None:
            return self._then.below(n, why, rule)
        if self._looked_at():
            self._log["ways"] = tuple(Way(each, str(each), Fraction(1, n)) for each in range(n))
        return value

    def roll(self, low: int, high: int, why: str = "", rule: str = "") -> int:
        """The next given face, or one of the stream."""
        value = self._next()
        if value is None:
            return self._then.roll(low, high, why, rule)
        if self._looked_at():
            share = Fraction(1, high - low + 1)
            self._log["ways"] = tuple(Way(face, str(face), share) for face in range(low, high + 1))
        return value

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:
        """The next given index, or one of the stream; equal items are one way."""
        value = self._next()
        if value is None:
            return self._then.pick(items, why, rule)
        if self._looked_at():
            first: dict[object, list[int]] = {}
            for index, item in enumerate(items):
                first.setdefault(item, [index, 0])[1] += 1
            self._log["ways"] = tuple(
                Way(index, str(item), Fraction(count, len(items))) for item, (index, count) in first.items()
            )
        return value

    def fork(self) -> Crossroads:
        """A copy at the same place."""
        twin = Crossroads(self._given, self._then.fork())
        twin._used, twin._log = self._used, self._log
        return twin


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happened from one decision of a match to the next.

    Attributes:
        choice: the choice made; None before the first decision.
        results: the chance results that followed it.
        number: how many choices were made before.
    """

    choice: ChoiceEntry | None
    results: tuple[ChanceEntry, ...]
    number: int


def stretches(entries: Sequence[Entry]) -> list[Stretch]:
    """A tape, decision by decision."""
    found: list[tuple[ChoiceEntry | None, list[ChanceEntry]]] = [(None, [])]
    for entry in entries:
        if isinstance(entry, ChoiceEntry):
            found.append((entry, []))
        elif isinstance(entry, ChanceEntry):
            found[-1][1].append(entry)
    return [Stretch(choice, tuple(results), max(0, place - 1)) for place, (choice, results) in enumerate(found)]


class Retold:
    """A played match told again decision by decision, with a way into everything that could have come instead.

    Attributes:
        game: the game played.
        stretches: what happened, from decision to decision.
    """

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        self.game = match.game
        self._setup = match.setup
        self.stretches = stretches(match.tape())
        self._source = AnsweredChance([entry.value for each in self.stretches for entry in each.results])

    def __len__(self) -> int:
        return len(self.stretches)

    def __iter__(self) -> Iterator[tuple[Stretch, Match[Any, Any, Any] | None]]:
        """Each stretch, with the match as it was before it (None: before it began)."""
        match: Match[Any, Any, Any] | None = None
        for stretch in self.stretches:
            yield stretch, match
            if match is None:
                match = self._begun(self._source)
            else:
                assert stretch.choice is not None
                match.choose(stretch.choice.pick, role=stretch.choice.role)

    def _begun(self, source: Chance) -> Match[Any, Any, Any]:
        return begin_again(self._setup, source)

    def otherwise(
        self, stretch: Stretch, before: Match[Any, Any, Any] | None, source: Crossroads
    ) -> Match[Any, Any, Any]:
        """The match after a stretch whose chance results came from ``source``."""
        if before is None:
            return self._begun(source)
        twin = before.fork(chance=source)
        assert stretch.choice is not None
        twin.choose(stretch.choice.pick, role=stretch.choice.role)
        return twin
