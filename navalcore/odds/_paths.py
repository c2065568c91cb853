"""The one enumerator of chance: what a die or a draw may give with its exact weights, and every path of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import factorial, lcm, prod
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from navalcore.components._chance import Chance, Reading, SeededChance
from navalcore.errors import BadData, OverBudget

T = TypeVar("T", bound=Hashable)

Ways: TypeAlias = tuple[tuple[int, int], ...]
"""The different results of a draw, each with the number of equally likely ways in which it comes about."""
HOPELESS: Final = 2
"""Paths are given up early where they make it likely that there are so many times more than allowed."""


# ---- what one draw may give ------------------------------------------------------------------------------------------


def kinds(items: Sequence[object]) -> Ways:
    """The different items of a draw, each by the index of the first of its kind."""
    return tuple((items.index(item), count) for item, count in Counter(items).items())


@lru_cache(maxsize=1024)
def readings(low: int, high: int, reads: Reading | None = None) -> Ways:
    """The lowest face of each reading of a die, and how many faces read so; without ``reads`` each is its own."""
    found: dict[Hashable, list[int]] = {}
    for face in range(low, high + 1):
        found.setdefault(face if reads is None else reads(face), [face, 0])[1] += 1
    return tuple((lowest, count) for lowest, count in found.values())


@lru_cache(maxsize=1024)
def combinations(count: int, die: Ways) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every combination of ``count`` dice whose results come about in so many ways each, with its own ways."""
    found = []
    for combination in combinations_with_replacement(die, count):
        arrangements = factorial(count)
        for times in Counter(combination).values():
            arrangements //= factorial(times)
        found.append((tuple(face for face, _ in combination), arrangements * prod(ways for _, ways in combination)))
    return tuple(found)


@lru_cache(maxsize=1024)
def sums(count: int, sides: int) -> Ways:
    """Every sum of ``count`` dice numbered from 0, with its ways."""
    ways = [1]
    for _ in range(count):
        ways = [sum(ways[max(0, total - sides + 1) : total + 1]) for total in range(len(ways) + sides - 1)]
    return tuple(enumerate(ways))


@dataclass(frozen=True, slots=True)
class Draw:
    """A die or draw with everything that it may give."""

    why: str
    """Its purpose."""
    rule: str
    """The section that asks for it."""
    values: tuple[int, ...]
    """Each different result: a face, or the index of an item; like items are one result."""
    results: tuple[object, ...]
    """The faces or items themselves."""
    ways: tuple[int, ...]
    """In how many equally likely ways each comes about."""

    @classmethod
    def of_die(cls, low: int, high: int, why: str, rule: str) -> Draw:
        """A die.

        Args:
            low: its lowest face.
            high: its highest face.
            why: its purpose, in words for people.
            rule: the section that asks for it.
        """
        values, ways = zip(*readings(low, high), strict=True)
        return cls(why, rule, values, values, ways)

    @classmethod
    def of_items(cls, items: Sequence[object], why: str, rule: str) -> Draw:
        """A draw of one item, taken blindly.

        Args:
            items: the items; equal ones are one result.
            why: its purpose, in words for people.
            rule: the section that asks for it.
        """
        counted = Counter(items)
        return cls(why, rule, tuple(map(items.index, counted)), tuple(counted), tuple(counted.values()))

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of each."""
        return tuple(map(str, self.results))

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The exact chance of each result; they add up to 1."""
        whole = sum(self.ways)
        return tuple(Fraction(ways, whole) for ways in self.ways)


# ---- every path ------------------------------------------------------------------------------------------------------


