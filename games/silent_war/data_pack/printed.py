"""Everything printed on the map and the pieces, as the rules use it: OpAreas, bases, zones, ships, boats, months."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, ZoneIndex

WHITE, SPARSE, LOW, MODERATE, HIGH = range(5)
ACTIVITY_NAMES = ("No Contact", "Sparse", "Low", "Moderate", "High")
ESCORTS = frozenset({"DD", "DE"})
CATEGORY_DILIGENT = frozenset({"diligent_rising_sun", "diligent_red_ball"})
CATEGORY_TITLES: Final = {
    "aircraft_land": "land-based aircraft",
    "aircraft_ship": "ship-based aircraft",
    "bb": "battleship",
    "bb36": "battleship of 36 thousand tons",
    "ca": "heavy cruiser",
    "cl": "light cruiser",
    "combat_event": "combat event",
    "cv": "aircraft carrier",
    "dd": "destroyer",
    "de": "escort ship",
    "de_matsu": "escort ship of the Matsu class",
    "diligent_rising_sun": "Diligent Escort with the rising sun",
    "diligent_red_ball": "Diligent Escort with the red ball",
    "m_1_2": "merchant ship of 1 or 2 thousand tons",
    "m_3_5": "merchant ship of 3 to 5 thousand tons",
    "m_6_plus": "merchant ship of 6 thousand tons or more",
    "no_tdc": "counter that gives no TDC",
}
"""The categories of the War Mix Table that have several counters, for a person who draws them."""
RISING_SUN, RED_BALL = "rising_sun", "red_ball"
PEARL_HARBOR = "pearl_harbor"
"""The id of the base where boats come from and go back to."""
WEST_COAST = "us_west_coast"
"""The id of the base where boats are in overhaul."""


@lru_cache(maxsize=256)
def month_number(month: str) -> int:
    """A month as a number that counts up; ``W/S`` is December 1941.

    >>> month_number("1942-01") - month_number("W/S")
    1
    """
    if month == "W/S":
        month = "1941-12"
    year, number = month.split("-")
    return int(year) * 12 + int(number) - 1


RADAR_MONTH = month_number("1943-10")
WOLFPACK_MONTH = month_number("1943-10")


@lru_cache(maxsize=256)
def month_text(number: int) -> str:
    """The month of a number, such as ``1942-06``."""
    return f"{number // 12}-{number % 12 + 1:02d}"


@dataclass(frozen=True, slots=True)
class Area:
    """An OpArea with its Area Activity Chart.

    ``boxes[wp]`` are the ten activity levels of War Period ``wp`` (1-4); ``first_red[wp]`` is the box its red begins
    with, or 99; ``reds[wp]`` counts them; ``crowding[wp]`` says whether Congregating Risk holds (blue or red there).
    """

    id: str
    name: str
    group: str
    narrow: bool
    shallow: bool
    neighbours: tuple[AreaIndex, ...]
    bases: tuple[BaseIndex, ...]
    zones: tuple[ZoneIndex, ...]
    boxes: tuple[tuple[int, ...], ...]
    first_red: tuple[int, ...]
    reds: tuple[int, ...]
    crowding: tuple[bool, ...]
    transit_drm: int
    transit_drm_ultra: int
    lon: float
    lat: float

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Base:
    """A base; ``zone`` is a forward base's Special Mission Zone, or None; ``south_west`` says whose command it is in
    (26.0)."""

    id: str
    name: str
    forward: bool
    allied: bool
    south_west: bool
    australian: bool
    areas: tuple[AreaIndex, ...]
    zone: ZoneIndex | None
    capacity: int
    repair_numbers: tuple[int, int, int, int]
    rolls_on_arrival: bool
    lon: float
    lat: float

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Zone:
    """A Special Mission Zone and the OpAreas it is entered from."""

    id: str
    name: str
    areas: tuple[AreaIndex, ...]
    lon: float
    lat: float


FLAGS: Final = {"red_ball": "Red Ball", "rising_sun": "Rising Sun"}
"""Everything on the front and the back of the Japanese pieces, chits apart."""


@dataclass(frozen=True, slots=True)
class Ship:
    """A Japanese piece. ``asw2`` is its ASW in halves (a zed is 1 half, and counts in gunnery only)."""

    id: str
    name: str
    type: str
    category: str
    tonnage: int
    defense: int
    asw: int
    zed: bool
    back: str
    front: str
    entry: int
    leaves: int
    unique: bool
    event: bool
    aircraft: bool
    diligent: bool
    chit: bool
    merchant: bool
    hospital: bool

    @property
    def called(self) -> str:
        """Its name as the display has it, where players must not overlook a hospital ship (28.3)."""
        return f"hospital ship {self.name}" if self.hospital else self.name

    @property
    def in_full(self) -> str:
        """All that is printed on it, for who draws it from a real cup (2.3)."""
        if self.chit:
            return self.called
        asw = "a zed" if self.zed else f"ASW {self.asw}"
        kind = "diligent " if self.diligent else ""
        return f"{kind}{self.called}, Defense {self.defense}, {asw}, {FLAGS[self.front]} front, {FLAGS[self.back]} back"

    def __str__(self) -> str:
        return self.called


@dataclass(frozen=True, slots=True)
class BoatCard:
    """A submarine's printed ratings. ``crash_dive`` is None for X; ``gun_row`` a tonnage of its row for gunnery."""

    id: str
    name: str
    nation: str
    boat_class: str
    entry: int
    speed: int
    range: int
    readiness: int
    attack: int
    defense: int
    tactical: int
    endurance: str
    crash_dive: int | None
    gun_row: int
    allied: bool

    def __str__(self) -> str:
        return self.name
