"""Bots that search, which take long: they think in a worker, which follows the match from its stored entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from navalcore.bots import Bot, make_bot, seat
from navalcore.components import SeededChance
from navalcore.errors import BadData
from navalcore.rules import Decision
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._store import OutOfSync
from navalcore.table._worker import WorkBench, Worker


@dataclass(frozen=True, slots=True)
class SearchWanted:
    """A decision that a bot is to take: of which match, and what has been written of that since the last question."""

    word: str
    """By which the worker knows the match."""
    since: int
    """How many pieces it has had."""
    pieces: Sequence[str]
    """Those after them."""
    told: Mapping[str, int]
    """How many events each role and the spectator have been told."""
    game: str
    role: str
    bot: str
    chance: SeededChance
    """The seed of the bot's chance."""


@dataclass(slots=True)
class Followed:
    """A match that a worker follows, and the bots that sit there."""

    recorded: RecordedMatch
    bots: dict[tuple[str, str], Bot[Any]] = field(default_factory=dict)

    def bot(self, asked: SearchWanted) -> Bot[Any]:
        """The bot that is asked; it keeps what it has planned."""
        key = asked.role, asked.bot
        if key not in self.bots:
            match = self.recorded.match
            self.bots[key] = make_bot(match.game, asked.role, asked.bot, asked.chance)
            seat(match, {asked.role: self.bots[key]})
        return self.bots[key]


def answer(desk: WorkBench, asked: SearchWanted) -> int | None:
    """The index of a bot's choice; None if the match is not at hand as far as that, and all of it is wanted."""
    followed: Followed | None = desk.matches.get(asked.word)
    if not asked.since:
        game = desk.game_of(asked.game)
        followed = Followed(RecordedMatch.read(game, asked.pieces, asked.told))
    elif followed is None or followed.recorded.pieces != asked.since:
        return None
    else:
        try:
            for piece in asked.pieces:
                followed.recorded.follow(piece)
        except OutOfSync:
            return None
    desk.keep(asked.word, followed)
    match = followed.recorded.match
    decision = match.decisions[asked.role]
    chosen: Any = followed.bot(asked).decide(match.view(asked.role), decision.bare())
    return decision.index(chosen)


class SearchesElsewhere(Bot[Any]):
    """Answers as a bot does that thinks in a worker; ``recorded`` gives the match as it is written."""

    needs_view = False

    def __init__(
        self, worker: Worker, recorded: Callable[[], RecordedMatch], role: str, bot: str, chance: SeededChance
    ) -> None:
        self._worker, self._recorded = worker, recorded
        self._role, self._bot, self._chance = role, bot, chance
        self._word, self._had = token_hex(8), 0

    def decide(self, view: Any, decision: Decision) -> int:  # noqa: ARG002
        """The index of its choice."""
        recorded = self._recorded()
        for since in dict.fromkeys((self._had, 0)):
            asked = SearchWanted(
                self._word, since, recorded.written[since:], dict(recorded.told), recorded.match.game.id, self._role,
                self._bot, self._chance,
            )  # fmt: skip
            found = self._worker.ask(answer, asked)
            if found is not None:
                self._had = recorded.pieces
                return found
        raise BadData(f"a worker could not follow the match: {decision.prompt}")
