"""Bots: what answers decisions instead of a person. A bot is given a view and a decision, never the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from navalcore.components.chance import Chance, SeededChance
from navalcore.engine.decision import CHANCE, Decision
from navalcore.engine.game import Game, View
from navalcore.errors import BadData, UnknownName

if TYPE_CHECKING:
    from navalcore.engine.match import Match

__all__ = ["Bot", "RandomBot", "bot_names", "make_bot", "make_bots", "play_out"]

V = TypeVar("V", bound=View)


class Bot(ABC, Generic[V]):
    """Answers the decisions of one role.

    Attributes:
        needs_view: whether it looks at the view; one that does not is given an empty :class:`View`, which is faster.
    """

    needs_view: ClassVar[bool] = True

    @abstractmethod
    def decide(self, view: V, decision: Decision) -> object:
        """One of ``decision.options``, or its index."""


class RandomBot(Bot[Any]):
    """Takes any option, each equally likely."""

    needs_view = False

    def __init__(self, chance: Chance) -> None:
        self._below = chance.below

    def decide(self, view: Any, decision: Decision) -> int:  # noqa: ARG002
        """The index of an option taken at random."""
        return self._below(len(decision.options))


def bot_names(game: Game[Any, Any, Any]) -> list[str]:
    """The bots that can play a game, the one people meet by default first."""
    return [*game.bots(), "random"]


def make_bot(game: Game[Any, Any, Any], role: str, name: str | None, chance: SeededChance) -> Bot[Any]:
    """A bot by name (None: the game's default one).

    Raises:
        UnknownName: the game has no such bot or role; lists those there are.
    """
    if role not in game.roles:
        raise UnknownName(f"{game.id} has no role '{role}' to play; it has {', '.join(game.roles)}")
    makers = game.bots()
    name = name or bot_names(game)[0]
    if name in makers:
        return makers[name](role, chance)
    if name == "random":
        return RandomBot(chance)
    raise UnknownName(f"{game.id} has no bot '{name}'; it has {', '.join(bot_names(game))}")


def make_bots(
    game: Game[Any, Any, Any], names: Mapping[str, str] | None = None, seed: int | str = 0
) -> dict[str, Bot[Any]]:
    """A bot for every role, with streams of chance of their own.

    Args:
        game: the game.
        names: bot by role; the game's default bot where a role is left out.
        seed: what their chance comes from.

    Raises:
        UnknownName: no such role or bot.
    """
    for role in names or {}:
        if role not in game.roles:
            raise UnknownName(f"{game.id} has no role '{role}' to play; it has {', '.join(game.roles)}")
    stream = SeededChance.from_seed(seed)
    return {role: make_bot(game, role, (names or {}).get(role), stream.stream(role)) for role in game.roles}


_NOTHING_SEEN = View()


def play_out(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], *, limit: int | None = None) -> None:
    """Let bots play a match to its end, or until a decision of a role that has no bot.

    Args:
        match: the match, changed in place.
        bots: a bot for each role that shall be played.
        limit: stop after this many choices.

    Raises:
        BadData: a person's roll is needed, which no bot can make.
        NotOffered: a bot answered with something that is not an option.
    """
    made = 0
    while (decision := match.decision) is not None and made != limit:
        role = decision.role
        bot = bots.get(role)
        if bot is None:
            if role == CHANCE:
                raise BadData("this match waits for a person's roll; bots play seeded matches")
            return
        view = match.game.view(match.state, role) if bot.needs_view else _NOTHING_SEEN
        match.choose(bot.decide(view, decision.bare()))
        made += 1
