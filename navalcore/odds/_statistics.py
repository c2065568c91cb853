"""Small statistics for summaries: means and shares with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

from navalcore.errors import BadData

Z95 = NormalDist().inv_cdf(0.975)


def share_interval(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share: ``hits`` out of ``trials``; the whole range where there are no trials.

    >>> low, high = share_interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)

    Raises:
        BadData: the hits are fewer than none or more than the trials.
    """
    if not 0 <= hits <= trials:
        raise BadData(f"a share is from 0 to all of its trials, not {hits} out of {trials}")
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


def difference_interval(first: int, second: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares of the same trials; a trial falls to one or to neither."""
    # Newcombe's score interval for paired proportions (Statistics in Medicine 17, 1998, method 10): the distances of
    # both shares from the ends of their Wilson intervals, put together with the correlation of the shares.
    one, other = first / trials, second / trials
    one_low, one_high = share_interval(first, trials)
    other_low, other_high = share_interval(second, trials)
    spread = first * (trials - first) * second * (trials - second)
    correlation = -first * second / sqrt(spread) if spread else 0.0

    def distance(here: float, there: float) -> float:
        return sqrt(max(0.0, here**2 - 2 * correlation * here * there + there**2))

    low = one - other - distance(one - one_low, other_high - other)
    high = one - other + distance(one_high - one, other - other_low)
    return (max(-1.0, low), min(1.0, high))


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of ``values`` (one at least) and the two ends of its 95 % interval, by the normal approximation. For a
    single value all three are that value.

    Raises:
        BadData: there are no values.
    """
    count = len(values)
    if not count:
        raise BadData("the mean needs one value at least, and there are none")
    mean = sum(values) / count
    if count < 2:
        return (mean, mean, mean)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    spread = Z95 * deviation / sqrt(count)
    return (mean, mean - spread, mean + spread)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` (from 0 to 1) of the ``values`` (one at least) are, between neighbours in
    proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5

    Raises:
        BadData: there are no values, or there is no such share.
    """
    if not values or not 0 <= share <= 1:
        found = f"a share of {share}" if values else "none"
        raise BadData(f"a quantile needs one value at least and a share from 0 to 1, not {found}")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
