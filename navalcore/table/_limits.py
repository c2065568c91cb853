"""Limits: how much anybody may send, and from where."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from navalcore.errors import NavalCoreError
from navalcore.table._errors import STATUS, TooLarge, TooMany, WrongOrigin

ADDRESSES_KNOWN: Final = 10_000
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own files, and no code that stands in the page itself."""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class Limits:
    """How much anybody may send."""

    body: int = 32_768
    """Bytes of one request."""
    message: int = 8_192
    """Bytes of one message on a socket."""
    requests: float = 40
    """Of one address in a second, on average."""
    requests_at_once: int = 240
    """Of one address without a pause."""
    matches: float = 10
    """That one address may begin in a minute, on average."""
    matches_at_once: int = 20
    """That one address may begin without a pause."""
    acts: float = 15
    """On one socket in a second, on average."""
    acts_at_once: int = 60
    """On one socket without a pause."""
    sockets: int = 40
    """Of one address."""


class TokenBucket:
    """So many at once, and so many a second after that."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._then = float(most), monotonic()

    def take(self) -> None:
        """Take one."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            raise TooMany("that is more than anybody needs to send: wait a moment and try again")
        self._left -= 1


class TokenBuckets:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one for an address."""
        bucket = self._of.setdefault(address, TokenBucket(self._rate, self._most))
        self._of.move_to_end(address)
        if len(self._of) > ADDRESSES_KNOWN:
            self._of.popitem(last=False)
        bucket.take()


def address_of(scope: Scope) -> str:
    """Who asks, as far as can be told."""
    client = scope.get("client")
    return str(client[0]) if client else "here"


def check_origin(scope: Scope) -> None:
    """Refuse what a page of another site sends."""
    headers = Headers(scope=scope)
    origin = headers.get("origin", "")
    if origin and urlsplit(origin).netloc.casefold() != headers.get("host", "").casefold():
        raise WrongOrigin("this table answers its own page only, and this request comes from another site")


class LimitsMiddleware:
    """Refuses what comes from elsewhere, too often or too large, and says what a page may load."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._requests = TokenBuckets(limits.requests, limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            if scope["method"] not in ("GET", "HEAD"):
                check_origin(scope)
            self._requests.take(address_of(scope))
            body = await self._body(receive) if scope["method"] not in ("GET", "HEAD") else b""

            async def read() -> Message:
                nonlocal body
                if body is None:
                    return await receive()
                whole, body = body, None
                return {"type": "http.request", "body": whole, "more_body": False}

            await self._app(scope, read, with_headers)
        except NavalCoreError as error:
            await refusal(error)(scope, receive, with_headers)

    async def _body(self, receive: Receive) -> bytes | None:
        """The whole body of a request."""
        body: bytes = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._limits.body:
                raise TooLarge(f"a request has at most {self._limits.body} bytes")
            if not message.get("more_body"):
                return body


def refusal(error: NavalCoreError) -> JSONResponse:
    """The answer to a request that is refused."""
    return JSONResponse({"code": error.code, "message": str(error)}, STATUS.get(error.code, 400))
