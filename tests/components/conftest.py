"""A Chance that walks through every possible result, to compare draws with exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import pytest

from navalcore.components._chance import Chance

R = TypeVar("R", bound=Hashable)


class EveryResult(Chance):
    """Answers along a path of ``(result, results)`` pairs, then with the first result of each new request."""

    def __init__(self, path: list[tuple[int, int]]) -> None:
        self.path = path
        self.position = 0

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        if self.position == len(self.path):
            self.path.append((0, n))
        result, results = self.path[self.position]
        assert results == n, "the same results so far must lead to the same request"
        self.position += 1
        return result


def exact_distribution(procedure: Callable[[Chance], R]) -> dict[R, Fraction]:
    """The exact probability of every value ``procedure`` may return."""
    found: dict[R, Fraction] = {}
    path: list[tuple[int, int]] = []
    while True:
        value = procedure(EveryResult(path))
        weight = Fraction(1)
        for _, results in path:
            weight /= results
        found[value] = found.get(value, Fraction(0)) + weight
        while path and path[-1][0] == path[-1][1] - 1:
            path.pop()
        if not path:
            return found
        result, results = path[-1]
        path[-1] = (result + 1, results)


@pytest.fixture(scope="session")
def distribution() -> Callable[[Callable[[Chance], Hashable]], dict[Hashable, Fraction]]:
    """The exact distribution of a procedure that takes a Chance."""
    return exact_distribution
