"""The socket of a seat: it is sent its state whenever that has changed, and sends what it does."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.websockets import WebSocketState

from navalcore.errors import NavalCoreError
from navalcore.table import _messages as messages
from navalcore.table._budgets import SPENDER, TokenBucket
from navalcore.table._errors import STATUS, BadRequest, TooLarge, TooMany
from navalcore.table._limits import address_of, check_origin
from navalcore.table._metrics import ACTS, REFUSALS, SOCKETS
from navalcore.table._rooms import Rooms
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._seats import cookie_of
from navalcore.table._settings import Limits

sockets = APIRouter()
REFUSED = 4403
"""The code a socket is closed with when it is refused; the last message says why."""
LATER = 1013
"""The code of one that may be tried again in a while."""


LEFT: Final = (WebSocketDisconnect, TimeoutError)
"""The exception raised where a client leaves."""


class SeatSocket:
    """One socket of one seat."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket = socket
        self._limits = limits
        self._bucket = TokenBucket(limits.acts, limits.acts_at_once)
        self._sending = asyncio.Lock()

    async def hello(self) -> messages.Hello:
        """The first message."""
        try:
            text = await self._receive()
            self._check(text)
            return messages.Hello.model_validate_json(text)
        except ValidationError as error:
            raise BadRequest.of(error.errors(include_url=False), "message") from None

    async def _receive(self) -> str:
        """The next message; a frame of bytes closes the socket."""
        async with asyncio.timeout(self._limits.idle):
            message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        if text is None:
            raise BadRequest("a message must be text, and JSON")
        return str(text)

    def _check(self, text: str) -> None:
        if len(text) > self._limits.message:
            raise TooLarge(f"a message has at most {self._limits.message} characters")
        self._bucket.take()
        if (spender := SPENDER.get()) is not None:
            spender.check()

    async def send(self, text: str) -> None:
        """Send a message."""
        async with self._sending:
            if self._socket.application_state is WebSocketState.DISCONNECTED:  # another message has found that out
                raise WebSocketDisconnect(1006)
            await self._socket.send_text(text)

    async def attend(self, handler: SeatHandler) -> None:
        """Send and answer until either comes to its end."""
        tasks = [asyncio.create_task(self.send_states(handler)), asyncio.create_task(self.answer_acts(handler))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, LEFT):  # what is raised here stays until the
                raise error  # collector comes, and the socket with it: a million of them come and go

    async def send_states(self, handler: SeatHandler) -> None:
        """Send the state, and send it again whenever something in it has changed."""
        async for text in handler.states():
            await self.send(text)

    async def answer_acts(self, handler: SeatHandler) -> None:
        """Do what comes, one after the other."""
        while True:
            text = await self._receive()
            try:
                self._check(text)
                handler.room.come(handler.role)
                with ACTS.time():
                    answer = await handler.act(text)
                await self.send(answer)
            except (TooMany, TooLarge) as error:
                await self.send(messages.refused(error, text))


@sockets.websocket("/api/matches/{match_id}/socket")
async def seat(socket: WebSocket, match_id: str) -> None:
    """A seat's socket. Its first word is ``Hello``; a secret is never in an address."""
    state, limits = socket.app.state, socket.app.state.limits
    await socket.accept()
    connection, address = SeatSocket(socket, limits), address_of(socket.scope)
    SOCKETS.inc()
    state.sockets[address] = state.sockets.get(address, 0) + 1
    try:
        check_origin(socket.scope)
        if state.sockets[address] > limits.sockets:
            raise TooMany(f"one address has at most {limits.sockets} sockets: close another page of this table first")
        async with asyncio.timeout(limits.patience):  # in a task of its own, a refusal would hold on to the socket
            hello = await connection.hello()
        if (spender := SPENDER.get()) is not None:
            spender.check()
        rooms: Rooms = state.rooms
        async with rooms.guest(match_id) as room:
            secret = hello.secret or (cookie_of(socket.cookies, hello.seat) if hello.cookie else None)
            handler = SeatHandler(room, await room.role_of(secret, hello.seat), hello, secret)
            with room.attended(handler.role):
                await connection.attend(handler)
    except LEFT:
        pass
    except NavalCoreError as error:
        REFUSALS.labels(error.code).inc()
        await connection.send(messages.refused(error))
        await socket.close(LATER if STATUS.get(error.code) in (429, 503) else REFUSED)
    finally:
        SOCKETS.dec()
        state.sockets[address] -= 1
        if not state.sockets[address]:
            del state.sockets[address]
