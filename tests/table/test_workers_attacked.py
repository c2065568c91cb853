"""Workers under attack: files that take for ever or all memory, workers that hang or are killed at work. Bystanders
go on choosing meanwhile, and the person who waits is answered.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import navalcore as nc
from navalcore.table._budgets import SPENDER, TokenBucket
from navalcore.table._room import Room
from navalcore.table._worker import WorkBench, Worker, Workers
from tests.table import endless
from tests.table.client import GENEROUS, Match, Table, table
from tests.table.test_operating import free_port
from tests.table.test_workers import gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and memory that can be limited")
PLUGIN = "tests.table.endless"
HARMLESS, FOR_EVER, ALL_MEMORY = range(3)
PATIENCE = 90
"""Seconds after which something that should have come has not."""
ENOUGH = 200_000_000
"""Bytes for a worker that does nothing out of the ordinary."""


@pytest.fixture(autouse=True)
def harmless_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process the game does no harm."""
    monkeypatch.setattr(endless, "HARMLESS", True)


def save(choice: int) -> str:
    """A file of the game in which this was chosen."""
    match = nc.load("endless", [PLUGIN]).new_match(seed=1)
    match.choose(choice)
    return match.dumps()


@asynccontextmanager
async def besieged(database: str, **limits: Any) -> AsyncIterator[tuple[Table, Match]]:
    """A table with the game, and two bystanders at a match of another one."""
    async with table(database, replace(GENEROUS, **limits), [PLUGIN]) as at:
        at.app.state.rooms.workers.verifying._longest = PATIENCE  # a busy machine takes long over little
        yield at, await at.begin("uboat_cards", {"uboat": "me", "convoy": "me"})


def bring(at: Table, choice: int, status: int) -> asyncio.Task[Any]:
    """Bring in a file; what is answered, in a while."""
    return asyncio.create_task(at.post("/imports", {"save": save(choice)}, status=status))


async def at_work(worker: Worker, before: int | None = None) -> int:
    """The process of a worker, another one than before, as soon as it has begun what it is asked."""
    while not worker._lock.locked() or (pid := worker.pid) in (None, before):
        await asyncio.sleep(0.01)
    assert pid is not None
    return pid


async def having_used(pid: int, seconds: float) -> None:
    """Wait until a process has used so much of a processor."""
    used, tick = 0, os.sysconf("SC_CLK_TCK")
    while used < seconds * tick:
        await asyncio.sleep(0.05)
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used = int(fields[11]) + int(fields[12])


def too_late(worker: Worker) -> None:
    """Its time is up."""
    assert worker._process is not None
    worker._too_late(worker._process)


# ---- files -----------------------------------------------------------------------------------------------------------


def test_while_a_file_takes_for_ever_bystanders_choose_and_the_next_file_is_verified_beside_it(sqlite: str) -> None:
    async def attack() -> None:
        async with besieged(sqlite) as (at, bystanders):
            workers = at.app.state.rooms.workers
            endless_one = bring(at, FOR_EVER, 413)
            pid = await at_work(workers.verifying)
            await having_used(pid, 2)  # it has long begun to verify
            other = bring(at, HARMLESS, 201)
            before = await bystanders.state("uboat")
            after = await bystanders.play(10)
            assert after["snapshot"]["events"] or after["snapshot"]["told"] > before["snapshot"]["told"]
            assert not other.done(), "one file after the other"
            too_late(workers.verifying)
            long_at_work = await at_work(workers.verifying_long)
            assert (await other)["proven"]
            assert gone(pid)
            assert not endless_one.done(), "it has begun again where it keeps only the like of it waiting"
            too_late(workers.verifying_long)
            assert (await endless_one)["code"] == "too_large"
            assert gone(long_at_work)

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


def test_a_file_has_ten_seconds_where_others_wait_and_two_minutes_where_only_long_ones_do() -> None:
    workers = Workers()
    assert (workers.verifying._longest, workers.verifying_long._longest, workers.searching._longest) == (10, 120, 120)


def test_a_file_of_an_address_that_has_used_little_is_verified_before_those_of_one_that_has_used_much(
    sqlite: str,
) -> None:
    async def attack() -> None:
        async with besieged(sqlite) as (at, _):
            rooms = at.app.state.rooms
            verified: list[str] = []
            SPENDER.set(TokenBucket(0, 1000))
            await rooms.verified("greedy", spend_some)
            first = asyncio.create_task(rooms.verified("another", spend_some))
            await asyncio.sleep(0)
            waiting = [
                asyncio.create_task(noted(rooms.verified(origin, spend_some), verified, origin))
                for origin in ("greedy", "greedy", "modest")
            ]
            await asyncio.gather(first, *waiting)
            assert verified == ["modest", "greedy", "greedy"]

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


def spend_some(_desk: WorkBench) -> None:
    """Compute for a while."""
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass


async def noted(work: Awaitable[None], where: list[str], what: str) -> None:
    """Do something, and note that it is done."""
    await work
    where.append(what)


def test_a_file_that_takes_all_memory_is_refused_and_the_next_is_verified(sqlite: str) -> None:
    async def attack() -> None:
        async with besieged(sqlite, worker_bytes=ENOUGH) as (at, bystanders):
            refused = bring(at, ALL_MEMORY, 413)
            await bystanders.play(5)
            assert "memory" in (await refused)["message"]
            assert (await bring(at, HARMLESS, 201))["proven"]

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


