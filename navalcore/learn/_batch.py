"""Batches: many matches of one game at once as arrays, for the games that bring such an engine with their rules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from navalcore._misfits import whole
from navalcore.errors import BadData
from navalcore.learn._games import GameOrId, game_of


class BatchOfMatches(Protocol):
    """Many matches of a game, each at a decision; one that ends begins again at once."""

    count: int
    """How many matches."""
    actions: int
    """How many action ids there are; they are those of :class:`~navalcore.learn.ActionSpace`."""
    ended: list[tuple[list[int], int]]
    """Of each match that has ended its tape and the place of the winner among the roles, if tapes are kept."""
    tapes: list[list[int]]
    """The tapes of the matches under way, if they are kept."""

    @property
    def sides(self) -> NDArray[np.int64]:
        """Whose decision it is in each match, by place among the roles."""

    def masks(self) -> NDArray[np.bool_]:
        """The action ids that are legal in each match; never none."""

    def observations(self) -> NDArray[np.float32]:
        """The view of the side that is asked in each match, as the game's usual encoder writes it."""

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Take one action in every match; returns what each has brought each role, and which have begun again.

        Args:
            actions: an action id for each match, in the order of the matches.

        Raises:
            BadData: an action is not legal.
        """


def batch(
    game: GameOrId,
    count: int = 1024,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    taped: bool = False,
) -> BatchOfMatches:
    """Many matches at once, for games that bring a module ``batch`` with their rules, such as the card game.

    Args:
        game: the game or its id.
        count: how many matches.
        scenario: its id; the default scenario if left out.
        options: the game's options.
        seed: of all of them; the same seed and actions give the same matches.
        taped: whether ``tapes`` and ``ended`` keep how each match goes.

    Raises:
        BadData: the game has no such engine, the count is below 1, the seed below 0, or an option is wrong.
        UnknownGame, UnknownName: no such game or scenario.
    """
    game = game_of(game)
    module = f"{type(game).__module__.rpartition('.')[0]}.batch"
    if type(game).__module__.startswith("navalcore.") or find_spec(module) is None:
        raise BadData(
            f"{game.id} has no engine for batches; use GymEnv or PettingZooEnv, many in processes of their own"
        )
    count = whole("a batch holds a number of matches", count, 1)
    whole("a seed is a number", seed)
    made: BatchOfMatches = import_module(module).Batch(count, scenario, options, seed, taped=taped)
    return made
