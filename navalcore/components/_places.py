"""Ids of places and pieces, and what part a place has in an option, an event or a decision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

from navalcore._misfits import told_of_misfits
from navalcore.errors import BadData

PARTS: Final = ("subject", "from", "to", "target", "at")
"""The parts of places, in the order in which they are listed."""
_WELL_FORMED = re.compile(r"[a-z][a-z_-]*(?:/[a-z0-9_-]+)*")
_OTHER = re.compile(r"[^a-z0-9_-]+")

PlacePart: TypeAlias = Literal["subject", "from", "to", "target", "at"]
"""The part of a place in an act: who or what acts, where it comes from, where it goes, what it is done to, or where it
happens.
"""


def place_id(word: str, *ids: object) -> str:
    """The id of a place or piece: ``word`` for its kind, and ``ids``, which distinguish it from the others of that
    kind.

    Capitals, blanks and accents of names go: only small letters, figures, ``_`` and ``-`` are left.

    >>> place_id("zone", 6), place_id("base", "Pearl Harbor"), place_id("row", "uboat", 2), place_id("deck")
    ('zone/6', 'base/pearl_harbor', 'row/uboat/2', 'deck')

    Raises:
        BadData: a part has no letter or figure in it, or the word has others than small letters, ``_`` and ``-``.
    """
    return check_place("/".join([word, *map(place_part, ids)]))


@lru_cache(maxsize=8192)
def check_place(place: str) -> str:
    """A place's id, if it is well-formed."""
    if _WELL_FORMED.fullmatch(place) is None:
        raise BadData(f"{place!r} does not name a place: it must be a word and its ids, such as zone/6 or row/uboat/2")
    return place


def place_part(value: object) -> str:
    text = str(value)
    if text.isascii() and text.isalnum():
        return text.lower()
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("_", plain).strip("_")


class Place(NamedTuple):
    """A place or piece of the board, and its part in an option, an event or a decision."""

    id: str
    """Its id, such as ``zone/6`` or ``ship/hood``."""
    part: PlacePart
    """Its part in the act."""


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that an event moves on the board."""

    piece: str
    """Its id."""
    start: str
    """The id of the place it leaves; empty if it comes from off the board."""
    end: str
    """The id of the place it reaches; empty if it leaves the board."""
    count: int = 1
    """How many equal pieces move."""
    way: tuple[str, ...] = ()
    """The places it passes in between."""


NO_PLACES: Final[tuple[Place, ...]] = ()


@told_of_misfits
def places(
    *,
    subject: str | Sequence[str] = (),
    from_: str | Sequence[str] = (),
    to: str | Sequence[str] = (),
    target: str | Sequence[str] = (),
    at: str | Sequence[str] = (),
) -> tuple[Place, ...]:
    """The places of an act, each with its part, always in this order. An empty id is left out.

    >>> places(to="discards", subject="card/sonar")
    (Place(id='card/sonar', part='subject'), Place(id='discards', part='to'))

    Args:
        subject: the person or thing that acts or is chosen.
        from_: the place it leaves.
        to: the place it goes to.
        target: the object of the act.
        at: the place of the act, when nothing moves.
    """
    parts: tuple[tuple[PlacePart, str | Sequence[str]], ...] = (
        ("subject", subject), ("from", from_), ("to", to), ("target", target), ("at", at),
    )  # fmt: skip
    return tuple(
        Place(str(place), part)
        for part, given in parts
        for place in ((given,) if isinstance(given, str) else given)
        if place
    )


def completed(own: tuple[Place, ...], asked: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places of an answer, completed from its question: who acts, and where that is."""
    # An answer that names who acts says itself where. Of others the question's subject acts: from where the question
    # finds it, if the answer names a place to go to, else there. One who was asked for acts on the question's target.
    if not asked:
        return own
    parts = {part for _, part in own}
    if "subject" in parts:
        found = [place for place in asked if place.part == "target" and "target" not in parts]
    else:
        found = [place for place in asked if place.part == "subject"]
        if not parts & {"from", "at"}:
            where: PlacePart = "from" if "to" in parts else "at"
            found += [Place(name, where) for name, part in asked if part in ("from", "at")]
    return tuple(sorted((*found, *own), key=lambda place: PARTS.index(place.part))) if found else own
