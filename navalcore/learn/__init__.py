"""Learn: action ids, observations, and environments of PettingZoo, Gymnasium and OpenSpiel for those who train agents.

The extra ``learn`` installs what it needs; each name loads what it needs when it is first used.
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__, extra="learn")
