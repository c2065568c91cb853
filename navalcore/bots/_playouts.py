"""Playouts of the search bot: an imagined match played on by the game's own bots, and what it is worth then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from navalcore._face.face import DRAWN, face_of
from navalcore._match.match import Match
from navalcore.bots._bot import Bot, BotMaker, RandomBot
from navalcore.components._chance import SeededChance

LIMIT: Final = 20_000
"""Choices after which a playout is broken off by default."""
CLOCK_EVERY: Final = 16
"""Choices between two looks at the clock."""


class OutOfTime(Exception):
    """The time for a decision is used up."""


class Playouts:
    """Plays imagined matches on, to the end, the horizon, ``limit`` choices or (:class:`OutOfTime`) the deadline."""

    def __init__(
        self,
        match: Match[Any, Any, Any],
        chance: SeededChance,
        clock: Callable[[], float],
        deadline: float | None,
        policy: BotMaker | None = None,
        limit: int = LIMIT,
    ) -> None:
        self._game, self._terms = match.game, match.setup.terms
        self._face = face_of(match.game)
        self._chance = chance
        self._clock, self._deadline = clock, deadline
        self._limit = limit
        self._maker = policy or next(iter(self._face.bots().values()), None)
        self.begin(-1)
        self._bots_estimate = self._estimate(match, self._game.roles[0]) is not None
        ahead = self._game.length(match.state) + 1
        self._end = ahead if self._bots_estimate else self._face.horizon(match.state, self._terms)

    def begin(self, number: int) -> None:
        """A new playout: fresh bots, for some remember what they saw."""
        chance = self._chance.stream(number)
        self._bots: dict[str, Bot[Any]] = {
            role: self._maker(role, chance) if self._maker is not None else RandomBot(chance)
            for role in self._game.roles
        }

    def preferred(self, match: Match[Any, Any, Any], bot: Bot[Any] | None = None, role: str = "") -> int:
        """The index of the option that a bot (this playout's, if none is given) would take for a role."""
        decision = match.decision_for(role) if role else match.decision
        assert decision is not None
        if len(decision.options) == 1:
            return 0
        bot = bot or self._bots[decision.role]
        view = self._game.view(match.state, decision.role, self._terms) if bot.needs_view else None
        return decision.index(bot.decide(view, decision))

    def reached_horizon(self, match: Match[Any, Any, Any]) -> bool:
        """Whether the playout has come far enough to be judged."""
        return self._end is not None and self._game.length(match.state) >= self._end

    def finish(self, match: Match[Any, Any, Any]) -> dict[str, float]:
        """Let the bots play on to the end or the horizon; what is reached is worth so much to each role."""
        made = 0
        while match.decision is not None and not self.reached_horizon(match) and made < self._limit:
            match.choose(self.preferred(match))
            made += 1
            if made % CLOCK_EVERY == 0:
                self._look_at_the_clock()
        self._look_at_the_clock()
        return self.worth(match)

    def worth(self, match: Match[Any, Any, Any]) -> dict[str, float]:
        """The worth of a match to each role, from 0 to 1: its outcome, or the estimate of its bot or of the game."""
        outcome = match.outcome
        if outcome is not None:
            winner = outcome.winner
            return {role: DRAWN if winner is None else float(winner == role) for role in self._game.roles}
        found = {
            role: self._estimate(match, role)
            if self._bots_estimate
            else self._face.evaluate(match.state, role, self._terms)
            for role in self._game.roles
        }
        return {role: 0.5 if value is None else value for role, value in found.items()}

    def _estimate(self, match: Match[Any, Any, Any], role: str) -> float | None:
        return self._bots[role].evaluate(self._game.view(match.state, role, self._terms))

    def _look_at_the_clock(self) -> None:
        if self._deadline is not None and self._clock() >= self._deadline:
            raise OutOfTime