def test_whoever_has_spent_all_on_one_file_has_no_other_verified(sqlite: str) -> None:
    async def attack() -> None:
        async with besieged(sqlite, work=0.001, work_at_once=0.5) as (at, bystanders):
            worker = at.app.state.rooms.workers.verifying
            endless_one = bring(at, FOR_EVER, 429)
            await having_used(await at_work(worker), 0.6)
            others = [bring(at, HARMLESS, 429) for _ in range(3)]
            too_late(worker)
            await asyncio.gather(endless_one, *others)
            refused = await at.get(f"/matches/{bystanders.id}", status=429)
            assert refused["code"] == "too_many", "they come from the same address"

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGKILL])
def test_a_file_whose_worker_is_killed_is_verified_by_another_and_not_by_a_third(sqlite: str, with_signal: int) -> None:
    async def attack() -> None:
        async with besieged(sqlite) as (at, bystanders):
            worker = at.app.state.rooms.workers.verifying
            refused = bring(at, FOR_EVER, 500)
            first = await at_work(worker)
            os.kill(first, with_signal)
            second = await at_work(worker, first)
            await bystanders.play(3)
            os.kill(second, with_signal)
            assert (await refused)["code"] == "internal"
            assert (await bring(at, HARMLESS, 201))["proven"]

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


# ---- bots ------------------------------------------------------------------------------------------------------------


async def thinking(at: Table) -> tuple[Room, Match, int]:
    """A match in which a bot is to search, and cannot, as its worker hangs: its room, the match, and that process."""
    match = await at.begin("uboat_cards", {"uboat": "me", "convoy": "person"})
    room: Room = await at.app.state.rooms.room(match.id)
    worker = at.app.state.rooms.workers.searching
    assert (await match.act("uboat", act="order", words="match by search"))["ok"]
    pid = await at_work(worker)
    os.kill(pid, signal.SIGSTOP)
    return room, match, pid


def test_a_worker_that_hangs_keeps_no_other_match_waiting_and_is_ended_when_its_time_is_up(sqlite: str) -> None:
    async def attack() -> None:
        async with besieged(sqlite) as (at, bystanders):
            room, _, pid = await thinking(at)
            pieces = room.recorded.pieces
            await bystanders.play(5)
            with_bot = await at.begin("uboat_cards", {"uboat": "me", "convoy": "bot"})
            await with_bot.play(5)
            assert room.recorded.pieces == pieces, "it still hangs"
            too_late(at.app.state.rooms.workers.searching)
            await room.settled()
            assert "longer than" in room.trouble
            assert gone(pid)

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGKILL])
def test_a_bot_whose_worker_is_killed_in_the_middle_of_a_thought_thinks_it_again(sqlite: str, with_signal: int) -> None:
    async def attack() -> None:
        async with besieged(sqlite) as (at, bystanders):
            room, _, pid = await thinking(at)
            pieces = room.recorded.pieces
            os.kill(pid, with_signal)
            os.kill(pid, signal.SIGCONT)
            await bystanders.play(3)
            while room.recorded.pieces == pieces:
                assert not room.trouble
                await asyncio.sleep(0.05)
            assert gone(pid)

    asyncio.run(asyncio.wait_for(attack(), PATIENCE))


# ---- the end ---------------------------------------------------------------------------------------------------------


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server of its own, with the game."""
    port = free_port()
    command = [
        sys.executable, "-m", "navalcore", "--plugin", PLUGIN, "serve", "--port", str(port),
        "--database", f"sqlite:///{folder / 'table.sqlite'}",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def children(pid: int) -> set[int]:
    """The processes that a process has begun."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {int(child) for task in tasks for child in (task / "children").read_text().split()}


@pytest.mark.parametrize("what", ["a file", "a bot"])
def test_a_server_that_is_told_to_end_ends_while_its_worker_works_and_leaves_none(tmp_path: Path, what: str) -> None:
    text = save(FOR_EVER)

    def begin(address: str) -> None:
        if what == "a file":
            with httpx.Client(timeout=0.5, trust_env=False) as http:
                try:
                    http.post(f"{address}/api/imports", json={"save": text})
                except httpx.TimeoutException:
                    return
        seats = {"uboat": {"by": "me"}, "convoy": {"by": "bot", "bot": "search"}}
        with httpx.Client(timeout=30, trust_env=False) as http:
            begun = http.post(f"{address}/api/matches", json={"game": "uboat_cards", "seats": seats}).json()
            seat = {"Authorization": f"Seat {begun['seats'][0]['secret']}"}
            act = {"act": "order", "words": "match by search"}
            assert http.post(f"{address}/api/matches/{begun['match']}/act", json=act, headers=seat).json()["ok"]

    with server(tmp_path) as (process, address):
        begin(address)
        while not (workers := children(process.pid)):
            time.sleep(0.05)
        before = time.monotonic()
        process.terminate()
        process.wait(30)
        assert time.monotonic() - before < 5, "as docs/operate.md promises"
    assert all(gone(pid) for pid in workers)
