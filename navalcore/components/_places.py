"""Ids of places: how an option and a picture name the same zone, square, card or unit."""

from __future__ import annotations

import re
from unicodedata import normalize

from navalcore.errors import BadData

_WELL_FORMED = re.compile(r"[a-z][a-z_-]*(?::[a-z0-9_-]+)*")
_OTHER = re.compile(r"[^a-z0-9_-]+")


def place_id(word: str, *ids: object) -> str:
    """The id of a place: a word for its kind and what tells it from the others of that kind.

    Capitals, blanks and accents of names go: only small letters, figures, ``_`` and ``-`` are left.

    >>> place_id("zone", 6), place_id("base", "Pearl Harbor"), place_id("row", "uboat", 2), place_id("deck")
    ('zone:6', 'base:pearl_harbor', 'row:uboat:2', 'deck')

    Raises:
        BadData: a part has no letter or figure in it, or the word has others than small letters, ``_`` and ``-``.
    """
    return check_place(":".join([word, *map(_part, ids)]))


def check_place(place: str) -> str:
    """A place's id, if it is well-formed."""
    if _WELL_FORMED.fullmatch(place) is None:
        raise BadData(f"{place!r} does not name a place: it must be a word and its ids, such as zone:6 or row:uboat:2")
    return place


def _part(value: object) -> str:
    text = str(value)
    if text.isascii() and text.isalnum():
        return text.lower()
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("_", plain).strip("_")
