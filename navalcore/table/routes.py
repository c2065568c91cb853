"""What is asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hashlib import blake2b
from secrets import token_hex
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import Response

import navalcore as nc
from navalcore.bots import bot_names, check_bots
from navalcore.errors import BadData, UnknownName
from navalcore.table import messages as say
from navalcore.table.chair import Chair
from navalcore.table.errors import SeatRefused
from navalcore.table.kept import KeptMatch, KeptSeat
from navalcore.table.limits import address_of
from navalcore.table.pictures import PICTURES
from navalcore.table.room import Room
from navalcore.table.rooms import Rooms
from navalcore.table.sheet import AnyGame

router = APIRouter(prefix="/api")
IN_LOBBY: Final = 100
FILES: Final = "data_pack"
"""The option that names a folder of the machine a match is played on: nobody may say that from elsewhere."""


def digest_of(secret: str) -> str:
    """What is kept of a secret: of 128 random bits nothing can be found from it."""
    return blake2b(bytes.fromhex(secret), digest_size=32, person=b"navalcore seat").hexdigest()


def rooms_of(request: Request) -> Rooms:
    """The rooms of the application."""
    rooms: Rooms = request.app.state.rooms
    return rooms


AllRooms = Annotated[Rooms, Depends(rooms_of)]


def role_of(room: Room, secret: str | None) -> str:
    """The role whose seat a secret opens; without one, that of the spectator.

    Raises:
        SeatRefused: it opens none.
    """
    if secret is None:
        return nc.SPECTATOR
    digest = digest_of(secret)
    for seat in room.seats:
        if seat.secret == digest:
            return seat.role
    raise SeatRefused("this link opens no seat of this match")


async def chair_of(
    rooms: AllRooms, match_id: str, pictures: bool = True, authorization: Annotated[str | None, Header()] = None
) -> Chair:
    """Who asks: the header ``Authorization: Seat SECRET`` says it."""
    room = await rooms.room(match_id)
    if authorization is None:
        return Chair(room, nc.SPECTATOR, pictures=pictures)
    kind, _, secret = authorization.partition(" ")
    if kind != "Seat" or len(secret) != 32 or not set(secret) <= set("0123456789abcdef"):
        raise SeatRefused("a seat is opened by the header Authorization: Seat SECRET")
    return Chair(room, role_of(room, secret), pictures=pictures)


AnyChair = Annotated[Chair, Depends(chair_of)]


async def game_of(rooms: AllRooms, game: str) -> AnyGame:
    """A game by its id; its rules are loaded in a thread."""
    return await asyncio.to_thread(rooms.game_of, game)


OneGame = Annotated[AnyGame, Depends(game_of)]


# ---- games ----------------------------------------------------------------------------------------------------------


@router.get("/games")
async def games(request: Request) -> list[dict[str, Any]]:
    """The installed games."""
    found = await asyncio.to_thread(nc.games, request.app.state.plugins)
    return [
        {"id": each.id, "title": each.title, "summary": each.summary, "scenarios": dict(each.scenarios)}
        for each in found.values()
    ]


@router.get("/games/{game}")
async def game(game: OneGame) -> dict[str, Any]:
    """What a match of a game can be begun with."""
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "roles": [{"role": str(role), "title": game.role_title(role)} for role in game.roles],
        "scenarios": [{"id": each.id, "title": each.title, "note": each.note} for each in game.scenarios.values()],
        "options": _options(game),
        "bots": bot_names(game),
        "designer": game.rulebook.source.designer,
        "year": game.rulebook.source.year,
    }


def _options(game: AnyGame) -> dict[str, Any]:
    """The schema of a game's options, but for what only the operator may say."""
    schema: dict[str, Any] = game.options_class.model_json_schema()
    schema.get("properties", {}).pop(FILES, None)
    return schema


def _check_files(terms: say.Terms) -> None:
    """Refuse terms that would have files of this machine read.

    Raises:
        BadData: they would.
    """
    if terms.options.get(FILES):
        raise BadData(f"option {FILES} names a folder of the machine that plays, and is not set from elsewhere")


@router.post("/games/{game}/seats")
async def seats(game: OneGame, terms: say.Terms) -> list[dict[str, str]]:
    """Who sits where on these terms: a person, a bot that the game brings, or nobody."""
    _check_files(terms)
    found = game.seats(terms.scenario, terms.options)
    return [{"role": str(seat.role), "title": seat.title, "taken_by": seat.taken_by} for seat in found]


