"""Miniatures as OpenSpiel games: a state is the number of a node, so that algorithms which walk the tree are quick.

Importing this module registers a game ``navalcore_miniature`` with OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from navalcore.errors import BadData
from navalcore.learn._encoding import Encoder
from navalcore.learn._miniature import GameTree, TreeNode, miniature_of
from navalcore.learn._spiel import LoadedGame, Observer, game_type

NOTHING: Final = "nothing is left to decide"
_PARAMETERS: Final = {"game": "uboat_cards", "miniature": "late"}
_TYPE: Final = game_type(
    "navalcore_miniature",
    "A miniature of a game of navalcore",
    pyspiel.GameType.Utility.ZERO_SUM,
    2,
    _PARAMETERS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    provides_information_state_tensor=True,
)


class _LaidOut:
    """A tree with action ids and tensors, laid out once in a process."""

    def __init__(self, game: str, name: str) -> None:
        self._named = game, name
        self.tree: GameTree = miniature_of(game, name).tree()
        nodes = self.nodes = _with_a_decision(self.tree.nodes)
        choices = [node.texts for node in nodes if node.player >= 0]
        self.texts = sorted({text for texts in choices for text in texts})
        """The text of each action."""
        number = {text: place for place, text in enumerate(self.texts)}
        self.actions = [sorted(map(number.__getitem__, node.texts)) if node.player >= 0 else [] for node in nodes]
        self.next = [self._next(node, number) for node in nodes]
        self.outcomes = [[(at, float(weight)) for at, weight in enumerate(node.weights)] for node in nodes]
        self.depth = self._depth()
        self.tensors = self._tensors(game)

    def __deepcopy__(self, memo: dict[int, Any]) -> _LaidOut:
        return self  # all copies of a state share it

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return _laid_out, self._named

    @staticmethod
    def _next(node: TreeNode, number: Mapping[str, int]) -> dict[int, int]:
        if node.player < 0:
            return dict(enumerate(node.next))
        return {number[text]: following for text, following in zip(node.texts, node.next, strict=True)}

    def _depth(self) -> int:
        below = [0] * len(self.tree.nodes)
        for at in range(len(below) - 1, -1, -1):
            below[at] = max((1 + below[after] for after in self.tree.nodes[at].next), default=1)
        return below[0]

    def _tensors(self, game: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The view by player and information state (0: none), without its constant parts, and the state's number."""
        encoder, asked = Encoder.of(game), self.tree.asked
        seen = np.array([encoder(each.view) for role in asked for _, each in asked[role].values()], np.float32)
        seen = seen[:, np.ptp(seen, axis=0) > 0]
        digits = max(len(known) for known in asked.values()).bit_length()
        rows = np.zeros((2, 1 + max(map(len, asked.values())), seen.shape[1] + digits), np.float32)
        row = 0
        for player, known in enumerate(asked.values()):
            for number, _ in known.values():
                rows[player, number, : seen.shape[1]] = seen[row]
                rows[player, number, seen.shape[1] :] = [number >> place & 1 for place in range(digits)]
                row += 1
        return rows, rows[:, :, : seen.shape[1]]


def _with_a_decision(nodes: list[TreeNode]) -> list[TreeNode]:
    """The nodes; where chance alone ends a match, the first role decides once before the end."""
    # OpenSpiel's environments begin at a decision: that one has a single option, in information state 0.
    found, waiting = nodes[:], [0]
    while waiting:
        at = waiting.pop()
        if nodes[at].player == -1:
            waiting += nodes[at].next
        elif nodes[at].player == -4:
            found[at] = TreeNode(0, next=(len(found),), texts=(NOTHING,))
            found.append(nodes[at])
    return found


@cache
def _laid_out(game: str, name: str) -> _LaidOut:
    return _LaidOut(game, name)


