"""Runs the table's application in this process, for as long as it is wanted."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from socket import socket
from time import process_time
from typing import Any, Final

import uvicorn

from navalcore.table._limits import Limits

SWITCH: Final = 0.001
"""Seconds that a worker thread may compute before whoever waits for an answer gets the interpreter."""
YOUNG: Final = (2_000, 5, 500)
"""The collector's thresholds: all garbage is looked for after five million objects, if it was not before."""
QUIET, LITTLE = 1.0, 0.02
"""Seconds, and the share of them at work, after which there is time to look for all garbage."""


class Server(uvicorn.Server):
    """Serves an application and says where, once it can be reached.

    Args:
        app: the application.
        host: the address to listen at.
        port: the port to listen at; 0: any that is free.
        opened: told host and port of each socket.
    """

    def __init__(self, app: Any, host: str, port: int, opened: Callable[[str, int], None]) -> None:
        most = 4 * Limits().message
        super().__init__(uvicorn.Config(app, host, port, log_level="warning", access_log=False, ws_max_size=most))
        self._opened = opened

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen. While all garbage is looked for, everybody waits, the longer the more matches there are: so
        that is done while there is little else to do, and what the program itself consists of is left out.
        """
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        self._tidying = asyncio.create_task(tidy())
        sys.setswitchinterval(SWITCH)
        for server in self.servers:
            self._opened(*server.sockets[0].getsockname()[:2])

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """End."""
        self._tidying.cancel()
        await super().shutdown(sockets)


async def tidy() -> None:
    """Look for all garbage whenever this process has had little to do for a while, and something before."""
    while True:
        before = process_time()
        await asyncio.sleep(QUIET)
        _, collected, older = gc.get_count()
        if process_time() - before < LITTLE * QUIET and (collected or older):
            gc.collect()