@router.get("/games/{game}/rules/{number}")
async def rule(game: OneGame, number: str) -> dict[str, Any]:
    """A section of the rules in plain words, with what was ruled about it."""
    book = game.rulebook
    section = book.section(number)
    return {
        **section.model_dump(mode="json"),
        "rulings": [ruling.model_dump(mode="json") for ruling in book.rulings_on(number)],
    }


# ---- matches --------------------------------------------------------------------------------------------------------


@router.get("/matches")
async def lobby(request: Request, rooms: AllRooms) -> list[dict[str, Any]]:
    """The matches that everybody may see."""
    manifests = await asyncio.to_thread(nc.games, request.app.state.plugins)
    return [_in_lobby(match, seats, manifests) for match, seats in await rooms.store.lobby(IN_LOBBY)]


def _in_lobby(match: KeptMatch, seats: list[KeptSeat], manifests: Mapping[str, Any]) -> dict[str, Any]:
    known = manifests.get(match.game.partition(":")[0])
    titles = known.roles if known is not None else {}
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
                "title": titles.get(seat.role, seat.role),
                "kind": seat.kind,
                "name": seat.name or seat.bot,
                "free": not seat.taken and seat.invitation is None,
            }
            for seat in seats
        ],
    }


@router.post("/matches", status_code=201)
async def begin(request: Request, rooms: AllRooms, wish: say.NewMatch) -> dict[str, Any]:
    """Begin a match: its id, the secret of one's own seat, and the invitations to the seats of others."""
    request.app.state.begun.take(address_of(request.scope))
    _check_files(wish)
    game = await asyncio.to_thread(rooms.game_of, wish.game)
    kept, secrets = await asyncio.to_thread(_seated, game, wish)
    room = await rooms.begin(game, wish.scenario, wish.options, wish.undo, wish.public, kept)
    return {"match": room.kept.id, "commitment": room.kept.commitment, "seats": secrets}


def _seated(game: AnyGame, wish: say.NewMatch) -> tuple[list[KeptSeat], list[dict[str, str]]]:
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
    default = bot_names(game)[0]
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
            check_bots(game, {role: asked.bot or default})
            kept.append(KeptSeat(role, "bot", asked.bot or default))
        elif asked.by == "me":
            secret = token_hex(16)
            kept.append(KeptSeat(role, "person", name=wish.name, secret=digest_of(secret)))
            told.append({"role": role, "title": seat.title, "secret": secret})
        else:
            invitation = None if wish.public else token_hex(16)
            kept.append(KeptSeat(role, "person", invitation=digest_of(invitation) if invitation else None))
            told.append({"role": role, "title": seat.title, **({"invitation": invitation} if invitation else {})})
    return kept, told


@router.post("/matches/{match_id}/seats/{role}")
async def take(rooms: AllRooms, match_id: str, role: str, taking: say.Take) -> dict[str, str]:
    """Take a free seat: the secret that opens it from now on. The invitation is then void."""
    room = await rooms.room(match_id)
    secret = token_hex(16)
    invitation = None if taking.invitation is None else digest_of(taking.invitation)
    if not await rooms.store.take_seat(match_id, role, invitation, digest_of(secret), taking.name):
        raise SeatRefused("this seat is not free for you: somebody has it, or the link is no invitation to it")
    await room.seats_changed()
    return {"match": match_id, "role": role, "secret": secret}


@router.get("/matches/{match_id}")
async def state(chair: AnyChair, since: int = 0, edition: int | None = None) -> say.State:
    """How a match stands, for who asks."""
    return await chair.state(max(-10_000, min(since, 10_000_000)), edition)


@router.post("/matches/{match_id}/act")
async def act(chair: AnyChair, said: say.Asked) -> Response:
    """Do something at one's seat; the answer holds the state after it."""
    answer = await chair.answer(said.say, said.id, always=True)
    return Response(answer.model_dump_json(), 200, media_type="application/json")


@router.get("/pictures/{digest}.svg")
async def still(digest: str) -> Response:
    """The layer of a picture that never changes; one with another content has another digest."""
    found = PICTURES.get(digest)
    if found is None:
        raise UnknownName("this picture is not at hand any more: ask for the board again")
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(found, 200, headers, "image/svg+xml")
