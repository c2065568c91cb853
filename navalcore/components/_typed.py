"""Input of people and programs: numbers that are typed, and anything else as a message shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_DIGITS: Final = 18
"""No number that is asked for has more; Python refuses to read one of thousands."""
LONGEST: Final = 200
"""The most characters shown of a given text."""


def shown(given: object, write: Callable[[object], str] = str, longest: int = LONGEST) -> str:
    """A given value, as a message shows it: cut where it is long.

    >>> shown("discard Water"), shown("9" * 5000)[195:], shown(10**5000)
    ('discard Water', '99999...', 'a number of thousands of digits')
    """
    try:
        text = write(given)
    except ValueError:  # Python writes no whole numbers of more than some thousand digits
        return "a number of thousands of digits"
    except RecursionError:
        return f"a {type(given).__name__} of thousands of levels"
    return text if len(text) <= longest else f"{text[:longest]}..."


def typed_number(text: str) -> int | None:
    """The whole number from 0 up in ``text``, or None if there is none or it has too many digits.

    >>> typed_number("007"), typed_number("-1"), typed_number("two"), typed_number("9" * 5000)
    (7, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
