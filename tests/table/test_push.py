"""Web push: a browser is told that it is somebody's turn, by a push service that is played here."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import text

from navalcore.table import _notices as notices
from navalcore.table._app import make_app
from navalcore.table._notices import NoticeSender
from tests.table.client import GENEROUS, Match, Table, table
from tests.table.people import SOON, WITH_WINDOWS, needs_chromium, serving
from tests.table.test_operating import free_port

pytest.importorskip("pywebpush", reason="the extra `push` is not installed")
ENDPOINT = "https://push.example/to/this-browser"


def base64(data: bytes) -> str:
    """As browsers write it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Back again."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Service:
    """A push service, and the browser that it sends to."""

    folder: Path
    statuses: list[int] = field(default_factory=list)
    """How it answers, one after the other; 201 when there are no more."""
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid

        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.table_key = self.folder / "push.pem"
        vapid = Vapid()
        vapid.generate_keys()
        vapid.save_key(str(self.table_key))
        self.table_public = vapid.public_key

    @property
    def subscription(self) -> str:
        """What the browser gives to a table."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return json.dumps({"endpoint": ENDPOINT, "keys": {"p256dh": base64(point), "auth": base64(self.secret)}})

    def shown(self) -> Any:
        """What the browser shows of the last push, which only it can read."""
        import http_ece

        return json.loads(http_ece.decrypt(self.asked[-1][2], private_key=self.key, auth_secret=self.secret))

    def check_sender(self) -> None:
        """The last push was signed with the table's key, for this service."""
        from cryptography.hazmat.primitives.asymmetric import ec, utils
        from cryptography.hazmat.primitives.hashes import SHA256

        _, headers, _ = self.asked[-1]
        said = dict(each.strip().split("=", 1) for each in headers["authorization"].removeprefix("vapid ").split(","))
        signed, _, signature = said["t"].rpartition(".")
        r, s = (int.from_bytes(half) for half in (read(signature)[:32], read(signature)[32:]))
        self.table_public.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        claims = json.loads(read(signed.rpartition(".")[2]))
        assert (claims["aud"], claims["sub"]) == ("https://push.example", "mailto:me@table.example")


