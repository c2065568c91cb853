"""How wide words are, about, so that they can be cut and broken to fit without a font at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_NARROW: Final = frozenset("fijlrtI.,:;'!|()[] -")
_WIDE: Final = frozenset("mwMW%@")
BOLD: Final = 1.12
"""How much wider bold letters are."""


SLACK = 1e-6
"""So much of its size a line may be wider than its room."""


@lru_cache(maxsize=4096)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a line becomes: rather more than less."""
    letters = sum(
        0.4 if letter in _NARROW else 0.96 if letter in _WIDE else 0.72 if letter.isupper() else 0.625
        for letter in text
    )
    return letters * size * (BOLD if bold else 1)


@lru_cache(maxsize=4096)
def cut(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """A text as it fits: whole, or cut and ended by an ellipsis; nothing where not even two letters fit."""
    width += SLACK * size  # so that a text fits where room was made for it, however the numbers are rounded
    if width_of(text, size, bold=bold) <= width:
        return text
    for end in range(len(text) - 1, 1, -1):
        short = f"{text[:end].rstrip()}…"
        if width_of(short, size, bold=bold) <= width:
            return short
    return ""


@lru_cache(maxsize=4096)
def in_lines(text: str, width: float, size: float, most: int, *, bold: bool = False) -> tuple[str, ...]:
    """A text broken between words into at most so many lines, each cut where it is still too wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and width_of(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(short for line in lines if (short := cut(line, width, size, bold=bold)))
