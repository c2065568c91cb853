"""For those who train: action ids, observations, and environments of PettingZoo, Gymnasium and OpenSpiel.

The extra ``learn`` installs what it needs. Every name is imported from here and loads what it needs when it is first
used. OpenSpiel's games are in :mod:`navalcore.learn.spiel`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from navalcore.learn.actions import ActionSpace
    from navalcore.learn.chance import ChanceNodes
    from navalcore.learn.encoding import Encoder
    from navalcore.learn.gym import GymEnv, ShapedByEvaluation, vector_env
    from navalcore.learn.policy import Policy, PolicyBot
    from navalcore.learn.text import information_digest, information_state, text_observation
    from navalcore.learn.zoo import PettingZooEnv, PettingZooParallelEnv
    from navalcore.odds.paths import Draw

_HOME = {
    "navalcore.learn.actions": ("ActionSpace",),
    "navalcore.learn.chance": ("ChanceNodes",),
    "navalcore.learn.encoding": ("Encoder",),
    "navalcore.learn.gym": ("GymEnv", "ShapedByEvaluation", "vector_env"),
    "navalcore.learn.policy": ("Policy", "PolicyBot"),
    "navalcore.learn.text": ("information_digest", "information_state", "text_observation"),
    "navalcore.learn.zoo": ("PettingZooEnv", "PettingZooParallelEnv"),
    "navalcore.odds.paths": ("Draw",),
}
NEEDED: Final = ("greenlet", "gymnasium", "numpy", "pettingzoo")
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "ActionSpace",
    "ChanceNodes",
    "Draw",
    "Encoder",
    "GymEnv",
    "PettingZooEnv",
    "PettingZooParallelEnv",
    "Policy",
    "PolicyBot",
    "ShapedByEvaluation",
    "information_digest",
    "information_state",
    "text_observation",
    "vector_env",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module 'navalcore.learn' has no attribute {name!r}")
    try:
        value = getattr(import_module(_MODULE[name]), name)
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        lacking = f"navalcore.learn.{name} needs {error.name}: pip install 'navalcore[learn]'"
        raise ModuleNotFoundError(lacking, name=error.name) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
