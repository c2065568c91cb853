"""Which words and figures of a picture lie over each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final
from xml.etree import ElementTree

from navalcore.boards import Rect
from navalcore.boards._letters import width_of

SVG: Final = "{http://www.w3.org/2000/svg}"
TOUCHING: Final = 1.5
"""Units of the scene: so near to each other two things may be."""


def overlaps(drawn: str) -> list[str]:
    """The pairs of words and figures on pieces of which one covers a part of the other."""
    pieces = [each for each in ElementTree.fromstring(drawn).iter() if "piece" in each.get("class", "").split()]
    written = [found for piece in pieces for found in _written(piece)]
    return [f"{told} and {other}" for (told, one), (other, two) in combinations(written, 2) if _cover(one, two)]


def _written(piece: ElementTree.Element) -> Iterator[tuple[str, Rect]]:
    """The figures of a piece, and the words on it."""
    pills = [each for each in piece.iter() if "badge" in each.get("class", "").split()]
    name = piece.get("data-at", "")
    for pill in pills:
        ground = pill.find(f"{SVG}rect")
        assert ground is not None
        x, y, width, height = (float(ground.get(key, "")) for key in ("x", "y", "width", "height"))
        yield f"{pill.findtext(f'{SVG}text')} in {name}", Rect(x, y, width, height)
    for text in set(piece.iter(f"{SVG}text")).difference(*(pill.iter(f"{SVG}text") for pill in pills)):
        size, x, y = (float(text.get(key, "")) for key in ("font-size", "x", "y"))
        width = width_of(text.text or "", size, bold=True)
        left = x - {"middle": width / 2, "end": width}.get(text.get("text-anchor", "start"), 0)
        yield f"{text.text} in {name}", Rect(left, y - 0.7 * size, width, 0.7 * size)


def _cover(one: Rect, other: Rect) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > TOUCHING
