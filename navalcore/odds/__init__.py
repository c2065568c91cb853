"""Odds: the chances of what the rules may bring, found by running the rules themselves."""

from navalcore.odds.answers import Comparison, Odds, OptionOdds
from navalcore.odds.exact import Chain, compare, exact, odds_of, sample
from navalcore.odds.paths import BranchingChance, Draw
from navalcore.odds.questions import Choice, Parameters, Question, Samples, SampleSeed, WholeNumber, question

__all__ = [
    "BranchingChance",
    "Chain",
    "Choice",
    "Comparison",
    "Draw",
    "Odds",
    "OptionOdds",
    "Parameters",
    "Question",
    "SampleSeed",
    "Samples",
    "WholeNumber",
    "compare",
    "exact",
    "odds_of",
    "question",
    "sample",
]  # fmt: skip
