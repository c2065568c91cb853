"""Sockets that come and go leave nothing behind, so that millions of them do not fill the memory."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate

from navalcore.table import Limits, Server
from navalcore.table._app import make_app
from navalcore.table._seat_handler import SeatHandler
from navalcore.table._sockets import SeatSocket
from tests.table.client import table


@pytest.mark.parametrize("hello", [{}, {"secret": "0" * 32}, "nonsense"], ids=["onlooker", "stranger", "refused"])
def test_a_socket_that_is_closed_holds_on_to_nothing_until_a_collector_comes(sqlite: str, hello: Any) -> None:
    async def come_and_go() -> None:
        async with table(sqlite) as here:
            match = await here.begin("uboat_cards", {"uboat": "me", "convoy": "bot"})
            for _ in range(3):
                async with here.socket(match.id, hello) as socket:
                    while not socket.texts and socket.closed is None:
                        await asyncio.sleep(0.01)

    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        asyncio.run(come_and_go())
        gc.collect()
        left = [type(each).__name__ for each in gc.garbage if isinstance(each, SeatSocket | SeatHandler)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == []


def windows() -> int:
    """The windows by which this process deflates, as a server: its clients have the sizes the other way round."""
    found = (each for each in gc.get_objects() if type(each) is PerMessageDeflate)
    return sum(each.local_max_window_bits == 15 for each in found)


def test_a_connection_that_is_lost_lets_go_of_the_windows_by_which_it_was_deflated(sqlite: str) -> None:
    ports: list[int] = []
    server = Server(make_app(sqlite), "127.0.0.1", 0, lambda _host, port: ports.append(port), Limits())
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    serving = Thread(target=server.run, daemon=True)
    serving.start()

    async def come_and_go() -> None:
        while not ports:
            await asyncio.sleep(0.02)
        gc.disable()
        for _ in range(5):
            with suppress(ConnectionClosed):
                async with connect(f"ws://127.0.0.1:{ports[0]}/api/matches/none/socket", proxy=None) as socket:
                    await socket.send(b"no text")
                    await socket.recv()
        for _ in range(100):
            if not windows():
                break
            await asyncio.sleep(0.02)

    try:
        asyncio.run(come_and_go())
        assert windows() == 0
    finally:
        gc.enable()
        server.should_exit = True
        serving.join(10)
