"""Imagination: how a bot that sees only a view can try things out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from navalcore._match.match import Match
from navalcore.odds._answers import OptionOdds


class Imagination(Protocol):
    """Matches that might, for all one role knows, be the one it plays in.

    This is all that a searching bot is given of a match. The real match and its state are not in it.
    """

    def __call__(self, seed: str) -> Match[Any, Any, Any]:
        """A match at the present decision of the role: what the role sees is as it is, what it does not see is drawn at
        random among all that could be there, and chance goes on at random, both by ``seed``.
        """

    def odds(self, option: object) -> OptionOdds:
        """What may come of an option of the role's present decision: see :meth:`Match.odds
        <navalcore.Match.odds>`.
        """


@dataclass(frozen=True, slots=True)
class _Lent:
    """What one role may imagine of a match; equal to what it is lent of the same match again."""

    _match: Match[Any, Any, Any]
    _role: str

    def __call__(self, seed: str) -> Match[Any, Any, Any]:
        return self._match.fork(seed=seed, as_seen_by=self._role)

    def odds(self, option: object) -> OptionOdds:
        return self._match.odds(option, role=self._role)


def imagination(match: Match[Any, Any, Any], role: str) -> Imagination:
    """What ``role`` may imagine of a match, always of the point the match has reached when it is asked."""
    return _Lent(match, role)
