"""Bots: what answers decisions instead of a person. A bot is given a view and a decision, never the state."""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
