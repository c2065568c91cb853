"""Imagination: how a bot that sees only a view can try things out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navalcore._match.match import Match
from navalcore.odds._answers import OptionOdds


@dataclass(frozen=True, slots=True)
class Imagination:
    """Matches that might, for all one role knows, be the one it plays in, at the point which that has reached.

    This is all that a searching bot is given of a match. It promises nothing of the real match and its state.
    Two are equal if they are of the same match and role.
    """

    _match: Match[Any, Any, Any]
    _role: str

    def __call__(self, seed: str) -> Match[Any, Any, Any]:
        """A match at the present decision of the role. The role's view is the real one. Everything hidden from the role
        is drawn at random among all possibilities, and chance continues at random, both by ``seed``.
        """
        return self._match.fork(seed=seed, as_seen_by=self._role)

    def odds(self, option: object) -> OptionOdds:
        """The possible results of ``option``, one of the role's present decision: see :meth:`Match.odds
        <navalcore.Match.odds>`.
        """
        return self._match.odds(option, role=self._role)
