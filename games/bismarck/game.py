"""Computer Bismarck as a navalcore game: roles, set-up, sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from games.bismarck.activity import begin_turn, movement
from games.bismarck.commands import COMMANDS, Command
from games.bismarck.laws import broken_laws
from games.bismarck.naval import (
    aim,
    british_wish,
    fight_round,
    german_wish,
    naval_phase,
    open_battle,
    prepare_round,
    surprise_attack,
    withdrawal,
)
from games.bismarck.options import BismarckOptions, BismarckScenario
from games.bismarck.orders import british_orders, german_orders
from games.bismarck.redealing import redeal
from games.bismarck.search import search_phase
from games.bismarck.setup import begin_match, initial_state, scenarios
from games.bismarck.shadow import fast_shadow_phase, shadow_choice, shadow_move, shadow_phase
from games.bismarck.state import State
from games.bismarck.strikes import (
    destroyer_choice,
    destroyer_phase,
    plane_attack,
    plane_phase,
    submarine_choice,
    submarine_phase,
)
from games.bismarck.victory import victory_phase
from games.bismarck.views import BismarckView, see
from games.bismarck.weather import chance_phase, weather_update
from games.bismarck.words import Side
from navalcore.analysis.odds import Question
from navalcore.bots import Bot
from navalcore.components.chance import Chance, SeededChance
from navalcore.engine.game import Game
from navalcore.engine.terms import Outcome, Scenario, Step
from navalcore.rulebook import rule

SEQUENCE = (
    Step("setup", begin_match, "Set-up", "3.0", once=True),
    Step("begin_turn", begin_turn, "Save option", "4.1"),
    Step("shadow_phase", shadow_phase, "Shadow phase", "4.2"),
    Step("shadow_choice", shadow_choice, "Shadow: the unit", "10.1"),
    Step("shadow_move", shadow_move, "Shadow: the ship's move", "10.1"),
    Step("british_orders", british_orders, "British movement phase", "4.31"),
    Step("german_orders", german_orders, "German movement phase", "4.32"),
    Step("fast_shadow", fast_shadow_phase, "Fast shadow phase", "4.4"),
    Step("movement", movement, "Computer movement", "4.51"),
    Step("search", search_phase, "Computer search", "4.52"),
    Step("plane_phase", plane_phase, "Plane attacks", "16.31"),
    Step("plane_attack", plane_attack, "Plane attack", "16.31"),
    Step("submarine_phase", submarine_phase, "Submarine attacks", "16.41"),
    Step("submarine_choice", submarine_choice, "Submarine attack", "16.41"),
    Step("destroyer_phase", destroyer_phase, "Destroyer attacks", "16.51"),
    Step("destroyer_choice", destroyer_choice, "Destroyer attack", "16.51"),
    Step("naval_phase", naval_phase, "Naval combat", "16.61"),
    Step("open_battle", open_battle, "Naval combat: the next square", "16.62"),
    Step("surprise_attack", surprise_attack, "Surprise attack", "16.68"),
    Step("wish_british", british_wish, "Combat check, British", "16.62"),
    Step("wish_german", german_wish, "Combat check, Germans", "16.62"),
    Step("withdrawal", withdrawal, "Withdrawal", "16.63"),
    Step("prepare_round", prepare_round, "Naval combat round", "16.62"),
    Step("aim", aim, "Targets", "16.65"),
    Step("fight_round", fight_round, "Fire", "16.66"),
    Step("victory", victory_phase, "Victory points", "4.7"),
    Step("chance", chance_phase, "Chance phase", "4.8"),
    Step("weather", weather_update, "Weather update", "4.9"),
)


class Bismarck(Game[State, BismarckOptions, BismarckView]):
    """The breakout of Bismarck and Prinz Eugen, after Computer Bismarck."""

    id = "bismarck"
    title = "Computer Bismarck"
    version = "1.0"
    roles = (Side.BRITISH, Side.GERMAN)
    role_titles = {Side.BRITISH: "British player", Side.GERMAN: "German player"}  # noqa: RUF012
    state_class = State
    options_class = BismarckOptions

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """Two players, or one against Otto."""
        return scenarios()

    def initial_state(self, scenario: BismarckScenario, options: BismarckOptions) -> State:
        """Every unit at its start."""
        return initial_state(scenario, options)

    @rule("1.3")
    def sequence_of_play(self, scenario: Any, options: BismarckOptions) -> Sequence[Step]:  # noqa: ARG002
        """The phases of a turn (4), in their order."""
        return SEQUENCE

    @rule("17.1")
    def outcome(self, state: State) -> Outcome | None:
        """More victory points win; equal points are a draw (BIS-R51)."""
        if not state.ended:
            return None
        british, german = state.points[Side.BRITISH], state.points[Side.GERMAN]
        winner = None if british == german else Side.BRITISH if british > german else Side.GERMAN
        who = "A draw" if winner is None else f"The {self.role_title(winner)} wins"
        how = "the Bismarck is sunk" if state.ended == "bismarck_sunk" else "thirty turns are over"
        scores = {side.value: state.points[side] for side in Side}
        reason = f"{who}, {british} (British) to {german} (German) victory points: {how} on turn {state.turn}."
        return Outcome(winner, reason, "17.1", scores, state.ended)

    def view(self, state: State, role: str) -> BismarckView:
        """What ``role`` may know."""
        return see(state, role)

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]]:
        """The Admiralty for the British, Otto for the Germans; ``sensible`` is whichever fits the role."""
        return self._bots

    @cached_property
    def _bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]]:
        from games.bismarck.bots import BOTS

        return BOTS

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions, all exact."""
        from games.bismarck.odds import QUESTIONS

        return QUESTIONS

    def info_commands(self) -> Mapping[str, Command]:
        """The information commands of chart A by their two letters: each takes a view and what follows the letters
        (a square, three letters of a name, or nothing) and returns the lines to show.
        """
        return COMMANDS

    def redeal(self, state: State, role: str, chance: Chance) -> None:
        """Draw anew what ``role`` does not know."""
        redeal(state, role, chance)

    def invariants(self, state: State) -> Iterator[str]:
        """What is wrong with the state, a sentence each."""
        return broken_laws(state)

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        from games.bismarck.chart import MapFile
        from games.bismarck.tables import Tables

        return {"map": MapFile, "tables": Tables}

    def board_text(self, view: BismarckView) -> str:
        """The map of 1980."""
        from games.bismarck.render import board_text

        return board_text(view)

    def board_svg(self, view: BismarckView) -> str:
        """The map over the coastline."""
        from games.bismarck.render import board_svg

        return board_svg(view)
