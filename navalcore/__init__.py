"""navalcore: naval wargame rules as a library.

>>> import navalcore as nc
>>> match = nc.load("uboat_cards").new_match(seed=1943)
>>> while not match.over:
...     match.choose(match.decision.options[-1])
>>> match.outcome.winner in ("uboat", "convoy", None)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from navalcore.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from navalcore.components.chance import Chance, SeededChance
    from navalcore.components.events import Event
    from navalcore.engine.chance import ScriptedChance, commitment, verify_commitment
    from navalcore.engine.decision import CHANCE, SPECTATOR, UMPIRE, Decision, Flow, Refusal, choose, run
    from navalcore.engine.game import Game
    from navalcore.engine.match import Match
    from navalcore.engine.play import Play
    from navalcore.engine.saves import SaveFile, load_match, read_save, verify
    from navalcore.engine.seeing import Part, seen_by
    from navalcore.engine.setup import Setup
    from navalcore.engine.terms import Options, Outcome, Scenario, Step, Terms, View
    from navalcore.engine.variants import Variant
    from navalcore.errors import NavalCoreError
    from navalcore.rulebook import rule

__version__ = VERSION

_HOME = {
    "navalcore.components.chance": ("Chance", "SeededChance"),
    "navalcore.components.events": ("Event",),
    "navalcore.engine.chance": ("ScriptedChance", "commitment", "verify_commitment"),
    "navalcore.engine.decision": ("CHANCE", "SPECTATOR", "UMPIRE", "Decision", "Flow", "Refusal", "choose", "run"),
    "navalcore.engine.game": ("Game",),
    "navalcore.engine.match": ("Match",),
    "navalcore.engine.play": ("Play",),
    "navalcore.engine.saves": ("SaveFile", "load_match", "read_save", "verify"),
    "navalcore.engine.seeing": ("Part", "seen_by"),
    "navalcore.engine.setup": ("Setup",),
    "navalcore.engine.terms": ("Options", "Outcome", "Scenario", "Step", "Terms", "View"),
    "navalcore.engine.variants": ("Variant",),
    "navalcore.errors": ("NavalCoreError",),
    "navalcore.rulebook": ("rule",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "UMPIRE",
    "Chance",
    "Decision",
    "Event",
    "Flow",
    "Game",
    "Match",
    "NavalCoreError",
    "Options",
    "Outcome",
    "Part",
    "Play",
    "Refusal",
    "SaveFile",
    "Scenario",
    "ScriptedChance",
    "SeededChance",
    "Setup",
    "Step",
    "Terms",
    "Variant",
    "View",
    "choose",
    "commitment",
    "games",
    "load",
    "load_match",
    "read_save",
    "rule",
    "run",
    "seen_by",
    "verify",
    "verify_commitment",
]


def __getattr__(name: str) -> Any:
    # Names are loaded when first used, so that a part (`from navalcore.components import Cup`) costs only itself.
    if name not in _MODULE:
        raise AttributeError(f"module 'navalcore' has no attribute {name!r}")
    value = getattr(import_module(_MODULE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load(game: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id.

    Args:
        game: the id, such as ``"tonnage_war"``; ``"tonnage_war:autumn_1940"`` for a variant of it.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        UnknownName: it has no such variant; lists those it has.
    """
    from navalcore.engine.installed import find_game

    return find_game(game, plugins)


def games(plugins: Sequence[str] = ()) -> dict[str, Game[Any, Any, Any]]:
    """Every installed game by its id."""
    from navalcore.engine.installed import installed_games

    return installed_games(plugins)
