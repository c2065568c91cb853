"""A board as a picture in two layers: what stays the same for a whole match, and what moves on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from navalcore.errors import BadData

_HEAD = re.compile(r"<svg\b[^>]*>(?:\s*<title>[^<]*</title>)?")


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The picture of a board. Both layers have the same view box, so one fits on the other at any size.

    Raises:
        BadData: a layer is not an SVG element alone (an XML prolog stands before it, for example).
    """

    still: str
    """Coast, grid, names, frames, as SVG: the same for a whole match, so it is made, sent and kept once."""
    moving: str
    """What may change from choice to choice, as SVG without a background."""

    def __post_init__(self) -> None:
        for name, layer in (("still", self.still), ("moving", self.moving)):
            if not (_HEAD.match(layer) and layer.endswith("</svg>")):
                raise BadData(
                    f"the {name} layer of a board must be one <svg> element, with nothing before or behind it"
                )

    @property
    def digest(self) -> str:
        """Names the still layer: equal digests, equal layers."""
        return _digest(self.still)

    @property
    def svg(self) -> str:
        """The whole picture: the still layer lies within the moving one, beneath all else. It has the moving one's
        title.
        """
        head = _HEAD.match(self.moving)
        after = head.end() if head else 0
        return f"{self.moving[:after]}\n{self.still}{self.moving[after:]}"


@lru_cache(maxsize=64)
def _digest(still: str) -> str:
    return blake2b(still.encode(), digest_size=16).hexdigest()