@pytest.fixture
def chromium(chromium: Any) -> Iterator[Any]:
    """A browser that shows notifications."""
    if WITH_WINDOWS is None:
        pytest.skip("notifications are tested in a Chromium with windows, which is not installed")
    browser = chromium.browser_type.launch(executable_path=WITH_WINDOWS, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A push service that is reached in the place of every public address."""
    found = Service(tmp_path)

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(found.statuses.pop(0) if found.statuses else 201)
            self.send_header("location", "https://elsewhere.example/")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()

    def reached(host: str, timeout: float) -> HTTPConnection:
        assert host == "push.example"
        return HTTPConnection("127.0.0.1", server.server_address[1], timeout=timeout)

    monkeypatch.setattr(notices, "_Pinned", reached)
    monkeypatch.setattr("navalcore.table._housekeeping.NOTICES", 3600.0)  # the table's own sender takes nothing away
    yield found
    server.shutdown()
    server.server_close()


def at_a_table(database: str, service: Service, play: Any) -> None:
    """Somebody with a page of his own who has both seats of a match, at a table that can send pushes."""
    limits = replace(
        GENEROUS, push_key=str(service.table_key), push_contact="mailto:me@table.example", tell_after=0, remind=0,
        url="https://table.example",
    )  # fmt: skip

    async def sit() -> None:
        async with table(database, limits) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            for secret in match.secrets.values():
                await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
            await play(at, match, page, NoticeSender(at.app.state.rows, limits))

    asyncio.run(sit())


async def wish(at: Table, page: Any, address: str) -> str:
    """Ask for pushes; the name of the notice."""
    said = await at.http.post("/api/page/notices", json={"channel": "push", "address": address}, headers=page)
    assert said.status_code == 201, said.text
    return str(said.json()["id"])


async def until_others_are_awaited(match: Match) -> None:
    """Play until somebody else is awaited."""
    before = (await match.state())["snapshot"]["waiting_for"]
    while (await match.state())["snapshot"]["waiting_for"] == before:
        await match.play(1)


def test_a_browser_is_told_once_for_each_wait_from_when_it_asks_until_its_link_ends_that(
    sqlite: str, service: Service
) -> None:
    async def play(at: Table, match: Match, page: Any, sender: NoticeSender) -> None:
        await until_others_are_awaited(match)
        assert (await sender.send_due(), service.asked) == (0, []), "nobody has asked for it"
        name = await wish(at, page, service.subscription)
        known = (await at.http.get("/api/page", headers=page)).json()
        assert known["notices"] == [
            {"id": name, "channel": "push", "address": "a browser", "match": "", "trouble": "", "worked": False}
        ]
        await until_others_are_awaited(match)
        assert await sender.send_due() == 1
        assert await sender.send_due() == 0, "once for each wait"
        ((path, headers, body),) = service.asked
        assert (path, headers["ttl"], headers["content-encoding"]) == ("/to/this-browser", "86400", "aes128gcm")
        assert b"turn" not in body
        assert service.shown() == {
            "title": "It is your turn at uboat cards.",
            "url": f"https://table.example/match/{match.id}",
            "end": f"https://table.example/quiet#{name}",
        }
        service.check_sender()
        (shown,) = (await at.http.get("/api/page", headers=page)).json()["notices"]
        assert (shown["worked"], shown["trouble"]) == (True, "")
        assert (await at.http.post(f"/api/notices/{name}/end")).json() == {"ended": True}
        await until_others_are_awaited(match)
        assert (await sender.send_due(), len(service.asked)) == (0, 1)

    at_a_table(sqlite, service, play)


def test_what_the_service_refuses_is_tried_again_alone_and_not_followed_elsewhere(
    sqlite: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: list[str] = []
    monkeypatch.setattr(notices, "post_to", lambda address, _body: posted.append(address))

    async def play(at: Table, match: Match, page: Any, sender: NoticeSender) -> None:
        await wish(at, page, service.subscription)
        webhook = {"channel": "webhook", "address": "https://hooks.example/1"}
        await at.http.post("/api/page/notices", json=webhook, headers=page)
        await until_others_are_awaited(match)
        now = text("UPDATE outbox SET due = '2026-01-01 00:00:00.000000'")
        for status in (503, 307):
            service.statuses.append(status)
            await sender.send_due()
            first, _ = (await at.http.get("/api/page", headers=page)).json()["notices"]
            assert str(status) in first["trouble"]
            await at.app.state.rows.transaction(lambda connection: connection.execute(now))
        assert await sender.send_due() == 1
        assert (len(service.asked), posted) == (3, ["https://hooks.example/1"]), "what went is not sent again"

    at_a_table(sqlite, service, play)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_told_no_more(sqlite: str, service: Service, status: int) -> None:
    async def play(at: Table, match: Match, page: Any, sender: NoticeSender) -> None:
        await wish(at, page, service.subscription)
        service.statuses.append(status)
        await until_others_are_awaited(match)
        assert await sender.send_due() == 0
        assert (await at.http.get("/api/page", headers=page)).json()["notices"] == []
        assert (await sender.send_due(), len(service.asked)) == (0, 1)

    at_a_table(sqlite, service, play)


@pytest.mark.parametrize("keys", [None, 7, {}, {"p256dh": "AAAA", "auth": "!"}, {"p256dh": 1, "auth": 2}])
def test_a_forged_subscription_keeps_nobody_else_from_being_told(sqlite: str, service: Service, keys: Any) -> None:
    async def play(at: Table, match: Match, page: Any, sender: NoticeSender) -> None:
        await wish(at, page, json.dumps({"endpoint": ENDPOINT, "keys": keys}))
        await wish(at, page, service.subscription)
        await until_others_are_awaited(match)
        assert await sender.send_due() == 1
        forged, real = (await at.http.get("/api/page", headers=page)).json()["notices"]
        assert (bool(forged["trouble"]), real["worked"]) == (True, True)

    at_a_table(sqlite, service, play)


# ---- in a browser ----------------------------------------------------------------------------------------------------

SUBSCRIBES = """given => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (how) => {
        globalThis.asked = [how.userVisibleOnly, Array.from(how.applicationServerKey)];
        return { toJSON: () => given };
    };
}"""
"""Stands in the place of a push service, which a browser without a network cannot ask."""
SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration("/page/")).getNotifications())
    .map(({ title, tag, data, actions }) => ({ title, tag, data, actions: actions.map((each) => each.action) }))"""
