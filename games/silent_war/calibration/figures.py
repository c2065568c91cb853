"""The figures of the journal's campaigns, against history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from navalcore.odds import quantile
from navalcore_games.silent_war.calibration.campaigns import Campaign
from navalcore_games.silent_war.headquarters.history import HISTORY


class Target(NamedTuple):
    """History at the end of a month: ships sunk, thousands of tons, boats lost; each from - to."""

    ships: tuple[float, float]
    tonnage: tuple[float, float]
    lost: tuple[float, float]


LOWER_ESTIMATE = {"1945-08": 4900}
"""Thousands of tons where the assessments differ: the lower one."""
TARGETS = {
    month: Target((ships, ships), (LOWER_ESTIMATE.get(month, tons), tons), (lost, lost))
    for month, (ships, tons, lost) in HISTORY.items()
    if ships
}
"""The post-war assessment, rounded: what the campaign is meant to come to."""
MARGINS = {"ships": 0.15, "tonnage": 0.15, "lost": 0.30}
"""How far the median may be from history."""


class Line(NamedTuple):
    """One figure at the end of a year: history, median, tenth and ninetieth percentile, whether it is near enough."""

    month: str
    track: str
    history: tuple[float, float]
    low: float
    median: float
    high: float

    @property
    def deviation(self) -> float:
        """The median against history: the nearer end of its range."""
        nearest = min(max(self.median, self.history[0]), self.history[1])
        return self.median / nearest - 1

    @property
    def within(self) -> bool:
        """Whether the median is as near as it is meant to be."""
        return abs(self.deviation) <= MARGINS[self.track]


def against_history(campaigns: Sequence[Campaign]) -> list[Line]:
    """Every target with the campaigns' own figures."""
    lines = []
    for month, target in TARGETS.items():
        for number, track in enumerate(Target._fields):
            values = [campaign.months[month][number] for campaign in campaigns if month in campaign.months]
            if values:
                low, median, high = (quantile(values, share) for share in (0.1, 0.5, 0.9))
                lines.append(Line(month, track, target[number], low, median, high))
    return lines


def totals(campaigns: Iterable[Campaign]) -> dict[str, Counter[str]]:
    """The events of all campaigns together, by War Period."""
    whole: dict[str, Counter[str]] = {period: Counter() for period in "1234"}
    for campaign in campaigns:
        for period, counts in campaign.counts.items():
            whole[period].update(counts)
    return whole


def month_by_month(campaigns: Sequence[Campaign], number: int) -> dict[str, tuple[float, float, float]]:
    """10 %, median and 90 % of a track at each month's end."""
    series: dict[str, list[int]] = {}
    for campaign in campaigns:
        for month, tracks in campaign.months.items():
            series.setdefault(month, []).append(tracks[number])
    return {
        month: (quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9))
        for month, values in sorted(series.items())
    }
