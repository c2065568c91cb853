"""The hard bot: a skipper, or a staff, that plays for the victory of the scenario and for nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import exp, factorial
from typing import Final

from navalcore.rules import Decision, SeededChance
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, ComSubPac, PatrolBot, Temperament
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.models_war import ScenarioRow
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.state import Posture
from navalcore_games.silent_war.views import SilentWarView

ALL_OR_NOTHING: Final = Temperament(1.0, (Posture.AGGRESSIVE,), home_when_damaged=False, content_with=2)
"""A patrol that sinks too little is a defeat, and so is a boat that is lost. Until it has sunk enough, the boat is
worth little and closes in every time; then it goes home.
"""
BRINGS: Final = {1: 0.29, 2: 0.31, 3: 0.48, 4: 0.11}
"""Thousands of tons that a boat sinks in a week of each War Period, as the standard bot sends them out."""
MISSED: Final = 0.7
"""The share of that which is missed with a boat less: the others are then less in each other's way (22.1)."""
LOSSES: Final = {1: 0.15, 2: 0.22, 3: 0.65, 4: 0.27}
"""Boats lost in a week of each War Period."""
WEEKS: Final = 4
"""The weeks of a month."""
LATE: Final = 40
"""Weeks: with more to come a boat is worth no more than to the standard bot. Sparing boats means fewer ships sunk, and
torpedoes get better with the ships sunk (6.0), which no figure here counts.
"""
LAST_WEEKS: Final = 4
"""In this many weeks before the end a damaged boat no longer goes home: it would not come out again."""


@cache
def weeks_to_come(data_pack: str, scenario: str, period: int, month: int, week: int) -> dict[int, int]:
    """The weeks until a campaign ends, this one included, by the War Periods they will be in if these come as in
    history; the one under way lasts until then.
    """
    charts = load_charts(data_pack)
    row = next(row for row in charts.scenarios if row.id == scenario)
    assert row.end is not None, "a campaign ends in a month"
    begins = {}
    for number in range(1, 5):
        begins[number] = month_number(next(r.start.month for r in charts.scenarios if r.id == f"campaign_wp{number}"))
    last = month_number(row.end.month)
    found = dict.fromkeys(range(1, 5), 0)
    for there in range(month, last + 1):
        by_history = max((number for number, first in begins.items() if first <= there), default=1)
        found[max(period, by_history)] += row.end.week if there == last else WEEKS
    found[period] -= week - 1
    return found


def boat_worth(view: SilentWarView, row: ScenarioRow) -> float:
    """The worth of a boat to a campaign, in thousands of tons.

    It is the tonnage that the boat may still sink, and a level of victory times the chance that just this loss passes
    the limit (16.1). Losses are taken to be as in history and independent. With more than 40 weeks to come it is no
    more than the worth to the standard bot.
    """
    weeks = weeks_to_come(view.data_pack, view.scenario, view.war_period, month_number(view.month), view.week)
    worth = MISSED * sum(BRINGS[period] * number for period, number in weeks.items()) + worth_of_the_limit(
        view, row, weeks
    )
    return min(worth, TEMPERAMENTS["steady"].boat_worth) if sum(weeks.values()) > LATE else worth


def worth_of_the_limit(view: SilentWarView, row: ScenarioRow, weeks: Mapping[int, int]) -> float:
    """The worth that the limit of losses adds to a boat, in thousands of tons."""
    levels = row.victory
    if levels.loss_limit is None or levels.decisive is None or levels.draw is None:
        return 0.0
    spare = levels.loss_limit - (view.submarines_lost - row.submarines_lost)
    if spare < 0:
        return 0.0
    expected = sum(LOSSES[period] * number for period, number in weeks.items())
    chance = exp(-expected) * expected**spare / factorial(spare)
    return chance * (levels.decisive - levels.draw) / 3


class Ace(PatrolBot):
    """In a patrol scenario it takes every risk until the patrol is a victory, and then goes home. In a campaign it is
    ComSubPac, but it values a boat by the tonnage it may still bring until the end, and by the cost of its loss.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, ALL_OR_NOTHING)
        self._campaigner = ComSubPac(role, chance)
        self._now = (0, 0, "", 0)

    def decide(self, view: SilentWarView, decision: Decision) -> object:
        """The option to take."""
        row = next(row for row in load_charts(view.data_pack).scenarios if row.id == view.scenario)
        if row.kind != "campaign":
            return super().decide(view, decision)
        return self.staff(view, row).decide(view, decision)

    def staff(self, view: SilentWarView, row: ScenarioRow) -> ComSubPac:
        """ComSubPac of this week, who counts boats as they are worth now."""
        now = (view.war_period, view.submarines_lost, view.month, view.week)
        if now != self._now:
            self._now = now
            weeks = weeks_to_come(view.data_pack, view.scenario, view.war_period, month_number(view.month), view.week)
            self._campaigner.temperament = replace(
                TEMPERAMENTS["steady"],
                boat_worth=float(round(boat_worth(view, row))),
                home_when_damaged=sum(weeks.values()) > LAST_WEEKS,
            )
        return self._campaigner
