"""The bots: patrol skippers of three temperaments, ComSubPac, who runs the campaign, and the ace, who is the hard bot.

- ``skipper``: the decisions, one by one.
- ``orders``: where boats are sent and by which moves.
- ``fight``: what an attack promises and costs.
- ``ace``: the hard bot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from navalcore.bots import Bot
from navalcore.rules import SeededChance
from navalcore_games.silent_war.bots.ace import Ace
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, ComSubPac, PatrolBot
from navalcore_games.silent_war.views import SilentWarView

BOTS: Mapping[str, Callable[[str, SeededChance], Bot[SilentWarView]]] = {
    "comsubpac": ComSubPac,
    **{name: partial(PatrolBot, temperament=temperament) for name, temperament in TEMPERAMENTS.items()},
    "hard": Ace,
}
"""ComSubPac, the patrol bots by temperament, and the hard bot."""

__all__ = ["BOTS"]
