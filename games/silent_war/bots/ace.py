"""The hard bot: a skipper who plays a patrol for its victory and for nothing else."""

from __future__ import annotations

from typing import Final

from navalcore.rules import Decision, SeededChance
from navalcore_games.silent_war.bots.skipper import ComSubPac, PatrolBot, Temperament
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.state import Posture
from navalcore_games.silent_war.views import SilentWarView

ALL_OR_NOTHING: Final = Temperament(2.0, tuple(Posture), home_when_damaged=False, content_with=2)
"""A patrol that sinks too little is a defeat, and so is a boat that is lost: until it has sunk enough, the boat is
worth little; then it goes home.
"""


class Ace(PatrolBot):
    """In a patrol scenario it takes every risk until the patrol is a victory, and then goes home. In a campaign boats
    have many patrols before them: there it is ComSubPac.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, ALL_OR_NOTHING)
        self._campaigner = ComSubPac(role, chance)

    def decide(self, view: SilentWarView, decision: Decision) -> object:
        """The option to take."""
        scenario = next(row for row in load_charts(view.data_pack).scenarios if row.id == view.scenario)
        return (
            self._campaigner.decide(view, decision) if scenario.kind == "campaign" else super().decide(view, decision)
        )
