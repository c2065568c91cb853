"""Shrinking: the shortest way found to a failure, with the plainest options, in so many tries and choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from navalcore.testing._registry import ConformanceCheck
from navalcore.testing._report import Finding, TrialFinding
from navalcore.testing._trial import LOOKED_AT, Trial

CHOICES: Final = 20_000
"""Choices that may be made, over all tries, to shrink one failure; for long matches, so many times their length."""
LENGTHS: Final = 8
LONG: Final = 200
"""A match of more choices than that is first looked for in half its length."""
RESTARTS: Final = 4
"""Other random matches that are tried for each plainer setting."""
BY_WORDS: Final = ("plays", "invariants")
"""Checks that notice faults of many kinds; these are told apart by their first words."""


def same_fault(one: Finding, other: Finding) -> bool:
    """Whether two failures are, for all that can be told, one fault met twice."""
    if one.check != other.check:
        return False
    if one.check == "stress":
        return _words(one.expected.partition(" (")[0]) == _words(other.expected.partition(" (")[0])
    return one.check not in BY_WORDS or _words(one.found) == _words(other.found)


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]+", text)[:12]


def shrink(failure: TrialFinding, check: ConformanceCheck, patience: float) -> TrialFinding:
    """The same failure in a match as short and plain as the budget allows; unchanged if it does not come again."""
    if not check.shrinks:
        return failure
    return _Shrinker(failure, check, patience).shrunk()


class _Shrinker:
    def __init__(self, failure: TrialFinding, check: ConformanceCheck, patience: float) -> None:
        self.original = failure
        self.check = check
        self.patience = patience
        self.tries = check.shrinks
        self.choices = max(CHOICES, LENGTHS * len(failure.choices))
        self.best = failure
        self.trial: Trial = failure.trial
        self.script: tuple[int, ...] = ()
        self.length = 0

    def shrunk(self) -> TrialFinding:
        played = self.trial.__dict__.get("played")
        whole = tuple(played.choices[:LOOKED_AT]) if played is not None else self.original.choices
        if not any(self.fails(self.trial, script) for script in dict.fromkeys((self.original.choices, whole))):
            return self.original
        self.length = len(self.script)
        self.simplify_settings()
        self.cut()
        self.leave_out()
        self.take_first_options()
        return replace(self.best, choices=self.script, shrunk_from=self.length)

    def fails(self, trial: Trial, script: tuple[int, ...]) -> bool:
        """Whether the same fault shows with these choices; it is then the best found so far."""
        if self.tries <= 0 or self.choices <= 0:
            return False
        self.tries -= 1
        self.choices -= len(script) + 1
        scripted = replace(trial, script=script)
        found = self.check.finding(scripted, self.patience)
        if found is None or found.decision is None or not same_fault(found, self.original):
            return False
        self.best, self.trial, self.script = found, scripted, script
        if len(found.choices) < len(script):
            self.fails(trial, found.choices)
        return True

    def simplify_settings(self) -> None:
        for scenario, options in self._plainer():
            plainer = replace(self.trial, scenario=scenario, options=options)
            if not self.fails(plainer, self.script):
                self.restart(plainer)
        if len(self.script) > RESTARTS:
            self.restart(self.trial)

    def _plainer(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Settings with fewer options, each from the best so far."""
        first = next(iter(self.trial.game.scenarios))
        if self.trial.options or self.trial.scenario != first:
            yield first, {}
        if self.trial.options:
            yield self.trial.scenario, {}
        for name in tuple(self.trial.options):
            if name in self.trial.options:
                yield self.trial.scenario, {n: value for n, value in self.trial.options.items() if n != name}

    def restart(self, trial: Trial) -> None:
        """Look for the fault in other random matches that are no longer than the best so far."""
        for number in range(RESTARTS):
            longest = max(1, len(self.script) // 2 if len(self.script) > LONG else len(self.script))
            seed = f"{self.original.seed}~{number}"
            other = replace(trial, script=None, seed=seed, max_choices=longest)
            self.choices -= longest
            if self.tries <= 0 or self.choices <= 0:
                return
            choices = tuple(other.played.choices)
            if len(choices) <= longest and self.fails(replace(trial, seed=seed), choices):
                return

    def cut(self) -> None:
        """Leave out the end."""
        while self.script and self.tries > 0:
            length = len(self.script)
            if not any(self.fails(self.trial, self.script[:keep]) for keep in (length // 2, 3 * length // 4)):
                return

    def leave_out(self) -> None:
        """Leave out parts, large ones first."""
        size = max(1, len(self.script) // 2)
        while self.script and self.tries > 0 and self.choices > 0:
            at, shorter = 0, False
            while at < len(self.script):
                if self.fails(self.trial, self.script[:at] + self.script[at + size :]):
                    shorter = True
                else:
                    at += size
                if self.tries <= 0 or self.choices <= 0:
                    return
            if size == 1 and not shorter:
                return
            size = max(1, size // 2)

    def take_first_options(self) -> None:
        """Put the first option in the place of others, where nothing depends on them."""
        if any(self.script):
            self.fails(self.trial, (0,) * len(self.script))
        for at in range(len(self.script)):
            if at < len(self.script) and self.script[at]:
                self.fails(self.trial, (*self.script[:at], 0, *self.script[at + 1 :]))
