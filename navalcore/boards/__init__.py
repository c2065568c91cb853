"""Boards: pictures as SVG, boards as plain text, and reports of matches as pages."""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__)
