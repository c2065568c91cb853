"""The names of things: in the state numbers that a type checker keeps apart, outside it the ids that views, options,
events, decisions and boards share.

In the state everything printed is called by its index in the charts, a boat by its index in the state. The units of a
display and the wolfpacks have numbers of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NewType, Protocol, TypeVar, cast

from navalcore.components import place_id

AreaIndex = NewType("AreaIndex", int)
"""An OpArea, among ``Charts.areas``."""
BaseIndex = NewType("BaseIndex", int)
"""A base, among ``Charts.bases``."""
ZoneIndex = NewType("ZoneIndex", int)
"""A Special Mission Zone, among ``Charts.zones``."""
PieceIndex = NewType("PieceIndex", int)
"""A Japanese piece, among ``Charts.ships``."""
CardIndex = NewType("CardIndex", int)
"""A submarine's card, among ``Charts.boats``."""
SkipperIndex = NewType("SkipperIndex", int)
"""A Super Skipper, among ``Charts.skippers``."""
TenderIndex = NewType("TenderIndex", int)
"""A tender, among ``Charts.tenders``."""
BoatIndex = NewType("BoatIndex", int)
"""A boat of the match, among ``State.boats``."""
PackNumber = NewType("PackNumber", int)
"""A wolfpack, in the order in which they are formed."""
UnitNumber = NewType("UnitNumber", int)
"""A unit on the combat display, in the order in which they are placed."""

I = TypeVar("I", bound=int)  # noqa: E741 (an index)
T = TypeVar("T")


class Printed(Protocol):
    """Anything printed: it has an id."""

    @property
    def id(self) -> str:
        """The id in the data pack."""
        ...


def numbered(kind: Callable[[int], I], things: Iterable[T]) -> Iterator[tuple[I, T]]:  # noqa: ARG001 (for the type)
    """Things with their indices: ``numbered(AreaIndex, charts.areas)``."""
    return cast("Iterator[tuple[I, T]]", enumerate(things))


def indices(kind: Callable[[int], I], things: Iterable[Printed]) -> dict[str, I]:
    """The names of printed things, from their ids."""
    return {thing.id: index for index, thing in numbered(kind, things)}


def boat_id(boat: str) -> str:
    """A boat, by the id of its card."""
    return place_id("boat", boat)


def area_id(area: str) -> str:
    """An OpArea, by its printed id."""
    return place_id("area", area)


def base_id(base: str) -> str:
    """A base, by its printed id; that of the U.S. West Coast is the place of boats in overhaul."""
    return place_id("base", base)


def zone_id(zone: str) -> str:
    """A Special Mission Zone, by its printed id."""
    return place_id("zone", zone)


def unit_id(unit: UnitNumber) -> str:
    """A unit of the combat display, by its number there, which is all that is known of it face down."""
    return place_id("unit", unit)


def column_id(column: str) -> str:
    """A column of the combat display, by its letter."""
    return place_id("column", column)


def station_id(column: str) -> str:
    """Where the boats of a column of the combat display are; without one, those not placed yet."""
    return place_id("station", column or "waiting")


def marks_id(area: str) -> str:
    """Where ULTRA and storms of an OpArea are marked."""
    return place_id("marks", area)


TRACK: Final = "track"
"""Where the date and the tracks are told."""
STORM: Final = "storm"
ULTRA: Final = "ultra"
"""The markers, of which there are several alike."""
