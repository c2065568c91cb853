"""The requests over HTTP."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import JSONResponse, Response

from navalcore import AnyGame
from navalcore.errors import UnknownName
from navalcore.table import (
    _importing as importing,
    _lessons as lessons,
    _lobby as lobby,
    _lobby_answers as answers,
    _messages as messages,
)
from navalcore.table._budgets import metered
from navalcore.table._errors import SeatRefused
from navalcore.table._limits import address_of
from navalcore.table._metrics import ACTS
from navalcore.table._pictures import PICTURES
from navalcore.table._rooms import Rooms
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._seats import cookie_name, cookie_of, is_secret, origin_of

router = APIRouter(prefix="/api")


def rooms_of(request: Request) -> Rooms:
    """The rooms of the application."""
    rooms: Rooms = request.app.state.rooms
    return rooms


AllRooms = Annotated[Rooms, Depends(rooms_of)]


async def handler_of(
    request: Request,
    rooms: AllRooms,
    match_id: str,
    cookie: bool = False,
    seat: str = "",
    since: int = 0,
    edition: int | None = None,
    pictures: bool = True,
    authorization: Annotated[str | None, Header()] = None,
) -> SeatHandler:
    """Who asks: the header ``Authorization: Seat SECRET`` says it."""
    room = await rooms.room(match_id)
    hello = messages.Hello(since=max(-10_000, min(since, 10_000_000)), edition=edition, pictures=pictures)
    if authorization is None:
        secret = cookie_of(request.cookies, seat) if cookie else None
        return SeatHandler(room, await room.role_of(secret, seat), hello, secret)
    kind, _, secret = authorization.partition(" ")
    if kind != "Seat" or not is_secret(secret):
        raise SeatRefused("a seat is opened by the header Authorization: Seat SECRET")
    return SeatHandler(room, await room.role_of(secret, seat), hello, secret)


OneHandler = Annotated[SeatHandler, Depends(handler_of)]


async def game_of(rooms: AllRooms, game: str) -> AnyGame:
    """A game by its id; its rules are loaded in a thread."""
    return await asyncio.to_thread(rooms.game_of, game)


OneGame = Annotated[AnyGame, Depends(game_of)]


# ---- games -----------------------------------------------------------------------------------------------------------


@router.get("/games")
async def games(request: Request) -> list[answers.GameLine]:
    """The installed games."""
    return await asyncio.to_thread(lobby.games, request.app.state.plugins)


@router.get("/games/{game}")
async def game(game: OneGame) -> answers.GameTerms:
    """The choices with which a match of a game can begin."""
    return await asyncio.to_thread(lobby.about, game)


@router.get("/games/{game}/picture")
async def picture(game: OneGame) -> list[str]:
    """The board at a moment of the game, in layers of SVG."""
    return await asyncio.to_thread(lobby.picture, game)


@router.post("/games/{game}/seats")
async def seats(game: OneGame, terms: messages.MatchTerms) -> list[answers.SeatLine]:
    """Who sits where on these terms: a person, a bot that the game brings, or no one."""
    return await asyncio.to_thread(lobby.seats, game, terms)


@router.get("/games/{game}/rules")
async def rules(game: OneGame) -> list[answers.SectionText]:
    """The whole rules in plain words."""
    return await asyncio.to_thread(lobby.sections, game)


@router.get("/games/{game}/rules/{number}")
async def rule(game: OneGame, number: str) -> answers.SectionText:
    """A section of the rules in plain words, with its rulings."""
    return await asyncio.to_thread(lobby.section, game, number)


@router.get("/games/{game}/lessons")
async def lesson_list(game: OneGame) -> list[lessons.LessonLine]:
    """The lessons of a game."""
    return await asyncio.to_thread(lessons.lesson_lines, game)


@router.post("/games/{game}/lessons/{lesson}")
async def lesson(game: OneGame, lesson: str, way: lessons.LessonWay) -> lessons.LessonState:
    """Where a lesson is after the answers of a reader."""
    return await asyncio.to_thread(metered(partial(lessons.lesson_state, game, lesson, way)))


async def companion_of(rooms: AllRooms, game: str) -> AnyGame:
    """The companion of a game by the game's id."""
    return await asyncio.to_thread(rooms.game_of, f"{game}:{lobby.COMPANION}")


