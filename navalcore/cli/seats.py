"""Who plays which role: people, bots, or nobody but an onlooker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore.bots import Bot, make_bots
from navalcore.cli.common import AnyGame
from navalcore.engine.decision import SPECTATOR, UMPIRE
from navalcore.errors import BadData

ALL = "all"


@dataclass(frozen=True)
class Seats:
    """Who plays a match.

    Attributes:
        people: the roles played at the keyboard.
        bots: a bot for every other role.
        watcher: as whom the match is watched when nobody plays; the umpire unless another is named.
    """

    people: tuple[str, ...]
    bots: Mapping[str, Bot[Any]]
    watcher: str = UMPIRE


def seat(game: AnyGame, roles: Sequence[str], bots: Mapping[str, str], seed: str, plugins: Sequence[str] = ()) -> Seats:
    """Seats for everybody.

    Args:
        game: the game.
        roles: the roles people want: some of the game's, ``all`` of them, or ``spectator`` to watch; without any, a
            person plays the first role that is not given a bot.
        bots: bots by role; the game's default bot where nobody plays.
        seed: what the bots' chance comes from.
        plugins: modules of further plug-ins to look for bots in.

    Raises:
        UnknownName: no such role or bot.
        BadData: a role is given to a person and a bot.
    """
    made = make_bots(game, bots, seed, plugins)
    wanted = list(dict.fromkeys(roles))
    if wanted == [SPECTATOR]:
        return Seats((), made, SPECTATOR)
    if wanted == [ALL] and ALL not in game.roles:
        wanted = list(game.roles)
    for role in wanted:
        if role == SPECTATOR:
            raise BadData(f"--role {SPECTATOR} watches; it cannot be combined with a role that plays")
        game.check_role(role)
        if role in bots:
            raise BadData(f"role {role} cannot be played by a person and by the bot '{bots[role]}'; leave one out")
    people = tuple(wanted) or tuple(role for role in game.roles if role not in bots)[:1]
    return Seats(people, {role: bot for role, bot in made.items() if role not in people})
