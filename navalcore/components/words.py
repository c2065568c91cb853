"""Words that prompts, labels and events are made of: lists, and counts in which noun and number agree."""

from __future__ import annotations

from collections.abc import Sequence


def and_list(things: Sequence[object]) -> str:
    """Things in words, at least one of them.

    >>> and_list([2]), and_list(["SA", "SR"]), and_list([2, 6, 6])
    ('2', 'SA and SR', '2, 6 and 6')
    """
    first, last = ", ".join(map(str, things[:-1])), str(things[-1])
    return f"{first} and {last}" if first else last


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things: the noun stands in the singular after 1 and -1 alone.

    Args:
        number: how many.
        noun: what, in the singular.
        plural: what, in the plural, where it is more than an s behind the singular.

    >>> counted(1, "ship"), counted(2, "ship"), counted(0, "torpedo", "torpedoes")
    ('1 ship', '2 ships', '0 torpedoes')
    """
    return f"{number} {noun if abs(number) == 1 else plural or noun + 's'}"
