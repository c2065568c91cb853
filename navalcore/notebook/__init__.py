"""Notebook: a seat of a match to be clicked in a cell, and a bar that shows how far a long run is.

The extra ``notebook`` installs what it needs; each name loads what it needs when it is first used.
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__, extra="notebook")
