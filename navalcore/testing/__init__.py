"""The conformance kit: does a game keep every promise that the engine, bots and front ends rely on?

>>> from navalcore.testing import check_game
>>> report = check_game("navalcore.testing.saboteurs.honest:Pickets", matches=1, only=["ends", "invariants"])
>>> report.ok
True
"""

from navalcore.testing.kit import check_game, find_game
from navalcore.testing.registry import CHECKS, Check
from navalcore.testing.report import Coverage, Failure, Report
from navalcore.testing.trial import Trial

__all__ = ["CHECKS", "Check", "Coverage", "Failure", "Report", "Trial", "check_game", "find_game"]
