"""The card game as an OpenSpiel game written in Python, with explicit chance nodes; the extra ``peers`` installs it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel

from benchmarks.peers.table import COUNTS, KINDS, OVER, PASS, Table

_TYPE = pyspiel.GameType(
    short_name="python_wolf_pack_cards",
    long_name="Wolf Pack against Convoy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(KINDS) + 1,
    max_chance_outcomes=len(COUNTS),
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=100_000,
)


class WolfPackGame(pyspiel.Game):
    """The game: it only makes states."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> WolfPackState:
        return WolfPackState(self)


class WolfPackState(pyspiel.State):
    """A match, stepped through the interface that OpenSpiel's algorithms use."""

    def __init__(self, game: WolfPackGame) -> None:
        super().__init__(game)
        self.table = Table()

    def current_player(self) -> int:
        if self.table.phase == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return pyspiel.PlayerId.CHANCE if self.table.by_chance else self.table.side

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.table.weights()
        total = sum(weights)
        return [(kind, count / total) for kind, count in enumerate(weights) if count]

    def _apply_action(self, action: int) -> None:
        if self.table.by_chance:
            self.table.come(action)
        else:
            self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return "pass" if action == PASS else str(KINDS[action])

    def is_terminal(self) -> bool:
        return self.table.phase == OVER

    def returns(self) -> list[float]:
        if self.table.phase != OVER:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.table.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"turn {self.table.turn}, {self.table.score}"


pyspiel.register_game(_TYPE, WolfPackGame)


def play(seed: int, choose: Callable[[int], int]) -> tuple[int, int, int]:
    """Play one match at random; returns winner, turns and decisions."""
    draw = Random(seed).choices
    state = WolfPackGame().new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            kinds, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw(kinds, chances)[0])
            continue
        actions = state.legal_actions()
        state.apply_action(actions[choose(len(actions))])
        decisions += 1
    return state.table.winner, state.table.turn, decisions
