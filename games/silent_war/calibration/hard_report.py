"""The part of the calibration's report that compares the hard bot with the standard one in the same campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from navalcore.odds import mean_interval
from navalcore_games.silent_war.calibration.campaigns import Campaign

ENDINGS = ("defeat", "draw", "marginal", "substantial", "decisive")
"""How a campaign can end, from the worst."""
UNITS = ("ships", "thousand tons", "boats")


def totals_of(campaign: Campaign) -> list[int]:
    """Ships sunk, thousands of tons and boats lost in the whole campaign."""
    return campaign.months[max(campaign.months)]


def pairs_of(campaigns: Sequence[Campaign], by_hard: Sequence[Campaign]) -> list[tuple[Campaign, Campaign]]:
    """The campaigns that both bots played, the standard one's first."""
    other = {campaign.number: campaign for campaign in by_hard}
    return [(campaign, other[campaign.number]) for campaign in campaigns if campaign.number in other]


def hard_section(campaigns: Sequence[Campaign], by_hard: Sequence[Campaign]) -> str:
    """Both bots in the same campaigns: totals with their spread, endings, and the difference of the pairs."""
    pairs = pairs_of(campaigns, by_hard)
    head = ["bot", "campaigns", "ships sunk", "thousand tons", "boats lost", *reversed(ENDINGS)]
    rows = [f"| {' | '.join(head)} |", "|---|" + "--:|" * (len(head) - 1)]
    for name, played in zip(("standard", "hard"), zip(*pairs, strict=True), strict=True):
        columns = zip(*map(totals_of, played), strict=True)
        spreads = [f"{fmean(column):,.0f} ± {stdev(column):,.0f}" for column in columns]
        endings = [str(sum(each.ending == ending for each in played)) for ending in reversed(ENDINGS)]
        rows.append(f"| {' | '.join([name, str(len(played)), *spreads, *endings])} |")
    return "\n".join(rows) + "\n\n" + difference(pairs)


def difference(pairs: Sequence[tuple[Campaign, Campaign]]) -> str:
    """The difference of the hard bot to the standard one, with the 95 % interval over the pairs."""
    parts = []
    for track, unit in enumerate(UNITS):
        mean, low, high = mean_interval(
            [totals_of(hard)[track] - totals_of(standard)[track] for standard, hard in pairs]
        )
        parts.append(f"{mean:+,.0f} {unit} ({low:+,.0f} to {high:+,.0f})")
    steps = [ENDINGS.index(hard.ending) - ENDINGS.index(standard.ending) for standard, hard in pairs]
    better, worse = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    return (
        f"± is the standard deviation. The hard bot's difference in the same campaigns, with its 95 % interval:"
        f" {', '.join(parts)}. It ended on a higher level in {better} of {len(pairs)}, on a lower one in {worse}."
    )
