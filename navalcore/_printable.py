"""Texts of other people, made safe to print."""

from __future__ import annotations

from typing import Final
from unicodedata import category

LONGEST_SENTENCE: Final = 2000
"""Characters that the sentence about another person's file may have."""


def printable(text: str) -> str:
    """Return ``text`` on one line, with nothing in it that a terminal would obey and no character that could not be
    written.

    >>> printable("Torpedo\\n\\x1b[2J"), printable("Häfen")
    ('Torpedo\\\\n\\\\x1b[2J', 'Häfen')
    """
    if not text.isprintable():
        start = text[: LONGEST_SENTENCE + 1]
        text = "".join(each.encode("unicode_escape").decode() if _commands(each) else each for each in start)
    return text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE]}..."


def _commands(character: str) -> bool:
    """Whether a character commands a terminal or cannot be shown, instead of being a mark or a space."""
    kind = category(character)
    return kind[0] == "C" or kind in ("Zl", "Zp")
