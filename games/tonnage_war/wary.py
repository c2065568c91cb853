"""A bot that risks no boat for little, which is stronger with the boats than the sensible one, and the hard bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.tonnage_war.bots import SensibleBot
from games.tonnage_war.choices import MakeContact
from games.tonnage_war.convoys import ROUNDS
from games.tonnage_war.state import Side, Unit
from games.tonnage_war.values import ATTACK_CARDS
from games.tonnage_war.views import TableView
from navalcore.bots import Budget, SearchBot
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision

BROADSIDE: Final = 3
"""Rolls of an attack card that are worth a contact."""
LAST_CHANCE: Final = 2
"""Rolls that are worth one in the last round, when the boats are behind."""
THOUGHT: Final = Budget(seconds=None, playouts=60)
"""What the hard bot tries for a decision of the escorts."""
SEASONED: Final = (Unit.R, Unit.A)
"""Boats that hit with every roll, or nearly."""


class WaryBot(SensibleBot):
    """As the sensible bot, but with the boats it makes contact only to attack with a broadside and a seasoned boat, and
    not at all once it leads: what escorts cannot find they cannot sink.
    """

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        if view.side is Side.UBOAT and not _worth_a_contact(view):
            options = [option for option in options if not isinstance(option, MakeContact)] or options
        return super().choose(view, options)


def _worth_a_contact(view: TableView) -> bool:
    assert view.uboat.tactical is not None
    assert view.uboat.units is not None
    lead = view.tally.uboat_points - view.tally.escort_points
    if lead > 0 or not any(unit in SEASONED for unit in view.uboat.units):
        return False
    most = max((ATTACK_CARDS[card].rolls for card in view.uboat.tactical if card in ATTACK_CARDS), default=0)
    return most >= (LAST_CHANCE if view.round == ROUNDS and lead < 0 else BROADSIDE)


class HardBot(SearchBot):
    """Searches with the escorts and plays warily with the boats, where searching gained nothing over that."""

    needs_view = True

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance, THOUGHT)
        self._wary = WaryBot(role, chance)

    def decide(self, view: TableView, decision: Decision) -> Any:
        """The option to take, or its index."""
        return self._wary.decide(view, decision) if view.side is Side.UBOAT else super().decide(view, decision)
