"""navalcore: naval wargame rules as a library.

>>> import navalcore as nc
>>> match = nc.load("uboat_cards").new_match(seed=1943)
>>> while not match.over:
...     match.choose(match.decision.options[0])
>>> match.outcome.winner in ("uboat", "convoy", None)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import ScriptedChance, commitment, verify_commitment
from navalcore.engine.decision import CHANCE, SPECTATOR, Decision, Flow, Refusal, choose, run
from navalcore.engine.game import Game, Options, Outcome, Scenario, Step, View
from navalcore.engine.match import Match, Setup
from navalcore.engine.play import Play
from navalcore.engine.saves import SaveFile, load_match, read_save, verify
from navalcore.errors import NavalCoreError
from navalcore.rulebook import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Chance",
    "Decision",
    "Event",
    "Flow",
    "Game",
    "Match",
    "NavalCoreError",
    "Options",
    "Outcome",
    "Play",
    "Refusal",
    "SaveFile",
    "Scenario",
    "ScriptedChance",
    "SeededChance",
    "Setup",
    "Step",
    "View",
    "choose",
    "commitment",
    "games",
    "load",
    "load_match",
    "read_save",
    "rule",
    "run",
    "verify",
    "verify_commitment",
]


def load(game: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id.

    Args:
        game: the id, such as ``"tonnage_war"``.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
    """
    from navalcore.plugins import discover

    found: Game[Any, Any, Any] = discover(plugins).game(game)
    return found


def games(plugins: Sequence[str] = ()) -> dict[str, Game[Any, Any, Any]]:
    """Every installed game by its id."""
    from navalcore.plugins import discover

    return dict(discover(plugins).games)