OneCompanion = Annotated[AnyGame, Depends(companion_of)]


@router.get("/games/{game}/figures")
async def figure_files(companion: OneCompanion) -> list[str]:
    """The data files whose figures a group may replace for an evening at its real board."""
    return lobby.figure_files(companion)


@router.post("/games/{game}/figures")
async def figures(companion: OneCompanion, wish: messages.OwnFigures) -> dict[str, Any]:
    """The figures in a group's own files: an evening with the companion begins with them."""
    return await asyncio.to_thread(metered(partial(lobby.figures, companion, wish)))


# ---- matches --------------------------------------------------------------------------------------------------------


@router.get("/matches")
async def public_matches(request: Request, rooms: AllRooms) -> list[answers.LobbyMatch]:
    """The public matches."""
    return await lobby.public_matches(rooms, request.app.state.plugins)


@router.post("/matches", status_code=201)
async def begin(request: Request, rooms: AllRooms, wish: messages.NewMatch) -> answers.NewMatchAnswer:
    """Begin a match: its id, the secret of the caller's seat, and the invitations to the seats of others."""
    address = address_of(request.scope)
    request.app.state.begun.take(address)
    return await lobby.begin(rooms, wish, origin_of(address))


@router.post("/imports", status_code=201)
async def bring_in(request: Request, rooms: AllRooms, wish: messages.ImportedMatch) -> answers.ImportAnswer:
    """Make a match of a save or a position: as for a new one, and say what could be proven of it and what could not."""
    address = address_of(request.scope)
    request.app.state.begun.take(address)
    return await importing.import_match(rooms, wish, origin_of(address))


@router.post("/matches/{match_id}/seats/{role}")
async def take(rooms: AllRooms, match_id: str, role: str, taking: messages.Take) -> answers.TakenSeat:
    """Take a free seat: the secret that opens it from now on. The invitation is then void."""
    return await lobby.take(rooms, match_id, role, taking)


@router.get("/matches/{match_id}")
async def state(handler: OneHandler) -> messages.State:
    """How a match is going, for who asks."""
    return await handler.state()


@router.get("/matches/{match_id}/line")
async def line(request: Request, rooms: AllRooms, match_id: str) -> answers.LobbyMatch:
    """A match as the lobby shows it, also one that is not public, for those who have a seat there."""
    return await lobby.line(rooms, match_id, request.app.state.plugins)


@router.post("/matches/{match_id}/act")
async def act(handler: OneHandler, request: Request) -> Response:
    """Do something at one's seat."""
    handler.room.come(handler.role)
    with ACTS.time():
        answer = await handler.act(await request.body())
    return Response(answer, 200, media_type="application/json")


@router.post("/matches/{match_id}/enter")
async def enter(request: Request, rooms: AllRooms, match_id: str, entering: messages.Enter) -> Response:
    """Come in by a link: the browser has the seat in a cookie of this match from then on, which no program on the page
    can read. A link that lets one more device in is spent by that.
    """
    room = await rooms.room(match_id)
    role, secret = await rooms.enter(room, entering.secret, entering.seat)
    response = JSONResponse({"match": match_id, "role": role})
    response.set_cookie(
        cookie_name(role), secret, max_age=34_560_000, path=f"/api/matches/{match_id}", httponly=True,
        samesite="strict", secure=request.url.scheme == "https",
    )  # fmt: skip
    return response


@router.get("/pictures/{digest}.svg")
async def still(digest: str) -> Response:
    """The layer of a picture that never changes; one with another content has another digest."""
    found = PICTURES.get(digest)
    if found is None:
        raise UnknownName("this picture is no longer kept: ask for the board again")
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(found, 200, headers, "image/svg+xml")
