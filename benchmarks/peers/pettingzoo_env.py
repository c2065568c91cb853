"""The card game as a PettingZoo environment; the extra ``peers`` installs PettingZoo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from benchmarks.peers.table import KINDS, OVER, PASS, Table

AGENTS = ("uboat", "convoy")


class WolfPackEnv(AECEnv):  # type: ignore[misc]
    """Two agents take turns; ``infos`` holds the mask of legal actions, chance happens within the steps.

    Args:
        come: chooses the kind of card that chance gives, out of how many there are of each; at random if left out.
    """

    metadata = {"name": "wolf_pack_cards_v0", "render_modes": []}  # noqa: RUF012 - as PettingZoo wants it

    def __init__(self, come: Callable[[Sequence[int]], int] | None = None) -> None:
        super().__init__()
        self.possible_agents = list(AGENTS)
        self._come = come
        self._actions = Discrete(len(KINDS) + 1)
        self._observations = Box(0, 90, (2 * len(KINDS) + 4,), numpy.int16)

    def observation_space(self, agent: str) -> Box:
        return self._observations

    def action_space(self, agent: str) -> Discrete:
        return self._actions

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self._choices = Random(seed).choices
        self.table = Table()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._go_on()

    def observe(self, agent: str) -> Any:
        side, table = AGENTS.index(agent), self.table
        return numpy.array([*table.hands[side], *table.discards, *table.rows, *table.score], numpy.int16)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.table.act(int(action))  # type: ignore[arg-type]
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let chance speak until somebody decides or the match is over."""
        table = self.table
        while table.by_chance:
            weights = table.weights()
            table.come(self._come(weights) if self._come else self._choices(range(len(weights)), weights)[0])
        self.agent_selection = AGENTS[table.side]
        if table.phase == OVER:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = {agent: 1.0 if side == table.winner else -1.0 for side, agent in enumerate(AGENTS)}
            return
        mask = numpy.zeros(PASS + 1, numpy.int8)
        mask[table.legal()] = 1
        self.infos[self.agent_selection] = {"action_mask": mask}


def play(seed: int, choose: Callable[[int], int], observe: bool = True) -> tuple[int, int, int]:
    """Play one match at random, in the loop that PettingZoo's documentation shows; returns winner, turns, decisions.

    Args:
        seed: of the draws.
        choose: takes a number of options and returns the place of one.
        observe: as that loop does, have an observation made for every decision; ours makes views only for who looks.
    """
    env = WolfPackEnv()
    env.reset(seed)
    decisions = 0
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last(observe)
        if terminated or truncated:
            break
        legal = numpy.flatnonzero(info["action_mask"])
        env.step(int(legal[choose(len(legal))]))
        decisions += 1
    return env.table.winner, env.table.turn, decisions
