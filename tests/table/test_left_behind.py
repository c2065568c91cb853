"""Sockets that come and go leave nothing behind, so that millions of them do not fill the memory."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

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
