"""The conformance kit: does a game keep every promise that the engine, bots and front ends rely on?

>>> from navalcore.testing import check_game
>>> report = check_game("uboat_cards", matches=1, scenarios=["short"], only=["ends", "invariants"])
>>> report.ok
True
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
