"""Intervals and quantiles, against figures worked out by hand and what any interval has to keep to."""

from __future__ import annotations

import pytest

from navalcore.odds._statistics import Z95, difference_interval, mean_interval, quantile


def test_the_interval_of_a_mean_is_that_of_its_standard_error() -> None:
    # The deviations from 3 are 2, 1, 0, 1, 2: a variance of 10 / 4, and of the mean a fifth of that.
    mean, low, high = mean_interval([1, 2, 3, 4, 5])
    assert (mean, mean - low, high - mean) == pytest.approx((3, Z95 * 0.5**0.5, Z95 * 0.5**0.5))
    assert mean_interval([7]) == (7, 7, 7)


@pytest.mark.parametrize(
    ("share", "value"), [(0, 10), (0.1, 14), (0.25, 20), (0.3, 22), (0.5, 30), (0.6, 34), (0.875, 45), (1, 50)]
)
def test_a_quantile_lies_between_its_neighbours_in_proportion(share: float, value: float) -> None:
    assert quantile([50, 10, 40, 20, 30], share) == pytest.approx(value)


def test_the_interval_of_a_difference_is_the_same_seen_from_either_side() -> None:
    low, high = difference_interval(43, 7, 50)
    other_low, other_high = difference_interval(7, 43, 50)
    assert (low, high) == pytest.approx((-other_high, -other_low))
    assert -1 <= low < 36 / 50 < high <= 1


def test_the_interval_of_a_difference_contains_it_and_never_leaves_what_is_possible() -> None:
    for trials in (1, 5, 40):
        for first in range(trials + 1):
            for second in range(trials + 1 - first):
                low, high = difference_interval(first, second, trials)
                assert -1 <= low <= (first - second) / trials + 1e-9
                assert (first - second) / trials - 1e-9 <= high <= 1


def test_more_trials_make_the_interval_of_a_difference_narrower() -> None:
    widths = [high - low for low, high in (difference_interval(6 * n, 3 * n, 10 * n) for n in (1, 4, 16, 64))]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] / widths[2] == pytest.approx(4, rel=0.25), "by about the root of their number"
