"""Numbers that people type."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 18
"""No number that is asked for has more; Python refuses to read one of thousands."""


def typed_number(text: str) -> int | None:
    """The whole number from 0 up in ``text``, or None if there is none or it has too many digits.

    >>> typed_number("007"), typed_number("-1"), typed_number("two"), typed_number("9" * 5000)
    (7, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
