"""Parts of sentences for prompts, labels and log lines: counts that agree with their noun, and lists of things."""

from __future__ import annotations

from collections.abc import Iterable

from navalcore.errors import BadData


def counted(number: int, one: str, many: str = "") -> str:
    """So many of a thing, in digits and with the right form of its noun.

    Args:
        number: how many.
        one: the noun for one of them.
        many: the noun for several, if it is not the other with an s.

    >>> counted(1, "ship"), counted(2, "ship"), counted(0, "ship"), counted(2, "aircraft", "aircraft")
    ('1 ship', '2 ships', '0 ships', '2 aircraft')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(things: Iterable[object], word: str = "and") -> str:
    """Things as a list in a sentence.

    Args:
        things: at least one.
        word: what is before the last of several.

    >>> listed([2]), listed([2, 6]), listed([1512, 1612, 3014], "or")
    ('2', '2 and 6', '1512, 1612 or 3014')

    Raises:
        BadData: there is nothing to list.
    """
    texts = [str(each) for each in things]
    if not texts:
        raise BadData("a list in a sentence has one thing at least, and there are none")
    *rest, last = texts
    return f"{', '.join(rest)} {word} {last}" if rest else last
