"""Somebody whose line breaks has left, whatever else was to be sent to him: it is no fault of the table."""

from __future__ import annotations

import asyncio
import logging
import socket
from threading import Event, Thread
from typing import Any

import pytest
from fastapi import WebSocket, WebSocketDisconnect

from navalcore.table._serving import Server
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


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_whoever_reads_nothing_and_answers_no_ping_has_left_however_much_is_still_to_be_sent() -> None:
    ports: list[int] = []
    left = Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 1_000_000})
        finally:
            left.set()

    async def read_nothing() -> bool:
        while not ports:
            await asyncio.sleep(0.02)
        _, writer = await asyncio.open_connection("127.0.0.1", ports[0])
        writer.write(UPGRADE)
        try:
            return await asyncio.to_thread(left.wait, 10)
        finally:
            writer.transport.abort()

    server = Server(app, "127.0.0.1", 0, lambda _host, port: ports.append(port))
    server.config.lifespan = "off"
    server.config.ws_ping_interval = server.config.ws_ping_timeout = 0.2
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = Thread(target=server.run, daemon=True)
    serving.start()
    try:
        assert asyncio.run(read_nothing())
    finally:
        server.should_exit = True
        serving.join(10)


def test_requests_and_sockets_that_are_cut_off_when_the_server_ends_are_no_faults_in_its_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ports: list[int] = []
    waiting = [Event(), Event()]
    told: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
        next(each for each in waiting if not each.is_set()).set()
        await asyncio.Event().wait()

    server = Server(app, "127.0.0.1", 0, lambda _host, port: ports.append(port))
    server.config.lifespan = "off"
    server.config.timeout_graceful_shutdown = 1
    log, handler = logging.getLogger("uvicorn.error"), logging.Handler()
    handler.emit = lambda record: told.append(logging.Formatter().format(record))  # type: ignore[method-assign]
    monkeypatch.setattr(log, "handlers", [handler])
    serving = Thread(target=server.run, daemon=True)
    serving.start()
    while not ports:
        serving.join(0.02)
    with socket.create_connection(("127.0.0.1", ports[0])) as one, socket.create_connection(one.getpeername()) as two:
        one.sendall(UPGRADE)
        two.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert all(each.wait(10) for each in waiting)
        server.should_exit = True
        serving.join(10)
    assert not serving.is_alive()
    assert any("timeout graceful shutdown exceeded" in each for each in told), "they were cut off"
    assert "Traceback" not in "".join(told)
