"""Small statistics for summaries: means and shares with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)


def share_interval(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share: ``hits`` out of ``trials``.

    >>> low, high = share_interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if trials == 0:
        return (0.0, 1.0)
    share = hits / trials
    centre = share + Z95**2 / (2 * trials)
    spread = Z95 * sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2))
    scale = 1 + Z95**2 / trials
    return (max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def share_error(hits: int, trials: int) -> float:
    """The standard error of a share."""
    share = hits / trials
    return sqrt(share * (1 - share) / trials)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval (normal approximation)."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return (mean, mean, mean)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    spread = Z95 * deviation / sqrt(count)
    return (mean, mean - spread, mean + spread)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, between neighbours in proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
