"""Runs the table's application in this process, for as long as it is wanted."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from socket import socket
from threading import Timer
from time import process_time
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from navalcore.errors import BadData
from navalcore.table._limits import address_of
from navalcore.table._metrics import JsonLines
from navalcore.table._settings import Limits

SWITCH: Final = 0.001
"""Seconds that a worker thread may compute before those who wait for an answer get the interpreter."""
YOUNG: Final = (2_000, 5, 500)
"""The collector's thresholds: all garbage is looked for after five million objects, if it was not before."""
QUIET, LITTLE = 1.0, 0.02
"""Seconds, and the share of them at work, after which there is time to look for all garbage."""
ENDING, AT_LAST = 2, 4.5
"""Seconds that requests have to come to their end when the server is stopped. After that it ends all that is at work;
all that was acknowledged is stored.
"""


class DeflatedSockets(WebSocketsSansIOProtocol):
    """Sockets whose messages are deflated by all that was sent within 32 KB, as states are much like each other."""

    # Uvicorn's own window has 4 KB, and takes about twice the time.

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=15, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 3}
            )
        ]

    def keepalive_timeout(self) -> None:
        """Cut off a client that answers no ping. To wait until it has read what was sent would be to wait for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the windows: the connection stays until the collector comes, which cannot weigh them."""
        super().connection_lost(exc)
        self.conn.extensions.clear()


class LimitedProtocol(H11Protocol):
    """HTTP from one connection: addresses have so many connections, and a request must be there whole in time."""

    def __init__(self, *args: Any, limits: Limits, lines: dict[str, list[asyncio.Transport]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits, self._lines = limits, lines
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, with those that have become sockets."""
        super().connection_made(transport)
        if (self.client or ("",))[0] not in self._limits.proxies:
            address = address_of({"type": "http", "client": self.client})
            mine = [line for line in self._lines.pop(address, ()) if not line.is_closing()]
            self._lines[address] = [*mine, transport]
            if len(mine) >= self._limits.connections:
                transport.abort()
        if len(self._lines) > 10_000:
            self._lines.pop(next(iter(self._lines)))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest if this is a part of a request."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        self._wait_no_longer()

    def _wait(self) -> None:
        served = self.cycle is not None and not self.cycle.response_complete
        if served or self.transport.get_protocol() is not self:  # it has become a socket
            self._wait_no_longer()
        elif self._late is None:
            self._late = self.loop.call_later(self._limits.patience, self._too_late)

    def _wait_no_longer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self.transport.get_protocol() is self and (self.cycle is None or self.cycle.response_complete):
            self.transport.abort()


class Server(uvicorn.Server):
    """Serves an application and says where, once it can be reached.

    Args:
        app: the application.
        host: the address to listen at.
        port: the port to listen at; 0: any that is free.
        opened: told host and port of each socket.
        limits: what the operator has set; those of the application.

    Raises:
        BadData: the limits are something else.
    """

    def __init__(
        self, app: Any, host: str, port: int, opened: Callable[[str, int], None], limits: Limits | None = None
    ) -> None:
        limits = Limits() if limits is None else limits
        if not isinstance(limits, Limits):
            raise BadData(f"Server: limits should be a Limits or None, not {limits!r}")
        http: Any = partial(LimitedProtocol, limits=limits, lines={})
        super().__init__(
            uvicorn.Config(
                app, host, port, log_level="warning", access_log=False, ws_max_size=4 * limits.message, http=http,
                ws=DeflatedSockets,
                proxy_headers=bool(limits.proxies), forwarded_allow_ips=list(limits.proxies),
                timeout_graceful_shutdown=ENDING,
            )
        )  # fmt: skip
        if limits.log == "json":
            lines = logging.StreamHandler()
            lines.setFormatter(JsonLines())
            logging.getLogger("navalcore").addHandler(lines)
            logging.getLogger("navalcore").setLevel(logging.INFO)
        logging.getLogger("uvicorn.error").addFilter(tells_of_no_request_cut_off)
        self._opened = opened

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen, on ``sockets`` if there are any; uvicorn calls this. While all garbage is looked for, every
        client waits, the longer the more matches there are. So that is done while there is little else to do, and
        the program's own objects are left out.
        """
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        self._tidying = asyncio.create_task(tidy())
        sys.setswitchinterval(SWITCH)
        for server in self.servers:
            self._opened(*server.sockets[0].getsockname()[:2])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Come to an end, even while a bot is thinking. ``sig`` is the signal, ``frame`` the frame it interrupted;
        uvicorn calls this.
        """
        last = Timer(AT_LAST, os.kill, (os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM)))
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Stop listening. ``sockets`` are closed if the server was given some; uvicorn calls this."""
        self._tidying.cancel()
        await super().shutdown(sockets)


def tells_of_no_request_cut_off(record: logging.LogRecord) -> bool:
    """Whether a log line is to be written: not that of a request which was cut off because the server ends."""
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)


async def tidy() -> None:
    """Look for all garbage whenever this process has had little to do for a while, and something before."""
    while True:
        before = process_time()
        await asyncio.sleep(QUIET)
        _, collected, older = gc.get_count()
        if process_time() - before < LITTLE * QUIET and (collected or older):
            gc.collect()
