"""Games as OpenSpiel games: explicit chance nodes with the rules' weights, information states, redeals, saves by tape.

Importing this module registers a game ``navalcore`` with OpenSpiel (``navalcore.learn.register_with_openspiel``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from string import printable
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

import navalcore as nc
from navalcore._rules.decision import Decision
from navalcore.components._chance import Chance
from navalcore.errors import BadData
from navalcore.learn._actions import ActionSpace
from navalcore.learn._chance import ChanceNodes
from navalcore.learn._encoding import Encoder

LONGEST: Final = 100_000
"""Answers (choices and dice) after which a match counts as a draw, unless another number is given."""
MOST_RESULTS: Final = 1024
"""More different results than any die or draw has; the longest cup holds some 400 pieces."""
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_PLAIN: Final = "".join(set(printable) - set("%,()="))
"""The characters of a parameter; OpenSpiel ends a parameter at a comma, and saves no game that has one in it."""
_PARAMETERS = {
    "game": "uboat_cards",
    "scenario": "",
    "options": "{}",
    "longest": LONGEST,
    "sampled": False,
    "memory": "text",
}


def _options_in(text: str) -> Any:
    try:
        return json.loads(unquote(text))
    except ValueError as error:
        raise BadData(f'the options are not JSON, such as {{"name": "value"}}: {error}') from error


def game_type(name: str, title: str, utility: Any, players: int, parameters: Mapping[str, Any], **own: Any) -> Any:
    """A type of game for OpenSpiel: roles are asked in turn, do not know all, and get what it was worth at its end."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
        **own,
    )


def _type_of(sampled: bool, utility: Any, players: int) -> Any:
    modes = pyspiel.GameType.ChanceMode
    mode = modes.SAMPLED_STOCHASTIC if sampled else modes.EXPLICIT_STOCHASTIC
    own = {"chance_mode": mode, "provides_information_state_tensor": False}
    return game_type("navalcore", "A game of navalcore", utility, players, _PARAMETERS, **own)


class LoadedGame(pyspiel.Game):
    """A game of ours for OpenSpiel: its copies are itself, and it is saved as the string that loads it."""

    def __deepcopy__(self, memo: dict[int, Any]) -> LoadedGame:
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)


class Observer:
    """OpenSpiel's way of looking at states: what a player knows or sees, as a tensor and as a string."""

    def __init__(
        self, name: str, size: int, tensor: Callable[[Any, int], Any], string: Callable[[Any, int], str]
    ) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {name: self.tensor}
        self._tensor, self.string_from = tensor, string

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows or sees into :attr:`tensor`."""
        self.tensor[:] = self._tensor(state, player)


class SpielGame(LoadedGame):
    """A game of navalcore on given terms, for OpenSpiel.

    The players are the roles that are asked, in the order of the game. The parameters are the id of the game, the id of
    the scenario, and the options as JSON (in a string of parameters ``%2C`` represents each comma). The last says after
    how many choices and dice a match counts as a draw. With ``memory=digest`` the strings of information states are
    fingerprints, which take as long late in a match as early. Roles that choose together are asked one after another,
    and none observes what another has chosen.

    Raises:
        NavalCoreError: the game, the scenario or an option is wrong.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        told = {**_PARAMETERS, **(params or {})}
        self.game = nc.load(told["game"])
        self.scenario = told["scenario"] or None
        self.options = _options_in(told["options"])
        told["options"] = quote(json.dumps(self.options), safe=_PLAIN)
        self.longest = int(told["longest"])
        if self.longest < 1:
            raise BadData(f"longest is {self.longest}: a match has at least 1 choice or die")
        self.memory = told["memory"]
        if self.memory not in ("text", "digest"):
            raise BadData(f"memory is text or digest, not '{self.memory}'")
        self.first = ChanceNodes(self.game, self.scenario, self.options)
        """A match before its first die, on whose terms all others are played."""
        self.heard = False
        """Whether states keep what players are told from the start: since a program has asked for it."""
        self._looked_at: tuple[Decision | None, list[int]] = None, []
        seats = self.game.seats(self.scenario, self.options)
        bots = [each.role for each in seats if each.taken_by.startswith("bot:")]
        if bots:
            raise BadData(f"a bot plays {bots[0]} in this scenario of {self.game.id}; OpenSpiel plays every role")
        self.roles = tuple(each.role for each in seats if each.taken_by == "person")
        self.space = ActionSpace(self.game)
        self.encoder = Encoder.of(self.game)
        utilities = pyspiel.GameType.Utility
        utility = utilities.ZERO_SUM if len(self.roles) > 1 else utilities.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.n,
            max_chance_outcomes=MOST_RESULTS,
            num_players=len(self.roles),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if len(self.roles) > 1 else None,
            max_game_length=self.longest,
        )
        super().__init__(_type_of(bool(told["sampled"]), utility, len(self.roles)), info, told)

    def new_initial_state(self) -> SpielState:
        """A match before its first die."""
        return SpielState(self)

    def ids(self, decision: Decision) -> list[int]:
        """The action ids of a decision's options; those of the one looked at last are remembered."""
        if decision is not self._looked_at[0]:
            self._looked_at = decision, self.space.ids(decision)
        return self._looked_at[1]

    def index(self, decision: Decision, action: int) -> int:
        """The index of the option with this id; NotOffered if there is none."""
        ids = self.ids(decision)
        return ids.index(action) if action in ids else self.space.index(decision, action)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer with which OpenSpiel's algorithms look at states."""
        looks = SpielState.observation_tensor, SpielState.information_state_string
        return Observer("observation", self.encoder.size, *looks)


