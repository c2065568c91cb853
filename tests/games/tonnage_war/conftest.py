"""A desk on which single turns of Tonnage War are played with given hands, choices and dice."""

from __future__ import annotations

from collections.abc import Callable
from types import GeneratorType
from typing import Any

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import Decision
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore_games.tonnage_war.escort_turn import escort_turn
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.rounds import deal, end_of_round
from navalcore_games.tonnage_war.state import Contact, ContactNumber, Side, State, Tactical, Target, Unit
from navalcore_games.tonnage_war.uboat_turn import uboat_turn


class Desk:
    """A table with empty hands in the first round; turns are played with choices and dice written out.

    Every choice and every die must be used up, so a test fails if the rules ask less or more than it says.
    """

    def __init__(self, scenario: str = "halifax_228", *, storm: bool = False, bad_sonar: bool = False, **options: Any):
        self.game = TonnageWar()
        self.options = self.game.parse_options(options)
        self.terms = self.game.terms(scenario, self.options)
        self.scenario = self.terms.scenario
        self.state: State = self.game.initial_state(self.terms)
        self.state.round, self.state.storm, self.state.bad_sonar = 1, storm, bad_sonar
        self.asked: list[Decision] = []
        self.told: list[Any] = []

    @property
    def u(self) -> Any:
        return self.state.seats[Side.UBOAT]

    @property
    def e(self) -> Any:
        return self.state.seats[Side.ESCORT]

    def hold(self, side: Side, tactical: str = "", units: str = "") -> Desk:
        """Give a side cards: texts separated by commas."""
        seat = self.state.seats[side]
        seat.tactical += [Tactical(name.strip()) for name in tactical.split(",") if name.strip()]
        seat.units += [Unit(name.strip()) for name in units.split(",") if name.strip()]
        return self

    def contact(self, boat: str = "R", target: Target = Target.CONVOY) -> int:
        """Lay a contact down; returns its number."""
        self.state.contacts_made += 1
        number = ContactNumber(self.state.contacts_made)
        self.state.contacts.append(Contact(number, Tactical.CONTACT, target, Unit(boat)))
        return number

    def play(self, procedure: Callable[[Any], Any], choices: tuple[str, ...], dice: tuple[Any, ...]) -> Any:
        """Run one procedure with choices and dice in order."""
        left = list(choices)

        def answer(decision: Decision) -> int:
            self.asked.append(decision)
            assert left, f"nothing said about: {decision.prompt} {decision.texts}"
            return decision.read(left.pop(0))

        with ScriptedChance(*dice) as chance:
            play = Play(self.state, self.options, chance, scenario=self.scenario, listening=True)
            result = procedure(play)
            if isinstance(result, GeneratorType):
                result = run(result, answer)
        assert not left, f"never asked for: {left}"
        self.told += play.told
        return result

    def uboat(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        """Play the U-boat side's turn."""
        return self.play(uboat_turn, choices, dice)

    def escort(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        """Play the escort side's turn."""
        return self.play(escort_turn, choices, dice)

    def uboat_idle(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        """The U-boat side discards an idle card."""
        self.hold(Side.UBOAT, "idle card")
        return self.uboat("discard idle card", *choices, dice=dice)

    def escort_idle(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        """The escort side discards an idle card."""
        self.hold(Side.ESCORT, "idle card")
        return self.escort("discard idle card", *choices, dice=dice)

    def end_round(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        return self.play(end_of_round, choices, dice)

    def deal(self, *choices: str, dice: tuple[Any, ...] = ()) -> Any:
        return self.play(deal, choices, dice)

    def offered(self, side: Side) -> list[str]:
        """What a side could choose in its next turn."""
        from navalcore_games.tonnage_war import escort_turn as escorts, uboat_turn as boats

        play = Play(self.state, self.options, ScriptedChance(), scenario=self.scenario)
        actions = boats.actions(play) if side is Side.UBOAT else escorts.actions(play)
        return [str(action) for action in actions]

    def uboat_attacks(self, card: str = "bow attack", unit: str = "R") -> None:
        """A contact is in effect and the U-boat side plays an attack card with a unit."""
        self.contact()
        self.hold(Side.UBOAT, card, unit)
        self.uboat(f"{card} on the convoy", f"with {'a blank' if unit == 'blank' else unit}")


@pytest.fixture
def desk() -> type[Desk]:
    return Desk
