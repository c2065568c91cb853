"""The summary of the records of many matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from navalcore.errors import BadData
from navalcore.odds._statistics import difference_interval, mean_interval, quantile, share_interval
from navalcore.study._plan import Plan
from navalcore.study._records import SimulatedMatch

LEAST_DECIDED: Final = 6
"""Matches with a winner below which nothing is said of a side: five of five go to one of two equals in 1 of 16."""


def summary(plan: Plan, records: Sequence[SimulatedMatch], roles: Sequence[str]) -> dict[str, Any]:
    """Sum up matches: wins with 95 % intervals, side bias, lengths, endings, scores; JSON-ready.

    Args:
        plan: their plan.
        records: their records, one at least.
        roles: the roles of the game.

    Raises:
        BadData: there are no records.
    """
    if not records:
        raise BadData("no match came to its end: there is nothing to sum up")
    trials = len(records)
    winners = Counter(record.winner for record in records)
    return plan.to_json() | {
        "matches": trials,
        "wins": {role: _share(winners[role], trials) for role in roles},
        "draws": _share(winners[None], trials),
        "side_bias": _side_bias(records, roles),
        "length": _spread([record.length for record in records]),
        "choices": _spread([record.choices for record in records]),
        "endings": dict(sorted(Counter(record.ending for record in records).items())),
        "scores": {
            name: _spread([record.scores[name] for record in records if name in record.scores])
            for name in sorted({name for record in records for name in record.scores})
        },
    }


def _share(hits: int, trials: int) -> dict[str, float]:
    low, high = share_interval(hits, trials)
    return {"count": hits, "share": hits / trials, "low": low, "high": high}


def _spread(values: Sequence[float]) -> dict[str, float]:
    mean, low, high = mean_interval(values)
    return {
        "mean": mean,
        "mean_low": low,
        "mean_high": high,
        "least": min(values),
        "quartile": quantile(values, 0.25),
        "median": quantile(values, 0.5),
        "upper_quartile": quantile(values, 0.75),
        "most": max(values),
    }


def _side_bias(records: Sequence[SimulatedMatch], roles: Sequence[str]) -> dict[str, Any] | None:
    """By how much one of two sides wins more often, and whom the interval favours; None without evidence."""
    if len(roles) != 2:
        return None
    first, second = roles
    asked = {role for record in records for role in record.asked}
    winners = Counter(record.winner for record in records)
    if (asked and len(asked) < len(roles)) or winners[first] + winners[second] < LEAST_DECIDED:
        return None
    trials = len(records)
    low, high = difference_interval(winners[first], winners[second], trials)
    difference = (winners[first] - winners[second]) / trials
    favours = first if low > 0 else second if high < 0 else None
    return {"of": first, "over": second, "difference": difference, "low": low, "high": high, "favours": favours}
