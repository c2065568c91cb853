"""kill -9 a server again and again while matches are played: what was acknowledged is there, and there once.

    python -m benchmarks.table_kills                                      a hundred kills on each database
    python -m benchmarks.table_kills --kills 10 --databases sqlite

A warm process forks the server and kills it after some choices, in the middle of another one; this process plays the
matches over HTTP. Who hears no answer sends the same choice again, until it is answered or refused because it was made.
At the end the choices are compared with the database one by one. Exit status 1 if a choice was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import httpx

import navalcore as nc
from benchmarks.table import compare, database_of, kept
from benchmarks.table_server import GENEROUS
from navalcore.table import Server, make_app, prepare_database

GAMES = {"uboat_cards": ("uboat", "convoy"), "tonnage_war": ("uboat", "escort"), "bismarck": ("british", "german")}
MOST_CHOICES = 25
"""Choices after which a server is killed at the latest."""
WHILE = 0.05
"""Seconds until it is killed then, at most: somewhere in the middle of another one."""


def serve(database: str, port: int) -> None:
    """Fork a server for each line that is heard, and kill it at the next."""
    for game in GAMES:
        nc.load(game).new_match(seed=1)
    child = 0
    for line in sys.stdin:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
        if line.strip() == "start":
            child = os.fork()
            if not child:
                app = make_app(database, limits=GENEROUS)
                Server(app, "127.0.0.1", port, lambda _host, _port: None, GENEROUS).run()
                os._exit(0)
        print("done", flush=True)
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@dataclass
class Player:
    """Who plays one match after the other, both seats of each.

    Attributes:
        made: by match the choices that were made: role, and index of the option.
        again: how many choices had to be sent again.
        unheard: how many had been made though nobody had answered.
    """

    number: int
    http: httpx.AsyncClient
    made: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    again: int = 0
    unheard: int = 0
    over: bool = False

    async def ask(self, path: str, body: Any = None, secret: str = "") -> tuple[Any, bool]:
        """The answer, however often that takes, and whether it took more than once."""
        headers, twice = {"Authorization": f"Seat {secret}"} if secret else {}, False
        while True:
            try:
                how: Any = {"headers": headers} if body is None else {"headers": headers, "json": body}
                reply = await self.http.request("GET" if body is None else "POST", path, **how)
                if reply.status_code < 500 or reply.json()["code"] == "broken_plugin":
                    return reply.json(), twice
            except httpx.HTTPError:
                pass
            twice = True
            await asyncio.sleep(0.02)

    async def play(self) -> None:
        """Play until there is nobody to kill any more."""
        random = Random(self.number)
        while not self.over:
            game, roles = list(GAMES.items())[self.number % len(GAMES)]
            wish = {"game": game, "seats": {role: {"by": "me"} for role in roles}}
            begun, _ = await self.ask("/api/matches", wish)
            made = self.made.setdefault(begun["match"], [])
            keys = {each["role"]: each["secret"] for each in begun["seats"]}
            while not self.over and await self._choose(begun["match"], keys, made, random):
                pass

    async def _choose(self, match: str, keys: dict[str, str], made: list[tuple[str, int]], random: Random) -> bool:
        roles = list(keys)
        random.shuffle(roles)
        for role in roles:
            state, _ = await self.ask(f"/api/matches/{match}?pictures=false&since=9999999", secret=keys[role])
            asked = state["snapshot"]["decision"]
            if state["snapshot"]["outcome"]:
                return False
            if asked is not None:
                index = random.randrange(len(asked["options"]))
                act = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][index]["key"]]}
                answer, twice = await self.ask(f"/api/matches/{match}/act", act, keys[role])
                self.again += twice
                if not answer["ok"]:
                    error = answer["error"]
                    if not twice or error["code"] not in ("stale_decision", "not_your_turn", "game_over"):
                        raise SystemExit(f"refused: {error}")
                    self.unheard += 1
                made.append((role, index))
                return True
        return True


async def run(database: str, most: int, players: int, minutes: float) -> bool:
    """Play and kill; whether all is there."""
    await prepare_database(database)
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    command = [sys.executable, "-m", "benchmarks.table_kills", "--serve", database, str(port)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdin is not None
    assert server.stdout is not None
    random, began, longest, kills = Random(most), perf_counter(), 0.0, -1
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20, trust_env=False) as http:
        playing = [Player(number, http) for number in range(players)]
        tasks: list[asyncio.Task[None]] = []
        while kills < most and perf_counter() < began + 60 * minutes:
            kills += 1
            server.stdin.write("start\n")
            server.stdin.flush()
            await asyncio.to_thread(server.stdout.readline)
            started = perf_counter()
            await playing[0].ask("/health/ready")
            longest = max(longest, perf_counter() - started)
            tasks = tasks or [asyncio.create_task(each.play()) for each in playing]
            enough = sum(len(each) for one in playing for each in one.made.values()) + random.randint(1, MOST_CHOICES)
            while sum(len(each) for one in playing for each in one.made.values()) < enough:
                await asyncio.sleep(0.005)
                for task in tasks:
                    if task.done():
                        task.result()
            await asyncio.sleep(random.uniform(0, WHILE))
        for each in playing:
            each.over = True
        await asyncio.gather(*tasks)
    server.stdin.close()
    server.wait()
    made = {match: choices for each in playing for match, choices in each.made.items()}
    lost, doubled = compare(made, await kept(database, list(made)))
    again, unheard = sum(each.again for each in playing), sum(each.unheard for each in playing)
    print(
        f"{database.partition(':')[0]:10} {kills} kills in {perf_counter() - began:.0f} s, load average "
        f"{os.getloadavg()[0]:.1f}: {sum(map(len, made.values()))} choices in {len(made)} matches, {again} sent again, "
        f"{unheard} of them had been made; lost {lost}, doubled {doubled}; ready again within {longest:.1f} s",
        flush=True,
    )
    return not lost and not doubled


def main() -> int:
    """Kill and report."""
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(
        "python -m benchmarks.table_kills", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="how often (100)")
    parser.add_argument("--minutes", type=float, default=30, metavar="M", help="no more kills after so many (30)")
    parser.add_argument("--players", type=int, default=6, metavar="N", help="matches at once (6)")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=("sqlite", "postgresql"))
    asked = parser.parse_args()
    good = True
    for kind in asked.databases:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            database = stack.enter_context(database_of(kind, folder))
            good &= asyncio.run(run(database, asked.kills, asked.players, asked.minutes))
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
