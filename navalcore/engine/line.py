"""The line of play: which options were chosen, and where chance was sent another way."""

from __future__ import annotations

from typing import NamedTuple

from navalcore.components.chance import Chance


class Reseed(NamedTuple):
    """After ``at`` choices chance goes on from another seed, and hidden information is imagined if a role is named; or
    it goes on from a source of its own.

    Attributes:
        salt: what the seed is committed to with; empty if it is not.
        commitment: of a seed that is withheld: then ``chance`` has the results that a file has of it.
    """

    at: int
    seed: str
    as_seen_by: str | None
    chance: Chance | None = None
    salt: str = ""
    commitment: str = ""


class Line:
    """The choices of one match from the first decision on, as indices of options, and the reseeds among them.

    The line of a fork shares what was chosen before the fork began with the line it comes from: no list of choices is
    ever shortened in place.

    Attributes:
        count: how many choices have been made.
        own: the last of them, which are not shared. Whoever makes a choice appends it here and counts it, without a
            method: this is the engine's innermost loop.
        reseeds: where chance was sent another way, in order.
        imagined: after how many choices the match (last) left what can be played again, because hidden information was
            imagined or chance came from a source of its own; None if it never did.
    """

    __slots__ = ("_offset", "_past", "count", "imagined", "own", "reseeds")

    def __init__(self) -> None:
        self._past: tuple[tuple[list[int], int], ...] = ()
        self._offset = 0
        self.own: list[int] = []
        self.count = 0
        self.reseeds: tuple[Reseed, ...] = ()
        self.imagined: int | None = None

    def choices(self) -> list[int]:
        """All choices."""
        made: list[int] = []
        for choices, length in self._past:
            made += choices[:length]
        return made + self.own

    def branch(self, position: int) -> Line:
        """An equal line, which shares the first ``position`` choices with this one."""
        twin: Line = object.__new__(Line)
        shared = position - self._offset
        if shared < 0:
            twin._past, twin._offset = (), 0
            twin.own = self.choices()
        else:
            twin._past = (*self._past, (self.own, shared)) if shared else self._past
            twin._offset = position
            twin.own = self.own[shared:]
        twin.count = self.count
        twin.reseeds = self.reseeds
        twin.imagined = self.imagined
        return twin

    def rewind(self, start: int, position: int) -> list[int]:
        """Go back to where ``start`` choices had been made; returns those that led on from there to ``position``, which
        are to be made again. What was chosen after ``position`` is forgotten.
        """
        if start < self._offset:
            self.own, self._past, self._offset = self.choices(), (), 0
        first = start - self._offset
        again = self.own[first : position - self._offset]
        self.own = self.own[:first] if first else []
        if position < self.count and self.reseeds:
            self.reseeds = tuple(reseed for reseed in self.reseeds if reseed.at <= position)
        self.count = start
        return again

    def depart(self, reseed: Reseed) -> None:
        """Note that chance goes another way from here."""
        self.reseeds = (*self.reseeds, reseed)
        if reseed.as_seen_by is not None or (reseed.chance is not None and not reseed.commitment):
            self.imagined = reseed.at
