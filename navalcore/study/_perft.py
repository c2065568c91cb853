"""Perft: how many ways a match can continue from a position, counted to a depth; a check on rules and engine alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from navalcore._match.match import Match, begun, driver_of
from navalcore._play.chance import PhysicalChance
from navalcore._rules.decision import CHANCE
from navalcore._saves.entries import ChanceEntry, ChoiceEntry
from navalcore.errors import BadData

DEEPEST: Final = 100
"""More steps than a count can end with."""


@dataclass(frozen=True)
class Perft:
    """The count of a position."""

    depth: int
    """How many steps down."""
    lines: int
    """How many courses of so many steps there are; one that ends the match before counts as one."""
    decisions: int
    """At how many places on the way a role decides,."""
    chances: int
    """At how many chance does,."""
    ended: int
    """And at how many the match is over."""
    asked: str
    """The question in the position itself; nothing if the match is over."""
    divide: Mapping[str, int]
    """The lines by their first step."""


def perft(match: Match[Any, Any, Any], depth: int) -> Perft:
    """Count the courses that a match can take from where it is; the match itself is left as it is.

    What chance gives counts by what can be told apart: each face of a die, each kind of card that can be drawn.

    Args:
        match: the position.
        depth: how many steps, at least one.

    Raises:
        BadData: a depth below 1 or above 100, or a match that imagines hidden information.
    """
    if not 1 <= depth <= DEEPEST:
        raise BadData(f"perft counts to a depth of 1 to {DEEPEST}, not {depth}")
    position = asking(match)
    tally = _Tally()
    decision = position.decision
    if decision is None:
        return Perft(depth, tally.walk(position, depth), 0, 0, 1, "", {})
    tally.visit(decision.role)
    divide = {
        text: 1 if depth == 1 else tally.walk(_after(position, index), depth - 1)
        for index, text in enumerate(decision.texts)
    }
    return Perft(depth, sum(divide.values()), tally.decisions, tally.chances, tally.ended, decision.prompt, divide)


def asking(match: Match[Any, Any, Any]) -> Match[Any, Any, Any]:
    """A copy of a match that asks for every further result of chance, as one with real dice does."""
    tape = match.tape()
    results = [entry.value for entry in tape if isinstance(entry, ChanceEntry)]
    setup = driver_of(match).setup
    copied = begun(replace(setup, chance="physical", seed="", salt="", promised=""), PhysicalChance(results))
    for entry in tape:
        if isinstance(entry, ChoiceEntry):
            copied.choose(entry.pick, role=entry.role)
    return copied


def _after(match: Match[Any, Any, Any], index: int) -> Match[Any, Any, Any]:
    copied = match.fork()
    copied.choose(index)
    return copied


class _Tally:
    """Counts the places that a walk comes to."""

    def __init__(self) -> None:
        self.decisions = self.chances = self.ended = 0

    def visit(self, role: str) -> None:
        """Count a place where something is asked."""
        if role == CHANCE:
            self.chances += 1
        else:
            self.decisions += 1

    def walk(self, match: Match[Any, Any, Any], depth: int) -> int:
        """The lines of so many steps from here."""
        decision = match.decision
        if decision is None:
            self.ended += 1
            return 1
        self.visit(decision.role)
        if depth == 1:
            return len(decision.options)
        return sum(self.walk(_after(match, index), depth - 1) for index in range(len(decision.options)))
