"""Notices: people are told that it is their turn, by webhook, mail or push, as they have asked for."""

from __future__ import annotations

import asyncio
import json
import smtplib
import socket
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import localtime, parseaddr
from functools import lru_cache
from hashlib import sha256
from http.client import HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from secrets import token_hex
from ssl import create_default_context
from threading import Event, Timer
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import navalcore as nc
from navalcore.errors import BadData
from navalcore.table._clock import counted
from navalcore.table._metrics import NOTICES
from navalcore.table._service_rows import Due, Notice, ServiceRows
from navalcore.table._settings import Limits

PATIENCE, AT_LAST = 6.0, 12.0
"""Seconds for a step of a connection, and for the whole: an address that answers a byte at a time is left."""
SENDERS, ROUNDS = 8, 4
"""How many notices are sent at once, and how often so many are claimed at a time."""
LEASE: Final = 3 * ROUNDS * AT_LAST
"""Seconds in which those that were claimed are sent, however slow their addresses are."""
SENDING: Final = ThreadPoolExecutor(SENDERS, "navalcore notices")
TRYING: Final = ThreadPoolExecutor(2, "navalcore trials")
"""Where people's notices are sent, and where they try them: no other thread waits for an address."""
TRIES: Final = 5
"""How often a notice is tried; the second time a minute later, then after ever longer."""
TTL: Final = 86_400
"""Seconds that a push service keeps a notice for a device that sleeps."""
DISCORD: Final = ("discord.com", "discordapp.com")


class NoticeSender:
    """Sends what is due."""

    def __init__(self, rows: ServiceRows, limits: Limits) -> None:
        self._rows, self._limits = rows, limits

    async def send_due(self) -> int:
        """Send all that is due; how many notices were sent."""
        claimed = await self._rows.claim_due(LEASE, ROUNDS * SENDERS)
        return sum(await asyncio.gather(*map(self._send_one, claimed)))

    async def _send_one(self, due: Due) -> int:
        """Send what is due to one person in one way; how many notices were sent."""
        now = datetime.now(UTC)
        wait = self._limits.tell_after - counted(max(due.asked, due.acted), now, self._rows.pauses(now))
        if wait > 0:
            await self._rows.put_off(due, wait, due.tries, due.sent)
            return 0
        notices = await self._rows.notices_for(due)
        tried = [await self._try(each, self._text(due), SENDING, due) for each in notices]
        if any(tried) and due.tries + 1 < TRIES:
            await self._rows.put_off(due, 60 * 4**due.tries, due.tries + 1, due.sent)
        elif tried and self._limits.remind and due.sent < 1:
            await self._rows.put_off(due, 3600 * self._limits.remind, 0, due.sent + 1)
        else:
            await self._rows.told(due)
        for notice, trouble in zip(notices, tried, strict=True):  # only now: a process killed before sends it again
            await self._note(notice, trouble)
        return tried.count("")

    def _text(self, due: Due) -> str:
        game = due.game.partition(":")[0]
        return f"It is your turn at {game.replace('_', ' ')}."

    async def send_trial(self, notice: Notice) -> bool:
        """Send one notice as a trial, and note how it went; whether it did."""
        trouble = await self._try(notice, "This is how you will be told that it is your turn.", TRYING)
        await self._note(notice, trouble)
        return not trouble

    async def _try(self, notice: Notice, text: str, pool: Executor, due: Due | None = None) -> str:
        """Send one notice; the trouble with that, or nothing."""
        url, number = self._limits.url, sha256(repr(due.wait).encode()).hexdigest() if due else token_hex(32)
        address = f"{url}/match/{due.match}" if url and due else url
        end = f"{url}/quiet#{notice.id}" if url else ""
        try:
            await nc.Session.aside(lambda: self._send(notice, text, address, end, number), pool)
        except Exception as error:  # whatever it is, it is the trouble of this notice and of no other
            return f"{type(error).__name__}: {error}"[:300]
        return ""

    async def _note(self, notice: Notice, trouble: str) -> None:
        """Note how it went with one notice."""
        NOTICES.labels(notice.channel, "failed" if trouble else "sent").inc()
        if trouble == f"{Gone.__name__}: {GONE}":
            await self._rows.end_notice(notice.id)
        else:
            await self._rows.note_sending(notice.id, trouble)

    def _send(self, notice: Notice, text: str, address: str, end: str, number: str) -> None:
        if notice.channel == "webhook":
            words = " ".join(filter(None, (notice.mention, text, address, end and f"(no more of these: <{end}>)")))
            field = "content" if (urlsplit(notice.address).hostname or "").endswith(DISCORD) else "text"
            post_to(notice.address, {field: words})
        elif notice.channel == "mail":
            body = f"{text}\n\n{address}\n\nNo more of these: {end}\n"
            send_mail(self._limits.mail, notice.address, text, body, number)
        else:
            push(self._limits, notice.address, {"title": text, "url": address, "end": end})


NO_PUSH: Final = "this table sends nothing to browsers: pip install 'navalcore[push]'"
GONE: Final = "the browser takes no more notices"


class Gone(BadData):
    """The person to be told is no more."""


