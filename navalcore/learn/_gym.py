"""Gymnasium environments: one role is trained, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, ClassVar, Final, Literal, Self, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from navalcore._face.face import face_of
from navalcore._misfits import told_when_made, whole
from navalcore._plugins.discovery import discover
from navalcore._rules.decision import Decision
from navalcore.bots import Bot
from navalcore.errors import BadData
from navalcore.learn._actions import ActionSpace, place_of
from navalcore.learn._encoding import Encoder
from navalcore.learn._games import AnyGame, GameOrId, game_of
from navalcore.learn._policy import digest_of
from navalcore.learn._table import LearningTable, Seeds, check_bots, checked_length, checked_seed, encoder_of

FAR: Final = 10_000.0
"""No entry of an observation is as large: numbers are written by their logarithm, and a bag holds few things."""
Array = NDArray[np.float32]
RENDER_MODES: Final = ["ansi", "human"]
VERSION: Final = 1
"""Of environments: it rises when encoders write the same views otherwise. It is at the end of their ids."""


def checked_mode(mode: str | None) -> Any:
    """A render mode, if there is such a one."""
    if mode not in (None, *RENDER_MODES):
        raise BadData(f"render_mode is None, 'ansi' or 'human', not {mode!r}")
    return mode


@told_when_made
class GymEnv(gymnasium.Env[Array, np.int64]):
    """A game as a Gymnasium environment in which one role is trained and bots play the others.

    An observation is what the role sees, as :class:`~navalcore.learn.Encoder` writes it. Which actions are legal is in
    ``info["action_mask"]`` and :meth:`action_masks`. The reward is 0 until the match is over, then what it was worth to
    the role (``Outcome.returns``). The number of an illegal action loses the match: the
    reward is -1, the episode ends, and ``info["illegal_action"]`` is true.

    Args:
        game: the game or its id.
        role: the role that is trained; with several, each match trains the next of them in turn.
        opponents: bots for the other roles, by name or made: a bot, or several of which each match takes one at random.
            The game's default bot where a role is left out.
        scenario: its id; the default scenario if left out.
        options: the game's options.
        skip_forced: whether decisions with a single option are answered by the environment itself.
        longest: after how many own choices a match is cut short (``truncated``); None: never.
        encoder: what makes arrays of views, if it is not to be the usual one.
        render_mode: ``"ansi"``: :meth:`render` returns the table as text; ``"human"``: it is printed after each step.

    Raises:
        UnknownName: no such role, scenario or bot.
        BadData: an option is wrong.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: GameOrId,
        role: str | Sequence[str],
        *,
        opponents: Mapping[str, str | Bot[Any] | Sequence[str | Bot[Any]]] | None = None,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = False,
        longest: int | None = None,
        encoder: Encoder | None = None,
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        self.game: AnyGame = game_of(game)
        self.roles: tuple[str, ...] = tuple(role) if isinstance(role, list | tuple) else (cast("str", role),)
        for each in self.roles:
            self.game.check_player(each)
        if not self.roles:
            raise BadData("a Gymnasium environment trains a role; name at least one")
        check_bots(self.game, opponents or {})
        self._opponents = dict(opponents or {})
        self._make = partial(
            LearningTable,
            self.game,
            scenario=scenario,
            options=options,
            space=ActionSpace(self.game),
            encoder=encoder_of(self.game, encoder),
        )
        self._table = self._make()
        self._trained = self._table.roles
        for each in self.roles:
            if each not in self._trained:
                raise BadData(f"{each} decides nothing in this scenario of {self.game.id}, so it cannot be trained")
        for each in self._opponents:
            if self.roles.count(each) == len(self.roles):
                raise BadData(f"{each} is the only role that is trained, so no opponent ever plays it; leave it out")
            if each not in self._trained:
                raise BadData(
                    f"{each} is not free in this scenario of {self.game.id}, so no opponent can be named for it"
                )
        self._skip_forced, self._longest = skip_forced, checked_length(longest)
        self.render_mode: str | None = checked_mode(render_mode)
        self.observation_space: gymnasium.Space[Array] = Box(-FAR, FAR, (self._table.encoder.size,), np.float32)
        self.action_space: Discrete = Discrete(self._table.space.n)
        self._seeds = Seeds()
        self._matches = 0
        self.metadata = {**self.metadata, **fingerprints(self._table)}  # type: ignore[misc]  # each environment has its own
        self._over = True
        self._decision: Decision | None = None
        self._ids: list[int] = []
        self.role: str = self.roles[0]

    @property
    def table(self) -> LearningTable:
        """The match that is played, with its action ids and observations."""
        return self._table

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin the next match, and return the first observation and its ``info``.

        Args:
            seed: begins a new series of matches, the same for the same seed; None: the next of the series.
            options: not used; Gymnasium prescribes it. The game's options are given to the class.
        """
        seed = checked_seed(seed)
        super().reset(seed=seed)
        del options
        if seed is not None:
            self._seeds, self._matches = Seeds(seed), 0
        match_seed = int(self._seeds.next(), 16)
        self.role = self.roles[self._matches % len(self.roles)]
        self._matches += 1
        bots = {role: self._drawn(self._opponents.get(role), match_seed) for role in self._trained if role != self.role}
        self._table = self._make(bots=bots)
        self._table.begin(match_seed)
        self._choices = 0
        self._over = False
        self._go_on()
        self._print()
        return self._table.observation(self.role), self._info()

    def _drawn(self, bot: str | Bot[Any] | Sequence[str | Bot[Any]] | None, seed: int) -> str | Bot[Any]:
        if bot is None:
            return next(iter(face_of(self.game).bots()), "random")
        return bot if isinstance(bot, str | Bot) else bot[seed % len(bot)]

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take the option whose action id is ``action``, and return observation, reward, ``terminated``, ``truncated``
        and ``info``; the class says what an illegal action leads to.

        Raises:
            BadData: the episode is over, or has not begun; or ``action`` is not a whole number. Nothing is played then.
        """
        if self._over:
            raise BadData("the episode is over: call reset() first")
        assert self._decision is not None
        table = self._table
        index = place_of(action, self._ids)
        if index is None:
            self._over = True
            return table.observation(self.role), -1.0, True, False, self._info() | {"illegal_action": True}
        table.choose(self._decision, index)
        self._choices += 1
        self._go_on()
        over = table.match.over
        cut = not over and self._longest is not None and self._choices >= self._longest
        self._over = over or cut
        self._print()
        return table.observation(self.role), float(table.returns[self.role]), over, cut, self._info()

    def _go_on(self) -> None:
        """Find out what is asked, passing over what has only one answer if that is wanted."""
        table = self._table
        while True:
            self._decision = table.asked(self.role)
            if self._decision is None or not self._skip_forced or len(self._decision.options) > 1:
                break
            table.choose(self._decision, 0)
        self._ids = [] if self._decision is None else table.ids(self._decision)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.space.mask(self._ids), "role": self.role}

    def action_masks(self) -> NDArray[np.bool_]:
        """The action ids that are legal now, as sb3-contrib wants them; none when the match is over.

        Raises:
            BadData: no match has begun.
        """
        _ = self._table.match
        return self._table.space.mask(self._ids).astype(np.bool_)

    def render(self) -> str | None:
        """The table as the trained role sees it, as text; printed, and None, in the mode ``human``."""
        return shown(self.game, self._table.match.view(self.role), self.render_mode)

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __copy__(self) -> Self:
        return deepcopy(self)  # one that shared the match would share its dice

    @property
    def decision(self) -> Decision | None:
        """The question to the trained role."""
        return self._decision


