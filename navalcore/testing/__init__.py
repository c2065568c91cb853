"""The conformance kit: does a game keep every promise that the engine, bots and front ends rely on?

>>> from navalcore.testing import check_game
>>> report = check_game("navalcore.testing._saboteurs.honest:Pickets", matches=1, only=["ends", "invariants"])
>>> report.ok
True
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
