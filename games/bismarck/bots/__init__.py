"""The game's bots: Otto von Computer for the Germans (15.1), the Admiralty for the British.

- ``admiral``: the British bot.
- ``otto``: the German one.
- ``hard_otto``: the hard German one.
- ``staff``: what both share: plans carried through the decisions of the movement phase, timetables, chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.bismarck.bots.admiral import Admiral
from games.bismarck.bots.hard_otto import HardOtto
from games.bismarck.bots.otto import Otto
from games.bismarck.views import BismarckView
from games.bismarck.words import Side
from navalcore.bots import Bot, careless
from navalcore.components.chance import SeededChance


def sensible(role: str, chance: SeededChance) -> Bot[BismarckView]:
    """The bot of a role: each side has its own."""
    return Admiral(role, chance) if role == Side.BRITISH else Otto(role, chance)


def hard(role: str, chance: SeededChance) -> Bot[BismarckView]:
    """The hard bot of a role; the Admiralty has none that beats its own."""
    return Admiral(role, chance) if role == Side.BRITISH else HardOtto(role, chance)


BOTS: Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]] = {
    "sensible": sensible,
    "easy": careless(sensible, 40),
    "hard": hard,
}
"""The bots by name."""
