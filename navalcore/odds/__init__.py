"""Odds: the chances of what the rules may bring, found by running the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from navalcore.engine.decision import Policy, first_option
from navalcore.errors import OverBudget
from navalcore.odds.answers import Comparison, Odds
from navalcore.odds.exact import Chain, Experiment, T, exact, sample
from navalcore.odds.questions import Choice, Parameters, Question, Samples, Seed, WholeNumber, question

__all__ = [
    "Chain", "Choice", "Comparison", "Odds", "Parameters", "Question", "Samples", "Seed", "WholeNumber", "compare",
    "exact", "odds_of", "question", "sample",
]  # fmt: skip

BUDGET: Final = 50_000
"""Paths of chance that are worth an exact answer: a second or two of a small procedure."""


def odds_of(
    procedure: Experiment[T],
    policy: Policy = first_option,
    *,
    budget: int = BUDGET,
    samples: int = 10_000,
    seed: int | str = 0,
) -> Odds:
    """The odds of a procedure: exact if that takes no more paths than the budget allows, otherwise sampled.

    Args:
        procedure: takes a chance source and returns the result, or is a rules procedure that asks for choices.
        policy: answers those choices.
        budget: the most paths to run for an exact answer.
        samples: how many runs a sampled answer rests on.
        seed: the seed of their chance.

    Raises:
        BadData: fewer than one sample.

    >>> odds_of(lambda chance: chance.roll(1, 6) >= 5).outcomes
    {'no': Fraction(2, 3), 'yes': Fraction(1, 3)}
    >>> odds_of(lambda chance: chance.roll(1, 6) >= 5, budget=2).method
    'sampled'
    """
    try:
        return Odds.of(exact(procedure, policy, budget=budget))
    except OverBudget:
        note = f"{samples} runs: more than {budget} paths for an exact answer"
        return Odds.of(sample(procedure, samples, seed, policy), sampled=True, notes=(note,))


def compare(
    procedure: Experiment[T],
    policies: Mapping[str, Policy],
    *,
    budget: int = BUDGET,
    samples: int = 10_000,
    seed: int | str = 0,
) -> Comparison:
    """The odds of a procedure under several policies, side by side; for the rest see :func:`odds_of`.

    >>> from navalcore.engine.decision import choose
    >>> def shot(chance):
    ...     needed = yield from choose("uboat", "Which ship?", [3, 5])
    ...     return "hit" if chance.roll(1, 6) >= needed else "miss"
    >>> both = compare(shot, {"the near one": lambda decision: 0, "the far one": lambda decision: 1})
    >>> both.difference("hit")
    Fraction(-1, 3)
    """
    answers = {
        label: odds_of(procedure, policy, budget=budget, samples=samples, seed=seed)
        for label, policy in policies.items()
    }
    return Comparison(answers)
