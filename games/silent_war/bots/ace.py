"""The hard bot: a skipper who plays for the victory of the scenario and for nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from navalcore.rules import Decision, SeededChance
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, ComSubPac, PatrolBot, Temperament
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.state import Posture
from navalcore_games.silent_war.views import SilentWarView

ALL_OR_NOTHING: Final = Temperament(1.0, (Posture.AGGRESSIVE,), home_when_damaged=False, content_with=2)
"""A patrol that sinks too little is a defeat, and so is a boat that is lost. Until it has sunk enough, the boat is
worth little and closes in every time; then it goes home.
"""
LAST_PERIOD: Final = 4
LAST_DAYS: Final = replace(TEMPERAMENTS["steady"], boat_worth=10.0)
"""In War Period 4 targets are few, boats many, and few patrols still to come: a boat is worth half."""


class Ace(PatrolBot):
    """In a patrol scenario it takes every risk until the patrol is a victory, and then goes home. In a campaign boats
    have many patrols before them: there it is ComSubPac until War Period 4, and takes more risks from then on.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, ALL_OR_NOTHING)
        self._campaigner = ComSubPac(role, chance)

    def decide(self, view: SilentWarView, decision: Decision) -> object:
        """The option to take."""
        scenario = next(row for row in load_charts(view.data_pack).scenarios if row.id == view.scenario)
        if scenario.kind != "campaign":
            return super().decide(view, decision)
        if view.war_period == LAST_PERIOD:
            self._campaigner.temperament = LAST_DAYS
        return self._campaigner.decide(view, decision)
