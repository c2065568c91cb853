"""The socket of a seat: it is sent its state whenever that has changed, and sends what it does."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from navalcore.errors import NavalCoreError
from navalcore.table import _messages as say
from navalcore.table._chair import Chair
from navalcore.table._errors import STATUS, BadRequest, TooLarge, TooMany
from navalcore.table._limits import Bucket, Limits, address_of, check_origin
from navalcore.table._rooms import Rooms

sockets = APIRouter()
REFUSED = 4403
"""The code a socket is closed with when it is refused; the last message says why."""
LATER = 1013
"""The code of one that may be tried again in a while."""
PATIENCE = 10.0
"""Seconds in which a socket must say who it is."""


class Line:
    """One socket of one seat."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket = socket
        self._limits = limits
        self._bucket = Bucket(limits.acts, limits.acts_at_once)
        self._sending = asyncio.Lock()
        self._number = 0

    async def hear(self, kind: type[say.Hello] | type[say.Asked]) -> Any:
        """The next message.

        Raises:
            BadRequest: it is not what it should be.
            TooLarge, TooMany: it goes beyond the limits.
        """
        text = await self._socket.receive_text()
        self._number = say.number_of(text)
        if len(text) > self._limits.word:
            raise TooLarge(f"a message has at most {self._limits.word} characters")
        self._bucket.take()
        try:
            return kind.model_validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise BadRequest(f"the message cannot be understood: {where}: {first['msg']}") from None

    async def send(self, message: BaseModel) -> None:
        """Send a message."""
        async with self._sending:
            await self._socket.send_text(message.model_dump_json())

    async def show(self, chair: Chair, hello: say.Hello) -> None:
        """Send the state, and send it again whenever something in it has changed."""
        since, edition, before = hello.since, hello.edition, None
        while True:
            changed = chair.room.changed
            text, before, since, edition = await chair.news(since, edition, before)
            if text:
                async with self._sending:
                    await self._socket.send_text(text)
            await changed.wait()

    async def do(self, chair: Chair) -> None:
        """Do what comes, one after the other."""
        while True:
            try:
                asked = await self.hear(say.Asked)
            except (TooMany, TooLarge, BadRequest) as error:
                await self.send(_refused(error, self._number))
                continue
            await self.send(await chair.answer(asked.say, asked.id))


def _refused(error: NavalCoreError, number: int = 0) -> say.Answer:
    return say.Answer(id=number, error=say.Error(code=error.code, sentence=str(error)))


@sockets.websocket("/api/matches/{match_id}/socket")
async def seat(socket: WebSocket, match_id: str) -> None:
    """A seat's socket. Its first word is ``Hello``; a secret never stands in an
    address.
    """
    state, limits = socket.app.state, socket.app.state.limits
    await socket.accept()
    line, address = Line(socket, limits), address_of(socket.scope)
    state.sockets[address] = state.sockets.get(address, 0) + 1
    tasks: list[asyncio.Task[None]] = []
    try:
        check_origin(socket.scope)
        if state.sockets[address] > limits.sockets:
            raise TooMany(f"one address has at most {limits.sockets} sockets")
        hello = await asyncio.wait_for(line.hear(say.Hello), PATIENCE)
        rooms: Rooms = state.rooms
        async with rooms.guest(match_id) as room:
            chair = Chair(room, await room.role_of(hello.secret), pictures=hello.pictures)
            tasks = [asyncio.create_task(line.show(chair, hello)), asyncio.create_task(line.do(chair))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    except (WebSocketDisconnect, TimeoutError):
        pass
    except NavalCoreError as error:
        await line.send(_refused(error))
        await socket.close(LATER if STATUS.get(error.code) in (429, 503) else REFUSED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        state.sockets[address] -= 1
        if not state.sockets[address]:
            del state.sockets[address]
