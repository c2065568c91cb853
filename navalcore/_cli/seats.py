"""Who plays which role: people, bots, or an onlooker alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import navalcore as nc
from navalcore import AnyGame, SaveFile
from navalcore._cli.common import pairs, role_option
from navalcore._cli.grammar import nearest
from navalcore.bots import bot_names, check_bots
from navalcore.errors import BadData

ALL = "all"
PERSON, NOBODY, BOT = "person", "nobody", "bot:"
"""Who sits somewhere, as a save says it; the name of a bot follows."""
PROGRAM, PROGRAM_SAVED = "exec:", "exec"
"""How the bot that is a program begins on a command line, and what a save says of it: to open one starts no program."""
EVERY_OTHER = ""
"""The role, among those of bots, that represents every one that is not named and not a person's."""


def bots_by_role(texts: Sequence[str] | None, game: AnyGame, plugins: Sequence[str] = ()) -> dict[str, str]:
    """The bots of a command line by role: ``role=name``, or a name alone for every other role."""
    known = bot_names(game, plugins)
    alone = [text for text in texts or () if "=" not in text or text.startswith(PROGRAM)]
    if len(alone) > 1:
        raise BadData(f"--bot {alone[1]}: {alone[0]} plays every other role already; write ROLE=NAME for one of them")
    found = pairs([text for text in texts or () if text not in alone], "--bot", game.roles)
    if alone:
        found[EVERY_OTHER] = alone[0]
    if "" in found.values():
        raise BadData(f"--bot names no bot; there are {', '.join(known)}, or {PROGRAM}PROGRAM")
    return {role: name if name.startswith(PROGRAM) else nearest(name, known) for role, name in found.items()}


def bots_everywhere(texts: Sequence[str] | None, game: AnyGame, plugins: Sequence[str] = ()) -> dict[str, str]:
    """The bots of a command line that play many matches at once; BadData where one is a program."""
    bots = spread(bots_by_role(texts, game, plugins), game.roles)
    for role, name in bots.items():
        if name.startswith(PROGRAM):
            raise BadData(f"--bot {role}={name}: a program plays in navalcore play only, not in many matches at once")
    return bots


def spread(bots: Mapping[str, str], roles: Sequence[str]) -> dict[str, str]:
    """The bots by role, with that of every other role at each of these that has none."""
    named = {role: name for role, name in bots.items() if role != EVERY_OTHER}
    others = dict.fromkeys(roles, bots[EVERY_OTHER]) if EVERY_OTHER in bots else {}
    return others | named


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
    """As whom the match is watched when no person plays; the umpire unless another is named."""
    plugins: Sequence[str] = ()
    """Modules of further plug-ins to look for bots in."""

    @property
    def first_viewer(self) -> str:
        """Who looks when the match begins: no player, where people share the keyboard."""
        if not self.people:
            return self.watcher
        return self.people[0] if len(self.people) == 1 else nc.SPECTATOR

    def arranged(self, scenario: str | None, options: nc.Options) -> dict[str, str]:
        """Who sits where in a match on these terms, as it is kept in its save."""
        usual = bot_names(self.game, self.plugins)[0]
        names = {**self.names, **dict.fromkeys(self.programs, PROGRAM_SAVED)}
        return {
            seat.role: PERSON if seat.role in self.people else BOT + names.get(seat.role, usual)
            for seat in self.game.seats(scenario, options)
            if seat.taken_by != NOBODY
        }

    @property
    def programs(self) -> dict[str, str]:
        """The programs that play, by role."""
        return {role: name.removeprefix(PROGRAM) for role, name in self.names.items() if name.startswith(PROGRAM)}

    def bots(self, seed: str) -> dict[str, nc.Bot[Any]]:
        """A bot for every role that is neither a person's nor a program's; their chance comes from ``seed``."""
        names = {role: self.names.get(role) for role in self.game.roles if role not in {*self.people, *self.programs}}
        return nc.make_bots(self.game, names, seed, self.plugins)


def roles_named(roles: Sequence[str], game: AnyGame) -> tuple[str, ...]:
    """The roles of a command line, each once and as the game calls it."""
    known, otherwise = (*game.roles, ALL, nc.SPECTATOR), "leave it out to play the first that is given no bot"
    return tuple(dict.fromkeys(role_option(role, known, game, otherwise) for role in roles))


def seats_for(game: AnyGame, roles: Sequence[str], bots: Mapping[str, str], plugins: Sequence[str] = ()) -> Seats:
    """A place for every role."""
    named = spread(bots, game.roles)
    check_bots(game, {role: name for role, name in named.items() if not name.startswith(PROGRAM)}, plugins)
    others, bots = bots, {role: name for role, name in bots.items() if role != EVERY_OTHER}
    wanted = list(roles_named(roles, game))
    if wanted == [nc.SPECTATOR]:
        return Seats(game, (), spread(others, game.roles), nc.SPECTATOR, plugins)
    if wanted == [ALL] and ALL not in game.roles:
        wanted = list(game.roles)
    for role in wanted:
        if role == nc.SPECTATOR:
            raise BadData(f"--role {nc.SPECTATOR} watches; it cannot be combined with a role that plays")
        if role == ALL and ALL not in game.roles:
            raise BadData(f"--role {ALL} is every role; it cannot be combined with one of them")
        if role in bots:
            raise BadData(f"role {role} cannot be played by a person and by the bot '{bots[role]}'; leave one out")
    people = tuple(wanted) or tuple(role for role in game.roles if role not in bots)[:1]
    return Seats(game, people, spread(others, [role for role in game.roles if role not in people]), plugins=plugins)


def people_of(seats: Mapping[str, str]) -> tuple[str, ...]:
    """The roles that people play, of those who sit somewhere."""
    return tuple(role for role, taken_by in seats.items() if taken_by == PERSON)


def seats_again(
    kept: SaveFile, game: AnyGame, roles: Sequence[str], bots: Mapping[str, str], plugins: Sequence[str]
) -> Seats:
    """The places at a match that is continued: as its file says, but for those asked for by name; BadData if open."""
    # A guess could show a player the other side's secrets.
    header = kept.header
    if sitting := roles or people_of(header.seats or {}):
        bots = spread(bots, [role for role in game.roles if role not in sitting])
    if header.seats is None:
        usual = {seat.role: seat.taken_by for seat in game.seats(header.scenario, header.options)}
        open_to_people = [role for role in people_of(usual) if role not in bots]
        if len(open_to_people) > 1 and not roles:
            which = ", ".join(f"--role {role}" for role in (*open_to_people, ALL))
            raise BadData(f"{kept.path}: does not say who sits where; name the role that you play: {which}")
        return seats_for(game, roles, bots, plugins)
    named = {role: taken_by.removeprefix(BOT) for role, taken_by in header.seats.items() if taken_by.startswith(BOT)}
    for role, name in named.items():
        if role not in bots and (name == PROGRAM_SAVED or name.startswith(PROGRAM)):  # the latter is forged
            raise BadData(f"{kept.path}: a program played {role}; name it again: --bot {role}={PROGRAM}PROGRAM")
    named |= bots
    people = [role for role in people_of(header.seats) if role not in bots]
    if not roles and not people and set(game.roles) - bots.keys():
        roles = [nc.SPECTATOR]
    wanted = seats_for(game, roles or people, bots, plugins)
    return replace(wanted, names={role: name for role, name in named.items() if role not in wanted.people})