def shown(game: AnyGame, view: Any, mode: str | None) -> str | None:
    """A view as text in the mode ``ansi``; in the mode ``human`` it is printed."""
    if mode is None:
        return None
    text = face_of(game).board_text(view)
    if mode == "ansi":
        return text
    print(text)
    return None


def fingerprints(table: LearningTable) -> dict[str, str]:
    """The part of an environment's metadata that says how a policy was trained."""
    keys = table.space.keys or (f"{table.space.n} hashed",)
    return {
        "rules": table.game.version,
        "actions": digest_of(keys),
        "observations": digest_of(table.encoder.names),
    }


def _made_by_id(game: str, role: str | Sequence[str] | None = None, **arguments: Any) -> GymEnv:
    """An environment for ``gymnasium.make``; each match trains the next role that decides if none is named."""
    if role is None:
        role = LearningTable(game, scenario=arguments.get("scenario"), options=arguments.get("options")).roles
    return GymEnv(game, role, **arguments)


def _several_by_id(num_envs: int, **arguments: Any) -> SyncVectorEnv:
    """Environments for ``gymnasium.make_vec``, which do not wait a step with an empty mask when a match ends."""
    return SyncVectorEnv([partial(_made_by_id, **arguments)] * num_envs, autoreset_mode=AutoresetMode.SAME_STEP)


