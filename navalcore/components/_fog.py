"""Fog of war: what a side knows of something that moves unseen, and where it can be by now."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Generic, TypeVar

from navalcore._misfits import told_in_methods
from navalcore.components._chance import Chance
from navalcore.errors import BadData

P = TypeVar("P", bound=Hashable)

MOST_WAYS: Final = 1_000_000
"""Ways to a place are counted up to here; beyond, all are made fewer in proportion, one at least."""


@told_in_methods
@dataclass(slots=True)
class Contact(Generic[P]):
    """A side's knowledge of something that hides.

    >>> from navalcore.components import SeededChance
    >>> line = {"west": ("middle",), "middle": ("west", "east"), "east": ("middle",)}
    >>> raider = Contact({"west": 1})
    >>> raider.moved(lambda place: (place, *line[place]))
    >>> raider.moved(lambda place: (place, *line[place]))
    >>> raider.missed(["middle"])
    >>> raider.places, raider.age, raider.imagined(SeededChance.from_seed(1))
    ({'west': 2, 'east': 1}, 2, 'west')
    >>> raider.seen("east", "gun flash")
    >>> raider
    Contact(places={'east': 1}, last='east', age=0, how='gun flash')
    """

    places: dict[P, int]
    """Where it can be, each with the number of ways it can have got there."""
    last: P | None = None
    """Where it was seen last; None if it never was."""
    age: int = 0
    """How many moves ago that was, or the match began."""
    how: str = ""
    """The sign by which it was seen."""

    def seen(self, place: P, how: str = "") -> None:
        """Record that it was seen at ``place``, so that it can be nowhere else. ``how`` names the sign by which it was
        seen.
        """
        self.places = {place: 1}
        self.last, self.age, self.how = place, 0, how

    def moved(self, reach: Callable[[P], Iterable[P]]) -> None:
        """It may have moved.

        Args:
            reach: where it may be after a move from a place, that place itself included if it may stay; by this its
                speed counts, and what bars its way.
        """
        found: dict[P, int] = {}
        for place, ways in self.places.items():
            for there in reach(place):
                found[there] = found.get(there, 0) + ways
        most = max(found.values(), default=0)
        if most > MOST_WAYS:
            found = {place: max(1, ways * MOST_WAYS // most) for place, ways in found.items()}
        self.places = found
        self.age += 1

    def missed(self, looked_at: Iterable[P]) -> None:
        """Record that it was in none of the places ``looked_at``, where a searcher would have seen it."""
        for place in looked_at:
            self.places.pop(place, None)

    def imagined(self, chance: Chance) -> P:
        """A place where it can be, the likelier the more ways lead there: what a redeal puts it.

        Args:
            chance: the source of the draw.

        Raises:
            BadData: there is none: the rules have looked where it was and not seen it.
        """
        if not self.places:
            raise BadData("there is no place where it could be; was it looked for where it was, and not seen?")
        drawn = chance.below(sum(self.places.values()))
        sums = accumulate(self.places.values())
        return next(place for place, so_far in zip(self.places, sums, strict=True) if drawn < so_far)


def spotted(distance: int, ranges: Mapping[str, int], signs: Iterable[str] = ()) -> str | None:
    """The sign by which something is seen at a distance, or None if it is not seen.

    >>> table = {"sight": 2, "searchlight": 5, "gun flash": 9}
    >>> spotted(1, table), spotted(4, table), spotted(4, table, ["gun flash"])
    ('sight', None, 'gun flash')

    Args:
        distance: to anyone who looks.
        ranges: how far each sign is seen, from a data file; the first is seen always.
        signs: what it shows besides.
    """
    shown = {*signs}
    return next(
        (
            sign
            for number, (sign, far) in enumerate(ranges.items())
            if distance <= far and (not number or sign in shown)
        ),
        None,
    )
