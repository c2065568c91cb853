"""Everybody comes back at once, as after a lost network or a new start of the server.

    python -m benchmarks.table_return                 300 sockets of 150 matches
    python -m benchmarks.table_return --sockets 60 --matches 30

The server is a process of its own. People play some choices, then all sockets close, and all are opened again at the
same moment, each by a person who has been told everything but the last choices. Measured is the time until each has
its state, and the server's processor time; then the same once more after the server was killed, when every match has to
be loaded first. Exit status 1 if somebody is not sent the choices that were made.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import httpx
from websockets.asyncio.client import connect

from benchmarks.table import Pair, Servers, Tally

CHOICES = 20
"""Choices of each match before its people lose the line."""
PATIENCE = 120.0
"""Seconds after which a state that has not come is missing."""


@dataclass(frozen=True)
class Person:
    """Somebody who comes back: to which match and seat, and how many choices they had made."""

    match: str
    secret: str
    told: int
    number: int


@dataclass(frozen=True)
class Returned:
    """How it went: seconds from the first socket on until half of them, and all of them, had their state; the server's
    processor time; how many came in vain.
    """

    half: float
    last: float
    spent: float
    missing: int


async def come_back(address: str, people: list[Person], servers: Servers) -> Returned:
    """All at once."""
    spent, began = servers.used()[0], perf_counter()
    gate = asyncio.Event()

    async def one(person: Person) -> float:
        await gate.wait()
        async with connect(
            f"ws://{address}/api/matches/{person.match}/socket", max_size=None, proxy=None, open_timeout=PATIENCE
        ) as line:
            hello = {"secret": person.secret, "since": person.told, "changes": True, "edition": 0}
            await line.send(json.dumps(hello))
            state = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            took = perf_counter() - began
        if state.get("snapshot", {}).get("number") != person.number:
            raise ValueError(f"{person.match}: not the state that was left")
        return took

    coming = [asyncio.create_task(one(person)) for person in people]
    await asyncio.sleep(0.1)
    began = perf_counter()
    gate.set()
    found = await asyncio.gather(*coming, return_exceptions=True)
    took = sorted(each for each in found if isinstance(each, float))
    for each in {repr(each) for each in found if not isinstance(each, float)}:
        print(each, file=sys.stderr)
    spent = servers.used()[0] - spent
    return Returned(took[len(took) // 2] if took else 0, took[-1] if took else 0, spent, len(people) - len(took))


async def play(matches: int, sockets: int, game: str, servers: Servers) -> list[Person]:
    """Play matches for a while; those who were there."""
    people: list[Person] = []
    address = servers.addresses[0]
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        for number in range(matches):
            pair = Pair(game, f"return {number}", [address], http, Tally())
            await pair.sit_down()
            for _ in range(CHOICES):
                await pair.choose()
            for seat in pair.seats.values():
                secret = pair.secrets[seat.role]
                people.append(Person(pair.match, secret, max(0, seat.now["told"] - 5), seat.now["number"]))
                await seat.leave()
    return (people * (1 + sockets // len(people)))[:sockets]


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.table_return", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=150, metavar="N", help="matches (150)")
    parser.add_argument("--sockets", type=int, default=300, metavar="N", help="sockets that come back (300)")
    parser.add_argument("--game", default="uboat_cards", choices=("uboat_cards", "tonnage_war"), help="which game")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load average before: {os.getloadavg()[0]:.1f}", flush=True)
    missing = 0
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/table.sqlite"
        servers = Servers(database, 1)
        people = asyncio.run(play(asked.matches, asked.sockets, asked.game, servers))
        for when in ("the line was lost", "the server was killed"):
            if when == "the server was killed":
                servers.running[0].kill()
                servers.stop()
                servers = Servers(database, 1)
            back = partial(come_back, servers.addresses[0], people, servers)
            found = asyncio.run(back())
            missing += found.missing
            print(
                f"{when}: half of {len(people)} within {found.half:.2f} s, all within {found.last:.2f} s, "
                f"{found.spent:.2f} s of the server's processor, {found.missing} in vain",
                flush=True,
            )
        servers.stop()
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
