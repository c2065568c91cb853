"""Rules: everything that a game is written with, in one import."""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__, told=False)
