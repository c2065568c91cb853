"""The game's bots: Otto von Computer for the Germans (15.1), the Admiralty for the British.

- ``admiral``: the British bot.
- ``otto``: the German one.
- ``hard_admiral``, ``hard_otto``: the hard ones.
- ``staff``: what both share: plans carried through the decisions of the movement phase, timetables, chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from navalcore.bots import Bot, careless
from navalcore.rules import SeededChance
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.hard_admiral import HardAdmiral
from navalcore_games.bismarck.bots.hard_otto import HardOtto
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Side


def sensible(role: str, chance: SeededChance) -> Bot[BismarckView]:
    """The bot of a role: each side has its own."""
    return Admiral(role, chance) if role == Side.BRITISH else Otto(role, chance)


def hard(role: str, chance: SeededChance) -> Bot[BismarckView]:
    """The hard bot of a role."""
    return HardAdmiral(role, chance) if role == Side.BRITISH else HardOtto(role, chance)


BOTS: Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]] = {
    "sensible": sensible,
    "easy": careless(sensible, 40),
    "hard": hard,
}
"""The bots by name."""