def check_address(channel: str, address: str, limits: Limits) -> None:
    """Refuse an address to which nothing can be sent; what a name means is looked at when something is sent."""
    if channel == "webhook":
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise BadData("a webhook is an https address; this is not an address") from None
        if parts.scheme != "https" or not parts.hostname or parts.username or port not in (None, 443):
            raise BadData("a webhook is an https address, without a port or a password")
    elif channel == "mail":
        if not limits.mail:
            raise BadData("this table sends no mail")
        if "@" not in address or parseaddr(address)[1] != address or any(each in address for each in "\r\n,;"):
            raise BadData("a mail address looks like me@example.org")
    elif not limits.push_key:
        raise BadData("this table sends nothing to browsers")
    else:
        try:
            endpoint = json.loads(address)["endpoint"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise BadData("a browser's subscription is JSON with an endpoint") from None
        check_address("webhook", str(endpoint), limits)


def public_address(host: str) -> str:
    """An address of a host, all of whose addresses are public; raises BadData where one is not."""
    found = {str(each[4][0]) for each in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)}
    if not found or not all(is_public(ip_address(each.partition("%")[0])) for each in found):
        raise BadData(f"{host} is not a public address")
    return min(found)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address, or the one of the old kind within it, is one of the Internet."""
    if isinstance(address, IPv6Address):
        old = IPv4Address(int(address) & 0xFFFFFFFF) if address in TRANSLATED else address.sixtofour
        if old is not None:
            return is_public(old)
        return address in UNICAST and address.is_global
    return address.is_global and not address.is_multicast


TRANSLATED, UNICAST = IPv6Network("64:ff9b::/96"), IPv6Network("2000::/3")
"""The addresses of the new kind by which those of the old kind are reached, and those of the Internet."""


class _Pinned(HTTPSConnection):
    """A connection to the address that was looked at, even if the name means another a moment later."""

    def connect(self) -> None:
        """Connect."""
        line = socket.create_connection((public_address(self.host), 443), self.timeout)
        tls = create_default_context()
        self.sock = wrapped = tls.wrap_socket(line, server_hostname=self.host, do_handshake_on_connect=False)
        wrapped.do_handshake()


def post_to(address: str, body: Mapping[str, Any]) -> None:
    """Post JSON to a public https address; it is not followed elsewhere."""
    answer = _post(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if answer.status_code >= 300:
        raise BadData(f"the address answered with status {answer.status_code}, not with one from 200 to 299")


@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer, with the names that pywebpush has for it."""

    status_code: int
    reason: str
    text: str
    headers: Mapping[str, str]


def _post(address: str, body: bytes, headers: Mapping[str, str]) -> _Answer:
    """Post something to a public https address."""
    parts = urlsplit(address)
    connection = _Pinned(str(parts.hostname), timeout=PATIENCE)
    with given_up(connection):
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return _Answer(answer.status, answer.reason, answer.read(1000).decode(errors="replace"), {})


@contextmanager
def given_up(connection: Any) -> Iterator[None]:
    """Close a connection when the block is left. TimeoutError where that has taken too long: it was closed before."""
    over = Event()

    def late() -> None:
        over.set()
        if connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    timer = Timer(AT_LAST, late)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()
        if over.is_set():
            raise TimeoutError(f"it did not answer within {AT_LAST:g} seconds")


class _PinnedSession:
    """Posts what pywebpush has encrypted as all else is posted: to a public address, and nowhere else from there."""

    @staticmethod
    def post(endpoint: str, data: bytes, headers: Mapping[str, object], timeout: float) -> _Answer:  # noqa: ARG004
        """Post it."""
        return _post(endpoint, data, {name: str(value) for name, value in headers.items()})


def send_mail(server: str, to: str, subject: str, text: str, number: str) -> None:
    """Send a mail by the server of the settings; mail programs show two of the same ``number`` once."""
    parts = urlsplit(server)
    message = EmailMessage()
    sender = parse_qs(parts.query)["from"][0]
    message["From"], message["To"], message["Subject"], message["Date"] = sender, to, subject, localtime()
    message["Message-ID"] = f"<{number}@{parseaddr(sender)[1].rpartition('@')[2]}>"
    message.set_content(text)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(str(parts.hostname), parts.port or 0, timeout=PATIENCE) as connection, given_up(connection):
        if parts.scheme == "smtp" and connection.has_extn("starttls"):
            connection.starttls(context=create_default_context())
        if parts.username:
            connection.login(unquote(parts.username), unquote(parts.password or ""))
        connection.send_message(message)


@lru_cache(maxsize=4)
def _public_key(file: str) -> str:
    try:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid
    except ImportError:
        raise BadData(NO_PUSH) from None
    try:
        key = Vapid.from_file(file).public_key
    except (OSError, ValueError) as error:
        raise BadData(f"{file}: cannot be read as a key for web push: {error}") from None
    return urlsafe_b64encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).rstrip(b"=").decode()


def public_key(limits: Limits) -> str:
    """The part of the key that a browser must know to receive notices."""
    return _public_key(limits.push_key)


def push(limits: Limits, subscription: str, message: Mapping[str, str]) -> None:
    """Send a push to a browser (extra ``push``)."""
    try:
        from pywebpush import WebPushException, webpush
    except ImportError:
        raise BadData(NO_PUSH) from None
    try:
        webpush(
            json.loads(subscription), json.dumps(message), vapid_private_key=limits.push_key, ttl=TTL,
            vapid_claims={"sub": limits.push_contact}, requests_session=_PinnedSession,
        )  # fmt: skip
    except WebPushException as error:
        if error.response is not None and error.response.status_code in (404, 410):
            raise Gone(GONE) from None
        raise BadData(f"the push service refused it: {error}") from None
