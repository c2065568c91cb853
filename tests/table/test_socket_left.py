"""Somebody whose line breaks has left, whatever else was to be sent to him: it is no fault of the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import WebSocket, WebSocketDisconnect

from navalcore.table._settings import Limits
from navalcore.table._sockets import SeatSocket


def test_every_message_into_a_broken_line_says_that_somebody_has_left() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            raise OSError("the line is broken")

    async def said() -> None:
        socket = WebSocket({"type": "websocket"}, receive, send)
        await socket.accept()
        connection = SeatSocket(socket, Limits())
        for _ in range(2):
            with pytest.raises(WebSocketDisconnect):
                await connection.send("a state")

    asyncio.run(said())
