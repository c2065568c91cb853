"""A small table for one rule at a time: units where a test wants them, dice and answers as it says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest

from navalcore._play.chance import Result, ScriptedChance
from navalcore._rules.decision import Decision, Flow
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore_games.aa50_subwar.choices import Fly, Sail
from navalcore_games.aa50_subwar.flying import landings, sorties
from navalcore_games.aa50_subwar.game import SubmarineWarfare
from navalcore_games.aa50_subwar.movement import note_hostile_zones, sailing_orders
from navalcore_games.aa50_subwar.orders import MovementPhase, Orders, Phase
from navalcore_games.aa50_subwar.state import State, is_aircraft
from navalcore_games.aa50_subwar.words import Kind, Power, Space, Unit, UnitNumber, Zone

T = TypeVar("T")


def _numbered(orders: Orders[T]) -> dict[T, UnitNumber]:
    assert len(set(orders.options)) == len(orders.options), "no order is offered twice"
    return {order: unit.id for order, unit in zip(orders.options, orders.units, strict=True)}


def sea_zone(name: str) -> Zone:
    """A sea zone by its name."""
    return Zone(Space(name))


@dataclass
class Table:
    """The table of a test: ``do`` runs a procedure on scripted dice and answers, all of which must be used."""

    state: State
    options: Any
    asked: list[str] = field(default_factory=list)
    offered: list[list[str]] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    play: Any = None

    def do(
        self, procedure: Callable[[Any], Flow[T] | T], dice: tuple[Result, ...] = (), answers: tuple[str, ...] = ()
    ) -> T:
        left = list(answers)

        def answer(decision: Decision) -> int:
            self.asked.append(decision.prompt)
            self.offered.append(decision.texts)
            assert left, f"nobody answers: {decision.prompt} {decision.texts}"
            return decision.read(left.pop(0))

        with ScriptedChance(*dice) as chance:
            self.play = Play(self.state, self.options, chance, listening=True)
            made = procedure(self.play)
            result: T = run(made, answer) if isinstance(made, Generator) else made
        assert not left, f"never asked for: {left}"
        self.told = self.play.told
        return result

    def sails(self, phase: Phase) -> dict[Sail, UnitNumber]:
        """The orders of ships, each with the number of the ship that would sail."""
        return _numbered(self.do(lambda play: sailing_orders(play.state, MovementPhase(play.state, phase))))

    def sorties(self) -> dict[Fly, UnitNumber]:
        """The orders of aircraft in the combat move, each with the number of the aircraft that would fly."""
        return _numbered(self.do(lambda play: sorties(play, MovementPhase(play.state, "combat"))))

    def landings(self) -> dict[Fly, UnitNumber]:
        """The same in the noncombat move."""
        return _numbered(self.do(lambda play: landings(play.state, MovementPhase(play.state, "noncombat"))))

    def put(self, power: str, kind: str, space: str, number: int = 1, **fields: Any) -> Unit:
        for _ in range(number):
            unit = self.state.add(Power(power), Kind(kind), Space(space))
            for name, value in fields.items():
                setattr(unit, name, value)
        note_hostile_zones(self.state)
        return unit

    def names(self, space: str) -> list[str]:
        return sorted(unit.name for unit in self.state.units.values() if unit.space == space)

    def count(self, power: str, kind: str) -> int:
        return sum(unit.power == power and unit.kind == kind for unit in self.state.units.values())

    def in_flight(self, power: str, kind: str, space: str, mission: str, moves_left: int = 2) -> Unit:
        unit = self.put(power, kind, space, mission=mission, moves_left=moves_left, acted=True)
        unit.airborne = is_aircraft(unit)
        return unit


@pytest.fixture(scope="session")
def game() -> SubmarineWarfare:
    return SubmarineWarfare()


@pytest.fixture
def table(game: SubmarineWarfare) -> Callable[..., Table]:
    def make(turn: str = "uk", options: Mapping[str, Any] | None = None, setup: str | None = None) -> Table:
        terms = game.terms(setup, options)
        state = game.initial_state(terms)
        state.power = Power(turn)
        if setup is None:
            state.units.clear()
        return Table(state, terms.options)

    return make