CLICKED = """async ([action, data]) => {
    const opened = [];
    self.clients.openWindow = async (address) => void opened.push(address);
    await self.registration.showNotification("clicked", { data });
    const shown = (await self.registration.getNotifications()).find((each) => each.title === "clicked");
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification: shown, action }));
    return [opened, (await self.registration.getNotifications()).some((each) => each.title === "clicked")];
}"""
"""What is opened when somebody clicks a notice in which this stands, and whether the notice stays."""


@needs_chromium
def test_a_browser_asks_for_pushes_shows_what_the_table_has_sent_and_opens_nothing_but_the_table(
    visit: Any, sqlite: str, service: Service
) -> None:
    port = free_port()
    limits = replace(
        GENEROUS, push_key=str(service.table_key), push_contact="mailto:me@table.example",
        url=f"http://127.0.0.1:{port}",
    )  # fmt: skip

    def before(page: Any) -> None:
        page.context.grant_permissions(["notifications"], origin=limits.url)
        page.add_init_script(f"({SUBSCRIBES})({service.subscription})")

    with serving(make_app(sqlite, limits=limits), port) as address:
        page = visit(f"{address}/me", before)
        page.get_by_role("button", name="Begin a page").click()
        page.click("#push")
        page.wait_for_selector("li:has-text('push: a browser not tried yet')")
        seen, key = page.evaluate("globalThis.asked")
        numbers = service.table_public.public_numbers()
        assert (seen, bytes(key)) == (True, b"\x04" + numbers.x.to_bytes(32) + numbers.y.to_bytes(32))
        page.get_by_role("button", name="Try it").click()
        page.wait_for_selector("li:has-text('push: a browser works')")
        sent = service.shown()
        (shown,) = delivered(page, address, json.dumps(sent))
        assert (shown["title"], shown["actions"]) == (sent["title"], ["end"])
        assert shown["data"] == {"url": sent["url"], "end": sent["end"]}
        assert sent["end"].startswith(f"{address}/quiet#")
        worker = page.context.service_workers[0]
        assert worker.evaluate(CLICKED, ["", shown["data"]]) == [[f"{sent['url'].rstrip('/')}/"], False]
        assert worker.evaluate(CLICKED, ["end", shown["data"]]) == [[sent["end"]], False]
        assert worker.evaluate(CLICKED, ["", {"url": "https://evil.example/"}]) == [[], False]


def delivered(page: Any, address: str, data: str) -> list[dict[str, Any]]:
    """What the worker of the page shows of a push that the browser takes."""
    session, known = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    until(page, lambda: known)
    where = {"origin": address, "registrationId": known[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", {**where, "data": data})
    return list(until(page, lambda: page.evaluate(SHOWN)))


def until(page: Any, found: Callable[[], Any]) -> Any:
    """Wait until something is there, and return it."""
    end = monotonic() + SOON / 1000
    while not (there := found()):
        assert monotonic() < end, "it has not come"
        page.wait_for_timeout(20)
    return there
