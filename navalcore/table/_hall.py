"""The hall: what is told of games and matches to whoever comes in, and how a match is seated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final

import navalcore as nc
from navalcore._match.aio import aside
from navalcore.bots import bot_names
from navalcore.errors import BadData, UnknownName
from navalcore.table import _messages as say
from navalcore.table._errors import SeatRefused
from navalcore.table._kept import KeptMatch, KeptSeat
from navalcore.table._rooms import Rooms
from navalcore.table._secret import digest_of
from navalcore.table._sheet import AnyGame

IN_LOBBY: Final = 100
FILES: Final = "data_pack"
"""The option that names a folder of the machine a match is played on: nobody may say that from elsewhere."""


def games(plugins: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The installed games."""
    return [
        {"id": each.id, "title": each.title, "summary": each.summary, "scenarios": dict(each.scenarios)}
        for each in nc.games(plugins).values()
    ]


def about(game: AnyGame) -> dict[str, Any]:
    """What a match of a game can be begun with."""
    options: dict[str, Any] = game.options_class.model_json_schema()
    options.get("properties", {}).pop(FILES, None)
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "roles": [{"role": str(role), "title": game.role_title(role)} for role in game.roles],
        "scenarios": [{"id": each.id, "title": each.title, "note": each.note} for each in game.scenarios.values()],
        "options": options,
        "bots": bot_names(game),
        "designer": game.rulebook.source.designer,
        "year": game.rulebook.source.year,
    }


def seats(game: AnyGame, terms: say.Terms) -> list[dict[str, str]]:
    """Who sits where on these terms: a person, a bot that the game brings, or nobody."""
    check_files(terms)
    found = game.seats(terms.scenario, terms.options)
    return [{"role": str(seat.role), "title": seat.title, "taken_by": seat.taken_by} for seat in found]


def section(game: AnyGame, number: str) -> dict[str, Any]:
    """A section of the rules in plain words, with what was ruled about it."""
    book = game.rulebook
    found = book.section(number).model_dump(mode="json")
    return {**found, "rulings": [ruling.model_dump(mode="json") for ruling in book.rulings_on(number)]}


def check_files(terms: say.Terms) -> None:
    """Refuse terms that would have files of this machine read.

    Raises:
        BadData: they would.
    """
    if terms.options.get(FILES):
        raise BadData(f"option {FILES} names a folder on the table's own machine and cannot be set from elsewhere")


async def lobby(rooms: Rooms, plugins: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The matches that everybody may see."""
    manifests = await aside(lambda: nc.games(plugins))
    return [_in_lobby(match, seats, manifests) for match, seats in await rooms.store.lobby(IN_LOBBY)]


async def begin(rooms: Rooms, wish: say.NewMatch) -> dict[str, Any]:
    """Begin a match: its id, the secret of the caller's seat, and the invitations to the seats of others."""
    check_files(wish)
    game = await aside(lambda: rooms.game_of(wish.game))
    kept, told = await aside(lambda: seated(game, wish))
    room = await rooms.begin(game, wish.scenario, wish.options, wish.undo, wish.public, kept)
    return {"match": room.kept.id, "commitment": room.kept.commitment, "seats": told}


async def take(rooms: Rooms, match_id: str, role: str, taking: say.Take) -> dict[str, str]:
    """Take a free seat: the secret that opens it from now on. The invitation is then void.

    Raises:
        UnknownName: there is no such match.
        SeatRefused: the seat is not free, or not for whoever has this invitation.
    """
    room = await rooms.room(match_id)
    secret = token_hex(16)
    invitation = None if taking.invitation is None else digest_of(taking.invitation)
    if not await rooms.store.take_seat(match_id, role, invitation, digest_of(secret), taking.name):
        raise SeatRefused("this seat is not free for you: somebody has it, or the link is not an invitation to it")
    await room.seats_changed()
    return {"match": match_id, "role": role, "secret": secret}


def _in_lobby(match: KeptMatch, seats: list[KeptSeat], manifests: Mapping[str, Any]) -> dict[str, Any]:
    """A match as the lobby shows it."""
    known = manifests.get(match.game.partition(":")[0])
    return {
        "id": match.id,
        "game": match.game,
        "title": known.title if known is not None else match.game,
        "scenario": known.scenarios.get(match.scenario, match.scenario) if known is not None else match.scenario,
        "outcome": match.outcome,
        "changed": match.changed.isoformat(),
        "seats": [
            {
                "role": seat.role,
                "title": known.role_title(seat.role) if known is not None else seat.role,
                "kind": seat.kind,
                "name": seat.name or seat.bot,
                "free": not seat.taken and seat.invitation is None,
            }
            for seat in seats
        ],
    }


def seated(game: AnyGame, wish: say.NewMatch) -> tuple[list[KeptSeat], list[dict[str, str]]]:
    """The seats of a new match as they are kept, and what whoever begins it is told of them.

    Raises:
        UnknownName: no such role or bot.
        BadData: a seat is wished for that the game gives to somebody else.
    """
    found = game.seats(wish.scenario, wish.options)
    unknown = wish.seats.keys() - {str(seat.role) for seat in found}
    if unknown:
        raise UnknownName(f"{game.id} has no role '{min(unknown)}'; it has {', '.join(game.roles)}")
    kept: list[KeptSeat] = []
    told: list[dict[str, str]] = []
    bots = bot_names(game)
    for seat in found:
        role, kind = str(seat.role), seat.taken_by
        asked = wish.seats.get(role)
        if kind == "nobody" or kind.startswith("bot:"):
            if asked is not None and asked.by != "bot":
                raise BadData(f"the seat of the {seat.title} is taken by {kind.removeprefix('bot:')} on these terms")
            kept.append(KeptSeat(role, "nobody" if kind == "nobody" else "bot", kind.partition(":")[2]))
            continue
        asked = asked or say.SeatWish(by="bot")
        if asked.by == "bot":
            if asked.bot and asked.bot not in bots:
                raise UnknownName(f"{game.id} has no bot '{asked.bot}'; it has {', '.join(bots)}")
            kept.append(KeptSeat(role, "bot", asked.bot or bots[0]))
        elif asked.by == "me":
            secret = token_hex(16)
            kept.append(KeptSeat(role, "person", name=wish.name, secret=digest_of(secret)))
            told.append({"role": role, "title": seat.title, "secret": secret})
        else:
            invitation = None if wish.public else token_hex(16)
            kept.append(KeptSeat(role, "person", invitation=digest_of(invitation) if invitation else None))
            told.append({"role": role, "title": seat.title, **({"invitation": invitation} if invitation else {})})
    return kept, told
