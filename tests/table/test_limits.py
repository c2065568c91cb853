"""How much anybody may send: what is just allowed is answered, and one more is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from navalcore.errors import BadData
from navalcore.table import Server, _budgets as limits_module
from navalcore.table._budgets import Budgets, TokenBucket, TokenBuckets
from navalcore.table._errors import TooLarge, TooMany, WrongOrigin
from navalcore.table._limits import HEADERS, LimitsMiddleware, address_of, check_origin
from navalcore.table._messages import MOST, refused
from navalcore.table._settings import Limits
from tests.table.client import HOST, table


class Clock:
    """A clock that stands still unless it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the limits."""
    found = Clock()
    monkeypatch.setattr(limits_module, "monotonic", found)
    return found


def taken(bucket: TokenBucket) -> int:
    """How many there are to take."""
    count = 0
    while True:
        try:
            bucket.take()
        except TooMany:
            return count
        count += 1


def test_a_bucket_has_so_many_at_once_and_fills_at_its_rate_to_no_more_than_that(clock: Clock) -> None:
    bucket = TokenBucket(2, 5)
    assert taken(bucket) == 5
    clock.now += 1.5
    assert taken(bucket) == 3
    clock.now += 0.25
    assert taken(bucket) == 0
    clock.now += 0.25
    assert taken(bucket) == 1, "half a token is not lost"
    clock.now += 1000
    assert taken(bucket) == 5


@pytest.mark.usefixtures("clock")
def test_each_address_has_a_bucket_of_its_own_and_the_one_not_seen_for_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits_module, "ADDRESSES_KNOWN", 2)
    buckets = TokenBuckets(0, 2)
    for address in ("a", "b", "a"):
        buckets.take(address)
    buckets.take("c")  # b is forgotten
    with pytest.raises(TooMany):
        buckets.take("a")
    buckets.take("b")  # c is forgotten, and b is as new
    buckets.take("b")
    with pytest.raises(TooMany):
        buckets.take("b")
    with pytest.raises(TooMany):
        buckets.take("a")


def test_an_address_is_that_of_the_other_end_and_one_for_all_where_there_is_none() -> None:
    assert address_of({"type": "http", "client": ("10.0.0.7", 4711)}) == "10.0.0.7"
    assert address_of({"type": "http", "client": None}) == address_of({"type": "http"}) == "here"


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://table.test", "table.test", True),
        ("https://Table.test:8017", "table.TEST:8017", True),
        (None, "table.test", True),
        ("http://table.test:81", "table.test", False),
        ("http://other.test", "table.test", False),
        ("null", "table.test", False),
        ("http://table.test", None, False),
    ],
)
def test_only_the_tables_own_page_and_programs_without_a_page_are_answered(
    origin: str | None, host: str | None, allowed: bool
) -> None:
    sent = {b"origin": origin, b"host": host}
    scope: Any = {"headers": [(name, text.encode()) for name, text in sent.items() if text is not None]}
    if allowed:
        check_origin(scope)
    else:
        with pytest.raises(WrongOrigin):
            check_origin(scope)


async def posted(
    limits: Limits, *parts: bytes, method: str = "POST", headers: Sequence[tuple[bytes, bytes]] = ()
) -> tuple[int, dict[bytes, bytes], list[Any]]:
    """The status and the headers of an answer to a request in these parts, and what the application has read."""
    read: list[Any] = []

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        read.append(await receive())
        await send({"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"no-cache")]})
        await send({"type": "http.response.body", "body": b""})

    coming = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    coming[-1]["more_body"] = False
    coming.append({"type": "http.disconnect"})
    sent: list[Any] = []

    async def receive() -> Any:
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = headers or [(b"host", b"localhost")]
    scope: Any = {"type": "http", "method": method, "path": "/", "headers": headers, "client": None}
    limits = replace(limits, hosts=(HOST,))
    await LimitsMiddleware(application, limits, Budgets(limits))(scope, receive, send)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    return sent[0]["status"], dict(sent[0]["headers"]), read


def test_a_request_of_just_as_many_bytes_as_are_allowed_is_read_whole_and_one_byte_more_is_refused() -> None:
    async def play() -> None:
        status, _, read = await posted(Limits(body=10), b"12345", b"67890")
        assert (status, read[0]["body"], read[0]["more_body"]) == (200, b"1234567890", False)
        assert (await posted(Limits(body=10), b"12345", b"678901"))[0] == 413
        assert (await posted(Limits(body=10), b"12345678901", b""))[0] == 413, "before the rest has come"

    asyncio.run(play())


def test_who_only_reads_may_come_from_another_page_and_who_writes_may_not() -> None:
    async def play() -> None:
        elsewhere = [(b"host", b"table.test"), (b"origin", b"http://elsewhere.test")]
        for method, status in (("GET", 200), ("HEAD", 200), ("POST", 403), ("PUT", 403), ("DELETE", 403)):
            assert (await posted(Limits(), b"", method=method, headers=elsewhere))[0] == status

    asyncio.run(play())


def test_every_answer_has_the_headers_of_the_table_and_only_one_rule_for_caches() -> None:
    async def play() -> None:
        _, allowed, _ = await posted(Limits(), b"")
        assert allowed[b"cache-control"] == b"no-cache", "what the application says holds"
        _, refused, _ = await posted(Limits(body=0), b"1")
        assert refused[b"cache-control"] == b"no-store"
        for headers in (allowed, refused):
            assert {name.encode(): text.encode() for name, text in HEADERS.items()}.items() <= headers.items()

    asyncio.run(play())


def test_a_match_may_stand_within_a_page_of_others_only_where_it_has_no_seat(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            for path, by in (("/", "'none'"), ("/match/x", "'none'"), ("/embed/x", "*")):
                reply = await at.http.get(path)
                assert reply.headers["content-security-policy"].endswith(f"frame-ancestors {by}")

    asyncio.run(play())


def test_a_message_on_a_socket_of_just_as_many_characters_as_are_allowed_is_read_and_one_more_is_refused(
    sqlite: str,
) -> None:
    async def play() -> None:
        limits = Limits(message=200, hosts=(HOST,))
        async with table(sqlite, limits) as at:
            match = await at.begin("uboat_cards", {"uboat": "me"})
            async with at.socket(match.id, {"secret": match.secrets["uboat"], "pictures": False}) as socket:
                await socket.hear("state")
                act = json.dumps({"id": 1, "act": "log", "since": 0})
                for length, code in ((200, None), (201, "too_large")):
                    await socket.send(act.ljust(length))
                    error = (await socket.hear("answer")).get("error")
                    assert (error and error["code"]) == code

    asyncio.run(play())


def test_one_address_has_so_many_sockets_and_another_one_when_it_has_closed_one(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, Limits(sockets=2, hosts=(HOST,))) as at:
            match = await at.begin("uboat_cards", {"uboat": "me"})
            hello = {"pictures": False}
            async with at.socket(match.id, hello) as one:
                await one.hear("state")
                for _ in range(2):
                    async with at.socket(match.id, hello) as two:
                        await two.hear("state")
                        async with at.socket(match.id, hello) as three:
                            assert (await three.hear("answer"))["error"]["code"] == "too_many"
                        assert three.closed == 1013, "it may be tried again"
            assert at.app.state.sockets == {}

    asyncio.run(play())


def test_one_address_begins_so_many_matches_at_once(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, Limits(matches=0, matches_at_once=2, hosts=(HOST,))) as at:
            for status in (201, 201, 429):
                await at.post("/matches", {"game": "uboat_cards", "seats": {"uboat": {"by": "me"}}}, status=status)

    asyncio.run(play())


def test_one_address_asks_for_so_many_notices_at_once_though_each_is_for_a_page_of_its_own(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite, Limits(matches=0, matches_at_once=2, hosts=(HOST,))) as at:
            for status in (201, 201, 429):
                page = {"Authorization": f"Page {(await at.post('/page', {}, status=201))['secret']}"}
                wish = {"channel": "webhook", "address": "https://chat.example/1"}
                reply = await at.http.post("/api/page/notices", json=wish, headers=page)
                assert reply.status_code == status

    asyncio.run(play())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"id": 1}', 1),
        (f'{{"id": {MOST}}}', MOST),
        (f'{{"id": {MOST + 1}}}', 0),
        ('{"id": 0}', 0),
        ('{"id": -1}', 0),
        ('{"id": true}', 0),
        ('{"id": 1.0}', 0),
        ('{"id": "1"}', 0),
        ('{"number": 1}', 0),
        ("[1]", 0),
        ("7", 0),
        ("", 0),
        ("[" * 50_000, 0),
    ],
)
def test_what_cannot_be_understood_is_refused_under_the_number_that_it_bears_if_it_bears_one(
    text: str, number: int
) -> None:
    answer = json.loads(refused(TooLarge("too large"), text))
    assert answer.get("id", 0) == number
    assert answer["error"] == {"code": "too_large", "message": "too large"}


@pytest.mark.parametrize("limits", [3, 0, "many"])
def test_a_server_says_in_one_error_of_ours_that_its_limits_are_none(limits: Any) -> None:
    with pytest.raises(BadData, match="Server: limits should be a Limits"):
        Server(None, HOST, 0, print, limits)
