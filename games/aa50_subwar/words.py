"""The words of the game: sides, powers, kinds of units, and the units themselves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final, NewType

from navalcore.rules import CachesView, none_as
from navalcore_games.aa50_subwar.powers import TAKING_TURNS, WORLD


class Side(StrEnum):
    """The two players (B17)."""

    AXIS = "axis"
    ALLIES = "allies"


if TYPE_CHECKING:

    class Power(StrEnum):
        """The powers of the whole board; those of the Atlantic are named here."""

        GERMANY = "germany"
        UK = "uk"
        US = "us"
else:
    Power = StrEnum("Power", {name.upper(): name for name in WORLD.power}, module=__name__)
    Power.__doc__ = "The powers of the whole board, as the file of them names them."

ATLANTIC: Final = tuple(map(Power, TAKING_TURNS))
"""The powers that take turns: in the Atlantic Germany, the United Kingdom and the United States, in this order."""


class Kind(StrEnum):
    """The kinds of units (B18), cheapest warships first."""

    SUBMARINE = "submarine"
    DESTROYER = "destroyer"
    CRUISER = "cruiser"
    CARRIER = "carrier"
    BATTLESHIP = "battleship"
    TRANSPORT = "transport"
    FIGHTER = "fighter"
    BOMBER = "bomber"


OPPONENT = {Side.AXIS: Side.ALLIES, Side.ALLIES: Side.AXIS}
"""The other player."""

SIDE_OF: Final = {Power(name): Side(power.side) for name, power in WORLD.power.items()}
"""The player who runs a power."""

POWER_NAMES: Final = {Power(name): power.title for name, power in WORLD.power.items()}
"""How a power is called in a sentence."""

OWNERS: Final = {**{str(name): told.removeprefix("the ") for name, told in POWER_NAMES.items()}, "neutral": "neutral"}
"""How the owners of territories are called."""

SIDE_NAMES = {Side.AXIS: "Axis", Side.ALLIES: "Allied"}
"""How a player's units are called."""

SHORT: Final = {Power(name): power.short for name, power in WORLD.power.items()}
"""How a power's units are called."""

AIRCRAFT = (Kind.FIGHTER, Kind.BOMBER)
"""The kinds that fly."""

SURFACE_WARSHIPS = (Kind.DESTROYER, Kind.CRUISER, Kind.CARRIER, Kind.BATTLESHIP)
"""The kinds that make a zone hostile (B3)."""


class Cause(StrEnum):
    """How a unit comes to be lost."""

    HIT = "hit"
    SURPRISE_STRIKE = "surprise_strike"
    UNESCORTED = "unescorted"
    """A transport without an escort (B11)."""
    CARRIER_SUNK = "carrier_sunk"
    """A fighter aboard goes down with its carrier (B16)."""
    NO_CARRIER = "no_carrier"
    """A fighter whose carrier was sunk finds no place to land (B16)."""
    NO_LANDING = "no_landing"
    """An aircraft finds no place to land (B5)."""


Space = NewType("Space", str)
"""A sea zone or a territory, by its id."""

Zone = NewType("Zone", Space)
"""A sea zone."""

Territory = NewType("Territory", Space)
"""A territory."""

UnitNumber = NewType("UnitNumber", int)
"""Which counter: no number is given twice in a match."""
FIRST_UNIT: Final = UnitNumber(1)


@dataclass(frozen=True, slots=True)
class Named:
    """A unit as it is told of."""

    id: str
    """The id of the stack that it belongs to."""
    power: Power
    kind: Kind
    damaged: bool = False
    """A battleship that has taken one hit."""

    @property
    def name(self) -> str:
        """How it is called, such as "British destroyer"."""
        return name_of(self.power, self.kind, damaged=self.damaged)

    def __str__(self) -> str:
        return self.name


def name_of(power: Power, kind: Kind, *, damaged: bool = False) -> str:
    """How a unit is called, such as "British destroyer"."""
    return f"{SHORT[power]} {kind}{' (damaged)' if damaged else ''}"


@dataclass(slots=True)
class Unit(CachesView):
    """One counter on the map."""

    id: UnitNumber
    """Its number, never used twice."""
    power: Power
    """Its owner."""
    kind: Kind
    """Its kind."""
    space: Space
    """The sea zone or territory it is in or over."""
    moves_left: int = 0
    """Movement points left in its owner's turn."""
    acted: bool = False
    """It moved in the combat move or fought, so it has no noncombat move (aircraft still land)."""
    airborne: bool = False
    """An aircraft that has to land before the turn is over."""
    mission: str = ""
    """The purpose for which an aircraft was sent out: "", "fight" or "search"."""
    came_from: Annotated[Space | None, none_as("")] = None
    """The zone it entered its present zone from this turn, if any."""
    stopped: bool = False
    """A destroyer has ended this submarine's movement for the turn (S4)."""
    attempted: bool = False
    """This destroyer has made its one stop attempt of the phase (AAS-R04 ``once_per_destroyer``)."""
    aboard: Annotated[UnitNumber | None, none_as(0)] = None
    """The number of the carrier this fighter is on, if any."""
    damaged: bool = False
    """A battleship that has taken one hit."""

    @property
    def zone(self) -> Zone:
        """The sea zone it is in, of a unit at sea."""
        return Zone(self.space)

    @property
    def side(self) -> Side:
        """The player who runs it."""
        return SIDE_OF[self.power]

    @property
    def name(self) -> str:
        """How it is called, such as "British destroyer"."""
        return name_of(self.power, self.kind, damaged=self.damaged)
