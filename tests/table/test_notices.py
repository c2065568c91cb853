"""Notices: when somebody is told whose turn it is, where to, and where nothing is sent."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from http.client import HTTPConnection
from ipaddress import ip_address
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update

from navalcore.errors import BadData
from navalcore.table import _notices as notices
from navalcore.table._notices import NoticeSender, check_address, public_address
from navalcore.table._schema import MatchRow, OutboxRow
from navalcore.table._settings import Limits
from navalcore.table._store import Change, NewTurn
from tests.table.client import GENEROUS, table


def test_a_notice_is_sent_once_for_each_wait_retried_and_once_more_after_a_while(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, Any]] = []
    trouble: list[str] = []

    def post(address: str, body: Any) -> None:
        if trouble:
            raise BadData(trouble[0])
        sent.append((address, body))

    monkeypatch.setattr(notices, "post_to", post)
    monkeypatch.setattr("navalcore.table._housekeeping.NOTICES", 3600.0)  # the table's own sender takes nothing away

    async def play() -> None:
        async with table(database) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            for role, secret in match.secrets.items():
                await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
                assert role
            wish = {"channel": "webhook", "address": "https://discord.com/api/webhooks/1/x", "mention": "<@7>"}
            name = (await at.http.post("/api/page/notices", json=wish, headers=page)).json()["id"]
            tested = (await at.http.post(f"/api/page/notices/{name}/test", json={}, headers=page)).json()
            assert tested == {"sent": True, "trouble": ""}
            sent.clear()
            sender = NoticeSender(at.app.state.rows, Limits(tell_after=0, remind=1e-9, url="https://table.example"))
            await match.play(3)
            assert await sender.send_due() == 1, "one is awaited"
            ((address, body),) = sent
            assert address == wish["address"]
            assert body["content"].startswith("<@7> It is your turn")
            assert f"https://table.example/match/{match.id}" in body["content"]
            assert f"https://table.example/quiet#{name}" in body["content"]
            assert not any(secret in str(body) for secret in match.secrets.values())
            assert await sender.send_due() == 1, "once more, since nobody has answered"
            assert await sender.send_due() == 0
            trouble.append("the address answered with status 500, not with one from 200 to 299")
            before = (await match.state())["snapshot"]["waiting_for"]
            while (await match.state())["snapshot"]["waiting_for"] == before:
                await match.play(1)
            assert await sender.send_due() == 0
            (shown,) = (await at.http.get("/api/page", headers=page)).json()["notices"]
            assert "status 500" in shown["trouble"]
            assert (await at.http.post(f"/api/notices/{name}/end")).json() == {"ended": True}
            assert (await at.http.get("/api/page", headers=page)).json()["notices"] == []

    asyncio.run(play())


def test_a_person_is_told_once_for_a_wait_and_not_while_acting(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(notices, "post_to", lambda address, _body: sent.append(address))
    monkeypatch.setattr("navalcore.table._housekeeping.NOTICES", 3600.0)

    async def play() -> None:
        async with table(database) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            wish = {"channel": "webhook", "address": "https://a.example/x"}
            await at.http.post("/api/page/notices", json=wish, headers=page)
            match = await at.begin("bismarck", {"german": "me", "british": "me"}, scenario="two_player")
            for secret in match.secrets.values():
                await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
            rows, at_once = at.app.state.rows, Limits(tell_after=0, remind=0)

            def to_be_told(waiting: list[str], was: list[str]) -> Any:
                async def write() -> None:
                    stored = await rows.get(match.id)
                    details = {"asked": datetime.now(UTC), "waiting": waiting, "changed": datetime.now(UTC)}
                    turn = NewTurn(waiting, False, True, was)
                    assert await rows.write(Change(match.id, stored.revision, stored.revision, [], details, turn))

                return write()

            await to_be_told(["german", "british"], [])
            assert await NoticeSender(rows, at_once).send_due() == 2
            await to_be_told(["british"], ["german", "british"])
            assert await NoticeSender(rows, at_once).send_due() == 0, "it is the same wait of the British"
            await to_be_told(["german"], ["british"])
            await asyncio.sleep(0.6)
            acted = update(MatchRow).where(MatchRow.id == match.id).values(changed=datetime.now(UTC))
            await rows.transaction(lambda connection: connection.execute(acted))
            patient = NoticeSender(rows, Limits(tell_after=0.5, remind=0))
            assert await patient.send_due() == 0, "the Germans are in the middle of their turn"
            await asyncio.sleep(0.6)
            assert await patient.send_due() == 1, "and have gone away in it"

    asyncio.run(play())


def test_what_was_sent_takes_no_other_notice_away_that_has_its_number_by_now(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            rows, now = at.app.state.rows, datetime.now(UTC)
            row = {"match": match.id, "notice": "n", "due": now, "tries": 0, "sent": 0}

            def renewed(connection: Connection) -> None:
                connection.execute(delete(OutboxRow))
                connection.execute(insert(OutboxRow), {**row, "id": 1, "role": "convoy", "asked": now})

            first = {**row, "id": 1, "role": "uboat", "asked": now - timedelta(minutes=2)}
            await rows.transaction(lambda connection: connection.execute(insert(OutboxRow), first))
            (due,) = await rows.claim_due(60, 10)
            await rows.transaction(renewed)
            await rows.told(due)
            await rows.put_off(due, 3600, 0, 1)
            (left,) = await rows.claim_due(60, 10)
            assert left.role == "convoy"

    asyncio.run(play())


class _Mails:
    """The server for mail, which keeps what it is sent."""

    def __init__(self) -> None:
        self.kept: list[EmailMessage] = []

    def __call__(self, _host: str, _port: int, timeout: float) -> _Mails:
        assert timeout
        self.sock = None
        return self

    def __enter__(self) -> _Mails:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    close = has_extn = __exit__

    def send_message(self, message: EmailMessage) -> None:
        self.kept.append(message)


def test_a_mail_that_is_sent_again_after_a_kill_is_the_same_mail_and_the_reminder_is_another(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = _Mails()
    monkeypatch.setattr("smtplib.SMTP", mails)
    monkeypatch.setattr("navalcore.table._housekeeping.NOTICES", 3600.0)

    async def killed(*_: object) -> None:
        raise OSError("the process is gone")

    async def play() -> None:
        mail = "smtp://here?from=Table <t@table.example>"
        limits = replace(GENEROUS, tell_after=0, remind=1e-9, mail=mail)
        async with table(sqlite, limits) as at:
            page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
            wish = {"channel": "mail", "address": "me@home.example"}
            name = (await at.http.post("/api/page/notices", json=wish, headers=page)).json()["id"]
            await at.http.post(f"/api/page/notices/{name}/test", json={}, headers=page)
            match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})
            for secret in match.secrets.values():
                await at.http.post("/api/page/seats", json={"match": match.id, "secret": secret}, headers=page)
            rows = at.app.state.rows
            await match.play(3)
            with monkeypatch.context() as now:
                now.setattr(rows, "put_off", killed)
                with pytest.raises(OSError, match="gone"):
                    await NoticeSender(rows, limits).send_due()
            long_ago = update(OutboxRow).values(due=datetime.now(UTC) - timedelta(minutes=9))  # the claim has run out
            await rows.transaction(lambda connection: connection.execute(long_ago))
            for _ in ("again", "the reminder"):
                assert await NoticeSender(rows, limits).send_due() == 1

    asyncio.run(play())
    trial, first, again, reminder = (str(mail["Message-ID"]) for mail in mails.kept)
    assert first == again
    assert len({trial, first, reminder}) == 3
    assert first.endswith("@table.example>")
    assert all(mail["Date"] for mail in mails.kept)


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 200 OK\r\n", b""])
def test_an_address_that_answers_a_byte_at_a_time_is_left(greeting: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "AT_LAST", 0.8)
    listening = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        line, _ = listening.accept()
        with suppress(OSError), line:
            line.sendall(greeting)
            for _ in range(100):
                line.sendall(b"x")
                time.sleep(0.1)

    class Reached(HTTPConnection):
        def __init__(self, host: str, timeout: float) -> None:
            super().__init__(host, listening.getsockname()[1], timeout=timeout)

    monkeypatch.setattr(notices, "_Pinned", Reached)
    with listening:
        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            notices.post_to("https://127.0.0.1/x", {})
        assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("64:ff9b::5db8:d822", True),
        ("64:ff9b::7f00:1", False), ("64:ff9b::a00:1", False), ("2002:a00:1::1", False), ("::127.0.0.1", False),
        ("::ffff:10.0.0.1", False), ("fec0::1", False), ("fd00::1", False), ("ff0e::1", False), ("224.0.0.1", False),
        ("100.64.0.1", False),
    ],
)  # fmt: skip
def test_an_address_within_another_is_looked_at_as_well(address: str, public: bool) -> None:
    assert notices.is_public(ip_address(address)) == public


def test_a_webhook_goes_to_public_https_addresses_only(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits()
    for wrong in (
        "http://a.example/x",
        "https://[::1",
        "https://a.example:99999/",
        "https://a.example:8080/x",
        "https://u:p@a.example/",
        "ftp://a",
        "nonsense",
    ):
        with pytest.raises(BadData):
            check_address("webhook", wrong, limits)
    check_address("webhook", "https://hooks.example/x", limits)
    for channel, address in (("mail", "a@b.example"), ("push", "{}")):
        with pytest.raises(BadData):
            check_address(channel, address, limits)
    for header in ("a@b.example\r\nBcc: c@d.example", "a", "a@b.example, c@d.example"):
        with pytest.raises(BadData):
            check_address("mail", header, Limits(mail="smtp://here?from=t@here.example"))
    for host in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "192.168.1.1", "localhost", "0.0.0.0"):
        with pytest.raises(BadData):
            public_address(host)
    both = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **kwargs: both)
    with pytest.raises(BadData):
        public_address("both.example")
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **kwargs: both[:1])
    assert public_address("good.example") == "93.184.216.34"
