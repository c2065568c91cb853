"""Outlines of ships and aircraft from abeam, in pixels around their middle: ``silhouette``
draws them.
"""

from __future__ import annotations

from typing import Final

from navalcore._picture import Point

Outline = tuple[Point, ...]

MERCHANTMAN: Final[Outline] = (
    (-18, 0), (-10, 0), (-9, -7), (-3, -7), (-3, 0), (8, 0), (8, -5), (12, -5), (12, 0), (20, 0), (16, 7), (-15, 7),
)  # fmt: skip
"""A merchantman, for :func:`silhouette`."""
SUBMARINE: Final[Outline] = ((-22, 2), (-6, 2), (-5, -5), (4, -5), (6, 2), (22, 2), (16, 7), (-18, 7))
"""A submarine on the surface, for :func:`silhouette`."""
WARSHIP: Final[Outline] = (
    (-22, 0), (-8, 0), (-6, -7), (0, -7), (1, -12), (3, -12), (4, -4), (10, -4), (11, 0), (22, 0), (17, 7), (-18, 7),
)  # fmt: skip
"""A warship with guns, for :func:`silhouette`."""
CARRIER: Final[Outline] = ((-28, -3), (2, -3), (2, -10), (8, -10), (8, -3), (28, -3), (24, 7), (-22, 7))
"""An aircraft carrier, for :func:`silhouette`."""
AIRCRAFT: Final[Outline] = (
    (-20, 0), (-4, -3), (-2, -10), (2, -10), (4, -3), (20, 0), (4, 3), (2, 9), (-2, 9), (-4, 3),
)  # fmt: skip
"""An aircraft from above, for :func:`silhouette`."""