class MiniatureGame(LoadedGame):
    """A miniature for OpenSpiel, small enough for its tabular algorithms.

    The parameters are the id of the game and the name of the miniature (:func:`~navalcore.learn.miniatures`). The
    tensor of an information state is what the player sees, as the game's encoder writes it, less the entries that are
    the same in all of them. The number of the information state in binary digits follows, by which no two are alike.

    Raises:
        NavalCoreError: there is no such game or miniature.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        told = {**_PARAMETERS, **(params or {})}
        self.laid_out = _laid_out(told["game"], told["miniature"])
        self.tree: GameTree = self.laid_out.tree
        whole, seen = self.laid_out.tensors
        self.sizes = (whole.shape[2], seen.shape[2])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.laid_out.texts),
            max_chance_outcomes=max((len(each) for each in self.laid_out.outcomes), default=0),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.laid_out.depth,
        )
        super().__init__(_TYPE, info, told)

    def new_initial_state(self) -> MiniatureState:
        """The position from which it is played."""
        return MiniatureState(self)

    def information_state_tensor_size(self) -> int:
        """How many numbers the tensor of an information state has."""
        return int(self.sizes[0])

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return int(self.sizes[1])

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer with which OpenSpiel's algorithms look at states."""
        recall = iig_obs_type is None or iig_obs_type.perfect_recall
        which, name = (0, "info_state") if recall else (1, "observation")
        string = MiniatureState.information_state_string if recall else MiniatureState.observation_string
        return Observer(
            name, self.sizes[which], lambda state, player: self.laid_out.tensors[which][state.place_of(player)], string
        )


class MiniatureState(pyspiel.State):
    """A node of the tree."""

    def __init__(self, game: MiniatureGame) -> None:
        super().__init__(game)
        self._laid_out = game.laid_out
        self._at = 0

    @property
    def node(self) -> TreeNode:
        """The node of the tree."""
        return self._laid_out.nodes[self._at]

    def current_player(self) -> int:
        """Whose turn it is: a role's number, chance, or that of no player."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return self.node.player == -4

    def returns(self) -> list[float]:
        """The worth of the match to each player."""
        worth = self.node.worth
        return [worth, -worth]

    def _legal_actions(self, player: int) -> list[int]:
        return self._laid_out.actions[self._at] if self.node.player == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every result of the draw to come, by its place, with its chance."""
        return self._laid_out.outcomes[self._at]

    def _apply_action(self, action: int) -> None:
        try:
            self._at = self._laid_out.next[self._at][action]
        except KeyError:
            raise BadData(f"action {action} is not offered; offered are {self.legal_actions()}") from None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.texts[action] if player < 0 else self._laid_out.texts[action]

    def place_of(self, player: int | None) -> tuple[int, int]:
        """The number of a player, and of its information state; 0 while the player is not asked."""
        number = self.current_player() if player is None else int(player)
        if number not in (0, 1):
            raise BadData(f"player {number} is none of the 2 players")
        return number, self.node.state if self.node.player == number else 0

    def information_state_string(self, player: int | None = None) -> str:
        """The role and the number of its information state; 0 while it is not asked."""
        number, state = self.place_of(player)
        return f"{self._laid_out.tree.roles[number]} {state}"

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Everything that a player knows, as numbers; all are 0 while it is not asked."""
        number, state = self.place_of(player)
        told: list[float] = self._laid_out.tensors[0][number, state].tolist()
        return told

    def observation_string(self, player: int | None = None) -> str:
        """Everything that a player sees."""
        number, state = self.place_of(player)
        seen = self._laid_out.tensors[1][number, state]
        return f"{self._laid_out.tree.roles[number]} {seen.tolist()}"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Everything that a player sees, as numbers; all are 0 while it is not asked."""
        number, state = self.place_of(player)
        seen: list[float] = self._laid_out.tensors[1][number, state].tolist()
        return seen

    def __str__(self) -> str:
        return f"node {self._at}: {self.node.player}"


pyspiel.register_game(_TYPE, MiniatureGame)
