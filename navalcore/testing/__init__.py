"""The conformance kit: does a game keep every promise that the engine, bots and front ends rely on?

>>> from navalcore.testing import check_game
>>> report = check_game("uboat_cards", matches=1, scenarios=["short"], only=["ends", "invariants"])
>>> report.ok
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from navalcore.testing.fuzz import FuzzReport, fuzz_game
    from navalcore.testing.kit import check_game, find_game
    from navalcore.testing.registry import CHECKS, ConformanceCheck
    from navalcore.testing.report import CheckReport, Coverage, Finding
    from navalcore.testing.trial import Trial

_HOME = {
    "CHECKS": "kit",
    "ConformanceCheck": "registry",
    "Coverage": "report",
    "Finding": "report",
    "FuzzReport": "fuzz",
    "CheckReport": "report",
    "Trial": "trial",
    "check_game": "kit",
    "find_game": "kit",
    "fuzz_game": "fuzz",
}

__all__ = [
    "CHECKS",
    "CheckReport",
    "ConformanceCheck",
    "Coverage",
    "Finding",
    "FuzzReport",
    "Trial",
    "check_game",
    "find_game",
    "fuzz_game",
]


def __getattr__(name: str) -> Any:
    # Loaded when first used: pytest imports this package for its plug-in in every run, whatever is tested there.
    if name not in _HOME:
        raise AttributeError(f"module 'navalcore.testing' has no attribute {name!r}")
    value = getattr(import_module(f"navalcore.testing.{_HOME[name]}"), name)
    globals()[name] = value
    return value
