"""What a match tells to those who listen. A mission is told to its own side alone."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.components import place_id
from navalcore.rules import Event, Move, Place, places

from skerry_passage.choices import Weapon
from skerry_passage.passage import cards
from skerry_passage.state import Mission, Side


@dataclass(frozen=True, slots=True)
class MissionDrawn(Event):
    """A side has drawn its mission."""

    side: Side
    mission: Mission

    def __str__(self) -> str:
        return f"Your mission is to {self.mission}."


@dataclass(frozen=True, slots=True)
class ShipSailed(Event):
    """A ship has sailed her course, or as much of it as she could."""

    ship: str
    hexes: tuple[str, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """From hex to hex."""
        start, *way, end = [place_id("hex", space) for space in self.hexes]
        return (Move(place_id("ship", self.ship), start, end, way=tuple(way)),)

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} sails {' '.join(self.hexes)}."


@dataclass(frozen=True, slots=True)
class SmokeMade(Event):
    """A ship begins to make smoke."""

    ship: str

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} makes smoke."


@dataclass(frozen=True, slots=True)
class SheeredOff(Event):
    """A ship has stopped because another is in her way."""

    ship: str
    other: str

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} sheers off: {cards()[self.other].name} is in her way."


@dataclass(frozen=True, slots=True)
class ShipLeft(Event):
    """A ship has left the passage."""

    ship: str
    space: str
    """The hex she leaves it from."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Off the map."""
        return (Move(place_id("ship", self.ship), place_id("hex", self.space), ""),)

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} leaves the passage."


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """A ship has fired."""

    ship: str
    weapon: Weapon
    target: str
    hits: int

    def __str__(self) -> str:
        ship, target = cards()[self.ship].name, cards()[self.target].name
        hits = {0: "misses", 1: "hits once", 2: "hits twice"}.get(self.hits, f"hits {self.hits} times")
        what = "fires a torpedo at" if self.weapon is Weapon.TORPEDO else "fires at"
        return f"{ship} {what} {target} and {hits}."


@dataclass(frozen=True, slots=True)
class HitsMarked(Event):
    """The hits on a ship have been marked on her sheet."""

    ship: str
    before: int
    after: int

    @property
    def detail(self) -> bool:
        """That she is hit is told."""
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        """The marker."""
        start, end = (place_id("hits", self.ship, number) for number in (self.before, self.after))
        return (Move(place_id("hit", self.ship), start, end),)

    def __str__(self) -> str:
        return f"{cards()[self.ship].name} has {self.after} hits."


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A threshold of a damage track has been crossed."""

    ship: str
    effect: str
    space: str
    """Where she is."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship."""
        return places(target=place_id("ship", self.ship))

    @property
    def moves(self) -> tuple[Move, ...]:
        """A ship that is sunk is gone."""
        sunk = self.effect == "sunk"
        return (Move(place_id("ship", self.ship), place_id("hex", self.space), ""),) if sunk else ()

    def __str__(self) -> str:
        words = {"sunk": "is sunk", "slowed": "is slowed"}
        return f"{cards()[self.ship].name} {words.get(self.effect, f'has her {self.effect} of action')}."
