"""PettingZoo environments: every role is an agent; they act in turn (AEC), or together where they are asked so."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Literal, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from navalcore._misfits import told_when_made
from navalcore._rules.decision import Decision
from navalcore.bots import Bot
from navalcore.errors import BadData, UnknownName
from navalcore.learn._actions import place_of
from navalcore.learn._encoding import Encoder
from navalcore.learn._games import GameOrId, game_of
from navalcore.learn._gym import FAR, RENDER_MODES, VERSION, checked_mode, fingerprints, shown
from navalcore.learn._table import LearningTable, check_bots, checked_length

Observation = dict[str, NDArray[Any]]


class _ZooSeats:
    """The base of both kinds of environment: a match, the spaces, and the observations of each agent.

    Args:
        game: the game or its id.
        scenario: the id of the scenario; the default one if left out.
        options: the game's options by name.
        bots: bots for roles that are not to be agents, by name or made.
        longest: cut a match short after this many choices; None: never.
        encoder: makes the observations; one for the game's views if left out.
        render_mode: ``ansi`` (:meth:`render` returns the table as text) or ``human`` (it prints it).
    """

    def __init__(
        self,
        game: GameOrId,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[str, str | Bot[Any]] | None = None,
        longest: int | None = None,
        encoder: Encoder | None = None,
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        super().__init__()
        if bots:
            check_bots(game_of(game), bots, in_turn=False)
        self.table: LearningTable = LearningTable(game, scenario=scenario, options=options, bots=bots, encoder=encoder)
        self.metadata: dict[str, Any] = {
            "name": f"navalcore_{self.table.game.id}_v{VERSION}",
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "is_parallelizable": False,
            **fingerprints(self.table),
        }
        self.render_mode: str | None = checked_mode(render_mode)
        self.possible_agents: list[str] = list(self.table.roles)
        self.agents: list[str] = []
        self._longest = checked_length(longest)
        size, count = self.table.encoder.size, self.table.space.n
        self.observation_spaces: dict[str, Dict] = {
            agent: Dict(
                {
                    "observation": Box(-FAR, FAR, (size,), np.float32),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Discrete] = {agent: Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """The space of the observations of ``agent``: ``observation`` and its own ``action_mask``.

        Raises:
            UnknownName: there is no such agent.
        """
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Discrete:
        """The action ids of the game, the same for every ``agent``.

        Raises:
            UnknownName: there is no such agent.
        """
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise UnknownName(f"there is no agent {agent!r} here; the agents are {', '.join(self.possible_agents)}")
        return agent

    def observed_by(self, agent: str) -> Observation:
        """The observation of ``agent``. Its mask is all 0 while it is not asked: what another may do shows nowhere."""
        decision = self.table.asked(agent)
        ids = () if decision is None else self.table.ids(decision)
        return {"observation": self.table.observation(self._known(agent)), "action_mask": self.table.space.mask(ids)}

    def begin(self, seed: int | None) -> None:
        """Begin the next match. A ``seed`` begins a new series of matches; None: the next of the series."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]

    def check_under_way(self) -> None:
        """Check that an agent is left to act.

        Raises:
            BadData: none is; call :meth:`reset` first.
        """
        if not self.agents:
            raise BadData("no agent is left to act: call reset() first")

    def index_of(self, decision: Decision, action: Any) -> int | None:
        """The index of the option of ``decision`` that ``action`` means; None for an illegal one."""
        return place_of(action, self.table.ids(decision))

    @property
    def cut_short(self) -> bool:
        """Whether the match has lasted too long."""
        if self._longest is None:
            return False
        match = self.table.match
        return match.count >= self._longest and not match.over

    def render(self) -> str | None:
        """The table as text (printed in the mode ``human``), as the agent that is asked first sees it, or an onlooker
        when none is.
        """
        match, game = self.table.match, self.table.game
        role = "spectator" if match.decision is None else match.decision.role
        return shown(game, match.view(role), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __copy__(self) -> Self:
        return deepcopy(self)  # one that shared the match would share its dice


@told_when_made
class PettingZooEnv(_ZooSeats, AECEnv):  # type: ignore[misc]
    """A game as an AEC environment of PettingZoo: the agent that is asked acts.

    The agents are the roles. An observation is ``{"observation": ..., "action_mask": ...}``. Rewards are 0 until the
    match is over, then each agent's ``Outcome.returns``. Where roles
    decide together they are asked one after another, and none observes what another has chosen. An agent that
    sends an illegal action loses: its reward is -1, the others' 0, and the match ends, as under PettingZoo's own
    ``TerminateIllegalWrapper``; ``infos`` say ``illegal_action``.
    """

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next match.

        Args:
            seed: begins a new series of matches, the same for the same seed; None: the next of the series.
            options: not used; PettingZoo prescribes it. The game's options are given to the class.
        """
        del options
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._end_or_ask(self.agents[0])

    def observe(self, agent: str) -> Observation:
        """The observation of ``agent`` now. Its mask is all 0 while it is not asked.

        Raises:
            UnknownName: there is no such agent.
        """
        return self.observed_by(agent)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The observation of the agent whose turn it is, its reward since it last acted, whether the match is over,
        whether it was cut short, and the agent's ``infos``.

        Args:
            observe: whether the observation is wanted; None is given in its place otherwise.

        Raises:
            BadData: the match is over and everybody has had the last word, or none has begun.
        """
        self.check_under_way()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def step(self, action: int | None) -> None:
        """Let the agent that is asked take the option whose action id is ``action``; None for an agent that is done.

        Raises:
            BadData: the match is over and everybody has had the last word, or none has begun; or an agent that is asked
                sends something else than a whole number.
        """
        self.check_under_way()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.table.asked(agent)
        assert decision is not None
        index = self.index_of(decision, action)
        if index is None:
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal_action"] = True
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.table.choose(decision, index)
            self._end_or_ask(agent)

    def _end_or_ask(self, agent: str) -> None:
        """Find who is asked next, or end the match; then the agents have their last word in their order."""
        decision = self.table.match.decision
        if decision is not None and not self.cut_short:
            asked = decision.role
            if asked not in self.agents:  # a bot's, and agents are asked with it
                asked = next(role for role in self.table.match.decisions if role in self.agents)
            self.agent_selection = asked
            return
        self.agent_selection = agent
        if decision is None:
            returns = self.table.returns
            self.rewards = {each: float(returns[each]) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.truncations = dict.fromkeys(self.agents, True)


@told_when_made
class PettingZooParallelEnv(_ZooSeats, ParallelEnv):  # type: ignore[misc]
    """A game as a Parallel environment of PettingZoo: all agents that are asked now act together.

    Where only one role is asked, the actions of the others are not looked at (their masks are all 0). For games in
    which roles decide together, such as Computer Bismarck. Rewards and illegal actions are as for
    :class:`PettingZooEnv`; if several agents send illegal actions, each of them loses.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next match, and return the observations and infos of all agents.

        Args:
            seed: begins a new series of matches, the same for the same seed; None: the next of the series.
            options: not used; PettingZoo prescribes it. The game's options are given to the class.
        """
        del options
        self.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observed_by(agent) for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let every agent that is asked take the option whose action id ``actions`` has for it; ids of other agents are
        left out.

        Raises:
            BadData: an agent that is asked sends none, or something else than a whole number; or no match is under way.
                Nothing is played then.
        """
        self.check_under_way()
        if not isinstance(actions, Mapping):
            raise BadData(f"actions are given by agent, as in {{'{self.agents[0]}': 0}}, not as {actions!r}")
        table, agents = self.table, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        asked = {role: each for role, each in table.match.decisions.items() if role in agents}
        chosen: dict[str, int | None] = {}
        for role, decision in asked.items():
            if role not in actions:
                raise BadData(f"{role} is asked and sends no action; every agent that is asked must send one")
            chosen[role] = self.index_of(decision, actions[role])
        wrong = [role for role, index in chosen.items() if index is None]
        rewards = dict.fromkeys(agents, 0.0)
        if wrong:
            rewards |= dict.fromkeys(wrong, -1.0)
            for role in wrong:
                infos[role]["illegal_action"] = True
        else:
            for role, index in chosen.items():
                assert index is not None
                table.choose(asked[role], index)
            rewards = {agent: float(table.returns[agent]) for agent in agents}
        over = bool(wrong) or table.match.over
        terminations, truncations = dict.fromkeys(agents, over), dict.fromkeys(agents, not over and self.cut_short)
        observations = self._observations()
        if over or self.cut_short:
            self.agents = []
        return observations, rewards, terminations, truncations, infos
