"""The options of the game's decisions: small values whose text is their notation.

Who is asked to fight, to dive or to continue; the question says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from typing import Annotated, Any, Final, Self, TypeAlias, TypeVar

from navalcore.components import counted
from navalcore.rules import Option, PlacePart, worded
from navalcore_games.aa50_subwar.ids import BOUGHT, WRITTEN, phase_id, space_id, unit_id
from navalcore_games.aa50_subwar.theatre import MOBILIZES, OPEN_SEA, TERRITORIES, UNITS, title_of
from navalcore_games.aa50_subwar.words import (
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Territory,
    Unit,
    UnitNumber,
    Zone,
    name_of,
)

S = TypeVar("S", bound=Space)
OfSpace: TypeAlias = Annotated[S, worded(title_of, id=space_id), WRITTEN]
"""A zone or a territory: texts call it by its title, the wire by its id."""
Submarines: TypeAlias = Annotated[int, worded(lambda number: counted(number, Kind.SUBMARINE))]
MOVES: Final[Mapping[PlacePart, str | Callable[[Any], str]]] = {
    "subject": lambda order: unit_id(order.power, order.unit), "from": "{source:id}", "to": "{target:id}",
}  # fmt: skip
"""The stack of which a unit moves, and the spaces it leaves and enters."""


class EndPurchase(Option, text="buy nothing more", places={"at": phase_id("purchase")}):
    """Buy nothing more."""


class EndCombatMove(Option, text="end the combat move", places={"at": phase_id("combat_move")}):
    """No further unit moves."""


class EndCombat(Option, text="end the combat phase", places={"at": phase_id("combat")}):
    """No further combat is begun."""


class EndNoncombat(Option, text="end the noncombat move", places={"at": phase_id("noncombat_move")}):
    """No further unit moves."""


class Stay(Option, text="stay on the surface"):
    """Do not dive."""


class BreakOff(Option, text="break off"):
    """Break the hunt, the duel or the battle off."""


class KeepOn(Option, text="go on"):
    """Continue the hunt, the duel or the battle."""


class Escape(Option, text="escape"):
    """The submarine escapes."""


class FightOn(Option, text="fight on"):
    """The submarine fights on."""


class Dive(Option, text="dive"):
    """The submarine dives."""


class AttackIt(Option, text="attack the submarine"):
    """The aircraft attacks the submarine itself."""


class Roll(Option, text="roll the dice"):
    """Roll the convoy dice."""


class Waive(Option, text="waive the roll"):
    """Do not roll the convoy dice."""


class Buy(Option, text="buy a {unit}", places={"subject": "price/{unit:id}", "from": "buy/{unit:id}", "to": BOUGHT}):
    """Buy a unit."""

    unit: Kind


class Sail(Option, text="{unit}{guests} {source} > {target}", places=MOVES):
    """Order a ship to a neighbouring zone; ``guests`` allied fighters ride on it."""

    power: Power
    unit: Kind
    source: OfSpace[Zone]
    target: OfSpace[Zone]
    guests: Annotated[int, worded(lambda guests: f" with {counted(guests, Kind.FIGHTER)}" if guests else "")] = 0


class GoOn(Option, text="go on to {target}", places={"to": "{target:id}"}):
    """Move the ship that is under way one zone further."""

    target: OfSpace[Zone]


class StopIn(Option, text="stay in {zone}", places={"at": "{zone:id}"}):
    """Let the ship that is under way stay where it is."""

    zone: OfSpace[Zone]


class Fly(Option, text="{unit} ({moves_left} left) {source} > {target} to {purpose}", places=MOVES):
    """Send an aircraft out: ``purpose`` is "fight", "search" or "land"."""

    power: Power
    unit: Kind
    source: OfSpace[Space]
    target: OfSpace[Space]
    purpose: str
    moves_left: int


class FightIn(Option, text="{mode} in {zone}", places={"at": "{zone:id}"}):
    """Begin the combat in a zone: a fleet battle or a hunt."""

    zone: OfSpace[Zone]
    mode: Annotated[str, worded(lambda mode: "hunt submarines" if mode == "hunt" else "fight a fleet battle")]


class Join(Option, text="attack with {number}"):
    """How many submarines join a battle."""

    number: Submarines


class Submerge(Option, text="submerge {number}"):
    """How many submarines submerge."""

    number: Submarines


def label(unit: Unit) -> str:
    """A unit's name in a list of choices; aircraft show the movement points they have left to land."""
    return f"{unit.name} ({unit.moves_left} left)" if unit.airborne else unit.name


