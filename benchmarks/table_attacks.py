"""Attacks on a table with its usual limits, while two people play one match: what these bystanders notice.

    python -m benchmarks.table_attacks                          each attack for a minute
    python -m benchmarks.table_attacks --seconds 10 half flood  some of them, shorter

Attackers are a process of their own, at another address of the loopback (127.0.0.2) than the bystanders, and so have
bills and limits of their own. Measured is the time from a bystander's choice until the other one has its snapshot, four
choices a second, at rest and while an attack runs; and by how much the server's memory and its database grow. At rest
is measured anew before each attack. Exit status 1 if half of a bystander's choices took more than twice as long as at
rest, or 99 of 100 more than 250 ms (and more than at rest), or a choice was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import navalcore as nc
from benchmarks.table import Pair, Servers, Tally, compare, kept
from navalcore.table import prepare_database
from navalcore.table._messages import NewMatch, SeatWish
from navalcore.table._recorded_match import RecordedMatch
from navalcore.table._rooms import Rooms
from navalcore.table._seats import new_seats
from navalcore.table._service_rows import ServiceRows
from navalcore.table._store import MatchStore

FROM: Final = "127.0.0.2"
EVERY: Final = 0.25
"""Seconds between two choices of the bystanders."""
LONG: Final = 4_000
"""Choices of the campaign that strangers look at."""
REST: Final = 10.0
"""Seconds at rest before each attack."""
TWICE, MOST = 2.0, 250.0
"""How much longer half of the choices may take, and milliseconds for 99 of 100."""


# ---- attackers ------------------------------------------------------------------------------------------------------


@dataclass
class Attackers:
    """Somebody who means ill: what he sends, for so many seconds."""

    address: str
    seconds: float
    long: str
    sent: int = 0
    refused: int = 0

    @property
    def _end(self) -> float:
        return self.began + self.seconds

    async def run(self, attack: str) -> None:
        """Attack."""
        self.began = perf_counter()
        limits = httpx.Limits(max_connections=60)
        transport = httpx.AsyncHTTPTransport(local_address=FROM, limits=limits)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{self.address}", timeout=30) as self.http:
            await ATTACKS[attack](self)

    async def many(self, work: Callable[[int], Awaitable[int]], workers: int = 20) -> None:
        """Do something again and again, until the time is up; it says the status."""

        async def one(number: int) -> None:
            while perf_counter() < self._end:
                try:
                    status = await work(number)
                except (httpx.HTTPError, OSError):
                    status = 0
                self.sent += 1
                self.refused += status in (0, 403, 413, 429)

        await asyncio.gather(*(one(number) for number in range(workers)))

    async def begin(self, seats: Mapping[str, Any], game: str) -> httpx.Response:
        """Begin a match."""
        return await self.http.post("/api/matches", json={"game": game, "seats": seats})

    async def bots(self) -> None:
        """Matches that searching bots play for one, begun and left."""

        async def one(_number: int) -> int:
            reply = await self.begin({"british": {"by": "me"}, "german": {"by": "bot", "bot": "search"}}, "bismarck")
            if reply.status_code == 201:
                made = reply.json()
                seat = {"Authorization": f"Seat {made['seats'][0]['secret']}"}
                act = {"act": "order", "words": "match by search"}
                await self.http.post(f"/api/matches/{made['match']}/act", json=act, headers=seat)
            return reply.status_code

        await self.many(one, 4)

    async def past(self) -> None:
        """A stranger has a long match looked back at, and its events sent."""

        async def one(number: int) -> int:
            if number % 2:
                return (await self.http.get(f"/api/matches/{self.long}?since=0")).status_code
            act = {"act": "at", "event": 7 * self.sent % 5000}
            return (await self.http.post(f"/api/matches/{self.long}/act", json=act)).status_code

        await self.many(one)

    async def half(self) -> None:
        """Requests of which half is sent."""
        host, port = self.address.split(":")
        lines: list[socket.socket] = []
        while perf_counter() < self._end:
            line = socket.socket()
            line.bind((FROM, 0))
            line.settimeout(1)
            try:
                line.connect((host, int(port)))
                line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
                lines.append(line)
            except OSError:
                self.refused += 1
            self.sent += 1
            if len(lines) > 3000:
                lines.pop(0).close()
            await asyncio.sleep(0.002)

    async def connects(self) -> None:
        """Sockets that are opened, sent bytes that are no text, and closed."""

        async def one(_number: int) -> int:
            try:
                async with connect(
                    f"ws://{self.address}/api/matches/{self.long}/socket", local_addr=(FROM, 0), proxy=None
                ) as line:
                    await line.send(b"\0\1")
                    await asyncio.wait_for(line.recv(), 5)
            except Exception:
                return 0
            return 200

        await self.many(one)

    async def flood(self) -> None:
        """Messages on the sockets of a match of one's own, as many as are taken."""
        reply = (await self.begin({"uboat": {"by": "me"}, "convoy": {"by": "bot"}}, "uboat_cards")).json()
        acts: list[dict[str, Any]] = [
            {"act": "why_not"},
            {"act": "odds", "decision": 0, "key": "x"},
            {"act": "text_board"},
            {"act": "log"},
        ]

        async def one() -> None:
            random = Random(1)
            while perf_counter() < self._end:
                with suppress(Exception):
                    async with connect(
                        f"ws://{self.address}/api/matches/{reply['match']}/socket", local_addr=(FROM, 0), proxy=None,
                        max_size=None,
                    ) as line:  # fmt: skip
                        await line.send(json.dumps({"secret": reply["seats"][0]["secret"], "since": 0}))
                        reading = asyncio.create_task(self._drain(line))
                        while perf_counter() < self._end and not reading.done():
                            await line.send(json.dumps({"id": 1, **random.choice(acts)}))
                            self.sent += 1
                            await asyncio.sleep(0.001)

        await asyncio.gather(*(one() for _ in range(20)))

    async def _drain(self, line: Any) -> None:
        with suppress(ConnectionClosed):
            async for text in line:
                self.refused += '"too_many"' in text[:200]

    async def lobby(self) -> None:
        """The lobby, its games and its lessons, as often as one can."""
        paths = ("/api/games", "/api/matches", "/api/games/silent_war", "/api/games/silent_war/picture", "/api/games/x")

        async def one(_number: int) -> int:
            return (await self.http.get(paths[self.sent % len(paths)])).status_code

        await self.many(one)

    async def begins(self) -> None:
        """Matches of the longest set-up, as many as one is given."""

        async def one(_number: int) -> int:
            return (await self.begin({}, "silent_war")).status_code

        await self.many(one)

    async def imports(self) -> None:
        """Files to be verified: a long save, and megabytes that are none."""
        match = nc.load("silent_war").new_match("campaign_full", seed=1)
        play_on(match, 3000)
        files = [match.dumps(), "x" * 3_900_000, match.dumps()[:-300] + "}\n"]

        async def one(_number: int) -> int:
            return (await self.http.post("/api/imports", json={"save": files[self.sent % 3]})).status_code

        await self.many(one, 6)


