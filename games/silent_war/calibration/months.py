"""The war month by month: history, and what the campaigns of a journal brought in each month."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from navalcore.odds import quantile
from navalcore_games.silent_war.calibration.campaigns import Campaign
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.headquarters.history import history_by_month

Gains = tuple[float, float, float]
"""Ships sunk, thousands of tons and boats lost in a stretch of time."""
NOTHING: Gains = (0, 0, 0)
PERIOD = re.compile(r"campaign_wp[1-4]")
"""The scenarios that begin with a War Period."""


def gains_of(campaign: Campaign) -> dict[str, Gains]:
    """The sinkings and losses of each month of a campaign."""
    found, before = {}, NOTHING
    for month, totals in sorted(campaign.months.items()):
        ships, tons, lost = (now - then for now, then in zip(totals, before, strict=True))
        found[month] = (ships, tons, lost)
        ships, tons, lost = totals
        before = (ships, tons, lost)
    return found


def added(gains: Sequence[Gains]) -> Gains:
    """The gains of several months together."""
    ships, tons, lost = (sum(column) for column in zip(*gains, strict=True))
    return ships, tons, lost


class Stretch(NamedTuple):
    """A month, or several: what it brought in history and in the campaigns."""

    first: str
    last: str
    history: Gains
    mean: Gains
    low: Gains
    """The tenth percentile of the campaigns."""
    high: Gains
    """The ninetieth."""

    @property
    def name(self) -> str:
        """The month, or the first and the last."""
        return self.first if self.first == self.last else f"{self.first} to {self.last}"


def departs(stretch: Stretch, track: int) -> bool:
    """Whether nine campaigns of ten brought more than history, or less."""
    return not stretch.low[track] <= stretch.history[track] <= stretch.high[track]


def stretch(campaigns: Sequence[Campaign], first: str, last: str) -> Stretch:
    """The months from ``first`` to ``last``, together."""
    months = [month_text(number) for number in range(month_number(first), month_number(last) + 1)]
    each = [added([gains.get(month, NOTHING) for month in months]) for gains in map(gains_of, campaigns)]

    def of_all(share: float | None) -> Gains:
        columns = zip(*each, strict=True)
        ships, tons, lost = (fmean(column) if share is None else quantile(column, share) for column in columns)
        return ships, tons, lost

    history = added([history_by_month()[month] for month in months])
    return Stretch(first, last, history, of_all(None), of_all(0.1), of_all(0.9))


def by_month(campaigns: Sequence[Campaign]) -> list[Stretch]:
    """Every month of the war."""
    return [stretch(campaigns, month, month) for month in history_by_month()]


def by_period(campaigns: Sequence[Campaign]) -> list[tuple[int, Stretch]]:
    """The War Periods in the months that they had in history, divided where a year ends."""
    begins = {
        month_number(row.start.month): row.war_period for row in load_charts().scenarios if PERIOD.fullmatch(row.id)
    }
    months = [*map(month_number, history_by_month())]
    cuts = sorted({*begins, *(number for number in months if month_text(number).endswith("-01")), months[-1] + 1})
    cuts.remove(month_number("1942-01"))
    return [
        (begins[max(b for b in begins if b <= first)], stretch(campaigns, month_text(first), month_text(after - 1)))
        for first, after in pairwise(cuts)
    ]


def by_quarter(campaigns: Sequence[Campaign]) -> list[Stretch]:
    """Every quarter of the war: December 1941 counts with the first, and the last has two months."""
    found: dict[tuple[int, int], list[str]] = {}
    for month in history_by_month():
        year, number = map(int, month.split("-"))
        found.setdefault((max(year, 1942), (number - 1) // 3 if year > 1941 else 0), []).append(month)
    return [stretch(campaigns, months[0], months[-1]) for months in found.values()]
