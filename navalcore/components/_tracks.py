"""Damage tracks, markers that expire, stacking limits and range bands.

All of them are plain data that can lie in a game's state, where the engine copies and saves them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from os import PathLike
from typing import Generic, TypeVar

from navalcore.components._data_files import load_toml
from navalcore.components._tables import Span, parse_span, prove_covered
from navalcore.errors import BadData, UnknownName

S = TypeVar("S", bound=Hashable)
Path = tuple[str | int, ...]


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
    """What happens when so many boxes are filled."""
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
        """How many boxes are still empty."""
        return self.boxes - self.filled

    @property
    def full(self) -> bool:
        """Whether every box is filled."""
        return self.left == 0

    @property
    def in_force(self) -> list[str]:
        """What holds now: the effects of all thresholds up to the last filled box, in the order of the boxes."""
        return [effect for box, effect in sorted(self.thresholds.items()) if box <= self.filled]

    def hit(self, hits: int = 1) -> list[str]:
        """Fill boxes; hits beyond the last box are lost.

        Returns:
            The effects of the thresholds crossed, in the order of the boxes. One that was told before and crossed
            again after repairs is not told again, unless the repair said so.

        Raises:
            BadData: ``hits`` is below 0; :meth:`repair` empties boxes.
        """
        if hits < 0:
            raise BadData(f"{hits} hits: there must be 0 or more; repair() empties boxes")
        self.filled = min(self.filled + hits, self.boxes)
        crossed = [box for box in sorted(self.thresholds) if box <= self.filled and box not in self.reported]
        self.reported += crossed
        return [self.thresholds[box] for box in crossed]

    def repair(self, boxes: int = 1, tell_again: bool = False) -> int:
        """Empty boxes, the last filled first.

        Arguments:
            boxes: how many at most.
            tell_again: whether the thresholds that this repair takes back are told again when they are crossed again.

        Returns:
            How many boxes were emptied.

        Raises:
            BadData: ``boxes`` is below 0.
        """
        if boxes < 0:
            raise BadData(f"{boxes} boxes repaired: there must be 0 or more; hit() fills boxes")
        emptied = min(boxes, self.filled)
        if tell_again:
            kept = self.filled - emptied
            self.reported = [box for box in self.reported if not kept < box <= self.filled]
        self.filled -= emptied
        return emptied


@dataclass(slots=True)
class Marker(Generic[S]):
    """A marker on the map."""

    kind: str
    """What it is: "smoke", "star shell"."""
    space: S
    """Where it lies."""
    turns: int | None = None
    """After how many more turns it is taken away; None if it stays."""


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
            BadData: ``turns`` is below 1.
        """
        if turns is not None and turns < 1:
            raise BadData(f"{kind} in {space} is placed for {turns} turns; it must be 1 or more, or None if it stays")
        self.placed.append(Marker(kind, space, turns))

    def age(self) -> list[Marker[S]]:
        """One turn passes: the markers that expire are taken away and returned."""
        for marker in self.placed:
            if marker.turns is not None:
                marker.turns -= 1
        expired = [marker for marker in self.placed if marker.turns == 0]
        self.placed = [marker for marker in self.placed if marker.turns != 0]
        return expired

    def at(self, space: S) -> list[Marker[S]]:
        """The markers in a space."""
        return [marker for marker in self.placed if marker.space == space]

    def spaces(self, kind: str) -> list[S]:
        """The spaces with a marker of a kind, each once, in the order in which they were placed."""
        return list(dict.fromkeys(marker.space for marker in self.placed if marker.kind == kind))

    def remove(self, kind: str, space: S) -> None:
        """Take away the oldest marker of a kind in a space.

        Raises:
            UnknownName: none is there; the message says what is.
        """
        for number, marker in enumerate(self.placed):
            if marker.kind == kind and marker.space == space:
                del self.placed[number]
                return
        there = ", ".join(marker.kind for marker in self.at(space)) or "none"
        raise UnknownName(f"there is no {kind} marker in {space}; the markers there are: {there}")


@dataclass(frozen=True, slots=True)
class StackingLimit:
    """How much may stand in one space.

    >>> limit = StackingLimit(2)
    >>> limit.refusal("0507", ["Exeter"], "Ajax") is None
    True
    >>> limit.refusal("0507", ["Exeter", "Ajax"], "Achilles")
    '0507 is full for Achilles: at most 2 may stand there, and it holds Exeter, Ajax'
    >>> StackingLimit(4).refusal("0507", {"Exeter": 2, "Ajax": 1}, {"Ark Royal": 3})
    '0507 is full for Ark Royal (3): at most 4 may stand there, and it holds Exeter (2), Ajax (1)'
    """

    limit: int
    """How many units; or how many points, where units are given with the points that each takes."""

    def refusal(
        self, space: Hashable, standing: Iterable[str] | Mapping[str, int], entering: str | Mapping[str, int]
    ) -> str | None:
        """Why units may not enter a space: a sentence that names it and what stands there; None if they may.

        Arguments:
            space: the space.
            standing: the units that stand there, each counting 1, or with the points each takes.
            entering: the unit that wants to enter, counting 1, or units with their points.
        """
        there, coming = _points(standing), _points([entering] if isinstance(entering, str) else entering)
        if sum(there.values()) + sum(coming.values()) <= self.limit:
            return None
        plain = {*there.values(), *coming.values()} == {1}
        held = _listed(there, plain) or "nothing"
        wanting = _listed(coming, plain)
        return f"{space} is full for {wanting}: at most {self.limit} may stand there, and it holds {held}"

    def check(self, stacks: Mapping[S, Sequence[str] | Mapping[str, int]]) -> None:
        """Check a whole map, for instance a scenario that was read, or as an invariant of a game.

        Arguments:
            stacks: the units in each space, each counting 1 or with the points it takes.

        Raises:
            BadData: a space holds too much; the message names it and what stands there.
        """
        for space, standing in stacks.items():
            there = _points(standing)
            if sum(there.values()) > self.limit:
                held = _listed(there, set(there.values()) == {1})
                raise BadData(f"{space} is too full: at most {self.limit} may stand there, and it holds {held}")