ATTACKS: Final[Mapping[str, Callable[[Attackers], Awaitable[None]]]] = {
    "bots": Attackers.bots,
    "past": Attackers.past,
    "half": Attackers.half,
    "connects": Attackers.connects,
    "flood": Attackers.flood,
    "lobby": Attackers.lobby,
    "begins": Attackers.begins,
    "imports": Attackers.imports,
}


# ---- bystanders -----------------------------------------------------------------------------------------------------


class Bystanders(Pair):
    """Two people who choose more often than others do, and are not hurried by anything else."""

    async def choose_for(self, seconds: float) -> list[float]:
        """Choose for so long; the seconds that each choice took to the other one."""
        self._tally.shown.clear()
        due, end = perf_counter(), perf_counter() + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            if any(seat.now["outcome"] for seat in self.seats.values()):
                await self.sit_down()
            await self.choose()
            due = max(due + EVERY, perf_counter())
        return list(self._tally.shown)


def play_on(match: nc.AnyMatch, choices: int) -> None:
    """Choose at random, so many times or to the end."""
    random = Random(1)
    for _ in range(choices):
        if match.decision is None:
            return
        match.choose(random.randrange(len(match.decision.options)))


async def long_match(database: str, play: Callable[[nc.AnyMatch], None]) -> str:
    """Put a public campaign into a database, as it stands when it has been played; its id."""
    await prepare_database(database)
    rows = ServiceRows(database)
    rooms = Rooms(MatchStore(rows), nc.load)

    def made(seats: Mapping[str, str]) -> RecordedMatch:
        recorded = RecordedMatch.new(nc.load("silent_war"), "campaign_full", {}, "barrier", seats)
        play(recorded.match)
        return recorded

    game = nc.load("silent_war")
    people = {seat.role: SeatWish(by="person") for seat in game.seats("campaign_full") if seat.taken_by == "person"}
    seats, _ = new_seats(game, NewMatch(game=game.id, scenario="campaign_full", public=True, seats=people))
    room = await rooms.begin(made, True, seats)
    await rooms.stop()
    await rows.close()
    return room.id


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Half, and 99 of 100, took no more milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive")
    return 1000 * cuts[49], 1000 * cuts[98]


