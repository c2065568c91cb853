"""Odds: exact answers from the rules themselves, sampled ones, and the questions that games ask."""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
