"""The common part of all environments: a match, its action ids, its observations, and bots for the roles that are not
trained.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from navalcore._match.match import AnyGame, Match
from navalcore._misfits import told_when_made, whole
from navalcore._rules.decision import Decision
from navalcore._rules.terms import Terms
from navalcore.bots import Bot, make_bot, play_out
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData
from navalcore.learn._actions import ActionSpace
from navalcore.learn._encoding import Encoder
from navalcore.learn._games import GameOrId, game_of


def encoder_of(game: AnyGame, encoder: Encoder | None) -> Encoder:
    """The encoder given, if it writes the views of the game; the game's if none is given."""
    if encoder is None:
        return Encoder.of(game)
    if not isinstance(encoder, Encoder) or encoder.view_class is not game.view_class:
        raise BadData(f"{encoder!r} does not write the views of {game.id}; give Encoder(game.view_class) or none")
    return encoder


def checked_seed(seed: int | None) -> int | None:
    """A seed for :class:`Seeds`, if it is one."""
    return None if seed is None else whole("a seed is None or a number", seed)


def check_bots(
    game: AnyGame, bots: Mapping[str, str | Bot[Any] | Sequence[str | Bot[Any]]], *, in_turn: bool = True
) -> None:
    """Whether bots can be made for the roles they are meant for; ``in_turn``: whether a role may have several."""
    if not isinstance(bots, Mapping):
        raise BadData(f"bots are given by role, as in {{'{game.roles[0]}': 'random'}}, not as {bots!r}")
    for role, given in bots.items():
        game.check_player(role)
        several = given if in_turn and isinstance(given, list | tuple) else [given]
        if not several:
            raise BadData(f"no opponent is named for {role}: name a bot, or several, or leave the role out")
        for bot in several:
            if isinstance(bot, str):
                make_bot(game, role, bot, SeededChance.from_seed("made to see whether it can be"))
            elif not isinstance(bot, Bot):
                raise BadData(f"{bot!r}, given for {role}, is neither the name of a bot nor a bot")


class Seeds:
    """The seeds of one match after another, all from one; an unguessable one if none is given."""

    def __init__(self, seed: int | None = None) -> None:
        number = checked_seed(seed)
        self._chance = SeededChance.from_seed(secrets.token_hex(16) if number is None else f"learn {number}")

    def next(self) -> str:
        """The seed of the next match."""
        return f"{self._chance.below(1 << 32):08x}{self._chance.below(1 << 32):08x}"


def checked_length(longest: int | None) -> int | None:
    """After how many choices a match is cut short, if it is."""
    return None if longest is None else whole("longest is None or a number of choices", longest, 1)


@told_when_made
class LearningTable:
    """One match after another of a game, for environments: what is asked, by which action ids, and what each role sees.

    Args:
        game: the game or its id.
        scenario: what is played; the default scenario if left out.
        options: the game's options.
        bots: bots for roles, by name or made; a role that the game itself gives to a bot is played by that bot.
        space: the action space; the game's if left out.
        encoder: what makes arrays of views; one for the game's views if left out.

    Attributes:
        roles: the roles that are trained: those that are asked, less those that bots play.

    Raises:
        BadData: bots play every role, or a bot is given a role that is never asked.
    """

    def __init__(
        self,
        game: GameOrId,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[str, str | Bot[Any]] | None = None,
        space: ActionSpace | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        self.game: AnyGame = game_of(game)
        self.terms: Terms[Any] = self.game.terms(scenario, options)
        self.scenario = scenario
        self.options = options
        self.space: ActionSpace = space or ActionSpace(self.game)
        self.encoder: Encoder = encoder_of(self.game, encoder)
        seats = {each.role: each.taken_by for each in self.game.seats(scenario, options)}
        asked = [role for role, taken_by in seats.items() if taken_by != "nobody"]
        self._bots: dict[str, str | Bot[Any]] = {
            role: seats[role].removeprefix("bot:") for role in asked if seats[role].startswith("bot:")
        }
        for role in bots or {}:
            if self.game.check_player(role) not in asked:
                raise BadData(f"{role} decides nothing in this scenario of {self.game.id}, so no bot can play it")
        self._bots |= bots or {}
        self.roles: tuple[str, ...] = tuple(role for role in asked if role not in self._bots)
        if not self.roles:
            raise BadData(f"bots play every role of {self.game.id}: leave a role to be trained")
        self._seeds = Seeds()
        self._seated: dict[str, Bot[Any]] = {}
        self._decision: Decision | None = None
        self._ids: list[int] = []
        self._match: Match[Any, Any, Any] | None = None

    @property
    def match(self) -> Match[Any, Any, Any]:
        """The match under way, or the last one.

        Raises:
            BadData: none has begun.
        """
        if self._match is None:
            raise BadData("no match has begun: call reset() first")
        return self._match

    def begin(self, seed: int | None = None) -> None:
        """Begin the next match. A ``seed`` begins a new series of them; without one the present series continues."""
        if seed is not None:
            self._seeds = Seeds(seed)
        text = self._seeds.next()
        self._match = self.game.new_match(self.scenario, seed=text, options=self.options)
        stream = SeededChance.from_seed(f"bots {text}")
        self._seated = {
            role: make_bot(self.game, role, bot, stream.stream(role)) if isinstance(bot, str) else bot
            for role, bot in self._bots.items()
        }
        self.play_bots()

    def play_bots(self) -> None:
        """Let the bots choose until a trained role is asked or the match is over."""
        if self._seated:
            play_out(self.match, self._seated)

    def asked(self, role: str) -> Decision | None:
        """The question to ``role``, if there is one."""
        first = self.match.decision
        return first if first is None or first.role == role else self.match.decisions.get(role)

    def ids(self, decision: Decision) -> list[int]:
        """The action ids of the options of ``decision``, in their order; those of the one looked at last are
        remembered.
        """
        if decision is not self._decision or decision is None:
            self._decision, self._ids = decision, self.space.ids(decision)
        return self._ids

    def choose(self, decision: Decision, index: int) -> None:
        """Answer a decision of a trained role; the bots then choose until the next.

        Args:
            decision: the decision, as :meth:`asked` gives it.
            index: the index of the option taken, from 0.
        """
        match = self.match
        if decision is match.decision:
            match.choose(index)
        else:
            match.choose(index, role=decision.role)
        self.play_bots()

    def observation(self, role: str) -> NDArray[np.float32]:
        """The view of ``role``, as one array.

        Raises:
            UnknownName: there is no such role.
        """
        return self.encoder(self.game.view(self.match.state, self.game.check_player(role), self.terms))

    @property
    def returns(self) -> Mapping[str, float]:
        """The worth of the match to each role; 0 to all while it is not over."""
        outcome = self.match.outcome
        return dict.fromkeys(self.game.roles, 0.0) if outcome is None else outcome.returns
