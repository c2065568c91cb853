"""The hard bot: a skipper who thinks about each decision of a patrol."""

from __future__ import annotations

from typing import Any

from games.silent_war.bots.skipper import ComSubPac
from games.silent_war.data_pack.charts import load_charts
from games.silent_war.views import SilentWarView
from navalcore.bots import Budget, SearchBot
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision

PLAYOUTS = 120
"""What it tries for a decision of a patrol."""


class Ace(SearchBot):
    """Searches in the patrol scenarios, up to the end of the patrol. A campaign is too long for that: there it is
    ComSubPac.
    """

    needs_view = True

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, Budget(seconds=None, playouts=PLAYOUTS))
        self._campaigner = ComSubPac(role, chance)

    def decide(self, view: SilentWarView, decision: Decision) -> Any:
        """The option to take."""
        scenario = next(row for row in load_charts(view.data_pack).scenarios if row.id == view.scenario)
        if scenario.kind == "campaign":
            return self._campaigner.decide(view, decision)
        return super().decide(view, decision)
