"""Limits: how much a client may send, and from where."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from navalcore.errors import NavalCoreError, UnknownName
from navalcore.table._budgets import SPENDER, Budgets, TokenBuckets
from navalcore.table._errors import STATUS, TooLarge, TooSlow, WrongHost, WrongOrigin
from navalcore.table._metrics import REFUSALS, REQUESTS
from navalcore.table._settings import Limits

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The sources that the page may load: its own files, and no code in the page itself."""
EMBEDDED: Final = "/embed/"
"""Where a match is shown within pages of others: as every spectator sees it, with no seat and nothing to press."""
HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s\[\]:@/?#\\]+)(:\d*)?")
"""A host as a request names it: a name or an address, and perhaps a port."""
IMPORTS: Final = "/api/imports"
"""Where files are brought in, which may be larger than other requests."""
FILES: Final = "/page/"
A_FILE: Final = 0.25
"""How much of a request a file of the page counts: a page loads some sixty, and a household several pages at once."""
log = logging.getLogger("navalcore.table")
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def address_of(scope: Scope) -> str:
    """Who asks, as far as can be told; of IPv6 the part that a household shares."""
    client = scope.get("client")
    if not client:
        return "here"
    try:
        address = ip_address(client[0])
    except ValueError:
        return str(client[0])
    return str(address) if address.version == 4 or address.is_loopback else str(ip_network((address, 64), strict=False))


def check_host(scope: Scope, hosts: Sequence[str]) -> None:
    """Refuse what is sent to a name that is not this table's: a page elsewhere may have its name mean this machine."""
    given = HOST.fullmatch(Headers(scope=scope).get("host", ""))
    name = given[1].strip("[]").lower() if given else ""
    if name == "localhost" or name in hosts or "*" in hosts:
        return
    try:
        ip_address(name)
    except ValueError:
        raise WrongHost(f"this table is not known under the name '{name}'; its operator lists names in hosts") from None


def check_path(scope: Scope) -> None:
    """Refuse a path with a character that no name here has, and that not every database can be asked for."""
    if "\0" in scope["path"]:
        raise UnknownName("there is nothing at this address")


def check_origin(scope: Scope) -> None:
    """Refuse what a page of another site sends."""
    headers = Headers(scope=scope)
    origin = headers.get("origin", "")
    if origin and urlsplit(origin).netloc.casefold() != headers.get("host", "").casefold():
        raise WrongOrigin("this table answers its own page only, and this request comes from another site")


class LimitsMiddleware:
    """Refuses what comes from elsewhere, too often, too slowly or too large, and says what a page may load."""

    def __init__(self, app: ASGIApp, limits: Limits, budgets: Budgets) -> None:
        self._app = app
        self._limits, self._budgets = limits, budgets
        self._requests = TokenBuckets(limits.requests, limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        SPENDER.set(spender := self._budgets.work.of(address))
        if scope["type"] == "websocket":
            try:
                check_host(scope, self._limits.hosts)
                check_path(scope)
                self._requests.take(address)
            except NavalCoreError as error:
                REFUSALS.labels(error.code).inc()
                await send({"type": "websocket.close", "code": 1008, "reason": error.code})
                return
            await self._app(scope, receive, send)
            return
        began, status = monotonic(), 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith(EMBEDDED):
                    headers["content-security-policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            check_host(scope, self._limits.hosts)
            check_path(scope)
            if scope["method"] not in ("GET", "HEAD"):
                check_origin(scope)
            self._requests.take(address, A_FILE if scope["path"].startswith(FILES) else 1)
            if scope["path"].startswith("/api/"):
                spender.check()
            most = self._limits.import_bytes if scope["path"] == IMPORTS else self._limits.body
            body = await self._body(receive, most) if scope["method"] not in ("GET", "HEAD") else b""

            async def read() -> Message:
                nonlocal body
                if body is None:
                    return await receive()
                whole, body = body, None
                return {"type": "http.request", "body": whole, "more_body": False}

            await self._app(scope, read, with_headers)
        except NavalCoreError as error:
            await refusal(error)(scope, receive, with_headers)
        self._note(scope, address, status, monotonic() - began)

    def _note(self, scope: Scope, address: str, status: int, seconds: float) -> None:
        """Note a request by its route: no match's id and no secret is in that."""
        route = getattr(scope.get("route"), "path", "none")
        REQUESTS.labels(route, str(status)).observe(seconds)
        told = {"route": route, "method": scope["method"], "status": status, "ms": round(1000 * seconds, 1)}
        log.info("request", extra={"told": {**told, "address": address}})

    async def _body(self, receive: Receive, most: int) -> bytes | None:
        """The whole body of a request."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.patience):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise TooLarge(f"a request has at most {most} bytes")
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise TooSlow(f"a request must arrive whole within {self._limits.patience:g} seconds") from None


def refusal(error: NavalCoreError) -> JSONResponse:
    """The answer to a request that is refused."""
    REFUSALS.labels(error.code).inc()
    return JSONResponse({"code": error.code, "message": str(error)}, STATUS.get(error.code, 400))
