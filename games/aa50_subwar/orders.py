"""Everything kept from one order of a movement phase to the next: units move one by one, and everything else stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from navalcore.rules import Procedure
from navalcore_games.aa50_subwar.choices import Fly, Sail
from navalcore_games.aa50_subwar.state import Play, State, is_aircraft
from navalcore_games.aa50_subwar.words import OPPONENT, SIDE_OF, SURFACE_WARSHIPS, Kind, Space, Unit

T = TypeVar("T")

Phase = Literal["combat", "noncombat"]


class Orders(NamedTuple, Generic[T]):
    """Orders that units may be given."""

    options: Sequence[T]
    """The orders, each once."""
    units: Sequence[Unit]
    """For each of them a unit that would carry it out."""


class MovementPhase:
    """One movement phase of a power. Only the power's own units move in it, and none is lost before it ends.

    Attributes:
        name: which phase it is.
        ships: the power's ships that may still sail, and some that have just sailed.
        aircraft: all aircraft of the power.
        enemies: the other side's units by space.
        hostile: the zones that those make hostile.
        sails: the first steps of ships, or None until they are worked out again.
        flights: the orders of aircraft, likewise.
        in_the_air: whether those have an aircraft land that is in the air.
    """

    __slots__ = ("aircraft", "enemies", "flights", "hostile", "in_the_air", "name", "sails", "ships")

    def __init__(self, state: State, name: Phase) -> None:
        self.name = name
        self.ships: list[Unit] = []
        self.aircraft: list[Unit] = []
        self.enemies: dict[Space, list[Unit]] = {}
        self.hostile: set[Space] = set()
        self.sails: Orders[Sail] | None = None
        self.flights: Orders[Fly] | None = None
        self.in_the_air = False
        power, enemy = state.power, OPPONENT[state.side]
        for unit in state.units.values():
            if unit.power is power:
                if is_aircraft(unit):
                    self.aircraft.append(unit)
                elif may_sail(unit):
                    self.ships.append(unit)
            elif SIDE_OF[unit.power] is enemy:
                self.enemies.setdefault(unit.space, []).append(unit)
                if unit.kind in SURFACE_WARSHIPS:
                    self.hostile.add(unit.space)

    def sailed(self, ship: Unit) -> None:
        """A ship has had its order; where a carrier is decides where fighters may land."""
        self.sails = None
        if ship.kind is Kind.CARRIER:
            self.flights = None

    def flew(self, aircraft: Unit) -> None:
        """An aircraft has had its order; aboard a carrier it sails with it."""
        self.flights = None
        if aircraft.aboard:
            self.sails = None


def may_sail(ship: Unit) -> bool:
    """Whether a ship has a move left in the phase: it has not moved, fought or been stopped this turn."""
    return not ship.acted and not ship.stopped and not ship.mission


def phase_of(play: Play, name: Phase, step: Procedure) -> MovementPhase:
    """The movement phase under way; with its first order it begins.

    Args:
        play: the state, and what is kept.
        name: which phase it is.
        step: the procedure that asks; only while it is the match's own step is anything kept.
    """
    phase: MovementPhase | None = play.kept
    if phase is None or play.step is not step:
        phase = MovementPhase(play.state, name)
        if play.step is step:
            play.kept = phase
    return phase
