"""The options of the game's decisions: small values whose text is their notation.

Who is asked to fight, to dive or to go on, and where that is, the question says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Self

from navalcore.components import counted
from navalcore.rules import Option, Place, places
from navalcore_games.aa50_subwar.ids import BOUGHT, SpaceId, TerritoryId, ZoneId, phase_id, space_id, unit_id
from navalcore_games.aa50_subwar.theatre import MOBILIZES, SEA, TERRITORIES, UNITS, title_of
from navalcore_games.aa50_subwar.words import Kind, Power, Space, Territory, Unit, UnitNumber, Zone, name_of


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
    """Go on with the hunt, the duel or the battle."""


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


@dataclass(frozen=True, slots=True)
class Sail(Option):
    """Order a ship to a neighbouring zone; ``guests`` allied fighters ride on it."""

    power: Power
    unit: Kind
    source: ZoneId
    target: ZoneId
    guests: int = 0

    def __str__(self) -> str:
        load = f" with {counted(self.guests, Kind.FIGHTER)}" if self.guests else ""
        return f"{self.unit}{load} {title_of(self.source)} > {title_of(self.target)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The stack of which a ship sails, and the zones it leaves and enters."""
        return places(
            subject=unit_id(self.power, self.unit),
            from_=space_id(self.source),
            to=space_id(self.target),
        )


@dataclass(frozen=True, slots=True)
class GoOn(Option):
    """Move the ship that is under way one zone further."""

    target: ZoneId

    def __str__(self) -> str:
        return f"go on to {title_of(self.target)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The zone."""
        return places(to=space_id(self.target))


@dataclass(frozen=True, slots=True)
class StopIn(Option):
    """Let the ship that is under way stay where it is."""

    zone: ZoneId

    def __str__(self) -> str:
        return f"stay in {title_of(self.zone)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The zone."""
        return places(at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Fly(Option):
    """Send an aircraft out: ``purpose`` is "fight", "search" or "land"."""

    power: Power
    unit: Kind
    source: SpaceId
    target: SpaceId
    purpose: str
    moves_left: int

    def __str__(self) -> str:
        return (
            f"{self.unit} ({self.moves_left} left) {title_of(self.source)} > {title_of(self.target)} to {self.purpose}"
        )

    @property
    def places(self) -> tuple[Place, ...]:
        """The stack of which an aircraft flies, and the spaces it leaves and reaches."""
        return places(
            subject=unit_id(self.power, self.unit),
            from_=space_id(self.source),
            to=space_id(self.target),
        )


@dataclass(frozen=True, slots=True)
class FightIn(Option):
    """Begin the combat in a zone: a fleet battle or a hunt."""

    zone: ZoneId
    mode: str

    def __str__(self) -> str:
        return f"{'hunt submarines' if self.mode == 'hunt' else 'fight a fleet battle'} in {title_of(self.zone)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The zone."""
        return places(at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class Join(Option):
    """How many submarines join a battle."""

    number: int

    def __str__(self) -> str:
        return f"attack with {counted(self.number, Kind.SUBMARINE)}"


@dataclass(frozen=True, slots=True)
class Submerge(Option):
    """How many submarines submerge."""

    number: int

    def __str__(self) -> str:
        return f"submerge {counted(self.number, Kind.SUBMARINE)}"


def label(unit: Unit) -> str:
    """A unit's name in a list of choices; aircraft show the movement points they have left to land."""
    return f"{unit.name} ({unit.moves_left} left)" if unit.airborne else unit.name


@dataclass(frozen=True, slots=True)
class _Picked(Option):
    """One unit, by all that tells it from others in its zone."""

    power: Power
    """Whose."""
    unit: Kind
    """What it is."""
    space: SpaceId
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
        """What the unit is called."""
        left = "" if self.moves_left is None else f" ({self.moves_left} left)"
        return f"{name_of(self.power, self.unit, damaged=self.damaged)}{left}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The stack of such units, to one of which it is done, and where they are."""
        return places(target=unit_id(self.power, self.unit), at=space_id(self.space))

    def __str__(self) -> str:
        return self.name


class SearchWith(_Picked):
    """This unit searches next."""

    __slots__ = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The stack of such units, one of which acts, and where they are."""
        return places(subject=unit_id(self.power, self.unit), at=space_id(self.space))


class Spot(_Picked):
    """This submarine is spotted."""

    __slots__ = ()


class Direct(_Picked):
    """The aircraft directs this destroyer to the submarine."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"direct the {self.name}"


class TakeHit(_Picked):
    """This unit takes a hit."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{'damage' if UNITS[self.unit].hits - self.damaged > 1 else 'lose'} the {self.name}"


@dataclass(frozen=True, slots=True)
class Retreat(Option):
    """Retreat all ships to a zone."""

    zone: ZoneId

    def __str__(self) -> str:
        return f"retreat to {title_of(self.zone)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The zone."""
        return places(to=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class _Put(Option):
    """Put a unit in a space."""

    unit: Kind
    space: SpaceId

    @property
    def places(self) -> tuple[Place, ...]:
        """The space."""
        return places(to=space_id(self.space))


class Mobilize(_Put):
    """Mobilize a unit in a space."""

    __slots__ = ()

    def __str__(self) -> str:
        aboard = self.unit is Kind.FIGHTER and self.space not in TERRITORIES
        return f"mobilize the {self.unit} {'on a carrier in' if aboard else 'in'} {title_of(self.space)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The stack of bought units, and the space."""
        return places(subject=unit_id(MOBILIZES[self.space], self.unit), from_=BOUGHT, to=space_id(self.space))


class LandIn(_Put):
    """Land a fighter whose carrier was sunk in a space."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"land {'in' if self.space in TERRITORIES else 'on a carrier in'} {title_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Charge(Option):
    """Charge 1 IPC of a zone's loss to a territory."""

    zone: ZoneId
    territory: TerritoryId

    def __str__(self) -> str:
        return f"charge 1 IPC of the loss in {title_of(self.zone)} to {title_of(self.territory)}"

    @property
    def places(self) -> tuple[Place, ...]:
        """The territory that pays, and the zone of the loss."""
        return places(target=space_id(self.territory), at=space_id(self.zone))


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
    return tuple(sail(power, kind, source, zone, guests) for zone in SEA[source])


@cache
def ways_on(zone: Zone) -> tuple[StopIn | GoOn, ...]:
    """What a ship under way may do in a zone: stay, or go on to any neighbouring zone, hostile zones too."""
    return StopIn(zone), *(GoOn(target) for target in SEA[zone])


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
