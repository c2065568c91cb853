"""The acts and mishaps of boats outside a fight: a class for each kind of thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from navalcore.components import listed
from navalcore.rules import Event, Move, Place, places
from navalcore_games.silent_war.events.telling import Attacked, BoatEvent, Deed, Departure, MoveEvent, PartyEvent
from navalcore_games.silent_war.words import CAUSES, Cause, Named

# ---- what befalls a boat ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lost(Departure):
    """A boat was lost."""

    suffered = True
    cause: Cause

    @property
    def deed(self) -> Deed:
        """That she is, and how."""
        return Deed("is", f"lost: {CAUSES[self.cause]}", hers=True)


@dataclass(frozen=True, slots=True)
class Damaged(BoatEvent):
    """A boat was damaged."""

    suffered = True
    markers: int
    """How many Damage markers she has now."""

    @property
    def deed(self) -> Deed:
        """That she is, for the first time or again."""
        return Deed("is", "damaged" if self.markers == 1 else "damaged again")


@dataclass(frozen=True, slots=True)
class Spotted(BoatEvent):
    """A boat was spotted."""

    suffered = True
    does = Deed("is", "Spotted")


@dataclass(frozen=True, slots=True)
class Unspotted(BoatEvent):
    """A boat is no longer spotted."""

    does = Deed("is", "no longer Spotted")


@dataclass(frozen=True, slots=True)
class SentHome(BoatEvent):
    """A boat must return to base."""

    suffered = True
    does = Deed("must", "return to base")


@dataclass(frozen=True, slots=True)
class TransitEventMet(Attacked):
    """A boat met with a Transit Event."""

    attack = Deed("has", "a Transit Event")


# ---- movement --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stepped(MoveEvent):
    """A boat, or the first of a wolfpack, has made a step of a move to come; the whole way is reported at its end."""

    @property
    def detail(self) -> bool:
        """The event reports the whole way."""
        return True

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:  # noqa: ARG003
        """Nothing in the news: who ordered the step knows it, and the whole way is reported."""
        return ()

    @property
    def deed(self) -> Deed:
        """Where to."""
        return Deed("steps", f"to {self.at}")


@dataclass(frozen=True, slots=True)
class Sailed(PartyEvent):
    """A boat, or a wolfpack as one, has moved at sea or out of a base. She has stepped there; the others follow."""

    start: Named
    """The OpArea or base where the move began."""
    way: tuple[Named, ...]
    """The OpAreas passed through, without the last, where she is now."""
    others: tuple[Named, ...]
    """The other boats of the wolfpack."""
    home: Named | None
    """The base she returns to, or None of a boat that does not return."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boats, where they came from and where they are."""
        assert self.at is not None
        return places(subject=[boat.id for boat in (self.boat, *self.others)], from_=self.start.id, to=self.at.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the other boats, with their way."""
        assert self.at is not None
        way = tuple(area.id for area in self.way)
        return tuple(Move(boat.id, self.start.id, self.at.id, way=way) for boat in self.others)

    @property
    def who(self) -> str:
        """The boat or the wolfpack."""
        return self.party

    @property
    def deed(self) -> Deed:
        """The destination and the way there."""
        ways = ", then ".join(map(str, (*self.way, self.at)))
        return Deed("goes", f"to {ways}{f' on the way to {self.home}' if self.home else ''}")


@dataclass(frozen=True, slots=True)
class TurnedBack(MoveEvent):
    """A boat that must return to base turned back before the end of her move."""

    @property
    def deed(self) -> Deed:
        """Where."""
        return Deed("turns", f"back in {self.at}")


@dataclass(frozen=True, slots=True)
class HeadedHome(PartyEvent):
    """A boat made no search, or ended a mission, and returns to base of her own will."""

    does = Deed("turns", "for home")


@dataclass(frozen=True, slots=True)
class ZoneEntered(BoatEvent):
    """A boat entered a Special Mission Zone."""

    zone: Named

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, her OpArea and the zone."""
        return places(subject=self.boat.id, from_="" if self.at is None else self.at.id, to=self.zone.id)

    @property
    def deed(self) -> Deed:
        """Which."""
        return Deed("enters", f"the {self.zone} zone")


@dataclass(frozen=True, slots=True)
class Arrived(MoveEvent):
    """A boat came into a base."""

    @property
    def deed(self) -> Deed:
        """Where."""
        return Deed("arrives", f"at {self.at}")


@dataclass(frozen=True, slots=True)
class SentOn(MoveEvent):
    """A tender could not repair a boat, which is at sea again and must go to a major base."""

    @property
    def deed(self) -> Deed:
        """From where."""
        return Deed("cannot", f"be repaired at {self.start}")


@dataclass(frozen=True, slots=True)
class Evacuated(MoveEvent):
    """A boat left a base that fell."""

    @property
    def deed(self) -> Deed:
        """Where to."""
        return Deed("falls", f"back to {self.at}")


# ---- the fleet -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined(BoatEvent):
    """A new boat came to her first base."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """That she is there."""
        return () if self.at is None else (Move(self.boat.id, "", self.at.id),)

    @property
    def deed(self) -> Deed:
        """Where."""
        return Deed("joins", f"the fleet at {self.at}")


@dataclass(frozen=True, slots=True)
class CameBack(MoveEvent):
    """A boat came back from overhaul."""

    does = Deed("returns", "from overhaul")


@dataclass(frozen=True, slots=True)
class Overhauled(MoveEvent):
    """A boat went to the West Coast for overhaul."""

    does = Deed("goes", "to the West Coast for overhaul")


@dataclass(frozen=True, slots=True)
class WrittenOff(Departure):
    """A boat is a Constructive Total Loss: out of the game, but not lost."""

    does = Deed("is", "a Constructive Total Loss")


@dataclass(frozen=True, slots=True)
class Decommissioned(Departure):
    """A boat under repair was given up."""

    does = Deed("is", "decommissioned")


@dataclass(frozen=True, slots=True)
class Relegated(Departure):
    """A boat went to training duty."""

    does = Deed("goes", "to training duty")


@dataclass(frozen=True, slots=True)
class MadeReady(BoatEvent):
    """A boat is ready for sea."""

    does = Deed("is", "ready for sea")

    @property
    def detail(self) -> bool:
        """All in a day's work."""
        return True


@dataclass(frozen=True, slots=True)
class Repaired(BoatEvent):
    """A boat was repaired."""

    does = Deed("is", "repaired")


@dataclass(frozen=True, slots=True)
class SkipperGained(BoatEvent):
    """A boat was given a Super Skipper, or hers was turned to the +2 side."""

    skipper: Named
    rating: int = 1
    """1 or 2."""

    @property
    def deed(self) -> Deed:
        """Whom."""
        if self.rating > 1:
            return Deed("has", f"a Super Skipper, {self.skipper}, at +{self.rating} from now on")
        return Deed("gets", f"a Super Skipper, {self.skipper}")


@dataclass(frozen=True, slots=True)
class SkipperRelieved(BoatEvent):
    """The Super Skipper of a boat was relieved of command."""

    suffered = True
    skipper: Named

    @property
    def deed(self) -> Deed:
        """Who."""
        return Deed("loses", f"her Super Skipper, {self.skipper}, who is relieved of command", hers=True)


@dataclass(frozen=True, slots=True)
class Disbanded(Event):
    """A wolfpack, or the rest of one, is disbanded; its boats continue singly."""

    boats: tuple[Named, ...]
    """Those that were left."""
    at: Named | None
    """The OpArea or base they are in."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boats, and where they are."""
        return places(subject=[boat.id for boat in self.boats], at="" if self.at is None else self.at.id)

    def __str__(self) -> str:
        return f"The wolfpack of {listed(self.boats)} is disbanded."


@dataclass(frozen=True, slots=True)
class TonnageCredited(BoatEvent):
    """A boat was credited with the tonnage of a ship again."""

    figures: ClassVar[tuple[str, ...]] = ("tons",)
    tons: int
    """In thousands of tons."""

    @property
    def deed(self) -> Deed:
        """How much."""
        return Deed("is", f"credited with another {self.tons},000 tons")
