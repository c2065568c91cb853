"""A bot of Tonnage War as a reader of its page writes one in an evening: hard bots must not fall to it.

Three changes to the escorts of the standard bot beat the hard boats of earlier days in 80 % of the decided games: an
attack of a single roll is not answered, one of two rolls by the narrowest card, and the convoy is routed away before a
contact is hunted. It is no part of the library and nothing is tuned to it. Boats it plays as the standard bot does.

``python -m benchmarks.levels tonnage_war --plugin benchmarks.escort_script --against script``
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore.rules import BotManifest, hookimpl
from navalcore_games.tonnage_war.bots import SensibleBot, escort_action
from navalcore_games.tonnage_war.choices import Continue, DefendAgainstAttack, Discard, HuntContact, Route
from navalcore_games.tonnage_war.state import Side
from navalcore_games.tonnage_war.values import ATTACK_CARDS, ESCORT_CARDS
from navalcore_games.tonnage_war.views import TableView

BROADSIDE = 3


class ScriptBot(SensibleBot):
    """The standard boats, and escorts by three rules of thumb more."""

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        acts = any(isinstance(option, Discard) for option in options)
        return self._escorts(view, options) if acts and view.side is Side.ESCORT else super().choose(view, options)

    def _escorts(self, view: TableView, options: Sequence[Any]) -> object:
        attack = view.attack.attack_card if view.attack is not None else None
        rolls = 0 if attack is None else ATTACK_CARDS[attack].rolls
        defences = [option for option in options if isinstance(option, DefendAgainstAttack)]
        if defences and 1 < rolls < BROADSIDE:
            return min(defences, key=lambda option: ESCORT_CARDS[option.card].units)
        left = [option for option in options if rolls >= BROADSIDE or option not in defences]
        routes = [option for option in left if isinstance(option, Route)]
        if routes and not any(isinstance(option, Continue | DefendAgainstAttack) for option in left):
            left = [option for option in left if not isinstance(option, HuntContact)]
        return escort_action(view, left)


@hookimpl
def navalcore_bots() -> list[BotManifest]:
    """Offer the bot."""
    return [BotManifest(game="tonnage_war", name="script", bot="benchmarks.escort_script:ScriptBot")]
