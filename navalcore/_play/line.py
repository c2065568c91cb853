"""The line of play: which options were chosen by whom, and where chance was sent another way."""

from __future__ import annotations

from typing import NamedTuple

from navalcore._play.commitments import fresh_salt
from navalcore.components._chance import Chance


class Reseed(NamedTuple):
    """Where chance goes another way: to another seed (hidden things imagined if a role is named), or to a source."""

    at: int
    seed: str
    as_seen_by: str | None
    chance: Chance | None = None
    salt: str = ""
    """The salt of the commitment to the seed; empty if it is not."""
    commitment: str = ""
    """Of a seed that is withheld: then ``chance`` has the results that a file has of it."""

    @classmethod
    def to(cls, seed: str, at: int, as_seen_by: str | None) -> Reseed:
        """The reseed to a seed; one that can be saved is given a salt, to be committed to."""
        return cls(at, seed, as_seen_by, None, fresh_salt() if as_seen_by is None else "")


class Line:
    """The choices of a match with their roles, and the reseeds; forks share the past, so no list is shortened."""

    __slots__ = ("_counted", "_offset", "_past", "count", "imagined", "own", "reseeds", "roles")

    def __init__(self) -> None:
        self._past: tuple[tuple[list[int], list[str], int], ...] = ()
        self._offset = 0
        self._counted: dict[str, tuple[list[str], int, int]] = {}
        self.own: list[int] = []
        self.roles: list[str] = []
        self.count = 0
        self.reseeds: tuple[Reseed, ...] = ()
        self.imagined: int | None = None
        """After how many choices the match left what can be played again; None if it never did."""

    def choices(self) -> list[int]:
        """All choices."""
        made: list[int] = []
        for choices, _, length in self._past:
            made += choices[:length]
        return made + self.own

    def choosers(self) -> list[str]:
        """Who made them."""
        made: list[str] = []
        for _, roles, length in self._past:
            made += roles[:length]
        return made + self.roles

    def chosen_by(self, role: str, made: int) -> int:
        """How many of the first ``made`` choices (in a match that imagines: of those since) were the role's."""
        start, own = self.imagined or 0, self.roles
        counted, place, found = self._counted.get(role, (own, start, 0))
        if place > made or counted is not own:
            place, found = start, 0
        if place < made:
            offset = self._offset
            roles = self.choosers()[place:made] if place < offset else own[place - offset : made - offset]
            found += roles.count(role)
            self._counted[role] = own, made, found
        return found

    def last_of(self, role: str, since: int) -> int | None:
        """The place of the role's last choice among those after the first ``since``, or None."""
        roles = self.choosers()[since:]
        return next((since + place for place in reversed(range(len(roles))) if roles[place] == role), None)

    def branch(self, start: int, position: int) -> tuple[Line, list[str], list[int]]:
        """A line that shares what came before ``start``, and the roles and indices from there to ``position``."""
        copied: Line = object.__new__(Line)
        first = start - self._offset
        if first < 0:
            own, roles = self.choices(), self.choosers()
            copied._past, copied._offset, copied.own, copied.roles = (), 0, own[:start], roles[:start]
            again = roles[start:position], own[start:position]
        else:
            copied._past = (*self._past, (self.own, self.roles, first)) if first else self._past
            copied._offset, copied.own, copied.roles = start, [], []
            last = position - self._offset
            again = self.roles[first:last], self.own[first:last]
        copied._counted = {}
        copied.count = start
        copied.imagined = self.imagined
        copied.reseeds = self._reseeds_until(position) if self.reseeds else ()
        return copied, *again

    def whole(self) -> Line:
        """An equal line that shares nothing with this one."""
        copied = Line()
        copied.own, copied.roles = self.choices(), self.choosers()
        copied.count, copied.reseeds, copied.imagined = self.count, self.reseeds, self.imagined
        return copied

    def rewind(self, start: int, position: int) -> tuple[list[str], list[int]]:
        """Go back to ``start`` choices; returns the roles and indices from there to ``position``, to be made again."""
        if start < self._offset:
            self.own, self.roles, self._past, self._offset = self.choices(), self.choosers(), (), 0
        first = start - self._offset
        last = position - self._offset
        again = self.roles[first:last], self.own[first:last]
        self.own = self.own[:first] if first else []
        self.roles = self.roles[:first] if first else []
        self._counted.clear()
        self.reseeds = self._reseeds_until(position)
        self.count = start
        return again

    def without(self, place: int) -> Line:
        """An equal line without the choice at ``place``: what came after it has moved up."""
        copied = self.whole()
        del copied.own[place], copied.roles[place]
        copied.count -= 1
        copied.reseeds = tuple(each._replace(at=each.at - 1) if each.at > place else each for each in copied.reseeds)
        return copied

    def _reseeds_until(self, position: int) -> tuple[Reseed, ...]:
        return tuple(reseed for reseed in self.reseeds if reseed.at <= position)

    def depart(self, reseed: Reseed) -> None:
        """Note that chance goes another way from here."""
        self.reseeds = (*self.reseeds, reseed)
        if reseed.as_seen_by is not None or (reseed.chance is not None and not reseed.commitment):
            self.imagine_from_here()

    def imagine_from_here(self) -> None:
        """Count what is chosen from here on and nothing else, and take nothing back from before."""
        self.imagined = self.count
        self._counted.clear()
