"""A sea to set units out on, for rules tried one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from navalcore._play.chance import Result, ScriptedChance
from navalcore._rules.decision import Decision
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore.components._chance import Chance, SeededChance
from navalcore_games.bismarck.cards import PLANES, SHIPS, ship_number
from navalcore_games.bismarck.game import Bismarck
from navalcore_games.bismarck.state import Plane, Ship, State
from navalcore_games.bismarck.words import Fate, Mode, Square

GAME = Bismarck()


class Sea:
    """A state in which only the units set out by a test are in play; turn 2 (day, 1600), visibility 1, no fog."""

    def __init__(self, scenario: str = "two_player", **options: Any) -> None:
        self.terms = GAME.terms(scenario, options)
        self.options = self.terms.options
        self.state: State = GAME.initial_state(self.terms)
        self.state.turn = 2
        self.state.visibility[:] = [1] * 20
        for ship in self.state.ships:
            ship.fate, ship.square = Fate.WAITING, None
        for plane in self.state.planes:
            plane.fate = Fate.WAITING
        self.play: Play[State, Any] = Play(self.state, self.options, SeededChance.from_seed(1))
        self.told: list[Any] = []

    def ship(self, name: str) -> Ship:
        return self.state.ships[ship_number(name)]

    def plane(self, name: str) -> Plane:
        return self.state.planes[next(card.number for card in PLANES if card.id == name)]

    def put(self, name: str, square: int, **fields: Any) -> Ship:
        """Bring a ship into play in a square, seen by the enemy if ``seen`` is given."""
        ship = self.ship(name)
        ship.fate, ship.square = Fate.ACTIVE, Square(square)
        ship.mode = SHIPS[ship_number(name)].mode or Mode.MOVE
        for field, value in fields.items():
            setattr(ship, field, value)
        ship.order_mode = fields.get("order_mode", ship.mode)
        return ship

    def fly(self, name: str, square: int, mode: Mode, **fields: Any) -> Plane:
        """Put a plane into the air."""
        plane = self.plane(name)
        plane.fate, plane.square, plane.mode, plane.order_mode = Fate.ACTIVE, Square(square), mode, mode
        for field, value in fields.items():
            setattr(plane, field, value)
        return plane

    def base(self, name: str) -> Plane:
        """Put a plane on the ground of its airfield, or on deck."""
        plane = self.plane(name)
        card = next(card for card in PLANES if card.id == name)
        plane.fate, plane.mode, plane.order_mode = Fate.ACTIVE, Mode.BASE, Mode.BASE
        if card.base:
            plane.square = card.base
        else:
            assert card.carrier is not None
            plane.square = self.state.ships[card.carrier].square
        return plane

    def script(self, *results: Result) -> ScriptedChance:
        """Use these results from now on."""
        chance = ScriptedChance(*results)
        self.play.use(chance)
        return chance

    def use(self, chance: Chance) -> None:
        self.play.use(chance)

    def answer(self, flow: Any, *answers: str) -> Any:
        """Run a procedure that asks, giving these answers; all must be used. Returns its result."""
        left = list(answers)

        def policy(decision: Decision) -> int:
            self.asked.append(decision)
            return decision.read(left.pop(0))

        self.asked: list[Decision] = []
        result = run(flow, policy)
        assert not left, f"answers never asked for: {left}"
        return result


def texts(decision: Decision) -> list[str]:
    return [str(option) for option in decision.options]


@pytest.fixture
def sea() -> Callable[..., Sea]:
    return Sea


@pytest.fixture
def game() -> Bismarck:
    return GAME