def register_with_gymnasium() -> None:
    """Register every installed game with Gymnasium, as ``navalcore/UboatCards-v1`` and so on::

        register_with_gymnasium()
        env = gymnasium.make("navalcore/UboatCards-v1", role="uboat")
        envs = gymnasium.make_vec("navalcore/UboatCards-v1", num_envs=8, role="uboat")

    Arguments are as for :class:`GymEnv`; without a role each match trains the next one. Several environments take turns
    in this process, and a match that ends begins again in the same step, as :func:`vector_env` does it. The number at
    the end is the version of the environments; ``metadata`` has the version of the rules and the digests of the action
    table and of the observations. Calling this again does nothing.
    """
    for game in discover().games:
        name = f"navalcore/{''.join(word.capitalize() for word in game.split('_'))}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=_made_by_id,  # type: ignore[arg-type]
                vector_entry_point=_several_by_id,  # type: ignore[arg-type]
                kwargs={"game": game},
            )


def vector_env(
    count: int, game: str, role: str | Sequence[str], *, processes: bool = True, **arguments: Any
) -> AsyncVectorEnv | SyncVectorEnv:
    """Several :class:`GymEnv` by Gymnasium's vector interface. A match that ends begins again in the same step, so that
    no mask is ever empty; what was seen at its end is in ``infos["final_obs"]``.

    Args:
        processes: whether each runs in a process of its own, which pays where a step is slow; otherwise they take turns
            in this one.
        count: how many.
        game: the id of the game.
        role: as for :class:`GymEnv`.
        arguments: the other arguments of :class:`GymEnv`.

    Raises:
        BadData, UnknownName: there is to be none, or one cannot be made so.
    """
    whole("a vector holds a number of environments", count, 1)
    GymEnv(game, role, **arguments)  # what is wrong is said here, and not in another process
    makers = [partial(GymEnv, game, role, **arguments) for _ in range(count)]
    kind = AsyncVectorEnv if processes else SyncVectorEnv
    return kind(makers, autoreset_mode=AutoresetMode.SAME_STEP)


@told_when_made
class ShapedByEvaluation(gymnasium.Wrapper[Array, np.int64, Array, np.int64]):
    """Adds to the reward by how much the position has become better, by the game's own estimate.

    The estimate (:meth:`Face.evaluate <navalcore.rules.Face.evaluate>`) serves as a potential: with the discount of
    the learner the best policy stays the best. It sees hidden things, so it belongs to training alone; the observations
    do not change. ``info["result"]`` holds what the match was worth without it.

    Args:
        env: the environment, or one made by ``gymnasium.make``.
        discount: that of the learner.

    Attributes:
        game_env: the environment itself.

    Raises:
        BadData: it is an environment of something else.
    """

    def __init__(self, env: GymEnv | gymnasium.Env[Array, np.int64], discount: float = 1.0) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, GymEnv):
            raise BadData(f"{env.unwrapped!r} is not an environment of a game, so nothing estimates its positions")
        self.game_env: GymEnv = env.unwrapped
        self._face = face_of(self.game_env.game)
        self._discount = discount
        self._potential = 0.0

    def _estimate(self) -> float:
        table = self.game_env.table
        if table.match.over:
            return 0.0
        found = self._face.evaluate(table.match.state, self.game_env.role, table.terms)
        return 0.0 if found is None else 2.0 * found - 1.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin the next match. Arguments are as for :meth:`GymEnv.reset <navalcore.learn.GymEnv.reset>`."""
        begun = self.env.reset(seed=seed, options=options)
        self._potential = self._estimate()
        return begun

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take the option whose action id is ``action``, as the environment does, with the shaped reward; ``info`` has
        the plain one as ``result``.
        """
        observation, reward, over, cut, info = self.env.step(action)
        before, self._potential = self._potential, 0.0 if over else self._estimate()
        shaped = float(reward) + self._discount * self._potential - before
        return observation, shaped, over, cut, info | {"result": float(reward)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The action ids that are legal now."""
        return self.game_env.action_masks()
