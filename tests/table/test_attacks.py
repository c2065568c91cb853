"""Whatever dies or fills up while people play: a choice that was acknowledged is kept once, and play goes on."""

from __future__ import annotations

import asyncio
import resource
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import httpx
import pytest

from benchmarks.table import Servers, compare, kept

MATCHES = 8
PATIENCE = 180


class Hand:
    """Plays both seats of one match over HTTP, at whichever server answers; a choice that is not acknowledged is sent
    again, the same click.
    """

    def __init__(self, servers: Servers, http: httpx.AsyncClient, seed: int) -> None:
        self.servers = servers
        self.made: list[tuple[str, int]] = []
        self.again = 0
        self.id = ""
        self.stop = False
        self._http = http
        self._random = Random(seed)
        self._secrets: dict[str, str] = {}

    async def _ask(self, method: str, path: str, role: str = "", **body: Any) -> Any:
        """The answer of a server that has one; servers that are gone or refuse for now are asked again, or another."""
        headers = {"Authorization": f"Seat {self._secrets[role]}"} if role else {}
        async with asyncio.timeout(PATIENCE):
            while True:
                address = self._random.choice(self.servers.addresses)
                try:
                    reply = await self._http.request(method, f"http://{address}/api{path}", headers=headers, **body)
                    answer = reply.json()
                    error = None if reply.status_code < 300 else answer
                    error = answer.get("error", error) if isinstance(answer, dict) else error
                    if not (error and error["code"] in ("not_written", "not_read")):
                        assert error is None, error
                        return answer
                except httpx.TransportError:
                    pass
                self.again += 1
                await asyncio.sleep(0.05)

    async def begin(self) -> None:
        """Begin the match."""
        wish = {"game": "uboat_cards", "seats": {role: {"by": "me"} for role in ("uboat", "convoy")}}
        begun = await self._ask("POST", "/matches", json=wish)
        self.id = begun["match"]
        self._secrets = {each["role"]: each["secret"] for each in begun["seats"]}

    async def play(self) -> None:
        """Choose until told to stop, or to the end of the match."""
        while not self.stop:
            role = next(iter(self._secrets))
            state = await self._ask("GET", f"/matches/{self.id}?pictures=false&since=10000000", role)
            if state["snapshot"]["outcome"]:
                return
            (role,) = state["snapshot"]["waiting_for"]
            state = await self._ask("GET", f"/matches/{self.id}?pictures=false&since=10000000", role)
            asked = state["snapshot"]["decision"]
            option = self._random.choice(asked["options"])
            say = {"act": "choose", "decision": asked["number"], "keys": [option["key"]], "click": f"c{len(self.made)}"}
            path = f"/matches/{self.id}/act?pictures=false"
            await self._ask("POST", path, role, json={"id": 1, **say})
            self.made.append((role, option["index"]))


def attack(database: str, number: int, strike: Callable[[Servers], Awaitable[None]]) -> list[Hand]:
    """Let matches run on so many servers, strike, let them run on for a while, and hold what was acknowledged against
    what the database has; who played.
    """

    async def play() -> list[Hand]:
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
            hands = [Hand(servers, http, seed) for seed in range(MATCHES)]
            for hand in hands:
                await hand.begin()
            async with asyncio.TaskGroup() as playing:
                for hand in hands:
                    playing.create_task(hand.play())
                await _progress(hands, 3)
                await strike(servers)
                await _progress(hands, 3)
                for hand in hands:
                    hand.stop = True
        stand = await kept(database, [hand.id for hand in hands])
        assert compare({hand.id: hand.made for hand in hands}, stand) == (0, 0), "nothing lost, nothing doubled"
        return hands

    servers = Servers(database, number)
    try:
        return asyncio.run(play())
    finally:
        servers.stop()


async def _progress(hands: list[Hand], choices: int) -> None:
    """Wait until every match has made so many further choices."""
    before = [len(hand.made) for hand in hands]
    async with asyncio.timeout(PATIENCE):
        while any(len(hand.made) < made + choices for hand, made in zip(hands, before, strict=True)):
            await asyncio.sleep(0.05)


def test_one_of_two_servers_is_killed_and_every_match_goes_on_at_the_other(postgresql: str) -> None:
    async def strike(servers: Servers) -> None:
        servers.running[0].send_signal(signal.SIGKILL)
        await asyncio.to_thread(servers.running[0].wait)

    hands = attack(postgresql, 2, strike)
    assert sum(hand.again for hand in hands) > 0, "somebody had to ask again"


def test_connections_to_the_database_are_cut_and_what_was_not_acknowledged_is_made_once(postgresql: str) -> None:
    async def strike(_: Servers) -> None:
        connection = await asyncpg.connect(postgresql)
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        cut = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {others}"
        for _time in range(8):
            assert await connection.fetchval(cut) > 0
            await asyncio.sleep(0.15)
        await connection.close()

    attack(postgresql, 2, strike)


@contextmanager
def full(folder: Path, process: int) -> Iterator[None]:
    """No file of a process can grow while the block runs, as on a disk that is full."""
    most = max(file.stat().st_size for file in folder.iterdir())
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can limit the files of another process")
def test_on_a_full_disk_choices_are_refused_and_when_there_is_space_again_they_are_made_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # a compiled module of which half is written breaks other tests
    folder = Path(sqlite.removeprefix("sqlite:///")).parent

    async def strike(servers: Servers) -> None:
        with full(folder, servers.running[0].pid):
            await asyncio.sleep(1.5)

    hands = attack(sqlite, 1, strike)
    assert sum(hand.again for hand in hands) > 0, "somebody was refused"
