"""The figures of the journal's campaigns, against history."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from navalcore.odds import quantile
from navalcore_games.silent_war.calibration.campaigns import Campaign
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.headquarters.campaign_chart import HISTORY

PERIOD = re.compile(r"campaign_wp[1-4]")
"""The scenarios that begin with a War Period."""


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
    """Every target with what the campaigns came to."""
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


class Pace(NamedTuple):
    """The gains of a month between two dates at which the totals of history are known."""

    period: int
    """The War Period that these months had in history."""
    first: str
    last: str
    history: tuple[float, ...]
    """Ships sunk, thousands of tons and boats lost a month."""
    median: tuple[float, ...]
    """The same of the campaigns."""


def paces(campaigns: Sequence[Campaign]) -> list[Pace]:
    """The gains of a month, from one known date of history to the next.

    Known are the beginnings of the War Periods, whose scenarios begin with the sinkings and losses of history, and the
    ends of the years. Elsewhere they are only in proportion.
    """
    rows = sorted((row for row in load_charts().scenarios if PERIOD.fullmatch(row.id)), key=lambda row: row.war_period)
    begins = {month_number(row.start.month): row for row in rows}
    known = {month_number(month) + 1: totals for month, totals in HISTORY.items()}
    known |= {month: (row.ships_sunk, row.tonnage_sunk_kt, row.submarines_lost) for month, row in begins.items()}
    found = []
    for (first, before), (after, then) in pairwise(sorted(known.items())):
        months = after - first
        period = max(row.war_period for begin, row in begins.items() if begin <= first)
        history = tuple((b - a) / months for a, b in zip(before, then, strict=True))
        median = tuple(
            quantile([_gained(each, track, first, after) / months for each in campaigns], 0.5) for track in range(3)
        )
        found.append(Pace(period, month_text(first), month_text(after - 1), history, median))
    return found


def _gained(campaign: Campaign, track: int, first: int, after: int) -> int:
    """The points that a campaign adds to a track from a month to the beginning of another."""
    last = campaign.months.get(month_text(after - 1), (0, 0, 0))[track]
    return last - campaign.months.get(month_text(first - 1), (0, 0, 0))[track]


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