class BranchingChance(Chance):
    """Every possible result in turn, each with its exact weight: the source behind exact odds.

    Run the procedure, read :attr:`weight`, call :meth:`advance`, and run it again from the start until that says False.
    What the rules do not distinguish is one branch with its common weight. Examples are equal items of a draw, faces
    that read the same, the orders of a pool, and the ways to a total. Copies of a match draw from the source itself, so
    that the path is known; only one of them may be played at a time.

    Args:
        most: branch only as long as this makes no more paths; what comes after is drawn from ``then``.
        then: a stream; without it everything branches.

    Attributes:
        ways: how many of the equally likely courses of chance go this path,
        whole: of how many in all.
    """

    __slots__ = ("_beyond", "_depth", "_most", "_path", "_then", "ways", "whole")

    def __init__(self, most: int = 0, then: SeededChance | None = None) -> None:
        self._path: list[tuple[int, Sequence[tuple[int, int]], int]] = []
        self._depth = 0
        self._most, self._then = most, then
        self._beyond = False
        self.ways: int = 1
        self.whole: int = 1

    @property
    def weight(self) -> Fraction:
        """The chance of this path."""
        return Fraction(self.ways, self.whole)

    def _branch(self, branches: Callable[[], Sequence[tuple[int, int]]], total: int) -> int:
        if self._depth == len(self._path):
            found = branches()
            if not found:
                raise BadData("chance was asked for one of no results")
            if self._then is not None and self._too_many(len(found)):
                place = self._then.below(1 << 32) * total >> 32
                upto = accumulate(ways for _, ways in found)
                return next(value for (value, _), end in zip(found, upto, strict=True) if place < end)
            self._path.append((0, found, total))
        taken, choices, total = self._path[self._depth]
        self._depth += 1
        value, ways = choices[taken]
        self.ways *= ways
        self.whole *= total
        return value

    def _too_many(self, more: int) -> bool:
        """Whether so many branches more would make too many paths, or others on this path would have."""
        self._beyond = self._beyond or prod(len(choices) for _, choices, _ in self._path) * more > self._most
        return self._beyond

    def below(self, n: int, why: str = "", rule: str = "") -> int:  # noqa: ARG002
        """Each number from 0 to ``n - 1`` in turn."""
        return self._branch(lambda: readings(0, n - 1), n)

    def pick(self, items: Sequence[object], why: str = "", rule: str = "") -> int:  # noqa: ARG002
        """Each different item in turn, weighted by how often it is there."""
        return self._branch(lambda: kinds(items), len(items))

    def pool(
        self,
        count: int,
        low: int,
        high: int,
        why: str = "",  # noqa: ARG002
        rule: str = "",  # noqa: ARG002
        reads: Reading | None = None,
    ) -> list[int]:
        """Each combination of readings in turn, every reading by the lowest face that has it."""
        found = combinations(count, readings(low, high, reads))
        branch = self._branch(lambda: [(i, ways) for i, (_, ways) in enumerate(found)], (high - low + 1) ** count)
        return list(found[branch][0])

    def total(self, count: int, low: int, high: int, why: str = "", rule: str = "") -> list[int]:  # noqa: ARG002
        """Each sum in turn, by faces as equal as they can be."""
        if not count:
            return []
        sides = high - low + 1
        each, more = divmod(self._branch(lambda: sums(count, sides), sides**count), count)
        return [low + each + (die < more) for die in range(count)]

    def fork(self) -> BranchingChance:
        """Itself."""
        return self

    def advance(self) -> bool:
        """Move on to the next path; False when all have been walked."""
        self._depth, self.ways, self.whole, self._beyond = 0, 1, 1, False
        while self._path:
            taken, choices, total = self._path[-1]
            if taken + 1 < len(choices):
                self._path[-1] = (taken + 1, choices, total)
                return True
            self._path.pop()
        return False


class Distribution(NamedTuple, Generic[T]):
    """Results with the equally likely ways that lead to each, ``whole`` in all, and the paths run to find them."""

    ways: dict[T, int]
    whole: int
    paths: int = 0

    def chances(self) -> dict[T, Fraction]:
        """The chance of every result."""
        return {result: Fraction(ways, self.whole) for result, ways in self.ways.items()}


def distribution(
    run: Callable[[BranchingChance], T],
    budget: int | None = None,
    *,
    chance: BranchingChance | None = None,
    patience: int | None = None,
) -> Distribution[T]:
    """The results of the paths of chance; equal results are one."""
    chance = BranchingChance() if chance is None else chance
    found: dict[tuple[T, int], int] = {}
    paths, walked = 0, Fraction(0)
    while True:
        result = run(chance), chance.whole
        found[result] = found.get(result, 0) + chance.ways
        paths += 1
        if patience is not None and budget is not None:
            walked += chance.weight
            if paths >= patience and walked * budget * HOPELESS < paths:
                raise OverBudget(f"chance is likely to take far more than the {budget} paths allowed")
        if not chance.advance():
            break
        if paths == budget:
            raise OverBudget(f"chance takes more than the {budget} paths allowed: allow more of them, or sample")
    whole = lcm(*{each for _, each in found})
    merged: dict[T, int] = {}
    for (result_of_run, each), count in found.items():
        merged[result_of_run] = merged.get(result_of_run, 0) + count * (whole // each)
    return Distribution(merged, whole, paths)