class SpielState(pyspiel.State):
    """A match for OpenSpiel, at a decision, at a chance node, or over."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self._nodes: ChanceNodes | None = None  # a clone is given its own, so none is made for nothing
        self._player: int | None = None

    @property
    def nodes(self) -> ChanceNodes:
        """The match itself."""
        if self._nodes is None:
            self._nodes = self._game.first.fresh(self._game.heard)
        return self._nodes

    # ---- the tree ------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Whose turn it is: a role's number, chance, or that of no player."""
        if self._player is None:
            nodes = self.nodes
            if len(nodes.tape) >= self._game.longest:
                self._player = TERMINAL
            elif nodes.draw is not None:
                self._player = CHANCE
            else:
                self._player = TERMINAL if nodes.decision is None else self._game.roles.index(nodes.decision.role)
        return self._player

    def is_terminal(self) -> bool:
        """Whether the match has ended or lasted too long."""
        return self.current_player() == TERMINAL

    def returns(self) -> list[float]:
        """The worth of the match to each player."""
        outcome = self.nodes.outcome
        roles = self._game.roles
        return [0.0] * len(roles) if outcome is None else [float(outcome.returns[role]) for role in roles]

    def _decision(self, player: int) -> Decision | None:
        decision = self.nodes.decision
        return decision if decision is not None and self.current_player() == player else None

    def _legal_actions(self, player: int) -> list[int]:
        decision = self._decision(player)
        return [] if decision is None else sorted(self._game.ids(decision))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every result of the die or draw to come, by its place, with its chance."""
        draw = self.nodes.draw
        assert draw is not None
        whole = sum(draw.ways)
        return [(place, ways / whole) for place, ways in enumerate(draw.ways)]

    def _apply_action(self, action: int) -> None:
        nodes = self.nodes
        decision, self._player = nodes.decision, None
        nodes.choose(action if decision is None else self._game.index(decision, action))

    # ---- words ---------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        draw, decision = self.nodes.draw, self._decision(player)
        if player == pyspiel.PlayerId.CHANCE and draw is not None:
            text = f"{draw.why or 'chance'}: {draw.texts[action]}"
            return text if draw.texts.count(draw.texts[action]) == 1 else f"{text} (no. {action})"
        if decision is not None:
            return decision.key(self._game.space.index(decision, action))
        keys = self._game.space.keys
        return keys[action] if action < len(keys) else str(action)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player was told and has chosen."""
        nodes, role = self.nodes, self._role(player)
        self._game.heard = True
        return nodes.information_digest(role) if self._game.memory == "digest" else nodes.information_state(role)

    def observation_string(self, player: int | None = None) -> str:
        """Everything that a player sees at a decision; at a die or draw only who the player is."""
        view = self._view(player)
        return self._role(player) if view is None else str(view.model_dump_json())

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Everything that a player sees at a decision, as numbers; at a die or draw all are 0."""
        view = self._view(player)
        size = self._game.encoder.size
        return [0.0] * size if view is None else [float(each) for each in self._game.encoder(view)]

    def _role(self, player: int | None) -> str:
        roles = self._game.roles
        number = self.current_player() if player is None else int(player)
        if not 0 <= number < len(roles):
            raise BadData(f"player {number} is none of the {len(roles)} players; they are {', '.join(roles)}")
        return roles[number]

    def _view(self, player: int | None) -> Any:
        role = self._role(player)
        return None if self.nodes.draw is not None else self.nodes.view(role)

    def __str__(self) -> str:
        nodes = self.nodes
        at = nodes.draw.why if nodes.draw is not None else nodes.decision and nodes.decision.prompt
        return f"{nodes.game.id} after {len(nodes.tape)} answers: {at or nodes.outcome} {nodes.tape}"

    # ---- other worlds --------------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state drawn at random among those in which the player knows the same, by ``Game.redeal``."""
        role = self._role(player)
        self._game.heard = True
        self.nodes.hear()
        copied: SpielState = self.clone()
        copied.nodes.redeal(role, _Sampled(sampler))
        return copied


class _Sampled(Chance):
    """Chance from one of OpenSpiel's samplers: a function that gives a number from 0 up to, but not, 1."""

    __slots__ = ("_sampler",)

    def __init__(self, sampler: Any) -> None:
        self._sampler = sampler

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """A whole number from 0 to ``n - 1``."""
        return min(n - 1, int(self._sampler() * n))


pyspiel.register_game(_type_of(False, pyspiel.GameType.Utility.ZERO_SUM, 2), SpielGame)
