"""Who plays which role: people, bots, or nobody but an onlooker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import navalcore as nc
from navalcore import AnyGame
from navalcore._cli.common import role_option
from navalcore.bots import check_bots
from navalcore.errors import BadData

ALL = "all"


@dataclass(frozen=True)
class Seats:
    """Who plays a match, by names that are known to be right."""

    game: AnyGame
    """The game."""
    people: tuple[str, ...]
    """The roles played at the keyboard."""
    names: Mapping[str, str]
    """The names of bots, by role; the game's default bot plays every other role that is not a person's."""
    watcher: str = nc.UMPIRE
    """As whom the match is watched when nobody plays; the umpire unless another is named."""
    plugins: Sequence[str] = ()
    """Modules of further plug-ins to look for bots in."""

    @property
    def first_viewer(self) -> str:
        """Who looks when the match begins: nobody who plays, where people share the keyboard."""
        if not self.people:
            return self.watcher
        return self.people[0] if len(self.people) == 1 else nc.SPECTATOR

    def bots(self, seed: str) -> dict[str, nc.Bot[Any]]:
        """A bot for every role that is not a person's; their chance comes from ``seed``."""
        names = {role: self.names.get(role) for role in self.game.roles if role not in self.people}
        return nc.make_bots(self.game, names, seed, self.plugins)


def seats_for(game: AnyGame, roles: Sequence[str], bots: Mapping[str, str], plugins: Sequence[str] = ()) -> Seats:
    """A place for everybody."""
    check_bots(game, bots, plugins)
    wanted = list(dict.fromkeys(roles))
    if wanted == [nc.SPECTATOR]:
        return Seats(game, (), bots, nc.SPECTATOR, plugins)
    if wanted == [ALL] and ALL not in game.roles:
        wanted = list(game.roles)
    for role in wanted:
        if role == nc.SPECTATOR:
            raise BadData(f"--role {nc.SPECTATOR} watches; it cannot be combined with a role that plays")
        role_option(role, (*game.roles, ALL, nc.SPECTATOR), game, "leave it out to play the first that is given no bot")
        if role in bots:
            raise BadData(f"role {role} cannot be played by a person and by the bot '{bots[role]}'; leave one out")
    people = tuple(wanted) or tuple(role for role in game.roles if role not in bots)[:1]
    return Seats(game, people, bots, plugins=plugins)
