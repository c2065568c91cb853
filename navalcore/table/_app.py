"""The application: routes over rooms. Every answer is JSON, every refusal has a code and a sentence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import navalcore as nc
from navalcore import AnyGame
from navalcore.boards import board_style, client_modules
from navalcore.errors import NavalCoreError
from navalcore.table._budgets import Budgets, TokenBuckets
from navalcore.table._errors import BadRequest
from navalcore.table._health import health
from navalcore.table._housekeeping import keep_house, noting_trouble
from navalcore.table._limits import LimitsMiddleware, refusal
from navalcore.table._people import people
from navalcore.table._routes import router
from navalcore.table._service_rows import ServiceRows
from navalcore.table._settings import Limits
from navalcore.table._shared import SharedRooms
from navalcore.table._sockets import sockets
from navalcore.table._worker import Workers

GAMES: Final = 200
"""Games and variants that are kept loaded."""
PAGE: Final = Path(__file__).parent / "page"

log = logging.getLogger("navalcore.table")


def make_app(database: str, *, limits: Limits | None = None, plugins: Sequence[str] = ()) -> FastAPI:
    """The table as an ASGI application.

    Args:
        database: where matches are stored: ``sqlite:///FILE`` or ``postgresql://USER:PASSWORD@HOST/NAME``.
        limits: how much a client may send.
        plugins: modules of further plug-ins to look in.

    Raises:
        BadData: that is not an address of a database.
    """
    limits = limits or Limits()
    rows, budgets, loading = ServiceRows(database), Budgets(limits), Lock()
    known: dict[str, AnyGame] = {}

    def game_of(game: str) -> AnyGame:
        with loading:  # two threads that import at once have made the interpreter's parser fail
            if game not in known:
                if len(known) > GAMES:
                    known.clear()
                known[game] = nc.load(game, plugins)
            return known[game]

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await rows.open()
        rooms = app.state.rooms = SharedRooms(rows, game_of, budgets, Workers(plugins, limits.worker_bytes))
        await rooms.start()
        for game in nc.games(plugins):
            with suppress(NavalCoreError):
                game_of(game)
        await rows.signs.give()
        keeping = asyncio.create_task(keep_house(rooms, rows))
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])
            await rooms.stop()
            with noting_trouble():
                await rows.signs.give(at_last=True)
            await rows.close()

    app = FastAPI(title="navalcore table", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.limits = limits
    app.state.rows = rows
    app.state.begun = TokenBuckets(limits.matches / 60, limits.matches_at_once)
    app.state.sockets = {}
    app.state.plugins = tuple(plugins)
    app.add_middleware(LimitsMiddleware, limits=limits, budgets=budgets)
    app.include_router(health)
    app.include_router(people)
    app.include_router(router)
    app.include_router(sockets)
    app.add_exception_handler(NavalCoreError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _not_there)
    app.add_exception_handler(Exception, _failed)
    _serve_page(app)
    return app


def _serve_page(app: FastAPI) -> None:
    async def page() -> Response:
        return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})

    for path in (
        "/",
        "/new/{game}",
        "/learn/{game}",
        "/beside/{game}",
        "/learn/{game}/{lesson}",
        "/match/{match_id}",
        "/embed/{match_id}",
        "/me",
        "/quiet",
    ):
        app.add_api_route(path, page, include_in_schema=False)

    async def styles() -> Response:
        return Response(board_style(), 200, {"cache-control": "no-cache"}, "text/css")

    async def client() -> Response:
        return Response(client_modules()["seat.mjs"], 200, {"cache-control": "no-cache"}, "text/javascript")

    app.add_api_route("/page/boards.css", styles, include_in_schema=False)
    app.add_api_route("/page/seat.mjs", client, include_in_schema=False)
    app.mount("/page", _PageFiles(directory=PAGE))


class _PageFiles(StaticFiles):
    """The files of the page; a browser asks each time whether they are still the same."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """The file, or that it is still the same."""
        response: Response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


def _error(code: str, message: str, status: int) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, NavalCoreError)
    return refusal(error)


async def _not_understood(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(BadRequest.of(error.errors()))


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):  # a person's browser
        return FileResponse(PAGE / "index.html", 404)
    sentence = "there is nothing at this address" if error.status_code == 404 else str(error.detail)
    return _error("unknown_name" if error.status_code == 404 else "bad_request", sentence, error.status_code)


async def _failed(_request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return _error("internal", "the table has made a mistake; its operator will find it in the log", 500)