def size_of(folder: Path) -> float:
    """Megabytes of a database."""
    return sum(each.stat().st_size for each in folder.iterdir()) / 1e6


async def measure(attacks: list[str], seconds: float) -> int:
    """Run attacks one after the other, each against a table of its own; how many of them were noticed too much."""
    print(f"{os.cpu_count()} cores; attack, load average, at rest p50 and p99, under attack p50 and p99 (ms), choices,")
    print("server's cores, memory and database grown by (MB), sent, refused", flush=True)
    noticed = 0
    first = tempfile.TemporaryDirectory()  # with the long match, which is made once
    long = await long_match(f"sqlite:///{first.name}/table.sqlite", partial(play_on, choices=LONG))
    for attack in attacks:
        with tempfile.TemporaryDirectory() as name:
            database = f"sqlite:///{name}/table.sqlite"
            shutil.copytree(first.name, name, dirs_exist_ok=True)
            servers = Servers(database, 1, limited=True)
            try:
                noticed += await _one(attack, seconds, servers, database, Path(name), long)
            finally:
                servers.stop()
    return noticed


async def _one(attack: str, seconds: float, servers: Servers, database: str, folder: Path, long: str) -> int:
    tally = Tally()
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        people = Bystanders("uboat_cards", attack, servers.addresses, http, tally)
        await people.sit_down()
        await people.choose_for(3)
        rest = percentiles(await people.choose_for(REST))
        (spent, memory), disk = servers.used(), size_of(folder)
        command = [sys.executable, "-m", "benchmarks.table_attacks", "--as", attack, servers.addresses[0], long]
        attackers = subprocess.Popen([*command, str(seconds)], stdout=subprocess.PIPE, text=True)
        await asyncio.sleep(3 if attack != "imports" else 6)
        began = perf_counter()
        took = await people.choose_for(seconds - 5)
        spent, memory = (one - other for one, other in zip(servers.used(), (spent, memory), strict=True))
        cores = spent / (perf_counter() - began)
        said = json.loads((await asyncio.to_thread(attackers.communicate))[0])
        for seat in people.seats.values():
            await seat.leave()
    lost, doubled = compare(tally.made, await kept(database, list(tally.made)))
    p50, p99 = percentiles(took)
    bad = p50 > TWICE * rest[0] or (p99 > MOST and p99 > rest[1]) or lost or doubled
    print(
        f"{attack:9} {os.getloadavg()[0]:5.1f}  {rest[0]:6.1f} {rest[1]:6.1f}  {p50:6.1f} {p99:6.1f}  {len(took):4} "
        f"{cores:5.2f} {memory / 1e6:7.1f} {size_of(folder) - disk:7.1f}  {said['sent']:7} {said['refused']:7} "
        f"{'NOTICED' if bad else ''}",
        flush=True,
    )
    return int(bool(bad))


def main() -> int:
    """Attack and report."""
    if sys.argv[1:2] == ["--as"]:
        attack, address, long, seconds = sys.argv[2:6]
        attackers = Attackers(address, float(seconds), long)
        asyncio.run(attackers.run(attack))
        print(json.dumps({"sent": attackers.sent, "refused": attackers.refused}))
        return 0
    parser = argparse.ArgumentParser(
        "python -m benchmarks.table_attacks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"which of {', '.join(ATTACKS)} (all)")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="how long each goes on (60)")
    asked = parser.parse_args()
    return int(asyncio.run(measure(asked.attacks or list(ATTACKS), asked.seconds)) > 0)


if __name__ == "__main__":
    sys.exit(main())
