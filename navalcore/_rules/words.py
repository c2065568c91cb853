"""Words that people type, and the texts they mean: the one rule for options, refusals and completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from navalcore.components._typed import typed_number

SHORTEST: Final = 2
"""Words that mean a part of a text have this many letters."""
_WORD: Final = re.compile(r"[\w+#/-]+")


def whole(typed: str, texts: Sequence[str]) -> list[int]:
    """The indices of the texts that ``typed`` is the whole of."""
    return _fitting(_folded(typed), texts, str.__eq__)


def told_of_index(given: object, options: int) -> str:
    """The advice where the index of one of so many options was given as text; "" if it is nothing of the kind."""
    if isinstance(given, str) and typed_number(given) in range(options):
        return f"; an index is a number, {given} and not '{given}'"
    return ""


def meant(typed: str, texts: Sequence[str]) -> list[int]:
    """The indices of the texts that ``typed`` means; one of several cannot be told from the others."""
    wanted = _folded(typed)
    if not wanted:
        return []
    found = _fitting(wanted, texts, str.__eq__) or _fitting(wanted, texts, _begins)
    return found or (_fitting(wanted, texts, _begins_words) if _is_long(wanted) else [])


def perhaps_meant(typed: str, texts: Sequence[str]) -> list[int]:
    """The indices of the texts that ``typed`` means, or else of those in which each of the words occurs somewhere."""
    wanted = _folded(typed)
    return meant(typed, texts) or (_fitting(wanted, texts, _holds) if _is_long(wanted) else [])


def _fitting(wanted: str, texts: Sequence[str], fits: Callable[[str, str], bool]) -> list[int]:
    return [index for index, text in enumerate(texts) if fits(_folded(text), wanted)]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_long(wanted: str) -> bool:
    return len(wanted.replace(" ", "")) >= SHORTEST


def _begins(text: str, wanted: str) -> bool:
    return text.startswith(wanted) and not (wanted[-1].isdigit() and text[len(wanted) :][:1].isdigit())


def _begins_words(text: str, wanted: str) -> bool:
    return _each_in_its_own(wanted, _WORD.findall(text), _begins)


def _holds(text: str, wanted: str) -> bool:
    return _each_in_its_own(wanted, text.split(), str.__contains__)


def _each_in_its_own(wanted: str, told: list[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether each of the words fits a word that no other of them has taken, the longest first."""
    for word in sorted(wanted.split(), key=len, reverse=True):
        own = next((each for each in told if fits(each, word)), None)
        if own is None:
            return False
        told.remove(own)
    return True
