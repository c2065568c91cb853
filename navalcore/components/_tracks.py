"""Damage tracks, and markers that expire: plain data that can be in a game's state."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from navalcore._misfits import checked_when_made, told_when_made, whole
from navalcore.errors import BadData

S = TypeVar("S", bound=Hashable)


@told_when_made
@dataclass(slots=True)
class DamageTrack:
    """A row of boxes that hits fill, with effects at some of them.

    >>> track = DamageTrack(6, {3: "half speed", 5: "guns out", 6: "sunk"})
    >>> track.hit(2), track.hit(3), track.hit(1)
    ([], ['half speed', 'guns out'], ['sunk'])
    >>> track.repair(2), track.in_force, track.hit(1)
    (2, ['half speed'], [])

    Raises:
        BadData: there is no box, more are filled than there are, or a threshold is not one of the boxes.
    """

    boxes: int
    """How many boxes there are."""
    thresholds: dict[int, str] = field(default_factory=dict)
    """The effects of filling so many boxes."""
    filled: int = 0
    """How many are filled."""
    reported: list[int] = field(default_factory=list)
    """The thresholds that have been crossed and told, by their numbers of boxes."""

    def __post_init__(self) -> None:
        if self.boxes < 1:
            raise BadData(f"a damage track has {self.boxes} boxes; it must have at least one")
        if not 0 <= self.filled <= self.boxes:
            raise BadData(f"{self.filled} boxes are filled; it must be from 0 to {self.boxes}")
        for box in (*self.thresholds, *self.reported):
            if not 1 <= box <= self.boxes:
                raise BadData(f"there is a threshold at box {box}; the boxes are 1 to {self.boxes}")

    @property
    def left(self) -> int:
        """The number of boxes still empty."""
        return self.boxes - self.filled

    @property
    def full(self) -> bool:
        """Whether every box is filled."""
        return self.left == 0

    @property
    def in_force(self) -> list[str]:
        """The effects in force: those of all thresholds up to the last filled box, in the order of the boxes."""
        return [effect for box, effect in sorted(self.thresholds.items()) if box <= self.filled]

    def hit(self, hits: int = 1) -> list[str]:
        """Fill boxes; hits beyond the last box are lost.

        Returns:
            The effects of the thresholds crossed, in the order of the boxes. One that was told before and crossed
            again after repairs is not told again.

        Raises:
            BadData: ``hits`` is not a whole number from 0 up; :meth:`repair` empties boxes.
        """
        self.filled = min(self.filled + whole("there is a number of hits (repair() empties boxes)", hits), self.boxes)
        crossed = [box for box in sorted(self.thresholds) if box <= self.filled and box not in self.reported]
        self.reported += crossed
        return [self.thresholds[box] for box in crossed]

    def repair(self, boxes: int = 1) -> int:
        """Empty so many boxes at most, the last filled first; returns how many were emptied.

        Raises:
            BadData: ``boxes`` is not a whole number from 0 up.
        """
        emptied = min(whole("a number of boxes is repaired (hit() fills boxes)", boxes), self.filled)
        self.filled -= emptied
        return emptied


@checked_when_made
@dataclass(slots=True)
class Marker(Generic[S]):
    """A marker on the map."""

    kind: str
    """Its kind: "smoke", "star shell"."""
    space: S
    """Where it is."""
    turns: int | None = None
    """After how many more turns it is taken away; None if it stays."""


@checked_when_made
@dataclass(slots=True)
class Markers(Generic[S]):
    """The markers on a map, some of which expire.

    >>> markers = Markers()
    >>> markers.place("smoke", "0404", turns=2)
    >>> markers.place("wreck", "0404")
    >>> markers.age(), markers.spaces("smoke")
    ([], ['0404'])
    >>> markers.age(), markers.spaces("smoke")
    ([Marker(kind='smoke', space='0404', turns=0)], [])
    """

    placed: list[Marker[S]] = field(default_factory=list)
    """All of them, in the order in which they were placed."""

    def place(self, kind: str, space: S, turns: int | None = None) -> None:
        """Put a marker on the map.

        Arguments:
            kind: what it is.
            space: where.
            turns: the call of :meth:`age`, counted from 1, that takes it away; None if it stays until it is removed.

        Raises:
            BadData: ``turns`` is not a whole number from 1 up.
        """
        if turns is not None:
            whole(f"{kind} in {space} is placed for a number of turns (None: for good)", turns, 1)
        self.placed.append(Marker(kind, space, turns))

    def age(self) -> list[Marker[S]]:
        """One turn passes: the markers that expire are taken away and returned."""
        for marker in self.placed:
            if marker.turns is not None:
                marker.turns -= 1
        expired = [marker for marker in self.placed if marker.turns == 0]
        self.placed = [marker for marker in self.placed if marker.turns != 0]
        return expired

    def spaces(self, kind: str) -> list[S]:
        """The spaces with a marker of this ``kind``, each once, in the order in which they were placed."""
        return list(dict.fromkeys(marker.space for marker in self.placed if marker.kind == kind))
