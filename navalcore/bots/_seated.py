"""The bots that sit at a match, as it was arranged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalcore._match.match import Match
from navalcore._play.seating import bot_of
from navalcore.bots._bot import Bot
from navalcore.bots._makers import answer_of, make_bots, next_for, seat


def seated_bots(
    match: Match[Any, Any, Any], seats: Mapping[str, str], plugins: Sequence[str] = ()
) -> dict[str, Bot[Any]]:
    """The bots among those who sit at a match. Their chance comes from the seed of the match; where there is none, it
    cannot be foretold.
    """
    seed = match.setup.seed
    names = {role: bot_of(taken_by) for role, taken_by in seats.items() if bot_of(taken_by)}
    bots = make_bots(match.game, names, f"bots {seed}" if seed else None, plugins)
    seat(match, bots)
    return bots


def play_seated(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], limit: int | None) -> None:
    """Let them answer: see :meth:`Match.play_bots <navalcore.Match.play_bots>`."""
    made = 0
    while (limit is None or made < limit) and (decision := next_for(match, bots)) is not None:
        match.choose(answer_of(bots[decision.role], match, decision), role=decision.role)
        made += 1
