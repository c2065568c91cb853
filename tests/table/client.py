"""A table in this process, with seats at it: HTTP and sockets without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import httpx
from fastapi import FastAPI

from navalcore.table._app import make_app
from navalcore.table._settings import Limits

HOST = "table.test"
GENEROUS = Limits(
    requests=1e6, requests_at_once=1_000_000, matches=1e6, matches_at_once=1000, acts=1e6, sockets=1000, work=1e6,
    work_at_once=1e6, bots=1e6, bots_at_once=1e6, unfinished=10_000, hosts=(HOST,),
)  # fmt: skip


@asynccontextmanager
async def table(database: str, limits: Limits = GENEROUS, plugins: Sequence[str] = ()) -> AsyncIterator[Table]:
    """A table that is open while the block runs."""
    app = make_app(database, limits=limits, plugins=plugins)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http,
    ):
        yield Table(app, http)


@dataclass
class Table:
    """A table, as its guests see it."""

    app: FastAPI
    http: httpx.AsyncClient

    async def get(self, path: str, secret: str | None = None, status: int = 200) -> Any:
        """What is at an address, for a seat."""
        return self._read(await self.http.get(f"/api{path}", headers=_seat(secret)), status)

    async def post(self, path: str, body: Any, secret: str | None = None, status: int = 200) -> Any:
        """What is answered."""
        return self._read(await self.http.post(f"/api{path}", json=body, headers=_seat(secret)), status)

    def _read(self, reply: httpx.Response, status: int) -> Any:
        assert reply.status_code == status, reply.text
        return reply.json()

    async def begin(self, game: str, seats: dict[str, str], **terms: Any) -> Match:
        """Begin a match; of each role ``me``, ``person`` or ``bot``."""
        wish = {"game": game, "seats": {role: {"by": by} for role, by in seats.items()}, **terms}
        begun = await self.post("/matches", wish, status=201)
        secrets = {each["role"]: each["secret"] for each in begun["seats"] if "secret" in each}
        invitations = {each["role"]: each["invitation"] for each in begun["seats"] if "invitation" in each}
        return Match(self, begun["match"], secrets, invitations)

    @asynccontextmanager
    async def socket(self, match: str, hello: Any, origin: str | None = f"http://{HOST}") -> AsyncIterator[Socket]:
        """A socket at a match."""
        socket = Socket()
        headers = [(b"host", HOST.encode()), *([(b"origin", origin.encode())] if origin else [])]
        scope = {
            "type": "websocket", "path": f"/api/matches/{match}/socket", "raw_path": b"", "query_string": b"",
            "headers": headers, "client": ("127.0.0.1", 1), "server": (HOST, 80), "subprotocols": [], "scheme": "ws",
            "root_path": "", "asgi": {"version": "3.0"}, "http_version": "1.1", "state": {},
        }  # fmt: skip
        task = asyncio.create_task(self.app(scope, socket.arriving.get, socket.take))
        await socket.arriving.put({"type": "websocket.connect"})
        if hello is not None:
            await socket.send(hello)
        try:
            yield socket
        finally:
            await socket.arriving.put({"type": "websocket.disconnect", "code": 1000})
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(task, 5)


class Socket:
    """The other end of a socket."""

    def __init__(self) -> None:
        self.arriving: asyncio.Queue[Any] = asyncio.Queue()
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.texts: list[str] = []
        self.closed: int | None = None

    async def take(self, message: Any) -> None:
        """What the table sends."""
        if message["type"] == "websocket.send":
            self.texts.append(message["text"])
            await self.heard.put(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = message["code"]

    async def send(self, message: Any) -> None:
        """Say something."""
        text = message if isinstance(message, str) else json.dumps(message)
        await self.arriving.put({"type": "websocket.receive", "text": text})

    async def hear(self, kind: str, seconds: float = 10) -> Any:
        """The next message of a type."""
        while True:
            message = await asyncio.wait_for(self.heard.get(), seconds)
            if message.get("type", "answer") == kind:
                return message

    async def act(self, **act: Any) -> Any:
        """Do something; the answer."""
        await self.send({"id": 1, **act})
        return await self.hear("answer")


@dataclass
class Match:
    """A match at a table, with the secrets of its seats."""

    table: Table
    id: str
    secrets: dict[str, str]
    invitations: dict[str, str]

    async def state(self, role: str | None = None, since: int = 0) -> Any:
        """How it stands for a seat."""
        return await self.table.get(f"/matches/{self.id}?since={since}&pictures=false", self.secrets.get(role or ""))

    async def act(self, role: str | None, /, **act: Any) -> Any:
        """Do something at a seat; the answer."""
        body = {"id": 1, **act}
        return await self.table.post(f"/matches/{self.id}/act?pictures=false", body, self.secrets.get(role or ""))

    async def choose(self, role: str, option: Any, decision: Any) -> Any:
        """Take an option."""
        return await self.act(role, act="choose", decision=decision["number"], keys=[option["key"]])

    async def settled(self) -> None:
        """Wait until the bots have answered."""
        await (await self.table.app.state.rooms.room(self.id)).settled()

    async def play(self, most: int, seed: int = 1) -> Any:
        """Let every seat choose at random, to the end or for so many choices; the last state."""
        random, state = Random(seed), await self.state(next(iter(self.secrets)))
        for _ in range(most):
            role = next((each for each in state["snapshot"]["waiting_for"] if each in self.secrets), None)
            if role is None:
                break
            if state["snapshot"]["role"] != role:
                state = await self.state(role, 10_000_000)
            asked = state["snapshot"]["decision"]
            answer = await self.choose(role, random.choice(asked["options"]), asked)
            assert answer["ok"], answer["error"]
            state = await self.state(role, 10_000_000)
        return state

    async def finish(self) -> Any:
        """Let every seat hand the rest of the match to a bot; the last state."""
        for role in self.secrets:
            await self.act(role, act="order", words="match")
        await self.settled()
        return await self.state(next(iter(self.secrets)))


def _seat(secret: str | None) -> dict[str, str]:
    return {} if secret is None else {"Authorization": f"Seat {secret}"}
