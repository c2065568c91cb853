"""Study: simulations, branches of saved matches, reports on luck and decisions, counts of positions."""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
