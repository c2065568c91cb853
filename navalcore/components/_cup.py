"""Cups: counters drawn blindly, put back and restocked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from navalcore.components._cards import expand_mix, sorted_counts
from navalcore.components._chance import Chance, take_unordered
from navalcore.errors import BadData

T = TypeVar("T", bound=Hashable)


@dataclass(slots=True, init=False)
class Cup(Generic[T]):
    """An opaque cup of counters, each equally likely to be drawn. Counters are any hashable values.

    >>> from navalcore.components import SeededChance
    >>> cup = Cup.from_mix({"freighter": 5, "tanker": 2})
    >>> cup.draw(SeededChance.from_seed(7), where=lambda counter: counter.startswith("t"))
    'tanker'
    >>> cup.counts()
    Counter({'freighter': 5, 'tanker': 1})
    """

    counters: list[T]
    """The counters, in an order without meaning."""

    def __init__(self, counters: Iterable[T] = ()) -> None:
        self.counters = list(counters)

    @classmethod
    def from_mix(cls, mix: Mapping[T, int]) -> Self:
        """A cup with as many of each counter as ``mix`` says.

        Raises:
            BadData: a number is negative.
        """
        return cls(expand_mix(mix))

    def __len__(self) -> int:
        return len(self.counters)

    def __iter__(self) -> Iterator[T]:
        return iter(self.counters)

    def count(self, where: Callable[[T], bool]) -> int:
        """How many counters satisfy ``where``."""
        return sum(map(where, self.counters))

    def counts(self) -> Counter[T]:
        """How many there are of each counter, sorted by counter."""
        return sorted_counts(self.counters)

    def draw(self, chance: Chance, where: Callable[[T], bool] | None = None, why: str = "", rule: str = "") -> T:
        """Take one counter blindly.

        Arguments:
            chance: decides which counter.
            where: only counters that satisfy this count, as if the others were drawn and put back.
            why: what the draw is for.
            rule: the section of the rules it follows.

        Raises:
            BadData: no counter (that satisfies ``where``) is left.
        """
        counters = self.counters
        if where is None:
            if not counters:
                raise BadData(f"no counter to draw{f' for {why}' if why else ''}: the cup is empty")
            return take_unordered(counters, chance.pick(counters, why, rule))
        fitting = [index for index, counter in enumerate(counters) if where(counter)]
        if not fitting:
            purpose = f" for {why}" if why else ""
            raise BadData(f"no counter to draw{purpose}: none of the {len(counters)} in the cup fits")
        picked = chance.pick([counters[index] for index in fitting], why, rule)
        return take_unordered(counters, fitting[picked])

    def add(self, counter: T) -> None:
        """Put ``counter`` into the cup."""
        self.counters.append(counter)

    def add_all(self, counters: Iterable[T]) -> None:
        """Put ``counters`` into the cup."""
        self.counters.extend(counters)

    def remove(self, counter: T) -> None:
        """Search the cup for ``counter`` and take it out.

        Raises:
            BadData: the cup has no such counter.
        """
        try:
            index = self.counters.index(counter)
        except ValueError:
            raise BadData(f"the cup has no {counter} among its {len(self.counters)} counters") from None
        take_unordered(self.counters, index)

    def copy(self) -> Self:
        """The same counters, independent of this cup."""
        return type(self)(self.counters)
