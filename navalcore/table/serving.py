"""Runs the table's application in this process, for as long as it is wanted."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from socket import socket
from typing import Any, Final

import uvicorn

from navalcore.table.limits import Limits

SWITCH: Final = 0.001
"""Seconds that a worker thread may compute before whoever waits for an answer gets the interpreter."""


class Server(uvicorn.Server):
    """Serves an application and says where, once it can be reached.

    Args:
        app: the application.
        host: the address to listen at.
        port: the port to listen at; 0: any that is free.
        opened: told host and port of each socket.
    """

    def __init__(self, app: Any, host: str, port: int, opened: Callable[[str, int], None]) -> None:
        most = 4 * Limits().word
        super().__init__(uvicorn.Config(app, host, port, log_level="warning", access_log=False, ws_max_size=most))
        self._opened = opened

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen. What the program itself consists of is not looked at any more when garbage is collected:
        each time people would wait for that.
        """
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        sys.setswitchinterval(SWITCH)
        for server in self.servers:
            self._opened(*server.sockets[0].getsockname()[:2])
