"""The common part of the events of boats: who did it, where, and the sentence that says so of one boat or several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, Self

from navalcore.components import listed
from navalcore.rules import Event, Move, Place, places
from navalcore_games.silent_war.ids import column_id, station_id
from navalcore_games.silent_war.words import RESULTS, Named, Result, Target

SEVERAL: Final = 3
"""The most boats or areas that are named together when the same is said of each."""
MOST_NAMED: Final = 8
_PLURALS: Final = {"is": "are", "has": "have", "goes": "go", "searches": "search", "must": "must"}


class Deed(NamedTuple):
    """A predicate: what a boat does, or what befalls her."""

    verb: str
    """In the singular."""
    rest: str = ""
    hers: bool = False
    """It speaks of her again, so it cannot be said of several boats."""

    @property
    def of_several(self) -> str:
        """The predicate of several boats."""
        return f"{_PLURALS.get(self.verb, self.verb.removesuffix('s'))} {self.rest}".rstrip()

    def of(self, number: int) -> str:
        """The predicate of so many boats."""
        return str(self) if number == 1 else self.of_several

    def __str__(self) -> str:
        return f"{self.verb} {self.rest}".rstrip()


def sentence(words: str) -> str:
    """Words with a capital and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def some(names: Sequence[object]) -> str:
    """Names as a sentence has them; those beyond the first few are counted."""
    return listed(names if len(names) <= MOST_NAMED else (*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"))


@dataclass(frozen=True, slots=True)
class BoatEvent(Event):
    """A boat did something, or something happened to her."""

    does: ClassVar[Deed]
    """Set by a class of which the same is always said."""
    suffered: ClassVar[bool] = False
    """Set by a class: it was done to the boat, not by her."""
    boat: Named
    at: Named | None
    """The OpArea or base she is in, or None off the map."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, and where she is."""
        at = "" if self.at is None else self.at.id
        if self.suffered:
            return places(target=self.boat.id, at=at)
        return places(subject=self.boat.id, at=at)

    @property
    def deed(self) -> Deed:
        """The words for her."""
        return self.does

    @property
    def who(self) -> str:
        """Of whom it is said."""
        return self.boat.name

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """Words that fit several boats are said once, with their names."""
        said: dict[Deed, list[Self]] = {}
        for event in events:
            said.setdefault(event.deed, []).append(event)
        lines: list[str] = []
        for deed, those in said.items():
            if len(those) < SEVERAL or deed.hers:
                lines += map(str, those)
            else:
                lines.append(sentence(f"{some([event.who for event in those])} {deed.of_several}"))
        return lines

    def __str__(self) -> str:
        return sentence(f"{self.who} {self.deed}")


@dataclass(frozen=True, slots=True)
class PartyEvent(BoatEvent):
    """A boat or a whole wolfpack did something."""

    leader: Named | None
    """The boat that leads the wolfpack, or None of a single boat."""

    @property
    def party(self) -> str:
        """The boat, or the wolfpack by its leader."""
        return self.boat.name if self.leader is None else f"the wolfpack of {self.leader}"


@dataclass(frozen=True, slots=True)
class MoveEvent(BoatEvent):
    """A boat moved on the map."""

    start: Named
    """Where she came from."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat, where she came from and where she is."""
        assert self.at is not None
        return places(subject=self.boat.id, from_=self.start.id, to=self.at.id)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Her move."""
        assert self.at is not None
        return (Move(self.boat.id, self.start.id, self.at.id),)


@dataclass(frozen=True, slots=True)
class Departure(BoatEvent):
    """A boat leaves the map."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """That she is there no more."""
        return () if self.at is None else (Move(self.boat.id, self.at.id, ""),)


@dataclass(frozen=True, slots=True)
class UnitEvent(BoatEvent):
    """A boat did something to a unit of the combat display."""

    target: Target

    @property
    def places(self) -> tuple[Place, ...]:
        """The boat and the unit."""
        return places(subject=self.boat.id, target=self.target.id)


@dataclass(frozen=True, slots=True)
class ContactMade(PartyEvent):
    """A boat met the enemy."""


@dataclass(frozen=True, slots=True)
class Sinking(BoatEvent):
    """A boat sank something."""

    figures: ClassVar[tuple[str, ...]] = ("tons",)
    tons: int
    """Tonnage as scored, in thousands of tons."""


@dataclass(frozen=True, slots=True)
class Attacked(BoatEvent):
    """Something happened to a boat that has a result of the Counterattack or Transit Event Table."""

    suffered = True
    attack: ClassVar[Deed]
    """The attack, in words."""
    result: Result

    @property
    def deed(self) -> Deed:
        """The event and its result."""
        return Deed(self.attack.verb, f"{self.attack.rest}{RESULTS[self.result]}", hers=True)


@dataclass(frozen=True, slots=True)
class DisplayEvent(PartyEvent):
    """The display is set up or cleared."""

    units: tuple[Target, ...]
    """The units on it."""
    fighters: tuple[tuple[Named, str], ...]
    """The boats on it, each with its column, or none yet."""

    @property
    def detail(self) -> bool:
        """It is told of the fight."""
        return True

    @property
    def who(self) -> str:
        """The boat or the wolfpack."""
        return self.party

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The units and boats, each with its place."""
        boats = ((boat.id, station_id(column)) for boat, column in self.fighters)
        return (*((unit.id, column_id(unit.column)) for unit in self.units), *boats)