class _Picked(
    Option,
    text="{name}",
    places={"target": lambda picked: unit_id(picked.power, picked.unit), "at": "{space:id}"},
):
    """One unit, by everything that distinguishes it from others in its zone."""

    power: Power
    """Whose."""
    unit: Kind
    """Its title."""
    space: OfSpace[Space]
    """Where it is."""
    moves_left: int | None
    """Of an aircraft in the air, the movement points left to land with; else None."""
    damaged: bool
    """Whether it is a battleship that has taken a hit."""
    number: UnitNumber = field(compare=False)
    """Its number in this match, which says no more."""

    @classmethod
    def of(cls, unit: Unit) -> Self:
        """The choice of a unit."""
        moves_left = unit.moves_left if unit.airborne else None
        return cls(unit.power, unit.kind, unit.space, moves_left, unit.damaged, unit.id)

    @property
    def name(self) -> str:
        """The name of the unit."""
        left = "" if self.moves_left is None else f" ({self.moves_left} left)"
        return f"{name_of(self.power, self.unit, damaged=self.damaged)}{left}"

    @property
    def loss(self) -> str:
        """The effect of a hit on it."""
        return "damage" if UNITS[self.unit].hits - self.damaged > 1 else "lose"


class SearchWith(
    _Picked,
    places={"subject": lambda picked: unit_id(picked.power, picked.unit), "at": "{space:id}"},
):
    """This unit searches next."""


class Spot(_Picked):
    """This submarine is spotted."""


class Direct(_Picked, text="direct the {name}"):
    """The aircraft directs this destroyer to the submarine."""


class TakeHit(_Picked, text="{loss} the {name}"):
    """This unit takes a hit."""


class Retreat(Option, text="retreat to {zone}", places={"to": "{zone:id}"}):
    """Retreat all ships to a zone."""

    zone: OfSpace[Zone]


class Mobilize(
    Option,
    text="mobilize the {unit} {where} {space}",
    places={
        "subject": lambda put: unit_id(MOBILIZES[put.space], put.unit), "from": BOUGHT, "to": "{space:id}",
    },
):  # fmt: skip
    """Mobilize a unit in a space."""

    unit: Kind
    space: OfSpace[Space]

    @property
    def where(self) -> str:
        """A fighter that is not put on land is put on a carrier."""
        return "on a carrier in" if self.unit is Kind.FIGHTER and self.space not in TERRITORIES else "in"


class LandIn(Option, text="land {where} {space}", places={"to": "{space:id}"}):
    """Land a fighter whose carrier was sunk in a space."""

    unit: Kind
    space: OfSpace[Space]

    @property
    def where(self) -> str:
        """On land or on a carrier."""
        return "in" if self.space in TERRITORIES else "on a carrier in"


class Charge(
    Option,
    text="charge 1 IPC of the loss in {zone} to {territory}",
    places={"target": "{territory:id}", "at": "{zone:id}"},
):
    """Charge 1 IPC of a zone's loss to a territory."""

    zone: OfSpace[Zone]
    territory: OfSpace[Territory]


END_PURCHASE = EndPurchase()
END_COMBAT_MOVE = EndCombatMove()
END_COMBAT = EndCombat()
END_NONCOMBAT = EndNoncombat()
STAY = Stay()
BREAK_OFF = BreakOff()
GO_ON = KeepOn()
ESCAPE = Escape()
FIGHT_ON = FightOn()
DIVE = Dive()
ATTACK = AttackIt()
ROLL = Roll()
WAIVE = Waive()

BUY = {kind: Buy(kind) for kind in Kind}


@cache
def sail(power: Power, kind: Kind, source: Zone, target: Zone, guests: int = 0) -> Sail:
    """The one :class:`Sail` of these values."""
    return Sail(power, kind, source, target, guests)


@cache
def courses(power: Power, kind: Kind, source: Zone, guests: int) -> tuple[Sail, ...]:
    """Every first step of such a ship from a zone, hostile zones too."""
    return tuple(sail(power, kind, source, zone, guests) for zone in OPEN_SEA[SIDE_OF[power]][source])


@cache
def ways_on(side: Side, zone: Zone) -> tuple[StopIn | GoOn, ...]:
    """The moves of a side's ship under way: it may stay in a zone, or move to a neighbour of it, even a hostile one."""
    return StopIn(zone), *(GoOn(target) for target in OPEN_SEA[side][zone])


@cache
def fight_in(zone: Zone, mode: str) -> FightIn:
    """The one :class:`FightIn` of these values."""
    return FightIn(zone, mode)


@cache
def mobilize_in(kind: Kind, space: Space) -> Mobilize:
    """The one :class:`Mobilize` of these values."""
    return Mobilize(kind, space)


@cache
def charge(zone: Zone, territory: Territory) -> Charge:
    """The one :class:`Charge` of these values."""
    return Charge(zone, territory)


@cache
def fly(power: Power, kind: Kind, source: Space, target: Space, purpose: str, moves_left: int) -> Fly:
    """The one :class:`Fly` of these values."""
    return Fly(power, kind, source, target, purpose, moves_left)
