"""Who plays which role: people, bots, or nobody but an onlooker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore import SPECTATOR, UMPIRE
from navalcore._cli.common import AnyGame, role_option
from navalcore.bots import Bot, check_bots, make_bots
from navalcore.errors import BadData

ALL = "all"


@dataclass(frozen=True)
class Seats:
    """Who plays a match."""

    people: tuple[str, ...]
    """The roles played at the keyboard."""
    bots: Mapping[str, Bot[Any]]
    """A bot for every other role."""
    watcher: str = UMPIRE
    """As whom the match is watched when nobody plays; the umpire unless another is named."""


@dataclass(frozen=True)
class SeatPlan:
    """Who is to play a match, by names that are known to be right; :meth:`seats` makes the bots."""

    game: AnyGame
    """The game."""
    people: tuple[str, ...]
    """The roles played at the keyboard."""
    bots: Mapping[str, str]
    """The names of bots, by role; the game's default bot plays every other role that is not a person's."""
    watcher: str = UMPIRE
    """As whom the match is watched when nobody plays; the umpire unless another is named."""
    plugins: Sequence[str] = ()
    """Modules of further plug-ins to look for bots in."""

    def seats(self, seed: str) -> Seats:
        """Seats for everybody; the bots' chance comes from ``seed``."""
        names = {role: self.bots.get(role) for role in self.game.roles if role not in self.people}
        return Seats(self.people, make_bots(self.game, names, seed, self.plugins), self.watcher)


def seat_plan(game: AnyGame, roles: Sequence[str], bots: Mapping[str, str], plugins: Sequence[str] = ()) -> SeatPlan:
    """A place for everybody."""
    check_bots(game, bots, plugins)
    wanted = list(dict.fromkeys(roles))
    if wanted == [SPECTATOR]:
        return SeatPlan(game, (), bots, SPECTATOR, plugins)
    if wanted == [ALL] and ALL not in game.roles:
        wanted = list(game.roles)
    for role in wanted:
        if role == SPECTATOR:
            raise BadData(f"--role {SPECTATOR} watches; it cannot be combined with a role that plays")
        role_option(role, (*game.roles, ALL, SPECTATOR), game, "leave it out to play the first that is given no bot")
        if role in bots:
            raise BadData(f"role {role} cannot be played by a person and by the bot '{bots[role]}'; leave one out")
    people = tuple(wanted) or tuple(role for role in game.roles if role not in bots)[:1]
    return SeatPlan(game, people, bots, plugins=plugins)