def _points(units: Iterable[str] | Mapping[str, int]) -> dict[str, int]:
    if isinstance(units, Mapping):
        return dict(units)
    found: dict[str, int] = {}
    for unit in units:
        found[unit] = found.get(unit, 0) + 1
    return found


def _listed(units: Mapping[str, int], plain: bool) -> str:
    return ", ".join(unit if plain else f"{unit} ({points})" for unit, points in units.items())


@dataclass(frozen=True, slots=True)
class RangeBand:
    """One band of ranges."""

    name: str
    """What it is called."""
    first: int
    """Its shortest range."""
    last: int | None
    """Its longest range; None if it has no end."""

    def __str__(self) -> str:
        return str(Span(self.first, inf if self.last is None else self.last))


@dataclass(frozen=True, slots=True)
class RangeBands:
    """Bands of ranges: "short" from 1 to 4, "medium" from 5 to 8. The band is often the column of a lookup table.

    :func:`load_range_bands` and :func:`make_range_bands` make one and prove that every range from 1 (or 0) to the
    longest is in exactly one band.

    >>> guns = make_range_bands("guns", {"1-4": "short", "5-8": "medium", "9-14": "long"})
    >>> guns.band(8), guns.band(15), guns.longest
    ('medium', None, 14)
    """

    name: str
    """Its key in the file."""
    bands: tuple[RangeBand, ...]
    """The bands, the nearest first."""

    @property
    def longest(self) -> int | None:
        """The longest range, or None if the last band has no end."""
        return self.bands[-1].last

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bands, the nearest first."""
        return tuple(band.name for band in self.bands)

    def band(self, distance: int) -> str | None:
        """The name of the band that a distance is in, or None out of range."""
        for band in self.bands:
            if band.first <= distance and (band.last is None or distance <= band.last):
                return band.name
        return None


def load_range_bands(path: str | PathLike[str]) -> dict[str, RangeBands]:
    """The bands of every table of a TOML file by its name, each proved complete. A table ``meta`` is left out.

    A file of them::

        [eight_inch]
        "1-4" = "short"
        "5-9" = "medium"
        "10-18" = "long"      # "10+" for a band without an end

    Raises:
        BadData: ranges are left out or in two bands, or not well formed; the message names file, line and key.
    """
    document = load_toml(path)
    tables = {key: data for key, data in document.data.items() if key != "meta"}
    return {key: _read_bands(key, data, document.error_below(key)) for key, data in tables.items()}


def make_range_bands(name: str, data: Mapping[str, str]) -> RangeBands:
    """Bands from their names by range, as a TOML file has them.

    Raises:
        BadData: they are not complete or not well formed.
    """
    return _read_bands(name, data, lambda path, message: BadData(f"{'.'.join(map(str, (name, *path)))}: {message}"))


def _read_bands(name: str, data: object, error: Callable[[Path, str], BadData]) -> RangeBands:
    if not isinstance(data, Mapping) or not data:
        raise error((), 'must be a table of bands by range, such as "1-4" = "short"')
    found: list[tuple[Span, str]] = []
    keys: dict[str, str] = {}
    for key, band in data.items():
        try:
            span = parse_span(key)
        except BadData as problem:
            raise error((key,), str(problem)) from None
        if not isinstance(band, str) or not band:
            raise error((key,), f"is {band!r}; it must be the name of the band")
        if band in keys:
            raise error((key,), f"the band {band} is there already, at {keys[band]}; write it as one range")
        if span.low < 0:
            raise error((key,), "begins below 0; ranges begin at 0 or 1")
        keys[band] = key
        found.append((span, band))
    found.sort(key=lambda each: each[0].low)
    if found[0][0].low > 1:
        raise error((), f"no band is for {Span(1, found[0][0].low - 1)}; the first must begin at 0 or 1")
    prove_covered([(span, (keys[band],)) for span, band in found], error)
    bands = (RangeBand(band, int(span.low), None if span.high == inf else int(span.high)) for span, band in found)
    return RangeBands(name, tuple(bands))
